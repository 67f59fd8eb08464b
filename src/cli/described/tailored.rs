//! Verbs of families that are answered by code of their own, for the family knows better than the engine by itself.

use super::{Inquiry, Program};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::{deal, fit, graph, play, risk};
use clap::{Args, Command};

/// Groups of options that several verbs share.
pub(crate) trait Groups: Sized {
    /// Adds them to a page.
    fn add(page: Command) -> Command;

    /// Reads them.
    fn read(question: &Inquiry<'_>) -> Result<Self, Fail>;
}

macro_rules! groups {
    ($($group:ident)*) => {
        impl<$($group: Args),*> Groups for ($($group,)*) {
            fn add(page: Command) -> Command {
                $(let page = $group::augment_args(page);)*
                page
            }

            fn read(_question: &Inquiry<'_>) -> Result<Self, Fail> {
                Ok(($(_question.read::<$group>()?,)*))
            }
        }
    };
}

groups! {}
groups! { A }
groups! { A B }
groups! { A B C }
groups! { A B C D }

/// A verb of a family, and the code that answers it.
pub(super) struct Own<G>(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) fn(&Inquiry<'_>, G, &Context) -> Result<(), Fail>,
);

/// A verb of a family that has code of its own for it, whatever its groups of options.
pub(crate) trait Tailored: Sync {
    /// Returns `true` if this is the verb of the family.
    fn is(&self, verb: &str, family: &str) -> bool;

    /// Adds the groups of options to the page.
    fn options(&self, page: Command) -> Command;

    /// Answers a question.
    fn answer(&self, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail>;
}

impl<G: Groups> Tailored for Own<G> {
    fn is(&self, verb: &str, family: &str) -> bool {
        (self.0, self.1) == (verb, family)
    }

    fn options(&self, page: Command) -> Command {
        G::add(page)
    }

    fn answer(&self, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail> {
        (self.2)(question, G::read(question)?, context)
    }
}

/// All of them, a line each, after what the family knows better than the engine by itself.
static ALL: &[&dyn Tailored] = &[
    // Robots: who wins from every node, also beyond a cut that keeps a graph small.
    &Own("graph", "memory", graph::memory),
    // Cards, mines or a number that lie hidden, on one screen: luck and choices, hints, logs, and a page that is the game.
    &Own("play", "memory", play::memory),
    &Own("play", "solitaire", play::solitaire),
    &Own("play", "mines", play::mines),
    &Own("play", "guess", play::guess),
    // Verbs of their own.
    &Own("risk", "mines", risk::mines),
    &Own("deal", "solitaire", deal::solitaire),
    &Own("fit", "solitaire", fit::solitaire),
];

/// Verbs whose question is that of one family alone, and what they say of themselves.
pub(crate) const OWN: [(&str, &str); 4] = [
    ("risk", "How likely a mine is in every cell that is still hidden"),
    ("deal", "Play a deal turn by turn, and draw it"),
    ("fit", "Estimate from a log of games how well somebody remembers"),
    ("information", "How much a game tells about a player, by the size of the board"),
];

/// Returns the code of its own that a family of chancetree has for a verb, if it has any.
pub(crate) fn tailored(program: Program, verb: &str, family: &str) -> Option<&'static dyn Tailored> {
    ALL.iter().copied().find(|entry| entry.is(verb, family)).filter(|_| !program.is_own)
}
