//! The commands that the program answers itself, because they need a terminal or write files.

use super::{Invocation, Program, generic_play, graph_file};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::fail::Fail;
use crate::cli::graph::{GraphArgs, ShownArgs};
use crate::cli::play::{self, PlayArgs};
use chancetree_play::commands::{PlayReader, play_reader};
use clap::{Args as _, Command};

/// A command that the program answers.
#[derive(Clone, Copy)]
pub(super) enum ProgramCommand {
    /// The graph of any family.
    Graph,
    /// A game of any family in plain lines of text.
    PlainPlay,
    /// A game with a screen in the terminal, logs, and a playable HTML page.
    Play(PlayReader),
}

impl ProgramCommand {
    /// Returns the command that the program answers for any family.
    pub(super) fn generic(command: &str) -> Option<Self> {
        match command {
            "graph" => Some(Self::Graph),
            "play" => Some(Self::PlainPlay),
            _ => None,
        }
    }

    /// Returns the command that the program answers for one family of chancetree.
    pub(super) fn of_family(program: Program, command: &str, family: &str) -> Option<Self> {
        let is_play = command == "play" && !program.is_own;
        is_play.then(|| play_reader(family)).flatten().map(Self::Play)
    }

    /// Adds the options to a help page.
    pub(super) fn add_options(self, page: Command) -> Command {
        match self {
            Self::Graph => Checkpoints::augment_args(GraphArgs::augment_args(ShownArgs::augment_args(page))),
            Self::PlainPlay => page,
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
            Self::PlainPlay => generic_play::play(invocation),
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
