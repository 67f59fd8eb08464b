//! Games in a terminal, played by keys and clicks.

#[cfg(unix)]
mod broken;
#[cfg(unix)]
mod dumb;
mod games;
mod narrow;
mod progress;
mod restored;
mod screen;
