//! Logs of games: one JSON object per line. A file may have several games, one after the other.
//!
//! ```text
//! {"chancetree":"play","schema":1,"family":"guess","parameters":{"numbers":9,"seats":["human","best"],"secret":4}}
//! {"seat":1,"number":5,"answer":"lower"}
//! {"seat":2,"number":4,"answer":"hit"}
//! ```
//!
//! The first line contains everything needed to recreate the game, hidden cards included. Each further line
//! is a step. `fit` can read a log of solitaire, too. Lines are parsed as generic values, because the keys of
//! a step depend on the game, and every error must have the number of its line.

use super::{AnySession, PlayError};
use crate::games::game_log::{family, value};
use serde_json::{Value, json};
use thiserror::Error;

/// The version of the format. It increases when a key changes its meaning.
pub const SCHEMA: u32 = 1;

/// A log: the parameters of the first line, and the steps.
///
/// ```
/// use chancetree::play::log;
///
/// let text = r#"{"chancetree":"play","schema":1,"family":"guess","parameters":{"numbers":9}}
/// {"seat":1,"number":5,"answer":"lower"}"#;
/// let log = log::read(text)?;
/// assert_eq!((&*log.family, log.line, log.steps.len()), ("guess", 1, 1));
/// assert_eq!(log.steps[0].1["number"], 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameLog {
    /// The family of the game.
    pub family: String,
    /// The parameters with which the game began.
    pub parameters: Value,
    /// The number of the line with the parameters.
    pub line: usize,
    /// The steps, each with the number of its line.
    pub steps: Vec<(usize, Value)>,
    /// The number of the last line if it is cut off, and therefore left out.
    pub cut_line: Option<usize>,
}

/// The reason a text is not a valid log.
///
/// ```
/// use chancetree::play::log;
///
/// let invalid = log::read("").unwrap_err();
/// assert_eq!(invalid.to_string(), "line 1: the log is empty");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct InvalidLog {
    /// The line, from 1.
    pub line: usize,
    /// The error in that line.
    pub what: String,
}

/// Returns the complete log of a game.
///
/// ```
/// use chancetree::model::Job;
/// use chancetree::play::{log, solitaire::SolitaireSession};
///
/// let (job, mut session) = (Job::default(), SolitaireSession::new(vec![1, 1], &Job::default())?);
/// session.play(0, &job)?;
/// session.play(1, &job)?;
/// // A line for the game, and a line for the turn.
/// assert_eq!(log::write(&session).lines().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(session: &AnySession) -> String {
    let mut head = json!({
        "chancetree": "play",
        "schema": SCHEMA,
        "family": session.family(),
        "parameters": session.parameters(),
    });
    // The position at the end, for `risk mines`.
    if let Some(board) = session.board_text() {
        head["board"] = json!(board);
    }
    let mut text = format!("{head}\n");
    session.steps().iter().for_each(|step| text.push_str(&format!("{step}\n")));
    text
}

/// Returns a whole number of a step or of the parameters of a game.
pub(crate) fn number<T: TryFrom<u64>>(of: &Value, name: &str) -> Result<T, PlayError> {
    let number = of[name].as_u64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| PlayError::refused(format!("{name} is missing or not a whole number")))
}

/// Returns the texts of a JSON array, or `None` if it is not an array of texts.
pub(crate) fn names(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Parses the log of one game.
///
/// # Errors
/// Returns an error as [`read_all`] does, or if another game follows.
pub fn read(text: &str) -> Result<GameLog, InvalidLog> {
    let mut games = read_all(text)?;
    match games.get(1) {
        None => Ok(games.swap_remove(0)),
        Some(GameLog { line, .. }) => {
            Err(InvalidLog { line: *line, what: "another game begins here".to_owned() })
        }
    }
}

/// Parses the logs of games that follow one another in a text. The result is not empty.
///
/// ```
/// use chancetree::play::log;
///
/// let game = r#"{"chancetree":"play","schema":1,"family":"guess","parameters":{"numbers":9}}
/// {"seat":1,"number":5,"answer":"lower"}
/// "#;
/// let games = log::read_all(&game.repeat(2))?;
/// assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 3]);
/// assert_eq!(games[0].steps[0].1, games[1].steps[0].1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error, with its line, if a line is not a JSON object, or the first line is not that of a log. A last line without
/// an end may be cut off.
pub fn read_all(text: &str) -> Result<Vec<GameLog>, InvalidLog> {
    let unended = if text.ends_with('\n') { 0 } else { text.lines().count() };
    let mut games: Vec<GameLog> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        // A file that was appended to another one may begin with a byte order mark.
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let broken = |what: String| InvalidLog { line: number, what };
        let value = match (value(line), games.last_mut()) {
            // The program that wrote the log was stopped while it wrote the last line.
            (Err(_), Some(game)) if number == unended => {
                game.cut_line = Some(number);
                break;
            }
            (value, _) => value.map_err(broken)?,
        };
        if !value.is_object() {
            return Err(broken("this is not a JSON object".to_owned()));
        }
        match games.last_mut() {
            Some(game) if family(&value).is_none() => game.steps.push((number, value)),
            _ => games.push(begin(&value, number).map_err(broken)?),
        }
    }
    if games.is_empty() {
        return Err(InvalidLog { line: 1, what: "the log is empty".to_owned() });
    }
    Ok(games)
}

/// Creates a log from its first line, which has the number `line`.
fn begin(value: &Value, line: usize) -> Result<GameLog, String> {
    let family = family(value).ok_or("the first line of a log contains \"chancetree\":\"play\"")?.to_owned();
    let schema = &value["schema"];
    if *schema != SCHEMA {
        return Err(format!("schema {schema}, but this program reads schema {SCHEMA}"));
    }
    Ok(GameLog { family, parameters: value["parameters"].clone(), line, steps: Vec::new(), cut_line: None })
}
