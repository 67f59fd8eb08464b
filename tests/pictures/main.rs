//! Pictures as PNG and PDF: all verbs that draw, what is painted, and where it goes.
#![cfg(feature = "pictures")]

mod inside;
mod painted;
#[allow(dead_code, reason = "shared with the tests of the command line")]
#[path = "../cli/run.rs"]
mod run;
