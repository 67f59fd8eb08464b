//! Reads what is drawn of decisions.

use super::super::fail::Fail;
use super::super::print::count;
use crate::export::decided::Shown;
use crate::game::Seat;
use clap::Args;

/// The part of decisions that is drawn.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Graph")]
pub(in crate::cli) struct Showing {
    /// What is drawn of decisions
    ///
    /// What is done (best), all that may be done (all), with what it falls
    /// short of the best, or all that one player may do (1, 2, ...) against
    /// what the others do.
    #[arg(long, value_name = "best|all|PLAYER", default_value_t = Shown::Taken)]
    show: Shown,
}

impl Showing {
    /// Returns the same choice as a part of a file name.
    pub(in crate::cli) fn stem(self) -> String {
        let player = if matches!(self.show, Shown::Of(_)) { "player" } else { "" };
        format!("{player}{}", self.show)
    }

    /// Returns what it comes to among so many seats.
    pub(in crate::cli) fn of(self, seats: Seat) -> Result<Shown, Fail> {
        match self.show {
            Shown::Of(seat) if seat >= seats => {
                let what = format!("there is no player {} among {}", self.show, count(seats, "player"));
                Err(Fail::usage(what).help(format!("--show {seats}")))
            }
            shown => Ok(shown),
        }
    }
}
