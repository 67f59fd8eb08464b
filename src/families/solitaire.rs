//! Memory for one player, as a family: perfect memory, limited memory, and scores.

mod best;
pub mod dealt;
pub mod distributions;
mod family;
pub mod imperfect;
mod odds;
mod pages;
pub(crate) mod plots;
pub mod quantity_name;
pub mod score;
pub mod sequence;
pub mod summary;

pub use chancetree_games::solitaire::*;
pub use family::{MODEL, Player, RECALL, SolitaireComputation, SolitaireFamily};
pub use pages::Tail;
