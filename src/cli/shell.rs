//! `completions` and `man`: what a shell and a manual want to know, made from the command line itself.

use super::Cli;
use super::fail::{Fail, Status};
use super::print;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use std::path::PathBuf;

/// Completions for a shell, on stdout.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree completions bash > chancetree.bash
  chancetree completions fish > ~/.config/fish/completions/chancetree.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<(), Fail> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "chancetree", &mut text);
        print::print(&text)
    }
}

/// The manual pages, into a folder.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  chancetree man\n  chancetree man /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// The folder, made if it is not there
    #[arg(default_value = "output/man")]
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(self) -> Result<(), Fail> {
        let folder = &self.folder;
        let failed = |error: &std::io::Error| {
            Fail::new(Status::Failed, format!("{}: {}", folder.display(), super::fail::reason(error)))
        };
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        clap_mangen::generate_to(Cli::command(), folder).map_err(|error| failed(&error))?;
        print::print(&format!("manual pages in {}\n", folder.display()))
    }
}
