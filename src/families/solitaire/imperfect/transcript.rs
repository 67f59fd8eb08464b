//! A reader of turns from logs of card games: a table, one JSON object per line, or a game that was played in
//! the terminal.

use super::log::{COLUMNS, Card, LoggedTurn};
use super::log_names::LogNames;
use crate::family::counted;
use crate::game_log::{check_pairs, family, value};
use csv_core::ReadRecordResult;
use serde_json::Value;
use std::collections::HashMap;

/// The columns of the symbols of cards that are places, and their keys in JSON.
const SYMBOLS: [&str; 2] = ["first_symbol", "second_symbol"];

/// A log that is read line by line.
#[derive(Default)]
pub(super) struct Transcript {
    /// The turns, in order.
    pub(super) turns: Vec<LoggedTurn>,
    /// The number of the line of each turn.
    pub(super) lines: Vec<usize>,
    /// The players.
    pub(super) players: LogPlayers,
    /// The number of pairs of the board, if the log has it and all its games have the same.
    pub(super) pairs: Option<u16>,
    /// The names of games and cards.
    pub(super) names: LogNames,
    /// The last game, if a line that is cut off may belong to it.
    pub(super) cut_game: Option<u64>,
    /// The number of headers with a number of pairs.
    sizes: usize,
    /// The separator of the line `sep=` of spreadsheets.
    separator: Option<u8>,
    form: Option<LineFormat>,
}

/// The players of a log, in the order of their first turns; empty if the log has no names.
#[derive(Default)]
pub(super) struct LogPlayers {
    names: Vec<String>,
    /// The index of each name in `names`.
    places: HashMap<String, u16>,
}

impl LogPlayers {
    /// Returns the names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the index of a name, and adds the name if it is new.
    ///
    /// # Errors
    /// Returns an error if there are too many names.
    fn place(&mut self, name: &str) -> Result<u16, String> {
        if let Some(&place) = self.places.get(name) {
            return Ok(place);
        }
        let place = u16::try_from(self.names.len())
            .map_err(|_| format!("there are more than {} players", u32::from(u16::MAX) + 1))?;
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        Ok(place)
    }
}

/// The format of the lines.
enum LineFormat {
    /// A table with these columns.
    Table(LogColumns, Box<RowReader>),
    /// One object per line.
    Objects,
    /// A game of Memory that was played card by card.
    Cards(PlayedLog),
}

/// The indices of the columns of a turn.
struct LogColumns {
    /// Game, first and second card.
    needed: [usize; 3],
    /// The number of the turn. Without it, the turns of a game are in order.
    turn: Option<usize>,
    /// The game and the number of the last turn.
    last: Option<(u64, u64)>,
    /// The symbols of the cards, if the cards are places.
    symbols: Option<[usize; 2]>,
    player: Option<usize>,
    /// The number of columns of the table.
    count: usize,
}

impl Transcript {
    /// Begins the log of another game or of several games, on boards of `pairs` pairs if that is known.
    fn begin(&mut self, pairs: Option<u16>) {
        self.names.begin_log();
        self.pairs = if self.sizes == 0 || self.pairs == pairs { pairs } else { None };
        self.sizes += 1;
    }

    /// Reads a line with its number, from 1.
    ///
    /// # Errors
    /// Returns a one-line message if it is not a line of such a log.
    pub(super) fn read(&mut self, number: usize, line: &str) -> Result<(), String> {
        // A mark of UTF-8 also begins a second file that was appended.
        let line = line.trim_start_matches('\u{feff}').trim();
        // Spreadsheets also write rows without a value.
        let is_separator = |byte: u8| b",;\t\" ".contains(&byte) || self.separator == Some(byte);
        if line.bytes().all(is_separator) || line.starts_with('#') {
            return Ok(());
        }
        if let (None | Some(LineFormat::Table(..)), Some(separator)) = (&self.form, separator_line(line)) {
            self.separator = Some(separator);
            self.form = None;
            self.names.begin_log();
            return Ok(());
        }
        // Logs of several games can follow each other.
        let is_head = |line: &str| line.starts_with('{') && line.contains("\"chancetree\"");
        self.form = Some(match self.form.take() {
            None => begin(line, self)?,
            Some(LineFormat::Objects | LineFormat::Cards(_)) if is_head(line) => begin(line, self)?,
            Some(form) => form.after(line, self)?,
        });
        self.lines.resize(self.turns.len(), number);
        Ok(())
    }
}

impl Transcript {
    /// Returns whether a line that is cut off may belong to the last game. `false` if it names another one.
    pub(super) fn goes_on(&mut self, line: &str) -> bool {
        // The name of the game, and whether it is complete.
        let named = match &mut self.form {
            Some(LineFormat::Table(columns, rows)) => {
                let (cells, game) = (rows.cells(line), columns.needed[0]);
                cells.get(game).map(|name| ((*name).to_owned(), game + 1 < cells.len()))
            }
            Some(LineFormat::Objects) => line.split_once("\"game\":").map(|(_, rest)| {
                let (name, is_complete) =
                    rest.split_once(',').map_or((rest, false), |(name, _)| (name, true));
                (name.trim().trim_matches('"').to_owned(), is_complete)
            }),
            _ => None,
        };
        let last = self.names.last_game().unwrap_or_default();
        named.is_none_or(
            |(name, is_complete)| if is_complete { name == last } else { last.starts_with(&name) },
        )
    }
}

/// Returns the separator of a line such as `sep=;`, which spreadsheets write above a table.
fn separator_line(line: &str) -> Option<u8> {
    let line = line.trim_matches('"');
    let separator = line.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).map(|_| &line[4..])?;
    match separator.as_bytes() {
        [] => Some(b'\t'),
        [byte] if byte.is_ascii() => Some(*byte),
        _ => None,
    }
}

/// Determines the format from the first line with content: an object, the header of a table, or the first
/// line of a played game.
fn begin(line: &str, log: &mut Transcript) -> Result<LineFormat, String> {
    if line.starts_with('[') {
        return Err("a list in JSON, but each turn needs a line with an object of its own".to_owned());
    }
    if !line.starts_with('{') {
        // Spreadsheets write the separator that is usual in their locale.
        let separator = [b',', b';', b'\t'].into_iter().find(|&byte| line.as_bytes().contains(&byte));
        let mut rows = RowReader::new(log.separator.or(separator).unwrap_or(b','));
        if let Some(columns) = LogColumns::of(&rows.cells(line))? {
            return Ok(LineFormat::Table(columns, Box::new(rows)));
        }
        let columns = LogColumns {
            needed: [0, 2, 3],
            turn: Some(1),
            last: None,
            symbols: None,
            player: None,
            count: COLUMNS.len(),
        };
        return LineFormat::Table(columns, Box::new(rows)).after(line, log);
    }
    let head: Option<Value> = serde_json::from_str(line).ok();
    match head.as_ref().and_then(family) {
        None => LineFormat::Objects.after(line, log),
        Some("solitaire") => {
            // The log of an unfinished game contains the size of the board only here.
            let parameters = &head.unwrap_or_default()["parameters"];
            check_pairs(parameters)?;
            log.begin(parameters["pairs"].as_u64().and_then(|pairs| u16::try_from(pairs).ok()));
            Ok(LineFormat::Objects)
        }
        Some("memory") => {
            PlayedLog::begin(&head.unwrap_or_default()["parameters"], log).map(LineFormat::Cards)
        }
        Some(family) => {
            Err(format!("this is a log of {family}, but only card games show how a player remembers"))
        }
    }
}

impl LineFormat {
    /// Reads a line in this format.
    fn after(mut self, line: &str, log: &mut Transcript) -> Result<Self, String> {
        log.turns.extend(match &mut self {
            Self::Table(columns, rows) => {
                let cells = rows.cells(line);
                if let Some(header) = LogColumns::of(&cells)? {
                    // A header between the rows begins another table.
                    *columns = header;
                    log.names.begin_log();
                    None
                } else {
                    Some(columns.turn(&cells, &mut log.players, &mut log.names, &log.turns)?)
                }
            }
            Self::Objects => Some(object(&value(line)?, &mut log.players, &mut log.names, &log.turns)?),
            Self::Cards(played) => played.step(&value(line)?)?,
        });
        Ok(self)
    }
}

impl LogColumns {
    /// Returns the columns of a header, or `None` if the cells are not a header.
    fn of(cells: &[&str]) -> Result<Option<Self>, String> {
        let find = |name: &str| cells.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        if find("first").is_none() && find("second").is_none() {
            return Ok(None);
        }
        let place = |name: &str| find(name).ok_or_else(|| format!("the table has no column {name}"));
        let [game, turn, first, second] = COLUMNS;
        let needed = [place(game)?, place(first)?, place(second)?];
        let symbols = find(SYMBOLS[0]).zip(find(SYMBOLS[1])).map(|(first, second)| [first, second]);
        let (turn, player) = (find(turn), find("player"));
        Ok(Some(Self { needed, turn, last: None, symbols, player, count: cells.len() }))
    }

    /// Returns the turn of a row after other turns.
    fn turn(
        &mut self,
        cells: &[&str],
        players: &mut LogPlayers,
        names: &mut LogNames,
        turns: &[LoggedTurn],
    ) -> Result<LoggedTurn, String> {
        let has_all = cells.len() >= self.count && cells[self.count..].iter().all(|cell| cell.is_empty());
        if !has_all {
            let names = if self.count == COLUMNS.len() { COLUMNS.join(",") } else { self.count.to_string() };
            return Err(format!("{} where {names} are expected", counted(cells.len(), "value")));
        }
        let [game, first, second] = self.needed.map(|at| cells[at]);
        let whole = |turn: &str| turn.parse().map_err(|_| format!("turn {turn:?} is not a whole number"));
        let turn = self.turn.map(|at| whole(cells[at])).transpose()?;
        let game = names.game(game, turn, turns)?;
        let next = || self.last.filter(|(last, _)| *last == game).map_or(1, |(_, turn)| turn + 1);
        let turn = turn.unwrap_or_else(next);
        self.last = Some((game, turn));
        let player = self.player.map_or(Ok(0), |at| players.place(cells[at]))?;
        let [first, second] = match self.symbols.map(|symbols| symbols.map(|at| cells[at])) {
            None => [names.card(first)?, names.card(second)?],
            Some([one, other]) => [names.card_at(first, one)?, names.card_at(second, other)?],
        };
        Ok(LoggedTurn { game, turn, player, first, second })
    }
}

/// A reader of the rows of a table, one line at a time.
struct RowReader {
    reader: csv_core::Reader,
    /// The text of the cells of a row, concatenated.
    text: Vec<u8>,
    /// The end of each cell in `text`.
    ends: Vec<usize>,
}

impl RowReader {
    /// Creates a reader of rows with this separator.
    fn new(separator: u8) -> Self {
        let reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
        Self { reader, text: Vec::new(), ends: Vec::new() }
    }

    /// Returns the trimmed cells of a row.
    fn cells(&mut self, line: &str) -> Vec<&str> {
        let Self { reader, text, ends } = self;
        // A row has no more text than the line, and at most one cell more than the line has bytes.
        text.resize(text.len().max(line.len()), 0);
        ends.resize(ends.len().max(line.len() + 1), 0);
        reader.reset();
        let (mut input, mut written, mut count) = (line.as_bytes(), 0, 0);
        loop {
            let (result, taken, put, ended) =
                reader.read_record(input, &mut text[written..], &mut ends[count..]);
            (input, written, count) = (&input[taken..], written + put, count + ended);
            // The end of the line ends the row: the input is then empty in the next call.
            if result != ReadRecordResult::InputEmpty {
                break;
            }
        }
        let mut start = 0;
        let cell = |&end: &usize| {
            let cell = &text[std::mem::replace(&mut start, end)..end];
            str::from_utf8(cell).expect("a line is split at characters of ASCII").trim()
        };
        ends[..count].iter().map(cell).collect()
    }
}

fn object(
    value: &Value,
    players: &mut LogPlayers,
    names: &mut LogNames,
    turns: &[LoggedTurn],
) -> Result<LoggedTurn, String> {
    let name = |key: &str| match &value[key] {
        Value::Null => None,
        Value::String(name) => Some(name.clone()),
        other => Some(other.to_string()),
    };
    let (game, turn) = (name("game").ok_or("game is missing")?, number(value, "turn")?);
    let game = names.game(&game, Some(turn), turns)?;
    let player = name("player").map_or(Ok(0), |name| players.place(&name))?;
    let mut side = |key: &str, symbol: &str| match name(symbol) {
        None => names.card(value[key].as_str().ok_or_else(|| format!("{key} is missing, or not text"))?),
        Some(symbol) => names.card_at(&name(key).ok_or_else(|| format!("{key} is missing"))?, &symbol),
    };
    let (first, second) = (side("first", SYMBOLS[0])?, side("second", SYMBOLS[1])?);
    Ok(LoggedTurn { game, turn, player, first, second })
}

/// Returns a whole number of an object.
fn number(value: &Value, name: &str) -> Result<u64, String> {
    value[name].as_u64().ok_or_else(|| format!("{name} is missing, or not a whole number"))
}

/// A game of Memory that was played in the terminal, card by card.
struct PlayedLog {
    game: u64,
    turns: u64,
    /// The player in each seat of the game.
    seats: Vec<u16>,
    /// The place at which each symbol was first seen; that card is `a`.
    seen: HashMap<u16, u64>,
    /// The player and the first card of the turn.
    open: Option<(u16, Card)>,
}

impl PlayedLog {
    /// Creates a game from its parameters.
    fn begin(parameters: &Value, log: &mut Transcript) -> Result<Self, String> {
        let plays = parameters["seats"].as_array().ok_or("seats are missing, or not a list of names")?;
        small(plays.len() as u64, "seats")?;
        let mut seats = Vec::with_capacity(plays.len());
        for (seat, play) in plays.iter().enumerate() {
            // A name is the same player in every game.
            let player = parameters["names"][seat].as_str().map_or_else(
                || format!("player {} ({})", seat + 1, play.as_str().unwrap_or_default()),
                str::to_owned,
            );
            seats.push(log.players.place(&player)?);
        }
        log.begin(Some(small(number(parameters, "pairs")?, "pairs")?));
        check_pairs(parameters)?;
        let game = log.names.game("1", None, &[])?;
        Ok(Self { game, turns: 0, seats, seen: HashMap::new(), open: None })
    }

    /// Reads a turned card. Returns the turn after its second card.
    fn step(&mut self, step: &Value) -> Result<Option<LoggedTurn>, String> {
        let seat = small(number(step, "seat")?, "seat")?;
        let (place, symbol) = (number(step, "place")?, small(number(step, "symbol")?, "symbol")?);
        let player = usize::from(seat).checked_sub(1).and_then(|seat| self.seats.get(seat)).copied();
        let player =
            player.ok_or_else(|| format!("seat {seat}, but there are seats 1 to {}", self.seats.len()))?;
        let card = Card { symbol, second: *self.seen.entry(symbol).or_insert(place) != place };
        match self.open.take() {
            None => {
                self.open = Some((player, card));
                Ok(None)
            }
            Some((same, first)) if same == player => {
                self.turns += 1;
                Ok(Some(LoggedTurn { game: self.game, turn: self.turns, player, first, second: card }))
            }
            Some(_) => Err(format!("seat {seat} turns the second card of another's turn")),
        }
    }
}

fn small(number: u64, name: &str) -> Result<u16, String> {
    u16::try_from(number).map_err(|_| format!("{name} {number} is too large"))
}
