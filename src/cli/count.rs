//! `count`: how many states, transitions and ends, and how large the tree without merging would be.

use super::checkpoint::Checkpoints;
use super::described::Question;
use super::fail::Fail;
use super::memory;
use super::print::Print;
use super::watch::Watch;

/// The counts of Memory, which the description answers.
pub(super) fn memory(question: &Question, _: (Checkpoints, Print), watch: &Watch) -> Result<(), Fail> {
    let (board, decide, limited) = memory::asked(question)?;
    if !limited.is_given() && decide.is_robots() {
        decide.check_robots()?;
        board.plan(watch);
    }
    question.described(watch)
}

/// The title of the counts of a range of boards.
pub(super) const ABOUT: &str = "How many states, transitions and ends";
