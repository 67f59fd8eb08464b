//! `deal`: one deal, turn by turn, and drawn.

mod solitaire;

pub(super) use solitaire::solitaire;
