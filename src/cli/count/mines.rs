//! How many positions and transitions a game of Minesweeper has.

use super::super::fail::Fail;
use super::super::mines::Playing;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use crate::cli::print::large;
use crate::evaluate::forward::{Measure, forward};
use crate::exact::Natural;
use crate::games::mines::game::Mines;
use crate::model::Graph;
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct MinesCount {
    #[command(flatten)]
    playing: Playing,
    /// Keep positions apart that turns and mirrors of the board make one
    #[arg(help_heading = "Count", long)]
    unmerged: bool,
    /// Open safe cells in every order, as the paper's program does, not in
    /// reading order
    #[arg(help_heading = "Count", long)]
    every_order: bool,
    #[command(flatten)]
    print: Print,
}

/// What is counted.
struct Counted {
    states: u64,
    transitions: u64,
    /// The nodes and the leaves of the tree, where nobody decides.
    tree: Option<(Natural, Natural)>,
    /// The states of each number of opened cells.
    layers: Vec<(u32, u64)>,
}

impl MinesCount {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let mut game = self.playing.game("count", watch)?;
        if self.unmerged {
            game = game.unmerged();
        }
        if self.every_order {
            game = game.every_order();
        }
        let run = watch.run();
        let counted = watch.phase("count", || {
            if game.decides() {
                let graph = Graph::of(&game, &run)?;
                let (states, transitions) = (graph.node_count() as u64, graph.edge_count() as u64);
                return Ok(Counted { states, transitions, tree: None, layers: Vec::new() });
            }
            let played = || forward(&game, &[0], Measure::Histories, &run);
            let found = watch.upward(game.field().cells().into(), played)?;
            let tree = found.histories.clone().zip(found.leaves().cloned());
            Ok(Counted { states: found.states, transitions: found.transitions, tree, layers: found.layers })
        });
        let counted = counted.map_err(|error| watch.explain(error))?;
        watch.clear();
        match self.print.format {
            Format::Text => print::print(&self.text(&game, &counted)),
            Format::Json => print::json(&self.json(&game, &counted)),
            Format::Table(style) => print::table(style, &self.csv(&game, &counted)),
        }
    }

    fn parameters(&self, game: &Mines) -> Value {
        let mut parameters = self.playing.parameters(game);
        parameters["unmerged"] = json!(self.unmerged);
        parameters["every_order"] = json!(self.every_order);
        parameters
    }

    fn csv(&self, game: &Mines, counted: &Counted) -> String {
        let header = ["states", "transitions", "merged", "tree_nodes", "tree_leaves"];
        let (nodes, leaves) = counted
            .tree
            .as_ref()
            .map(|(nodes, leaves)| (nodes.to_string(), leaves.to_string()))
            .unwrap_or_default();
        let numbers =
            [counted.states, counted.transitions, counted.merged()].map(|number| number.to_string());
        let row = numbers.into_iter().chain([nodes, leaves]).collect();
        print::asked(&header.map(str::to_owned), [(self.parameters(game), row)])
    }

    fn json(&self, game: &Mines, counted: &Counted) -> Value {
        let parameters = self.parameters(game);
        let tree = |number: fn(&(Natural, Natural)) -> &Natural| {
            counted.tree.as_ref().map_or(Value::Null, |tree| large(number(tree)))
        };
        let layers = counted.layers.iter().map(|(layer, states)| json!({ "layer": layer, "states": states }));
        json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": parameters,
            "states": counted.states,
            "transitions": counted.transitions,
            "merged": counted.merged(),
            "tree_nodes": tree(|(nodes, _)| nodes),
            "tree_leaves": tree(|(_, leaves)| leaves),
            "layers": if counted.tree.is_some() { layers.collect() } else { Value::Null },
        })
    }

    fn text(&self, game: &Mines, counted: &Counted) -> String {
        let mut rows = vec![
            ("positions", counted.states.to_string()),
            ("transitions", counted.transitions.to_string()),
            ("transpositions merged", counted.merged().to_string()),
        ];
        if let Some((nodes, leaves)) = &counted.tree {
            rows.push(("tree nodes", nodes.to_string()));
            rows.push(("tree leaves", leaves.to_string()));
        }
        let rows: Vec<_> = rows.into_iter().map(|(name, number)| vec![format!("  {name}"), number]).collect();
        format!("{}\n\n{}", self.playing.title(game), print::aligned(&rows))
    }
}

impl Counted {
    /// Transitions that lead to a position met before: all but the first into each.
    fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }
}
