//! The graph of a game with decisions: positions, tactics with their values, and what chance answers.

use super::super::checkpoint::UNSAVED;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::solved;
use super::super::watch::Watch;
use super::show::Showing;
use super::{How, Shape};
use crate::export::decided::About;
use crate::game::Game as _;
use crate::games::memory::family::Decide;

/// The play of players who are not told otherwise.
const DEFAULT: &str = "robots";

/// Solves the game, and writes its graph.
pub(super) fn run(
    how: &How,
    position: &Position,
    decide: &Decide,
    show: Showing,
    watch: &Watch,
) -> Result<(), Fail> {
    let shown = show.of(position.game.seats())?;
    if how.shape == Shape::Tree {
        return Err(Fail::usage("with decisions there is no single tree of histories; positions are merged")
            .help("--shape dag"));
    }
    let kind = format!("{}-{}", decide.rules().name(), decide.objective().name());
    let targets = how.targets(&format!("{}-{kind}-{}", position.file_stem(), show.stem()))?;
    let solved = solved::decided(decide.game(position, DEFAULT)?, UNSAVED, watch)?;
    let about = About {
        board: how.draws_boards(),
        exact: how.is_exact(solved.graph.node_count()),
        shown,
        depth: how.depth,
        ..solved.about(position, decide, DEFAULT)
    };
    how.write_decided(&solved.game, &solved.graph, |node| solved.decision(node), about, targets, watch)
}
