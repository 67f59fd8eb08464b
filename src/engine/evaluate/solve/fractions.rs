//! Optimal values in fractions, component by component from the ends.

use crate::evaluate::checkpoint::{self, Steps};
use crate::evaluate::cycles::{Equation, System};
use crate::evaluate::expected_visits::sorted;
use crate::evaluate::solve::{BestChoice, BestPlay, Problem, Values, best_choice};
use crate::exact::{self, Rational};
use crate::model::lists::Lists;
use crate::model::{Error, Progress, Run};
use std::io::{self, Read, Write};
use std::ops::Range;

/// Values in the making.
struct Fractions<'a> {
    problem: Problem<'a>,
    run: &'a Run<'a>,
    /// The strongly connected components, each after all that it leads to.
    components: Lists,
    /// Components that are done.
    done: usize,
    values: Vec<Vec<Rational>>,
    /// The bytes that they take.
    held: u64,
    policy: Vec<usize>,
    ties: u64,
    /// The nodes that are done at the next look at the limits.
    look: usize,
}

/// Nodes between two looks at the limits.
const LOOK: usize = 1024;

impl Fractions<'_> {
    /// The nodes that are done.
    fn nodes(&self) -> &[u32] {
        self.components.span(0..self.done)
    }

    /// The values of a node, and what is chosen there.
    fn put(&mut self, node: usize, values: Vec<Rational>, choice: usize) {
        self.held += values.iter().map(exact::bytes).sum::<u64>();
        (self.values[node], self.policy[node]) = (values, choice);
    }
}

impl Steps for Fractions<'_> {
    fn question(&self) -> Vec<u64> {
        let problem = checkpoint::fingerprint(&(self.problem.graph, self.problem.worths));
        vec![u64::from_le_bytes(*b"fraction"), problem]
    }

    fn done(&self) -> (u64, u64) {
        (self.nodes().len() as u64, self.problem.graph.node_count() as u64)
    }

    /// A component.
    fn step(&mut self) -> Result<(), Error> {
        let (problem, graph, run, held) = (self.problem, self.problem.graph, self.run, self.held);
        let inside = sorted(self.components.get(self.done));
        let done = self.nodes().len();
        let progress = |bytes| Progress { layer: graph.ply(inside[0]), states: done as u64, bytes };
        if done >= self.look {
            run.step(progress(graph.bytes() + held))?;
            self.look = done + LOOK;
        }
        if let [node] = inside[..]
            && !graph.edges_of(node).any(|edge| graph.target(edge) == node)
        {
            let BestChoice { values, choice, tie } = problem.best_alternative(node, &self.values);
            self.put(node, values, choice);
            self.ties += u64::from(tie);
            self.done += 1;
            return Ok(());
        }
        let choices = |&node: &usize| problem.choices(node, &inside, &self.values);
        let system = System { seats: problem.seats(), states: inside.iter().map(choices).collect() };
        let look = |bytes| run.step(progress(graph.bytes() + held + bytes));
        let solved = system.solve(&look, &|| graph.name(inside[0]))?;
        for (&node, (value, choice)) in inside.iter().zip(solved.values.into_iter().zip(solved.policy)) {
            self.put(node, value, choice);
        }
        self.ties += solved.ties;
        self.done += 1;
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.done as u64, self.ties])?;
        for node in self.nodes().iter().map(|&node| node as usize) {
            checkpoint::put(out, &[self.policy[node] as u64])?;
            self.values[node].iter().try_for_each(|value| checkpoint::put_fraction(out, value))?;
        }
        Ok(())
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [done, ties] = checkpoint::some(input)?;
        self.done = done as usize;
        checkpoint::sound(self.done <= self.components.len())?;
        self.ties = ties;
        let seats = self.problem.seats();
        for node in self.nodes().to_vec() {
            let [choice] = checkpoint::some(input)?;
            let values = (0..seats).map(|_| checkpoint::take_fraction(input));
            self.put(node as usize, values.collect::<io::Result<_>>()?, choice as usize);
        }
        Ok(())
    }
}

impl Problem<'_> {
    /// Finds values as fractions, component by component from the ends.
    pub(super) fn in_fractions(&self, run: &Run<'_>) -> Result<BestPlay, Error> {
        let nodes = self.graph.node_count();
        let (components, values, policy) = (self.graph.components(), vec![Vec::new(); nodes], vec![0; nodes]);
        let mut work =
            Fractions { problem: *self, run, components, done: 0, values, held: 0, policy, ties: 0, look: 0 };
        checkpoint::finish(&mut work, run)?;
        Ok((Values::Fractions(work.values), work.policy, work.ties))
    }

    /// The choices of a node as equations: what is known of each, and how it depends on nodes of the same component.
    pub(super) fn choices(&self, node: usize, inside: &[usize], values: &[Vec<Rational>]) -> Vec<Equation> {
        self.alternatives(node).map(|choice| self.equation(&choice, inside, values)).collect()
    }

    fn equation(&self, choice: &Alternative, inside: &[usize], values: &[Vec<Rational>]) -> Equation {
        let stay = choice.steps().filter_map(|(edge, share)| {
            let next = inside.binary_search(&self.graph.target(edge)).ok()?;
            Some((next, usize::from(self.graph.kind(edge).passes), share.clone()))
        });
        Equation {
            known: (0..self.seats()).map(|seat| self.expected(choice, inside, values, seat)).collect(),
            inside: stay.collect(),
        }
    }

    /// The worth of a node to each seat, the place of what is chosen, and whether another choice is worth as much: of an end
    /// by its payoff, else by nodes that are done.
    fn best_alternative(&self, node: usize, values: &[Vec<Rational>]) -> BestChoice<Rational, usize> {
        if self.graph.edges_of(node).is_empty() {
            let worths = self.worths.end(node, self.seats()).iter();
            let mut worths: Vec<Rational> = worths.map(|&worth| exact::ratio(worth, 1)).collect();
            worths.resize(self.seats(), exact::zero());
            return BestChoice { values: worths, choice: 0, tie: false };
        }
        let value = |(_, choice): &(_, Alternative), seat| self.expected(choice, &[], values, seat);
        let BestChoice { values, choice: (place, _), tie } =
            best_choice(self.alternatives(node).enumerate(), self.seats(), value);
        BestChoice { values, choice: place, tie }
    }

    fn alternatives(&self, node: usize) -> impl Iterator<Item = Alternative> {
        let share = |edge| {
            let (weight, total) = self.graph.weight(edge);
            exact::ratio(weight, total)
        };
        self.graph
            .choices(node)
            .map(move |edges| Alternative { edges: edges.clone(), shares: edges.map(share).collect() })
    }

    /// The worth of a choice to a seat, but for what comes after steps to nodes `inside` the same component.
    fn expected(
        &self,
        choice: &Alternative,
        inside: &[usize],
        values: &[Vec<Rational>],
        seat: usize,
    ) -> Rational {
        let gained = choice.steps().filter(|_| seat == 0);
        let now: Rational = gained.map(|(edge, share)| share * exact::ratio(self.gain(edge), 1)).sum();
        let outside = |edge: &usize| inside.binary_search(&self.graph.target(*edge)).is_err();
        let later = choice.steps().filter(|(edge, _)| outside(edge));
        let later =
            later.map(|(edge, share)| (share, &values[self.graph.target(edge)][self.turned(edge, seat)]));
        exact::weighted_sum([(&exact::one(), &now)].into_iter().chain(later))
    }
}

/// A choice, and the probability of each of its edges.
struct Alternative {
    edges: Range<usize>,
    shares: Vec<Rational>,
}

impl Alternative {
    fn steps(&self) -> impl Iterator<Item = (usize, &Rational)> {
        self.edges.clone().zip(&self.shares)
    }
}
