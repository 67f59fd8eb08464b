//! `deal`: one deal, turn by turn, and drawn.

mod arcs;
mod solitaire;

pub(super) use solitaire::DealSolitaire;
