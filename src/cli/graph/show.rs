//! Reads what is drawn of decisions.

use super::super::fail::Fail;
use super::super::print::count;
use crate::export::decided::Shown;
use crate::game::Seat;
use clap::Args;
use std::fmt::{self, Display};
use std::str::FromStr;

/// What is drawn of decisions.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Graph")]
pub(in crate::cli) struct Showing {
    /// What is drawn of decisions
    ///
    /// What is done (best), all that may be done (all), with what it falls
    /// short of the best, or all that one player may do (1, 2, ...) against
    /// what the others do.
    #[arg(long, value_name = "best|all|PLAYER", default_value_t = Show::Best)]
    show: Show,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Show {
    Best,
    All,
    /// From 1.
    Player(Seat),
}

impl FromStr for Show {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Best),
            "all" => Ok(Self::All),
            _ => text
                .parse()
                .ok()
                .filter(|&player| player > 0)
                .map(Self::Player)
                .ok_or_else(|| "best, all or the number of a player is needed".to_owned()),
        }
    }
}

impl Display for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best => f.write_str("best"),
            Self::All => f.write_str("all"),
            Self::Player(player) => player.fmt(f),
        }
    }
}

impl Showing {
    /// Returns the same choice as a part of a file name.
    pub(in crate::cli) fn stem(self) -> String {
        match self.show {
            Show::Player(player) => format!("player{player}"),
            show => show.to_string(),
        }
    }

    /// Returns what it comes to among so many seats.
    pub(in crate::cli) fn of(self, seats: Seat) -> Result<Shown, Fail> {
        match self.show {
            Show::Best => Ok(Shown::Taken),
            Show::All => Ok(Shown::All),
            Show::Player(player) if player <= seats => Ok(Shown::Of(player - 1)),
            Show::Player(player) => {
                Err(Fail::usage(format!("there is no player {player} among {}", count(seats, "player")))
                    .help(format!("--show {seats}")))
            }
        }
    }
}
