//! Graph files and pictures: what each format promises its readers, byte for byte.

#[path = "../common/mod.rs"]
mod common;

mod alone;
mod escape;
mod files;
mod looks;
mod minefields;
mod page;
mod picture;
mod playing;
mod policies;
mod random;
mod stream;
mod turns;
