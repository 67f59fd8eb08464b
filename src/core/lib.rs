//! The library of chancetree without its command line. The crate `chancetree` hands on all of it; its front page says
//! what is where.

pub mod depict;
#[cfg(feature = "distributed")]
pub mod distributed;
pub mod evaluate;
pub mod exact;
pub mod export;
pub mod extrapolate;
pub mod family;
pub mod game;
pub mod games;
pub mod model;
pub mod payoff;
pub mod play;
pub mod prelude;
pub mod random;
pub mod statistics;
#[cfg(feature = "studies")]
pub mod studies;
