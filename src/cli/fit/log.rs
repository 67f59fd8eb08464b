//! Logs as they are written: a table, or a JSON object a line.

use crate::cli::fail::Fail;
use crate::cli::simulate::HEADER;
use crate::cli::watch::Watch;
use chancetree::games::solitaire::imperfect::log::{Card, Logged};
use chancetree::play::log::family;
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Reads a log; with the number of the line of each turn.
pub(super) fn read(path: &Path, watch: &Watch) -> Result<(Vec<Logged>, Vec<usize>), Fail> {
    let name = path.display().to_string();
    if path.as_os_str() == "-" {
        return lines(io::stdin().lock(), "stdin", watch);
    }
    let file = File::open(path).map_err(|error| Fail::io(&name, &error))?;
    lines(BufReader::new(file), &name, watch)
}

fn lines(text: impl BufRead, name: &str, watch: &Watch) -> Result<(Vec<Logged>, Vec<usize>), Fail> {
    let (mut log, mut places, mut header) = (Vec::new(), Vec::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => broken(name, number, "this is no text in UTF-8"),
            _ => Fail::io(name, &error),
        })?;
        if number % 4096 == 0 && watch.stopped() {
            return Err(watch.ended(&format!("in line {number} of {name}")));
        }
        let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { &line }.trim();
        if line.is_empty() {
            continue;
        }
        // The first line that says something says how: an object, or the header of a table.
        let is_json = *header.get_or_insert_with(|| line.starts_with('{'));
        if !is_json && places.is_empty() && log.is_empty() && line.split(',').map(str::trim).eq(HEADER) {
            continue;
        }
        // A game that was played begins with how it was dealt.
        if is_json && log.is_empty() && played(line).map_err(|why| broken(name, number, &why))? {
            continue;
        }
        let logged = if is_json { object(line) } else { row(line) };
        log.push(logged.map_err(|why| broken(name, number, &why))?);
        places.push(number);
    }
    if log.is_empty() {
        return Err(Fail::usage(format!("{name}: no turn is logged"))
            .help("chancetree simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --seed 1"));
    }
    Ok((log, places))
}

/// Whether a line is the head of a game of solitaire that was played.
fn played(line: &str) -> Result<bool, String> {
    let head: Option<Value> = serde_json::from_str(line).ok();
    match head.as_ref().and_then(family) {
        None => Ok(false),
        Some("solitaire") => Ok(true),
        Some(family) => {
            Err(format!("this is a game of {family}, but only games of solitaire tell how one remembers"))
        }
    }
}

fn broken(name: &str, line: usize, why: &str) -> Fail {
    Fail::usage(format!("{name}, line {line}: {why}")).help("a line of a log is such as 1,1,3a,7b")
}

fn row(line: &str) -> Result<Logged, String> {
    let cells: Vec<&str> = line.split(',').map(str::trim).collect();
    let [game, turn, first, second] = cells[..] else {
        return Err(format!("{} values where game,turn,first,second are expected", cells.len()));
    };
    let number =
        |what: &str, text: &str| text.parse().map_err(|_| format!("{what} {text:?} is no whole number"));
    Ok(Logged {
        game: number("game", game)?,
        turn: number("turn", turn)?,
        first: card(first)?,
        second: card(second)?,
    })
}

fn object(line: &str) -> Result<Logged, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        format!("this is no JSON object: {}", text.split(" at line").next().unwrap_or(&text))
    })?;
    let number =
        |name: &str| value[name].as_u64().ok_or_else(|| format!("{name} is missing, or no whole number"));
    let side =
        |name: &str| card(value[name].as_str().ok_or_else(|| format!("{name} is missing, or no text"))?);
    Ok(Logged {
        game: number("game")?,
        turn: number("turn")?,
        first: side("first")?,
        second: side("second")?,
    })
}

fn card(text: &str) -> Result<Card, String> {
    Card::read(text).ok_or_else(|| format!("{text:?} is no card; 3a and 3b are the cards of symbol 3"))
}
