//! Where play ends, in games in which it can come back to where it was.

use super::graph::Graph;
use super::{Error, Progress, Run, name};
use crate::exact::{self, Linear, Rational};
use crate::game::Game;
use std::collections::BTreeMap;

/// The probability that play ends in each end of a graph without decisions, in the order of the nodes.
///
/// From component to component: how often play comes to a node from outside gives, by one linear system, how often it
/// is there at all (Kemeny & Snell 1960), and with that how often it goes on to the next. A node outside cycles costs
/// one rational operation for each edge, a component what its linear system costs.
///
/// # Errors
/// A decision, a cycle that play never leaves, or a limit.
pub fn ends<G: Game>(graph: &Graph<G>, run: &Run<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.only_chance_or_cycles()?;
    let count = graph.node_count();
    // What comes to each node from nodes done before: the share and the visits there.
    let mut visits: Vec<Vec<(Rational, Rational)>> = vec![Vec::new(); count];
    visits[graph.start()].push((exact::one(), exact::one()));
    let mut found = Vec::new();
    for (done, component) in graph.components().iter().rev().enumerate() {
        let mut inside: Vec<usize> = component.iter().map(|&node| node as usize).collect();
        inside.sort_unstable();
        let look = |bytes| {
            run.step(Progress {
                layer: graph.ply(inside[0]),
                states: done as u64,
                bytes: graph.bytes() + bytes,
            })
        };
        if done % 1024 == 0 {
            look(0)?;
        }
        let coming =
            |node: &usize| exact::weighted_sum(visits[*node].iter().map(|(share, visits)| (share, visits)));
        let mut known: Vec<Rational> = inside.iter().map(coming).collect();
        for node in &inside {
            visits[*node] = Vec::new();
        }
        if let Some(back) = back(graph, &inside) {
            let solution = Linear { rows: back, known }.solve(&look)?;
            known = solution.ok_or_else(|| Error::NeverEnds(name(graph.state(inside[0]))))?;
        }
        for (&node, known) in inside.iter().zip(known) {
            if graph.is_end(node) {
                found.push((node, known));
                continue;
            }
            for edge in graph.edges_of(node) {
                let (_, next, label) = graph.edge(edge);
                if inside.binary_search(&next).is_err() {
                    visits[next].push((exact::ratio(label.weight, label.total), known.clone()));
                }
            }
        }
    }
    found.sort_unstable_by_key(|(node, _)| *node);
    Ok(found)
}

/// The equations of the visits within a component; `None` for a node that play cannot come back to.
fn back<G: Game>(graph: &Graph<G>, inside: &[usize]) -> Option<Vec<Vec<(usize, Rational)>>> {
    let mut rows: Vec<BTreeMap<usize, Rational>> =
        (0..inside.len()).map(|place| BTreeMap::from([(place, exact::one())])).collect();
    let mut cyclic = false;
    for (place, &node) in inside.iter().enumerate() {
        for edge in graph.edges_of(node) {
            let (_, next, label) = graph.edge(edge);
            if let Ok(target) = inside.binary_search(&next) {
                cyclic = true;
                *rows[target].entry(place).or_insert_with(exact::zero) -=
                    exact::ratio(label.weight, label.total);
            }
        }
    }
    cyclic.then(|| rows.into_iter().map(|row| row.into_iter().collect()).collect())
}
