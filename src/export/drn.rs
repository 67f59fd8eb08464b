//! DRN, the explicit format of the model checker Storm, with exact probabilities.
//!
//! A graph in which every state has one choice is a Markov chain (DTMC), any other graph a Markov decision process
//! (MDP).
//!
//! States are labelled `init`; `player_1` and so on by their mover; `done` at an end; `won_1` and so on, `drawn` or
//! `lost` by the outcome; and `cut`. The reward `plies` counts events. The rewards `pairs_1` and so on (or `turns`)
//! count points. If the players play to win, `score_1` and so on are 1 for a win and 1/2 for a draw. Events that lead
//! to the same state are added up, because Storm has no names on transitions.

use super::{Document, Edge, GraphFormat, Role, text};
use crate::game::Seat;
use crate::model::order;
use num_integer::Integer;
use std::io::{self, Write};
use std::ops::Range;

/// DRN for the model checker Storm.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Drn, GraphDocument, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Drn, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("@type: DTMC\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Drn;

/// Returns the error for a state that a Markov chain cannot contain: it has several choices, or its probabilities do
/// not add up to 1.
fn refuse(node: usize) -> io::Error {
    let message = format!(
        "a Markov chain needs one choice per state, with weights that add up to the total; state {node} has no such choice"
    );
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Appends the transition to one target.
fn arrow(target: usize, weight: u128, total: u64, out: &mut Vec<u8>) {
    append!(out, "\t\t", target, " : ");
    fraction(weight, u128::from(total), out);
    append!(out, "\n");
}

/// Appends a fraction in lowest terms, in 64-bit arithmetic where that suffices.
fn fraction(numerator: u128, denominator: u128, out: &mut Vec<u8>) {
    match (u64::try_from(numerator), u64::try_from(denominator)) {
        (Ok(numerator), Ok(denominator)) => lowest(numerator, denominator, out),
        _ => lowest(numerator, denominator, out),
    }
}

fn lowest<N: Integer + itoa::Integer + Copy>(numerator: N, denominator: N, out: &mut Vec<u8>) {
    let divisor = numerator.gcd(&denominator);
    text::integer(numerator / divisor, out);
    if denominator != divisor {
        out.push(b'/');
        text::integer(denominator / divisor, out);
    }
}

/// The number of choices of a model, and the seats that decide, for the head of a file.
struct ChoiceCounts {
    /// The number of choices: one for each state without decisions, and one for each action elsewhere.
    all: usize,
    /// The movers that decide, in ascending order; empty if no player decides.
    deciding: Vec<Option<Seat>>,
}

impl ChoiceCounts {
    fn of(document: &dyn Document) -> Self {
        let mut found = Self { all: document.node_count(), deciding: Vec::new() };
        let mut edge = Edge::default();
        let states = if document.head().decides { document.node_count() } else { 0 };
        for node in 0..states {
            let more = decisions(document, node, &mut edge).saturating_sub(1);
            if more > 0 {
                found.all += more;
                if let Err(place) = found.deciding.binary_search(&edge.mover) {
                    found.deciding.insert(place, edge.mover);
                }
            }
        }
        found
    }

    /// Writes a comment that explains the kind of model.
    fn note(&self, out: &mut Vec<u8>) {
        let seats: Vec<String> = self.deciding.iter().flatten().map(|seat| (seat + 1).to_string()).collect();
        match (&seats[..], self.deciding.len()) {
            (_, 0) => append_fmt!(
                out,
                "// A Markov chain: no player decides, or all players follow the optimal policy.\n"
            ),
            ([], _) => {}
            ([seat], _) => {
                append_fmt!(out, "// Player {seat} decides; the policies of the others are fixed.\n");
            }
            _ => {
                let several = "several players decide, but a model checker treats them as one. To optimize";
                append_fmt!(out, "// Players {}: {several}\n", seats.join(", "));
                let way = "for one player against the policies of the others, write the graph with --show";
                append_fmt!(out, "// {way} {}.\n", seats.join(" or "));
            }
        }
    }
}

/// Appends the head of a state: its rewards, and its labels.
fn state(document: &dyn Document, index: usize, first: &Edge, rewards: usize, out: &mut Vec<u8>) {
    let mut outcome = String::new();
    document.outcome(index, &mut outcome);
    let role = document.role(index);
    let is_open = outcome == "open";
    let plies = if is_open && !matches!(role, Role::Action(_)) { " [1" } else { " [0" };
    append!(out, "state ", index, plies);
    (0..rewards).for_each(|_| append!(out, ", 0"));
    append!(out, "]", if index == document.start() { " init" } else { "" });
    match (is_open, first.mover) {
        (true, Some(seat)) => append!(out, " player_", u32::from(seat) + 1),
        (true, None) => {}
        (false, _) => match &*outcome {
            "cut" => append!(out, " cut"),
            "over" => append!(out, " done"),
            outcome => append!(out, " ", outcome, " done"),
        },
    }
    append!(out, "\n");
}

/// Returns the number of edges of a node that are decisions: all or none. Stores its first edge in `first`.
fn decisions(document: &dyn Document, node: usize, first: &mut Edge) -> usize {
    let edges = document.edges_of(node);
    if edges.is_empty() {
        (first.mover, first.decided) = (None, None);
        return 0;
    }
    document.edge(edges.start, first);
    if first.decided.is_some() { edges.len() } else { 0 }
}

/// The rewards of a step, each summed over its events by weight, in units.
struct Rewards {
    unit: u64,
    one: Vec<i64>,
    sums: Vec<i128>,
}

impl Rewards {
    fn add(&mut self, document: &dyn Document, edge: usize, weight: u64) {
        document.reward(edge, &mut self.one);
        self.sums.resize(self.one.len(), 0);
        self.sums
            .iter_mut()
            .zip(&self.one)
            .for_each(|(sum, &units)| *sum += i128::from(weight) * i128::from(units));
    }

    /// Appends the head of the action at `place` among the actions of a state.
    fn action(&mut self, place: usize, count: usize, total: u64, out: &mut Vec<u8>) {
        append!(out, "\taction ", place, " [0");
        self.sums.resize(count, 0);
        for sum in self.sums.drain(..) {
            append!(out, if sum < 0 { ", -" } else { ", " });
            fraction(sum.unsigned_abs(), u128::from(self.unit) * u128::from(total), out);
        }
        append!(out, "]\n");
    }
}

impl GraphFormat for Drn {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "// ", &*document.head().title.replace(|letter| letter < ' ', " "), "\n");
        let states = document.node_count();
        let choices = ChoiceCounts::of(document);
        if document.head().decides {
            choices.note(out);
        }
        let kind = if choices.deciding.is_empty() { "DTMC" } else { "MDP" };
        let rewards: String = document.head().rewards.iter().map(|name| format!(" {name}")).collect();
        let all = choices.all;
        append_fmt!(
            out,
            "@type: {kind}\n@parameters\n\n@reward_models\nplies{rewards}\n@nr_states\n{states}\n@nr_choices\n{all}\n@model\n"
        );
    }

    fn parts(&self) -> (bool, bool) {
        (true, false)
    }

    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let mut edge = Edge::default();
        let count = document.head().rewards.len();
        let mut arrows: Vec<(usize, u64)> = Vec::new();
        let mut rewards = Rewards { unit: document.reward_unit(), one: Vec::new(), sums: Vec::new() };
        for index in range {
            let decisions = decisions(document, index, &mut edge);
            state(document, index, &edge, count, out);
            if decisions > 0 {
                for (place, number) in document.edges_of(index).enumerate() {
                    document.edge(number, &mut edge);
                    // Storm accepts a number, or a name without blanks, as the name of an action.
                    rewards.action(place, count, 1, out);
                    arrow(edge.target, 1, 1, out);
                }
                continue;
            }
            arrows.clear();
            let mut total = None;
            for (place, number) in document.edges_of(index).enumerate() {
                // The first edge is already in the buffer.
                if place > 0 {
                    document.edge(number, &mut edge);
                }
                if *total.get_or_insert(edge.total) != edge.total {
                    return Err(refuse(index));
                }
                arrows.push((edge.target, edge.weight));
                rewards.add(document, number, edge.weight);
            }
            rewards.action(0, count, total.unwrap_or(1), out);
            let Some(total) = total else {
                arrow(index, 1, 1, out);
                continue;
            };
            let sum: u128 = arrows.iter().map(|&(_, weight)| u128::from(weight)).sum();
            if sum != u128::from(total) {
                return Err(refuse(index));
            }
            order::sort(&mut arrows, Ord::cmp);
            for group in arrows.chunk_by(|a, b| a.0 == b.0) {
                let weight = group.iter().map(|&(_, weight)| u128::from(weight)).sum();
                arrow(group[0].0, weight, total, out);
            }
        }
        Ok(())
    }
}
