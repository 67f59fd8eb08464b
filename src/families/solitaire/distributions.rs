//! Exact distributions of solitaire Memory, in whole numbers: how many of the (2N - 1)!! deals have which value.
//!
//! Those of all boards up to the largest come from one way back through its model: a board is a state in which none of the
//! cards that are left was turned, which play comes to by luck.

use super::decisions::Rule;
use super::quantities::{Quantities, Quantity};
use super::{Solitaire, Tableau, Turn};
use crate::evaluate::values::{ByValue, Products, SweepDirection, ValueChange};
use crate::evaluate::{self, Distribution};
use crate::exact::{Natural, matchings};
use crate::model::{Error, Graph, Job};
use std::iter;

/// The deals by a value.
pub type Deals = Distribution<i64>;

/// The distributions of the boards of 1 pair up to the largest of a graph.
type Boards = Result<Vec<Deals>, Error>;

/// The distribution of the values of deals, from the number of those with a least value on.
fn from(least: i64, numbers: impl IntoIterator<Item = Natural>) -> Deals {
    Distribution::new((least..).zip(numbers).filter(|(_, number)| number.bits() > 0), None)
}

/// The pairs of a board of which no card was turned.
fn board(table: &Tableau) -> Option<u16> {
    Some(table.pairs).filter(|&pairs| table.turned == 0 && pairs > 0)
}

/// The deals of all boards up to that of a graph, by the number of turns that count.
fn counted(graph: &Graph<Solitaire>, counts: fn(Turn) -> bool, job: &Job<'_>) -> Boards {
    let labels = graph.labels();
    let model = graph.model().scoring(&|label| counts(labels[label].event).into());
    let mut boards = vec![0; graph.game().pairs().into()];
    for node in 0..graph.node_count() {
        if let Some(pairs) = board(graph.state(node)) {
            boards[usize::from(pairs) - 1] = node;
        }
    }
    let found = evaluate::distributions(&model, &boards, job)?.into_iter();
    Ok(found.map(|found| found.map(|points| i64::from(points[0]))).collect())
}

/// The deals of all boards up to that of a graph, by a value that is carried back through it.
fn carried(
    graph: &Graph<Solitaire>,
    changes: &(dyn Fn(usize) -> ValueChange + Sync),
    job: &Job<'_>,
) -> Boards {
    let ways = |edge| graph.kind(edge).ways.expect("the ways of every turn are counted").into();
    let rows = ByValue { numbers: Products { of: &ways }, changes };
    let found =
        rows.sweep(graph, SweepDirection::Backward, &|node| board(graph.state(node)).map(i64::from), job)?;
    Ok(found.into_values().map(|row| Distribution::new(row, None)).collect())
}

/// The deals by turns, on the boards of 1 pair up to that of `graph`: a turn a pair, and one more for each without a pair.
///
/// Cost: for N pairs about N³/2 products of a number of up to N log2 N bits with a word. The work can be saved.
///
/// # Errors
/// If a limit of `job` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
pub fn turns(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    let missed = (1..).zip(counted(graph, |turn| !turn.collects(), job)?);
    Ok(missed.map(|(pairs, missed)| missed.map(|missed| pairs + missed)).collect())
}

/// The deals by lucky turns; boards and cost are those of [`turns`].
///
/// # Errors
/// As [`turns`].
pub fn lucky(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    counted(graph, |turn| turn == Turn::Lucky, job)
}

/// The deals by the greatest number of turned cards that lie face down at the end of a turn; boards and cost are those of
/// [`turns`].
///
/// # Errors
/// As [`turns`].
pub fn remembered(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    // Of a state, the most cards beyond those that are turned already.
    let changes = |edge: usize| {
        let [before, after] = [graph.source(edge), graph.target(edge)].map(|node| graph.state(node).turned);
        ValueChange { by: i64::from(after) - i64::from(before), least: 0 }
    };
    carried(graph, &changes, job)
}

/// The deals by score, on the boards that [`turns`] has; turns without a pair are of two fresh cards, and all have failed.
///
/// Cost: for each of about N² states the different scores that can follow it. The work can be saved.
///
/// # Errors
/// As [`turns`].
///
/// # Panics
/// If a score does not fit 64 bits.
pub fn score(graph: &Graph<Solitaire>, rule: Rule, job: &Job<'_>) -> Boards {
    let changes = |edge: usize| match graph.edge(edge).2.event {
        Turn::Lucky => ValueChange::by(rule.lucky),
        turn if turn.collects() => ValueChange::by(rule.pair),
        _ => ValueChange::by(rule.miss),
    };
    carried(graph, &changes, job)
}

/// The numbers of deals, on a board of `pairs` pairs, that begin with 1, 2, ... different cards and then have the mate of a
/// certain one of these.
fn mated(pairs: u16) -> Vec<Natural> {
    let others = u32::from(pairs) - 1;
    // One different card more has its mate behind them, anywhere, where there was a whole pair.
    let more = |deals: &Natural, before: u32| deals * (2 * (others - before)) / (2 * others - before);
    let mut next = Some((matchings(others), 0));
    let all = iter::from_fn(|| {
        let (deals, before) = next.take()?;
        next = (before < others).then(|| (more(&deals, before), before + 1));
        Some(deals)
    });
    all.collect()
}

/// The deals by the place of the first card whose mate lies before it, on a board of `pairs` pairs.
pub fn first_position(pairs: u16) -> Deals {
    from(2, (1u32..).zip(mated(pairs)).map(|(singles, deals)| deals * singles))
}

/// The deals by the turn in which the first pair is collected, on a board of `pairs` pairs.
pub fn first_turn(pairs: u16) -> Deals {
    let mut numbers = vec![Natural::default(); usize::from(pairs) / 2 + 2];
    for (singles, deals) in (1u32..).zip(mated(pairs)) {
        // The mate is the first card of a turn, or the second: then the pair is collected in this turn if
        // the other one is its first, and else in the next.
        let turn = singles as usize / 2;
        if singles % 2 == 0 {
            numbers[turn] += deals * singles;
        } else {
            numbers[turn] += &deals;
            numbers[turn + 1] += deals * (singles - 1);
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
