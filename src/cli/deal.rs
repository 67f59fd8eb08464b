//! `deal`: a deal, played turn by turn.

mod arcs;
mod solitaire;

use super::fail::Fail;
use super::watch::Watch;
use clap::{Args, Subcommand};

/// Play a deal turn by turn, and draw it.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree deal solitaire --name typical --pairs 8\n  chancetree deal solitaire --help"
)]
pub(crate) struct DealVerb {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory for one player who forgets nothing (Lardjane 2024)
    ///
    /// The cards lie in the order in which they are turned. Every turn with its
    /// state (n, k, p): pairs left, cards turned and not collected, pairs known
    /// among them. A block ends with the second card of a pair.
    #[command(after_help = "\
Examples:
  chancetree deal solitaire --cards \"1 2 1 6 2 3 3 5 4 4 5 6\"
  chancetree deal solitaire --pairs 8 --seed 7
  chancetree deal solitaire --pairs 6 --name longest --as svg -o longest.svg
  chancetree deal solitaire --pairs 3 --all")]
    Solitaire(solitaire::DealSolitaire),
}

impl DealVerb {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Solitaire(deal) = self.family;
        deal.run(watch)
    }
}
