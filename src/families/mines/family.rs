//! The description of the family: its parameters, and the game that they describe.

mod mines_args;
mod pages;
mod position;
mod simulated;

use mines_args::TieChoice;
pub use mines_args::{MinesArgs, echo, impossible, rows, title};
pub(super) use mines_args::{first_click_option, refused, too_full};
pub use pages::MaxBoard;
use position::PRESETS;
pub use position::{BoardDimensions, FilePosition, Preset, TypedMines, position_text};
pub use simulated::StartError;

use super::field::{Field, MAX_CELLS};
use super::game::{Aim, FirstCell, FirstClick, Mines};
use super::odds::MinesOdds;
use crate::exact::ratio;
use crate::family::{
    Family, GameArguments, GenericCommand, GraphAppearance, Instance, Page, Parameter, PayoffKind, Playable,
    Refusal, Work,
};

/// Minesweeper, as a family.
pub struct Minesweeper;

/// The maximum number of rows or columns that can be typed.
const MAX_SIDE: u64 = u8::MAX as u64;

/// The rows, columns and mines of a board. The ranges allow the large boards of simulations.
const ROWS: Parameter =
    Parameter::whole("rows", "Rows of the board", 1, MAX_SIDE).with_placeholder("R").heading("Board");
const COLUMNS: Parameter =
    Parameter::whole("cols", "Columns of the board", 1, MAX_SIDE).with_placeholder("C").heading("Board");
const MINES: Parameter = Parameter::whole("mines", "Number of mines", 0, u16::MAX as u64)
    .up_to(&[("", MAX_SIDE * MAX_SIDE)])
    .with_placeholder("M")
    .heading("Board");

/// The maximum number of cells of a board that is played exactly.
const EXACT: &[(&str, u64)] = &[("", MAX_CELLS as u64)];

/// The rule for the first click. Without one, [`FirstClick::default`] applies, which is the rule of most programs.
pub(super) const FIRST_CLICK: Parameter = Parameter::words(
    "first-click",
    "What the first cell may hide [default: safe; with --board: any]",
    FirstClick::WORDS,
)
.with_placeholder("WHAT");

const PARAMETERS: [Parameter; 11] = [
    Parameter::words("preset", "A standard board, instead of --rows, --cols and --mines", PRESETS)
        .without(&["rows", "cols", "mines"])
        .heading("Board"),
    ROWS.up_to(EXACT),
    Parameter { meaning: "Columns of the board; at most 64 cells in all", ..COLUMNS }.up_to(EXACT),
    MINES.up_to(EXACT),
    Parameter::file("board", "Start from a position, in the format of `risk mines`; - for stdin")
        .without(&["rows", "cols", "start", "first-click"])
        .heading("Board"),
    Parameter::words(
        "play",
        "How to choose cells",
        &[
            ("lowest", "A cell with the lowest risk (Lindgren 2000)"),
            ("best", "The cell with the highest probability of winning"),
        ],
    )
    .default_value("lowest")
    .heading("Play"),
    Parameter::words("ties", "Which cell to open among equal risks", TieChoice::WORDS)
        .implied("random")
        .heading("Play"),
    Parameter::text::<FirstCell>(
        "start",
        "The first cell: anywhere, edge, corner, middle, chosen, or ROW,COLUMN",
    )
    .offering(&["anywhere", "edge", "corner", "middle", "chosen"])
    .default_value("anywhere")
    .with_placeholder("WHERE")
    .details(
        "anywhere, edge, corner, middle: a random cell of this kind. chosen: the cell that wins most, or \
         least with --ties worst; simulations have it with --play best, --ties best and --ties worst. In a single row or column, the \
         end cells are the corners, and the cells between them are the edge.",
    )
    .heading("Play"),
    FIRST_CLICK.heading("Play"),
    Parameter::flag("unmerged", "Do not merge states that are equal by rotation or reflection")
        .rare()
        .heading("Play"),
    Parameter::flag("every-order", "Open safe cells in every order, as the program of the paper does")
        .rare()
        .heading("Play"),
];

impl Family for Minesweeper {
    fn name(&self) -> &'static str {
        "mines"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["minesweeper"]
    }

    fn about(&self) -> &'static str {
        "Minesweeper on a small board, by lowest risk or best play"
    }

    fn details(&self) -> &'static str {
        "A state is the visible part of the board, up to rotation and reflection. All won games end in one \
         state. Lost games end in one state, too, or, without decisions, in one state for each number of \
         mines left."
    }

    fn source(&self) -> &'static str {
        "Lindgren 2000"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    /// Boards grow along their longer side.
    fn size(&self, given: &GameArguments) -> Option<[&'static str; 2]> {
        Some(if MinesArgs::of(given).is_wide() { ["cols", "columns"] } else { ["rows"; 2] })
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--rows 3 --cols 4 --mines 3", "--rows 3 --cols 3 --mines 2 --play best --start chosen"]
    }

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let args = MinesArgs::of(given);
        let (game, position) = (args.game()?, args.position()?.map(|position| position.board));
        let field = game.field();
        let stem = format!("mines{}x{}m{}", field.rows(), field.cols(), field.mines());
        let (title, echo) = (args.title(&game), args.echo(echo(field), position.as_ref()));
        let decides = game.decides();
        let odds: Work<Mines> = match args.aim() {
            Aim::Win => |game, run| Ok(MinesOdds::of(game, Aim::Win, run)?.sizes),
            Aim::Lose => |game, run| Ok(MinesOdds::of(game, Aim::Lose, run)?.sizes),
        };
        let instance = Instance::new(game, PayoffKind::Wins { no_winner: None }, args.aim());
        let mut instance = instance.titled(title).working(odds, "");
        (instance.parameters, instance.stem, instance.decides) = (Some(echo), Some(stem), decides);
        instance.appearance =
            GraphAppearance { boards: true, is_mirrored: true, ends: true, ..GraphAppearance::default() };
        if args.aim() == Aim::Lose {
            instance.unit = ratio(-1, 1);
        }
        if decides {
            instance.scores = None;
        }
        Ok(instance.boxed())
    }

    fn bytes(&self, given: &GameArguments) -> u64 {
        let args = MinesArgs::of(given);
        let laid = match args.position() {
            Ok(Some(FilePosition { board, .. })) => Some(((board.rows(), board.columns()), board.mines())),
            _ => args.dimensions().ok(),
        };
        let field = laid.and_then(|((rows, columns), mines)| Field::new(rows, columns, mines).ok());
        // The placements, and their copies in the states after the first click.
        field.map_or(0, |field| 2 * size_of::<u64>() as u64 * field.placement_count())
    }

    /// A single player cannot be favoured.
    fn excluded(&self) -> &'static [GenericCommand] {
        &[GenericCommand::Fair]
    }

    /// The odds report the remaining mines of lost games, best play has a solver of its own, and boards of any size can
    /// be simulated.
    fn pages(&self) -> &'static [Page] {
        pages::PAGES
    }
}
