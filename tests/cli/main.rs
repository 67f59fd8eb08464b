//! The command line as its users meet it: what they type, what they read, what is left on the disk.

mod checkpoint;
mod decisions;
mod fair;
mod files;
mod fit;
mod guess;
mod memories;
mod mines;
mod pictures;
mod play;
mod plot;
mod risk;
mod run;
mod scale;
mod simulate;
mod solitaire;
mod stops;
mod usage;
mod values;
