//! Pages that are games: self-contained HTML files without network access, with the exact odds of every
//! moment.
//!
//! Style sheets and scripts are in the folder beside this file; those shared with the graph explorer are in
//! `export/html`. Build scripts compress them. A page contains the data that only the engine can compute, and
//! computes the rest itself.

pub mod beliefs;
pub mod memory;

use super::PlayError;
use super::guess::{GuessSession, GuessValue};
use super::memory::Setup;
use crate::exact::{self, Rational};
use crate::export::html;
use crate::export::palette;
use crate::export::visible::visible;
use crate::games::guess::Interval;
use crate::games::mines::game::{FirstCell, FirstClick};
use crate::games::mines::simulate::StartingBoard;
use crate::model::Job;
use chancetree_assets::{Assets, packed};
use serde_json::{Value, json};

/// The version of the data layout.
const SCHEMA: u32 = 1;

/// The page, style sheets, pictures and scripts.
static ASSETS: Assets = packed!();

/// The pictures of cards.
const PICTURES: &str = "pictures.svg";

/// The scripts that precede the scripts of a game on every page, after the scripts of [`html::SHARED`].
const COMMON: [&str; 7] =
    ["words.js", "random.js", "frame.js", "rounding.js", "picture.js", "meter.js", "past.js"];

/// The scripts of card games.
const CARDS: [&str; 3] = ["cards.js", "table_picture.js", "memory/turn.js"];

/// The scripts of games between several players.
const CHANCES: &str = "chances.js";
const PACE: &str = "pace.js";

/// The initial options of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// The seed of the first game; `None` for a different game every time.
    pub seed: Option<u64>,
    /// The time a robot waits before it moves, in milliseconds.
    pub pause: u64,
}

/// Returns the page of a game of Memory. Only the number of pairs of the deal of `setup` matters.
///
/// # Errors
/// Returns an error if a page cannot play this game, or a limit is exceeded.
pub fn memory(setup: &Setup, options: PageOptions, job: &Job<'_>) -> Result<String, PlayError> {
    let own = [
        CHANCES,
        PACE,
        "memory/shared_memory.js",
        "memory/separate_memory.js",
        "memory/odds.js",
        "memory/game.js",
        "memory/table.js",
        "memory/play.js",
    ];
    let data = memory::data(setup, job)?;
    Ok(page("Memory", "memory", data, options, Some(PICTURES), &[&CARDS[..], &own].concat()))
}

/// Returns the page of a game of solitaire with up to `pairs` pairs.
///
/// # Errors
/// Returns an error if `pairs` is 0, or above the number of pictures.
pub fn solitaire(pairs: u16, options: PageOptions) -> Result<String, PlayError> {
    let most = memory::MAX_PAIRS;
    ensure!((1..=most).contains(&pairs), "{pairs} pairs, but a page has {most} pictures");
    let own = [
        "solitaire/turns.js",
        "solitaire/game.js",
        "solitaire/fit.js",
        "solitaire/saved_games.js",
        "solitaire/play.js",
    ];
    let scripts = [&CARDS[..], &own].concat();
    Ok(page("Solitaire Memory", "solitaire", json!({ "pairs": pairs }), options, Some(PICTURES), &scripts))
}

/// The largest number of states of a guessing game. The 5,050 intervals of 100 numbers fit.
const MAX_STATES: usize = 10_000;

/// Returns the page of a guessing game, without the secret of `game`.
///
/// # Errors
/// Returns an error if there are too many seats or states for a page.
pub fn guess(game: &GuessSession, options: PageOptions) -> Result<String, PlayError> {
    let (seats, most) = (game.names.len(), memory::MAX_SEATS);
    ensure!(seats <= most, "{seats} seats, but a page has room for {most}");
    let (rules, solved) = (&game.rules, game.solved());
    let (states, most) = (solved.len(), MAX_STATES);
    ensure!(states <= most, "{states} states, but a page has room for {most}");
    // The interval of possible numbers, and the remaining guesses if they are limited.
    let key = |at: &Interval| {
        let numbers = [Some(at.low), Some(at.high), at.left].into_iter().flatten();
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join("-")
    };
    let texts = |values: &[Rational]| values.iter().map(exact::fraction).collect::<Vec<_>>();
    let state = |(at, (values, best)): (&Interval, &GuessValue)| (key(at), json!([texts(values), best]));
    let weight = |number| rules.weight(number, number).to_string();
    let weights: Option<Vec<String>> =
        (!rules.is_uniform()).then(|| (1..=rules.numbers()).map(weight).collect());
    let mut data = json!({
        "numbers": rules.numbers(), "seats": game.names, "weights": weights, "guesses": rules.most_guesses(),
        "situations": solved.iter().map(state).collect::<serde_json::Map<_, _>>(),
    });
    if let Some(names) = &game.players.0 {
        data["names"] = json!(names);
    }
    let scripts = [CHANCES, PACE, "guess/game.js", "guess/play.js"];
    Ok(page("Guess a number", "guess", data, options, None, &scripts))
}

/// A board of Minesweeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minefield {
    /// The numbers of rows and columns.
    pub size: (usize, usize),
    /// The number of mines.
    pub mines: usize,
    /// The rule for the mines at and around the first cell.
    pub first_click: FirstClick,
}

/// The largest number of rows, and of columns, of a page.
pub const MAX_SIDE: usize = 50;

/// Returns the page of a game of Minesweeper.
///
/// # Errors
/// Returns an error if there is no such board, or it is too large for a page.
pub fn mines(field: Minefield, options: PageOptions) -> Result<String, PlayError> {
    let Minefield { size: (rows, cols), mines, first_click } = field;
    let (side, most) = (rows.max(cols), MAX_SIDE);
    ensure!(side <= most, "{rows} x {cols} cells, but a page has room for {most} x {most}");
    StartingBoard::new(field.size, mines, FirstCell::Anywhere, first_click).map_err(PlayError::refused)?;
    let scripts = [
        "mines/count.js",
        "mines/ahead.js",
        "mines/risk.js",
        "mines/game.js",
        "mines/field.js",
        "mines/background.js",
        "mines/clock.js",
        "mines/play.js",
    ];
    let data = json!({ "rows": rows, "cols": cols, "mines": mines, "first_click": first_click.name() });
    Ok(page("Minesweeper", "mines", data, options, None, &scripts))
}

/// Returns a page with its data. `pictures` and `scripts` are names of files.
fn page(
    title: &str,
    family: &str,
    mut data: Value,
    options: PageOptions,
    pictures: Option<&str>,
    scripts: &[&str],
) -> String {
    // Characters that change the direction of text would change the numbers beside a name.
    for name in data.get_mut("names").and_then(Value::as_array_mut).into_iter().flatten() {
        *name = json!(visible(name.as_str().unwrap_or_default(), &[]));
    }
    data["schema"] = json!(SCHEMA);
    data["family"] = json!(family);
    // A string, because numbers in a browser are exact only up to 2^53.
    data["seed"] = json!(options.seed.map(|seed| seed.to_string()));
    data["pause"] = json!(options.pause);
    data["colours"] = (0..palette::SEATS).map(|seat| palette::seat(seat).to_string()).collect();
    let styles = [html::ASSETS.get(html::BASE), ASSETS.get("page.css"), html::ASSETS.get(html::PRINT)];
    let shared = html::SHARED.iter().map(|name| html::ASSETS.get(name));
    let own = COMMON.iter().chain(scripts).map(|name| ASSETS.get(name));
    let scripts: Vec<&str> = shared.chain(own).collect();
    let page = ASSETS.get("page.html");
    let (before, after) = page.split_once("{{data}}").expect("the page has a placeholder for data");
    let mut out = Vec::new();
    html::fill(before, title, &styles, &scripts, &mut out);
    out.extend_from_slice(pictures.map_or("", |name| ASSETS.get(name)).as_bytes());
    out.extend_from_slice(b"<script type=\"application/json\" id=\"game\">");
    out.extend_from_slice(html::script_json(&data).as_bytes());
    out.extend_from_slice(b"</script>\n");
    html::fill(after, title, &styles, &scripts, &mut out);
    String::from_utf8(out).expect("all parts of a page are UTF-8")
}
