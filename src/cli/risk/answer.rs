//! The position that was asked for, and its probabilities.

use super::super::fail::Fail;
use super::super::print;
use super::super::watch::Watch;
use super::Method;
use crate::exact::{self, Natural, Rational};
use crate::games::mines::binary::Binary;
use crate::games::mines::board::Board;
use crate::games::mines::family::allowed;
use crate::games::mines::graph::Graph;
use crate::games::mines::risk::{Risk, Unknown};
use crate::games::mines::system::{Contradiction, Seen, System};
use crate::model::Run;
use serde_json::{Value, json};

/// A position of one kind or the other.
pub(super) enum Asked {
    Board(Board),
    Graph(Graph),
}

/// The page that tells how a position is written.
const HELP: &str = "chancetree risk mines --help";

impl Asked {
    pub(super) fn graph(name: &str, text: &str) -> Result<Self, Fail> {
        text.parse().map(Self::Graph).map_err(|wrong| Fail::usage(format!("{name}: {wrong}")).help(HELP))
    }

    pub(super) fn system(&self) -> Result<System, Contradiction> {
        match self {
            Self::Board(board) => board.system(),
            Self::Graph(graph) => graph.system(),
        }
    }

    /// Returns the name of a place: row and column from 1, or its name.
    pub(super) fn place(&self, place: usize) -> String {
        self.named(place).join(",")
    }

    /// Returns the name of a place word by word.
    pub(super) fn named(&self, place: usize) -> Vec<String> {
        match self {
            Self::Board(board) => board.grid().at(place).map(|at| at.to_string()).to_vec(),
            Self::Graph(graph) => vec![graph.nodes[place].0.clone()],
        }
    }

    /// The number of places, hidden or not.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Board(board) => board.cells().len(),
            Self::Graph(graph) => graph.nodes.len(),
        }
    }

    pub(super) fn neighbours(&self, place: usize) -> Vec<usize> {
        match self {
            Self::Board(board) => board.neighbours(place).collect(),
            Self::Graph(graph) => graph.near[place].clone(),
        }
    }

    /// Returns what is seen of a place.
    pub(super) fn seen(&self, place: usize) -> Seen {
        match self {
            Self::Board(board) => board.cells()[place],
            Self::Graph(graph) => graph.nodes[place].1,
        }
    }

    pub(super) fn is_known_mine(&self, place: usize) -> bool {
        self.seen(place) == Seen::Mine
    }

    pub(super) fn mines(&self) -> usize {
        match self {
            Self::Board(board) => board.mines(),
            Self::Graph(graph) => graph.mines,
        }
    }

    pub(super) fn parameters(&self, method: Method) -> Value {
        let method = match method {
            Method::Islands => "islands",
            Method::Binary => "binary",
        };
        match self {
            Self::Board(board) => {
                let (rows, columns) = (board.rows(), board.columns());
                json!({ "rows": rows, "columns": columns, "mines": board.mines(), "method": method })
            }
            Self::Graph(graph) => {
                json!({ "nodes": graph.nodes.len(), "mines": graph.mines, "method": method })
            }
        }
    }
}

/// A position with its probabilities.
pub(super) struct Answer {
    pub(super) asked: Asked,
    pub(super) method: Method,
    pub(super) system: System,
    pub(super) placements: Natural,
    /// Place by place; `None` where it is opened.
    pub(super) risks: Vec<Option<Rational>>,
    /// The cells of the lowest risk.
    pub(super) safest: Vec<usize>,
    pub(super) solved: Solved,
}

/// The further results of each method.
pub(super) enum Solved {
    Islands(Risk),
    Binary(Binary),
}

impl Answer {
    pub(super) fn of(asked: Asked, method: Method, watch: &Watch) -> Result<Self, Fail> {
        let explain = |why| explain(&asked, why, watch);
        let system = asked.system().map_err(|why| explain(why.into()))?;
        let run = watch.run();
        let (placements, hidden, solved) = match method {
            Method::Islands => {
                let risk = Risk::of_system(&system, &run).map_err(explain)?;
                let hidden = risk.all().into_iter().map(|(_, risk)| risk).collect::<Vec<_>>();
                (risk.placements().clone(), hidden, Solved::Islands(risk))
            }
            Method::Binary => {
                let binary = binary(&system, &run).map_err(explain)?;
                (binary.placements.clone(), binary.risks.clone(), Solved::Binary(binary))
            }
        };
        let least = hidden.iter().min();
        let is_safest = |(_, risk): &(&usize, &Rational)| Some(*risk) == least;
        let safest = system.hidden.iter().zip(&hidden).filter(is_safest).map(|(&place, _)| place).collect();
        let mut risks: Vec<Option<Rational>> =
            (0..asked.len()).map(|place| asked.is_known_mine(place).then(exact::one)).collect();
        system.hidden.iter().zip(hidden).for_each(|(&place, risk)| risks[place] = Some(risk));
        Ok(Self { asked, method, system, placements, risks, safest, solved })
    }
}

/// The way of the paper, which cannot tell why there is no solution: the other can.
fn binary(system: &System, run: &Run<'_>) -> Result<Binary, Unknown> {
    Binary::of(system, run).map_err(|why| match why {
        Unknown::Contradiction(_) => Risk::of_system(system, run).err().unwrap_or(why),
        other => other,
    })
}

/// Returns why a position on a board cannot be.
pub(in crate::cli) fn impossible(board: Board, why: Unknown, watch: &Watch) -> Fail {
    explain(&Asked::Board(board), why, watch)
}

/// Explains why there are no probabilities, with the places as the user knows them.
fn explain(asked: &Asked, why: Unknown, watch: &Watch) -> Fail {
    match why {
        Unknown::Engine(error) => watch.explain(error),
        Unknown::Contradiction(Contradiction::Clues(places)) => {
            let name = |&place: &usize| format!("{} at {}", asked.seen(place), asked.place(place));
            let names: Vec<String> = places.iter().map(name).collect();
            let what = match &names[..] {
                [only] => format!("no placement of the mines fits the number {only}"),
                [all @ .., last] => {
                    format!("no placement of the mines fits the numbers {} and {last}", all.join(", "))
                }
                [] => "no placement of the mines fits the numbers".to_owned(),
            };
            let places = if matches!(asked, Asked::Board(_)) { " (row,column)" } else { "" };
            Fail::usage(what + places).help(HELP)
        }
        Unknown::Contradiction(Contradiction::Mines { mines, least, most }) => {
            let known = asked.mines() - mines;
            let (least, most) = (least + known, most + known);
            Fail::usage(allowed(least, most, asked.mines())).help(format!("mines {least}"))
        }
        Unknown::Contradiction(Contradiction::Gap(_)) => Fail::usage(format!(
            "no placement of {} in all fits the numbers",
            print::count(asked.mines(), "mine")
        ))
        .help(HELP),
        Unknown::Free(free) => Fail::usage(format!(
            "{free} variables of one island are free; more than 40 would take days to try"
        ))
        .help("--method islands"),
        Unknown::Large(_) => {
            Fail::usage("the matrix is too large for the method binary").help("--method islands")
        }
        other => Fail::new(super::Status::Limit, other.to_string()),
    }
}
