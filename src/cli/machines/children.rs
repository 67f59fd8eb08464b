//! Processes that this one starts on its own machine, with its own words.

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{ActivityKind, Context, is_interrupted};
use crate::cli::fail::{Fail, LimitKind, Status};

use crate::distributed::children::{Children, ExitedProcess};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::Command;

/// Options that each child gets in another way.
const OWN: [&str; 3] = ["--processes", "--threads", "--max-memory"];

/// Starts `processes` processes, and prints the output of the first.
pub(super) fn run(processes: u16, checkpoints: &Checkpoints, context: &Context) -> Result<(), Fail> {
    let failed = |error: io::Error| Fail::io("starting the processes", &error);
    let commands: io::Result<Vec<_>> = (0..processes).map(|me| command(me, processes, context)).collect();
    let all = Children::start(commands.map_err(failed)?, error_or_note).map_err(failed)?;
    let held = context.begin(ActivityKind::CriticalSection);
    let all = all.wait(checkpoints.folder().is_some(), is_interrupted);
    drop(held);
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

/// A line of an error that a process reports; any other is passed on.
fn error_or_note(line: String) -> Option<String> {
    let is_error = line.starts_with("error: ") || line.starts_with("help: ");
    if !is_error {
        let _ = writeln!(io::stderr(), "{line}");
    }
    is_error.then_some(line)
}

/// The arguments of this process without those that it changes.
fn arguments() -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if OWN.contains(&&*text) {
            arguments.next();
        } else if !OWN.iter().any(|own| text.strip_prefix(own).is_some_and(|rest| rest.starts_with('='))) {
            kept.push(argument);
        }
    }
    kept
}

/// Returns why there is no answer: the failure of the process that failed first, as far as it is known.
fn failure(all: &[ExitedProcess], checkpoints: &Checkpoints) -> Option<Fail> {
    if all.iter().all(|process| process.code == Some(0)) {
        return None;
    }
    if is_interrupted() {
        return Some(checkpoints.with_advice(Fail::new(Status::Interrupted, "interrupted")));
    }
    if let Some(killed) = all.iter().position(|process| process.code.is_none() && !process.ended) {
        let what = format!("process {killed} was killed before the work was done");
        return Some(checkpoints.with_advice(Fail::new(Status::Failed, what)));
    }
    let said = |process: &ExitedProcess| {
        process.errors.iter().find_map(|line| Some(line.strip_prefix("error: ")?.to_owned()))
    };
    let own = |(_, process): &(usize, &ExitedProcess)| {
        said(process).is_some_and(|what| !what.starts_with("process "))
    };
    let mut bad = all.iter().enumerate().filter(|(_, process)| process.code != Some(0) && !process.ended);
    let (number, worst) = bad.clone().find(own).or_else(|| bad.next())?;
    let status = match worst.code {
        Some(2) => Status::Usage,
        Some(3) => Status::Limit(LimitKind::Elsewhere),
        Some(130) => Status::Interrupted,
        _ => Status::Failed,
    };
    let what = said(worst).unwrap_or_else(|| format!("process {number} ended without a word"));
    let fail = Fail::new(status, what);
    let told = worst.errors.iter().find_map(|line| line.strip_prefix("help: "));
    Some(match told {
        Some(help) => fail.help(help),
        None => fail,
    })
}
