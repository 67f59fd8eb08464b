//! Guess a number, as a family: see [`Guess`].

mod family;

pub use chancetree_games::guess::*;
pub use family::{Guessing, MOST_PLAYED, refusal};
