//! Exact odds shared out among workers, processes and machines.
#![cfg(feature = "distributed")]

#[path = "../common/mod.rs"]
mod common;
mod games;
mod processes;
#[path = "../cli/run.rs"]
mod run;
