//! Gambit's extensive form of a tree of histories.
//!
//! A position in which a player decides is a node of this player, with an information set of its own: every player sees
//! the whole state. Events of chance are nodes of chance. An action that is followed by a single certain event is one
//! branch. The payoffs of an end are the rewards of its history: its payoffs, or 1 for a win and 1/2 for a draw if the
//! players play to win, otherwise points.

use super::{Document, Edge, GraphFormat, Limit, Node, Role, text};
use crate::exact::ratio;
use std::io;
use std::ops::Range;

/// Gambit's extensive form, for a document whose graph is a tree.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Efg, GraphDocument, ShownActions, write_all};
///
/// let job = Job::default();
/// let (tree, _) = Throws { throws: 1 }.explore().run()?.unfolded(None, &job)?;
/// let best = tree.maximize(&Gain)?;
/// let about = DocumentInfo { shown: ShownActions::All, ..DocumentInfo::default() };
/// let document = GraphDocument::of(&best, about, &job)?;
/// let mut text = Vec::new();
/// write_all(&document, &Efg, &mut text)?;
/// assert!(text.starts_with(b"EFG 2 R"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Efg;

impl Efg {
    /// The numbers of nodes of the trees that Gambit reads.
    pub const LIMIT: Limit = Limit { warn: 10_000, stop: 200_000 };
}

/// A node that is written next, with the payoffs of the history before it in units.
struct OpenNode {
    node: usize,
    payoffs: Vec<i128>,
}

/// Writes the nodes of a tree, each before the nodes that follow it.
struct TreeWriter<'a> {
    document: &'a dyn Document,
    /// The seats whose rewards are payoffs, as a range of the rewards.
    payoffs: Range<usize>,
    open: Vec<OpenNode>,
    /// The number of information sets of chance and of each player.
    sets: Vec<usize>,
    outcomes: usize,
    edge: Edge,
    node: Node,
    reward: Vec<i64>,
}

fn refuse(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("the extensive form is a tree of whole histories; {what}"),
    )
}

impl<'a> TreeWriter<'a> {
    fn new(document: &'a dyn Document) -> Self {
        let head = document.head();
        let seats = usize::from(head.seats);
        let rewards = head.rewards.len();
        let mut writer = Self {
            document,
            payoffs: rewards.saturating_sub(seats)..rewards,
            open: Vec::new(),
            sets: vec![0; seats + 1],
            outcomes: 0,
            edge: Edge::default(),
            node: Node::default(),
            reward: Vec::new(),
        };
        let mut start = OpenNode { node: document.start(), payoffs: vec![0; seats] };
        document.start_reward(&mut writer.reward);
        writer.add_reward(&mut start);
        writer.open.push(start);
        writer
    }

    /// Writes the next node. Returns `false` if all are written.
    fn next(&mut self, out: &mut Vec<u8>) -> io::Result<bool> {
        let Some(OpenNode { node, payoffs }) = self.open.pop() else { return Ok(false) };
        self.document.node(node, &mut self.node);
        if self.node.role == Role::Cut {
            return Err(refuse("this tree is cut"));
        }
        let edges = self.document.edges_of(node);
        if edges.is_empty() {
            self.outcomes += 1;
            append!(out, "t ");
            quoted(&self.node.label[0], out);
            append!(out, " ", self.outcomes, " \"\" { ");
            for (seat, payoff) in payoffs.iter().enumerate() {
                append!(out, if seat > 0 { ", " } else { "" });
                number(*payoff, self.document.reward_unit(), out);
            }
            append!(out, " }\n");
            return Ok(true);
        }
        let mut following = Vec::with_capacity(edges.len());
        for (place, index) in edges.enumerate() {
            self.document.edge(index, &mut self.edge);
            if place == 0 {
                self.head(out);
            }
            quoted(&self.edge.event, out);
            append!(out, " ");
            if self.edge.decided.is_none() {
                append!(out, &*self.edge.exact, " ");
            }
            following.push(self.follow(index, &payoffs));
        }
        append!(out, "} 0\n");
        self.open.extend(following.into_iter().rev());
        Ok(true)
    }

    /// Writes the head of a node, whose first edge is in the buffer.
    fn head(&mut self, out: &mut Vec<u8>) {
        let player = self.edge.decided.map_or(0, |_| usize::from(self.edge.mover.unwrap_or(0)) + 1);
        self.sets[player] += 1;
        append!(out, if player == 0 { "c " } else { "p " });
        quoted(&self.node.label[0], out);
        if player > 0 {
            append!(out, " ", player);
        }
        append!(out, " ", self.sets[player], " \"\" { ");
    }

    /// Returns the node that an edge leads to. If the edge is a decision and one certain event follows, returns the node
    /// after this event.
    fn follow(&mut self, index: usize, payoffs: &[i128]) -> OpenNode {
        let mut found = OpenNode { node: self.edge.target, payoffs: payoffs.to_vec() };
        self.collect(index, &mut found);
        let edges = self.document.edges_of(found.node);
        if self.edge.decided.is_some() && edges.len() == 1 {
            self.document.edge(edges.start, &mut self.edge);
            found.node = self.edge.target;
            self.collect(edges.start, &mut found);
        }
        found
    }

    /// Adds the rewards of an edge to the payoffs.
    fn collect(&mut self, index: usize, found: &mut OpenNode) {
        self.document.reward(index, &mut self.reward);
        self.add_reward(found);
    }

    /// Adds the rewards in the buffer to the payoffs.
    fn add_reward(&self, found: &mut OpenNode) {
        let rewards = self.reward.get(self.payoffs.clone()).unwrap_or_default();
        found.payoffs.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += i128::from(*reward));
    }
}

/// Appends a number of units as a fraction.
fn number(units: i128, unit: u64, out: &mut Vec<u8>) {
    let value = ratio(units, unit);
    append!(out, &*value.numer().to_string());
    if !value.is_integer() {
        append!(out, "/", &*value.denom().to_string());
    }
}

/// Appends a text in quotes.
fn quoted(text: &str, out: &mut Vec<u8>) {
    append!(
        out,
        "\"",
        &*text.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " "),
        "\""
    );
}

impl GraphFormat for Efg {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "EFG 2 R ");
        quoted(&document.head().title, out);
        append!(out, " { ");
        let head = document.head();
        for seat in 0..head.seats {
            let name = head.players.get(usize::from(seat)).map(String::as_str);
            quoted(&text::player(seat, name), out);
            append!(out, " ");
        }
        append!(out, "}\n\"\"\n\n");
    }

    fn parts(&self) -> (bool, bool) {
        (true, false)
    }

    /// Writes the whole tree with its first node.
    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        if range.start > 0 {
            return Ok(());
        }
        let mut writer = TreeWriter::new(document);
        let mut count = 0;
        while writer.next(out)? {
            count += 1;
            if count > document.node_count() {
                return Err(refuse("this graph has several ways to a node"));
            }
        }
        Ok(())
    }
}
