//! The graph of a game of Minesweeper, the board drawn in every node, or the tree of its games.

use super::super::described::{Page, Question, Tailored};
use super::super::fail::Fail;
use super::super::mines::{Playing, file_stem};
use super::super::print;
use super::super::watch::Watch;
use super::How;
use super::show::Showing;
use crate::evaluate::solve::solve;
use crate::exact::{self, Rational};
use crate::export::decided::{About, Decision};
use crate::family::Verb;
use crate::games::mines::game::{Aim, Mines};
use clap::Args;
use serde_json::Value;

#[derive(Debug, Args)]
pub(in crate::cli) struct MinesGraph {
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    show: Showing,
    #[command(flatten)]
    how: How,
}

/// The subject of a graph.
struct Of {
    /// The name of its file.
    stem: String,
    title: String,
    parameters: Value,
}

impl Tailored for MinesGraph {
    const PAGE: Page = Page {
        verb: Verb::Graph,
        family: "mines",
        about: "Minesweeper on a small board (Lindgren 2000)",
        details: "Every node has its board drawn, and carries the probability of being reached and of winning from \
                  there.",
        examples: &[
            "--rows 2 --cols 3 --mines 2 -o - | dot -Tsvg > mines.svg",
            "--rows 3 --cols 3 --mines 2 --play best --show all --as graphml",
        ],
        takes: &[],
    };

    fn answer(mut self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        self.how.prepare(watch)?;
        let game = self.playing.game("graph", watch)?;
        let of = Of {
            stem: file_stem(game.field()),
            title: self.playing.title(&game),
            parameters: self.playing.parameters(&game),
        };
        self.write(&game, &of, watch)
    }
}

impl MinesGraph {
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
