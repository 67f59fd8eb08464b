//! `man`: generates manual pages. Also quotes words for a shell.

use super::context::Context;
use super::fail::Fail;
use super::program::Program;
use super::target::{Target, not_written};
use chancetree_families::family::{did_you_mean, nearest, shell_word};
use clap::{Args, Command, ValueHint};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Print a man page, or write all man pages into a folder.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree man odds memory | man -l -
  chancetree man -o /usr/local/share/man/man1")]
pub(crate) struct Man {
    /// A command, or a command and a game [if not set: the page of the program]
    #[arg(value_name = "NAME", conflicts_with = "output", hide_possible_values = true)]
    names: Vec<String>,
    /// Write all pages into FOLDER; create it if needed
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// Overwrite existing pages
    #[arg(long, requires = "output")]
    force: bool,
}

impl Man {
    pub(crate) fn run(self, context: &Context) -> Result<(), Fail> {
        let mut command = super::command(context.program()).disable_help_subcommand(true);
        command.build();
        if let Some(folder) = &self.output {
            return write(command, folder, self.force, context);
        }
        for (place, name) in self.names.iter().enumerate() {
            let Some(next) = command.find_subcommand(name) else {
                let known: Vec<_> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
                let names: Vec<_> = known.iter().map(|sub| sub.get_name()).collect();
                let known_page = if place == 0 { "odds".to_owned() } else { self.names[..place].join(" ") };
                let what = match names.is_empty() {
                    true => format!("there is no page {name:?} of {}", command.get_name()),
                    false => format!("there is no page {name:?}; use one of {}", names.join(", ")),
                };
                let meant = nearest(name, names.iter().copied());
                let page = meant.map_or(known_page, |right| {
                    [&self.names[..place], &[right.to_owned()]].concat().join(" ")
                });
                let fail = Fail::usage(did_you_mean(&what, meant));
                return Err(fail.help_command(format!("man {page}")));
            };
            command = next.clone();
        }
        context.output().print(&page(command, context.program())?)
    }
}

/// The display order of global options: after the options of a command, before help.
const GLOBAL: usize = 500;

/// Returns the text of a manual page.
fn page(command: Command, program: Program) -> Result<Vec<u8>, Fail> {
    // A page also describes the options that only the long help shows. Global options have display orders of their own, and
    // would appear among the options of this command.
    let command = command.mut_args(|arg| {
        let place = arg.get_display_order() + if arg.is_global_set() { GLOBAL } else { 0 };
        arg.hide_short_help(false).display_order(place)
    });
    let mut text = Vec::new();
    let man = clap_mangen::Man::new(command).source(super::source(program)).manual("User Commands");
    man.render(&mut text).map_err(|error| Fail::io("a manual page", &error))?;
    // clap_mangen omits an empty date, so the source would appear as the date. The line breaks and spaces of examples are
    // kept.
    let text = String::from_utf8_lossy(&text)
        .replacen(" 1  \"", " 1 \"\" \"", 1)
        .replacen(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n.nf\n", 1)
        .replacen("\nExit status: ", "\n.SH \"EXIT STATUS\"\n", 1);
    Ok(text.into_bytes())
}

/// Writes all manual pages into a folder.
fn write(command: Command, folder: &Path, force: bool, context: &Context) -> Result<(), Fail> {
    if folder.exists() && !folder.is_dir() {
        let what = format!("{} is a file; man pages need a folder", folder.display());
        return Err(Fail::usage(what).help("-o man1"));
    }
    std::fs::create_dir_all(folder).map_err(|error| not_written(folder, ("-o", folder), &error))?;
    let mut left = vec![command];
    let mut targets = Vec::new();
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|sub| !sub.is_hide_set()).cloned());
        let name = clap_mangen::Man::new(command.clone()).get_filename();
        let mut target = Target::open_part(&folder.join(&name), folder, force, ["-o", "man1"], context)?;
        let text = page(command, context.program())?;
        target.put(&text)?;
        targets.push((target, text.len() as u64));
    }
    let count = targets.len();
    Target::finish_all(targets)?;
    context.note(&format!("{count} manual pages in {}", folder.display()));
    Ok(())
}

/// Quotes a path or another text as one word of a command; see [`shell_word`].
pub(crate) fn word(text: &(impl AsRef<OsStr> + ?Sized)) -> String {
    shell_word(&text.as_ref().to_string_lossy())
}
