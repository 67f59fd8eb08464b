//! Optimal values: every mover maximises what he himself may expect.
//!
//! Without cycles, and where ways are counted, a value is a whole number over the arrangements of what a state hides:
//! nothing is ever divided. Elsewhere it is a rational number, component by component.

use super::cycles::{Equation, System};
use super::graph::Graph;
use super::{Error, Progress, Run, name};
use crate::exact::{self, Integer, Rational};
use crate::game::{Game, Seat};
use crate::payoff::Payoff;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

/// The optimal values of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    values: Values,
    /// For each node the best action, as its place among the node's actions in ascending order; 0 where nobody
    /// decides.
    pub policy: Vec<usize>,
    /// The nodes where another action is worth as much to the mover. The first in ascending order is taken, within a
    /// cycle any of them; with three seats or more the others' values depend on it.
    pub ties: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Fractions(Vec<Vec<Rational>>),
    Counts(Vec<Counted>),
}

/// What a node is worth to each seat, times the number of arrangements of what it hides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counted {
    hidden: Integer,
    values: Vec<Integer>,
}

/// An action and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued<A> {
    /// The action; `None` where nobody decides.
    pub action: Option<A>,
    /// What each seat may expect after it, the mover first.
    pub values: Vec<Rational>,
}

impl Solution {
    /// What each seat may still expect in `node`, the mover first.
    #[must_use]
    pub fn value(&self, node: usize) -> Vec<Rational> {
        match &self.values {
            Values::Fractions(values) => values[node].clone(),
            Values::Counts(values) => values[node].fractions(),
        }
    }

    /// The action that is taken in `node`; `None` where nobody decides.
    #[must_use]
    pub fn action<G: Game>(&self, graph: &Graph<G>, node: usize) -> Option<G::Action> {
        let edges = by_choice(graph, node).nth(self.policy[node])?;
        graph.edge(edges.start).2.action
    }

    /// The whole policy: the action in every state in which somebody decides.
    #[must_use]
    pub fn actions_taken<G: Game>(&self, graph: &Graph<G>) -> HashMap<G::State, G::Action> {
        let taken = |node| Some((graph.state(node).clone(), self.action(graph, node)?));
        (0..graph.node_count()).filter_map(taken).collect()
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.policy.len()
    }

    /// Every action of `node` with its value, in ascending order; none at an end.
    #[must_use]
    pub fn actions<G: Game>(
        &self,
        game: &G,
        graph: &Graph<G>,
        payoff: &impl Payoff<G>,
        node: usize,
    ) -> Vec<Valued<G::Action>> {
        let edges = graph.edges_of(node).map(|edge| graph.edge(edge).2.action);
        let mut names: Vec<_> = edges.collect();
        names.dedup();
        let values: Vec<Vec<Rational>> = match &self.values {
            Values::Fractions(values) => choices(game, graph, payoff, node, &[], values)
                .into_iter()
                .map(|equation| equation.known)
                .collect(),
            Values::Counts(values) => {
                counted(game, graph, payoff, node, values).iter().map(Counted::fractions).collect()
            }
        };
        names.into_iter().zip(values).map(|(action, values)| Valued { action, values }).collect()
    }
}

impl Counted {
    fn fractions(&self) -> Vec<Rational> {
        self.values.iter().map(|value| exact::ratio(value.clone(), self.hidden.clone())).collect()
    }
}

/// Solves a game in which every mover maximises his own expected payoff: the value of each seat at each node.
///
/// Without cycles and with counted ways: for each seat and edge one multiplication by a machine word. Else components
/// of the graph are solved one by one from the ends: a single state directly, a cycle of chance by exact elimination,
/// a cycle with decisions by policy iteration over exact solutions; one rational operation for each seat and edge
/// outside cycles, cubic in states times seats within one.
///
/// # Errors
/// A cycle that never ends or in which no policy is stable, or a limit.
pub fn solve<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    run: &Run<'_>,
) -> Result<Solution, Error> {
    if graph.is_acyclic() && graph.counts_ways(game)? {
        return solve_counted(game, graph, payoff, run);
    }
    let seats = usize::from(game.seats());
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
        let mut system = System::new(seats);
        for &node in &inside {
            system.state(choices(game, graph, payoff, node, &inside, &values));
        }
        let look = |bytes| {
            run.step(Progress {
                layer: graph.ply(inside[0]),
                states: done as u64,
                bytes: graph.bytes() + bytes,
            })
        };
        let solved = system.solve(&look).map_err(|trouble| trouble.named(|| name(graph.state(inside[0]))))?;
        for (&node, (value, choice)) in inside.iter().zip(solved.values.into_iter().zip(solved.policy)) {
            values[node] = value;
            policy[node] = choice;
        }
        ties += solved.ties;
        done += inside.len();
    }
    Ok(Solution { values: Values::Fractions(values), policy, ties })
}

/// Bits of the longest number from which on a second thread pays.
const LEAST_BITS: u64 = 1500;

/// Bytes of a big number beside its limbs.
const HEAD: u64 = 40;

/// The same in whole numbers, ply by ply from the ends.
fn solve_counted<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    run: &Run<'_>,
) -> Result<Solution, Error> {
    let nodes = graph.node_count();
    let mut found = vec![Counted::default(); nodes];
    let mut policy = vec![0; nodes];
    let (mut ties, mut bytes, mut states, mut bits) = (0, graph.bytes(), 0, 0);
    for round in graph.rounds().iter().rev() {
        let best = |&node: &usize| best(game, graph, payoff, node, &found);
        // Short numbers are sooner added up than handed to another thread.
        let solved: Vec<_> = if run.shares(round.len()) && bits > LEAST_BITS {
            round.par_iter().map(best).collect()
        } else {
            round.iter().map(best).collect()
        };
        for (&node, (value, choice, tie)) in round.iter().zip(solved) {
            let limbs = value.values.iter().chain([&value.hidden]).map(|number| number.bits() / 8 + HEAD);
            bytes += limbs.sum::<u64>();
            bits = bits.max(value.hidden.bits());
            found[node] = value;
            policy[node] = choice;
            ties += u64::from(tie);
        }
        states += round.len() as u64;
        run.observer.done(states, nodes as u64);
        run.step(Progress { layer: round.first().map_or(0, |&node| graph.ply(node)), states, bytes })?;
    }
    Ok(Solution { values: Values::Counts(found), policy, ties })
}

/// What a node is worth: an end by its payoff, else the choice that is worth most to the mover, the first of equals.
/// With its place, and whether it has an equal.
fn best<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    node: usize,
    found: &[Counted],
) -> (Counted, usize, bool) {
    if graph.edges_of(node).is_empty() {
        return (end(game, graph.state(node), payoff), 0, false);
    }
    // Only the mover's own value decides; what the others get is worked out for one choice.
    let mut best: Option<(Integer, Range<usize>, usize, bool)> = None;
    for (place, edges) in by_choice(graph, node).enumerate() {
        let value = value(game, graph, payoff, edges.clone(), found, 0);
        let order = best.as_ref().map_or(Ordering::Greater, |(best, ..)| value.cmp(best));
        match (order, &mut best) {
            (Ordering::Equal, Some((.., tie))) => *tie = true,
            (Ordering::Less, _) => {}
            (_, best) => *best = Some((value, edges, place, false)),
        }
    }
    let (own, edges, place, tie) = best.expect("at least one choice");
    let others =
        (1..usize::from(game.seats())).map(|seat| value(game, graph, payoff, edges.clone(), found, seat));
    let values = std::iter::once(own).chain(others).collect();
    (Counted { hidden: hidden(game, graph, edges.clone(), found), values }, place, tie)
}

/// What an end is worth.
fn end<G: Game>(game: &G, state: &G::State, payoff: &impl Payoff<G>) -> Counted {
    let hidden = Integer::from(game.hidden(state).unwrap_or_else(|| 1u32.into()));
    let worth = |seat| payoff.end(game, state, seat) * &hidden;
    Counted { values: (0..game.seats()).map(worth).collect(), hidden }
}

/// The edges of each choice of a node.
fn by_choice<G: Game>(graph: &Graph<G>, node: usize) -> impl Iterator<Item = Range<usize>> {
    let mut edges = graph.edges_of(node);
    std::iter::from_fn(move || {
        let first = edges.start;
        let action = (!edges.is_empty()).then(|| graph.edge(first).2.action)?;
        let same = edges.clone().take_while(|&edge| graph.edge(edge).2.action == action).count();
        edges.start += same;
        Some(first..edges.start)
    })
}

/// What a choice is worth to a seat.
fn value<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    edges: Range<usize>,
    found: &[Counted],
    seat: usize,
) -> Integer {
    let seats = usize::from(game.seats());
    let mut sum = Integer::default();
    for edge in edges {
        let (ways, next, event) = step(game, graph, edge, found);
        let passes = usize::from(game.passes(event)) % seats;
        let value = &next.values[(seat + seats - passes) % seats];
        add(&mut sum, value, i128::from(ways));
        if seat == 0 {
            add(&mut sum, &next.hidden, i128::from(ways) * i128::from(payoff.event(game, event)));
        }
    }
    sum
}

/// The arrangements of what a state hides: those of what follows, whatever is chosen.
fn hidden<G: Game>(game: &G, graph: &Graph<G>, edges: Range<usize>, found: &[Counted]) -> Integer {
    let mut sum = Integer::default();
    for edge in edges {
        let (ways, next, _) = step(game, graph, edge, found);
        add(&mut sum, &next.hidden, i128::from(ways));
    }
    sum
}

fn step<'a, G: Game>(
    game: &G,
    graph: &Graph<G>,
    edge: usize,
    found: &'a [Counted],
) -> (u64, &'a Counted, G::Event) {
    let (source, next, label) = graph.edge(edge);
    let ways = game.ways(graph.state(source), label.event).expect("every event has its ways");
    (ways, &found[next], label.event)
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

/// The choices of a node, each worth what it is to every seat.
fn counted<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    node: usize,
    found: &[Counted],
) -> Vec<Counted> {
    let seats = 0..usize::from(game.seats());
    let choice = |edges: Range<usize>| {
        let values = seats.clone().map(|seat| value(game, graph, payoff, edges.clone(), found, seat));
        Counted { values: values.collect(), hidden: hidden(game, graph, edges.clone(), found) }
    };
    by_choice(graph, node).map(choice).collect()
}

/// The choices of a node as equations: what is known of each, and how it depends on nodes of the same component.
fn choices<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &impl Payoff<G>,
    node: usize,
    inside: &[usize],
    values: &[Vec<Rational>],
) -> Vec<Equation> {
    let seats = usize::from(game.seats());
    if graph.edges_of(node).is_empty() {
        let worth = |seat| exact::ratio(payoff.end(game, graph.state(node), seat as Seat), 1);
        return vec![Equation { known: (0..seats).map(worth).collect(), inside: Vec::new() }];
    }
    let one_each = |edges: Range<usize>| {
        let shares: Vec<Rational> = edges
            .clone()
            .map(|edge| graph.weight(edge))
            .map(|(weight, total)| exact::ratio(weight, total))
            .collect();
        let steps = || {
            edges.clone().zip(&shares).map(|(edge, share)| {
                let (_, next, label) = graph.edge(edge);
                (next, usize::from(game.passes(label.event)) % seats, label.event, share)
            })
        };
        let inside_of = |next: usize| inside.binary_search(&next);
        let known = (0..seats).map(|seat| {
            let later = steps().filter(|(next, ..)| inside_of(*next).is_err());
            let later =
                later.map(|(next, passes, _, share)| (share, &values[next][(seat + seats - passes) % seats]));
            let gain = |event| if seat == 0 { payoff.event(game, event) } else { 0 };
            let now: Rational = steps().map(|(.., event, share)| share * exact::ratio(gain(event), 1)).sum();
            exact::weighted_sum([(&exact::one(), &now)].into_iter().chain(later))
        });
        let stay = steps()
            .filter_map(|(next, passes, _, share)| Some((inside_of(next).ok()?, passes, share.clone())));
        Equation { known: known.collect(), inside: stay.collect() }
    };
    by_choice(graph, node).map(one_each).collect()
}
