//! Exact numbers on explored games. It knows the contract of a game, and no family of games: the crate `chancetree` hands
//! on all of it, and its front page says what is where.

pub mod evaluate;
pub mod extrapolate;
pub mod room;
pub mod statistics;

pub use chancetree_exact as exact;
pub use chancetree_model as model;
pub use chancetree_model::{depict, game, payoff, random};
