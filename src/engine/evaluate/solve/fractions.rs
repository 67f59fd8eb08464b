//! Optimal values in fractions, component by component from the ends to the start.

use crate::evaluate::checkpoint::{self, read_value, save_value};
use crate::evaluate::cycles::{CycleSystem, Equation};
use crate::evaluate::rounds::{RoundOrder, Rounds, ascending, run_rounds};
use crate::evaluate::solve::{BestChoice, BestPlay, NodeValues, Problem, best_choice, expected_payoff};
use crate::exact::{self, Rational};
use crate::model::{Error, Job, Progress};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The values of the components that are solved.
struct Fractions<'a> {
    problem: Problem<'a>,
    job: &'a Job<'a>,
    values: Vec<Vec<Rational>>,
    policy: Vec<usize>,
    ties: u64,
    /// The number of solved nodes.
    solved: usize,
}

impl Fractions<'_> {
    /// Stores the values of a node and the action that the policy takes there.
    fn put(&mut self, node: usize, values: Vec<Rational>, choice: usize) {
        (self.values[node], self.policy[node]) = (values, choice);
    }

    /// Checks the limits while the component of `node` is solved, before `bytes` are allocated for a linear system.
    fn reserve(&self, node: usize, bytes: u64) -> Result<(), Error> {
        let progress = Progress { layer: self.problem.graph.ply(node), states: self.solved as u64 };
        self.job.reserve(bytes, progress)
    }
}

impl Rounds for Fractions<'_> {
    /// Solves a single node without a self-loop directly, and a cycle by policy iteration over linear systems.
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let (problem, graph) = (self.problem, self.problem.graph);
        let inside = &ascending(nodes)[..];
        match *inside {
            [node] if graph.self_loops(node).next().is_none() => {
                let BestChoice { values, choice, tie } = problem.best_alternative(node, &self.values);
                self.put(node, values, choice);
                self.ties += u64::from(tie);
            }
            _ => {
                let choices = |&node: &usize| problem.choices(node, inside, &self.values);
                let states = inside.iter().map(choices).collect();
                let system = CycleSystem { seats: problem.seats(), states };
                let solution =
                    system.solve(&|bytes| self.reserve(inside[0], bytes), &|| graph.name(inside[0]))?;
                let solved = solution.values.into_iter().zip(solution.policy);
                inside.iter().zip(solved).for_each(|(&node, (value, choice))| self.put(node, value, choice));
                self.ties += solution.ties;
            }
        }
        self.solved += nodes.len();
        Ok(true)
    }

    fn check(&self, node: usize) -> Result<(), Error> {
        self.reserve(node, 0)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(&self.values, &self.policy, self.ties))
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        self.solved = done.len();
        (self.values, self.policy, self.ties) = read_value(input)?;
        Ok(())
    }
}

impl Problem<'_> {
    /// Computes values as fractions, component by component from the ends to the start.
    pub(super) fn in_fractions(&self, job: &Job<'_>) -> Result<BestPlay, Error> {
        let nodes = self.graph.node_count();
        let (values, policy) = (vec![Vec::new(); nodes], vec![0; nodes]);
        let mut work = Fractions { problem: *self, job, values, policy, ties: 0, solved: 0 };
        let name = u64::from_le_bytes(*b"fraction");
        let fingerprint = || vec![name, checkpoint::fingerprint(&(self.graph, self.payoff_table))];
        // Components are listed from the ends to the start.
        let components = self.graph.components();
        run_rounds(&components, RoundOrder::FirstToLast, &fingerprint, &mut work, job)?;
        Ok((NodeValues::Fractions(work.values), work.policy, work.ties))
    }

    /// Returns the choices of a node as equations in the values of the nodes `inside` its component.
    pub(super) fn choices(&self, node: usize, inside: &[usize], values: &[Vec<Rational>]) -> Vec<Equation> {
        self.alternatives(node).map(|choice| self.equation(&choice, inside, values)).collect()
    }

    fn equation(&self, choice: &Alternative, inside: &[usize], values: &[Vec<Rational>]) -> Equation {
        let stay = choice.steps().filter_map(|(edge, share)| {
            let next = inside.binary_search(&self.graph.target(edge)).ok()?;
            Some((next, usize::from(self.graph.edge_kind(edge).turn_offset), share.clone()))
        });
        Equation {
            known: (0..self.seats()).map(|seat| self.expected(choice, inside, values, seat)).collect(),
            inside: stay.collect(),
        }
    }

    /// Returns the best choice of a node outside cycles, by its index and with the values of all seats. The values of an end are
    /// its payoffs.
    fn best_alternative(&self, node: usize, values: &[Vec<Rational>]) -> BestChoice<Rational, usize> {
        if self.graph.edges_of(node).is_empty() {
            let payoffs = self.payoff_table.end(node, self.seats()).iter();
            let mut values: Vec<Rational> = payoffs.map(|&payoff| exact::ratio(payoff, 1)).collect();
            values.resize(self.seats(), exact::zero());
            return BestChoice { values, choice: 0, tie: false };
        }
        let value = |(_, choice): &(_, Alternative), seat| self.expected(choice, &[], values, seat);
        let BestChoice { values, choice: (place, _), tie } =
            best_choice(self.alternatives(node).enumerate(), self.seats(), value);
        BestChoice { values, choice: place, tie }
    }

    fn alternatives(&self, node: usize) -> impl Iterator<Item = Alternative> {
        let share = |edge| {
            let (weight, total) = self.graph.weight(edge);
            exact::ratio_of_words(weight, total)
        };
        self.graph
            .choices(node)
            .map(move |edges| Alternative { edges: edges.clone(), shares: edges.map(share).collect() })
    }

    /// Returns the expected payoff of a choice for a seat, without the values of nodes `inside` the component.
    fn expected(
        &self,
        choice: &Alternative,
        inside: &[usize],
        values: &[Vec<Rational>],
        seat: usize,
    ) -> Rational {
        expected_payoff(choice.steps().map(|(edge, share)| {
            let (next, gain) = (self.graph.target(edge), if seat == 0 { self.gain(edge) } else { 0 });
            let is_outside = inside.binary_search(&next).is_err();
            (share, gain, is_outside.then(|| &values[next][self.turned(edge, seat)]))
        }))
    }
}

/// A choice, and the probability of each of its edges.
struct Alternative {
    edges: Range<usize>,
    shares: Vec<Rational>,
}

impl Alternative {
    fn steps(&self) -> impl Iterator<Item = (usize, &Rational)> + Clone {
        self.edges.clone().zip(&self.shares)
    }
}
