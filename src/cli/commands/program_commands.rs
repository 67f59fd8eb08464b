//! The commands that the program runs itself, because they need a terminal or write the files of a graph.

use super::{Invocation, Program, generic_play, graph_file};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::play;
use clap::{Args, Command};

/// Groups of options that several commands share.
pub(crate) trait Groups: Sized {
    /// Adds them to a page.
    fn add(page: Command) -> Command;

    /// Reads them.
    fn read(question: &Invocation<'_>) -> Result<Self, Fail>;
}

macro_rules! groups {
    ($($group:ident)*) => {
        impl<$($group: Args),*> Groups for ($($group,)*) {
            fn add(page: Command) -> Command {
                $(let page = $group::augment_args(page);)*
                page
            }

            fn read(_question: &Invocation<'_>) -> Result<Self, Fail> {
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

/// A command that the program answers: the name of the command, the name of the family, or an empty text for any family, and
/// the function that answers it.
struct ProgramEntry<G>(&'static str, &'static str, fn(&Invocation<'_>, G, &Context) -> Result<(), Fail>);

/// A command that the program answers, whatever its groups of options.
pub(super) trait ProgramCommand: Sync {
    /// Returns whether this is the command of the family.
    fn is(&self, command: &str, family: &str) -> bool;

    /// Adds the groups of options to a page.
    fn options(&self, page: Command) -> Command;

    /// Answers the command.
    fn answer(&self, invocation: &Invocation<'_>, context: &Context) -> Result<(), Fail>;
}

impl<G: Groups> ProgramCommand for ProgramEntry<G> {
    fn is(&self, command: &str, family: &str) -> bool {
        (self.0, self.1) == (command, family)
    }

    fn options(&self, page: Command) -> Command {
        G::add(page)
    }

    fn answer(&self, invocation: &Invocation<'_>, context: &Context) -> Result<(), Fail> {
        (self.2)(invocation, G::read(invocation)?, context)
    }
}

/// The commands that the program answers.
static ALL: &[&dyn ProgramCommand] = &[
    // Any family: files of graphs, and plain lines of a terminal.
    &ProgramEntry("graph", "", graph_file::graph),
    &ProgramEntry("play", "", generic_play::play),
    // A screen of cards, mines or numbers, logs, and a page that is the game.
    &ProgramEntry("play", "memory", play::memory),
    &ProgramEntry("play", "solitaire", play::solitaire),
    &ProgramEntry("play", "mines", play::mines),
    &ProgramEntry("play", "guess", play::guess),
];

/// Returns the command that the program answers for any family.
pub(super) fn generic(command: &str) -> Option<&'static dyn ProgramCommand> {
    ALL.iter().copied().find(|entry| entry.is(command, ""))
}

/// Returns the command that the program answers for one of chancetree's families.
pub(super) fn of_family(
    program: Program,
    command: &str,
    family: &str,
) -> Option<&'static dyn ProgramCommand> {
    ALL.iter().copied().find(|entry| entry.is(command, family)).filter(|_| !program.is_own)
}

/// Commands of one family alone, with their descriptions.
pub(crate) const OWN: [(&str, &str); 4] = [
    ("risk", "How likely a mine is in every cell that is still hidden"),
    ("deal", "Play a deal turn by turn, and draw it"),
    ("fit", "Estimate from a log of games how well somebody remembers"),
    ("information", "How much a game tells about a player, by the size of the board"),
];
