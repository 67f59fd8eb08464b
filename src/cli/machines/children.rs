//! Processes that this one starts on its own machine: it tells them where to meet, and has their last word.

use super::super::checkpoint::Checkpoints;
use super::super::fail::{Fail, Status};
use super::super::print;
use super::super::watch::{Watch, hold, is_interrupted};
use super::hosts;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time the others have to end by themselves once one has failed.
const PARTING: Duration = Duration::from_secs(4);

/// Options that each child gets in another way.
const OWN: [&str; 3] = ["--processes", "--threads", "--max-memory"];

/// A process that was started.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// Its output, once it is over.
    output: Option<JoinHandle<Vec<u8>>>,
    /// Its errors; its notes have been passed on.
    errors: Option<JoinHandle<Vec<String>>>,
    status: Option<ExitStatus>,
    /// `true` if it had to be ended because another had failed.
    ended: bool,
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Starts so many processes, and prints what the first of them prints.
pub(super) fn run(processes: u16, checkpoints: &Checkpoints, watch: &Watch) -> Result<(), Fail> {
    let failed = |error: io::Error| Fail::io("starting the processes", &error);
    let mut all: Vec<Process> = Vec::new();
    for me in 0..processes {
        all.push(start(me, processes, watch).map_err(failed)?);
    }
    let mut ports = format!("{}\n", hosts::new_secret());
    for process in &mut all {
        let mut output = BufReader::new(process.child.stdout.take().expect("it is piped"));
        output.read_line(&mut ports).map_err(failed)?;
        process.output = Some(std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = output.read_to_end(&mut bytes);
            bytes
        }));
    }
    for process in &mut all {
        if let Some(input) = &mut process.input {
            // One that is gone already is found out below.
            let _ = input.write_all(ports.as_bytes());
        }
    }
    wait(&mut all, checkpoints)?;
    let errors: Vec<Vec<String>> = all.iter_mut().map(Process::errors).collect();
    if let Some(fail) = failure(&all, &errors, checkpoints) {
        return Err(fail);
    }
    let output = all[0].output.take().and_then(|output| output.join().ok()).unwrap_or_default();
    watch.clear();
    print::print(&output)
}

fn start(me: u16, processes: u16, watch: &Watch) -> io::Result<Process> {
    let threads = watch.threads_of(usize::from(processes));
    let mut child = Command::new(std::env::current_exe()?)
        .args(arguments())
        .arg(format!("--child={me},{processes}"))
        .arg(format!("--threads={threads}"))
        .arg(format!("--max-memory={}B", (watch.max_bytes() / u64::from(processes)).max(1)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let errors = BufReader::new(child.stderr.take().expect("it is piped"));
    let errors = std::thread::spawn(move || {
        let mut own = Vec::new();
        for line in errors.lines().map_while(Result::ok) {
            if line.starts_with("error: ") || line.starts_with("help: ") {
                own.push(line);
            } else {
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
        own
    });
    let input = child.stdin.take();
    Ok(Process { child, input, output: None, errors: Some(errors), status: None, ended: false })
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

impl Process {
    fn errors(&mut self) -> Vec<String> {
        self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default()
    }
}

/// Waits until all are over; soon after one has failed, whether they like it or not. Those that are interrupted may save
/// first what is kept.
fn wait(all: &mut [Process], checkpoints: &Checkpoints) -> Result<(), Fail> {
    let _held = hold();
    let (mut until, mut told) = (None, false);
    while all.iter().any(|process| process.status.is_none()) {
        for process in all.iter_mut().filter(|process| process.status.is_none()) {
            process.status = process.child.try_wait().map_err(|error| Fail::io("a process", &error))?;
        }
        if is_interrupted() && !told {
            told = true;
            for input in all.iter_mut().filter_map(|process| process.input.as_mut()) {
                // One that is gone need not be told.
                let _ = input.write_all(b"stop\n");
            }
        }
        let failed = |process: &Process| process.status.is_some_and(|status| !status.success());
        if until.is_none() && (told && !checkpoints.is_given() || all.iter().any(failed)) {
            until = Some(Instant::now() + PARTING);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            all.iter_mut().filter(|process| process.status.is_none()).for_each(|process| {
                process.ended = process.child.kill().is_ok();
            });
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// Returns why there is no answer: the one process that began it, as far as that can be told.
fn failure(all: &[Process], errors: &[Vec<String>], checkpoints: &Checkpoints) -> Option<Fail> {
    let codes: Vec<Option<i32>> = all.iter().map(|process| process.status.and_then(|it| it.code())).collect();
    if codes.iter().all(|code| *code == Some(0)) {
        return None;
    }
    let help = || match checkpoints.folder() {
        Some(folder) => format!("the same command goes on from {folder}"),
        None => "--checkpoint DIR saves unfinished work".to_owned(),
    };
    if is_interrupted() {
        return Some(Fail::new(Status::Interrupted, "interrupted").help(help()));
    }
    if let Some(killed) = (0..all.len()).find(|&at| codes[at].is_none() && !all[at].ended) {
        let what = format!("process {killed} was killed before the work was done");
        return Some(Fail::new(Status::Failed, what).help(help()));
    }
    let first =
        |lines: &Vec<String>| lines.iter().find_map(|line| line.strip_prefix("error: ").map(str::to_owned));
    let said: Vec<Option<String>> = errors.iter().map(first).collect();
    let own = |at: &usize| said[*at].as_ref().is_some_and(|what| !what.starts_with("process "));
    let bad = |at: &usize| codes[*at] != Some(0) && !all[*at].ended;
    let worst = (0..all.len()).filter(bad).find(own).or_else(|| (0..all.len()).find(bad))?;
    let status = match codes[worst] {
        Some(2) => Status::Usage,
        Some(3) => Status::Limit,
        Some(130) => Status::Interrupted,
        _ => Status::Failed,
    };
    let what = said[worst].clone().unwrap_or_else(|| format!("process {worst} ended without a word"));
    let fail = Fail::new(status, what);
    let told = errors[worst].iter().find_map(|line| line.strip_prefix("help: "));
    Some(match told {
        Some(help) => fail.help(help),
        None => fail,
    })
}
