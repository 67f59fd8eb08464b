//! `reproduce`: every number that a published study prints: the paper, our value, the verdict.

use super::fail::Fail;
use super::watch::Watch;
use clap::{Args, Subcommand};

/// Check every number that a published study prints.
#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    #[command(subcommand)]
    study: Study,
}

#[derive(Debug, Subcommand)]
enum Study {
    /// Bondarenko 2021: Memory between robots with perfect memory
    Bondarenko,
}

impl Reproduce {
    pub(crate) fn run(self, _watch: &Watch) -> Result<(), Fail> {
        let Study::Bondarenko = self.study;
        Ok(())
    }
}
