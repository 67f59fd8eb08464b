//! The risks of a position on a board or a graph, and the reports on them.

mod advice;
mod answer;
mod equations;
mod report;

pub(super) use answer::{FileContent, answer};
pub use report::RiskNumbers;

use super::binary::BinarySolution;
use super::board::SeenBoard;
use super::graph::GraphPosition;
use super::prior::MinePrior;
pub use super::risk::Method;
use super::risk::{Risk, RiskError};
use super::system::{Contradiction, System, VisibleCell};
use crate::exact::{self, Natural, Rational};
use crate::family::favoured::joined;
use crate::family::{Refusal, counted};
use crate::model::Job;
use serde_json::{Value, json};

/// A position on a board or a graph.
pub enum RiskPosition {
    /// On a board.
    Board(SeenBoard),
    /// On any graph.
    Graph(GraphPosition),
}

/// The command that describes the format of positions.
const PAGE: &str = "risk mines --help";

/// The source of the number of mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinesSource {
    /// A line of the board.
    Board,
    /// The option `--mines`.
    Option,
    /// The option and the board, with the same number.
    Both,
}

impl MinesSource {
    /// Returns the source if the text of the board was read, with the option or without.
    pub fn of(is_typed: bool, text: &str) -> Self {
        match is_typed {
            false => Self::Board,
            true if SeenBoard::read(text, None).iter().all(Result::is_ok) => Self::Both,
            true => Self::Option,
        }
    }
}

impl RiskPosition {
    /// Reads a position on a graph from the text of the file `name`.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn graph(name: &str, text: &str) -> Result<Self, Refusal> {
        text.parse().map(Self::Graph).map_err(|wrong| Refusal::new(format!("{name}: {wrong}")).ask(PAGE))
    }

    fn system(&self) -> Result<System, Contradiction> {
        match self {
            Self::Board(board) => board.system(),
            Self::Graph(graph) => graph.system(),
        }
    }

    /// Returns the name of a place: row and column from 1, or its name.
    fn name(&self, place: usize) -> String {
        self.name_parts(place).join(",")
    }

    /// Returns the name of a place as separate words.
    fn name_parts(&self, place: usize) -> Vec<String> {
        match self {
            Self::Board(board) => board.grid().at(place).map(|at| at.to_string()).to_vec(),
            Self::Graph(graph) => vec![graph.names[place].clone()],
        }
    }

    fn neighbours(&self, place: usize) -> Vec<usize> {
        match self {
            Self::Board(board) => board.neighbours(place).collect(),
            Self::Graph(graph) => graph.near[place].clone(),
        }
    }

    /// Returns the visible state of each place.
    fn seen(&self) -> &[VisibleCell] {
        match self {
            Self::Board(board) => board.cells(),
            Self::Graph(graph) => &graph.seen,
        }
    }

    fn known_mines(&self) -> usize {
        self.seen().iter().filter(|seen| **seen == VisibleCell::Mine).count()
    }

    /// Returns the refusal of a position of the file `name` that has more known mines than `prior` allows.
    fn with_fewer_mines(&self, name: &str, prior: &MinePrior) -> Refusal {
        let known = counted(self.known_mines(), "known mine");
        Refusal::new(format!("{name}: {known}, but there are {prior} in all")).ask(PAGE)
    }

    fn mines(&self) -> usize {
        match self {
            Self::Board(board) => board.mines(),
            Self::Graph(graph) => graph.mines,
        }
    }

    /// Returns the refusal of a position without probabilities, with the names of places for people. Returns `None` if
    /// a limit was exceeded. `mines_from` is the source of the number of mines.
    pub fn refusal(&self, why: &RiskError, mines_from: MinesSource) -> Option<Refusal> {
        Some(match why {
            RiskError::Contradiction(Contradiction::Clues(places)) => {
                let name = |&place: &usize| format!("{} at {}", self.seen()[place], self.name(place));
                let names: Vec<String> = places.iter().map(name).collect();
                let what = match &names[..] {
                    [only] => format!("no placement of the mines fits the number {only}"),
                    [] => "no placement of the mines fits the numbers".to_owned(),
                    names => format!("no placement of the mines fits the numbers {}", joined(names)),
                };
                let places = if matches!(self, Self::Board(_)) { " (row,column)" } else { "" };
                Refusal::new(what + places).ask(PAGE)
            }
            RiskError::Contradiction(Contradiction::Mines { mines, least, most }) => {
                let known = self.known_mines();
                let (least, most) = (least + known, most + known);
                let from = if least == most { String::new() } else { format!("{least} to ") };
                let allowed = format!("{from}{} in all, not {}", counted(most, "mine"), mines + known);
                let refusal = Refusal::new(format!("the numbers allow {allowed}"));
                match mines_from {
                    MinesSource::Board => refusal.help(format!("write mines {least} in the first line")),
                    MinesSource::Option => refusal.value("mines", least.to_string()),
                    MinesSource::Both => {
                        refusal.help(format!("write mines {least} in the first line, and leave out --mines"))
                    }
                }
            }
            RiskError::Contradiction(Contradiction::Gap(mines)) => {
                let mines = counted(mines + self.known_mines(), "mine");
                Refusal::new(format!("no placement of {mines} in all fits the numbers")).ask(PAGE)
            }
            RiskError::Free(free) => Refusal::new(format!(
                "{free} variables of one island are free; more than 40 would take days to try"
            ))
            .help("--method islands"),
            RiskError::Large(_) => {
                Refusal::new("the matrix is too large for the method binary").help("--method islands")
            }
            _ => return None,
        })
    }

    fn parameters(&self, method: Method, mines: &MinePrior) -> Value {
        let method = method.name();
        let mines = match mines {
            MinePrior::Exact(mines) => json!(mines),
            MinePrior::Between(least, most) => json!(format!("{least}..{most}")),
            MinePrior::Density(density) => json!(exact::fraction(density)),
        };
        match self {
            Self::Board(board) => {
                let (rows, columns) = (board.rows(), board.columns());
                json!({ "rows": rows, "columns": columns, "mines": mines, "method": method })
            }
            Self::Graph(graph) => {
                json!({ "nodes": graph.names.len(), "mines": mines, "method": method })
            }
        }
    }
}

/// A position with its probabilities.
pub struct Risks<'a> {
    layout: &'a RiskPosition,
    method: Method,
    mines: MinePrior,
    system: System,
    placements: Natural,
    /// The risk of each place. `None` for opened places.
    risks: Vec<Option<Rational>>,
    /// The cells with the lowest risk.
    safest: Vec<usize>,
    solved: ByMethod,
}

/// The further results of each method.
enum ByMethod {
    Islands(Risk),
    Binary(BinarySolution),
}

impl<'a> Risks<'a> {
    /// Computes the risks. `uncertain` is the distribution of the mines, if there is no single number; it needs the method
    /// [`Method::Islands`].
    ///
    /// # Errors
    /// If no placement of the mines fits the position, or a limit is exceeded.
    pub fn of(
        layout: &'a RiskPosition,
        method: Method,
        uncertain: Option<&MinePrior>,
        job: &Job<'_>,
    ) -> Result<Self, RiskError> {
        let system = layout.system()?;
        let mines = uncertain.cloned().unwrap_or(MinePrior::Exact(layout.mines()));
        let (placements, hidden, solved) = match method {
            Method::Islands => {
                let known = layout.known_mines();
                let fewer = || Contradiction::Mines { mines: 0, least: 0, most: system.hidden.len() };
                let risk = Risk::assuming(&system, &mines.hidden(known).ok_or_else(fewer)?, job)?;
                let hidden = risk.all().into_iter().map(|(_, risk)| risk).collect::<Vec<_>>();
                (risk.placements().clone(), hidden, ByMethod::Islands(risk))
            }
            Method::Binary => {
                let binary = BinarySolution::of(&system, job).map_err(|why| match why {
                    // The method of the paper cannot explain why there is no solution. The other method can.
                    RiskError::Contradiction(_) => Risk::of_system(&system, job).err().unwrap_or(why),
                    other => other,
                })?;
                (binary.placements.clone(), binary.risks.clone(), ByMethod::Binary(binary))
            }
        };
        let least = hidden.iter().min();
        let is_safest = |(_, risk): &(&usize, &Rational)| Some(*risk) == least;
        let safest = system.hidden.iter().zip(&hidden).filter(is_safest).map(|(&place, _)| place).collect();
        let known = |seen: &VisibleCell| (*seen == VisibleCell::Mine).then(exact::one);
        let mut risks: Vec<Option<Rational>> = layout.seen().iter().map(known).collect();
        system.hidden.iter().zip(hidden).for_each(|(&place, risk)| risks[place] = Some(risk));
        Ok(Self { layout, method, mines, system, placements, risks, safest, solved })
    }
}
