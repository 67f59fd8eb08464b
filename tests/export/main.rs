//! Graph files and pictures: the guarantees of each format to its readers, byte for byte.

mod alone;
mod axes;
mod escape;
mod files;
mod letters;
mod looks;
mod merged;
mod minefields;
mod nodes;
mod page;
mod picture;
mod playing;
mod policies;
mod random;
#[cfg(feature = "program")]
mod save;
mod stream;
mod turns;
