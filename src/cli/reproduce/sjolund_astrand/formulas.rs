//! The formulas (4.1) to (4.13) and (5.1) to (5.11), at every table for which they are meant.

use super::tables::PAIRS;
use super::{Place, Row, Section, lines, reader, solved};
use crate::cli::fail::Fail;
use crate::cli::remember::Solved;
use crate::cli::watch::Watch;
use chancetree::exact::{Rational, ratio};
use chancetree::game::Game as _;
use chancetree::games::memory::forgetting::{Forgetful as _, Strategy, Turned};
use chancetree::games::memory::limited::{Limited, Recalled};
use std::collections::HashMap;

const FORMULAS: &str = include_str!("formulas.csv");

/// The limits of the tables of chapter 6.
const MEMORIES: [u16; 3] = [3, 6, 12];

/// The singles of the tables of chapter 6.
const SINGLES: u16 = 2;

/// What (4.7) has wrong, and what it should have.
const WRONG: (&str, &str, &str) = ("4.7", "E_(n-1)^(j-1)", "E_(n-1)^j");

/// The numbers of the formulas about Memory.
pub(super) fn numbers() -> impl Iterator<Item = &'static str> {
    formulas().map(|fields| fields[0])
}

fn formulas() -> impl Iterator<Item = Vec<&'static str>> {
    lines(FORMULAS, 6).filter(|fields| fields[0].starts_with(['4', '5']))
}

/// Each formula is computed as it is printed, with E of best play, and compared with what the game gives at the table.
pub(super) fn section(watch: &Watch) -> Result<Section, Fail> {
    let fresh =
        |memory, singles| Place { memory, singles, unknown_singles: singles, pairs: PAIRS, unknown: PAIRS };
    let limited: Vec<Board> = MEMORIES
        .into_iter()
        .map(|memory| Board::new(fresh(Some(memory), 0), watch))
        .collect::<Result<_, Fail>>()?;
    let singles = [Board::new(fresh(None, SINGLES), watch)?];
    let mut rows = Vec::new();
    for fields in formulas() {
        let boards = if fields[0].starts_with('4') { &limited[..] } else { &singles[..] };
        let count = |printed: &str| {
            let (mut right, mut all) = (0, 0);
            for board in boards {
                for node in board.tables(fields[2], fields[3]) {
                    let by_formula = board.printed(node, printed);
                    all += 1;
                    right += u32::from(by_formula == board.found(node, fields[1], fields[2]));
                }
            }
            (right, all)
        };
        let (right, all) = count(fields[4]);
        let mut found = format!("at {right} of {all}");
        let (wrong, printed, mended) = WRONG;
        if fields[0] == wrong {
            let (with, _) = count(&fields[4].replace(printed, mended));
            found += &format!("; at {with} with {mended}");
        }
        let item = format!("({}) {}, {}", fields[0], fields[2], fields[1]);
        let row = Row::claim(item, "everywhere", found, right == all && all > 0);
        rows.push(if fields[0] == wrong { row.known_wrong() } else { row });
    }
    Ok(Section::list("formulas", "The formulas: at how many tables each is what the game gives", rows))
}

/// A game with the value of every table.
struct Board {
    solved: Solved<Limited>,
    memory: Option<u16>,
    singles: u16,
    nodes: HashMap<Recalled, usize>,
}

impl Board {
    fn new(start: Place, watch: &Watch) -> Result<Self, Fail> {
        let solved = solved(start.game(2), watch)?;
        let nodes = (0..solved.graph.node_count()).map(|node| (*solved.graph.state(node), node)).collect();
        Ok(Self { solved, memory: start.memory, singles: start.singles, nodes })
    }

    /// The tables that a formula is about.
    fn tables(&self, strategy: &str, condition: &str) -> Vec<usize> {
        let fits = |node: &usize| {
            let table = self.solved.graph.state(*node);
            let decides = self.solved.game.decides(table);
            let free = self.memory.map(|memory| memory - table.remembered().min(memory));
            let meant = match condition {
                "m-(n-j)>=2" => free.is_some_and(|free| free >= 2),
                "m-(n-j)>=1" => free.is_some_and(|free| free >= 1),
                "m-(n-j)=1" => free == Some(1),
                "m-(n-j)=0" => free == Some(0),
                _ => true,
            };
            // Bold is forced where nothing is remembered, but then a single is followed by a new card.
            let played = match (strategy, condition) {
                ("forced", _) => !decides,
                ("bold", _) => decides || table.unseen_singles == 0,
                _ => decides,
            };
            table.pairs() > 0 && table.known == 0 && table.unknown > 0 && meant && played
        };
        (0..self.solved.graph.node_count()).filter(fits).collect()
    }

    /// The formula with the numbers of the table.
    fn printed(&self, node: usize, formula: &str) -> Rational {
        let table = self.solved.graph.state(node);
        let worth = |n: i64, j: i64, f: i64| self.worth(n, j, f).unwrap_or_else(|| ratio(0, 1));
        let [n, j, f] = [table.pairs(), table.unknown, table.unseen_singles].map(i64::from);
        reader::value(formula, &reader::Place { n, j, f, worth: &worth })
    }

    /// What a table is worth; none that cannot come about, which has the factor 0.
    fn worth(&self, n: i64, j: i64, f: i64) -> Option<Rational> {
        let number = |number: i64| u16::try_from(number).ok();
        let place = Place {
            memory: self.memory,
            singles: self.singles,
            unknown_singles: number(f)?,
            pairs: number(n)?,
            unknown: number(j).filter(|_| j <= n)?,
        };
        let node = *self.nodes.get(&place.table())?;
        Some(self.solved.worth(node)[0].clone())
    }

    /// What the game gives by the turns that the formula names: their chance times what they are worth.
    fn found(&self, node: usize, what: &str, strategy: &str) -> Rational {
        let turned = match what {
            "hit" => Some(Turned::B),
            "miss then hit" => Some(Turned::C),
            "miss then bad hit" => Some(Turned::D),
            "two misses" => Some(Turned::E),
            "miss" => Some(Turned::F),
            "miss then single" => Some(Turned::S),
            "single" | "single then miss" => Some(Turned::T),
            "two singles" => Some(Turned::U),
            _ => None,
        };
        let strategy = if strategy == "safe" { Strategy::Safe } else { Strategy::Bold };
        let graph = &self.solved.graph;
        let pairs = ratio(graph.state(node).pairs(), 1);
        let (mut sum, mut back) = (ratio(0, 1), ratio(0, 1));
        for edge in graph.edges_of(node) {
            let (_, next, label) = graph.edge(edge);
            let played = label.action.is_none_or(|action| action == strategy);
            if !played || turned.is_some_and(|turned| turned != label.event.turned) {
                continue;
            }
            let (weight, total) = graph.weight(edge);
            let share = ratio(weight, total);
            let worth = self.solved.worth(next).swap_remove(0);
            if turned.is_none() && next == node {
                back += share;
            } else if self.solved.game.points(label.event) > 0 {
                sum += share * (worth + ratio(1, 1));
            } else {
                sum += share * (&pairs - worth);
            }
        }
        // With the cycle solved: v = a + p(n - v).
        (sum + &back * &pairs) / (ratio(1, 1) + back)
    }
}
