//! The pages of the commands for any family: their options, and the functions that answer them.

use super::{best, counting, fair, odds, planning, play, simulate};
use crate::family::{Approximation, GenericCommand, Page, Parameter, Sampling};

/// The options of a game in plain lines of text.
pub(crate) const PLAY_OPTIONS: [Parameter; 2] = [
    Parameter::number(
        "seed",
        "Seed of the random numbers; the same seed gives the same game [if not set: a new seed each time]",
        0,
        u64::MAX,
    )
    .with_placeholder("S")
    .heading("Game"),
    Parameter::word_list(
        "seats",
        "The players in order of their seats [if not set: human, the others best]",
        &[("human", ""), ("best", "")],
    )
    .with_placeholder("WHO,WHO,...")
    .heading("Game"),
];

/// The options of values in doubles.
const DOUBLES: &[Parameter] = &[Approximation::APPROXIMATE, Approximation::PRECISION];

const BEST: &[Parameter] = &[
    Parameter::flag("every", "Show every state with a decision, not only the first").heading("Game"),
    Approximation::APPROXIMATE,
    Approximation::PRECISION,
];

const SIMULATE: &[Parameter] = {
    let [games, seed] = Sampling::OPTIONS;
    &[games, seed, Approximation::APPROXIMATE.rare(), Approximation::PRECISION.rare()]
};

impl GenericCommand {
    /// Returns the page of the command for any family. The page of a family with an answer of its own replaces it, and any other
    /// page of a family adds to its options. It has no examples, and no answer for a graph, which has another kind of handler.
    ///
    /// ```
    /// use chancetree::family::GenericCommand;
    ///
    /// let page = GenericCommand::Best.page();
    /// assert_eq!(page.options[0].name, "every");
    /// assert!(page.answer.is_some() && page.saves);
    /// ```
    pub fn page(self) -> Page {
        let page = Page::new(self.name(), self.meaning(), &[]);
        match self {
            Self::Odds => page.with(DOUBLES).answering(odds).shareable(),
            Self::Best => page.with(BEST).answering(best),
            Self::Count => page.answering(counting::count),
            Self::Graph => page,
            // A plan is too short to be saved.
            Self::Plan => page.answering(planning::estimate).unsaved(),
            Self::Fair => page.with(DOUBLES).answering(fair),
            Self::Simulate => page.with(SIMULATE).answering(simulate),
            Self::Play => page.with(&PLAY_OPTIONS).answering(play::play).logging().unsaved(),
        }
    }
}
