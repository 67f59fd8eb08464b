//! The command line as its users meet it: what they type, what they read, what is left on the disk.

mod checkpoint;
mod columns;
mod decisions;
mod defaults;
mod drn;
mod embedded;
#[cfg(unix)]
mod examples;
mod fair;
mod files;
mod fit;
mod graphs;
mod guess;
mod hints;
mod inside;
mod kept;
mod limits;
mod memories;
mod mines;
mod models;
mod names;
mod pages;
mod play;
mod plot;
mod ranges;
mod readme;
mod reproduce;
mod results;
#[cfg(unix)]
mod resume;
mod risk;
mod run;
mod scale;
mod schema;
mod simulate;
mod snapshots;
mod solitaire;
mod stops;
mod strategies;
mod tables;
mod terminal;
mod threads;
mod typed;
mod usage;
mod values;
mod watched;
