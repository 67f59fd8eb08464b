//! Memory (Concentration, Pairs), as a family: robots, players who decide, and players who forget.

mod best;
pub mod fair;
pub mod family;
mod graph;
pub mod lineup;
pub mod node_odds;
pub mod odds;
pub mod plan;
pub(crate) mod plots;
pub mod query;
mod sampled;
pub mod solved;
pub mod strategies;
mod table_rows;
pub mod tactics;

pub use chancetree_games::memory::*;
