//! Games of Minesweeper as typed.

use super::position::{BoardDimensions, FilePosition, Preset, TypedMines, position_text};
use crate::family::{GameArguments, Refusal, counted, parsed, shell_word};
use crate::mines::board::SeenBoard;
use crate::mines::field::Field;
use crate::mines::game::{Aim, BoardCell, FirstCell, FirstClick, Mines, Opener, Ties};
use crate::mines::grid::{CellGrid, ImpossibleMines};
use crate::mines::risks::MinesSource;
use crate::mines::simulate::Approach;
use crate::named_enum;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

named_enum! {
    /// The rule for several cells of the lowest risk, as typed.
    #[derive(Default)]
    pub enum TieChoice {
        #[default]
        Random: "random", "One at random";
        Last: "last", "The last in reading order";
        First: "first", "The first in reading order";
        CornerEdgeRandom: "corner-edge-random", "A corner, else an edge, else the middle; at random within \
                                                 each group";
        Best: "best", "The cell that wins most often";
        Worst: "worst", "The cell that wins least often";
    }
}

/// The way to choose cells, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum PlayWord {
    Lowest,
    Best,
    Strong,
}

/// The parameters of a game of Minesweeper.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct MinesArgs {
    preset: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    #[serde(deserialize_with = "one_number")]
    mines: Option<usize>,
    /// The file of a position.
    board: Option<String>,
    play: Option<PlayWord>,
    ties: Option<TieChoice>,
    #[serde(deserialize_with = "parsed")]
    start: Option<FirstCell>,
    first_click: FirstClick,
    unmerged: bool,
    every_order: bool,
    /// The name of the file for messages, and its text.
    #[serde(skip)]
    file: (String, String),
}

impl MinesArgs {
    /// Reads the parameters, and the text of the position.
    pub fn of(given: &GameArguments) -> Self {
        let args: Self = given.read();
        let file = args.board.as_ref().map(|name| given.file(name).unwrap_or((name, "")));
        let file = file.map(|(name, text)| (name.to_owned(), text.to_owned())).unwrap_or_default();
        Self { file, ..args }
    }

    /// Returns the file of a position, if one was typed.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// Returns the rows, columns and mines that were typed.
    pub fn size(&self) -> (Option<usize>, Option<usize>, Option<usize>) {
        (self.rows, self.cols, self.mines)
    }

    /// Returns whether the board has more columns than rows.
    pub(super) fn is_wide(&self) -> bool {
        self.cols > self.rows
    }

    /// Returns the size and the mines of the fresh board. It applies if no position was typed.
    ///
    /// # Errors
    /// If the size or the number of mines is missing.
    pub fn dimensions(&self) -> Result<BoardDimensions, Refusal> {
        if let Some(preset) = self.known().preset {
            return Ok(preset.dimensions);
        }
        match self.size() {
            (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
            (rows, cols, mines) => {
                // The suggestion keeps the typed values if they fit a small board.
                let other = |side: Option<usize>| (SMALL_CELLS / side.unwrap_or(4).max(1)).max(1);
                let (rows, cols) = (rows.unwrap_or_else(|| other(cols)), cols.unwrap_or_else(|| other(rows)));
                let mines = mines.unwrap_or_else(|| few(rows.saturating_mul(cols)));
                let refusal = Refusal::all_unfit(&["rows", "cols", "mines"], "are required together");
                Err(match Field::new(rows, cols, mines) {
                    Ok(_) => refusal.instead(format!("--rows {rows} --cols {cols} --mines {mines}")),
                    Err(_) => refusal.instead(SMALL),
                })
            }
        }
    }

    /// Returns the way to choose cells.
    ///
    /// # Errors
    /// If a rule for ties was typed but does not apply.
    pub fn opener(&self) -> Result<Opener, Refusal> {
        if self.is_best() && self.ties.is_some() {
            let what = "--ties has no effect on best play";
            return Err(Refusal::new(what).help("--play lowest"));
        }
        Ok(if self.is_best() { Opener::Best } else { Opener::Lowest(self.ties()) })
    }

    /// Returns the way to choose cells in random games. Returns `None` if the game has decisions:
    /// best play, or free ties. Strong play exists only in simulations.
    ///
    /// # Errors
    /// If a rule for ties was typed but does not apply.
    pub fn approach(&self) -> Result<Option<Approach>, Refusal> {
        if self.play != Some(PlayWord::Strong) {
            return Ok(match self.opener()? {
                Opener::Best | Opener::Lowest(Ties::Free) => None,
                Opener::Lowest(ties) => Some(Approach::Lowest(ties)),
            });
        }
        match self.ties.is_some() {
            false => Ok(Some(Approach::Strong)),
            true => {
                let what = "--ties has no effect on strong play";
                Err(Refusal::new(what).help("--play lowest"))
            }
        }
    }

    fn is_best(&self) -> bool {
        self.play == Some(PlayWord::Best)
    }

    /// Returns the rule for ties. It is free if the tie with the most or the fewest wins is chosen.
    fn ties(&self) -> Ties {
        Ties::named(self.tie_choice().name()).unwrap_or(Ties::Free)
    }

    /// Returns the aim of decisions: to win, or to lose for the worst way to break ties.
    pub fn aim(&self) -> Aim {
        if self.tie_choice() == TieChoice::Worst { Aim::Lose } else { Aim::Win }
    }

    /// Returns the first cell.
    pub fn start(&self) -> FirstCell {
        self.start.unwrap_or(FirstCell::Anywhere)
    }

    /// Returns the restriction on the first click. The mines of a position are already placed.
    pub fn first_click(&self) -> FirstClick {
        if self.board.is_some() { FirstClick::Any } else { self.first_click }
    }

    /// Returns the fresh board.
    ///
    /// # Errors
    /// If the size or the number of mines is missing, or the board is too large for exact play.
    pub fn field(&self) -> Result<Field, Refusal> {
        let ((rows, columns), mines) = self.dimensions()?;
        Field::new(rows, columns, mines).map_err(|why| refused(self, impossible(&why), &self.simulated()))
    }

    /// Returns the options of the board for a simulation, if the board is too large for exact play.
    pub fn too_large(&self) -> Option<String> {
        let known = self.known();
        let (typed, ((rows, columns), mines)) = match self.position().ok()? {
            Some(FilePosition { typed, board, .. }) => {
                (format!(" --board {typed}"), ((board.rows(), board.columns()), board.mines()))
            }
            None => match (known.preset, self.dimensions().ok()?) {
                (Some(_), laid) => (known.typed(), laid),
                (None, laid @ ((rows, cols), mines)) => {
                    (format!(" --rows {rows} --cols {cols} --mines {mines}"), laid)
                }
            },
        };
        let why = Field::new(rows, columns, mines).err()?;
        (!matches!(why, ImpossibleMines::Mines { .. })).then_some(typed)
    }

    /// Returns the options that simulate the same game, each with a space before it. The options of the board are omitted.
    pub fn simulated(&self) -> String {
        let mut options = String::new();
        match self.opener() {
            Ok(Opener::Best) => options.push_str(" --play strong"),
            Ok(Opener::Lowest(ties)) if ties != Ties::Free && self.ties.is_some() => {
                options.push_str(&format!(" --ties {}", ties.name()));
            }
            _ => {}
        }
        if !matches!(self.start(), FirstCell::Anywhere | FirstCell::Chosen) {
            options.push_str(&format!(" --start {}", self.start()));
        }
        options + &first_click_option(self.first_click)
    }

    /// Returns the game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self) -> Result<Mines, Refusal> {
        let play = self.opener()?;
        let game = match self.position()? {
            Some(position) => Mines::from_position(position.field()?, play, &position.board)
                .map_err(|why| position.refused(&why))?,
            None => {
                let field = self.field()?;
                let grid = field.grid();
                Mines::new(field, play, self.start(), self.first_click())
                    .map_err(|why| self.bad_start(grid, &why).unwrap_or_else(|| impossible(&why)))?
            }
        };
        Ok(self.with_state_options(game))
    }

    /// Returns the refusal of a first cell that is not on the board or leaves no room for the mines, with valid starts.
    /// Returns `None` for other reasons.
    pub(super) fn bad_start(&self, grid: CellGrid, why: &ImpossibleMines) -> Option<Refusal> {
        if let ImpossibleMines::Cell(BoardCell { row, col }) = *why {
            let [near_row, near_col] = [row.clamp(1, grid.rows as u8), col.clamp(1, grid.columns as u8)];
            let why = format!("is not on the board of {grid} cells");
            let refusal = Refusal::unfit_value("start", format!("{row},{col}"), why);
            return Some(refusal.help(format!("--start {near_row},{near_col}")));
        }
        let ImpossibleMines::Opening { mines, .. } = *why else { return too_full(why, grid) };
        let fits = |start: &FirstCell| start.cells(grid, self.first_click(), mines).is_ok();
        let starts = [FirstCell::Corner, FirstCell::Edge, FirstCell::Middle].into_iter().filter(fits);
        let mut ways: Vec<String> = starts.map(|start| format!("--start {start}")).collect();
        if self.start().cells(grid, FirstClick::Safe, mines).is_ok() {
            ways.push(format!("--first-click {}", FirstClick::Safe.name()));
        }
        Some(Refusal::new(why.to_string()).help(ways.join(" or ")))
    }

    /// Applies the options `--unmerged` and `--every-order` to a game.
    fn with_state_options(&self, game: Mines) -> Mines {
        let game = if self.unmerged { game.unmerged() } else { game };
        if self.every_order { game.every_order() } else { game }
    }

    /// Returns the facts about a position that were typed in addition to its text.
    pub fn known(&self) -> TypedMines {
        let name = self.preset.as_deref();
        let preset = Preset::ALL.into_iter().find(|preset| Some(preset.name) == name);
        TypedMines { mines: self.mines, preset }
    }

    /// Returns the position, if one was typed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn position(&self) -> Result<Option<FilePosition>, Refusal> {
        let Some(file) = &self.board else { return Ok(None) };
        let (name, text) = &self.file;
        let text = &position_text(name, file, text)?;
        let known = self.known();
        let board = known.checked(name, text, SeenBoard::read_one(text, known.mines()))?;
        Ok(Some(FilePosition {
            name: name.clone(),
            typed: format!("{}{}", shell_word(file), known.typed()),
            mines_from: MinesSource::of(known.mines.is_some(), text),
            board,
        }))
    }

    /// Returns the title of the game.
    pub fn title(&self, game: &Mines) -> String {
        let how = match (self.is_best(), self.tie_choice()) {
            (true, _) => "best play".to_owned(),
            (false, ties) => format!("lowest risk, ties {ties}"),
        };
        let begins = self.begins(game.position());
        format!("{}, {how}, {begins}", title(game.field()))
    }

    /// Describes the start of the game: the first cell, or the position if there is one.
    pub fn begins(&self, position: Option<&SeenBoard>) -> String {
        match position {
            Some(_) => "from a position".to_owned(),
            None => format!("start {}, first click {}", self.start(), self.first_click().name()),
        }
    }

    fn tie_choice(&self) -> TieChoice {
        self.ties.unwrap_or_default()
    }

    /// Returns the parameters that JSON repeats, starting from the parameters of a board. `position` is the start of the
    /// game, if there is one.
    pub fn echo(&self, mut parameters: Value, position: Option<&SeenBoard>) -> Value {
        parameters["play"] = json!(self.play);
        let ties = Some(self.tie_choice().name());
        parameters["ties"] = json!(ties.filter(|_| self.play == Some(PlayWord::Lowest)));
        match position {
            Some(board) => parameters["board"] = rows(board),
            None => {
                parameters["start"] = json!(self.start().to_string());
                parameters["first_click"] = json!(self.first_click().name());
            }
        }
        let flags = [("unmerged", self.unmerged), ("every_order", self.every_order)];
        for (flag, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
            parameters[flag] = json!(true);
        }
        parameters
    }
}

/// Deserializes the number of mines. A text with a range or a density is no single number.
fn one_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => text.parse().ok(),
        number => number.as_u64().map(|number| number as usize),
    })
}

/// The options of a small board, as typed.
const SMALL: &str = "--rows 4 --cols 4 --mines 3";

/// The number of cells of the small board.
const SMALL_CELLS: usize = 16;

/// Returns a number of mines for a non-trivial game on `cells` cells with a quick answer.
fn few(cells: usize) -> usize {
    if cells > SMALL_CELLS + 4 { 2 } else { (cells / 5).max(1) }
}

/// Returns the refusal of a game. If its board is too large, the suggestion is to simulate it with `options`.
pub(crate) fn refused(args: &MinesArgs, refusal: Refusal, options: &str) -> Refusal {
    match args.too_large() {
        Some(board) => Refusal::new(refusal.what).ask(format!("simulate mines{board}{options}")),
        None => refusal,
    }
}

/// Returns the option of a first click with a space before it, or nothing for the default.
pub(crate) fn first_click_option(click: FirstClick) -> String {
    match click == FirstClick::default() {
        true => String::new(),
        false => format!(" --first-click {}", click.name()),
    }
}

/// Returns the refusal of mines that fit on the board, but not if cells around the first click are kept free. Suggests a rule
/// that lets the mines fit.
pub(crate) fn too_full(why: &ImpossibleMines, grid: CellGrid) -> Option<Refusal> {
    let ImpossibleMines::Mines { mines, room } = *why else { return None };
    let click = if mines < grid.cells() { FirstClick::Safe } else { FirstClick::Any };
    // A safe first click keeps one cell free.
    let what = match room + 1 < grid.cells() {
        true => format!("mines: {mines}, but an opening leaves room for {room}"),
        false => why.to_string(),
    };
    (mines <= grid.cells()).then(|| Refusal::new(what).help(format!("--first-click {}", click.name())))
}

/// Returns the refusal of an impossible board. The suggestion is fewer mines if the board is too full, and another
/// board otherwise.
pub fn impossible(why: &ImpossibleMines) -> Refusal {
    let refusal = Refusal::new(why.to_string());
    match *why {
        ImpossibleMines::Mines { room: room @ 1.., .. } => refusal.help(format!("--mines {}", few(room))),
        _ => refusal.instead(SMALL),
    }
}

/// Describes a board.
pub fn title(field: &Field) -> String {
    let mines = counted(field.mines(), "mine");
    format!("Minesweeper, {} x {} cells, {mines}", field.rows(), field.cols())
}

/// Returns the rows of a position that JSON repeats.
pub fn rows(board: &SeenBoard) -> Value {
    board.to_string().lines().skip(1).collect()
}

/// Returns the parameters of a board that JSON repeats.
pub fn echo(field: &Field) -> Value {
    json!({ "rows": field.rows(), "columns": field.cols(), "mines": field.mines() })
}
