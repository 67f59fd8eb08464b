//! The sweep: computes a recurrence on a model that is held in memory, round by round.
//!
//! A round holds the nodes of one ply; their neighbours are in earlier rounds. The sweep converts the factors of a round to a
//! common denominator, distributes the nodes among threads, checks the limits, and drops values after their last use.

mod adjacency;
mod round;

pub(crate) use crate::evaluate::sweep::adjacency::Adjacency;
pub use crate::evaluate::sweep::adjacency::SweepDirection;

use crate::evaluate::checkpoint::{fingerprint, read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::denominators::{CommonDenominator, DenominatorTable, EdgeShare};
use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, NodeTurn, Recurrence, ScoredPath};
use crate::evaluate::rounds::{RoundOrder, Rounds, run_rounds};
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{Reference, Storage};
use crate::evaluate::sweep::round::{CHUNK, OpenRound};
use crate::exact::Natural;
use crate::game::Seat;
use crate::model::memory_usage::keep_freed_arrays;
use crate::model::{Error, Job, Model, Progress};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// A sweep of a model, with the values that are still needed.
pub(crate) struct Sweep<'a, R: Recurrence> {
    pub(crate) model: &'a Model,
    pub(crate) job: &'a Job<'a>,
    pub(crate) recurrence: R,
    pub(crate) adjacency: Adjacency<'a>,
    /// The node at which a forward sweep starts, and its first mover.
    start: NodeTurn,
    /// The number of places of a node: one for each mover in a forward sweep whose values depend on the mover, else 1.
    turns: Seat,
    pub(crate) values: R::Storage,
    pub(crate) denominators: DenominatorTable,
    /// The counts so far, with an entry for each layer. In the backward direction, contracted nodes are not counted.
    pub(crate) counts: Counts,
    /// The estimated cost of the values, in multiplications of limbs.
    pub(crate) cost: u64,
    /// The greatest number of limbs of a number.
    pub(crate) width: u64,
    open: OpenRound,
    /// The number of nodes that are computed at once.
    at_once: usize,
}

/// Called with the nodes of a complete round, without contracted nodes.
pub(crate) type RoundVisitor<'v, 'a, R> = &'v mut dyn FnMut(&Sweep<'a, R>, &[u32]);

/// Adds the value of a node to a tally.
pub(crate) type NodeVisitor<'v, 'a, R, T> = &'v dyn Fn(&mut T, &Sweep<'a, R>, usize);

impl<'a, R: Recurrence> Sweep<'a, R> {
    /// Creates a sweep. `start_and_kept` has the node at which a forward sweep starts, and the nodes whose values are kept to the
    /// end.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub(crate) fn new(
        adjacency: Adjacency<'a>,
        recurrence: R,
        start_and_kept: (usize, impl Iterator<Item = usize>),
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let (model, turns) = (adjacency.model, Self::turns(&adjacency).into());
        job.reserve(R::Storage::empty_bytes(model, turns), Progress::default())?;
        let values = R::Storage::empty(model, turns, recurrence.each());
        Ok(Self::with_values(adjacency, recurrence, values, start_and_kept, job))
    }

    /// Creates a sweep with an empty storage. It does not check the limits.
    pub(crate) fn with_values(
        adjacency: Adjacency<'a>,
        recurrence: R,
        mut values: R::Storage,
        (start, kept): (usize, impl Iterator<Item = usize>),
        job: &'a Job<'a>,
    ) -> Self {
        let model = adjacency.model;
        for node in (0..model.node_count()).filter(|&node| !adjacency.is_contracted(node)) {
            let user = Some(model.ply(node));
            adjacency.edges(node).for_each(|edge| values.retain(adjacency.source(edge).0, user));
        }
        kept.for_each(|node| values.retain(node, None));
        let turns = Self::turns(&adjacency);
        keep_freed_arrays();
        Self {
            model,
            job,
            recurrence,
            adjacency,
            start: (start, 0),
            turns,
            values,
            denominators: DenominatorTable::default(),
            counts: Counts::by_layer(model),
            cost: 0,
            width: 0,
            open: OpenRound::default(),
            at_once: CHUNK,
        }
    }

    /// Returns the number of places of a node.
    fn turns(adjacency: &Adjacency<'_>) -> Seat {
        let forward = adjacency.direction == SweepDirection::Forward;
        if R::HAS_SCORES && forward { adjacency.model.seats() } else { 1 }
    }

    /// Returns the value of a place, if it is stored.
    pub(crate) fn get(&self, place: NodeTurn) -> Option<Reference<'_, R>> {
        self.values.get(place)
    }

    /// Returns the stored values of a node with their movers.
    pub(crate) fn values_of(&self, node: usize) -> impl Iterator<Item = (Seat, Reference<'_, R>)> {
        (0..self.turns).filter_map(move |mover| Some((mover, self.values.get((node, mover))?)))
    }

    /// Calls `f` with each stored value on which a node depends.
    pub(crate) fn sources(&self, node: usize, f: &mut impl FnMut(Reference<'_, R>)) {
        for edge in self.adjacency.edges(node) {
            self.values_of(self.adjacency.source(edge).0).for_each(|(_, value)| f(value));
        }
    }

    /// Returns the share of an edge, or of two edges with a contracted node between them.
    #[inline]
    fn share(&self, edge: usize) -> EdgeShare {
        let (from, second) = self.adjacency.source(edge);
        let denominator = self.values.denominator(from);
        let (weight, total) = self.model.share(edge);
        let Some(second) = second else { return EdgeShare { weight, total, denominator } };
        let (own, all) = self.model.share(second);
        EdgeShare { weight: weight * own, total: total * all, denominator }
    }

    /// Returns the seat of the neighbour's place, and the points along an edge to a place with the mover `mover`.
    #[inline]
    fn path(&self, edge: usize, second: Option<usize>, mover: Seat) -> (Seat, ScoredPath) {
        let (seats, forward) = (self.model.seats(), self.adjacency.direction == SweepDirection::Forward);
        let (mut seat, mut path) = (mover, ScoredPath::default());
        for (scored, edge) in path.scored.iter_mut().zip([Some(edge), second].into_iter().flatten()) {
            let kind = self.model.edge_kind(edge);
            if forward {
                seat = (seat + seats - kind.turn_offset) % seats;
            }
            *scored = (seat, kind.points);
            if !forward {
                seat = (seat + kind.turn_offset) % seats;
            }
        }
        if forward {
            return (seat, path);
        }
        (0, ScoredPath { rotation: seat, ..path })
    }

    /// Returns the term of an edge to a place, if the neighbour has a value.
    #[inline]
    pub(crate) fn term(
        &self,
        edge: usize,
        mover: Seat,
        common: &CommonDenominator,
    ) -> Option<Neighbor<'_, R>> {
        if self.adjacency.is_open(edge) {
            return None;
        }
        let (from, second) = self.adjacency.source(edge);
        let (seat, path) = if R::HAS_SCORES { self.path(edge, second, mover) } else { Default::default() };
        let value = self.values.get((from, seat))?;
        let (mut share, mut whole) = ((1, 1), Factor::Word(1));
        match R::FACTORS {
            Factors::Own => {}
            Factors::Share => share = self.model.weight(edge),
            Factors::Whole if !self.recurrence.has_denominators() => {}
            Factors::Whole => whole = common.factor(self.share(edge)),
        }
        Some(Neighbor {
            value,
            factor: self.recurrence.factor(ModelEdge { number: edge, share, whole }),
            path,
        })
    }

    /// Returns whether the value of a place is a boundary value.
    #[inline]
    fn is_boundary(&self, place: NodeTurn) -> bool {
        match self.adjacency.direction {
            SweepDirection::Forward => place == self.start,
            SweepDirection::Backward => self.model.edges_of(place.0).is_empty(),
        }
    }

    /// Returns the denominator of the value of a node, contracted or not.
    pub(crate) fn denominator(&self, node: usize) -> &Natural {
        let edge = self.adjacency.contracted_edge(node);
        let own = edge.map_or(node, |edge| self.adjacency.neighbor(edge));
        self.denominators.get(self.values.denominator(own))
    }

    /// Returns the estimated number of bytes that the sweep takes, without the model.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.bytes() + self.recurrence.shared_bytes() + self.adjacency.bytes()
    }

    /// Computes all rounds in the direction of the sweep.
    ///
    /// # Errors
    /// As [`Self::round`].
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        let rounds = self.model.by_ply();
        for done in 0..rounds.len() {
            let next = self.adjacency.direction.round(done, rounds.len());
            self.round(rounds.get(next), &mut |_, _| ())?;
        }
        Ok(())
    }

    /// Computes all rounds, and adds each value to a tally before it is dropped. The work is saved as `name`, and `parameters`
    /// must match on resume.
    ///
    /// # Errors
    /// As [`Self::round`], or if work cannot be saved or read.
    pub(crate) fn run_saved<T: Serialize + DeserializeOwned>(
        &mut self,
        name: &[u8; 8],
        parameters: &[u64],
        (tally, visit): (T, NodeVisitor<'_, 'a, R, T>),
    ) -> Result<T, Error> {
        let (model, job) = (self.model, self.job);
        job.reserve((model.node_count() * size_of::<u32>()) as u64, Progress::default())?;
        let fingerprint = || {
            let head = [u64::from_le_bytes(*name), fingerprint(model), parameters.len() as u64];
            head.into_iter().chain(parameters.iter().copied()).collect()
        };
        let order = match self.adjacency.direction {
            SweepDirection::Forward => RoundOrder::FirstToLast,
            SweepDirection::Backward => RoundOrder::LastToFirst,
        };
        let mut work = TalliedSweep { sweep: self, tally, visit };
        run_rounds(&model.by_ply(), order, &fingerprint, &mut work, job)?;
        Ok(work.tally)
    }

    /// Writes the counts and the values.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(&self.counts, self.cost, self.width, &self.denominators))?;
        save_value(out, &(self.open.done, self.open.cost, self.at_once))?;
        self.recurrence.write_shared(out)?;
        self.values.write(out)
    }

    /// Reads the state that was saved after the rounds of the nodes `done`.
    pub(crate) fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        (self.counts, self.cost, self.width, self.denominators) = read_value(input)?;
        (self.open.done, self.open.cost, self.at_once) = read_value(input)?;
        self.recurrence.read_shared(input)?;
        let (contracted, own) = self.adjacency.split(done);
        contracted.iter().for_each(|&node| self.adjacency.set_done(node as usize));
        let Self { adjacency, recurrence, values, .. } = self;
        let edges = own.iter().flat_map(|&node| adjacency.edges(node as usize));
        let mut used = edges.map(|edge| adjacency.source(edge).0);
        values.read(input, &|value| recurrence.interned(value), &mut used, self.job)
    }
}

/// A sweep and the tally of its values.
struct TalliedSweep<'s, 'a, R: Recurrence, T> {
    sweep: &'s mut Sweep<'a, R>,
    tally: T,
    visit: NodeVisitor<'s, 'a, R, T>,
}

impl<R: Recurrence, T: Serialize + DeserializeOwned> Rounds for TalliedSweep<'_, '_, R, T> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { sweep, tally, visit } = self;
        let is_complete = sweep.advance(nodes, &mut |sweep, nodes| {
            nodes.iter().for_each(|&node| visit(tally, sweep, node as usize));
        })?;
        sweep.job.monitor.value_bytes(sweep.bytes());
        Ok(is_complete)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.tally)?;
        self.sweep.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        self.tally = read_value(input)?;
        self.sweep.read(input, done)
    }
}
