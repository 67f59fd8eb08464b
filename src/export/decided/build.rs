//! Builds the document of a game with decisions: the edges between its nodes, and the probability of reaching each
//! node.

use super::figures::Figures;
use super::met::Places;
use super::reached::Reached;
use super::{Decided, NodeKind};
use crate::evaluate::{Chain, Wanted, expected_visits};
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::model::lists::Lists;
use crate::model::{Error, Job, Progress, components_of_steps};
use std::ops::Range;

/// A line that is a decision, in a list of edges.
const DECISION: u32 = u32::MAX;

/// Tells when it is time to look at the limits again.
pub(super) struct Pace(pub(super) usize);

impl Pace {
    /// Nodes and edges between two looks.
    const WORK: usize = 1 << 12;

    /// Returns `true` if so much work in all is enough for another look.
    pub(super) fn is_due(&mut self, work: usize) -> bool {
        let due = work >= self.0;
        if due {
            self.0 = work + Self::WORK;
        }
        due
    }
}

/// The nodes of the document: positions by their number in the graph, each followed by the actions that are shown.
#[derive(Default)]
pub(super) struct Items {
    /// The node of the graph that each belongs to.
    pub(super) nodes: Vec<u32>,
    pub(super) movers: Vec<Seat>,
    what: Vec<u32>,
    /// The places of the values of each, the mover's first, and behind those of an action its difference against the best.
    pub(super) values_at: Vec<u64>,
    pub(super) values: Figures,
    /// The places of the reach of each, and behind it the visits, if play can come back.
    pub(super) reach_at: Vec<u64>,
    pub(super) reach: Figures,
}

/// The edges of the document.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) targets: Lists,
    pub(super) sources: Vec<u32>,
    /// The edge of the graph that each is, or [`DECISION`].
    edges: Vec<u32>,
}

impl Lines {
    fn push(&mut self, lines: impl Iterator<Item = (usize, u32)> + Clone) {
        let source = (self.targets.len()) as u32;
        self.targets.push(lines.clone().map(|(target, _)| target));
        self.edges.extend(lines.map(|(_, edge)| edge));
        self.sources.resize(self.edges.len(), source);
    }

    /// The number of edges.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// The edge of the graph; `None` for a decision.
    pub(super) fn edge(&self, line: usize) -> Option<usize> {
        Some(self.edges[line]).filter(|&edge| edge != DECISION).map(|edge| edge as usize)
    }

    /// The item to which an edge leads.
    pub(super) fn target(&self, line: usize) -> usize {
        self.targets.all()[line] as usize
    }

    fn bytes(&self) -> u64 {
        self.targets.bytes() + (size_of_val(&self.sources[..]) + size_of_val(&self.edges[..])) as u64
    }
}

impl Items {
    pub(super) fn new(exact: bool) -> Self {
        Self { values: Figures::new(exact), reach: Figures::new(exact), ..Self::default() }
    }

    /// Returns the kind of a node.
    pub(super) fn what(&self, at: usize) -> NodeKind {
        NodeKind::of(self.what[at])
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn push(&mut self, node: usize, mover: Seat, what: NodeKind, values_at: u64) {
        self.nodes.push(node as u32);
        self.movers.push(mover);
        self.what.push(what.packed());
        self.values_at.push(values_at);
    }

    fn bytes(&self) -> u64 {
        let each = size_of::<u32>() + size_of::<Seat>() + size_of::<u32>() + 2 * size_of::<u64>();
        (self.len() * each) as u64 + self.values.bytes() + self.reach.bytes()
    }
}

impl Decided<'_> {
    /// The bytes that the document holds, the graph included.
    pub fn bytes(&self) -> u64 {
        self.terms.bytes + self.items.bytes() + self.lines.bytes()
    }

    /// Checks the limits before `bytes` are allocated.
    pub(super) fn look(&self, job: &Job<'_>, node: usize, bytes: u64) -> Result<(), Error> {
        let states = self.graph().node_count() as u64;
        job.reserve(bytes, Progress { layer: self.graph().layer(node), states })
    }

    /// The edges of a node that belong to an action, or to chance.
    pub(super) fn choice(&self, node: usize, action: Option<u32>) -> Range<usize> {
        let edges = self.graph().edges_of(node);
        let place = |edge: usize| self.terms.actions[self.graph().label(edge)];
        let find = |before: &dyn Fn(Option<u32>) -> bool| {
            let (mut low, mut high) = (edges.start, edges.end);
            while low < high {
                let middle = low + (high - low) / 2;
                if before(place(middle)) { low = middle + 1 } else { high = middle }
            }
            low
        };
        find(&|other| other < action)..find(&|other| other <= action)
    }

    /// Draws the edges; `places` says where the item of each position is.
    pub(super) fn connect(&mut self, places: &Places, job: &Job<'_>) -> Result<(), Error> {
        let mut lines = Lines::default();
        let mut pace = Pace(0);
        for at in 0..self.items.len() {
            let node = self.items.nodes[at] as usize;
            if pace.is_due(at + lines.len()) {
                self.look(job, node, 0)?;
            }
            let mover = self.items.movers[at];
            let steps = |edges: Range<usize>| {
                edges.map(|edge| (places.at(self.step(edge, mover).0) as usize, edge as u32))
            };
            match self.items.what(at) {
                NodeKind::Cut | NodeKind::End(_) => lines.push(std::iter::empty()),
                NodeKind::Action(action, _) => lines.push(steps(self.choice(node, Some(action)))),
                NodeKind::Position => {
                    let actions = (at + 1..self.items.len()).take_while(|&next| self.is_action(next));
                    match actions.count() {
                        0 => lines.push(steps(self.choice(node, None))),
                        shown => lines.push((at + 1..=at + shown).map(|target| (target, DECISION))),
                    }
                }
            }
        }
        self.lines = lines;
        Ok(())
    }

    /// The probability of ever coming to each item under the policy, and how often play is there.
    pub(super) fn visit(&mut self, job: &Job<'_>) -> Result<(), Error> {
        let count = self.items.len();
        // Each part after all that it leads to.
        let order = if self.graph().is_acyclic() {
            let plies = (0..count).map(|place| (self.ply(place) as usize, place));
            let deepest = plies.clone().map(|(ply, _)| ply).max().unwrap_or(0);
            let rows = Lists::new(deepest + 1, plies);
            rows.all().iter().rev().fold(Lists::default(), |mut parts, &place| {
                parts.push(std::iter::once(place as usize));
                parts
            })
        } else {
            let steps = (0..self.lines.len()).filter(|&line| self.is_possible(line));
            let steps = steps.map(|line| (self.lines.sources[line] as usize, self.lines.target(line)));
            let (components, least) = components_of_steps(count, steps);
            self.cyclic = least.is_some();
            components
        };
        let node = |place: usize| self.items.nodes[place] as usize;
        let chain = Chain {
            components: &order,
            start: self.start,
            steps: &|place, found| {
                for line in self.lines.targets.places(place).filter(|&line| self.is_possible(line)) {
                    found(self.lines.target(line), self.share(line));
                }
            },
            name: &|place| self.graph().name(node(place)),
            look: &|place, bytes| self.look(job, node(place), bytes),
        };
        let mut reached = Reached::new(count, self.cyclic, self.about.exact);
        expected_visits(&chain, Wanted::Ever, &mut reached, job)?;
        (self.items.reach, self.items.reach_at) = reached.into_parts();
        Ok(())
    }

    /// Returns `true` if an edge has a probability that is not 0.
    fn is_possible(&self, line: usize) -> bool {
        self.lines.edge(line).is_some() || self.is_taken(self.lines.target(line))
    }

    /// The probability of an edge under the policy.
    pub(super) fn share(&self, line: usize) -> Rational {
        match self.lines.edge(line) {
            Some(edge) => {
                let (weight, total) = self.graph().weight(edge);
                exact::ratio(weight, total)
            }
            None if self.is_taken(self.lines.target(line)) => exact::one(),
            None => exact::zero(),
        }
    }
}
