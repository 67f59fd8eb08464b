//! Exact distributions of solitaire Memory, in whole numbers: how many of the (2N - 1)!! deals have which value.
//!
//! Those of all boards up to the largest come from one way back through its model: a board is a state in which none of the
//! cards that are left was turned, which play comes to by luck.

use super::decisions::Rule;
use super::quantities::{Quantities, Quantity};
use super::{Counted, Solitaire, Table, Turn};
use crate::evaluate::backward;
use crate::evaluate::carry::{Carry, Whole, carry};
use crate::evaluate::distribution::Distribution;
use crate::exact::{Natural, arrangements};
use crate::game::Game as _;
use crate::model::{Error, Graph, Run};
use std::collections::BTreeMap;

/// The deals by a value.
pub type Deals = Distribution<i64>;

/// The distributions of the boards of 1 pair up to those of a game.
type Boards = Result<Vec<Deals>, Error>;

/// The distribution of the values of deals, from the number of those with a least value on.
fn from(least: i64, numbers: impl IntoIterator<Item = Natural>) -> Deals {
    Distribution::new((least..).zip(numbers).filter(|(_, number)| number.bits() > 0), None)
}

/// The pairs of a board of which no card was turned.
fn board(table: &Table) -> Option<u16> {
    Some(table.pairs).filter(|&pairs| table.turned == 0 && pairs > 0)
}

/// The deals by the number of turns that count.
fn counted(game: Solitaire, turns: Counted, run: &Run<'_>) -> Boards {
    let graph = game.counting(turns).graph(run)?;
    let mut boards = vec![0; game.pairs().into()];
    for node in 0..graph.node_count() {
        if let Some(pairs) = board(graph.state(node)) {
            boards[usize::from(pairs) - 1] = node;
        }
    }
    let found = backward::distributions(&graph, &boards, run)?.into_iter();
    Ok(found.map(|found| found.map(|points| i64::from(points[0]))).collect())
}

/// The deals by turns: a turn a pair, and one more for each turn without a pair.
///
/// Cost: for N pairs about N³/2 products of a number of up to N log2 N bits with a word. The work can be saved.
///
/// # Errors
/// If a limit of `run` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
pub fn turns(game: Solitaire, run: &Run<'_>) -> Boards {
    let missed = (1..).zip(counted(game, Counted::Missed, run)?);
    Ok(missed.map(|(pairs, missed)| missed.map(|missed| pairs + missed)).collect())
}

/// The deals by lucky turns; the cost is that of [`turns`].
///
/// # Errors
/// As [`turns`].
pub fn lucky(game: Solitaire, run: &Run<'_>) -> Boards {
    counted(game, Counted::Lucky, run)
}

/// The deals by the greatest number of turned cards that lie face down at the end of a turn; the cost is that of [`turns`].
///
/// # Errors
/// As [`turns`].
pub fn remembered(game: Solitaire, run: &Run<'_>) -> Boards {
    let graph = game.graph(run)?;
    let differences = |row: Vec<Natural>| {
        let below = [Natural::default()].into_iter().chain(row.iter().cloned());
        from(0, row.iter().zip(below).map(|(now, below)| now - below))
    };
    Ok(boards(&graph, &Remembered(&graph), run)?.into_values().map(differences).collect())
}

/// The deals by score; turns without a pair are of two fresh cards, and all have failed.
///
/// Cost: for each of about N² states the different scores that can follow it. The work can be saved.
///
/// # Errors
/// As [`turns`].
///
/// # Panics
/// If a score does not fit 64 bits.
pub fn score(game: Solitaire, rule: Rule, run: &Run<'_>) -> Boards {
    let graph = game.graph(run)?;
    let found = boards(&graph, &Scored { graph: &graph, rule }, run)?;
    Ok(found.into_values().map(|row| Distribution::new(row, None)).collect())
}

/// The numbers that are carried back to the boards, by their pairs.
fn boards<C: Carry<Number: Whole>>(
    graph: &Graph<Solitaire>,
    kind: &C,
    run: &Run<'_>,
) -> Result<BTreeMap<u32, C::Number>, Error> {
    let met = |boards: &mut BTreeMap<u32, C::Number>, node: usize, number: &C::Number| {
        if let Some(pairs) = board(graph.state(node)) {
            boards.insert(pairs.into(), number.clone());
        }
    };
    carry(graph, kind, BTreeMap::new(), met, run)
}

/// The ways in which the turn of an edge happens.
fn ways(graph: &Graph<Solitaire>, edge: usize) -> u64 {
    graph.kind(edge).ways.expect("the ways of every turn are counted")
}

/// Number m of a state: the deals in which never more than m cards beyond those that are turned lie face down from here on.
/// Beyond its end a row stays what it is: every deal.
struct Remembered<'a>(&'a Graph<Solitaire>);

/// Number m of a row.
fn at_most(row: &[Natural], m: usize) -> &Natural {
    &row[m.min(row.len() - 1)]
}

/// Makes a row so long, or leaves it.
fn extend(row: &mut Vec<Natural>, length: usize) {
    let last = row[row.len() - 1].clone();
    row.resize(row.len().max(length), last);
}

impl Carry for Remembered<'_> {
    type Number = Vec<Natural>;

    const BACK: bool = true;

    fn start(&self) -> Vec<Natural> {
        vec![Natural::from(1u32)]
    }

    fn along(&self, edge: usize, row: &Vec<Natural>) -> Vec<Natural> {
        let mut sum = vec![Natural::default()];
        self.add_along(&mut sum, edge, row);
        sum
    }

    fn add(&self, sum: &mut Vec<Natural>, more: Vec<Natural>) {
        extend(sum, more.len());
        sum.iter_mut().enumerate().for_each(|(m, sum)| *sum += at_most(&more, m));
    }

    fn add_along(&self, sum: &mut Vec<Natural>, edge: usize, row: &Vec<Natural>) {
        let (from, to, _) = self.0.edge(edge);
        let [before, after] = [from, to].map(|node| usize::from(self.0.state(node).turned));
        extend(sum, (row.len() + after).saturating_sub(before));
        let (ways, mut product) = (ways(self.0, edge), Natural::default());
        // Where more cards lie there already, no deal is counted.
        for (m, sum) in sum.iter_mut().enumerate().skip(after.saturating_sub(before)) {
            let number = at_most(row, before + m - after);
            if ways == 1 {
                *sum += number;
            } else {
                // The product has the room of the one before.
                product.clone_from(number);
                product *= ways;
                *sum += &product;
            }
        }
    }

    /// The last number of a row is its greatest.
    fn bytes(row: &Vec<Natural>) -> u64 {
        row.last().map_or(0, |most| row.len() as u64 * (size_of::<Natural>() as u64 + most.bits() / 8))
    }
}

/// The deals by what is scored from a state on, ascending.
struct Scored<'a> {
    graph: &'a Graph<Solitaire>,
    rule: Rule,
}

impl Carry for Scored<'_> {
    type Number = Vec<(i64, Natural)>;

    const BACK: bool = true;

    fn start(&self) -> Self::Number {
        vec![(0, Natural::from(1u32))]
    }

    fn along(&self, edge: usize, row: &Self::Number) -> Self::Number {
        let points = match self.graph.edge(edge).2.event {
            Turn::Lucky => self.rule.lucky,
            turn if turn.collects() => self.rule.pair,
            _ => self.rule.miss,
        };
        let ways = ways(self.graph, edge);
        let moved = |(score, number): &(i64, Natural)| {
            (score.checked_add(points).expect("scores fit"), number * ways)
        };
        row.iter().map(moved).collect()
    }

    fn add(&self, sum: &mut Self::Number, more: Self::Number) {
        let mut all = Vec::with_capacity(sum.len() + more.len());
        let (mut own, mut more) = (std::mem::take(sum).into_iter().peekable(), more.into_iter().peekable());
        loop {
            let next = match (own.peek(), more.peek()) {
                (Some((a, _)), Some((b, _))) if a == b => {
                    own.next().zip(more.next()).map(|((score, one), (_, other))| (score, one + other))
                }
                (Some((a, _)), Some((b, _))) if a < b => own.next(),
                (_, Some(_)) => more.next(),
                (_, None) => own.next(),
            };
            match next {
                Some(entry) => all.push(entry),
                None => break,
            }
        }
        *sum = all;
    }

    fn bytes(row: &Self::Number) -> u64 {
        row.iter().map(|(_, number)| size_of::<(i64, Natural)>() as u64 + number.bits() / 8).sum()
    }
}

/// The deals by the place of the first card whose mate lies before it, on a board of `pairs` pairs.
pub fn first_position(pairs: u16) -> Deals {
    // After j - 1 different cards one of their mates; the others have theirs anywhere behind.
    from(2, (1..=pairs).map(|singles| arrangements(singles - 1, pairs - singles) * singles))
}

/// The deals by the turn in which the first pair is collected, on a board of `pairs` pairs.
pub fn first_turn(pairs: u16) -> Deals {
    let mut numbers = vec![Natural::default(); usize::from(pairs) / 2 + 3];
    for before in 0..=pairs / 2 {
        let (singles, unseen) = (2 * before, pairs - 2 * before);
        let turn = usize::from(before);
        if singles > 0 {
            numbers[turn] += arrangements(singles - 1, unseen) * singles;
        }
        if unseen > 0 {
            numbers[turn] += arrangements(singles, unseen - 1);
            numbers[turn + 1] += arrangements(singles, unseen - 1) * singles;
        }
    }
    from(1, numbers)
}

/// The distributions of the quantities of a board, in the order of [`Quantity::ALL`], from the scores of its game.
pub fn of_quantities(game: &Quantities, scores: &Distribution) -> [Deals; Quantity::ALL.len()] {
    Quantity::ALL.map(|asked| {
        let own = scores.masses().map(|(points, number)| (game.value(points), number));
        let own = own.filter(|((quantity, _), _)| *quantity == asked);
        Distribution::new(own.map(|((_, value), number)| (value, number.clone())), None)
    })
}
