//! Games made from games.

pub mod fixed;
pub mod ledger;
pub mod unfolded;
