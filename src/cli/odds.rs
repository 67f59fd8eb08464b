//! `odds` of solitaire Memory.

mod solitaire;

pub(super) use solitaire::solitaire;
