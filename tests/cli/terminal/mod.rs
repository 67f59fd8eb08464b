//! Games in a terminal: played by keys and clicks, read off the screen.

mod games;
mod restored;
mod screen;
