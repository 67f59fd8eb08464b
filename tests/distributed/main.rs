//! Exact odds computed by several workers, processes and machines.
#![cfg(feature = "distributed")]

mod games;
mod hosts;
mod processes;
#[allow(dead_code, reason = "shared with the tests of the command line")]
#[path = "../cli/run.rs"]
mod run;
