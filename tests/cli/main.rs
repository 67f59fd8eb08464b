//! The command line as its users meet it: what they type, what they read, what is left on the disk.

mod checkpoint;
mod columns;
mod decisions;
#[cfg(unix)]
mod examples;
mod fair;
mod files;
mod fit;
mod forged;
mod graphs;
mod guess;
mod hints;
mod limits;
mod memories;
mod mines;
mod pages;
mod play;
mod plot;
mod readme;
mod reproduce;
mod results;
mod risk;
mod run;
mod scale;
mod schema;
mod simulate;
mod snapshots;
mod solitaire;
mod stops;
mod strategies;
mod terminal;
mod threads;
mod typed;
mod usage;
mod values;
mod watched;
