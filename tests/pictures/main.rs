//! Pictures as PNG and PDF: all commands that draw, painted contents, and output files.
#![cfg(feature = "pictures")]

mod inside;
mod painted;
#[allow(dead_code, reason = "shared with the tests of the command line")]
#[path = "../cli/run.rs"]
mod run;
