//! The parameters of the family `mines`.

mod laid;

use super::fail::Fail;
use super::input::name;
use super::print;
use super::spelled::{Spelled, spelled};
use super::watch::Watch;
use crate::games::mines::board::Board;
use crate::games::mines::field::Field;
use crate::games::mines::game::{Aim, Cell, FirstClick, Mines, Play, Start, Ties};
use crate::model::{Error, Progress};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub(crate) use laid::{Laid, Preset, Verb};

/// The name of a file about a board.
pub(crate) fn file_stem(field: &Field) -> String {
    format!("mines{}x{}m{}", field.rows(), field.cols(), field.mines())
}

/// A board as JSON repeats it.
pub(crate) fn board_parameters(field: &Field) -> Value {
    json!({ "rows": field.rows(), "columns": field.cols(), "mines": field.mines() })
}

/// A board in words.
pub(crate) fn board_title(field: &Field) -> String {
    let mines = print::count(field.mines(), "mine");
    format!("Minesweeper, {} x {} cells, {mines}", field.rows(), field.cols())
}

/// A game on a board: how it begins, and how it is played.
#[derive(Debug, Clone, Args)]
pub(crate) struct Playing {
    #[command(flatten)]
    laid: Laid,
    /// A position instead of a fresh board, as `risk mines` reads it; - for
    /// stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "start", "first_click"])]
    board: Option<PathBuf>,
    /// How cells are chosen
    #[arg(long, value_enum, default_value_t = How::Lowest)]
    play: How,
    /// Which of several cells of the lowest risk is opened [default: random]
    #[arg(long, value_enum)]
    ties: Option<Rule>,
    /// The first cell: anywhere, edge, corner or middle, at random; chosen, the
    /// one that wins most (with --ties worst, least); or a cell ROW,COLUMN. The
    /// ends of a single row or column are its corners, those between its edge
    #[arg(long, value_name = "WHERE", default_value = "anywhere", value_parser = start)]
    start: Start,
    /// What the first cell may hide
    #[arg(long, value_parser = spelled::<FirstClick>(), default_value = "any")]
    first_click: FirstClick,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    /// A cell of the lowest risk (Lindgren 2000)
    Lowest,
    /// The cell that wins most often in the end
    Best,
}

/// A rule for ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Drawn(Ties),
    /// Whichever wins most often.
    Best,
    /// Whichever wins least often.
    Worst,
}

impl ValueEnum for Rule {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Rule; 6] = {
            let [random, last, first, outer] = Ties::DRAWN;
            [
                Rule::Drawn(random),
                Rule::Drawn(last),
                Rule::Drawn(first),
                Rule::Drawn(outer),
                Rule::Best,
                Rule::Worst,
            ]
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Drawn(ties) => Some(ties.value()),
            Self::Best => Some(PossibleValue::new("best").help("Whichever wins most often")),
            Self::Worst => Some(PossibleValue::new("worst").help("Whichever wins least often")),
        }
    }
}

impl Spelled for Ties {
    const ALL: &'static [Self] = &Self::DRAWN;

    fn value(self) -> PossibleValue {
        match self {
            Self::Random => PossibleValue::new("random").alias("lot").help("One at random"),
            Self::Last => PossibleValue::new("last").help("The last in reading order"),
            Self::First => PossibleValue::new("first").help("The first in reading order"),
            Self::CornerEdgeRandom => PossibleValue::new("corner-edge-random")
                .alias("corner-edge-lot")
                .help("A corner, else an edge, else the middle; at random within those"),
            Self::Free => unreachable!("nobody types that any will do"),
        }
    }
}

impl Playing {
    /// The only game, where several make no sense.
    pub(crate) fn game(&self, verb: &str, watch: &Watch) -> Result<Mines, Fail> {
        if self.laid.is_range() {
            let options = self.simulated();
            self.laid.only(self.verb(verb, &options))?;
        }
        Ok(self.games(verb, watch)?.swap_remove(0))
    }

    /// Returns `true` if several games are asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.laid.is_range()
    }

    fn verb<'a>(&self, name: &'a str, options: &'a str) -> Verb<'a> {
        Verb { name, simulated: (name == "odds").then_some(options) }
    }

    /// The games, if their placements fit into the memory that is allowed; `verb` is what they are for.
    pub(crate) fn games(&self, verb: &str, watch: &Watch) -> Result<Vec<Mines>, Fail> {
        let play = self.how()?;
        if let Some(path) = &self.board {
            let known = self.laid.known()?;
            let board = known.board(path)?;
            let instead = match verb {
                "odds" => known.simulated(path, &self.simulated()),
                _ => known.risk(path),
            };
            let field = position(path, &board, &instead)?;
            fits(&field, watch)?;
            let game = Mines::from_position(field, play, &board);
            let game = game.map_err(|error| known.disagrees(path, board, error, watch))?;
            return Ok(vec![game]);
        }
        let options = self.simulated();
        let verb = self.verb(verb, &options);
        let game = |field: Field| {
            fits(&field, watch)?;
            Mines::new(field, play, self.start, self.first_click)
                .map_err(|error| Fail::usage(error.to_string()).help(verb.small_board()))
        };
        self.laid.fields(verb)?.into_iter().map(game).collect()
    }

    /// Returns how cells are chosen.
    fn how(&self) -> Result<Play, Fail> {
        if self.play == How::Best && self.ties.is_some() {
            return Err(
                Fail::usage("ties of the lowest risk mean nothing to best play").help("--play lowest")
            );
        }
        Ok(match (self.play, self.rule()) {
            (How::Best, _) => Play::Best,
            (How::Lowest, Rule::Drawn(ties)) => Play::Lowest(ties),
            (How::Lowest, Rule::Best | Rule::Worst) => Play::Lowest(Ties::Free),
        })
    }

    fn rule(&self) -> Rule {
        self.ties.unwrap_or(Rule::Drawn(Ties::Random))
    }

    /// Returns what is typed to simulate the same game, the board left out.
    fn simulated(&self) -> String {
        let mut options = String::new();
        match (self.play, self.ties) {
            (How::Best, _) => options.push_str(" --play strong"),
            (_, Some(Rule::Drawn(ties))) => options.push_str(&format!(" --ties {}", ties.word())),
            _ => {}
        }
        if !matches!(self.start, Start::Anywhere | Start::Chosen) {
            options.push_str(&format!(" --start {}", start_typed(self.start)));
        }
        if self.first_click != FirstClick::Any {
            options.push_str(&format!(" --first-click {}", self.first_click.word()));
        }
        options
    }

    /// Returns what whoever decides wants.
    pub(crate) fn aim(&self) -> Aim {
        if self.ties == Some(Rule::Worst) { Aim::Lose } else { Aim::Win }
    }

    /// The parameters as JSON repeats them.
    pub(crate) fn parameters(&self, game: &Mines) -> Value {
        let mut parameters = board_parameters(game.field());
        parameters["play"] = json!(typed(&self.play));
        parameters["ties"] = match self.play {
            How::Lowest => json!(typed(&self.rule())),
            How::Best => Value::Null,
        };
        match game.position() {
            Some(board) => {
                let rows = board.to_string();
                parameters["board"] = rows.lines().skip(1).collect();
            }
            None => {
                parameters["start"] = json!(start_typed(self.start));
                parameters["first_click"] = json!(self.first_click.word());
            }
        }
        parameters
    }

    /// The game in words.
    pub(crate) fn title(&self, game: &Mines) -> String {
        let how = match self.play {
            How::Best => "best play".to_owned(),
            How::Lowest => format!("lowest risk, ties {}", typed(&self.rule())),
        };
        let board = board_title(game.field());
        match game.position() {
            Some(_) => format!("{board}, {how}, from a position"),
            None => {
                let (start, first_click) = (start_typed(self.start), self.first_click.word());
                format!("{board}, {how}, start {start}, first click {first_click}")
            }
        }
    }
}

/// The field of a position in a file, if it is small enough; else `instead` is what can be typed.
pub(crate) fn position(path: &Path, board: &Board, instead: &str) -> Result<Field, Fail> {
    Field::new(board.rows(), board.columns(), board.mines())
        .map_err(|error| Fail::usage(format!("{}: {error}", name(path))).help(instead))
}

/// Refuses a board whose placements need more memory than is allowed.
fn fits(field: &Field, watch: &Watch) -> Result<(), Fail> {
    let limit = watch.run().most_bytes;
    let bytes = 8 * field.placement_count();
    if bytes > limit {
        let progress = Progress { bytes, ..Progress::default() };
        return Err(watch.explain(Error::TooMuchMemory { limit, progress }));
    }
    Ok(())
}

impl Spelled for FirstClick {
    const ALL: &'static [Self] = &Self::ALL;

    fn value(self) -> PossibleValue {
        let help = match self {
            Self::Any => "Anything: it may be a mine",
            Self::Safe => "No mine; the mines lie elsewhere",
            Self::Opening => "No mine, and none next to it",
        };
        PossibleValue::new(self.name()).help(help)
    }
}

/// The name of a value as it is typed.
pub(crate) fn typed(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Reads where to start.
pub(crate) fn start(text: &str) -> Result<Start, String> {
    let cell = || {
        let (row, col) = text.split_once(',')?;
        Some(Start::At(Cell { row: row.parse().ok()?, col: col.parse().ok()? }))
    };
    match text {
        "anywhere" => Ok(Start::Anywhere),
        "edge" => Ok(Start::Edge),
        "corner" => Ok(Start::Corner),
        "middle" => Ok(Start::Middle),
        "chosen" => Ok(Start::Chosen),
        _ => cell().ok_or_else(|| {
            "anywhere, edge, corner, middle, chosen or a cell ROW,COLUMN such as 1,2 is needed".to_owned()
        }),
    }
}

/// Returns the start of play, as it is typed.
pub(crate) fn start_typed(start: Start) -> String {
    match start {
        Start::Anywhere => "anywhere".to_owned(),
        Start::Edge => "edge".to_owned(),
        Start::Corner => "corner".to_owned(),
        Start::Middle => "middle".to_owned(),
        Start::Chosen => "chosen".to_owned(),
        Start::At(cell) => cell.to_string(),
    }
}
