//! Optimal values: every mover maximises their own expected payoff.
//!
//! In a game without cycles that counts arrangements, a value is a whole number over the number of remaining arrangements of
//! its state, and no number is divided. In any other game it is a fraction, computed component by component.

mod fractions;
mod integers;
mod optimal;

pub use crate::evaluate::solve::optimal::{ActionValue, OptimalPlay};

use crate::evaluate::solve::integers::WeightedValue;
use crate::exact::{self, Rational};
use crate::game::Game;
use crate::model::{Error, Graph, Job, Model};
use crate::payoff::{Payoff, PayoffTable};
use chancetree_bounds::ValueBounds;
use std::cmp::Ordering;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

/// The optimal values and the optimal policy of a game; see [`solve`].
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::payoff::Gain;
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// assert_eq!((best.ties, best.policy[1]), (0, 1));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    model: Arc<Model>,
    payoff_table: PayoffTable,
    values: NodeValues,
    /// The best action of each node, as an index into its actions in ascending order. It is 0 for chance and at ends.
    pub policy: Vec<usize>,
    /// The number of nodes with several best actions for the mover. The policy takes the first best action in ascending order,
    /// or any best action within a cycle. With three or more seats, the values of the other seats depend on this choice. It is 0
    /// in doubles, which leave open whether actions are equal.
    pub ties: u64,
}

/// Two solutions are equal if their payoffs, values, policies and ties are equal. Compare only solutions of equal models.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        (&self.payoff_table, &self.values, &self.policy, self.ties)
            == (&other.payoff_table, &other.values, &other.policy, other.ties)
    }
}

#[derive(Clone, Debug, PartialEq)]
enum NodeValues {
    Fractions(Vec<Vec<Rational>>),
    Counts(Vec<WeightedValue>),
    /// The value of each seat at each node, the mover's first, and a bound on the error of each value.
    Doubles(Vec<f64>, f64),
}

impl Solution {
    /// Returns the expected payoff of each seat from `node` on, the mover's first. Payoffs before `node` are not included.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 6)).expect("it can be reached");
    /// assert_eq!(best.value(node), [ratio(6, 1)]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn value(&self, node: usize) -> Vec<Rational> {
        self.of_units(match &self.values {
            NodeValues::Fractions(values) => values[node].clone(),
            NodeValues::Counts(values) => values[node].fractions(),
            NodeValues::Doubles(values, _) => {
                let seats = usize::from(self.model.seats());
                values[node * seats..][..seats].iter().map(|&value| of_double(value)).collect()
            }
        })
    }

    /// Returns a bound on the error of each value, or `None` if values are exact.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.error(), None);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn error(&self) -> Option<f64> {
        match self.values {
            NodeValues::Fractions(_) | NodeValues::Counts(_) => None,
            NodeValues::Doubles(_, 0.0) => Some(0.0),
            NodeValues::Doubles(_, error) => Some((error / self.payoff_table.unit() as f64).next_up()),
        }
    }

    /// Returns the payoffs that the solution is for.
    pub fn payoff_table(&self) -> &PayoffTable {
        &self.payoff_table
    }

    /// Creates a solution of doubles: the value of each seat at each node in units of payoffs, the mover's first, and a bound on
    /// their errors.
    pub(crate) fn in_doubles(
        model: &Arc<Model>,
        payoff_table: PayoffTable,
        (values, error): (Vec<f64>, f64),
        policy: Vec<usize>,
    ) -> Self {
        Self {
            model: Arc::clone(model),
            payoff_table,
            values: NodeValues::Doubles(values, error),
            policy,
            ties: 0,
        }
    }

    /// Creates a solution from values that were computed in another way: the expected payoff of each seat at each node, the
    /// mover's first, the best action of each node, and the number of nodes with several best actions.
    pub fn of_payoffs(
        model: &Arc<Model>,
        payoff_table: PayoffTable,
        payoffs: Vec<Vec<Rational>>,
        policy: Vec<usize>,
        ties: u64,
    ) -> Self {
        let unit = exact::ratio(payoff_table.unit(), 1);
        let in_units = |payoffs: Vec<Rational>| payoffs.into_iter().map(|payoff| payoff * &unit).collect();
        let values = match payoff_table.unit() {
            1 => payoffs,
            _ => payoffs.into_iter().map(in_units).collect(),
        };
        Self { model: Arc::clone(model), payoff_table, values: NodeValues::Fractions(values), policy, ties }
    }

    /// Returns the solution with each value rounded to a double.
    #[must_use]
    pub fn rounded(self) -> Self {
        let unit = exact::ratio(self.payoff_table.unit(), 1);
        let nearest = (0..self.model.node_count()).flat_map(|node| {
            self.value(node).into_iter().map(|value| ValueBounds::of_fraction(&(value * &unit)))
        });
        let bounds: Vec<ValueBounds> = nearest.collect();
        let error = bounds.iter().map(ValueBounds::width).fold(0.0, f64::max);
        let values = NodeValues::Doubles(bounds.iter().map(|bounds| bounds.lower).collect(), error);
        Self { values, ..self }
    }

    /// Converts payoffs in units to payoffs.
    fn of_units(&self, payoffs: Vec<Rational>) -> Vec<Rational> {
        match self.payoff_table.unit() {
            1 => payoffs,
            unit => payoffs.into_iter().map(|payoff| payoff * exact::ratio(1, unit)).collect(),
        }
    }

    /// Returns the choice of the policy in `node`, as an index into its choices, or `None` if no player decides.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 3)).expect("it can be reached");
    /// assert_eq!(best.taken(node), Some(1));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn taken(&self, node: usize) -> Option<usize> {
        self.model.decides(node).then(|| self.policy[node])
    }

    /// Returns the expected payoffs of each choice of `node`, in ascending order of actions. The payoffs are listed by seat, the
    /// mover's first. An end has no choice.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::game::Game;
    /// use chancetree_engine::payoff::Gain;
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// let node = best.node(&(1, 4)).expect("it can be reached");
    /// assert_eq!(best.choices(node), [[ratio(4, 1)], [ratio(7, 2)]]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn choices(&self, node: usize) -> Vec<Vec<Rational>> {
        if self.model.edges_of(node).is_empty() {
            return Vec::new();
        }
        let problem = Problem { graph: &self.model, payoff_table: &self.payoff_table };
        let choices: Vec<Vec<Rational>> = match &self.values {
            NodeValues::Fractions(values) => {
                problem.choices(node, &[], values).into_iter().map(|equation| equation.known).collect()
            }
            NodeValues::Counts(values) => problem.choice_values(node, values),
            NodeValues::Doubles(values, _) => {
                let seats = problem.seats();
                let value = |choice: Range<usize>, seat: usize| {
                    let events = choice.map(|edge| {
                        let (weight, total) = self.model.weight(edge);
                        let gain = if seat == 0 { problem.gain(edge) } else { 0 };
                        let place = self.model.target(edge) * seats + problem.turned(edge, seat);
                        (exact::ratio(weight, total), gain, of_double(values[place]))
                    });
                    let events: Vec<_> = events.collect();
                    expected_payoff(events.iter().map(|(share, gain, value)| (share, *gain, Some(value))))
                };
                let choices = self.model.choices(node);
                choices.map(|choice| (0..seats).map(|seat| value(choice.clone(), seat)).collect()).collect()
            }
        };
        choices.into_iter().map(|payoffs| self.of_units(payoffs)).collect()
    }
}

/// Computes the value of each node for each seat, and an optimal policy, where every mover maximises their own expected
/// payoff. The work can be saved.
///
/// Cost: one multiplication by a machine word for each seat and edge, if the game has no cycle and counts arrangements.
/// Otherwise the strongly connected components are solved from the ends to the start: a single state without a self-loop
/// directly, a cycle without decisions by a system of linear equations, and a cycle with decisions by policy iteration. That
/// costs one rational operation for each seat and edge outside cycles, and is cubic in states times seats in a cycle.
///
/// # Errors
/// If play can stay in a cycle for ever, a cycle has no stable policy, the game counts arrangements for some events only,
/// the graph is [`cut`](Model::cut) off, a limit of `job` is passed, or work cannot be saved or read.
///
/// ```
/// use chancetree_engine::evaluate::solve;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::model::{Graph, Job};
/// use chancetree_engine::payoff::Gain;
///
/// let graph = Graph::of(&Throws { throws: 3 }, &Job::default())?;
/// let best = solve(&graph, &Gain, &Job::default())?;
/// assert_eq!(best.value(graph.start()), [ratio(14, 3)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn solve<G: Game>(
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    job: &Job<'_>,
) -> Result<OptimalPlay<G>, Error> {
    let solution = solve_model(graph.model(), PayoffTable::of(graph, payoff), job)?;
    Ok(OptimalPlay::new(graph.clone(), solution))
}

/// Solves a model, like [`solve`]. `payoff_table` holds the payoffs of its events and ends.
///
/// Cost: as [`solve`].
///
/// # Errors
/// As [`solve`].
///
/// ```
/// use chancetree_engine::evaluate::solve_model;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::model::Job;
/// use chancetree_engine::payoff::{Gain, PayoffTable};
///
/// let graph = Throws { throws: 2 }.explore().run()?;
/// let solution = solve_model(graph.model(), PayoffTable::of(&graph, &Gain), &Job::default())?;
/// assert_eq!(solution.value(graph.start()), [ratio(17, 4)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn solve_model(model: &Arc<Model>, payoff_table: PayoffTable, job: &Job<'_>) -> Result<Solution, Error> {
    model.require_uncut()?;
    let problem = Problem { graph: model, payoff_table: &payoff_table };
    let (values, policy, ties) = if model.is_acyclic() && model.counts_arrangements()? {
        problem.in_counts(job)?
    } else {
        problem.in_fractions(job)?
    };
    Ok(Solution { model: Arc::clone(model), payoff_table, values, policy, ties })
}

/// Solves a `reduced` game with fewer choices first, if there is one. Solves the `whole` game only if there is no reduced game,
/// or if the solution of the reduced game does not hold for the whole game.
///
/// # Errors
/// As `reduced` and `whole`.
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
///
/// ```
/// use chancetree_engine::evaluate::best_choice;
///
/// // Each choice has a value for the mover and for the other player.
/// let choices = [[3, 1], [5, 0], [5, 2]];
/// let best = best_choice(choices.iter(), 2, |choice, seat| choice[seat]);
/// assert_eq!((best.choice, best.values, best.tie), (&[5, 0], vec![5, 0], true));
/// ```
pub struct BestChoice<V, C> {
    /// The value of each seat, the mover's first.
    pub values: Vec<V>,
    /// The best choice for the mover.
    pub choice: C,
    /// `true` if another choice has the same value for the mover.
    pub tie: bool,
}

/// Returns the first choice with the greatest `value` for seat 0, the mover: the step of dynamic programming (Bellman 1957).
/// `value` is called for all choices with seat 0, and for the best choice with the other `seats`.
///
/// # Panics
/// If there is no choice.
///
/// ```
/// use chancetree_engine::evaluate::best_choice;
///
/// let best = best_choice([3, 5, 5].into_iter(), 1, |&choice, _| choice);
/// assert_eq!((best.choice, best.tie), (5, true));
/// ```
pub fn best_choice<V: Ord, C>(
    choices: impl Iterator<Item = C>,
    seats: usize,
    mut value: impl FnMut(&C, usize) -> V,
) -> BestChoice<V, C> {
    let (own, choice, tie) = greatest(choices.map(|choice| (value(&choice, 0), choice))).expect("a choice");
    let others = (1..seats).map(|seat| value(&choice, seat));
    BestChoice { values: iter::once(own).chain(others).collect(), choice, tie }
}

/// Returns the expected payoff of a choice for a seat. Each event has its probability, its immediate payoff for the seat, and
/// the value of the seat after the event. The value is `None` if it is unknown and left out.
pub fn expected_payoff<'v>(
    events: impl Iterator<Item = (&'v Rational, i64, Option<&'v Rational>)> + Clone,
) -> Rational {
    let gains = events.clone().filter(|&(_, gain, _)| gain != 0);
    let now: Rational = gains.map(|(share, gain, _)| share * exact::ratio(gain, 1)).sum();
    let later = events.filter_map(|(share, _, value)| Some((share, value?)));
    exact::weighted_sum(iter::once((&exact::one(), &now)).chain(later))
}

/// Returns the fraction of a finite double.
fn of_double(value: f64) -> Rational {
    Rational::from_float(value).expect("bounds are finite")
}

/// Returns the first greatest value with its choice, and whether another value is equal.
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
type BestPlay = (NodeValues, Vec<usize>, u64);

/// A model, and the payoffs of its labels and ends.
#[derive(Clone, Copy)]
struct Problem<'a> {
    graph: &'a Model,
    payoff_table: &'a PayoffTable,
}

impl Problem<'_> {
    fn seats(&self) -> usize {
        usize::from(self.graph.seats())
    }

    /// Returns the index of a seat after an edge, counted from the next mover.
    fn turned(&self, edge: usize, seat: usize) -> usize {
        (seat + self.seats() - usize::from(self.graph.edge_kind(edge).turn_offset)) % self.seats()
    }

    /// Returns the immediate payoff of an edge for the mover.
    fn gain(&self, edge: usize) -> i64 {
        self.payoff_table.event(self.graph.label(edge))
    }
}
