//! The graph of a game of Minesweeper, the board drawn in every node, or the tree of its games.

use super::super::fail::Fail;
use super::super::mines::{Playing, file_stem};
use super::super::print;
use super::super::watch::Watch;
use super::How;
use super::show::Showing;
use crate::evaluate::solve::solve;
use crate::exact::{self, Rational};
use crate::export::decided::{About, Decision};
use crate::games::mines::game::{Aim, Mines};
use clap::Args;
use serde_json::Value;

#[derive(Debug, Args)]
pub(super) struct MinesGraph {
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    show: Showing,
    #[command(flatten)]
    pub(super) how: How,
}

/// The subject of a graph.
struct Of {
    /// The name of its file.
    stem: String,
    title: String,
    parameters: Value,
}

impl MinesGraph {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let game = self.playing.game("graph", watch)?;
        let of = Of {
            stem: file_stem(game.field()),
            title: self.playing.title(&game),
            parameters: self.playing.parameters(&game),
        };
        self.write(&game, &of, watch)
    }

    fn write(&self, game: &Mines, of: &Of, watch: &Watch) -> Result<(), Fail> {
        let how = &self.how;
        let targets = how.targets(&of.stem)?;
        let explain = |error| watch.explain(error);
        let run = how.limits(watch);
        let graph = watch.phase("discover", || how.explore(game, None, &run)).map_err(explain)?;
        let solution =
            watch.phase("solve", || solve(game, &graph, &self.playing.aim(), &run)).map_err(explain)?;
        // P(win), whatever it is that the player wants.
        let won = |value: &Rational| match self.playing.aim() {
            Aim::Win => value.clone(),
            Aim::Lose => -value,
        };
        let chance = won(&solution.value(graph.start())[0]);
        let mut facts = vec![("family".to_owned(), "mines".to_owned())];
        if let Value::Object(parameters) = &of.parameters {
            let given = parameters.iter().filter(|(_, value)| !value.is_null());
            facts.extend(given.map(|(name, value)| (name.clone(), value.to_string())));
        }
        facts.push(("value".to_owned(), exact::fraction(&chance)));
        let about = About {
            worth: "the probability of winning from here".to_owned(),
            title: format!("{}: P(win) {}", of.title, print::short(&chance)),
            facts,
            board: true,
            exact: how.is_exact(graph.node_count()),
            shown: self.show.of(1)?,
            counts: false,
            depth: how.depth,
            payoff: None,
        };
        let decision = |node: usize| Decision {
            values: vec![won(&solution.value(node)[0])],
            actions: solution
                .actions(&graph, node)
                .into_iter()
                .filter_map(|valued| Some((valued.action?, vec![won(&valued.values[0])])))
                .collect(),
            taken: solution.action(&graph, node),
        };
        how.write_decided(game, &graph, decision, about, targets, watch)
    }
}
