//! Numbers of any kind that play carries through a model: probabilities, what is counted on the way, or functions of what
//! is not known yet.

use crate::evaluate::scale::Common;
use crate::evaluate::sweep::{Built, Direction, Kind, Place, Size, Sweep, Ways};
use crate::model::{Error, Model, Run};
use std::iter;

/// A kind of numbers that play carries along edges, and that are added up where edges meet.
pub trait Carry: Sync {
    /// The number of a node.
    type Number: Send + Sync;

    /// Returns the number of the start.
    fn start(&self) -> Self::Number;

    /// Returns what an edge brings on from the number of the node that it leaves. Edges that lead back to their own node
    /// are not asked: how often play goes round there is a factor of all others.
    fn along(&self, edge: usize, number: &Self::Number) -> Self::Number;

    /// Adds what another edge brings to the same node.
    fn add(&self, sum: &mut Self::Number, more: Self::Number);

    /// Returns about how many bytes a number takes.
    fn bytes(number: &Self::Number) -> u64;
}

/// Carries numbers from the start of `model` to its ends, ply by ply. `met` hears of each node that play comes to, with
/// its number, which is dropped with its last use.
///
/// Cost: one [`along`](Carry::along) for each edge but self-loops.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state by way of another, or a limit of `run` is passed.
pub fn carry<C: Carry>(
    model: &Model,
    kind: &C,
    run: &Run<'_>,
    met: &mut dyn FnMut(usize, &C::Number),
) -> Result<(), Error> {
    model.only_chance_or_cycles()?;
    if !model.is_acyclic()
        && let Some(cycle) = model.components().iter().find(|component| component.len() > 1)
    {
        return Err(Error::Cycle(model.name(cycle[0] as usize)));
    }
    let mut sweep = Sweep::new(Ways::new(model, Direction::Ahead), Carried(kind), iter::empty(), run)?;
    for round in model.by_ply().iter() {
        sweep.round(round, model.bytes())?;
        for node in round.iter().map(|&node| node as usize) {
            sweep.get((node, 0)).into_iter().for_each(|number| met(node, number));
        }
    }
    Ok(())
}

/// A kind of numbers as the sweep knows it: whoever moves, a node has one.
struct Carried<'a, C>(&'a C);

impl<C: Carry> Kind for Carried<'_, C> {
    type Numbers = Box<C::Number>;

    const WHOLE: bool = true;

    fn build(sweep: &Sweep<'_, Self>, (node, mover): Place, _: &Common) -> Built<Box<C::Number>> {
        if mover != 0 {
            return Ok(None);
        }
        let kind = sweep.kind.0;
        let mut sum = (node == sweep.graph.start()).then(|| kind.start());
        // A self-loop is not among the edges from nodes that are done.
        for edge in sweep.edges(node) {
            let Some(number) = sweep.get((sweep.ways.near(edge), 0)) else { continue };
            let more = kind.along(edge, number);
            match &mut sum {
                Some(sum) => kind.add(sum, more),
                None => sum = Some(more),
            }
        }
        Ok(sum.map(|sum| (Box::new(sum), 0)))
    }

    fn size(number: &Box<C::Number>) -> Size {
        Size { bytes: C::bytes(number), states: 1, width: 0 }
    }
}
