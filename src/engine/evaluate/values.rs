//! Recurrences with values of any type: probabilities, counts, moments, or functions of symbolic parameters.
//!
//! [`sweep`](fn@sweep) computes a recurrence for all nodes of a model, and can be stopped and resumed.

mod numerators;
mod packed;
mod products;

pub use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ScoredPath, ValueSize};
pub use crate::evaluate::storage::{InlineValue, MemorySize, Reference, SlotContent, Slots, Storage, Stored};
pub use crate::evaluate::sweep::SweepDirection;
pub use numerators::{Frequencies, Numerators, ValueChanges};
pub use products::{ByValue, Moments, NumbersByValue, Products, Tally, ValueChange};

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::sweep::{Adjacency, Pass, Rounds, Sweep, run_passes};
use crate::model::{Error, Job, Model};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};

/// Adds the value of a node to a tally.
pub type ValueVisitor<'a, T, V> = &'a dyn Fn(&mut T, usize, &V);

/// Computes a recurrence for all reachable nodes of `model`, ply by ply in one direction. `visit` adds the value of each node to
/// a tally, which is returned. A value is dropped after its last use. The work can be saved.
///
/// Self-loops are left out. A recurrence includes their effect in the factors of the other edges.
///
/// Cost: one [`combine`](Recurrence::combine) for each node.
///
/// # Errors
/// If a player decides somewhere, the model has a cycle other than self-loops, a limit of `job` is passed, or work cannot be
/// saved or read.
pub fn sweep<V: Stored, R: Recurrence<Value = V, Storage = Slots<V>>, T: Serialize + DeserializeOwned>(
    model: &Model,
    direction: SweepDirection,
    recurrence: R,
    tally: T,
    visit: ValueVisitor<'_, T, V>,
    job: &Job<'_>,
) -> Result<T, Error> {
    model.require_chance()?;
    model.no_cycles(true)?;
    let visit = |tally: &mut T, node: usize, value: &V| visit(tally, node, value);
    fold(model, (direction, recurrence), (tally, &visit), job)
}

/// Adds the value of a node to a tally. The value is a reference into the storage of the recurrence.
pub(crate) type StoredVisitor<'a, T, R> = &'a dyn Fn(&mut T, usize, Reference<'_, R>);

/// Computes a recurrence like [`sweep`], for any storage. It does not check the model.
pub(crate) fn fold<R: Recurrence, T: Serialize + DeserializeOwned>(
    model: &Model,
    (direction, recurrence): (SweepDirection, R),
    (tally, visit): (T, StoredVisitor<'_, T, R>),
    job: &Job<'_>,
) -> Result<T, Error> {
    // In the forward direction every value is dropped after its last use.
    let kept = (direction == SweepDirection::Backward).then(|| model.start());
    let adjacency = Adjacency::reserved(model, direction, job)?;
    let sweep = Sweep::new(adjacency, recurrence, (model.start(), kept.into_iter()), job)?;
    let parameters = vec![(direction == SweepDirection::Backward).into()];
    let mut work = TallyPass { sweep, tally, visit };
    run_passes(Pass { name: b"carrying", model, directions: &[direction], parameters }, &mut work, job)?;
    Ok(work.tally)
}

/// A sweep and the tally of its values.
struct TallyPass<'a, R: Recurrence, T> {
    sweep: Sweep<'a, R>,
    tally: T,
    visit: StoredVisitor<'a, T, R>,
}

impl<R: Recurrence, T: Serialize + DeserializeOwned> Rounds for TallyPass<'_, R, T> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { sweep, tally, visit } = self;
        if !sweep.advance(nodes, &mut |_, _| ())? {
            return Ok(false);
        }
        sweep.report_bytes();
        for node in nodes.iter().map(|&node| node as usize) {
            if let Some(value) = sweep.get((node, 0)) {
                visit(tally, node, value);
            }
        }
        sweep.values.drop_unused(nodes);
        Ok(true)
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
