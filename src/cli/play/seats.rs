//! Reads who sits at a board of Memory, as it is typed.

use super::super::spelled::spelled;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Remembered, memory};
use crate::play::memory::Seats;
use clap::Args;
use clap::builder::ArgPredicate;

/// Who sits where, and what they remember.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Players")]
pub(super) struct Sitting {
    /// Who sits where, up to 8: human, or a way to play: robots, best, bold,
    /// safe, parity, zwick-paterson, a tactic T1 to T9, or a file that best
    /// --save wrote
    #[arg(
        long,
        value_name = "S1,S2,...",
        value_delimiter = ',',
        default_value = "human,robots",
        default_value_if("entry", ArgPredicate::IsPresent, "human,human")
    )]
    seats: Vec<String>,
    /// How the odds suppose that people play
    #[arg(long, value_name = "WAY", default_value = "robots")]
    people: String,
    /// What those want who play best [default: win between two, else pairs]
    ///
    /// Two who may pass, or who forget, play for pairs.
    #[arg(long, value_parser = spelled::<Objective>())]
    objective: Option<Objective>,
    /// Two known cards that are no pair may be shown: a pass. After two of them
    /// what is left is shared
    #[arg(long)]
    passing: bool,
    /// Cards that all players remember together, or unlimited; or one limit for
    /// each player: 2,5. What is too much is forgotten at random, and they are
    /// bold or safe (Sjölund & Åstrand) [default: unlimited]
    #[arg(long, value_name = "M|M1,M2", allow_hyphen_values = true, value_parser = memory)]
    memory: Option<Remembered>,
}

impl Sitting {
    /// Returns them as the games know them.
    pub(super) fn seats(&self) -> Seats {
        let Self { seats, people, objective, passing, memory } = self.clone();
        Seats { seats, people, objective, passing, memory }
    }
}
