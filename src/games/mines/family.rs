//! The description of the family: its parameters, and the game that follows from them.

use super::board::{Board, Misread, NEEDED};
use super::field::Field;
use super::game::{Aim, FirstClick, Mines, Play, Start, Ties};
use super::grid::Impossible;
use super::risk::{Risk, Unknown};
use super::system::Contradiction;
use crate::evaluate::forward::{Measure, forward};
use crate::evaluate::solve::solve;
use crate::exact::ratio;
use crate::family::{Family, Given, Instance, Looks, Parameter, Playable, Refusal, Verb, Worth};
use crate::model::{Error, Graph, Run};
use serde_json::{Value, json};

/// Minesweeper, as a family.
pub struct Minesweeper;

/// The usual boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Nine rows and columns.
    Beginner,
    /// Sixteen rows and columns.
    Intermediate,
    /// Sixteen rows, thirty columns.
    Expert,
}

/// Rows and columns, and the mines.
pub type Laid = ((usize, usize), usize);

/// The usual boards by name.
const PRESETS: &[(&str, &str)] = &[
    (Preset::Beginner.name(), "9 x 9 cells, 10 mines"),
    (Preset::Intermediate.name(), "16 x 16 cells, 40 mines"),
    (Preset::Expert.name(), "16 x 30 cells, 99 mines"),
];

impl Preset {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Beginner, Self::Intermediate, Self::Expert];

    /// Returns the word that is typed for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
        }
    }

    /// Returns what it is, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        PRESETS[self as usize].1
    }

    /// Returns the rows and columns, and the mines.
    #[must_use]
    pub fn laid(self) -> Laid {
        match self {
            Self::Beginner => ((9, 9), 10),
            Self::Intermediate => ((16, 16), 40),
            Self::Expert => ((16, 30), 99),
        }
    }
}

/// The most cells in a row or a column that can be typed.
const MOST_SIDE: u64 = u8::MAX as u64;

const PARAMETERS: [Parameter; 11] = [
    Parameter::words("preset", "A usual board: instead of --rows, --cols and --mines", PRESETS)
        .shown_as("PRESET")
        .without(&["rows", "cols", "mines"])
        .under("Board"),
    Parameter::whole("rows", "Rows of the board", 1, MOST_SIDE).shown_as("R").under("Board"),
    Parameter::whole("cols", "Columns of the board; at most 64 cells in all", 1, MOST_SIDE)
        .shown_as("C")
        .under("Board"),
    Parameter::whole("mines", "Mines on it", 0, u16::MAX as u64).shown_as("M").under("Board"),
    Parameter::file("board", "A position instead of a fresh board, as `risk mines` reads it; - for stdin")
        .without(&["rows", "cols", "start", "first-click"])
        .under("Board"),
    Parameter::words(
        "play",
        "How cells are chosen",
        &[
            ("lowest", "A cell of the lowest risk (Lindgren 2000)"),
            ("best", "The cell that wins most often in the end"),
        ],
    )
    .or("lowest")
    .shown_as("PLAY")
    .under("Play"),
    Parameter::words(
        "ties",
        "Which of several cells of the lowest risk is opened [default: random]",
        &[
            ("random", "One at random"),
            ("last", "The last in reading order"),
            ("first", "The first in reading order"),
            ("corner-edge-random", "A corner, else an edge, else the middle; at random within those"),
            ("best", "Whichever wins most often"),
            ("worst", "Whichever wins least often"),
        ],
    )
    .shown_as("TIES")
    .under("Play"),
    Parameter::text("start", "The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN", is_start)
    .or("anywhere")
    .shown_as("WHERE")
    .more(
        "Anywhere, on the edge, in a corner or in the middle at random; chosen, the one that wins most (with --ties \
         worst, least); or a cell. The ends of a single row or column are its corners, those between its edge.",
    )
    .under("Play"),
    Parameter::words(
        "first-click",
        "What the first cell may hide",
        &[
            ("any", "Anything: it may be a mine"),
            ("safe", "No mine; the mines lie elsewhere"),
            ("opening", "No mine, and none next to it"),
        ],
    )
    .or("any")
    .shown_as("FIRST_CLICK")
    .under("Play"),
    Parameter::flag("unmerged", "Keep positions apart that turns and mirrors of the board make one")
        .rare()
        .under("Play"),
    Parameter::flag("every-order", "Open safe cells in every order, as the paper's program does, not in reading order")
        .rare()
        .under("Play"),
];

fn is_start(text: &str) -> Result<(), String> {
    Start::read(text).map(|_| ())
}

/// A rule for one of several cells of the lowest risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One that is drawn, or the first or the last.
    Drawn(Ties),
    /// Whichever wins most often.
    Best,
    /// Whichever wins least often.
    Worst,
}

/// A game of Minesweeper as it was asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a>(pub &'a Given);

impl Asked<'_> {
    /// Returns the fresh board, if it was not a position that was asked for.
    ///
    /// # Errors
    /// If something of it was not said.
    pub fn laid(self) -> Result<Laid, Refusal> {
        if let Some(preset) = self.known().preset {
            return Ok(preset.laid());
        }
        let whole = |name| self.0.optional::<usize>(name);
        match (whole("rows"), whole("cols"), whole("mines")) {
            (Some(rows), Some(cols), Some(mines)) => Ok(((rows, cols), mines)),
            _ => Err(Refusal::new("--rows, --cols and --mines are needed, all three").instead(SMALL)),
        }
    }

    /// Returns how cells are chosen.
    ///
    /// # Errors
    /// If a rule for ties means nothing to it.
    pub fn how(self) -> Result<Play, Refusal> {
        if self.is_best() && self.0.is_given("ties") {
            let what = "ties of the lowest risk mean nothing to best play";
            return Err(Refusal::new(what).help("--play lowest"));
        }
        Ok(match (self.is_best(), self.rule()) {
            (true, _) => Play::Best,
            (_, Rule::Drawn(ties)) => Play::Lowest(ties),
            (_, Rule::Best | Rule::Worst) => Play::Lowest(Ties::Free),
        })
    }

    fn is_best(self) -> bool {
        self.0.word("play") == Some("best")
    }

    fn rule(self) -> Rule {
        match self.0.word("ties") {
            None | Some("random") => Rule::Drawn(Ties::Random),
            Some("last") => Rule::Drawn(Ties::Last),
            Some("first") => Rule::Drawn(Ties::First),
            Some("best") => Rule::Best,
            Some("worst") => Rule::Worst,
            Some(_) => Rule::Drawn(Ties::CornerEdgeRandom),
        }
    }

    /// Returns what whoever decides wants.
    #[must_use]
    pub fn aim(self) -> Aim {
        if self.rule() == Rule::Worst { Aim::Lose } else { Aim::Win }
    }

    /// Returns where the game starts.
    #[must_use]
    pub fn start(self) -> Start {
        self.0.text("start").and_then(|text| Start::read(text).ok()).unwrap_or(Start::Anywhere)
    }

    /// Returns what the first cell may hide.
    #[must_use]
    pub fn first_click(self) -> FirstClick {
        let word = self.0.word("first-click").unwrap_or_default();
        FirstClick::ALL.into_iter().find(|click| click.name() == word).unwrap_or(FirstClick::Any)
    }

    /// Returns the game on a fresh board.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn fresh(self, field: Field) -> Result<Mines, Refusal> {
        let play = self.how()?;
        let game = Mines::new(field, play, self.start(), self.first_click());
        game.map(|game| self.opened(game)).map_err(|why| Refusal::new(why.to_string()).instead(SMALL))
    }

    /// Returns the game from a position.
    ///
    /// # Errors
    /// The outer result is an error if a rule for ties means nothing, and the inner one if no placement of the mines
    /// agrees with the position.
    pub fn begun(self, field: Field, board: &Board) -> Result<Result<Mines, Impossible>, Refusal> {
        let play = self.how()?;
        Ok(Mines::from_position(field, play, board).map(|game| self.opened(game)))
    }

    /// The same game with positions apart or in every order, where that was asked for.
    fn opened(self, game: Mines) -> Mines {
        let game = if self.0.is_given("unmerged") { game.unmerged() } else { game };
        if self.0.is_given("every-order") { game.every_order() } else { game }
    }

    /// Returns what is known of a position beside its text.
    #[must_use]
    pub fn known(self) -> Known {
        let name = self.0.word("preset");
        let preset = Preset::ALL.into_iter().find(|preset| Some(preset.name()) == name);
        Known { mines: self.0.optional("mines"), preset }
    }

    /// Returns the position that was asked for, if it was one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn position(self) -> Result<Option<Position>, Refusal> {
        let Some(file) = self.0.text("board") else { return Ok(None) };
        let (name, text) = self.0.file(file).unwrap_or((file, ""));
        let known = self.known();
        let board = known.checked(name, text, Board::read_one(text, known.mines()))?;
        Ok(Some(Position { name: name.to_owned(), typed: format!("{}{}", word(file), known.typed()), board }))
    }

    /// Returns the game in words.
    #[must_use]
    pub fn title(self, game: &Mines) -> String {
        let how = match (self.is_best(), self.tie_word()) {
            (true, _) => "best play".to_owned(),
            (false, ties) => format!("lowest risk, ties {ties}"),
        };
        let board = title(game.field());
        match game.position() {
            Some(_) => format!("{board}, {how}, from a position"),
            None => {
                let (start, first_click) = (self.start(), self.first_click().name());
                format!("{board}, {how}, start {start}, first click {first_click}")
            }
        }
    }

    fn tie_word(self) -> &'static str {
        self.0.word("ties").unwrap_or("random")
    }

    /// Returns the parameters as JSON repeats them, for a board and the position it begins with, if it is one.
    #[must_use]
    pub fn echo(self, field: &Field, position: Option<&Board>) -> Value {
        let mut parameters = echo(field);
        parameters["play"] = json!(self.0.word("play"));
        parameters["ties"] = if self.is_best() { Value::Null } else { json!(self.tie_word()) };
        match position {
            Some(board) => parameters["board"] = board.to_string().lines().skip(1).collect(),
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
}

/// The facts about a position that are known beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The number of mines.
    pub mines: Option<usize>,
    /// The board that it is on.
    pub preset: Option<Preset>,
}

impl Known {
    /// Returns the number of mines, if it is known.
    #[must_use]
    pub fn mines(self) -> Option<usize> {
        self.mines.or_else(|| self.preset.map(|preset| preset.laid().1))
    }

    /// Returns the facts as they are typed, with a space before them.
    #[must_use]
    pub fn typed(self) -> String {
        match (self.mines, self.preset) {
            (Some(mines), _) => format!(" --mines {mines}"),
            (_, Some(preset)) => format!(" --preset {}", preset.name()),
            (None, None) => String::new(),
        }
    }

    /// Returns a board that was read from the text of the file `name`, if it is one that agrees with what is known.
    ///
    /// # Errors
    /// If it could not be read, or does not agree.
    pub fn checked(self, name: &str, text: &str, board: Result<Board, Misread>) -> Result<Board, Refusal> {
        let board = board.map_err(|wrong| {
            let refusal = Refusal::new(format!("{name}: {wrong}"));
            match some_mines(text).filter(|_| self.mines().is_none() && wrong.what.ends_with(NEEDED)) {
                Some(mines) => refusal.help(format!("--mines {mines}")),
                None => refusal.ask("risk mines --help"),
            }
        })?;
        if let Some(preset) = self.preset
            && preset.laid().0 != (board.rows(), board.columns())
        {
            let ((rows, columns), mines) = preset.laid();
            let (cells, preset) = (format!("{} x {} cells", board.rows(), board.columns()), preset.name());
            let what = format!("{name}: {cells}, but {preset} has {rows} x {columns}");
            return Err(Refusal::new(what).help(format!("--mines {mines}")));
        }
        Ok(board)
    }
}

/// A position in a file.
pub struct Position {
    /// The name of the file, as people are told it.
    pub name: String,
    /// The file and its mines, as they are typed after `--board`.
    pub typed: String,
    /// What is seen.
    pub board: Board,
}

impl Position {
    /// Returns the field of the position.
    ///
    /// # Errors
    /// If it is too large to be played exactly.
    pub fn field(&self) -> Result<Field, Refusal> {
        let field = Field::new(self.board.rows(), self.board.columns(), self.board.mines());
        field.map_err(|why| self.refused(&why))
    }

    /// Returns why the position cannot be played.
    #[must_use]
    pub fn refused(&self, why: &Impossible) -> Refusal {
        if let Err(Unknown::Contradiction(Contradiction::Mines { mines, least, most })) =
            Risk::of(&self.board, &Run::default())
        {
            let known = self.board.mines() - mines;
            let (least, most) = (least + known, most + known);
            let plural = |number: usize| format!("{number} mine{}", if number == 1 { "" } else { "s" });
            let allowed = if least == most { plural(least) } else { format!("{least} to {}", plural(most)) };
            let what =
                format!("{}: the numbers allow {allowed} in all, not {}", self.name, self.board.mines());
            // The number of mines was typed, or is a line of the board.
            let option = if self.typed.contains(" --mines ") { "--mines" } else { "mines" };
            return Refusal::new(what).help(format!("{option} {least}"));
        }
        Refusal::new(format!("{}: {why}", self.name)).ask(format!("risk mines {}", self.typed))
    }
}

/// A number of mines that there may be on the boards of a text, an example.
fn some_mines(text: &str) -> Option<usize> {
    let fits = |&mines: &usize| {
        let boards = Board::read(text, Some(mines));
        !boards.is_empty() && boards.iter().all(Result::is_ok)
    };
    (1..=10).rev().find(fits)
}

/// Returns the name of a file as it can be typed.
#[must_use]
pub fn word(file: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,:@%".contains(letter);
    match !file.is_empty() && file.chars().all(plain) {
        true => file.to_owned(),
        false => format!("'{}'", file.replace('\'', "'\\''")),
    }
}

/// A board that can be played, as it is typed.
pub const SMALL: &str = "--rows 4 --cols 4 --mines 3";

/// Returns a board in words.
#[must_use]
pub fn title(field: &Field) -> String {
    let mines = if field.mines() == 1 { "1 mine".to_owned() } else { format!("{} mines", field.mines()) };
    format!("Minesweeper, {} x {} cells, {mines}", field.rows(), field.cols())
}

/// Returns a board as JSON repeats it.
#[must_use]
pub fn echo(field: &Field) -> Value {
    json!({ "rows": field.rows(), "columns": field.cols(), "mines": field.mines() })
}

impl Family for Minesweeper {
    fn name(&self) -> &'static str {
        "mines"
    }

    fn about(&self) -> &'static str {
        "Minesweeper on a small board: lowest risk, best play, the risk of every cell"
    }

    fn details(&self) -> &'static str {
        "A state is what is seen of the board, up to turns and mirrors; all games that are won end in one state. Where \
         nobody decides, those that are lost end in one for each number of mines left, else in one."
    }

    fn source(&self) -> &'static str {
        "Lindgren 2000"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--rows 4 --cols 4 --mines 3", "--rows 3 --cols 3 --mines 2 --play best --start chosen"]
    }

    fn game(&self, given: &Given) -> Result<Box<dyn Playable>, Refusal> {
        let asked = Asked(given);
        let (game, position) = match asked.position()? {
            Some(position) => {
                let game = asked.begun(position.field()?, &position.board)?;
                (game.map_err(|why| position.refused(&why))?, Some(position.board))
            }
            None => {
                let ((rows, columns), mines) = asked.laid()?;
                let field = Field::new(rows, columns, mines);
                (asked.fresh(field.map_err(|why| Refusal::new(why.to_string()).instead(SMALL))?)?, None)
            }
        };
        let field = game.field();
        let stem = format!("mines{}x{}m{}", field.rows(), field.cols(), field.mines());
        let (title, echo) = (asked.title(&game), asked.echo(field, position.as_ref()));
        let decides = game.decides();
        let instance = Instance::new(game, Worth::Wins { nobody: None }, asked.aim())
            .titled(title)
            .told(echo, stem)
            .deciding(decides)
            .looking(Looks { boards: true, ends: true, ..Looks::default() })
            .working(if asked.aim() == Aim::Win { played } else { lost }, "");
        let instance = if asked.aim() == Aim::Lose { instance.in_units(ratio(-1, 1)) } else { instance };
        Ok(if decides { instance.unscored() } else { instance }.boxed())
    }

    fn bytes(&self, given: &Given) -> u64 {
        let asked = Asked(given);
        let laid = match asked.position() {
            Ok(Some(Position { board, .. })) => Some(((board.rows(), board.columns()), board.mines())),
            _ => asked.laid().ok(),
        };
        let field = laid.and_then(|((rows, columns), mines)| Field::new(rows, columns, mines).ok());
        field.map_or(0, |field| 8 * field.placement_count())
    }

    /// The odds tell what is left of a game that was lost, best play has a solver of its own, and boards of any size are
    /// simulated; one who plays alone cannot be favoured.
    fn tailored(&self) -> &'static [Verb] {
        &[Verb::Odds, Verb::Best, Verb::Fair, Verb::Simulate, Verb::Play]
    }
}

/// The odds of one who wants to win, if somebody decides; their solver does not visit all positions.
fn played(game: &Mines, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
    if !game.decides() {
        let found = forward(game, &[0], Measure::Probability, run)?;
        return Ok(Some([found.states, found.transitions]));
    }
    match game.best(run)? {
        Some(_) => Ok(None),
        None => solved(game, Aim::Win, run),
    }
}

/// The odds of one who wants to lose.
fn lost(game: &Mines, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
    solved(game, Aim::Lose, run)
}

fn solved(game: &Mines, aim: Aim, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
    let graph = Graph::of(game, run)?;
    solve(game, &graph, &aim, run)?;
    Ok(Some([graph.node_count() as u64, graph.edge_count() as u64]))
}
