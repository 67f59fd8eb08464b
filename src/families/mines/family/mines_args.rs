//! Games of Minesweeper as typed.

use super::position::{FilePosition, KnownFacts, Laid, Preset};
use crate::exact::Rational;
use crate::family::{Given, Refusal, counted, shell_word};
use crate::mines::board::SeenBoard;
use crate::mines::field::Field;
use crate::mines::game::{Aim, BoardCell, FirstCell, FirstClick, Mines, Opener, Ties};
use crate::mines::grid::{CellGrid, ImpossibleMines};
use crate::mines::odds::MinesOdds;
use crate::mines::risk::RiskError;
use crate::mines::risks::MinesSource;
use crate::mines::simulate::{Approach, StartingBoard};
use crate::model::Job;
use serde_json::{Value, json};

/// The parameters of a game of Minesweeper.
#[derive(Clone, Copy)]
pub struct MinesArgs<'a>(pub &'a Given);

impl MinesArgs<'_> {
    /// Returns the size and the mines of the fresh board. It applies if no position was typed.
    ///
    /// # Errors
    /// If the size or the number of mines is missing.
    pub fn laid(self) -> Result<Laid, Refusal> {
        if let Some(preset) = self.known().preset {
            return Ok(preset.laid);
        }
        let whole = |name| self.0.optional::<usize>(name);
        match (whole("rows"), whole("cols"), whole("mines")) {
            (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
            (rows, cols, mines) => {
                // The suggestion keeps the typed values if they fit a small board.
                let other = |side: Option<usize>| (SMALL_CELLS / side.unwrap_or(4).max(1)).max(1);
                let (rows, cols) = (rows.unwrap_or_else(|| other(cols)), cols.unwrap_or_else(|| other(rows)));
                let mines = mines.unwrap_or_else(|| few(rows.saturating_mul(cols)));
                let refusal = Refusal::new("--rows, --cols and --mines are required together");
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
    pub fn how(self) -> Result<Opener, Refusal> {
        if self.is_best() && self.0.is_given("ties") {
            let what = "ties of the lowest risk mean nothing to best play";
            return Err(Refusal::new(what).help("--play lowest"));
        }
        Ok(if self.is_best() { Opener::Best } else { Opener::Lowest(self.ties()) })
    }

    /// Returns the way to choose cells in random games. Returns `None` if the game has decisions:
    /// best play, or free ties. Strong play exists only in simulations.
    ///
    /// # Errors
    /// If a rule for ties was typed but does not apply.
    pub fn way(self) -> Result<Option<Approach>, Refusal> {
        if self.0.word("play") != Some(Approach::Strong.name()) {
            return Ok(match self.how()? {
                Opener::Best | Opener::Lowest(Ties::Free) => None,
                Opener::Lowest(ties) => Some(Approach::Lowest(ties)),
            });
        }
        match self.0.is_given("ties") {
            false => Ok(Some(Approach::Strong)),
            true => {
                let what = "ties of the lowest risk mean nothing to strong play";
                Err(Refusal::new(what).help("--play lowest"))
            }
        }
    }

    fn is_best(self) -> bool {
        self.0.word("play") == Some("best")
    }

    /// Returns the rule for ties. It is free if the tie with the most or the fewest wins is chosen.
    fn ties(self) -> Ties {
        Ties::named(self.tie_word()).unwrap_or(Ties::Free)
    }

    /// Returns the aim of decisions: to win, or to lose for the worst way to break ties.
    pub fn aim(self) -> Aim {
        if self.tie_word() == "worst" { Aim::Lose } else { Aim::Win }
    }

    /// Returns the first cell.
    pub fn start(self) -> FirstCell {
        self.0.text("start").and_then(|text| FirstCell::read(text).ok()).unwrap_or(FirstCell::Anywhere)
    }

    /// Returns the restriction on the first click.
    pub fn first_click(self) -> FirstClick {
        self.0.word("first-click").and_then(FirstClick::named).unwrap_or_default()
    }

    /// Returns the fresh board.
    ///
    /// # Errors
    /// If the size or the number of mines is missing, or the board is too large for exact play.
    pub fn field(self) -> Result<Field, Refusal> {
        let ((rows, columns), mines) = self.laid()?;
        Field::new(rows, columns, mines).map_err(|why| impossible(&why))
    }

    /// Returns the options of the board for a simulation, if the board is too large for exact play.
    pub fn too_large(self) -> Option<String> {
        let known = self.known();
        let (typed, ((rows, columns), mines)) = match self.position().ok()? {
            Some(FilePosition { typed, board, .. }) => {
                (format!(" --board {typed}"), ((board.rows(), board.columns()), board.mines()))
            }
            None => match (known.preset, self.laid().ok()?) {
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
    pub fn simulated(self) -> String {
        let mut options = String::new();
        match self.how() {
            Ok(Opener::Best) => options.push_str(" --play strong"),
            Ok(Opener::Lowest(ties)) if ties != Ties::Free && self.0.is_given("ties") => {
                options.push_str(&format!(" --ties {}", ties.name()));
            }
            _ => {}
        }
        if !matches!(self.start(), FirstCell::Anywhere | FirstCell::Chosen) {
            options.push_str(&format!(" --start {}", self.start()));
        }
        if self.first_click() != FirstClick::Any {
            options.push_str(&format!(" --first-click {}", self.first_click().name()));
        }
        options
    }

    /// Returns the game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(self) -> Result<Mines, Refusal> {
        let play = self.how()?;
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
        Ok(self.opened(game))
    }

    /// Returns the refusal of a first cell that is not on the board or leaves no room for the mines, with valid starts.
    /// Returns `None` for other reasons.
    fn bad_start(self, grid: CellGrid, why: &ImpossibleMines) -> Option<Refusal> {
        if let ImpossibleMines::Cell(BoardCell { row, col }) = *why {
            let [near_row, near_col] = [row.clamp(1, grid.rows as u8), col.clamp(1, grid.columns as u8)];
            let refusal = Refusal::new(format!("--start {row},{col} is not on the board of {grid} cells"));
            return Some(refusal.help(format!("--start {near_row},{near_col}")));
        }
        let ImpossibleMines::Opening { mines, .. } = *why else { return None };
        let fits = |start: &FirstCell| start.cells(grid, self.first_click(), mines).is_ok();
        let starts = [FirstCell::Corner, FirstCell::Edge, FirstCell::Middle].into_iter().filter(fits);
        let mut ways: Vec<String> = starts.map(|start| format!("--start {start}")).collect();
        if self.start().cells(grid, FirstClick::Safe, mines).is_ok() {
            ways.push(format!("--first-click {}", FirstClick::Safe.name()));
        }
        Some(Refusal::new(why.to_string()).help(ways.join(" or ")))
    }

    /// Applies the options `--unmerged` and `--every-order` to a game.
    fn opened(self, game: Mines) -> Mines {
        let game = if self.0.is_given("unmerged") { game.unmerged() } else { game };
        if self.0.is_given("every-order") { game.every_order() } else { game }
    }

    /// Returns the typed facts about a position, beside its text.
    pub fn known(self) -> KnownFacts {
        let name = self.0.word("preset");
        let preset = Preset::ALL.into_iter().find(|preset| Some(preset.name) == name);
        KnownFacts { mines: self.0.optional("mines"), preset }
    }

    /// Returns the position, if one was typed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn position(self) -> Result<Option<FilePosition>, Refusal> {
        let Some(file) = self.0.text("board") else { return Ok(None) };
        let (name, text) = self.0.file(file).unwrap_or((file, ""));
        let known = self.known();
        let board = known.checked(name, text, SeenBoard::read_one(text, known.mines()))?;
        Ok(Some(FilePosition {
            name: name.to_owned(),
            typed: format!("{}{}", shell_word(file), known.typed()),
            mines_from: if known.mines.is_some() { MinesSource::Option } else { MinesSource::Board },
            board,
        }))
    }

    /// Returns the title of the game.
    pub fn title(self, game: &Mines) -> String {
        let how = match (self.is_best(), self.tie_word()) {
            (true, _) => "best play".to_owned(),
            (false, ties) => format!("lowest risk, ties {ties}"),
        };
        let begins = self.begins(game.position());
        format!("{}, {how}, {begins}", title(game.field()))
    }

    /// Describes the start of the game: the first cell, or the position if there is one.
    pub fn begins(self, position: Option<&SeenBoard>) -> String {
        match position {
            Some(_) => "from a position".to_owned(),
            None => format!("start {}, first click {}", self.start(), self.first_click().name()),
        }
    }

    fn tie_word(self) -> &'static str {
        self.0.word("ties").unwrap_or("random")
    }

    /// Returns the parameters that JSON repeats, starting from the parameters of a board. `position` is the start of the
    /// game, if there is one.
    pub fn echo(self, mut parameters: Value, position: Option<&SeenBoard>) -> Value {
        let play = self.0.word("play");
        parameters["play"] = json!(play);
        parameters["ties"] = json!(Some(self.tie_word()).filter(|_| play == Some("lowest")));
        match position {
            Some(board) => parameters["board"] = rows(board),
            None => {
                parameters["start"] = json!(self.start().to_string());
                parameters["first_click"] = json!(self.first_click().name());
            }
        }
        for flag in ["unmerged", "every-order"].into_iter().filter(|flag| self.0.is_given(flag)) {
            parameters[flag.replace('-', "_")] = json!(true);
        }
        parameters
    }

    /// Returns the exact probability of winning for games with this start, if it can be computed quickly.
    pub fn exact(self, way: Approach, begin: &StartingBoard, job: &Job<'_>) -> Option<Rational> {
        let Approach::Lowest(ties) = way else { return None };
        let (board, play) = (begin.board(), Opener::Lowest(ties));
        let field = Field::new(board.rows(), board.columns(), board.mines()).ok()?;
        if field.placement_count() > MOST_PLACEMENTS {
            return None;
        }
        let game = match begin.position() {
            Some(position) => Mines::from_position(field, play, position),
            None => Mines::new(field, play, self.start(), self.first_click()),
        };
        let job = Job { most_states: job.most_states.min(MOST_POSITIONS), ..*job };
        MinesOdds::of(&game.ok()?, Aim::Win, &job).ok().map(|odds| odds.win)
    }

    /// Returns the position at the start of the games. A board without opened cells is fresh. A typed position needs
    /// its risks.
    ///
    /// # Errors
    /// If there is no such board, its risks are unknown, or the first cell is to be chosen, which simulations do not
    /// support.
    pub fn begin(self, job: &Job<'_>) -> Result<StartingBoard, Unbegun> {
        if let Some(position) = self.position()? {
            let board = &position.board;
            if board.cells().iter().all(|cell| cell.is_hidden()) {
                let size = (board.rows(), board.columns());
                let table = StartingBoard::new(size, board.mines(), FirstCell::Anywhere, FirstClick::Any);
                return Ok(table.map_err(|why| position.refused(&why))?);
            }
            return StartingBoard::from_position(board.clone(), job).map_err(|why| {
                match position.unfit(&why) {
                    Some(refusal) => Unbegun::Refused(refusal),
                    None => Unbegun::Unknown(why),
                }
            });
        }
        let (size, mines) = self.laid().map_err(|refusal| {
            Refusal::new(format!("{}, or --preset", refusal.what)).help("--preset expert")
        })?;
        if self.start() == FirstCell::Chosen {
            let what = "simulated games have a fixed first cell; only best play chooses it";
            return Err(Refusal::new(what).help("--start corner").into());
        }
        let table = StartingBoard::new(size, mines, self.start(), self.first_click()).map_err(|error| {
            let grid = CellGrid { rows: size.0, columns: size.1 };
            let other = || Refusal::new(error.to_string()).help("--rows 16 --cols 30 --mines 99");
            self.bad_start(grid, &error).unwrap_or_else(other)
        });
        Ok(table?)
    }
}

/// The reason why games cannot begin.
pub enum Unbegun {
    /// The parameters are invalid.
    Refused(Refusal),
    /// The mines of a position are unknown, because a limit was passed.
    Unknown(RiskError),
}

impl From<Refusal> for Unbegun {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The limits for exact values beside a simulation: placements of a board, and positions of its game. The values take
/// no longer than the simulated games.
const MOST_PLACEMENTS: u64 = 1000;
const MOST_POSITIONS: u64 = 10_000;

/// The options of a small board, as typed.
const SMALL: &str = "--rows 4 --cols 4 --mines 3";

/// The number of cells of the small board.
const SMALL_CELLS: usize = 16;

/// Returns a number of mines for a non-trivial game on `cells` cells with a quick answer.
fn few(cells: usize) -> usize {
    if cells > SMALL_CELLS + 4 { 2 } else { (cells / 5).max(1) }
}

/// Returns the refusal of a game. If its board is too large, the suggestion is to simulate it with `options`.
pub(crate) fn refused(asked: MinesArgs<'_>, refusal: Refusal, options: &str) -> Refusal {
    match asked.too_large() {
        Some(board) => Refusal::new(refusal.what).ask(format!("simulate mines{board}{options}")),
        None => refusal,
    }
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
