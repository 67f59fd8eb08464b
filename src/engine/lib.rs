//! Exact numbers on explored games. The engine depends on the contract of a game and on no particular game. The crate
//! `chancetree` re-exports every item; its front page is an overview.

pub mod evaluate;
pub mod extrapolate;
pub mod statistics;
pub mod usable_memory;

pub use chancetree_exact as exact;
pub use chancetree_model as model;
pub use chancetree_model::{depict, example, game, payoff, random};
