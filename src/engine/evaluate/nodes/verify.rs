//! The check that numbers that were read are those of the nodes that are done.

use crate::evaluate::nodes::Rounded;
use crate::evaluate::nodes::work::{Kept, Work};
use crate::evaluate::sweep::{Direction, Ways};
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{Natural, Rational, Residues, limbs};
use crate::model::{Error, Progress};

/// Nodes between two looks at the limits.
const LOOK: usize = 1 << 12;

/// The farthest that a double may be from what doubles alone come to.
const NEAR: f64 = 1e-9;

impl Work<'_> {
    /// Returns whether numbers that were read are those of the nodes of `done`, which stand in the order of plies: whole
    /// numbers modulo a prime, doubles as far as doubles alone tell.
    pub(super) fn fits(&self, done: &[u32]) -> Result<bool, Error> {
        let (pass, residues) = (&self.pass, Residues::random());
        let rounds = pass.graph.by_ply();
        let is_back = pass.ways.direction == Direction::Back;
        let met = if is_back { done } else { rounds.all() };
        let odds = self.values(Direction::Back, met, residues)?;
        // Where ways are counted, what a node hides is their number.
        let hides = |&node: &u32| self.hides(node, residues) == whole(self.own(&odds, node), residues);
        if pass.counted && !met.iter().all(hides) {
            return Ok(false);
        }
        let fits = match &self.kept {
            Kept::Numbers(None) => true,
            Kept::Numbers(Some(back)) => met.iter().all(|&node| {
                let at = pass.at(node as usize);
                let of = |number: &[u64]| residues.of_limbs(number.iter().copied());
                let own = self.own(&odds, node);
                let [hides, whole] = [self.hides(node, residues), whole(own, residues)];
                let right = |(number, &value): (&[u64], &u64)| {
                    residues.product(of(number), whole) == residues.product(value, hides)
                };
                back.is_tight(at) && back.numbers(at).zip(own).all(right)
            }),
            Kept::Doubles(rounded) => {
                let start = pass.graph.start() as u32;
                let own = self.own(&odds, start);
                let right = |(share, &value): (&Rational, &u64)| {
                    let [top, bottom] = [share.numer(), share.denom()].map(|part| residues.of_integer(part));
                    residues.product(top, whole(own, residues)) == residues.product(bottom, value)
                };
                let shares = if met.contains(&start) { self.outcomes } else { 0 };
                rounded.start.len() == shares
                    && rounded.start.iter().zip(own).all(right)
                    && self.are_near(rounded, met, if is_back { &[] } else { done })?
            }
        };
        if !fits || is_back {
            return Ok(fits && self.are_over(&odds, residues));
        }
        Ok(self.are_over(&self.values(Direction::Ahead, done, residues)?, residues))
    }

    /// The values of a node's outcomes.
    fn own<'v>(&self, values: &'v [u64], node: u32) -> &'v [u64] {
        &values[node as usize * self.outcomes..][..self.outcomes]
    }

    /// Returns what a node hides, modulo a prime.
    fn hides(&self, node: u32, residues: Residues) -> u64 {
        residues.of_limbs(self.hidden.get(node as usize).iter().copied())
    }

    /// Returns what the numbers of the nodes of `done` in a direction stand for, modulo a prime.
    fn values(&self, direction: Direction, done: &[u32], residues: Residues) -> Result<Vec<u64>, Error> {
        let (pass, is_back) = (&self.pass, direction == Direction::Back);
        let each = if is_back { self.outcomes } else { 1 };
        let graph = pass.graph;
        let ways = Ways::new(graph, direction);
        let mut values = vec![0; graph.node_count() * each];
        let bytes = graph.bytes() + ways.bytes() + size_of_val(&values[..]) as u64 + self.bytes();
        for at in 0..done.len() {
            let node = done[if is_back { done.len() - 1 - at } else { at }] as usize;
            if at % LOOK == 0 {
                pass.run.step(Progress { bytes, ..Progress::default() })?;
            }
            let mut is_bare = true;
            for edge in ways.edges(node) {
                is_bare = false;
                let share = residues.share(graph.share(edge));
                for outcome in 0..each {
                    let more = residues.product(values[ways.near(edge) * each + outcome], share);
                    let sum = &mut values[node * each + outcome];
                    *sum = residues.sum(*sum, more);
                }
            }
            if is_bare && !is_back {
                values[node] = 1;
            } else if is_bare {
                let worth = (self.worth)(node);
                let all: Natural = worth.iter().sum();
                let share = if pass.counted { 1 } else { residues.inverse(residues.of_number(&all)) };
                for (value, number) in values[node * each..].iter_mut().zip(&worth) {
                    *value = residues.product(residues.of_number(number), share);
                }
            }
        }
        Ok(values)
    }

    /// Returns whether the numbers that are there of the way that is gone now are these values over their denominators.
    fn are_over(&self, values: &[u64], residues: Residues) -> bool {
        let (pass, numbers) = (&self.pass, &self.pass.numbers);
        let mut kept = vec![false; pass.sizes.len()];
        pass.kept().into_iter().for_each(|round| kept[round] = true);
        let each = values.len() / pass.graph.node_count();
        (0..pass.graph.node_count()).filter(|&node| kept[pass.at(node).0 as usize]).all(|node| {
            let at = pass.at(node);
            let denominator = residues.of_number(pass.scales.denominator(numbers.scale(at)));
            let right = |(number, &value): (&[u64], &u64)| {
                residues.of_limbs(number.iter().copied()) == residues.product(value, denominator)
            };
            let own = &values[node * each..][..each];
            // On the way back their sum is what the node hides.
            let is_whole = pass.ways.direction == Direction::Ahead
                || self.hides(node as u32, residues) == residues.product(whole(own, residues), denominator);
            is_whole && numbers.is_tight(at) && numbers.numbers(at).zip(own).all(right)
        })
    }

    /// Returns whether doubles are near to what doubles alone come to: odds of the nodes of `met`, and how likely play comes
    /// to those of `reached`.
    fn are_near(&self, rounded: &Rounded, met: &[u32], reached: &[u32]) -> Result<bool, Error> {
        let (graph, outcomes) = (self.pass.graph, self.outcomes);
        let bytes = graph.bytes() + self.bytes() + rounded.bytes();
        self.pass.run.step(Progress { bytes, ..Progress::default() })?;
        let chance = |edge: usize| {
            let (weight, total) = graph.share(edge);
            if !self.pass.counted {
                return weight as f64 / total as f64;
            }
            let mut ways = Vec::new();
            multiply(self.hidden.get(graph.target(edge)), &[weight], &mut ways);
            nearest(&ways, self.hidden.get(graph.source(edge)))
        };
        let mut odds = vec![0.0; graph.node_count() * outcomes];
        for node in met.iter().rev().map(|&node| node as usize) {
            for edge in graph.edges_of(node) {
                let chance = chance(edge);
                for outcome in 0..outcomes {
                    let behind = odds[graph.target(edge) * outcomes + outcome];
                    odds[node * outcomes + outcome] += chance * behind;
                }
            }
            if graph.edges_of(node).is_empty() {
                let worth = (self.worth)(node);
                let all: Natural = worth.iter().sum();
                let share = |number: &Natural| nearest(&limbs::limbs(number), &limbs::limbs(&all));
                odds[node * outcomes..].iter_mut().zip(&worth).for_each(|(odds, own)| *odds = share(own));
            }
        }
        let (mut reach, mut next) = (vec![0.0; graph.node_count()], vec![0.0; graph.node_count()]);
        next[graph.start()] = 1.0;
        for node in reached.iter().map(|&node| node as usize) {
            reach[node] = next[node];
            for edge in graph.edges_of(node) {
                next[graph.target(edge)] += reach[node] * chance(edge);
            }
        }
        // The smallest doubles have few digits.
        let is_near = |(&one, &other): (&f64, &f64)| {
            one == other || other > 0.0 && (one - other).abs() <= NEAR * other + f64::MIN_POSITIVE
        };
        Ok(rounded.odds.iter().zip(&odds).all(is_near) && rounded.reach.iter().zip(&reach).all(is_near))
    }

    /// The bytes that are held for numbers.
    fn bytes(&self) -> u64 {
        self.pass.numbers.bytes() + self.hidden.bytes() + self.kept.bytes()
    }
}

/// The sum of values.
fn whole(values: &[u64], residues: Residues) -> u64 {
    values.iter().fold(0, |sum, &value| residues.sum(sum, value))
}
