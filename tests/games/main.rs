//! Games: rules with real cards and boards, published values, closed forms.

mod advice;
mod arguments;
mod decisions;
mod families;
mod fit;
mod guess;
mod imperfect;
mod inputs;
mod laws;
mod limited;
mod mines;
mod own_memories;
mod plans;
mod play;
mod positions;
mod reports;
mod risk;
mod separate;
mod shown;
mod simulate_mines;
mod solitaire;
mod solitaire_sums;
mod strong_play;
mod studies;
mod tactics;
mod transcripts;
