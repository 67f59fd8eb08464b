//! Oracles that are independent of the engine, published values, and helpers for calls of the engine.

// Documentation of test helpers is optional.
#![allow(missing_docs)]

pub mod board;
pub mod cards;
pub mod convention;
pub mod deals;
pub mod documents;
pub mod duel;
pub mod fixed;
pub mod forgetting;
pub mod known;
pub mod lead;
pub mod ledger;
pub mod minds;
pub mod minefield;
pub mod naive;
pub mod played;
pub mod random;
pub mod ranked;
pub mod recursion;
pub mod remembering;
pub mod residues;
pub mod session;
pub mod snapshot;
pub mod solitaire;
mod state_codec;
pub mod strategies;
pub mod toy;
pub mod unfolded;
