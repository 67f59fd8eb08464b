//! The number of states that can follow each of several starts.
//!
//! A node has a set of reachable score vectors for each mover: its sets. The sets follow from the sets of the nodes before it and
//! the events between them. Equal sets have one identifier. A table maps each list of events, with the identifiers of the sets
//! before them, to the identifier of the sets after them, so a known list costs one look-up. Games that contain each other have
//! few different sets.
//!
//! The order is that of a forward sweep, but every start has its own walk. A look-up took 78 ns a node and the cheapest sweep
//! 189 ns (Memory with 150 pairs, debug build), so the walks are not sweeps.

use crate::evaluate::counts::Counts;
use crate::evaluate::recurrence::ScoredPath;
use crate::evaluate::row::{AdditionPlans, Factor, Row, Score, Term};
use crate::game::{Points, Seat};
use crate::model::csr::Csr;
use crate::model::score::offset;
use crate::model::{Error, Job, Model, Progress};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The identifier of the sets of a node, one set for each mover.
type SetsId = u32;

/// The identifier of a node that cannot be reached.
const UNREACHED: SetsId = SetsId::MAX;

/// An event that leads to a node: the sets of the node before, the points, and the change of turn. An event is one word, which
/// is fast to hash and to compare: 32 bits for the sets, 24 for the points and 8 for the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SetsEvent(u64);

impl SetsEvent {
    fn new(sets: SetsId, points: Points, passes: Seat) -> Self {
        Self(u64::from(sets) << 32 | u64::from((points << 8) as u32) | u64::from(passes))
    }

    fn sets(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn points(self) -> Points {
        self.0 as Points >> 8
    }

    fn passes(self) -> Seat {
        self.0 as Seat
    }
}

/// Counts the states that can follow nodes of a graph without cycles.
pub(crate) struct StateCounter<'a, const K: usize> {
    graph: &'a Model,
    job: &'a Job<'a>,
    rounds: Csr,
    incoming: Csr,
    /// The index of the layer of each node.
    layers: Vec<u32>,
    plans: AdditionPlans<K>,
    /// The sets by identifier: the reachable scores for each mover, if there are any.
    rows: Vec<Vec<Option<Row<K>>>>,
    /// The total number of score vectors in the sets, by identifier.
    states: Vec<u64>,
    by_rows: HashMap<Vec<Option<u32>>, SetsId, RandomState>,
    by_events: HashMap<Vec<SetsEvent>, SetsId, RandomState>,
    /// The sets at the start.
    start: SetsId,
    /// The sets of each node from the current start.
    nodes: Vec<SetsId>,
}

impl<'a, const K: usize> StateCounter<'a, K> {
    /// Creates a counter. The seats have `scores` at every start, the mover's first.
    pub(crate) fn new(graph: &'a Model, scores: &[Points], job: &'a Job<'a>) -> Self {
        let plans = AdditionPlans::new(graph.seats());
        let mut first = vec![None; graph.seats().into()];
        first[0] = Some(Row::start(scores, offset(graph, scores), &plans));
        let mut layers = vec![0; graph.node_count()];
        for ((_, nodes), place) in graph.layers().iter().zip(0..) {
            layers[nodes.clone()].fill(place);
        }
        let mut counter = Self {
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
            nodes: vec![UNREACHED; graph.node_count()],
        };
        counter.start = counter.insert(first);
        counter
    }

    /// Counts the states that can follow a node.
    ///
    /// Cost: one look-up for each node that follows; the length of a key is the number of edges to the node.
    pub(crate) fn count(&mut self, start: usize) -> Result<Counts, Error> {
        self.nodes[start] = self.start;
        let counts = self.count_from(start);
        self.nodes.fill(UNREACHED);
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
                    self.nodes[node] = self.sets_after(&events)?;
                }
                let states = self.states[self.nodes[node] as usize];
                counts.states += states;
                counts.transitions += states * graph.edges_of(node).len() as u64;
                counts.ends += if graph.is_end(node) { states } else { 0 };
                layers[self.layers[node] as usize] += states;
            }
            self.job.tick(Progress { layer: round as u32, states: counts.states })?;
        }
        let layers = graph.layers().iter().map(|(layer, _)| *layer).zip(layers);
        counts.layers = layers.filter(|(_, states)| *states > 0).collect();
        Ok(counts)
    }

    /// Collects the distinct events that lead to a node from reached nodes.
    fn events(&self, node: usize, events: &mut Vec<SetsEvent>) {
        events.clear();
        for edge in self.incoming.get(node).iter().map(|&edge| edge as usize) {
            let sets = self.nodes[self.graph.source(edge)];
            if sets != UNREACHED {
                let kind = self.graph.edge_kind(edge);
                events.push(SetsEvent::new(sets, kind.points, kind.turn_offset));
            }
        }
        events.sort_unstable();
        events.dedup();
    }

    /// Returns the identifier of the sets to which events lead.
    fn sets_after(&mut self, events: &[SetsEvent]) -> Result<SetsId, Error> {
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
                row.check_after(&ScoredPath { rotation: 0, scored: [(before, points), (0, 0)] })?;
                let shift = Score::one(before, points);
                terms.push(Term { row, rotation: 0, shift, points, factor: Factor::Word(1) });
            }
            rows.push((!terms.is_empty()).then(|| Row::support(terms.into_iter(), &self.plans)));
        }
        let sets = self.insert(rows);
        self.by_events.insert(events.to_vec(), sets);
        Ok(sets)
    }

    /// Adds sets, and returns their identifier.
    fn insert(&mut self, rows: Vec<Option<Row<K>>>) -> SetsId {
        let score_sets = rows.iter().map(|row| row.as_ref().map(Row::score_set_id)).collect();
        *self.by_rows.entry(score_sets).or_insert_with(|| {
            self.states.push(rows.iter().flatten().map(|row| row.len() as u64).sum());
            self.rows.push(rows);
            SetsId::try_from(self.rows.len() - 1).expect("fewer sets than nodes")
        })
    }
}
