//! The commands that the program answers itself, because they need a terminal or write files.

use super::{Invocation, Program, generic_play, graph_file};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::play;
use clap::{Args, Command};

/// Groups of options that are shared by several commands.
pub(crate) trait Groups: Sized {
    /// Adds the options to a help page.
    fn add(page: Command) -> Command;

    /// Reads the options.
    fn read(invocation: &Invocation<'_>) -> Result<Self, Fail>;
}

macro_rules! groups {
    ($($group:ident)*) => {
        impl<$($group: Args),*> Groups for ($($group,)*) {
            fn add(page: Command) -> Command {
                $(let page = $group::augment_args(page);)*
                page
            }

            fn read(_invocation: &Invocation<'_>) -> Result<Self, Fail> {
                Ok(($(_invocation.read::<$group>()?,)*))
            }
        }
    };
}

groups! {}
groups! { A }
groups! { A B }
groups! { A B C }
groups! { A B C D }

/// A command that the program answers: the name of the command, the name of the family (empty for any family), and the
/// function.
struct ProgramEntry<G>(&'static str, &'static str, fn(&Invocation<'_>, G, &Context) -> Result<(), Fail>);

/// A command that the program answers, independent of the type of its options.
pub(super) trait ProgramCommand: Sync {
    /// Returns `true` if this entry is the command of the family.
    fn is(&self, command: &str, family: &str) -> bool;

    /// Adds the options to a help page.
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
    // Any family: graph files, and plain lines of text.
    &ProgramEntry("graph", "", graph_file::graph),
    &ProgramEntry("play", "", generic_play::play),
    // Single families: a screen in the terminal, logs, and a playable HTML page.
    &ProgramEntry("play", "memory", play::memory),
    &ProgramEntry("play", "solitaire", play::solitaire),
    &ProgramEntry("play", "mines", play::mines),
    &ProgramEntry("play", "guess", play::guess),
];

/// Returns the command that the program answers for any family.
pub(super) fn generic(command: &str) -> Option<&'static dyn ProgramCommand> {
    ALL.iter().copied().find(|entry| entry.is(command, ""))
}

/// Returns the command that the program answers for one family of chancetree.
pub(super) fn of_family(
    program: Program,
    command: &str,
    family: &str,
) -> Option<&'static dyn ProgramCommand> {
    ALL.iter().copied().find(|entry| entry.is(command, family)).filter(|_| !program.is_own)
}

/// The commands that only one family has, with their descriptions.
pub(crate) const FAMILY_COMMANDS: [(&str, &str); 4] = [
    ("risk", "Show the probability of a mine in each hidden cell"),
    ("deal", "Play a deal turn by turn and draw it"),
    ("fit", "Estimate from a log of games how well a player remembers"),
    ("information", "Show how much a game reveals about a player, by board size"),
];
