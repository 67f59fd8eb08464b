//! The lines of logs of games: JSON objects, the first of which describes the game.

use crate::family::counted;
use serde_json::Value;

/// Returns the family of the game if `line` is the first line of a log.
pub fn family(line: &Value) -> Option<&str> {
    line["family"].as_str().filter(|_| line["chancetree"] == "play")
}

/// Returns the first line of a log with its family, or `None` if `text` is not a log.
fn first_line(text: &str) -> Option<(String, Value)> {
    let line = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty())?;
    let line = value(line).ok()?;
    Some((family(&line)?.to_owned(), line))
}

/// Returns the last position of a logged game of Minesweeper as a text, or `None` if `text` is not a log.
///
/// # Errors
/// Returns the family of the game if the log has no position.
pub fn board(text: &str) -> Option<Result<String, String>> {
    let (family, line) = first_line(text)?;
    Some(line["board"].as_str().map(str::to_owned).ok_or(family))
}

/// Parses the JSON value of a line.
///
/// # Errors
/// Returns a message of one line if the text is not JSON.
pub fn value(line: &str) -> Result<Value, String> {
    serde_json::from_str(line).map_err(|_| "this is not a JSON object".to_owned())
}

/// Checks that `pairs` agrees with the deal, if the parameters of a card game have both.
///
/// # Errors
/// Returns an error if `pairs` is not a whole number, or differs from the number of pairs of the deal.
pub fn check_pairs(parameters: &Value) -> Result<(), String> {
    let (pairs, deal) = (&parameters["pairs"], parameters["deal"].as_array());
    let Some(deal) = deal.filter(|_| !pairs.is_null()) else { return Ok(()) };
    let dealt = deal.len() / 2;
    match pairs.as_u64() {
        Some(number) if number == dealt as u64 => Ok(()),
        Some(number) => Err(format!("pairs is {number}, but the deal has {}", counted(dealt, "pair"))),
        None => Err(format!("pairs does not agree with the deal, which has {}", counted(dealt, "pair"))),
    }
}
