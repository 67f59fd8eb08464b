//! Counts the positions and transitions of a game of Minesweeper.

use super::super::described::{Page, Question, Tailored};
use super::super::fail::Fail;
use super::super::mines::Playing;
use super::super::print::{Answer, Answers, Print};
use super::super::watch::Watch;
use crate::evaluate::forward::Measure;
use crate::exact::Natural;
use crate::family::{Datum, Report, Verb, Within};
use crate::games::mines::game::Mines;
use crate::games::{Explore as _, Follow as _};
use crate::model::Error;
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(in crate::cli) struct MinesCount {
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

/// The counts of a game.
struct Counted {
    states: u64,
    transitions: u64,
    /// The nodes and the leaves of the tree, where nobody decides.
    tree: Option<(Natural, Natural)>,
    /// The states of each number of opened cells.
    layers: Vec<(u32, u64)>,
}

impl Tailored for MinesCount {
    const PAGE: Page = Page {
        verb: Verb::Count,
        family: "mines",
        about: "Minesweeper on a small board (Lindgren 2000)",
        details: "A state is what is seen of the board, up to turns and mirrors; all games that are won end in one \
                  state. Where nobody decides, those that are lost end in one for each number of mines left, else in \
                  one.",
        examples: &["--rows 4 --cols 4 --mines 3", "--rows 3 --cols 3 --mines 2 --unmerged --every-order"],
        takes: &[],
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        let changed = |mut game: Mines| {
            if self.unmerged {
                game = game.unmerged();
            }
            if self.every_order {
                game = game.every_order();
            }
            game
        };
        let games = self.playing.games("count", watch)?;
        let one = |game: Mines| {
            let game = changed(game);
            let counted = count(&game, watch).map_err(|error| watch.explain(error))?;
            Ok(Answer {
                parameters: self.parameters(&game),
                report: counted.report(self.playing.title(&game)),
            })
        };
        let several = watch.phase("count", || watch.several("board", games, one))?;
        watch.clear();
        Answers::new("mines", super::ABOUT, self.playing.is_range(), &several.done).print(self.print)?;
        several.end()
    }
}

impl MinesCount {
    fn parameters(&self, game: &Mines) -> Value {
        let mut parameters = self.playing.parameters(game);
        parameters["unmerged"] = json!(self.unmerged);
        parameters["every_order"] = json!(self.every_order);
        parameters
    }
}

fn count(game: &Mines, watch: &Watch) -> Result<Counted, Error> {
    let run = watch.run();
    if game.decides() {
        let graph = game.graph(&run)?;
        let (states, transitions) = (graph.node_count() as u64, graph.edge_count() as u64);
        return Ok(Counted { states, transitions, tree: None, layers: Vec::new() });
    }
    let played = || game.follow(&[0], Measure::Histories, &run);
    let found = watch.upward(game.field().cells().into(), played)?;
    let tree = found.histories.clone().zip(found.leaves().cloned());
    Ok(Counted { states: found.states, transitions: found.transitions, tree, layers: found.layers })
}

impl Counted {
    /// Transitions that lead to a position met before: all but the first into each.
    fn merged(&self) -> u64 {
        self.transitions + 1 - self.states
    }

    fn report(self, title: String) -> Report {
        let mut report = Report::new(title);
        report.show("states", "positions", Datum::Whole(self.states));
        report.show("transitions", "transitions", Datum::Whole(self.transitions));
        report.show("merged", "transpositions merged", Datum::Whole(self.merged()));
        match self.tree {
            Some((nodes, leaves)) => {
                report.show("tree_nodes", "tree nodes", Datum::Large(nodes));
                report.show("tree_leaves", "tree leaves", Datum::Large(leaves));
                report.tables.push(super::layers(&self.layers));
            }
            None => {
                report.add("tree_nodes", Datum::Nothing);
                report.add("tree_leaves", Datum::Nothing);
                report.put("layers", Vec::new(), Datum::Nothing, Within::Json);
            }
        }
        report
    }
}
