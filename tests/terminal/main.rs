//! Games in a terminal: played by keys, read off the screen.

mod memory;
mod screen;
