//! Games in a terminal, played by keys and clicks.

#[cfg(unix)]
mod broken;
#[cfg(unix)]
mod dumb;
mod games;
mod mines;
mod narrow;
mod progress;
mod recorded_screens;
mod restored;
mod screen;
