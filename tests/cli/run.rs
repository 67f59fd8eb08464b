//! Runs the program and checks how it ended.

use chancetree::cli::embed::{EmbedError, Request, ask};
use chancetree::exact::{Rational, fraction};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Returns the command for the program in `folder`, with arguments split at spaces and without `NO_COLOR`.
pub(crate) fn command(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chancetree"));
    command.args(args.split_whitespace()).current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

/// Runs the program in a temporary folder.
pub(crate) fn run(args: &str) -> Ran {
    let folder = folder();
    run_in(folder.path(), args)
}

/// Runs the program in `folder`.
pub(crate) fn run_in(folder: &Path, args: &str) -> Ran {
    Ran::new(args, command(folder, args).output().expect("the program starts"))
}

/// Runs the program in `folder` with `args` and the arguments of `more`, which are not split.
pub(crate) fn run_args(folder: &Path, args: &str, more: &[impl AsRef<OsStr>]) -> Ran {
    let output = command(folder, args).args(more).output().expect("the program starts");
    let more = more.iter().map(|arg| arg.as_ref().to_string_lossy());
    Ran::new(&format!("{args} {}", more.collect::<Vec<_>>().join(" ")), output)
}

/// Runs the program in `folder` in a shell, after the command `before`.
#[cfg(unix)]
pub(crate) fn run_after(folder: &Path, before: &str, args: &str) -> Ran {
    let script = format!("{before}; exec {} {args}", env!("CARGO_BIN_EXE_chancetree"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("a shell");
    Ran::new(args, output)
}

/// Returns the JSON output of a command that runs in this process, which is faster than starting the program.
pub(crate) fn answer(args: &str) -> Value {
    let output = embedded(args).unwrap_or_else(|refusal| panic!("{args}: {refusal:?}"));
    serde_json::from_str(&output).unwrap_or_else(|error| panic!("{args}: {error}"))
}

/// Returns the output of a command that runs in this process, with one thread unless `args` contains `--threads`. Single quotes
/// keep spaces in an argument.
///
/// # Errors
/// The error that the program would report.
pub(crate) fn embedded(args: &str) -> Result<String, Box<EmbedError>> {
    let threads = if args.contains("--threads") { "" } else { "--threads 1" };
    let args = format!("{args} {threads}");
    let request = Request { words: split(&args).into_iter().map(Into::into).collect(), ..Request::default() };
    let response = ask(request, &Arc::default())?;
    Ok(String::from_utf8(response.printed).expect("the answer is text"))
}

/// Returns the JSON output of the program.
pub(crate) fn printed(args: &str) -> Value {
    printed_in(folder().path(), args)
}

/// Returns the JSON output of the program in `folder`.
pub(crate) fn printed_in(folder: &Path, args: &str) -> Value {
    serde_json::from_str(&run_in(folder, args).ok()).unwrap_or_else(|error| panic!("{args}: {error}"))
}

/// Runs the program in `folder` with `input` on stdin.
pub(crate) fn run_with(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = command(folder, "");
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let written = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    // A program may end without reading its input, such as after a limit of no time.
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
    Ran::new(&args.join(" "), child.wait_with_output().expect("the program ends"))
}

/// Splits a command line at spaces, except in single quotes; a backslash outside of quotes makes the next letter an ordinary one.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut args = vec![String::new()];
    let (mut is_quoted, mut letters) = (false, line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            '\\' if !is_quoted => args.last_mut().expect("one at least").extend(letters.next()),
            ' ' if !is_quoted => args.push(String::new()),
            letter => args.last_mut().expect("one at least").push(letter),
        }
    }
    args.retain(|arg| !arg.is_empty());
    args
}

/// Returns the entries of a JSON list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns a fraction of an answer. Panics if the fraction is not in lowest terms.
pub(crate) fn exact(value: &Value) -> Rational {
    let text = value["exact"].as_str().or(value.as_str()).expect("a fraction");
    let value = text.parse().expect("a numerator and a denominator");
    assert_eq!(fraction(&value), text, "in lowest terms");
    value
}

/// Returns the fractions of a list in an answer.
pub(crate) fn all_exact(values: &Value) -> Vec<Rational> {
    list(values).iter().map(exact).collect()
}

/// Creates an empty folder.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// Returns the names of the files in a folder, including hidden ones, in ascending order.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The arguments, exit status and output of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) args: String,
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn new(args: &str, output: Output) -> Self {
        Self {
            args: args.to_owned(),
            status: output.status.code(),
            out: String::from_utf8(output.stdout).expect("stdout is text"),
            err: String::from_utf8(output.stderr).expect("stderr is text"),
        }
    }

    /// Returns stdout. Panics unless the run succeeded and stderr is empty.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (Some(0), ""), "{}", self.args);
        self.out
    }

    /// Panics unless the run failed with `status`, nothing on stdout, one error line that contains `what`, and at most one help
    /// line.
    pub(crate) fn failed(&self, status: i32, what: &str) {
        let Self { args, err, .. } = self;
        assert_eq!(self.status, Some(status), "{args}: {err}");
        assert_eq!(self.out, "", "{args}");
        let lines: Vec<&str> = err.lines().filter(|line| !line.starts_with("note: ")).collect();
        assert!(
            lines[0].starts_with("error: ") && lines[0].contains(what),
            "{args}: {what:?} is not in {err}"
        );
        assert!(
            lines.len() <= 2 && lines[1..].iter().all(|line| line.starts_with("help: ")),
            "{args}: {err}"
        );
        for wrong in ["panicked", "os error", "Error", "backtrace", "  "] {
            assert!(!err.contains(wrong), "{args}: {err}");
        }
    }
}

/// Waits for the end of a process, for 30 seconds at most.
pub(crate) fn wait(mut child: Child, args: &str) -> Ran {
    let started = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        if started.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("{args}: still running after 30 s");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ran::new(args, child.wait_with_output().expect("it has ended"))
}

/// Runs the program as on a full disk: a file has at most `blocks` blocks of 512 bytes.
#[cfg(target_os = "linux")]
pub(crate) fn with_room(folder: &Path, args: &str, blocks: u32) -> Ran {
    run_after(folder, &format!("trap '' XFSZ; ulimit -f {blocks}"), args)
}

/// Starts two runs that differ only in the scores, both with the same checkpoint folder, in each of `rounds` rounds; `more` returns
/// further arguments. The second run starts up to four pauses after the first. Each run succeeds with its own answer or is refused.
/// More rounds follow until a run was refused, because the machine decides when the runs collide.
pub(crate) fn race(board: &str, rounds: u32, pause: Duration, more: impl Fn(u32) -> [&'static str; 2]) {
    let boards = ["0,6", "6,0"].map(|scores| format!("{board} --scores {scores}"));
    let expected = boards.each_ref().map(|board| run(board).ok());
    let folder = folder();
    let (mut done, mut refused) = (0, 0);
    let started = Instant::now();
    for round in 0.. {
        if round >= rounds && (refused > 0 || started.elapsed() > Duration::from_secs(60)) {
            break;
        }
        let start = |(board, more): (&String, &str)| {
            let args = format!("{board} --checkpoint kept --checkpoint-every 0 --threads 1{more}");
            let mut command = command(folder.path(), &args);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
            // The second run starts earlier or later during the first one.
            std::thread::sleep(pause * (round % 5));
            (args, child)
        };
        let both: Vec<_> = boards.iter().zip(more(round)).map(start).collect();
        for ((args, child), expected) in both.into_iter().zip(&expected) {
            let ran = wait(child, &args);
            if ran.status == Some(0) {
                assert_eq!(ran.out, *expected, "{args}");
                done += 1;
            } else {
                ran.failed(1, "the folder kept is in use by another chancetree");
                refused += 1;
            }
        }
        let mut remaining = files(&folder.path().join("kept"));
        // A process may be killed before it removes its lock, which does no harm.
        remaining.retain(|name| !name.starts_with(".chancetree.lock"));
        assert_eq!(remaining, [""; 0], "a finished run leaves no files");
    }
    assert!(done >= rounds && refused > 0, "{done} done, {refused} refused");
}
