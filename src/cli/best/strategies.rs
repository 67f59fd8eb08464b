//! The table of strategies by pairs and unknown pairs: bold or safe.

use super::super::checkpoint::UNSAVED;
use super::super::fail::Fail;
use super::super::limited_memory::{Continue, decision};
use super::super::memory::Board;
use super::super::odds::limited::Won;
use super::super::picture::{self, Square};
use super::super::print::{self, Answers, Print};
use super::super::solved::Solved;
use super::super::strategies::Strategies;
use super::super::watch::{Several, Watch};
use super::{DEFAULT, Format, grid};
use crate::family::{ColumnOf, Report, Table};
use crate::games::memory;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Decide;
use crate::games::memory::family::{LimitedMemory, Model, merged};
use serde_json::{Value, json};
use std::collections::HashMap;

/// One cell: 0 safe, 1 bold, 2 forced or equal.
pub(crate) struct Cell {
    pub(crate) pairs: u16,
    pub(crate) unknown: u16,
    pub(crate) decision: u8,
}

/// Makes the table and prints it.
pub(super) fn show<G: Model>(
    board: &Board,
    decide: &Decide,
    limited: &LimitedMemory,
    after: Continue,
    format: Format,
    watch: &Watch,
) -> Result<(), Fail> {
    if !board.is_fresh() {
        return Err(Fail::usage("the table has all starts in it; a start in the middle is of one board")
            .help(board.leave_out()));
    }
    format.check()?;
    let block = |pairs| cells::<G>(&board.among(pairs), decide, limited, after, watch);
    let pairs: Vec<u16> = board.pairs().iter().collect();
    let (cells, whole) = watch.blocks("board", pairs, |&pairs| pairs, block)?.apart();
    watch.clear();
    let title =
        format!("Memory, {} players; {}; {}", board.players(), limited.title(), decide.title(DEFAULT));
    if let Some(kind) = format.picture() {
        return kind.print(svg(&cells, &title), &title, watch).and_then(|()| whole.end());
    }
    let mut parameters = parameters(board, decide, limited, after);
    parameters["pairs"] = board.pairs().iter().collect();
    let all = [print::Answer { parameters, report: report(&cells, &title) }];
    Answers::new("memory", "", false, &all).print(Print::new(format.of_numbers(), None))?;
    whole.end()
}

/// Returns the parameters that are the same in all cells.
fn parameters(board: &Board, decide: &Decide, limited: &LimitedMemory, after: Continue) -> Value {
    let players = json!({ "players": board.players() });
    let mut parameters = merged(merged(players, decide.parameters(DEFAULT)), limited.parameters());
    parameters["continue"] = json!(if after == Continue::Pure { "pure" } else { "best" });
    parameters
}

/// The cells, row by row. The paper's tables begin with one unknown pair: without any, every new card has its mate in
/// memory.
pub(crate) fn cells<G: Model>(
    board: &Board,
    decide: &Decide,
    limited: &LimitedMemory,
    after: Continue,
    watch: &Watch,
) -> Result<Several<Cell>, Fail> {
    let largest = board.position(board.pairs().last())?;
    let start = limited.start(&largest)?;
    let room = |pairs: u16, unknown: u16| {
        limited.limit().is_none_or(|limit| pairs - unknown + start.singles <= limit)
    };
    // All smaller tables follow from the largest, unless something is remembered there that was forgotten here, or what
    // is best depends on the score.
    let is_win = decide.objective() == Objective::Win;
    let whole = match after {
        Continue::Best if !is_win && room(largest.pairs, largest.pairs) => {
            let solved = Solved::for_pairs(limited.game::<G>(&largest, decide, DEFAULT)?, UNSAVED, watch)?;
            let states = (0..solved.graph.node_count()).map(|node| (solved.graph.state(node).clone(), node));
            let places: HashMap<G::State, usize> = states.collect();
            Some((solved, places))
        }
        _ => None,
    };
    let row = |pairs: u16| {
        let mut cells = Vec::new();
        for unknown in (1..=pairs).filter(|&unknown| room(pairs, unknown)) {
            let position = board.starting(memory::Table { known: 0, half: pairs - unknown, unknown })?;
            let game = limited.game::<G>(&position, decide, DEFAULT)?;
            let place =
                whole.as_ref().and_then(|(solved, places)| Some((solved, *places.get(&game.start())?)));
            let decision = match (place, after) {
                (Some((solved, node)), _) => decision(&solved.strategies(node)),
                (None, Continue::Best) if is_win => {
                    decision(&Won::of(&game, &position, UNSAVED, watch)?.strategies())
                }
                (None, Continue::Best) => {
                    let solved = Solved::for_pairs(game, UNSAVED, watch)?;
                    decision(&solved.strategies(solved.graph.start()))
                }
                (None, Continue::Pure) => {
                    Strategies::of::<G>(&position, decide, DEFAULT, limited, after, UNSAVED, watch)?
                        .decision()
                }
            };
            cells.push(Cell { pairs, unknown, decision });
        }
        Ok(Several::whole(cells))
    };
    watch.parts("board", board.pairs().iter().collect::<Vec<_>>(), row)
}

fn report(cells: &[Cell], title: &str) -> Report {
    let mut report = Report::new(format!("{title}\nn pairs (down), j of them wholly unknown (across)."));
    let fields: [ColumnOf<'_, &Cell>; 3] = [
        ("pairs", None, &|cell| cell.pairs.into()),
        ("unknown", None, &|cell| cell.unknown.into()),
        ("decision", None, &|cell| cell.decision.into()),
    ];
    report.tables.push(Table::of("cells", cells, &fields).main());
    let shown = cells.iter().map(|cell| (cell.pairs, cell.unknown, cell.decision.to_string()));
    report.tables.push(grid("n, j", &shown.collect::<Vec<_>>()));
    report.note = "0 safe, 1 bold, 2 forced or equal.".to_owned();
    report
}

fn svg(cells: &[Cell], title: &str) -> String {
    let name = |decision: u8| match decision {
        0 => ("#56B4E9", "safe"),
        1 => ("#E69F00", "bold"),
        _ => ("#DDDDDD", "forced or equal"),
    };
    let squares: Vec<Square> = cells
        .iter()
        .map(|cell| Square {
            row: cell.pairs,
            column: cell.unknown,
            text: cell.decision.to_string(),
            fill: name(cell.decision).0,
        })
        .collect();
    let legend: Vec<_> =
        (0..3).map(|decision| (name(decision).0, format!("{decision} {}", name(decision).1))).collect();
    picture::table(title, "wholly unknown pairs", "pairs", &squares, &legend, None)
}
