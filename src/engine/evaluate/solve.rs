//! Optimal values: every mover maximises what he may expect for himself.
//!
//! In a game without cycles that counts ways, a value is a whole number over the number of arrangements of what a state
//! hides, and nothing is ever divided. In any other game it is a rational number, found component by component.

mod fractions;
mod integers;
mod optimal;

pub use crate::evaluate::solve::optimal::{Optimal, Valued};

use crate::evaluate::solve::integers::Weighted;
use crate::exact::Rational;
use crate::game::Game;
use crate::model::{Error, Graph, Job, Model};
use crate::payoff::{Payoff, Worths};
use std::cmp::Ordering;
use std::iter;
use std::sync::Arc;

/// The optimal values and the optimal policy of a game; see [`solve`].
#[derive(Clone, Debug)]
pub struct Solution {
    model: Arc<Model>,
    worths: Worths,
    values: Values,
    /// The best action of each node, as an index into the node's actions in ascending order. It is 0 where nobody
    /// decides.
    pub policy: Vec<usize>,
    /// The number of nodes in which another action is worth as much to the mover. There the policy takes the first in
    /// ascending order, or any of them within a cycle. With three seats or more, the values of the other seats depend
    /// on which is taken.
    pub ties: u64,
}

/// Two solutions are equal if their worths, values, policies and ties are. Compare only solutions of equal models.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        (&self.worths, &self.values, &self.policy, self.ties)
            == (&other.worths, &other.values, &other.policy, other.ties)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Fractions(Vec<Vec<Rational>>),
    Counts(Vec<Weighted>),
}

impl Solution {
    /// Returns the expected payoff of each seat from `node` on, the mover first. What was gained on the way to `node`
    /// is not included.
    pub fn value(&self, node: usize) -> Vec<Rational> {
        match &self.values {
            Values::Fractions(values) => values[node].clone(),
            Values::Counts(values) => values[node].fractions(),
        }
    }

    /// Returns the choice that the policy takes in `node`, as an index into its choices, or `None` where nobody decides.
    pub fn taken(&self, node: usize) -> Option<usize> {
        self.model.decides(node).then(|| self.policy[node])
    }

    /// Returns the expected payoffs after each choice of `node`, in ascending order of the actions, each a list by seat
    /// with the mover first. At an end there is none.
    pub fn choices(&self, node: usize) -> Vec<Vec<Rational>> {
        if self.model.edges_of(node).is_empty() {
            return Vec::new();
        }
        let problem = Problem { graph: &self.model, worths: &self.worths };
        match &self.values {
            Values::Fractions(values) => {
                problem.choices(node, &[], values).into_iter().map(|equation| equation.known).collect()
            }
            Values::Counts(values) => problem.counted(node, values),
        }
    }
}

/// Solves a game in which every mover maximises his own expected payoff: finds the value of each node for each seat,
/// and a policy.
///
/// Without cycles and with counted ways, it costs one multiplication by a machine word for each seat and edge.
/// Otherwise the strongly connected components of the graph are solved one by one from the ends: a single state without
/// a self-loop directly, a cycle of chance by a system of linear equations, and a cycle with decisions by policy
/// iteration over such systems. That costs one rational operation for each seat and edge outside cycles, and is cubic in
/// states times seats within one. The work can be saved.
///
/// # Errors
/// If play may never end in some cycle, no policy is stable in one, the game counts ways for some events only, the graph is
/// [`cut`](Model::cut) off, a limit of `job` is passed, or work cannot be saved or read.
pub fn solve<G: Game>(
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    job: &Job<'_>,
) -> Result<Optimal<G>, Error> {
    let solution = solve_model(graph.model(), Worths::of(graph, payoff), job)?;
    Ok(Optimal::new(graph.clone(), solution))
}

/// Solves a model, like [`solve`]; `worths` says what its events and ends are worth.
///
/// Cost: as [`solve`].
///
/// # Errors
/// As [`solve`].
pub fn solve_model(model: &Arc<Model>, worths: Worths, job: &Job<'_>) -> Result<Solution, Error> {
    model.only_whole()?;
    let problem = Problem { graph: model, worths: &worths };
    let (values, policy, ties) = if model.is_acyclic() && model.counts_ways()? {
        problem.in_counts(job)?
    } else {
        problem.in_fractions(job)?
    };
    Ok(Solution { model: Arc::clone(model), worths, values, policy, ties })
}

/// Solves a game with fewer choices first, if there is one that may say as much, and the `whole` game only if what was found
/// of that one does not hold for it.
///
/// # Errors
/// As the work on either.
pub fn reduced_first<S, E>(
    reduced: Option<impl FnOnce() -> Result<S, E>>,
    holds: impl FnOnce(&S) -> bool,
    whole: impl FnOnce() -> Result<S, E>,
) -> Result<S, E> {
    match reduced.map(|solve| solve()).transpose()? {
        Some(solved) if holds(&solved) => Ok(solved),
        _ => whole(),
    }
}

/// The best choice of a state.
pub struct BestChoice<V, C> {
    /// The value of each seat, the mover's first.
    pub values: Vec<V>,
    /// The choice that is taken.
    pub choice: C,
    /// `true` if another is worth as much to the mover.
    pub tie: bool,
}

/// The step of dynamic programming (Bellman 1957): of some choices, the one whose `value` is greatest for the first of the
/// `seats`, the mover, the first of equals. What the others get is asked for that one alone. Seats may have several values.
///
/// # Panics
/// If there is no choice.
pub fn best_choice<V: Ord, C>(
    choices: impl Iterator<Item = C>,
    seats: usize,
    value: impl Fn(&C, usize) -> V,
) -> BestChoice<V, C> {
    let (own, choice, tie) = greatest(choices.map(|choice| (value(&choice, 0), choice))).expect("a choice");
    let others = (1..seats).map(|seat| value(&choice, seat));
    BestChoice { values: iter::once(own).chain(others).collect(), choice, tie }
}

/// The greatest of some values, the first of equals, with the choice that it belongs to; and whether there is an equal.
pub(crate) fn greatest<V: Ord, C>(values: impl IntoIterator<Item = (V, C)>) -> Option<(V, C, bool)> {
    let mut values = values.into_iter();
    let (value, choice) = values.next()?;
    Some(values.fold((value, choice, false), |(best, choice, tie), (value, other)| match value.cmp(&best) {
        Ordering::Less => (best, choice, tie),
        Ordering::Equal => (best, choice, true),
        Ordering::Greater => (value, other, false),
    }))
}

/// The values of all nodes, the policy, and the number of ties.
type BestPlay = (Values, Vec<usize>, u64);

/// A model and what its labels and ends are worth.
#[derive(Clone, Copy)]
struct Problem<'a> {
    graph: &'a Model,
    worths: &'a Worths,
}

impl Problem<'_> {
    fn seats(&self) -> usize {
        usize::from(self.graph.seats())
    }

    /// Returns the place of a seat after an edge, seen from the one who moves then.
    fn turned(&self, edge: usize, seat: usize) -> usize {
        (seat + self.seats() - usize::from(self.graph.kind(edge).passes)) % self.seats()
    }

    /// Returns the worth of an edge to the mover at once.
    fn gain(&self, edge: usize) -> i64 {
        self.worths.event(self.graph.label(edge))
    }
}
