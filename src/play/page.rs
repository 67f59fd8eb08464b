//! Pages that are games: one file that asks the network for nothing, with the exact odds of every moment.
//!
//! Style and script are kept beside this file; what they share with the page that walks through graphs is in
//! `export/html`. A page is given what only the engine can know, and works out the rest.

pub mod memory;
pub mod minds;

use super::Wrong;
use super::guess::{GuessSession, Valued};
use super::memory::Setup;
use crate::exact::{self, Rational};
use crate::export::{html, palette};
use crate::games::guess::Interval;
use crate::games::mines::game::{FirstCell, FirstClick};
use crate::games::mines::simulate::StartingBoard;
use crate::model::Job;
use serde_json::{Value, json};

/// The number of this layout of the data.
const SCHEMA: u32 = 1;

const PAGE: &str = include_str!("page/page.html");
const STYLES: [&str; 3] = [html::BASE, include_str!("page/page.css"), html::PRINT];

/// Pictures on cards.
const PICTURES: &str = include_str!("page/pictures.svg");

/// Scripts that every page has before its game, and after it.
const COMMON: [&str; 7] = [
    html::FAIL,
    html::EXACT,
    html::KEEP,
    include_str!("page/words.js"),
    include_str!("page/random.js"),
    include_str!("page/frame.js"),
    include_str!("page/meter.js"),
];

/// Scripts of games with cards.
const CARDS: [&str; 3] =
    [include_str!("page/cards.js"), include_str!("page/situation.js"), include_str!("page/memory/turn.js")];

/// Scripts of games among several players.
const CHANCES: &str = include_str!("page/chances.js");

/// The options with which a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// The seed of its first game; another one every time if there is none.
    pub seed: Option<u64>,
    /// Milliseconds that a robot waits before it moves.
    pub pause: u64,
}

/// The page of a game of Memory; the deal of `setup` only says how many pairs there are.
///
/// # Errors
/// If a page cannot play this, or a limit is met.
pub fn memory(setup: &Setup, opening: PageOptions, job: &Job<'_>) -> Result<String, Wrong> {
    let own = [
        CHANCES,
        include_str!("page/memory/forget.js"),
        include_str!("page/memory/own.js"),
        include_str!("page/memory/odds.js"),
        include_str!("page/memory/game.js"),
        include_str!("page/memory/table.js"),
        include_str!("page/memory/play.js"),
    ];
    let data = memory::data(setup, job)?;
    Ok(page("Memory", "memory", data, opening, PICTURES, &[&CARDS[..], &own].concat()))
}

/// Returns the page of a game of solitaire with up to `pairs` pairs.
///
/// # Errors
/// If `pairs` is 0, or more than there are pictures.
pub fn solitaire(pairs: u16, opening: PageOptions) -> Result<String, Wrong> {
    let most = memory::MOST_PAIRS;
    if !(1..=most).contains(&pairs) {
        return Err(Wrong::Refused(format!("{pairs} pairs, but a page has {most} pictures")));
    }
    let own = [
        include_str!("page/solitaire/turns.js"),
        include_str!("page/solitaire/game.js"),
        include_str!("page/solitaire/fit.js"),
        include_str!("page/solitaire/shelf.js"),
        include_str!("page/solitaire/play.js"),
    ];
    let scripts = [&CARDS[..], &own].concat();
    Ok(page("Solitaire Memory", "solitaire", json!({ "pairs": pairs }), opening, PICTURES, &scripts))
}

/// The most situations of a game of guessing, each with the chance of every seat: 5,050 intervals of 100 numbers fit.
const MOST_SITUATIONS: usize = 10_000;

/// The page of a game of guessing; the secret of `game` is not in it.
///
/// # Errors
/// If more people and robots guess than a page has room for, or there are more than 10,000 situations.
pub fn guess(game: &GuessSession, opening: PageOptions) -> Result<String, Wrong> {
    let (seats, most) = (game.names().len(), memory::MOST_SEATS);
    if seats > most {
        return Err(Wrong::Refused(format!("{seats} seats, but a page has room for {most}")));
    }
    let (rules, solved) = (game.rules(), game.solved());
    if solved.len() > MOST_SITUATIONS {
        let situations = solved.len();
        return Err(Wrong::Refused(format!(
            "{situations} situations, but a page has room for {MOST_SITUATIONS}"
        )));
    }
    // Numbers that are possible, and the guesses left where there may be too few.
    let key = |at: &Interval| {
        let numbers = [Some(at.low), Some(at.high), at.left].into_iter().flatten();
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("-")
    };
    let texts = |values: &[Rational]| values.iter().map(exact::fraction).collect::<Vec<_>>();
    let situation = |(at, (values, best)): (&Interval, &Valued)| (key(at), json!([texts(values), best]));
    let weight = |number| rules.weight(number, number).to_string();
    let weights: Option<Vec<String>> =
        (!rules.is_uniform()).then(|| (1..=rules.numbers()).map(weight).collect());
    let data = json!({
        "numbers": rules.numbers(), "seats": game.names(), "weights": weights, "guesses": rules.most_guesses(),
        "situations": solved.iter().map(situation).collect::<serde_json::Map<_, _>>(),
    });
    let scripts = [CHANCES, include_str!("page/guess/game.js"), include_str!("page/guess/play.js")];
    Ok(page("Guess a number", "guess", data, opening, "", &scripts))
}

/// A board of Minesweeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minefield {
    /// Rows and columns.
    pub size: (usize, usize),
    /// The mines on it.
    pub mines: usize,
    /// The rule for the mines at and around the first cell.
    pub first_click: FirstClick,
}

/// The most rows, and the most columns, of a page.
pub const MOST_SIDE: usize = 50;

/// The page of a game of Minesweeper.
///
/// # Errors
/// If there is no such board, or it is too large for a page.
pub fn mines(field: Minefield, opening: PageOptions) -> Result<String, Wrong> {
    let Minefield { size: (rows, cols), mines, first_click } = field;
    if rows > MOST_SIDE || cols > MOST_SIDE {
        return Err(Wrong::Refused(format!(
            "{rows} x {cols} cells, but a page has room for {MOST_SIDE} x {MOST_SIDE}"
        )));
    }
    StartingBoard::new(field.size, mines, FirstCell::Anywhere, first_click)
        .map_err(|error| Wrong::Refused(error.to_string()))?;
    let scripts = [
        include_str!("page/mines/count.js"),
        include_str!("page/mines/risk.js"),
        include_str!("page/mines/game.js"),
        include_str!("page/mines/field.js"),
        include_str!("page/mines/background.js"),
        include_str!("page/mines/play.js"),
    ];
    let data = json!({ "rows": rows, "cols": cols, "mines": mines, "first_click": first_click.name() });
    Ok(page("Minesweeper", "mines", data, opening, "", &scripts))
}

/// A page around its data.
fn page(
    title: &str,
    family: &str,
    mut data: Value,
    opening: PageOptions,
    pictures: &str,
    scripts: &[&str],
) -> String {
    data["schema"] = json!(SCHEMA);
    data["family"] = json!(family);
    // A string: the numbers of a browser end at 2^53.
    data["seed"] = json!(opening.seed.map(|seed| seed.to_string()));
    data["pause"] = json!(opening.pause);
    data["colours"] = (0..palette::SEATS).map(|seat| palette::seat(seat).to_string()).collect();
    let scripts = [&COMMON, scripts].concat();
    let (before, after) = PAGE.split_once("{{data}}").expect("the page has a place for data");
    let mut out = Vec::new();
    html::fill(before, title, &STYLES, &scripts, &mut out);
    out.extend_from_slice(pictures.as_bytes());
    out.extend_from_slice(b"<script type=\"application/json\" id=\"game\">");
    out.extend_from_slice(data.to_string().replace('<', "\\u003c").as_bytes());
    out.extend_from_slice(b"</script>\n");
    html::fill(after, title, &STYLES, &scripts, &mut out);
    String::from_utf8(out).expect("its parts are text")
}
