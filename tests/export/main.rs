//! Graph files and pictures: the guarantees of each format to its readers, byte for byte.

mod axes;
mod escape;
mod event_styles;
mod files;
mod letters;
mod merged;
mod mines_pages;
mod nodes;
mod page;
mod picture;
mod play_pages;
mod policies;
mod random;
#[cfg(feature = "program")]
mod save;
mod separate_memories;
mod solitaire_pages;
mod stream;
