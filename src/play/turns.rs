//! Turns of games of cards as logs have them: a table, a JSON object a line, or a game that was played in the terminal.

use super::log::{family, value};
use chancetree_families::solitaire::imperfect::log::{COLUMNS, Card, Logged};
use serde_json::Value;
use std::collections::HashMap;

/// A transcript of turns: a log that is read, line by line.
#[derive(Default)]
pub struct Transcript {
    /// The turns, in order.
    pub turns: Vec<Logged>,
    /// The number of the line of each turn.
    pub lines: Vec<usize>,
    /// The names of those who move, in the order in which they come; none if the log names nobody.
    pub players: Vec<String>,
    /// The pairs of the board, if the log says so.
    pub pairs: Option<u16>,
    form: Option<Form>,
}

/// The form of the lines.
enum Form {
    /// A table, its columns in this order.
    Table(Columns),
    /// An object a line.
    Objects,
    /// A game of Memory that was played, card by card.
    Cards(Played),
}

/// The columns in which the values of a turn stand.
struct Columns {
    /// Game, turn, first, second.
    needed: [usize; 4],
    player: Option<usize>,
    /// The columns of the table.
    count: usize,
    /// The byte between two columns.
    separator: u8,
}

impl Transcript {
    /// Reads the line of a number, from 1.
    ///
    /// # Errors
    /// If it is no line of such a log; the message is one line.
    pub fn read(&mut self, number: usize, line: &str) -> Result<(), String> {
        let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { line }.trim();
        if line.is_empty() {
            return Ok(());
        }
        self.form = Some(match self.form.take() {
            None => begin(line, self)?,
            Some(form) => form.after(line, self)?,
        });
        self.lines.resize(self.turns.len(), number);
        Ok(())
    }
}

/// The first line that says something says how the others are read: an object, the header of a table, or how a game was
/// dealt.
fn begin(line: &str, log: &mut Transcript) -> Result<Form, String> {
    if !line.starts_with('{') {
        // A spreadsheet writes what is usual where it is used.
        let separator = [b',', b';', b'\t'].into_iter().find(|&byte| line.as_bytes().contains(&byte));
        let separator = separator.unwrap_or(b',');
        if let Some(columns) = Columns::of(&cells(line, separator)?, separator)? {
            return Ok(Form::Table(columns));
        }
        let columns = Columns { needed: [0, 1, 2, 3], player: None, count: COLUMNS.len(), separator };
        return Form::Table(columns).after(line, log);
    }
    let head: Option<Value> = serde_json::from_str(line).ok();
    match head.as_ref().and_then(family) {
        None => Form::Objects.after(line, log),
        Some("solitaire") => {
            // Of a game that was broken off, nothing else says how large the board is.
            let pairs = head.as_ref().and_then(|head| head["parameters"]["pairs"].as_u64());
            log.pairs = pairs.and_then(|pairs| u16::try_from(pairs).ok());
            Ok(Form::Objects)
        }
        Some("memory") => Played::begin(&head.unwrap_or_default()["parameters"], log).map(Form::Cards),
        Some(family) => {
            Err(format!("this is a game of {family}, but only games of cards tell how somebody remembers"))
        }
    }
}

impl Form {
    /// Reads a line.
    fn after(mut self, line: &str, log: &mut Transcript) -> Result<Self, String> {
        log.turns.extend(match &mut self {
            Self::Table(columns) => Some(columns.row(line, &mut log.players)?),
            Self::Objects => Some(object(&value(line)?, &mut log.players)?),
            Self::Cards(played) => played.step(&value(line)?)?,
        });
        Ok(self)
    }
}

impl Columns {
    /// The columns of a header; `None` if it is none.
    fn of(cells: &[String], separator: u8) -> Result<Option<Self>, String> {
        let find = |name: &str| cells.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        if find("first").is_none() && find("second").is_none() {
            return Ok(None);
        }
        let place = |name: &str| find(name).ok_or_else(|| format!("the table has no column {name}"));
        let [game, turn, first, second] = COLUMNS;
        let needed = [place(game)?, place(turn)?, place(first)?, place(second)?];
        Ok(Some(Self { needed, player: find("player"), count: cells.len(), separator }))
    }

    fn row(&self, line: &str, players: &mut Vec<String>) -> Result<Logged, String> {
        let cells = cells(line, self.separator)?;
        if cells.len() != self.count {
            let names = if self.count == COLUMNS.len() { COLUMNS.join(",") } else { self.count.to_string() };
            return Err(format!("{} values where {names} are expected", cells.len()));
        }
        let number = |what: &str, text: &str| {
            text.parse().map_err(|_| format!("{what} {text:?} is not a whole number"))
        };
        let [game, turn, first, second] = self.needed.map(|at| cells[at].as_str());
        Ok(Logged {
            game: number("game", game)?,
            turn: number("turn", turn)?,
            player: self.player.map_or(Ok(0), |at| player(&cells[at], players))?,
            first: card(first)?,
            second: card(second)?,
        })
    }
}

/// The place of a name in the list of those who play, at its end if it is new.
fn player(name: &str, players: &mut Vec<String>) -> Result<u16, String> {
    let place = players.iter().position(|known| known == name).unwrap_or_else(|| {
        players.push(name.to_owned());
        players.len() - 1
    });
    u16::try_from(place).map_err(|_| format!("there are more than {} players", u16::MAX))
}

/// The cells of a row, without the space around them.
fn cells(line: &str, separator: u8) -> Result<Vec<String>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator)
        .trim(csv::Trim::All)
        .buffer_capacity(line.len() + 1)
        .from_reader(line.as_bytes());
    let mut row = csv::StringRecord::new();
    reader.read_record(&mut row).map_err(|error| error.to_string())?;
    Ok(row.iter().map(str::to_owned).collect())
}

fn object(value: &Value, players: &mut Vec<String>) -> Result<Logged, String> {
    let side =
        |name: &str| card(value[name].as_str().ok_or_else(|| format!("{name} is missing, or not text"))?);
    Ok(Logged {
        game: number(value, "game")?,
        turn: number(value, "turn")?,
        player: match &value["player"] {
            Value::Null => 0,
            Value::String(name) => player(name, players)?,
            other => player(&other.to_string(), players)?,
        },
        first: side("first")?,
        second: side("second")?,
    })
}

/// A whole number of an object.
fn number(value: &Value, name: &str) -> Result<u64, String> {
    value[name].as_u64().ok_or_else(|| format!("{name} is missing, or not a whole number"))
}

fn card(text: &str) -> Result<Card, String> {
    Card::read(text).ok_or_else(|| format!("{text:?} is not a card; 3a and 3b are the cards of symbol 3"))
}

/// A game of Memory that was played in the terminal, card by card.
struct Played {
    turns: u64,
    /// The seats of the game.
    seats: u16,
    /// The place at which a symbol was first seen: that card is a.
    seen: HashMap<u16, u64>,
    /// The first card of the turn, and who turned it.
    open: Option<(u16, Card)>,
}

impl Played {
    /// A game that begins with these parameters.
    fn begin(parameters: &Value, log: &mut Transcript) -> Result<Self, String> {
        let names = parameters["seats"].as_array().ok_or("seats are missing, or not a list of names")?;
        let named = |(seat, name): (usize, &Value)| {
            let name = name.as_str().unwrap_or_default();
            format!("player {} ({name})", seat + 1)
        };
        log.players = names.iter().enumerate().map(named).collect();
        log.pairs = Some(small(number(parameters, "pairs")?, "pairs")?);
        let seats = small(names.len() as u64, "seats")?;
        Ok(Self { turns: 0, seats, seen: HashMap::new(), open: None })
    }

    /// Turns a card; a turn, once it has two of them.
    fn step(&mut self, step: &Value) -> Result<Option<Logged>, String> {
        let seat = small(number(step, "seat")?, "seat")?;
        let (place, symbol) = (number(step, "place")?, small(number(step, "symbol")?, "symbol")?);
        if seat == 0 || seat > self.seats {
            return Err(format!("seat {seat}, but there are seats 1 to {}", self.seats));
        }
        let player = seat - 1;
        let card = Card { symbol, second: *self.seen.entry(symbol).or_insert(place) != place };
        match self.open.take() {
            None => {
                self.open = Some((player, card));
                Ok(None)
            }
            Some((same, first)) if same == player => {
                self.turns += 1;
                Ok(Some(Logged { game: 1, turn: self.turns, player, first, second: card }))
            }
            Some(_) => Err(format!("seat {seat} turns the second card of another's turn")),
        }
    }
}

fn small(number: u64, name: &str) -> Result<u16, String> {
    u16::try_from(number).map_err(|_| format!("{name} {number} is too large"))
}
