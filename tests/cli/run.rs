//! Runs the program and judges how it ended.

use chancetree::cli::embed::{EmbedError, Request, ask};
use chancetree::exact::{Rational, fraction};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The program, its words split at spaces, in a folder of its own without a colour setting.
pub(crate) fn command(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chancetree"));
    command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

/// Runs the program in a folder that is thrown away.
pub(crate) fn run(words: &str) -> Ran {
    let folder = folder();
    run_in(folder.path(), words)
}

/// Runs the program in `folder`.
pub(crate) fn run_in(folder: &Path, words: &str) -> Ran {
    Ran::new(words, command(folder, words).output().expect("the program starts"))
}

/// Runs the program in `folder` with `words` and more arguments, which are not split.
pub(crate) fn run_args(folder: &Path, words: &str, args: &[impl AsRef<OsStr>]) -> Ran {
    let output = command(folder, words).args(args).output().expect("the program starts");
    let args = args.iter().map(|arg| arg.as_ref().to_string_lossy());
    Ran::new(&format!("{words} {}", args.collect::<Vec<_>>().join(" ")), output)
}

/// Runs the program in `folder` by a shell, after the command `before`.
#[cfg(unix)]
pub(crate) fn run_after(folder: &Path, before: &str, words: &str) -> Ran {
    let script = format!("{before}; exec {} {words}", env!("CARGO_BIN_EXE_chancetree"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("a shell");
    Ran::new(words, output)
}

/// Returns the answer in JSON as another program gets it that asks: of what is asked many times, most goes to starting the
/// program.
pub(crate) fn answer(words: &str) -> Value {
    let told = told(words).unwrap_or_else(|refusal| panic!("{words}: {refusal:?}"));
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// Returns what would be printed, asked like this; on one thread, unless the words say how many.
///
/// # Errors
/// What the program would report.
pub(crate) fn told(words: &str) -> Result<String, Box<EmbedError>> {
    let threads = if words.contains("--threads") { "" } else { "--threads 1" };
    let words = format!("{words} {threads}");
    let question =
        Request { words: words.split_whitespace().map(Into::into).collect(), ..Request::default() };
    let answer = ask(question, &Arc::default())?;
    Ok(String::from_utf8(answer.printed).expect("the answer is text"))
}

/// Returns the JSON that the program itself prints.
pub(crate) fn printed(words: &str) -> Value {
    printed_in(folder().path(), words)
}

/// Returns the JSON that the program prints in `folder`.
pub(crate) fn printed_in(folder: &Path, words: &str) -> Value {
    serde_json::from_str(&run_in(folder, words).ok()).unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// Runs the program in `folder` with `input` on its stdin.
pub(crate) fn run_with(folder: &Path, words: &[&str], input: &str) -> Ran {
    let mut command = command(folder, "");
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads its input");
    Ran::new(&words.join(" "), child.wait_with_output().expect("the program ends"))
}

/// Returns the entries of a JSON list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns a fraction of an answer. Panics if it is not in lowest terms.
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

/// An empty folder.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// The names of the files in a folder, hidden ones too, ascending.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The end of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) words: String,
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn new(words: &str, output: Output) -> Self {
        Self {
            words: words.to_owned(),
            status: output.status.code(),
            out: String::from_utf8(output.stdout).expect("stdout is text"),
            err: String::from_utf8(output.stderr).expect("stderr is text"),
        }
    }

    /// Returns what it printed; it must have ended well and said nothing else.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (Some(0), ""), "{}", self.words);
        self.out
    }

    /// It failed as every failure must: with `status`, nothing on stdout, one error line that says `what`, and at
    /// most one help line.
    pub(crate) fn failed(&self, status: i32, what: &str) {
        let Self { words, err, .. } = self;
        assert_eq!(self.status, Some(status), "{words}: {err}");
        assert_eq!(self.out, "", "{words}");
        let lines: Vec<&str> = err.lines().filter(|line| !line.starts_with("note: ")).collect();
        assert!(
            lines[0].starts_with("error: ") && lines[0].contains(what),
            "{words}: {what:?} is not in {err}"
        );
        assert!(
            lines.len() <= 2 && lines[1..].iter().all(|line| line.starts_with("help: ")),
            "{words}: {err}"
        );
        for wrong in ["panicked", "os error", "Error", "backtrace", "  "] {
            assert!(!err.contains(wrong), "{words}: {err}");
        }
    }
}

/// Waits for an end, but not forever.
pub(crate) fn wait(mut child: Child, words: &str) -> Ran {
    let begun = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("{words}: still running after 30 s");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ran::new(words, child.wait_with_output().expect("it has ended"))
}

/// On a file system without room, as far as the program can tell: files have 512 bytes so many times at most.
#[cfg(target_os = "linux")]
pub(crate) fn with_room(folder: &Path, words: &str, blocks: u32) -> Ran {
    run_after(folder, &format!("trap '' XFSZ; ulimit -f {blocks}"), words)
}

/// Lets two works on a board that differ in nothing but the scores race for one folder, with what `more` adds to them in
/// each round; the second starts up to four pauses later. Whoever is done has the answer of his own. It takes so many
/// rounds, and as many more as it needs until one was refused: how soon the second meets the first is up to the machine.
pub(crate) fn race(board: &str, rounds: u32, pause: Duration, more: impl Fn(u32) -> [&'static str; 2]) {
    let boards = ["0,6", "6,0"].map(|scores| format!("{board} --scores {scores}"));
    let right = boards.each_ref().map(|board| run(board).ok());
    let folder = folder();
    let (mut done, mut refused) = (0, 0);
    let begun = Instant::now();
    for round in 0.. {
        if round >= rounds && (refused > 0 || begun.elapsed() > Duration::from_secs(60)) {
            break;
        }
        let start = |(board, more): (&String, &str)| {
            let words = format!("{board} --checkpoint kept --checkpoint-every 0 --threads 1{more}");
            let mut command = command(folder.path(), &words);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
            // The second one begins sooner or later in the midst of the first.
            std::thread::sleep(pause * (round % 5));
            (words, child)
        };
        let both: Vec<_> = boards.iter().zip(more(round)).map(start).collect();
        for ((words, child), right) in both.into_iter().zip(&right) {
            let ran = wait(child, &words);
            if ran.status == Some(0) {
                assert_eq!(ran.out, *right, "{words}");
                done += 1;
            } else {
                ran.failed(1, "the folder kept is in use by another chancetree");
                refused += 1;
            }
        }
        let mut left = files(&folder.path().join("kept"));
        // Of several processes one may be ended before it takes its lock away, which does no harm.
        left.retain(|name| !name.starts_with(".chancetree.lock"));
        assert_eq!(left, [""; 0], "done work leaves nothing behind");
    }
    assert!(done >= rounds && refused > 0, "{done} done, {refused} refused");
}
