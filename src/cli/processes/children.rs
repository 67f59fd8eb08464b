//! The processes that `--processes` starts on this machine, with the arguments of this process.

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{ActivityKind, Context, is_interrupted};
use crate::cli::fail::{Fail, LimitKind, Status};
use crate::distributed::children::{Children, ExitedProcess};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::Command;

/// The options that differ in each child.
const REPLACED_OPTIONS: [&str; 3] = ["--processes", "--threads", "--max-memory"];

/// Starts `processes` processes, and prints the output of the first.
pub(super) fn run(processes: u16, checkpoints: &Checkpoints, context: &Context) -> Result<(), Fail> {
    let failed = |error: io::Error| Fail::io("starting the processes", &error);
    let commands: io::Result<Vec<_>> = (0..processes).map(|me| command(me, processes, context)).collect();
    let all = Children::start(commands.map_err(failed)?, error_or_note).map_err(failed)?;
    let critical = context.begin(ActivityKind::CriticalSection);
    let all = all.wait(checkpoints.folder().is_some(), is_interrupted);
    drop(critical);
    let all = all.map_err(|error| Fail::io("a process", &error))?;
    if let Some(fail) = failure(&all, checkpoints) {
        return Err(fail);
    }
    context.clear();
    context.output().print(&all[0].output)
}

fn command(me: u16, processes: u16, context: &Context) -> io::Result<Command> {
    let threads = context.threads_of(usize::from(processes));
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(arguments())
        .arg(format!("--child={me},{processes}"))
        .arg(format!("--threads={threads}"))
        .arg(format!("--max-memory={}B", (context.max_bytes() / u64::from(processes)).max(1)));
    Ok(command)
}

/// Returns an error line or help line of a process, and prints any other line on stderr.
fn error_or_note(line: String) -> Option<String> {
    let is_error = line.starts_with("error: ") || line.starts_with("help: ");
    if !is_error {
        let _ = writeln!(io::stderr(), "{line}");
    }
    is_error.then_some(line)
}

/// Returns the arguments of this process without the replaced options.
fn arguments() -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if REPLACED_OPTIONS.contains(&&*text) {
            arguments.next();
        } else if !REPLACED_OPTIONS
            .iter()
            .any(|option| text.strip_prefix(option).is_some_and(|rest| rest.starts_with('=')))
        {
            kept.push(argument);
        }
    }
    kept
}

/// Returns the failure of the process that failed first, if one failed.
fn failure(all: &[ExitedProcess], checkpoints: &Checkpoints) -> Option<Fail> {
    if all.iter().all(|process| process.code == Some(0)) {
        return None;
    }
    if is_interrupted() {
        return Some(checkpoints.with_advice(Fail::new(Status::Interrupted, "interrupted")));
    }
    if let Some(killed) = all.iter().position(|process| process.code.is_none() && !process.was_killed) {
        let what = format!("process {killed} was killed before the work was done");
        return Some(checkpoints.with_advice(Fail::new(Status::Failed, what)));
    }
    let error_of = |process: &ExitedProcess| {
        process.errors.iter().find_map(|line| Some(line.strip_prefix("error: ")?.to_owned()))
    };
    let has_own_error = |(_, process): &(usize, &ExitedProcess)| {
        error_of(process).is_some_and(|what| !what.starts_with("process "))
    };
    let mut bad =
        all.iter().enumerate().filter(|(_, process)| process.code != Some(0) && !process.was_killed);
    let (number, worst) = bad.clone().find(has_own_error).or_else(|| bad.next())?;
    let status = match worst.code {
        Some(2) => Status::Usage,
        Some(3) => Status::Limit(LimitKind::Elsewhere),
        Some(130) => Status::Interrupted,
        _ => Status::Failed,
    };
    let what = error_of(worst).unwrap_or_else(|| format!("process {number} ended without an error message"));
    let fail = Fail::new(status, what);
    let help = worst.errors.iter().find_map(|line| line.strip_prefix("help: "));
    Some(match help {
        Some(help) => fail.help(help),
        None => fail,
    })
}
