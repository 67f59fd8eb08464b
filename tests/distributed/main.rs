//! Exact odds computed by several threads and processes.
#![cfg(feature = "distributed")]

mod connections;
mod games;
mod hosts;
mod processes;
#[allow(dead_code, reason = "shared with the tests of the command line")]
#[path = "../cli/run.rs"]
mod run;
