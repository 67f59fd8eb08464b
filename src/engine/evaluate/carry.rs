//! Numbers of any kind that play carries through a model: probabilities, what is counted on the way, or functions of what
//! is not known yet.

mod numerators;
mod packed;
mod products;
mod whole;

pub use numerators::{Frequencies, Moves, Numerators};
pub use products::{ByValue, Moments, Moved, NumbersByValue, Products, Tally};
pub use whole::Whole;

use crate::evaluate::scale::Common;
use crate::evaluate::sweep::{
    Built, Direction, Errand, NumberKind, Place, Rounds, Saved, Size, Sweep, Ways, through,
};
use crate::model::{Error, Model, Run};
use std::io::{self, Read, Write};

/// A kind of numbers that are carried along the edges of a model, and added up where edges meet.
pub trait Carry: Sync {
    /// The number of a node.
    type Number: Send + Sync;

    /// The effect of an edge on numbers.
    type Factor;

    /// Returns `true` if numbers are carried back, from the ends to the start; else they are from the start on.
    fn is_back(&self) -> bool {
        false
    }

    /// Returns the number of the start; or of an end, if numbers are carried back.
    fn start(&self) -> Self::Number;

    /// Returns the factor of an edge. Edges that lead back to their own node are not asked: how often play goes round there
    /// is a factor of all others.
    fn factor(&self, edge: usize) -> Self::Factor;

    /// Returns what edges bring to a node together, at least one: of each its factor, and the number of the node that it
    /// leaves, or back of that to which it leads.
    fn sum(&self, parts: &[(&Self::Factor, &Self::Number)]) -> Self::Number;

    /// Returns about how many bytes a number takes.
    fn bytes(number: &Self::Number) -> u64;
}

/// Takes note in a tally of each node that play comes to, with its number, which is dropped with its last use.
pub type Met<'a, T, N> = &'a dyn Fn(&mut T, usize, &N);

/// Carries numbers from the start of `model` to its ends, or back, ply by ply. `met` adds to a tally, which is returned, what
/// each node is worth that play comes to. The work can be saved.
///
/// Cost: one [`sum`](Carry::sum) for each node, of all edges but self-loops.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state by way of another, a limit of `run` is passed, or work
/// cannot be saved or read.
pub fn carry<C: Carry<Number: Whole>, T: Whole>(
    model: &Model,
    kind: &C,
    tally: T,
    met: Met<'_, T, C::Number>,
    run: &Run<'_>,
) -> Result<T, Error> {
    let mut work = Carrying::new(model, kind, tally, met, run)?;
    let (directions, words) = (directions(kind), vec![kind.is_back().into()]);
    through(Errand { name: b"carrying", graph: model, directions, words }, &mut work, run)?;
    Ok(work.tally)
}

/// The one direction in which numbers of a kind are carried.
fn directions(kind: &impl Carry) -> &'static [Direction; 1] {
    if kind.is_back() { &[Direction::Back] } else { &[Direction::Ahead] }
}

/// Numbers on their way, and what those that are met come to.
struct Carrying<'a, C: Carry, T> {
    sweep: Sweep<'a, Swept<'a, C>>,
    tally: T,
    met: Met<'a, T, C::Number>,
}

impl<'a, C: Carry, T: Whole> Carrying<'a, C, T> {
    fn new(
        model: &'a Model,
        kind: &'a C,
        tally: T,
        met: Met<'a, T, C::Number>,
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        model.only_chance_or_cycles()?;
        model.no_cycles(true)?;
        // Nobody but a step back to itself may need the number of the start.
        let last = kind.is_back().then(|| model.start());
        let [direction] = *directions(kind);
        let ways = Ways::new(model, direction);
        let sweep = Sweep::new(ways, Swept { kind }, last.into_iter(), run)?;
        Ok(Self { sweep, tally, met })
    }
}

impl<C: Carry<Number: Whole>, T: Whole> Rounds for Carrying<'_, C, T> {
    fn round(&mut self, nodes: &[u32]) -> Result<(), Error> {
        self.sweep.round(nodes, self.sweep.graph.bytes())?;
        for node in nodes.iter().map(|&node| node as usize) {
            let number = self.sweep.get((node, 0));
            number.into_iter().for_each(|number| (self.met)(&mut self.tally, node, number));
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.tally.write(out)?;
        Rounds::write(&self.sweep, out)
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        self.tally = T::read(input)?;
        self.sweep.read(input, done)
    }
}

/// A kind of numbers as the sweep knows it: whoever moves, a node has one.
struct Swept<'a, C: Carry> {
    kind: &'a C,
}

impl<C: Carry> NumberKind for Swept<'_, C> {
    type Numbers = Box<C::Number>;

    const WHOLE: bool = true;

    fn build(sweep: &Sweep<'_, Self>, (node, mover): Place, _: &Common) -> Built<Box<C::Number>> {
        if mover != 0 {
            return Ok(None);
        }
        let kind = sweep.kind.kind;
        let begins = if kind.is_back() { sweep.graph.is_end(node) } else { node == sweep.graph.start() };
        // A self-loop is not among the edges from nodes that are done, and no other leads to where numbers begin.
        let known = |edge| {
            let number = sweep.get((sweep.ways.near(edge), 0))?;
            Some((kind.factor(edge), &**number))
        };
        let along: Vec<_> = sweep.edges(node).filter_map(known).collect();
        let parts: Vec<_> = along.iter().map(|(factor, number)| (factor, *number)).collect();
        let sum = match begins {
            true => Some(kind.start()),
            false => (!parts.is_empty()).then(|| kind.sum(&parts)),
        };
        Ok(sum.map(|sum| (Box::new(sum), 0)))
    }

    fn size(number: &Box<C::Number>) -> Size {
        Size { bytes: C::bytes(number), states: 1, width: 0 }
    }
}

impl<C: Carry<Number: Whole>> Saved for Swept<'_, C> {
    fn write(number: &Box<C::Number>, out: &mut dyn Write) -> io::Result<()> {
        number.write(out)
    }

    fn read(&self, input: &mut dyn Read) -> io::Result<Box<C::Number>> {
        C::Number::read(input).map(Box::new)
    }
}
