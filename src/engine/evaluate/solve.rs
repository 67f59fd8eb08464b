//! Optimal values: every mover maximises what he may expect for himself.
//!
//! In a game without cycles that counts ways, a value is a whole number over the number of arrangements of what a state
//! hides, and nothing is ever divided. In any other game it is a rational number, found component by component.

use crate::evaluate::cycles::{Equation, System};
use crate::exact::{self, Integer, Rational};
use crate::game::Game;
use crate::model::{Error, Graph, Model, Progress, Run};
use crate::payoff::{Payoff, Worths};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;
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
    Counts(Vec<Counted>),
}

/// The worth of a node to each seat, times the number of arrangements of what it hides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counted {
    hidden: Integer,
    values: Vec<Integer>,
}

/// An action and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued<A> {
    /// The action, or `None` where chance moves.
    pub action: Option<A>,
    /// The expected payoff of each seat after the action, the mover first.
    pub values: Vec<Rational>,
}

impl Solution {
    /// Returns the expected payoff of each seat from `node` on, the mover first. What was gained on the way to `node`
    /// is not included.
    #[must_use]
    pub fn value(&self, node: usize) -> Vec<Rational> {
        match &self.values {
            Values::Fractions(values) => values[node].clone(),
            Values::Counts(values) => values[node].fractions(),
        }
    }

    /// Returns the action that the policy takes in `node`, or `None` where chance moves or play is over. `graph` must
    /// be the graph that was solved.
    #[must_use]
    pub fn action<G: Game>(&self, graph: &Graph<G>, node: usize) -> Option<G::Action> {
        let edges = graph.choices(node).nth(self.policy[node])?;
        graph.edge(edges.start).2.action
    }

    /// Returns the graph in which everybody plays by the policy, so that only chance is left. `graph` must be the graph
    /// that was solved. Linear in nodes and edges.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn induced<G: Game>(&self, graph: &Graph<G>, run: &Run<'_>) -> Result<Graph<G>, Error> {
        let taken = |node| self.model.decides(node).then(|| self.policy[node]);
        graph.restricted(&taken, run)
    }

    /// Returns the whole policy: the action in every state in which the mover has one. `graph` must be the graph that
    /// was solved.
    #[must_use]
    pub fn actions_taken<G: Game>(&self, graph: &Graph<G>) -> HashMap<G::State, G::Action> {
        let taken = |node| Some((graph.state(node).clone(), self.action(graph, node)?));
        (0..graph.node_count()).filter_map(taken).collect()
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.policy.len()
    }

    /// Returns every action of `node` with its value, in ascending order of the actions. Where chance moves there is
    /// one entry without an action, at an end there is none. `graph` must be the graph that was solved.
    #[must_use]
    pub fn actions<G: Game>(&self, graph: &Graph<G>, node: usize) -> Vec<Valued<G::Action>> {
        let action = |edges: Range<usize>| graph.edge(edges.start).2.action;
        let valued = |(edges, values)| Valued { action: action(edges), values };
        self.model.choices(node).zip(self.choices(node)).map(valued).collect()
    }

    /// Returns the expected payoffs after each choice of `node`, in ascending order of the actions, each a list by seat
    /// with the mover first. At an end there is none.
    #[must_use]
    pub fn choices(&self, node: usize) -> Vec<Vec<Rational>> {
        if self.model.edges_of(node).is_empty() {
            return Vec::new();
        }
        let problem = Problem { graph: &self.model, worths: &self.worths };
        match &self.values {
            Values::Fractions(values) => {
                problem.choices(node, &[], values).into_iter().map(|equation| equation.known).collect()
            }
            Values::Counts(values) => problem.counted(node, values).iter().map(Counted::fractions).collect(),
        }
    }
}

impl Counted {
    fn fractions(&self) -> Vec<Rational> {
        self.values.iter().map(|value| exact::ratio(value.clone(), self.hidden.clone())).collect()
    }
}

/// Solves a game in which every mover maximises his own expected payoff: finds the value of each node for each seat,
/// and a policy. `graph` must be a graph of `game`.
///
/// Without cycles and with counted ways, it costs one multiplication by a machine word for each seat and edge.
/// Otherwise the strongly connected components of the graph are solved one by one from the ends: a single state
/// directly, a cycle of chance by exact elimination, and a cycle with decisions by policy iteration over exact
/// solutions. That costs one rational operation for each seat and edge outside cycles, and is cubic in states times
/// seats within one.
///
/// # Errors
/// If play may never end in some cycle, no policy is stable in one, the game counts ways for some events only, or a
/// limit of `run` is passed.
pub fn solve<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    run: &Run<'_>,
) -> Result<Solution, Error> {
    solve_model(graph.model(), Worths::of(game, graph, payoff), run)
}

fn solve_model(model: &Arc<Model>, worths: Worths, run: &Run<'_>) -> Result<Solution, Error> {
    let problem = Problem { graph: model, worths: &worths };
    let solved = if model.is_acyclic() && model.counts_ways()? {
        problem.solve_counted(run)?
    } else {
        problem.solve(run)?
    };
    let Solved { values, policy, ties } = solved;
    Ok(Solution { model: Arc::clone(model), worths, values, policy, ties })
}

/// The findings about all nodes.
struct Solved {
    values: Values,
    policy: Vec<usize>,
    ties: u64,
}

/// Bits of the longest number from which on a second thread pays.
const LEAST_BITS: u64 = 1500;

/// Bytes of a big number beside its limbs.
const HEAD: u64 = 40;

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

    /// In fractions, component by component from the ends.
    fn solve(&self, run: &Run<'_>) -> Result<Solved, Error> {
        let graph = self.graph;
        let nodes = graph.node_count();
        let (mut values, mut policy, mut ties) = (vec![Vec::new(); nodes], vec![0; nodes], 0);
        let (mut done, mut look) = (0, 0);
        for component in graph.components().iter() {
            let mut inside: Vec<usize> = component.iter().map(|&node| node as usize).collect();
            inside.sort_unstable();
            if done >= look {
                run.step(Progress { layer: graph.ply(inside[0]), states: done as u64, bytes: 0 })?;
                run.observer.done(done as u64, nodes as u64);
                look = done + 1024;
            }
            let mut system = System::new(self.seats());
            for &node in &inside {
                system.state(self.choices(node, &inside, &values));
            }
            let look = |bytes| {
                run.step(Progress {
                    layer: graph.ply(inside[0]),
                    states: done as u64,
                    bytes: graph.bytes() + bytes,
                })
            };
            let solved = system.solve(&look).map_err(|trouble| trouble.named(|| graph.name(inside[0])))?;
            for (&node, (value, choice)) in inside.iter().zip(solved.values.into_iter().zip(solved.policy)) {
                values[node] = value;
                policy[node] = choice;
            }
            ties += solved.ties;
            done += inside.len();
        }
        Ok(Solved { values: Values::Fractions(values), policy, ties })
    }

    /// Does the same in whole numbers, ply by ply from the ends.
    fn solve_counted(&self, run: &Run<'_>) -> Result<Solved, Error> {
        let graph = self.graph;
        let nodes = graph.node_count();
        let mut found = vec![Counted::default(); nodes];
        let mut policy = vec![0; nodes];
        let (mut ties, mut bytes, mut states, mut bits) = (0, graph.bytes(), 0, 0);
        for round in graph.by_ply().iter().rev() {
            let best = |&node: &u32| self.best(node as usize, &found);
            // Short numbers are sooner added up than handed to another thread.
            let solved: Vec<_> = if run.shares(round.len()) && bits > LEAST_BITS {
                round.par_iter().map(best).collect()
            } else {
                round.iter().map(best).collect()
            };
            for (node, (value, choice, tie)) in round.iter().map(|&node| node as usize).zip(solved) {
                let limbs = value.values.iter().chain([&value.hidden]).map(|number| number.bits() / 8 + HEAD);
                bytes += limbs.sum::<u64>();
                bits = bits.max(value.hidden.bits());
                found[node] = value;
                policy[node] = choice;
                ties += u64::from(tie);
            }
            states += round.len() as u64;
            run.observer.done(states, nodes as u64);
            run.step(Progress { layer: graph.ply(round[0] as usize), states, bytes })?;
        }
        Ok(Solved { values: Values::Counts(found), policy, ties })
    }

    /// Returns the worth of a node: of an end by its payoff, else of the choice that is worth most to the mover, the
    /// first of equals. With its place, and whether it has an equal.
    fn best(&self, node: usize, found: &[Counted]) -> (Counted, usize, bool) {
        if self.graph.edges_of(node).is_empty() {
            return (self.end(node), 0, false);
        }
        // Only the mover's own value decides; what the others get is worked out for one choice.
        let mut best: Option<(Integer, Range<usize>, usize, bool)> = None;
        for (place, edges) in self.graph.choices(node).enumerate() {
            let value = self.value(edges.clone(), found, 0);
            let order = best.as_ref().map_or(Ordering::Greater, |(best, ..)| value.cmp(best));
            match (order, &mut best) {
                (Ordering::Equal, Some((.., tie))) => *tie = true,
                (Ordering::Less, _) => {}
                (_, best) => *best = Some((value, edges, place, false)),
            }
        }
        let (own, edges, place, tie) = best.expect("at least one choice");
        let others = (1..self.seats()).map(|seat| self.value(edges.clone(), found, seat));
        let values = std::iter::once(own).chain(others).collect();
        (Counted { hidden: self.hidden(edges, found), values }, place, tie)
    }

    /// Returns the worth of an end.
    fn end(&self, node: usize) -> Counted {
        let hidden = self.graph.hidden(node).map_or_else(|| Integer::from(1), |hidden| hidden.clone().into());
        let mut values: Vec<Integer> =
            self.worths.end(node, self.seats()).iter().map(|&worth| worth * &hidden).collect();
        values.resize(self.seats(), Integer::default());
        Counted { values, hidden }
    }

    /// Returns the worth of a choice to a seat.
    fn value(&self, edges: Range<usize>, found: &[Counted], seat: usize) -> Integer {
        let mut sum = Integer::default();
        for edge in edges {
            let (ways, next) = self.step(edge, found);
            add(&mut sum, &next.values[self.turned(edge, seat)], i128::from(ways));
            if seat == 0 {
                add(&mut sum, &next.hidden, i128::from(ways) * i128::from(self.gain(edge)));
            }
        }
        sum
    }

    /// Returns the place of a seat after an edge, seen from the one who moves then.
    fn turned(&self, edge: usize, seat: usize) -> usize {
        (seat + self.seats() - usize::from(self.graph.kind(edge).passes)) % self.seats()
    }

    /// Returns the worth of an edge to the mover at once.
    fn gain(&self, edge: usize) -> i64 {
        self.worths.event(self.graph.label(edge))
    }

    /// The arrangements of what a state hides: those of what follows, whatever is chosen.
    fn hidden(&self, edges: Range<usize>, found: &[Counted]) -> Integer {
        let mut sum = Integer::default();
        for edge in edges {
            let (ways, next) = self.step(edge, found);
            add(&mut sum, &next.hidden, i128::from(ways));
        }
        sum
    }

    fn step<'f>(&self, edge: usize, found: &'f [Counted]) -> (u64, &'f Counted) {
        // The share of an edge of a game that counts ways is its ways over 1.
        (self.graph.share(edge).0, &found[self.graph.target(edge)])
    }

    /// The choices of a node, each worth what it is to every seat.
    fn counted(&self, node: usize, found: &[Counted]) -> Vec<Counted> {
        let choice = |edges: Range<usize>| {
            let values = (0..self.seats()).map(|seat| self.value(edges.clone(), found, seat));
            Counted { values: values.collect(), hidden: self.hidden(edges.clone(), found) }
        };
        self.graph.choices(node).map(choice).collect()
    }

    /// The choices of a node as equations: what is known of each, and how it depends on nodes of the same component.
    fn choices(&self, node: usize, inside: &[usize], values: &[Vec<Rational>]) -> Vec<Equation> {
        if self.graph.edges_of(node).is_empty() {
            let worths = self.worths.end(node, self.seats()).iter();
            let mut known: Vec<Rational> = worths.map(|&worth| exact::ratio(worth, 1)).collect();
            known.resize(self.seats(), exact::zero());
            return vec![Equation { known, inside: Vec::new() }];
        }
        self.graph.choices(node).map(|edges| self.equation(edges, inside, values)).collect()
    }

    fn equation(&self, edges: Range<usize>, inside: &[usize], values: &[Vec<Rational>]) -> Equation {
        let share = |edge| {
            let (weight, total) = self.graph.weight(edge);
            exact::ratio(weight, total)
        };
        let shares: Vec<Rational> = edges.clone().map(share).collect();
        let steps = || edges.clone().zip(&shares).map(|(edge, share)| (edge, self.graph.target(edge), share));
        let inside_of = |next: usize| inside.binary_search(&next);
        let known = (0..self.seats()).map(|seat| {
            let later = steps().filter(|&(_, next, _)| inside_of(next).is_err());
            let later = later.map(|(edge, next, share)| (share, &values[next][self.turned(edge, seat)]));
            let gain = |edge| if seat == 0 { self.gain(edge) } else { 0 };
            let now: Rational = steps().map(|(edge, _, share)| share * exact::ratio(gain(edge), 1)).sum();
            exact::weighted_sum([(&exact::one(), &now)].into_iter().chain(later))
        });
        let passes = |edge| usize::from(self.graph.kind(edge).passes);
        let stay = steps()
            .filter_map(|(edge, next, share)| Some((inside_of(next).ok()?, passes(edge), share.clone())));
        Equation { known: known.collect(), inside: stay.collect() }
    }
}

/// Adds a multiple; most factors are 0 or 1, which need no product.
fn add(sum: &mut Integer, number: &Integer, factor: i128) {
    match factor {
        0 => {}
        1 => *sum += number,
        _ => match i32::try_from(factor) {
            Ok(factor) => *sum += number * factor,
            Err(_) => *sum += number * factor,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_of_any_size_are_added() {
        let (number, long) = (Integer::from(-7), i128::from(i64::MAX) * 5);
        for factor in [0, 1, -1, 2, i128::from(i32::MAX), i128::from(i32::MIN) - 1, long, -long] {
            let mut sum = Integer::from(3);
            add(&mut sum, &number, factor);
            assert_eq!(sum, Integer::from(3) - Integer::from(factor) * 7, "{factor}");
        }
    }
}
