//! Optimal values in fractions, component by component from the ends.

use crate::evaluate::checkpoint::{self, Steps};
use crate::evaluate::cycles::{Equation, System};
use crate::evaluate::expected_visits::sorted;
use crate::evaluate::solve::{BestPlay, Problem, Values};
use crate::exact::{self, Rational, Residues};
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
}

impl Steps for Fractions<'_> {
    fn question(&self) -> Vec<u64> {
        let graph = self.problem.graph;
        let sizes = [graph.node_count(), graph.edge_count(), self.components.len()];
        [u64::from_le_bytes(*b"fraction")].into_iter().chain(sizes.map(|size| size as u64)).collect()
    }

    fn done(&self) -> (u64, u64) {
        (self.nodes().len() as u64, self.problem.graph.node_count() as u64)
    }

    /// A component.
    fn step(&mut self) -> Result<(), Error> {
        let (problem, graph, run) = (self.problem, self.problem.graph, self.run);
        let inside = sorted(self.components.get(self.done));
        let done = self.nodes().len();
        let progress = |bytes| Progress { layer: graph.ply(inside[0]), states: done as u64, bytes };
        if done >= self.look {
            run.step(progress(0))?;
            self.look = done + LOOK;
        }
        let choices = |&node: &usize| problem.choices(node, &inside, &self.values);
        let system = System { seats: problem.seats(), states: inside.iter().map(choices).collect() };
        let look = |bytes| run.step(progress(graph.bytes() + bytes));
        let solved = system.solve(&look, &|| graph.name(inside[0]))?;
        for (&node, (value, choice)) in inside.iter().zip(solved.values.into_iter().zip(solved.policy)) {
            self.values[node] = value;
            self.policy[node] = choice;
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
        for &node in self.components.span(0..self.done) {
            let [choice] = checkpoint::some(input)?;
            self.policy[node as usize] = choice as usize;
            let values = (0..seats).map(|_| checkpoint::take_fraction(input));
            self.values[node as usize] = values.collect::<io::Result<_>>()?;
        }
        Ok(())
    }

    fn verify(&self) -> Result<(), Error> {
        let (graph, residues) = (self.problem.graph, Residues::random());
        let mut known = vec![0; graph.node_count() * (1 + self.problem.seats())];
        for node in self.nodes().iter().map(|&node| node as usize) {
            let values = self.values[node].iter().map(|value| residues.of_fraction(value));
            let numbers = [1].into_iter().chain(values);
            let places = &mut known[node * (1 + self.problem.seats())..];
            places.iter_mut().zip(numbers).for_each(|(known, number)| *known = number);
        }
        let share = |edge| residues.share(graph.weight(edge));
        let found = self.problem.follows(residues, &known, share, self.nodes(), |node| self.policy[node]);
        checkpoint::right(found == Some(self.ties))
    }
}

impl Problem<'_> {
    /// Finds values as fractions, component by component from the ends.
    pub(super) fn in_fractions(&self, run: &Run<'_>) -> Result<BestPlay, Error> {
        let nodes = self.graph.node_count();
        let (components, values, policy) = (self.graph.components(), vec![Vec::new(); nodes], vec![0; nodes]);
        let mut work =
            Fractions { problem: *self, run, components, done: 0, values, policy, ties: 0, look: 0 };
        checkpoint::finish(&mut work, run)?;
        Ok((Values::Fractions(work.values), work.policy, work.ties))
    }

    /// The choices of a node as equations: what is known of each, and how it depends on nodes of the same component.
    pub(super) fn choices(&self, node: usize, inside: &[usize], values: &[Vec<Rational>]) -> Vec<Equation> {
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
