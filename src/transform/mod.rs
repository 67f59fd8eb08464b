//! Games made from games.

pub mod ledger;
pub mod unfolded;
