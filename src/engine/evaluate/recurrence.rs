//! The recurrence: the value of a node as a function of its neighbours' values.
//!
//! A [`Sweep`](crate::evaluate::sweep::Sweep) or a [`LayerStream`](crate::evaluate::stream::LayerStream) visits the nodes, and a
//! [`Recurrence`] computes the value of each node. A recurrence knows neither limits nor checkpoints nor threads.

use crate::evaluate::row::Factor;
use crate::evaluate::storage::{MemorySize, Reference, Storage};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::{Error, WORTH_SHARING};
use std::io::{self, Read, Write};

/// A node and the seat to move there. The seat is 0 if the value of a node does not depend on it, and in backward sweeps.
pub(crate) type NodeTurn = (usize, Seat);

/// Computes the value of a node from the values of its neighbours: in the forward direction the nodes before it, in the
/// backward direction the nodes after it.
pub trait Recurrence: Sync {
    /// The value of a node.
    type Value: Send + Sync;

    /// The storage for the values that are still needed.
    type Storage: Storage<Value = Self::Value>;

    /// The effect of an edge on a value.
    type Factor;

    /// The input from which the factor of an edge is computed.
    const FACTORS: Factors = Factors::Own;

    /// `true` if a value depends on the seat to move and on scored points.
    const HAS_SCORES: bool = false;

    /// The least number of bytes of neighbours' values for which a round is distributed among threads.
    const WORTH_SHARING: u64 = WORTH_SHARING;

    /// Returns the value of a node at the boundary: the start in the forward direction, an end backward.
    fn boundary(&self, node: usize) -> Self::Value;

    /// Returns the denominator of the boundary value of a node, if it is not 1.
    fn boundary_denominator(&self, _node: usize) -> Option<Natural> {
        None
    }

    /// Returns the factor of an edge. It is never called for a self-loop.
    fn factor(&self, edge: ModelEdge) -> Self::Factor;

    /// Returns the value of any other node. There is at least one term, and terms are in the order of the edges.
    ///
    /// # Errors
    /// If points overflow.
    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<Self::Value, Error>;

    /// Returns `true` if values have denominators.
    fn has_denominators(&self) -> bool {
        Self::FACTORS == Factors::Whole
    }

    /// Returns the number of whole numbers in a value, if values are stored in an `Arena`.
    fn each(&self) -> usize {
        1
    }

    /// Replaces the parts of a value that equal values share by the shared parts. Called with each value that was read from saved
    /// work.
    fn interned(&self, value: Self::Value) -> Self::Value {
        value
    }

    /// Returns the size of a value. Defaults to its memory, without scores.
    fn size(value: Reference<'_, Self>) -> ValueSize {
        ValueSize::of(&value)
    }

    /// Returns the estimated cost of combining `terms` into `value`, in multiplications of limbs.
    fn cost(_value: &Self::Value, _terms: &[Neighbor<'_, Self>]) -> u64 {
        0
    }

    /// Returns the number of bytes that all values share.
    fn shared_bytes(&self) -> u64 {
        0
    }

    /// Writes the state to which values refer. Defaults to nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_shared(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Reads the state that was written. Called before the values are read.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_shared(&self, _input: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}

/// The size of a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueSize {
    /// The memory that the value takes.
    pub bytes: u64,
    /// The number of score vectors with a value.
    pub states: u64,
    /// The greatest number of limbs of a number.
    pub width: u64,
}

impl ValueSize {
    /// Returns the size of a value without scores.
    pub fn of(value: &impl MemorySize) -> Self {
        Self { bytes: value.bytes(), ..Self::default() }
    }
}

/// A neighbour of a node, and the edge between them.
pub struct Neighbor<'a, R: Recurrence + ?Sized> {
    /// The value of the neighbour.
    pub value: Reference<'a, R>,
    /// The factor of the edge.
    pub factor: R::Factor,
    /// The points and the change of turn along the edge, if values have scores.
    pub path: ScoredPath,
}

/// The input from which a recurrence computes the factor of an edge.
#[derive(Clone, Debug)]
pub struct ModelEdge {
    /// The number of the edge in the model; 0 in a stream, where edges have no numbers.
    pub number: usize,
    /// The weight and the total weight of the choice, if factors are [`Factors::Share`].
    pub share: (u64, u64),
    /// The share as a whole number over the denominator of the round, if factors are [`Factors::Whole`].
    pub whole: Factor,
}

/// The input from which the factor of an edge is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factors {
    /// The number of the edge alone.
    Own,
    /// The weight and the total weight of the choice.
    Share,
    /// A whole number over a denominator that all nodes of a round share.
    Whole,
}

/// The points that are scored along one or two edges, and the change of turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoredPath {
    /// Backward: the number of seats by which the turn passes on. Forward: 0.
    pub rotation: Seat,
    /// The seats that score and their points: forward by seat of the table, backward counted from the mover.
    pub scored: [(Seat, Points); 2],
}

impl ScoredPath {
    /// Returns the sum of the points.
    #[inline]
    pub fn points(&self) -> Points {
        let [(_, first), (_, second)] = self.scored;
        first + second
    }

    /// Returns the sum of the lost points: of negative points, with the sign changed.
    #[inline]
    pub fn lost(&self) -> u32 {
        let lost = |(_, points): (Seat, Points)| points.min(0).unsigned_abs();
        lost(self.scored[0]) + lost(self.scored[1])
    }
}
