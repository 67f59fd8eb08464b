//! The scores that play can come to from several starts, without probabilities.
//!
//! A node has a set of score vectors for each mover. The sets of a node follow from the sets of the nodes before it and from
//! the events between them. Sets that are equal have one number, and so have equal lists of sets and events: from the second
//! time on, a list costs one look into a table. Games that contain one another have few different sets.

use crate::evaluate::counts::Counts;
use crate::evaluate::row::{Factor, Plans, Row, Score, Term};
use crate::game::{Points, Seat};
use crate::model::lists::Lists;
use crate::model::{Error, Job, Model, Progress};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The number of a node's sets: one for each mover.
type Sets = u32;

/// Stands for a node to which play does not come.
const NOWHERE: Sets = Sets::MAX;

/// An event from a node before: the sets of that node, the points, and the seats by which the turn passes on. It is one
/// word, so that a list of events is hashed and compared as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Event(u64);

impl Event {
    fn new(sets: Sets, points: Points, passes: Seat) -> Self {
        Self(u64::from(sets) << 32 | u64::from(points) << 16 | u64::from(passes))
    }

    fn sets(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn points(self) -> Points {
        (self.0 >> 16) as Points
    }

    fn passes(self) -> Seat {
        self.0 as Seat
    }
}

/// The counts of the states that can follow from several nodes of a graph without cycles.
pub(crate) struct Supports<'a, const K: usize> {
    graph: &'a Model,
    job: &'a Job<'a>,
    rounds: Lists,
    incoming: Lists,
    /// By node, the place of its layer among all layers.
    layers: Vec<u32>,
    plans: Plans<K>,
    /// The sets by their number: for each mover the scores, if play comes there.
    rows: Vec<Vec<Option<Row<K>>>>,
    /// The score vectors in all sets of a number together.
    states: Vec<u64>,
    by_rows: HashMap<Vec<Option<u32>>, Sets, RandomState>,
    by_events: HashMap<Vec<Event>, Sets, RandomState>,
    /// The sets at the start.
    start: Sets,
    /// By node, the sets from the start at work.
    nodes: Vec<Sets>,
}

impl<'a, const K: usize> Supports<'a, K> {
    /// Nothing is counted yet. The seats have `scores` at every start, the first to move first.
    pub(crate) fn new(graph: &'a Model, scores: &[Points], job: &'a Job<'a>) -> Self {
        let plans = Plans::new(graph.seats());
        let most = scores.iter().map(|&points| u32::from(points)).sum();
        let mut first = vec![None; graph.seats().into()];
        first[0] = Some(Row::unit(Score::new(scores), most, &plans));
        let mut layers = vec![0; graph.node_count()];
        for ((_, nodes), place) in graph.layers().iter().zip(0..) {
            layers[nodes.clone()].fill(place);
        }
        let mut supports = Self {
            graph,
            job,
            rounds: graph.by_ply(),
            incoming: graph.incoming(),
            layers,
            plans,
            rows: Vec::new(),
            states: Vec::new(),
            by_rows: HashMap::default(),
            by_events: HashMap::default(),
            start: 0,
            nodes: vec![NOWHERE; graph.node_count()],
        };
        supports.start = supports.number(first);
        supports
    }

    /// Counts the states that can follow from a node.
    ///
    /// Cost: one look into a table for each node that follows, of as many words as edges lead there.
    pub(crate) fn count(&mut self, start: usize) -> Result<Counts, Error> {
        self.nodes[start] = self.start;
        let counts = self.count_from(start);
        self.nodes.fill(NOWHERE);
        counts
    }

    fn count_from(&mut self, start: usize) -> Result<Counts, Error> {
        let (graph, mut events) = (self.graph, Vec::new());
        let (mut counts, mut layers) = (Counts::default(), vec![0; graph.layers().len()]);
        for round in graph.ply(start) as usize..self.rounds.len() {
            for place in 0..self.rounds.get(round).len() {
                let node = self.rounds.get(round)[place] as usize;
                if node != start {
                    self.events(node, &mut events);
                    if events.is_empty() {
                        continue;
                    }
                    self.nodes[node] = self.sets(&events)?;
                }
                let states = self.states[self.nodes[node] as usize];
                counts.states += states;
                counts.transitions += states * graph.edges_of(node).len() as u64;
                counts.ends += if graph.is_end(node) { states } else { 0 };
                layers[self.layers[node] as usize] += states;
            }
            self.look(round, counts.states)?;
        }
        let layers = graph.layers().iter().map(|(layer, _)| *layer).zip(layers);
        counts.layers = layers.filter(|(_, states)| *states > 0).collect();
        Ok(counts)
    }

    /// Looks at the limits.
    fn look(&self, round: usize, states: u64) -> Result<(), Error> {
        self.job.tick(Progress { layer: round as u32, states })
    }

    /// Collects the events that lead to a node from nodes to which play comes, each once.
    fn events(&self, node: usize, events: &mut Vec<Event>) {
        events.clear();
        for edge in self.incoming.get(node).iter().map(|&edge| edge as usize) {
            let sets = self.nodes[self.graph.source(edge)];
            if sets != NOWHERE {
                let kind = self.graph.kind(edge);
                events.push(Event::new(sets, kind.points, kind.passes));
            }
        }
        events.sort_unstable();
        events.dedup();
    }

    /// Returns the sets to which events lead.
    fn sets(&mut self, events: &[Event]) -> Result<Sets, Error> {
        if let Some(&sets) = self.by_events.get(events) {
            return Ok(sets);
        }
        let seats = self.graph.seats();
        let mut rows = Vec::new();
        for mover in 0..seats {
            let mut terms: Vec<Term<'_, K>> = Vec::new();
            for &event in events {
                let (before, points) = ((mover + seats - event.passes()) % seats, event.points());
                let Some(row) = &self.rows[event.sets()][usize::from(before)] else { continue };
                row.most_after(points).ok_or(Error::PointsOverflow)?;
                let shift = Score::one(before, points);
                terms.push(Term { row, turned: 0, shift, points, factor: Factor::Word(1) });
            }
            rows.push((!terms.is_empty()).then(|| Row::support(&terms, &self.plans)));
        }
        let sets = self.number(rows);
        self.by_events.insert(events.to_vec(), sets);
        Ok(sets)
    }

    /// Returns the number of sets.
    fn number(&mut self, rows: Vec<Option<Row<K>>>) -> Sets {
        let shapes = rows.iter().map(|row| row.as_ref().map(Row::shape_id)).collect();
        *self.by_rows.entry(shapes).or_insert_with(|| {
            self.states.push(rows.iter().flatten().map(|row| row.len() as u64).sum());
            self.rows.push(rows);
            Sets::try_from(self.rows.len() - 1).expect("fewer sets than nodes")
        })
    }
}
