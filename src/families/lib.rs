//! Families of games: the description of each family, and the commands that answer queries about its games.
//!
//! Family-specific evaluators and reports live next to the description of the family. They do not need the command
//! line.

pub mod family;
pub mod game_log;
pub mod guess;
pub mod memory;
pub mod mines;
pub mod model_file;
pub mod plan;
pub mod plots;
pub mod solitaire;

use crate::family::Family;
#[cfg(feature = "distributed")]
use chancetree_distributed as distributed;
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, random, statistics};
pub use chancetree_games::named_enum;

/// The families of this program.
pub static DESCRIBED: &[&dyn Family] = &[
    &memory::family::MemoryFamily,
    &solitaire::SolitaireFamily,
    &mines::family::Minesweeper,
    &guess::GuessFamily,
    &model_file::ModelFiles,
];
