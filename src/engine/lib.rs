//! Exact numbers on explored games. It knows the contract of a game, and no family of games: the crate `chancetree` hands
//! on all of it, and its front page says what is where.

pub mod depict;
#[cfg(feature = "distributed")]
pub mod distributed;
pub mod evaluate;
pub mod extrapolate;
pub mod game;
pub mod model;
pub mod pace;
pub mod payoff;
pub mod random;
pub mod room;
pub mod statistics;

pub use chancetree_exact as exact;
