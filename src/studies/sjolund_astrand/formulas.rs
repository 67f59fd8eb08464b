//! The formulas (4.1) to (4.13) and (5.1) to (5.11), at every table to which they apply.

use super::{BoardSpec, CheckedAnswer, Error, LIMITED, LawAnswers, PAIRS, SolvedBoard, StudyPart, reader};
use crate::exact::{Rational, ratio};
use crate::games::memory::forgetting::{ForgetfulGame as _, Strategy, TurnedCards};
use crate::table::StudyEntry;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The number of singles of the tables of chapter 6.
const SINGLES: u16 = 2;

/// The error in (4.7), and its correction.
const WRONG: (&str, &str, &str) = ("(4.7)", "E_(n-1)^(j-1)", "E_(n-1)^j");

/// Evaluates each formula as printed, with the E of optimal play, and compares it with the game at each
/// table. The place of a formula is its number, strategy and turns; its quantity is its condition.
pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let board = |memory, singles| ValuedGame::new(BoardSpec::fresh(PAIRS, memory, singles), answers);
    let limited: Vec<ValuedGame> =
        LIMITED.into_iter().map(|(_, memory)| board(Some(memory), 0)).collect::<Result<_, _>>()?;
    let singles = [board(None, SINGLES)?];
    for entry in &answers.table.part("formulas").entries {
        let (head, what) = entry.place.split_once(", ").expect("the place names the turns");
        let (number, strategy) = head.split_once(' ').expect("the place names a strategy");
        let boards = if number.starts_with("(4") { &limited[..] } else { &singles[..] };
        let count = |printed: &str| {
            let (mut right, mut all) = (0, 0);
            for board in boards {
                for node in board.tables(strategy, &entry.quantity) {
                    let by_formula = board.printed(node, printed);
                    all += 1;
                    right += u32::from(by_formula == board.found(node, what, strategy));
                }
            }
            (right, all)
        };
        let (right, all) = count(&entry.printed);
        let mut found = format!("at {right} of {all}");
        let (wrong, printed, mended) = WRONG;
        if number == wrong {
            let (with, _) = count(&entry.printed.replace(printed, mended));
            found += &format!("; at {with} with {mended}");
        }
        answers.add("formulas", &*entry.place, CheckedAnswer::with_verdict(found, right == all && all > 0));
    }
    Ok(())
}

/// Returns `true` if a condition holds with `free` free places in memory.
fn is_meant(condition: &str, free: Option<u16>) -> bool {
    match condition {
        "m-(n-j)>=2" => free.is_some_and(|free| free >= 2),
        "m-(n-j)>=1" => free.is_some_and(|free| free >= 1),
        "m-(n-j)=1" => free == Some(1),
        "m-(n-j)=0" => free == Some(0),
        _ => true,
    }
}

/// Computes the best decisions by the recursion of chapter 4: 1 (bold), 0 (safe) or 2 (either). Covers all
/// tables that fit a memory of at least 2 cards. Uses (4.7) as printed, or corrected if `mended`.
pub(super) fn decisions(formulas: &StudyPart, memory: u16, mended: bool) -> HashMap<(u16, u16), u8> {
    let mut worth: HashMap<(i64, i64), Rational> = HashMap::from([((0, 0), ratio(0, 1))]);
    let mut decisions = HashMap::new();
    for n in 1..=PAIRS {
        worth.insert((n.into(), 0), ratio(n, 1));
        for j in n.saturating_sub(memory).max(1)..=n {
            // Impossible tables have the factor 0.
            let at = |n, j, _| worth.get(&(n, j)).cloned().unwrap_or_else(|| ratio(0, 1));
            let letters = [("n", n.into()), ("j", j.into()), ("f", 0)];
            let value = |strategy: &str| -> Rational {
                let of_strategy = formulas.entries.iter().filter(|entry| {
                    let is_named = entry.place.starts_with("(4.") && entry.place.contains(strategy);
                    is_named && is_meant(&entry.quantity, Some(memory - (n - j)))
                });
                // If play can return to a table, the value is not the sum of the turns, so a separate formula
                // is used.
                let is_whole = |entry: &&StudyEntry| entry.place.ends_with("value with the cycle solved");
                let comes_back = of_strategy.clone().any(|entry| is_whole(&entry));
                let entries = of_strategy.filter(|entry| is_whole(entry) == comes_back);
                let (number, wrong, right) = WRONG;
                let formula = |entry: &StudyEntry| match mended && entry.place.starts_with(number) {
                    true => entry.printed.replace(wrong, right),
                    false => entry.printed.clone(),
                };
                entries.map(|entry| reader::value_with(&formula(entry), &letters, &at)).sum()
            };
            let (bold, safe) = (value("bold"), value("safe"));
            let decision = match bold.cmp(&safe) {
                _ if n == j => 2,
                Ordering::Less => 0,
                Ordering::Equal => 2,
                Ordering::Greater => 1,
            };
            decisions.insert((n, j), decision);
            worth.insert((n.into(), j.into()), if n == j || bold > safe { bold } else { safe });
        }
    }
    decisions
}

/// A game with the value of every table.
struct ValuedGame {
    board: SolvedBoard,
    start: BoardSpec,
}

impl ValuedGame {
    fn new(start: BoardSpec, answers: &LawAnswers<'_>) -> Result<Self, Error> {
        Ok(Self { board: SolvedBoard::new(&start.game(), answers.job)?, start })
    }

    /// Returns the tables to which a formula applies.
    fn tables(&self, strategy: &str, condition: &str) -> Vec<usize> {
        let fits = |node: &usize| {
            let table = self.board.graph().state(*node);
            let decides = self.board.graph().game().decides(table);
            let free = self.start.memory.map(|memory| memory - table.remembered().min(memory));
            // Bold play is forced if nothing is remembered, but then a new card follows a single.
            let played = match (strategy, condition) {
                ("forced", _) => !decides,
                ("bold", _) => decides || table.unseen_singles == 0,
                _ => decides,
            };
            table.pairs() > 0 && table.known == 0 && table.unknown > 0 && is_meant(condition, free) && played
        };
        (0..self.board.graph().node_count()).filter(fits).collect()
    }

    /// Evaluates the formula with the numbers of the table.
    fn printed(&self, node: usize, formula: &str) -> Rational {
        let table = self.board.graph().state(node);
        let worth = |n: i64, j: i64, f: i64| self.worth(n, j, f).unwrap_or_else(|| ratio(0, 1));
        let [n, j, f] = [table.pairs(), table.unknown, table.unseen_singles].map(i64::from);
        reader::value_with(formula, &[("n", n), ("j", j), ("f", f)], &worth)
    }

    /// Returns the value of a table, or `None` for an impossible table, which has the factor 0.
    fn worth(&self, n: i64, j: i64, f: i64) -> Option<Rational> {
        let number = |number: i64| u16::try_from(number).ok();
        let place = BoardSpec {
            unknown_singles: number(f)?,
            pairs: number(n)?,
            unknown: number(j).filter(|_| j <= n)?,
            ..self.start
        };
        let node = self.board.node(&place.table())?;
        Some(self.board.value(node)[0].clone())
    }

    /// Returns the contribution of the turns that the formula names: their probability times their value.
    fn found(&self, node: usize, what: &str, strategy: &str) -> Rational {
        let turned = match what {
            "hit" => Some(TurnedCards::B),
            "miss then hit" => Some(TurnedCards::C),
            "miss then bad hit" => Some(TurnedCards::D),
            "two misses" => Some(TurnedCards::E),
            "miss" => Some(TurnedCards::F),
            "miss then single" => Some(TurnedCards::S),
            "single" | "single then miss" => Some(TurnedCards::T),
            "two singles" => Some(TurnedCards::U),
            _ => None,
        };
        let strategy = if strategy == "safe" { Strategy::Safe } else { Strategy::Bold };
        let graph = self.board.graph();
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
            let worth = self.board.value(next).swap_remove(0);
            if turned.is_none() && next == node {
                back += share;
            } else if label.points > 0 {
                sum += share * (worth + ratio(1, 1));
            } else {
                sum += share * (&pairs - worth);
            }
        }
        // With the cycle solved: v = a + p(n - v).
        (sum + &back * &pairs) / (ratio(1, 1) + back)
    }
}
