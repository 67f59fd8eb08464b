//! The number of states that can follow each of several starts, in one forward sweep.
//!
//! A node has, for each start from which it can be reached, a set of reachable score vectors for each mover: its sets. The sets
//! follow from the sets of the nodes before it and the events between them. Equal sets have one identifier, and the value of a
//! node is a list of identifiers. A table maps each list of events, with the identifiers of the sets before them, to the identifier
//! of the sets after them. Games that contain each other have few different sets, so nearly every list is known.

use crate::evaluate::bidirectional::score_parameters;
use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::recurrence::{ModelEdge, Neighbor, Recurrence, ScoredPath};
use crate::evaluate::row::{AdditionPlans, Factor, Row, Score, Term};
use crate::evaluate::storage::Slots;
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::game::{Points, Seat};
use crate::model::order::places;
use crate::model::score::offset;
use crate::model::{Error, Job, Model, of_width};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::iter;
use std::sync::{Mutex, MutexGuard};

/// The identifier of the sets of a node, one set for each mover.
type SetsId = u32;

/// The identifier for a start from which a node cannot be reached.
const UNREACHED: SetsId = SetsId::MAX;

/// An event that leads to a node: the sets of the node before, the points, and the change of turn. An event is one word, which
/// is fast to hash and to compare: 32 bits for the sets, 24 for the points and 8 for the turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SetsEvent(u64);

impl SetsEvent {
    /// Creates an event without the sets of the node before.
    fn new(points: Points, turn_offset: Seat) -> Self {
        Self(u64::from((points << 8) as u32) | u64::from(turn_offset))
    }

    /// Returns the event after these sets.
    fn after(self, sets: SetsId) -> Self {
        Self(u64::from(sets) << 32 | self.0)
    }

    fn sets(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn points(self) -> Points {
        self.0 as Points >> 8
    }

    fn turn_offset(self) -> Seat {
        self.0 as Seat
    }
}

/// Counts the states that can follow each of `starts`, nodes of a graph without cycles, at which the seats have `scores`, the
/// mover's first. The work can be saved.
///
/// Cost: one look-up for each node and each start from which it can be reached; the length of a key is the number of edges to
/// the node.
pub(crate) fn count_states(
    model: &Model,
    starts: &[usize],
    scores: &[Points],
    job: &Job<'_>,
) -> Result<Vec<Counts>, Error> {
    let rows: Box<dyn ScoreSets> = of_width!(model.seats(), K => Box::new(RowTable::<K>::new(model, scores)));
    let table = Mutex::new(SetsTable { by_events: HashMap::default(), bytes: 0, rows });
    // A node can be reached only from starts of earlier plies, so its list has few gaps.
    let by_ply = |one: usize, other: usize| model.ply(starts[one]).cmp(&model.ply(starts[other]));
    let order: Vec<usize> = places(starts.len(), &by_ply).into_iter().map(|start| start as usize).collect();
    let mut is_start = vec![false; model.node_count()];
    starts.iter().for_each(|&start| is_start[start] = true);
    let add = |all: &mut Vec<Counts>, sweep: &Sweep<'_, ReachableSets<'_>>, node: usize| {
        let (table, value) = (lock(&table), sweep.get((node, 0)).into_iter().flatten());
        let layer = model.layers().partition_point(|(_, nodes)| nodes.end <= node);
        for (&start, &sets) in order.iter().zip(value).filter(|&(_, &sets)| sets != UNREACHED) {
            all[start].add(model, node, layer, table.rows.states(sets));
        }
    };
    let parameters: Vec<u64> =
        score_parameters(model, scores).chain(starts.iter().map(|&start| start as u64)).collect();
    let starts = order.iter().map(|&start| starts[start]).collect();
    let sets = ReachableSets { model, starts, is_start, table: &table };
    let adjacency = Adjacency::reserved(model, SweepDirection::Forward, job)?;
    let mut sweep = Sweep::new(adjacency, sets, (model.start(), iter::empty()), job)?;
    let all = vec![Counts::by_layer(model); order.len()];
    let all = sweep.run_saved(b"reaching", &parameters, (all, &add))?;
    Ok(all.into_iter().map(Counts::of_reached_layers).collect())
}

/// The recurrence of the sets by start, up to the last start from which a node can be reached.
struct ReachableSets<'a> {
    model: &'a Model,
    starts: Vec<usize>,
    is_start: Vec<bool>,
    table: &'a Mutex<SetsTable>,
}

fn lock(table: &Mutex<SetsTable>) -> MutexGuard<'_, SetsTable> {
    table.lock().expect("no thread panics while it holds the table")
}

impl Recurrence for ReachableSets<'_> {
    type Value = Vec<SetsId>;
    type Storage = Slots<Vec<SetsId>>;
    type Factor = SetsEvent;

    /// Threads would wait for the table.
    const WORTH_SHARING: u64 = u64::MAX;

    fn boundary(&self, node: usize) -> Vec<SetsId> {
        let last =
            if self.is_start[node] { self.starts.iter().rposition(|&start| start == node) } else { None };
        let starts = &self.starts[..last.map_or(0, |last| last + 1)];
        starts.iter().map(|&start| if start == node { START } else { UNREACHED }).collect()
    }

    fn factor(&self, edge: ModelEdge) -> SetsEvent {
        let kind = self.model.edge_kind(edge.number);
        SetsEvent::new(kind.points, kind.turn_offset)
    }

    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<Vec<SetsId>, Error> {
        let (mut table, mut sets, mut events) = (lock(self.table), self.boundary(node), Vec::new());
        let reached = terms.iter().map(|term| term.value.len()).max().unwrap_or(0);
        sets.resize(reached.max(sets.len()), UNREACHED);
        for (start, sets) in sets[..reached].iter_mut().enumerate() {
            events.clear();
            for term in terms {
                let before = term.value.get(start).filter(|&&sets| sets != UNREACHED);
                events.extend(before.map(|&sets| term.factor.after(sets)));
            }
            if !events.is_empty() {
                events.sort_unstable();
                events.dedup();
                *sets = table.sets_after(&events)?;
            }
        }
        Ok(sets)
    }

    fn shared_bytes(&self) -> u64 {
        let table = lock(self.table);
        table.bytes + table.rows.bytes()
    }

    fn write_shared(&self, out: &mut dyn Write) -> io::Result<()> {
        lock(self.table).rows.write(out)
    }

    /// Reads the sets. Events are looked up again.
    fn read_shared(&self, input: &mut dyn Read) -> io::Result<()> {
        lock(self.table).rows.read(input)
    }
}

/// The sets of a start.
const START: SetsId = 0;

/// The identifiers of the sets by the events that lead to them.
struct SetsTable {
    by_events: HashMap<Vec<SetsEvent>, SetsId, RandomState>,
    /// The bytes of the keys, estimated.
    bytes: u64,
    rows: Box<dyn ScoreSets>,
}

impl SetsTable {
    /// Returns the identifier of the sets to which events lead.
    fn sets_after(&mut self, events: &[SetsEvent]) -> Result<SetsId, Error> {
        if let Some(&sets) = self.by_events.get(events) {
            return Ok(sets);
        }
        let sets = self.rows.sets_after(events)?;
        self.bytes += (size_of_val(events) + size_of::<(Vec<SetsEvent>, SetsId)>()) as u64;
        self.by_events.insert(events.to_vec(), sets);
        Ok(sets)
    }
}

/// All different sets, without the width of score vectors: the sweep is compiled once for all widths.
trait ScoreSets: Send {
    /// Returns the identifier of the sets to which events lead.
    fn sets_after(&mut self, events: &[SetsEvent]) -> Result<SetsId, Error>;

    /// Returns the total number of score vectors in sets.
    fn states(&self, sets: SetsId) -> u64;

    /// Returns the bytes of the score vectors, estimated.
    fn bytes(&self) -> u64;

    /// Writes all sets.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Inserts written sets in their order, so that each keeps its identifier.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// The sets of a node: the reachable scores for each mover, if there are any.
type RowsByMover<const K: usize> = Vec<Option<Row<K>>>;

/// All different sets.
struct RowTable<const K: usize> {
    seats: Seat,
    plans: AdditionPlans<K>,
    /// The sets by identifier.
    rows: Vec<RowsByMover<K>>,
    /// The total number of score vectors in the sets, by identifier.
    states: Vec<u64>,
    by_rows: HashMap<Vec<Option<u32>>, SetsId, RandomState>,
    /// The bytes of the score vectors, estimated.
    bytes: u64,
}

impl<const K: usize> RowTable<K> {
    /// Creates a table with the sets of a start, where the seats have `scores`.
    fn new(model: &Model, scores: &[Points]) -> Self {
        let seats = model.seats();
        let plans = AdditionPlans::new(seats);
        let mut first = vec![None; seats.into()];
        first[0] = Some(Row::start(scores, offset(model, scores), &plans));
        let (rows, states, by_rows) = (Vec::new(), Vec::new(), HashMap::default());
        let mut table = Self { seats, plans, rows, states, by_rows, bytes: 0 };
        table.insert(first);
        table
    }

    /// Adds sets, and returns their identifier.
    fn insert(&mut self, rows: RowsByMover<K>) -> SetsId {
        let score_sets = rows.iter().map(|row| row.as_ref().map(Row::score_set_id)).collect();
        *self.by_rows.entry(score_sets).or_insert_with(|| {
            let states = rows.iter().flatten().map(|row| row.len() as u64).sum();
            self.bytes += states * size_of::<u64>() as u64;
            self.states.push(states);
            self.rows.push(rows);
            SetsId::try_from(self.rows.len() - 1).expect("fewer sets than nodes")
        })
    }
}

impl<const K: usize> ScoreSets for RowTable<K> {
    fn sets_after(&mut self, events: &[SetsEvent]) -> Result<SetsId, Error> {
        let seats = self.seats;
        let mut rows = Vec::new();
        for mover in 0..seats {
            let mut terms: Vec<Term<'_, K>> = Vec::new();
            for &event in events {
                let (before, points) = ((mover + seats - event.turn_offset()) % seats, event.points());
                let Some(row) = &self.rows[event.sets()][usize::from(before)] else { continue };
                row.check_after(&ScoredPath { rotation: 0, scored: [(before, points), (0, 0)] })?;
                let shift = Score::one(before, points);
                terms.push(Term { row, rotation: 0, shift, points, factor: Factor::Word(1) });
            }
            rows.push((!terms.is_empty()).then(|| Row::support(terms.into_iter(), &self.plans)));
        }
        Ok(self.insert(rows))
    }

    fn states(&self, sets: SetsId) -> u64 {
        self.states[sets as usize]
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.rows)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        for rows in read_value::<Vec<RowsByMover<K>>>(input)? {
            let rows = rows.into_iter().map(|row| row.map(|row| row.interned(&self.plans))).collect();
            self.insert(rows);
        }
        Ok(())
    }
}
