//! Solves a model that may have cycles, one strongly connected component at a time.
//!
//! The driver visits the components in the order of play or in the reverse order, checks the limits, and saves the values of the
//! solved nodes. A [`LocalSolver`] computes the values of one component from the values of earlier components.

use crate::evaluate::checkpoint::{self, Resumable, read_value, save_value};
use crate::evaluate::sweep::SweepDirection;
use crate::model::csr::Csr;
use crate::model::{Error, Job};
use std::io::{self, Read, Write};

/// Computes and stores the values of the nodes of a component.
pub(crate) trait LocalSolver {
    /// Identifies the work in a checkpoint.
    fn fingerprint(&self) -> Vec<u64>;

    /// Checks the limits while the component of `node` is solved, after `solved` nodes, before `bytes` are allocated for
    /// a linear system of the component.
    ///
    /// # Errors
    /// If a limit is passed.
    fn tick(&self, node: usize, solved: usize, bytes: u64) -> Result<(), Error>;

    /// Solves the component of the nodes `inside`, which are in ascending order, after `solved` nodes. An error changes
    /// nothing.
    ///
    /// # Errors
    /// If play can stay in the component for ever, or a limit is passed.
    fn solve(&mut self, inside: &[usize], solved: usize) -> Result<(), Error>;

    /// Writes the values so far.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads saved values.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Solves all `components`, which are listed in reverse order of play: each after all components to which it leads. The
/// backward direction solves them in this order, the forward direction in the order of play. The work can be saved.
///
/// # Errors
/// If a component has no solution, a limit of `job` is passed, or work cannot be saved or read.
pub(crate) fn solve_components(
    components: &Csr,
    direction: SweepDirection,
    solver: &mut impl LocalSolver,
    job: &Job<'_>,
) -> Result<(), Error> {
    let mut work = Components { components, direction, solver, done: 0, solved: 0, next_tick: 0 };
    checkpoint::finish(&mut work, job)
}

/// Returns the nodes of a component in ascending order.
fn sorted(component: &[u32]) -> Vec<usize> {
    let mut inside: Vec<usize> = component.iter().map(|&node| node as usize).collect();
    inside.sort_unstable();
    inside
}

/// Nodes that are solved between two checks of the limits.
const TICK: usize = 1024;

struct Components<'a, S> {
    components: &'a Csr,
    direction: SweepDirection,
    solver: &'a mut S,
    /// The number of solved components.
    done: usize,
    /// The number of solved nodes.
    solved: usize,
    /// The number of solved nodes at the next check of the limits.
    next_tick: usize,
}

impl<S> Components<'_, S> {
    /// Returns the component at an index in the order of solving.
    fn component(&self, place: usize) -> &[u32] {
        self.components.get(match self.direction {
            SweepDirection::Forward => self.components.len() - 1 - place,
            SweepDirection::Backward => place,
        })
    }
}

impl<S: LocalSolver> Resumable for Components<'_, S> {
    fn fingerprint(&self) -> Vec<u64> {
        self.solver.fingerprint()
    }

    fn done(&self) -> (u64, u64) {
        (self.solved as u64, self.components.all().len() as u64)
    }

    fn step(&mut self) -> Result<(), Error> {
        let inside = sorted(self.component(self.done));
        if self.solved >= self.next_tick {
            self.solver.tick(inside[0], self.solved, 0)?;
            self.next_tick = self.solved + TICK;
        }
        self.solver.solve(&inside, self.solved)?;
        self.done += 1;
        self.solved += inside.len();
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.done)?;
        self.solver.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.done = read_value(input)?;
        self.solved = (0..self.done).map(|place| self.component(place).len()).sum();
        self.solver.read(input)
    }
}
