//! Games made from games.

pub mod ledger;
