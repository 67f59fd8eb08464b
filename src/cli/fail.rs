//! What went wrong, in one line, with a help line that can be typed, and the exit status.

use chancetree::engine::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// The exit statuses; 0 is success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A check failed, or a file could not be written.
    Failed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Stopped by a limit.
    Limit = 3,
    /// Interrupted.
    Interrupted = 130,
}

/// A failure as it is reported.
#[derive(Debug)]
pub(crate) struct Fail {
    status: Status,
    what: String,
    help: Option<String>,
}

impl Fail {
    pub(crate) fn new(status: Status, what: impl Into<String>) -> Self {
        Self { status, what: what.into(), help: None }
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::new(Status::Usage, what)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn io(doing: &str, error: &io::Error) -> Self {
        Self::new(Status::Failed, format!("{doing}: {}", reason(error)))
    }

    /// Says it on stderr, unless nobody listens any more, and gives the exit status.
    pub(crate) fn report(&self, quiet: bool) -> ExitCode {
        let mut text = format!("error: {}\n", self.what);
        if let Some(help) = self.help.as_ref().filter(|_| !quiet) {
            text.push_str(&format!("help: {help}\n"));
        }
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(self.status as u8)
    }
}

/// What the system says, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        let what = error.to_string();
        match error {
            Error::TooManyStates { limit, .. } => Self::new(Status::Limit, what).help(format!(
                "a smaller board, or a higher limit: --max-states {}",
                limit.saturating_mul(10)
            )),
            Error::TooMuchMemory { limit, .. } => Self::new(Status::Limit, what).help(format!(
                "a smaller board, or a higher limit: --max-memory {}M",
                limit.saturating_mul(2) >> 20
            )),
            Error::Stopped(_) => Self::new(Status::Limit, what),
            Error::PointsOverflow => Self::usage(what),
            _ => Self::new(Status::Failed, what),
        }
    }
}

/// Reports what clap found: help and version on stdout, a mistake in one line and a help line on stderr.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match write!(io::stdout(), "{}", error.render()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Fail::io("stdout", &error).report(false)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let text = error.render().to_string();
    let mut parts = text.split("\n\n");
    let what = parts.next().unwrap_or_default().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let what = what.strip_prefix("error: ").unwrap_or(&what).to_owned();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let help = tip.map_or_else(|| format!("{} --help", asked()), str::to_owned);
    // Without a verb clap has nothing to blame and prints the help itself.
    if what.is_empty() || text.starts_with("The exact") {
        let _ = io::stderr().write_all(text.as_bytes());
        return ExitCode::from(Status::Usage as u8);
    }
    Fail::usage(what).help(help).report(false)
}

/// The verb and family that were asked for, to name their help.
fn asked() -> String {
    let words = std::env::args().skip(1).take_while(|word| !word.starts_with('-')).take(2);
    std::iter::once("chancetree".to_owned())
        .chain(words.filter(|word| known(word)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn known(word: &str) -> bool {
    const WORDS: [&str; 9] =
        ["odds", "count", "graph", "reproduce", "games", "completions", "man", "memory", "bondarenko"];
    WORDS.contains(&word)
}
