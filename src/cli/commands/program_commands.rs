//! The commands that the program answers itself, because they need a terminal or write files.

use super::{Invocation, Program, graph_file};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::fail::Fail;
use crate::cli::graph::{GraphArgs, ShownArgs};
use crate::cli::play::{self, PlayArgs};
use chancetree_families::family::Family;
use chancetree_play::commands::{PlayReader, play_reader};
use clap::{Args as _, Command};

/// A command that the program answers.
#[derive(Clone, Copy)]
pub(super) enum ProgramCommand {
    /// The graph of any family.
    Graph,
    /// A game with a screen in the terminal, logs, and a playable HTML page.
    Play(PlayReader),
}

impl ProgramCommand {
    /// Returns the command, if the program answers it and the family does not.
    pub(super) fn of(program: Program, command: &str, family: &dyn Family) -> Option<Self> {
        match command {
            _ if family.own_handler(command).is_some() => None,
            "graph" => Some(Self::Graph),
            "play" if !program.is_own => play_reader(family.name()).map(Self::Play),
            _ => None,
        }
    }

    /// Adds the options to a help page.
    pub(super) fn add_options(self, page: Command) -> Command {
        match self {
            Self::Graph => Checkpoints::augment_args(GraphArgs::augment_args(ShownArgs::augment_args(page))),
            Self::Play(_) => PlayArgs::augment_args(page),
        }
    }

    /// Answers the command.
    pub(super) fn answer(self, invocation: &Invocation<'_>) -> Result<(), Fail> {
        match self {
            Self::Graph => {
                let options = (invocation.read()?, invocation.read()?, invocation.read()?);
                graph_file::graph(invocation, options)
            }
            Self::Play(read) => play::play(read, invocation, &invocation.read()?),
        }
    }
}

/// The commands that only one family has, with their descriptions.
pub(crate) const FAMILY_COMMANDS: [(&str, &str); 4] = [
    ("risk", "Show the probability of a mine in each hidden cell"),
    ("deal", "Play a deal turn by turn and draw it"),
    ("fit", "Estimate from a log of games how well a player remembers"),
    ("information", "Show how much a game reveals about a player, by board size"),
];
