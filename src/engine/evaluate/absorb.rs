//! Absorption probabilities: how likely each end is, in games that may come back to a state too.

use crate::evaluate::checkpoint::{self, Steps, failed, nonsense};
use crate::evaluate::expected_visits::{Chain, Flow, Wanted, sorted};
use crate::exact::{self, Rational, Residues};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Progress, Run};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Returns the probability of ending in each end of a graph without decisions, as pairs of node and probability in
/// ascending order of nodes.
///
/// Costs one rational operation for each edge outside cycles; a cycle costs as much as its system of linear equations. The
/// work can be saved.
///
/// # Errors
/// If a player decides somewhere, play may never leave some cycle, a limit of `run` is passed, or work cannot be saved or
/// read.
pub fn absorption_probabilities(graph: &Model, run: &Run<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.only_chance_or_cycles()?;
    let (components, flow) = (graph.components(), Flow::new(graph.start()));
    let mut work = Absorbing { graph, run, components, done: 0, flow, found: BTreeMap::new(), look: 0 };
    checkpoint::finish(&mut work, run)?;
    Ok(work.found.into_iter().collect())
}

/// Absorption in the making.
struct Absorbing<'a> {
    graph: &'a Model,
    run: &'a Run<'a>,
    /// The strongly connected components, each after all that it leads to.
    components: Lists,
    /// Components that are done, from the last on.
    done: usize,
    flow: Flow,
    /// The probability of each end that is done.
    found: BTreeMap<usize, Rational>,
    /// The components that are done at the next look at the limits.
    look: usize,
}

/// Components between two looks at the limits.
const LOOK: usize = 1024;

impl Absorbing<'_> {
    /// A component, in the order in which they are done.
    fn component(&self, done: usize) -> &[u32] {
        self.components.get(self.components.len() - 1 - done)
    }

    /// Returns what comes to each node modulo a prime once so many components are done, and how often play was in each that
    /// is.
    fn modulo(&self, residues: Residues) -> Result<(Vec<u64>, Vec<u64>), Error> {
        let mut coming = vec![0; self.graph.node_count()];
        let mut visits = coming.clone();
        coming[self.graph.start()] = 1;
        for inside in (0..self.done).map(|done| sorted(self.component(done))) {
            let shares = |node: usize| {
                let share = |edge| residues.share(self.graph.weight(edge));
                self.graph.edges_of(node).map(move |edge| (self.graph.target(edge), share(edge)))
            };
            let known: Vec<u64> = inside.iter().map(|&node| coming[node]).collect();
            let own = if known.iter().all(|&known| known == 0) {
                known
            } else {
                if inside.len() > 1 {
                    let bytes = self.graph.bytes() + (inside.len() * size_of_val(&known[..])) as u64;
                    let layer = self.graph.ply(inside[0]);
                    self.run.step(Progress { layer, bytes, ..Progress::default() })?;
                }
                let mut system: Vec<Vec<u64>> = (0..inside.len())
                    .map(|row| (0..inside.len()).map(|column| u64::from(row == column)).collect())
                    .collect();
                for (column, &node) in inside.iter().enumerate() {
                    for (next, share) in shares(node) {
                        if let Ok(row) = inside.binary_search(&next) {
                            let place = &mut system[row][column];
                            *place = residues.difference(*place, share);
                        }
                    }
                }
                solution(residues, system, known).ok_or_else(|| failed(&nonsense()))?
            };
            for (&node, &own) in inside.iter().zip(&own) {
                coming[node] = 0;
                visits[node] = own;
                for (next, share) in shares(node).filter(|(next, _)| inside.binary_search(next).is_err()) {
                    coming[next] = residues.sum(coming[next], residues.product(share, own));
                }
            }
        }
        Ok((coming, visits))
    }
}

/// Solves a linear system modulo a prime by elimination; `None` if it has not one solution.
fn solution(residues: Residues, mut rows: Vec<Vec<u64>>, mut known: Vec<u64>) -> Option<Vec<u64>> {
    for place in 0..rows.len() {
        let pivot = (place..rows.len()).find(|&row| rows[row][place] != 0)?;
        rows.swap(place, pivot);
        known.swap(place, pivot);
        let inverse = residues.inverse(rows[place][place]);
        rows[place].iter_mut().for_each(|number| *number = residues.product(*number, inverse));
        known[place] = residues.product(known[place], inverse);
        let (eliminated, right) = (rows[place].clone(), known[place]);
        for row in (0..rows.len()).filter(|&row| row != place) {
            let factor = rows[row][place];
            if factor != 0 {
                for (number, &other) in rows[row].iter_mut().zip(&eliminated).skip(place) {
                    *number = residues.difference(*number, residues.product(factor, other));
                }
                known[row] = residues.difference(known[row], residues.product(factor, right));
            }
        }
    }
    Some(known)
}

impl Steps for Absorbing<'_> {
    fn question(&self) -> Vec<u64> {
        let sizes = [self.graph.node_count(), self.graph.edge_count(), self.components.len()];
        [u64::from_le_bytes(*b"absorbed")].into_iter().chain(sizes.map(|size| size as u64)).collect()
    }

    fn done(&self) -> (u64, u64) {
        (self.done as u64, self.components.len() as u64)
    }

    /// A component.
    fn step(&mut self) -> Result<(), Error> {
        let (graph, run, inside) = (self.graph, self.run, sorted(self.component(self.done)));
        let chain = Chain {
            start: graph.start(),
            steps: &|node, found| {
                for edge in graph.edges_of(node) {
                    let (weight, total) = graph.weight(edge);
                    found(graph.target(edge), exact::ratio(weight, total));
                }
            },
            name: &|node| graph.name(node),
            look: &|node, bytes| {
                let states = graph.node_count() as u64;
                run.step(Progress { layer: graph.ply(node), states, bytes: graph.bytes() + bytes })
            },
        };
        if self.done >= self.look {
            (chain.look)(inside[0], 0)?;
            self.look = self.done + LOOK;
        }
        let visits = self.flow.through(&chain, &inside, Wanted::Visits)?;
        let ends = inside.iter().zip(visits).filter(|&(&node, _)| graph.is_end(node));
        self.found.extend(ends.map(|(&node, visits)| (node, visits.visits)));
        self.done += 1;
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.done as u64, self.found.len() as u64])?;
        for (&node, share) in &self.found {
            checkpoint::put(out, &[node as u64])?;
            checkpoint::put_fraction(out, share)?;
        }
        let coming: BTreeMap<_, _> = self.flow.coming.iter().collect();
        checkpoint::put(out, &[coming.len() as u64])?;
        for (&node, steps) in coming {
            checkpoint::put(out, &[node as u64, steps.len() as u64])?;
            for (share, visits) in steps {
                checkpoint::put_fraction(out, share)?;
                checkpoint::put_fraction(out, visits)?;
            }
        }
        Ok(())
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [done, found] = checkpoint::some(input)?;
        self.done = done as usize;
        checkpoint::sound(self.done <= self.components.len())?;
        for _ in 0..found {
            let [node] = checkpoint::some(input)?;
            self.found.insert(node as usize, checkpoint::take_fraction(input)?);
        }
        self.flow.coming.clear();
        let [coming] = checkpoint::some(input)?;
        for _ in 0..coming {
            let [node, count] = checkpoint::some(input)?;
            let mut steps = Vec::new();
            for _ in 0..count {
                let share = checkpoint::take_fraction(input)?;
                steps.push((share, Arc::new(checkpoint::take_fraction(input)?)));
            }
            self.flow.coming.insert(node as usize, steps);
        }
        Ok(())
    }

    /// Follows play again modulo a prime.
    fn verify(&self) -> Result<(), Error> {
        let (graph, residues) = (self.graph, Residues::random());
        let (coming, visits) = self.modulo(residues)?;
        let found = |node: usize| self.found.get(&node).map_or(0, |share| residues.of_fraction(share));
        let known = |node: usize| {
            let steps = self.flow.coming.get(&node).into_iter().flatten();
            let of = |fraction: &Rational| residues.of_fraction(fraction);
            let step = |(share, visits): &(Rational, Arc<Rational>)| residues.product(of(share), of(visits));
            steps.map(step).fold(0, |sum, more| residues.sum(sum, more))
        };
        let is_right = |node: usize| {
            let visits = if graph.is_end(node) { visits[node] } else { 0 };
            known(node) == coming[node] && found(node) == visits
        };
        let nodes = graph.node_count();
        let are_nodes = self.found.keys().chain(self.flow.coming.keys()).all(|&node| node < nodes);
        checkpoint::right(are_nodes && (0..nodes).all(is_right))
    }
}
