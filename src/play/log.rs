//! Logs of games in play: a JSON object a line.
//!
//! ```text
//! {"chancetree":"play","schema":1,"family":"guess","parameters":{"numbers":9,"seats":["human","best"],"secret":4}}
//! {"seat":1,"number":5,"answer":"lower"}
//! {"seat":2,"number":4,"answer":"hit"}
//! ```
//!
//! The first line has all that is needed to begin the game again, hidden cards included; each further line is a step.
//! A log of solitaire is also one that `fit` reads. Lines are read as values, not into types of their own: which keys a step
//! has is a matter of its family, and a mistake is told with its line.

use super::{Session, Wrong};
use crate::family::counted;
use serde_json::{Value, json};
use thiserror::Error;

/// The version of logs; it grows when a key changes its meaning.
pub const SCHEMA: u32 = 1;

/// A log that was read: the first line and the steps, each with the number of its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The family of the game.
    pub family: String,
    /// The parameters with which the game began.
    pub parameters: Value,
    /// The line of the parameters.
    pub line: usize,
    /// The steps, each with the number of its line.
    pub steps: Vec<(usize, Value)>,
}

/// The reason a text is not a valid log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct InvalidLog {
    /// The line, from 1.
    pub line: usize,
    /// The mistake in that line.
    pub what: String,
}

/// Returns the family of the game if `line` is the first line of a log.
pub fn family(line: &Value) -> Option<&str> {
    line["family"].as_str().filter(|_| line["chancetree"] == "play")
}

/// The whole log of a game.
pub fn write(session: &dyn Session) -> String {
    let head = json!({
        "chancetree": "play",
        "schema": SCHEMA,
        "family": session.family(),
        "parameters": session.parameters(),
    });
    let mut text = format!("{head}\n");
    session.steps().iter().for_each(|step| text.push_str(&format!("{step}\n")));
    text
}

/// A whole number of a step, or of the parameters of a game.
pub(crate) fn number(of: &Value, name: &str) -> Result<u64, Wrong> {
    of[name].as_u64().ok_or_else(|| Wrong::refused(format!("{name} is missing, or no whole number")))
}

/// Refuses `pairs` that are not those of the deal, if the parameters of a game of cards have both.
///
/// # Errors
/// If `pairs` is no whole number, or another one than the deal has.
pub(crate) fn check_pairs(parameters: &Value) -> Result<(), String> {
    let (pairs, deal) = (&parameters["pairs"], parameters["deal"].as_array());
    let Some(deal) = deal.filter(|_| !pairs.is_null()) else { return Ok(()) };
    let dealt = deal.len() / 2;
    match pairs.as_u64() {
        Some(number) if number == dealt as u64 => Ok(()),
        Some(number) => Err(format!("pairs is {number}, but the deal has {}", counted(dealt, "pair"))),
        None => Err(format!("pairs does not agree with the deal, which has {}", counted(dealt, "pair"))),
    }
}

/// A list of names.
pub(crate) fn names(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// The value of a line.
pub(crate) fn value(line: &str) -> Result<Value, String> {
    serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        format!("this is not a JSON object: {}", text.split(" at line").next().unwrap_or(&text))
    })
}

/// Reads a log.
///
/// # Errors
/// With its line: what is not a JSON object, or a first line that is none.
pub fn read(text: &str) -> Result<Log, InvalidLog> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut log: Option<Log> = None;
    for (index, line) in lines.by_ref().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let broken = |what: String| InvalidLog { line: number, what };
        let value = value(line).map_err(broken)?;
        if !value.is_object() {
            return Err(broken("this is not a JSON object".to_owned()));
        }
        match &mut log {
            Some(log) => log.steps.push((number, value)),
            None => log = Some(begin(&value, number).map_err(broken)?),
        }
    }
    log.ok_or_else(|| InvalidLog { line: 1, what: "there is nothing here".to_owned() })
}

/// A log that begins with a value, in a line of this number.
fn begin(value: &Value, line: usize) -> Result<Log, String> {
    let family =
        family(value).ok_or("this is not how a log of play begins, with \"chancetree\":\"play\"")?.to_owned();
    let schema = &value["schema"];
    if *schema != SCHEMA {
        return Err(format!("schema {schema}, but this program reads schema {SCHEMA}"));
    }
    Ok(Log { family, parameters: value["parameters"].clone(), line, steps: Vec::new() })
}
