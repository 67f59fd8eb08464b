//! Oracles that are independent of the engine, published values, and helpers for calls of the engine.

// Documentation of test helpers is optional.
#![allow(missing_docs)]

pub mod board;
pub mod cards;
pub mod deals;
pub mod documents;
pub mod elimination;
pub mod fixed;
pub mod fixed_plan;
pub mod forgetful_solitaire;
pub mod gerez;
pub mod lead;
pub mod ledger;
pub mod limited_memory;
pub mod minefield;
pub mod monitors;
pub mod published;
pub mod random;
pub mod ranked;
pub mod recursion;
pub mod residues;
pub mod separate_memories;
pub mod session;
pub mod snapshot;
pub mod solitaire;
pub mod strategies;
pub mod tactics;
pub mod toy;
pub mod unfolded;
