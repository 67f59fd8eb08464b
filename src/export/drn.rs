//! DRN, the explicit format of the model checker Storm, as a Markov chain with exact probabilities.
//!
//! States are labelled `init`, `won_1` and so on, `drawn`, `done` and `cut`; the reward `plies` counts events. Events
//! that lead to one state are added up: a Markov chain has no names on its arrows.

use super::{Document, Edge, Format, Limit, Node, Role, text};
use num_integer::Integer;
use std::io::{self, Write};
use std::ops::Range;

/// Storm reads millions of states: there is no limit.
pub const LIMIT: Limit = Limit::NONE;

/// The format.
pub struct Drn;

/// A state with several choices, or one whose probabilities do not add up, has no place in a Markov chain.
fn refuse(node: usize) -> io::Error {
    let message =
        format!("a Markov chain needs one choice a state, with weights that add up: state {node} has not");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Appends the line of one target.
fn arrow(target: usize, weight: u128, total: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\t\t");
    text::integer(target, out);
    out.extend_from_slice(b" : ");
    let divisor = weight.gcd(&u128::from(total));
    text::integer(weight / divisor, out);
    if u128::from(total) != divisor {
        out.push(b'/');
        text::integer(u128::from(total) / divisor, out);
    }
    out.push(b'\n');
}

/// Appends the head of a state; play may start in it, also when it is an end at once.
fn state(node: &Node, starts: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(b"state ");
    text::integer(node.id, out);
    let plays_on = matches!(node.role, Role::Start | Role::Inner);
    out.extend_from_slice(if plays_on { b" [1]" } else { b" [0]" });
    if starts {
        out.extend_from_slice(b" init");
    }
    match node.role {
        Role::Start | Role::Inner => {}
        Role::Won(seat) => {
            out.extend_from_slice(b" won_");
            text::integer(u32::from(seat) + 1, out);
        }
        Role::Drawn => out.extend_from_slice(b" drawn"),
        Role::Done => out.extend_from_slice(b" done"),
        Role::Cut => out.extend_from_slice(b" cut"),
        Role::Action(_) => {}
    }
    out.push(b'\n');
}

/// The edges of a node that are decisions; all of them are, or none.
fn decisions(document: &dyn Document, node: usize) -> usize {
    let edges = document.edges_of(node);
    if !document.decides() || edges.is_empty() {
        return 0;
    }
    let mut first = Edge::default();
    document.edge(edges.start, &mut first);
    if first.decided.is_some() { edges.len() } else { 0 }
}

impl Format for Drn {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        out.extend_from_slice(b"// ");
        let title = document.title().bytes().map(|byte| if byte < b' ' { b' ' } else { byte });
        out.extend(title);
        let states = document.node_count();
        let kind = if document.decides() { "MDP" } else { "DTMC" };
        // Storm counts the actions of a decision one by one.
        let more = |node: usize| decisions(document, node).saturating_sub(1);
        let choices = states + if document.decides() { (0..states).map(more).sum() } else { 0 };
        write!(
            out,
            "\n@type: {kind}\n@parameters\n\n@reward_models\nplies\n@nr_states\n{states}\n@nr_choices\n{choices}\n@model\n"
        )
        .expect("a vector takes all");
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        state(node, node.role == Role::Start, out);
        out.extend_from_slice(b"\taction 0 [0]\n");
    }

    fn between(&self, _: &dyn Document, _: &mut Vec<u8>) {}

    fn edge(&self, _: &Edge, _: &mut Vec<u8>) {}

    fn finish(&self, _: &dyn Document, _: &mut Vec<u8>) {}

    fn parts(&self) -> (bool, bool) {
        (true, false)
    }

    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let (mut node, mut edge) = (Node::default(), Edge::default());
        let mut arrows: Vec<(usize, u64)> = Vec::new();
        for index in range {
            (node.id, node.role) = (index, document.role(index));
            state(&node, index == document.start(), out);
            if decisions(document, index) > 0 {
                for (place, number) in document.edges_of(index).enumerate() {
                    document.edge(number, &mut edge);
                    // Storm takes a number or a name without blanks.
                    writeln!(out, "\taction {place} [0]").expect("a vector takes all");
                    arrow(edge.target, 1, 1, out);
                }
                continue;
            }
            out.extend_from_slice(b"\taction 0 [0]\n");
            arrows.clear();
            let mut total = None;
            for number in document.edges_of(index) {
                document.edge(number, &mut edge);
                if *total.get_or_insert(edge.total) != edge.total {
                    return Err(refuse(index));
                }
                arrows.push((edge.target, edge.weight));
            }
            let Some(total) = total else {
                arrow(index, 1, 1, out);
                continue;
            };
            let sum: u128 = arrows.iter().map(|&(_, weight)| u128::from(weight)).sum();
            if sum != u128::from(total) {
                return Err(refuse(index));
            }
            arrows.sort_unstable();
            for group in arrows.chunk_by(|a, b| a.0 == b.0) {
                let weight = group.iter().map(|&(_, weight)| u128::from(weight)).sum();
                arrow(group[0].0, weight, total, out);
            }
        }
        Ok(())
    }
}
