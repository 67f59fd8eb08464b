//! Recurrences with values of any type: probabilities, counts, moments, or functions of symbolic parameters.
//!
//! [`sweep`](fn@sweep) computes a recurrence for all nodes of a model, and can be stopped and resumed.

mod numerators;
mod packed;
mod products;

pub use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ScoredPath, ValueSize};
pub use crate::evaluate::storage::{Kept, MemorySize, Reference, SlotContent, Slots, Storage, Stored};
pub use crate::evaluate::sweep::SweepDirection;
pub use numerators::{Frequencies, Numerators, ValueChanges};
pub use products::{ByValue, Moments, NumbersByValue, Products, Tally, ValueChange};

use crate::evaluate::sweep::{Adjacency, NodeVisitor, Sweep};
use crate::model::{Error, Job, Model};
use serde::Serialize;
use serde::de::DeserializeOwned;

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
    let visit = |tally: &mut T, sweep: &Sweep<'_, R>, node: usize| {
        if let Some(value) = sweep.get((node, 0)) {
            visit(tally, node, value);
        }
    };
    fold(model, (direction, recurrence), (tally, &visit), job)
}

/// Computes a recurrence like [`sweep`], for any storage. It does not check the model.
pub(crate) fn fold<'a, R: Recurrence, T: Serialize + DeserializeOwned>(
    model: &'a Model,
    (direction, recurrence): (SweepDirection, R),
    (tally, visit): (T, NodeVisitor<'_, 'a, R, T>),
    job: &'a Job<'a>,
) -> Result<T, Error> {
    // Backward, only a self-loop of the start can use the value of the start. This use ends before the value is visited.
    let kept = (direction == SweepDirection::Backward).then(|| model.start());
    let adjacency = Adjacency::reserved(model, direction, job)?;
    let mut sweep = Sweep::new(adjacency, recurrence, (model.start(), kept.into_iter()), job)?;
    sweep.run_saved(b"carrying", &[(direction == SweepDirection::Backward).into()], (tally, visit))
}
