//! The graph of players who forget, or who meet singles, with its cycles.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::limited_memory::{LimitedMemory, Model, Solved};
use super::super::memory::Position;
use super::super::print;
use super::super::watch::Watch;
use super::show::Showing;
use super::{How, Shape};
use crate::exact;
use crate::export::decided::{About, Decision};
use crate::game::Game as _;

/// The play of players who are not told otherwise: bold.
const DEFAULT: &str = "robots";

/// Solves the game, and writes its graph.
pub(super) fn run<G: Model>(
    how: &How,
    position: &Position,
    decide: &Decide,
    limited: &LimitedMemory,
    show: Showing,
    watch: &Watch,
) -> Result<(), Fail> {
    decide.only_pairs()?;
    if how.shape == Shape::Tree {
        return Err(Fail::usage(
            "with limited memory there is no single tree of histories; tables are merged",
        )
        .help("--shape dag"));
    }
    let game = limited.game::<G>(position, decide, DEFAULT)?;
    let shown = show.of(position.game.seats())?;
    let targets =
        how.targets(&format!("{}-{}-{}", position.file_stem(), limited.file_stem(), show.stem()))?;
    let solved = Solved::of(game, watch)?;
    let decision = |node| Decision::of(&solved.solution, &solved.graph, node);
    let worth = solved.worth(solved.graph.start())[0].clone();
    let value = exact::fraction(&worth);
    let mut facts = vec![("family".to_owned(), "memory".to_owned())];
    if let serde_json::Value::Object(parameters) = limited.parameters_of(position, decide, DEFAULT) {
        facts.extend(parameters.into_iter().map(|(name, value)| (name, value.to_string())));
    }
    facts.push(("value".to_owned(), value));
    facts.push(("ties".to_owned(), solved.solution.ties.to_string()));
    let number = print::short(&worth);
    let title = format!("; {}; {}; pairs of the mover: {number}", limited.title(), decide.title(DEFAULT));
    let about = About {
        worth: "the pairs that whoever moves may expect from here".to_owned(),
        title: position.title_with("player", &title),
        facts,
        board: how.draws_boards(),
        exact: how.is_exact(solved.graph.node_count()),
        shown,
        counts: true,
        depth: how.depth,
        payoff: None,
    };
    how.write_decided(&solved.game, &solved.graph, decision, about, targets, watch)
}
