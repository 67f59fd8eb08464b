//! Exact distributions of solitaire Memory, in whole numbers: the number of the (2N - 1)!! deals with each value.
//!
//! One backward pass through the model of the largest board computes the distributions of all smaller boards. A smaller
//! board is a state without turned cards, which only lucky turns reach.

use super::decisions::Rule;
use super::quantities::{Quantities, Quantity};
use super::{Solitaire, SolitaireTurn, Tableau};
use crate::evaluate::values::{ByValue, Products, SweepDirection, ValueChange};
use crate::evaluate::{self, Distribution};
use crate::exact::{Natural, matchings};
use crate::model::{Error, Graph, Job};
use std::iter;

/// The number of deals by value.
pub type Deals = Distribution<i64>;

/// The distributions for the boards of 1 pair up to the largest board of a graph.
type Boards = Result<Vec<Deals>, Error>;

/// Creates a distribution from the numbers of deals with the values `least`, `least` + 1, and so on.
fn from(least: i64, numbers: impl IntoIterator<Item = Natural>) -> Deals {
    Distribution::new((least..).zip(numbers).filter(|(_, number)| number.bits() > 0), None)
}

/// Returns the number of pairs of a board without turned cards.
fn board(table: &Tableau) -> Option<u16> {
    Some(table.pairs).filter(|&pairs| table.turned == 0 && pairs > 0)
}

/// Counts the deals of all boards up to the largest one by the number of turns for which `counts` is true.
fn counted(graph: &Graph<Solitaire>, counts: fn(SolitaireTurn) -> bool, job: &Job<'_>) -> Boards {
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

/// Counts the deals of all boards up to the largest one by a value that changes along the edges.
fn carried(
    graph: &Graph<Solitaire>,
    changes: &(dyn Fn(usize) -> ValueChange + Sync),
    job: &Job<'_>,
) -> Boards {
    let ways = |edge| graph.edge_kind(edge).multiplicity.expect("the ways of every turn are counted").into();
    let rows = ByValue { numbers: Products { of: &ways }, changes };
    let found =
        rows.sweep(graph, SweepDirection::Backward, &|node| board(graph.state(node)).map(i64::from), job)?;
    Ok(found.into_values().map(|row| Distribution::new(row, None)).collect())
}

/// Counts the deals by turns, for the boards of 1 pair up to the board of `graph`. The number of turns is one for each
/// pair, and one more for each turn without a pair.
///
/// Cost: for N pairs about N³/2 products of a number of up to N log2 N bits with a word. The work can be saved.
///
/// # Errors
/// If a limit of `job` is exceeded, work cannot be saved when it is stopped, or saved work cannot be read.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::{Solitaire, distributions};
/// use chancetree::prelude::*;
///
/// // One of the three deals of two pairs takes two turns, the others three.
/// let graph = Solitaire::new(2)?.explore().run()?;
/// let boards = distributions::turns(&graph, &Job::default())?;
/// assert_eq!(boards[1].iter().collect::<Vec<_>>(), [(&2, ratio(1, 3)), (&3, ratio(2, 3))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turns(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    let missed = (1..).zip(counted(graph, |turn| !turn.collects(), job)?);
    Ok(missed.map(|(pairs, missed)| missed.map(|missed| pairs + missed)).collect())
}

/// Counts the deals by lucky turns. Boards and cost are as for [`turns`].
///
/// # Errors
/// As [`turns`].
///
/// ```
/// use chancetree::games::solitaire::{Solitaire, distributions};
/// use chancetree::prelude::*;
///
/// let graph = Solitaire::new(2)?.explore().run()?;
/// let boards = distributions::lucky(&graph, &Job::default())?;
/// assert_eq!(boards[1].expected_value(), ratio(2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lucky(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    counted(graph, |turn| turn == SolitaireTurn::Lucky, job)
}

/// Counts the deals by the maximum number of turned cards that lie face down at the end of a turn. Boards and cost are
/// as for [`turns`].
///
/// # Errors
/// As [`turns`].
///
/// ```
/// use chancetree::games::solitaire::{Solitaire, distributions};
/// use chancetree::prelude::*;
///
/// // The second and third deal of two pairs leave two cards face down.
/// let graph = Solitaire::new(2)?.explore().run()?;
/// let boards = distributions::remembered(&graph, &Job::default())?;
/// assert_eq!(boards[1].expected_value(), ratio(4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remembered(graph: &Graph<Solitaire>, job: &Job<'_>) -> Boards {
    // The value of a state is the maximum number beyond the cards that are already turned.
    let changes = |edge: usize| {
        let [before, after] = [graph.source(edge), graph.target(edge)].map(|node| graph.state(node).turned);
        ValueChange { by: i64::from(after) - i64::from(before), least: 0 }
    };
    carried(graph, &changes, job)
}

/// Counts the deals by score, on the boards of [`turns`]. Every turn without a pair turns two fresh cards and fails.
///
/// Cost: for each of about N² states the number of different later scores. The work can be saved.
///
/// # Errors
/// As [`turns`].
///
/// # Panics
/// If a score does not fit 64 bits.
///
/// ```
/// use chancetree::games::solitaire::decisions::Rule;
/// use chancetree::games::solitaire::{Solitaire, distributions};
/// use chancetree::prelude::*;
///
/// // A turn costs a point: the score is minus the number of turns.
/// let graph = Solitaire::new(2)?.explore().run()?;
/// let boards = distributions::score(&graph, Rule::TURNS, &Job::default())?;
/// assert_eq!(boards[1].expected_value(), ratio(-8, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(graph: &Graph<Solitaire>, rule: Rule, job: &Job<'_>) -> Boards {
    let changes = |edge: usize| match graph.edge(edge).2.event {
        SolitaireTurn::Lucky => ValueChange::by(rule.lucky),
        turn if turn.collects() => ValueChange::by(rule.pair),
        _ => ValueChange::by(rule.miss),
    };
    carried(graph, &changes, job)
}

/// Returns the numbers of deals on a board of `pairs` pairs that begin with 1, 2, ... different cards, followed by the
/// mate of a given one.
fn mated(pairs: u16) -> Vec<Natural> {
    let others = u32::from(pairs) - 1;
    // With one more different card, its mate takes any later place, where a whole pair was before.
    let more = |deals: &Natural, before: u32| deals * (2 * (others - before)) / (2 * others - before);
    let mut next = Some((matchings(others), 0));
    let all = iter::from_fn(|| {
        let (deals, before) = next.take()?;
        next = (before < others).then(|| (more(&deals, before), before + 1));
        Some(deals)
    });
    all.collect()
}

/// Counts the deals by the place of the first card whose mate precedes it, on a board of `pairs` pairs.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::distributions;
///
/// // With two pairs, the second card completes a pair in one of three deals, and else the third.
/// let deals = distributions::first_position(2);
/// assert_eq!(deals.iter().collect::<Vec<_>>(), [(&2, ratio(1, 3)), (&3, ratio(2, 3))]);
/// ```
pub fn first_position(pairs: u16) -> Deals {
    from(2, (1u32..).zip(mated(pairs)).map(|(singles, deals)| deals * singles))
}

/// Counts the deals by the turn in which the first pair is collected, on a board of `pairs` pairs.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::distributions;
///
/// assert_eq!(distributions::first_turn(2).expected_value(), ratio(5, 3));
/// ```
pub fn first_turn(pairs: u16) -> Deals {
    let mut numbers = vec![Natural::default(); usize::from(pairs) / 2 + 2];
    for (singles, deals) in (1u32..).zip(mated(pairs)) {
        // The mate is the first or the second card of a turn. As the second card, it completes the pair in this turn if
        // the first card of the turn is the other one. Otherwise the pair is collected in the next turn.
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

/// Returns the distributions of the quantities of a board, in the order of [`Quantity::ALL`], from the scores of its
/// game.
///
/// ```
/// use chancetree::evaluate::distribution;
/// use chancetree::games::solitaire::distributions;
/// use chancetree::games::solitaire::quantities::Quantities;
/// use chancetree::prelude::*;
///
/// let game = Quantities::new(2, None)?;
/// let graph = game.explore().run()?;
/// let points = distribution(&graph, &[], &Job::default())?.distribution;
/// let [turns, lucky, ..] = distributions::of_quantities(&game, &points);
/// assert_eq!([turns, lucky].map(|found| found.expected_value()), [ratio(8, 3), ratio(2, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_quantities(game: &Quantities, scores: &Distribution) -> [Deals; Quantity::ALL.len()] {
    Quantity::ALL.map(|quantity| {
        let own = scores.masses().map(|(points, number)| (game.value(points), number));
        let own = own.filter(|((of, _), _)| *of == quantity);
        Distribution::new(own.map(|((_, value), number)| (value, number.clone())), None)
    })
}
