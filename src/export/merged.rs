//! A document in which parallel events are one: those between the same two situations, with their weights summed.

use super::{Code, Content, Document, Edge, EventKind, Head, Heading, Kind, Node, Role, palette};
use std::ops::Range;

/// The column that says how many events an edge stands for.
const MERGED: &str = "merged";

/// The column of the weight and the total, which is written anew.
const WEIGHT: &str = "weight_total";

/// The name of an edge of several events of several kinds.
const SEVERAL: &str = "several";

/// The longest name that is made of the names of events.
const LONGEST: usize = 28;

/// A document whose parallel events are one, where nothing but their names and weights tells them apart.
pub struct Merged<'a> {
    document: &'a dyn Document,
    head: Head,
    /// For each edge those that it stands for, in order: places in `parts`.
    firsts: Vec<usize>,
    parts: Vec<usize>,
    /// For each node where its edges begin, and one more.
    begins: Vec<usize>,
}

impl<'a> Merged<'a> {
    /// The document with parallel events as one. Decisions stay apart, and so do events that differ in their data.
    pub fn new(document: &'a dyn Document) -> Self {
        let mut head = document.head().clone();
        let weight = head.edge_columns.iter().position(|column| column.name == WEIGHT);
        head.edge_columns.push(Heading::new(MERGED, Kind::Integer));
        head.events.push(EventKind::new(SEVERAL, "events of several kinds as one", palette::SEVERAL));
        head.codes.push(Code::new("x3", "so many events between the same situations, as one"));
        let mut merged = Self { document, head, firsts: Vec::new(), parts: Vec::new(), begins: vec![0] };
        let mut edge = Edge::default();
        for node in 0..document.node_count() {
            let mut groups: Vec<(_, Vec<usize>)> = Vec::new();
            for index in document.edges_of(node) {
                document.edge(index, &mut edge);
                // What must be the same if several events become one.
                let cells = edge.cells.as_slice().iter().enumerate();
                let cells = cells.filter(|(place, _)| Some(*place) != weight).map(|(_, cell)| cell.clone());
                let key = (edge.target, edge.total, edge.decided, cells.collect::<Vec<_>>());
                match groups.iter_mut().find(|(other, _)| edge.decided.is_none() && *other == key) {
                    Some((_, group)) => group.push(index),
                    None => groups.push((key, vec![index])),
                }
            }
            for (_, group) in groups {
                merged.firsts.push(merged.parts.len());
                merged.parts.extend(group);
            }
            merged.begins.push(merged.firsts.len());
        }
        merged.firsts.push(merged.parts.len());
        merged.forget_unused();
        merged
    }

    /// Leaves out of what is explained what is not there: events of several kinds, and numbers of events.
    fn forget_unused(&mut self) {
        let (mut several, mut counted) = (false, false);
        let mut edge = Edge::default();
        for index in (0..self.edge_count()).filter(|&index| self.of(index).len() > 1) {
            self.edge(index, &mut edge);
            several |= edge.look == palette::SEVERAL;
            counted |= edge.event.ends_with(&format!(" x{}", self.of(index).len()));
        }
        if !several {
            self.head.events.pop();
        }
        if !counted {
            self.head.codes.pop();
        }
    }

    /// The edges that one stands for.
    fn of(&self, index: usize) -> &[usize] {
        &self.parts[self.firsts[index]..self.firsts[index + 1]]
    }
}

/// The name of several events: all names, if they are short, else the kinds of them, and how many they are.
fn name(names: &[String], kinds: &[&str]) -> String {
    let mut distinct = names.to_vec();
    distinct.dedup();
    let all = distinct.join(" + ");
    let what = if all.chars().count() <= LONGEST { all } else { kinds.join(" + ") };
    if distinct.len() == names.len() && what == distinct.join(" + ") {
        return what;
    }
    format!("{what} x{}", names.len())
}

impl Document for Merged<'_> {
    fn head(&self) -> &Head {
        &self.head
    }

    fn node_count(&self) -> usize {
        self.document.node_count()
    }

    fn edge_count(&self) -> usize {
        self.firsts.len() - 1
    }

    fn start(&self) -> usize {
        self.document.start()
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        self.begins[node]..self.begins[node + 1]
    }

    fn node(&self, index: usize, node: &mut Node) {
        self.document.node(index, node);
    }

    fn role(&self, index: usize) -> Role {
        self.document.role(index)
    }

    fn outcome(&self, index: usize, text: &mut String) {
        self.document.outcome(index, text);
    }

    fn rewards(&self) -> Vec<String> {
        self.document.rewards()
    }

    /// Events that become one have the same data, and so the same rewards.
    fn reward(&self, index: usize, halves: &mut Vec<i64>) {
        self.document.reward(self.of(index)[0], halves);
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let parts = self.of(index);
        self.document.edge(parts[0], edge);
        edge.id = index;
        if parts.len() > 1 {
            let mut names = vec![edge.event.clone()];
            let mut styles = vec![edge.style];
            let mut part = Edge::default();
            for &other in &parts[1..] {
                self.document.edge(other, &mut part);
                edge.weight += part.weight;
                names.push(part.event.clone());
                styles.push(part.style);
            }
            styles.sort_unstable();
            styles.dedup();
            let kinds: Vec<&str> = styles.iter().map(|&style| &*self.head.events[style].name).collect();
            edge.event = name(&names, &kinds);
            if styles.len() > 1 {
                edge.style = self.head.events.len() - 1;
                edge.look = palette::SEVERAL;
            }
            let (weight, total) = (edge.weight, edge.total);
            edge.weigh(weight, total);
            let cells: Vec<Content> = edge.cells.as_slice().to_vec();
            edge.cells.clear();
            for (cell, column) in cells.into_iter().zip(&self.document.head().edge_columns) {
                edge.cells.put(match &*column.name {
                    WEIGHT => Content::Text(format!("{weight}/{total}")),
                    _ => cell,
                });
            }
        }
        edge.cells.put(Content::Integer(i32::try_from(parts.len()).unwrap_or(i32::MAX)));
    }

    fn reach_bounds(&self) -> (f64, f64) {
        self.document.reach_bounds()
    }
}
