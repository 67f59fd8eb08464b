//! Minesweeper: the risk of every cell, and whole games.

use super::{StudyQuery, known};
use crate::exact::{Rational, double, matches_printed, one, ratio, zero};
use crate::games::mines::binary::{BinaryIsland, BinarySolution};
use crate::games::mines::board::SeenBoard;
use crate::games::mines::family::MinesArgs;
use crate::games::mines::field::Field;
use crate::games::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener, Ties};
use crate::games::mines::graph::GraphPosition;
use crate::games::mines::odds::MinesOdds;
use crate::games::mines::risk::{Risk, RiskError};
use crate::joined;
use crate::model::{Error, Job};
use crate::statistics::NORMAL_95;
use crate::table::StudyEntry;
use crate::verdict::CheckedAnswer;
use std::collections::HashMap;

/// Returns the probability of winning by lowest risk on 4 x 4 cells.
pub(crate) fn win(mines: u8, ties: Ties, start: FirstCell, job: &Job<'_>) -> Result<Rational, Error> {
    let field = Field::new(4, 4, mines.into()).expect("there is room for the mines");
    let game = Mines::new(field, Opener::Lowest(ties), start, FirstClick::Any);
    Ok(MinesOdds::of(&game.expect("the board has a first cell of this kind"), Aim::Win, job)?.win)
}

/// A position, evaluated by both methods.
struct EvaluatedPosition {
    risk: Risk,
    binary: Option<BinarySolution>,
    text: String,
}

/// The positions and games that were evaluated so far.
#[derive(Default)]
pub(super) struct FieldCache {
    games: HashMap<String, MinesOdds>,
    positions: HashMap<String, EvaluatedPosition>,
}

/// Converts a position of a query to lines: rows of a board, or lines of a graph, are separated by `/`.
pub(crate) fn position(text: &str) -> String {
    text.replace('/', "\n")
}

impl FieldCache {
    pub(super) fn answer(&mut self, query: &StudyQuery<'_>) -> Result<Option<CheckedAnswer>, Error> {
        let StudyQuery { entry, job, .. } = *query;
        match &*query.command {
            "risk" => {
                let key = format!("{:?}", query.options);
                Ok(known(&mut self.positions, key, || EvaluatedPosition::new(query))?.answer(entry))
            }
            "odds" => {
                let game =
                    || MinesArgs::of(&query.given()).game().expect("the games of the studies are valid");
                let exact =
                    known(&mut self.games, entry.command.clone(), || MinesOdds::of(&game(), Aim::Win, job))?;
                Ok(simulated(exact, entry))
            }
            _ => Ok(None),
        }
    }
}

/// Returns a quantity of a game. If the paper simulated it, the printed number is right if it lies within the
/// 95 % interval of that number of games.
fn simulated(exact: &MinesOdds, entry: &StudyEntry) -> Option<CheckedAnswer> {
    let (quantity, games) = match entry.quantity.split_once(", ") {
        Some((quantity, games)) => (quantity, Some(games.strip_suffix(" games")?.parse::<f64>().ok()?)),
        None => (&*entry.quantity, None),
    };
    let win = double(&exact.win);
    let (value, error) = match quantity {
        "P(win)" => (exact.win.clone(), games.map(|games| (win * (1.0 - win) / games).sqrt())),
        "E(mines left if lost)" => {
            let left = exact.left.as_ref()?;
            (left.expected_value(), games.map(|games| (double(&left.variance()) / games).sqrt()))
        }
        _ => return None,
    };
    Some(match (error, entry.printed.parse::<f64>()) {
        (Some(error), Ok(printed)) => {
            let right = (printed - double(&value)).abs() <= NORMAL_95 * error;
            CheckedAnswer::with_verdict(value, right)
        }
        _ => value.into(),
    })
}

/// Converts an error to the error of the engine. Panics for other errors, because stored positions have no
/// contradiction.
pub(crate) fn engine(error: RiskError) -> Error {
    match error {
        RiskError::Engine(error) => error,
        other => panic!("a stored position has a placement: {other}"),
    }
}

impl EvaluatedPosition {
    fn new(query: &StudyQuery<'_>) -> Result<Self, Error> {
        let job = query.job;
        let mines = query.option("mines").map(|mines| format!("mines {mines}\n")).unwrap_or_default();
        let text = position(query.option("board").or(query.option("graph")).expect("a position is given"));
        let system = if query.option("board").is_some() {
            format!("{mines}{text}\n").parse::<SeenBoard>().expect("a stored board is valid").system()
        } else {
            format!("{text}\n").parse::<GraphPosition>().expect("a stored graph is valid").system()
        }
        .expect("a stored position has a placement");
        let risk = Risk::of_system(&system, job).map_err(engine)?;
        let binary = (query.option("method") == Some("binary")).then(|| BinarySolution::of(&system, job));
        Ok(Self { risk, binary: binary.transpose().map_err(engine)?, text })
    }

    fn answer(&self, entry: &StudyEntry) -> Option<CheckedAnswer> {
        let (what, which) = entry.quantity.split_once(" in ").unwrap_or((&entry.quantity, ""));
        let number = |prefix: &str| which.strip_prefix(prefix)?.parse::<usize>().ok()?.checked_sub(1);
        // The nodes of a graph are its variables, in the order of the text.
        let variable = || self.risk.hidden().get(number("t")?).copied();
        let cell = number("cell ").or_else(variable);
        Some(match (what, cell) {
            ("P(mine)", Some(cell)) => self.chance(cell, &entry.printed),
            ("placements", None) => self.risk.placements().to_string().into(),
            ("placements with a mine", Some(cell)) => self.risk.count(cell)?.to_string().into(),
            ("placements without one", Some(cell)) => {
                (self.risk.placements() - self.risk.count(cell)?).to_string().into()
            }
            _ => return self.island(what, which),
        })
    }

    /// Returns the probability of a mine, which both methods must agree on.
    fn chance(&self, cell: usize, printed: &str) -> CheckedAnswer {
        let hidden = self.risk.at(cell);
        let seen = self.text.chars().filter(|letter| *letter != '\n').nth(cell);
        let value = hidden.unwrap_or_else(|| if seen == Some('*') { one() } else { zero() });
        let place = self.risk.hidden().iter().position(|place| *place == cell);
        let other = self.binary.as_ref().zip(place).map(|(binary, place)| &binary.risks[place]);
        if other.is_some_and(|other| *other != value) {
            return CheckedAnswer::with_verdict(format!("{value}, but by elimination another number"), false);
        }
        let right = matches_printed(printed, &value);
        CheckedAnswer::with_verdict(value, right)
    }

    /// Answers a query about the mines of the first island, or about the elimination of the equations.
    fn island(&self, what: &str, which: &str) -> Option<CheckedAnswer> {
        let island = &self.risk.islands()[0];
        if which == "the island" {
            let mines = what.split_once(" mines")?.0.rsplit(['(', ' ']).next()?;
            let share = island.distribution.get(mines.parse::<usize>().ok()?.checked_sub(island.least)?)?;
            let placements = || (share * ratio(self.risk.placements().clone(), 1)).to_integer().to_string();
            return Some(if what.starts_with("P(") { share.clone().into() } else { placements().into() });
        }
        let binary = self.binary.as_ref()?;
        let names = |cells: &[usize]| joined(cells.iter().map(|cell| format!("t{}", cell + 1)), " ");
        let free: usize = binary.islands.iter().map(|island| island.free.len()).sum();
        if let Some((kind, number)) = what.split_once(" row ") {
            let rows = if kind == "reduced" { &binary.reduced } else { &binary.matrix };
            return Some(joined(rows.get(number.parse::<usize>().ok()?.checked_sub(1)?)?, " ").into());
        }
        Some(match what {
            "leading" => names(&binary.islands[0].leading).into(),
            "free" => names(&binary.islands[0].free).into(),
            "solutions" => binary.islands[0].solutions.into(),
            "combinations" => binary.islands.iter().map(BinaryIsland::tried).sum::<u64>().into(),
            "combinations without islands" => (1u64 << free).into(),
            "islands" => (binary.islands.len() as u64).into(),
            _ => return None,
        })
    }
}
