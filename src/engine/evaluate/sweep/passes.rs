//! Passes: all rounds of a model, or all its components, in one direction, or in one direction and then in the other. Work can
//! be saved after any round and within a round.

use crate::evaluate::checkpoint::{self, Resumable, read_value, save_value};
use crate::evaluate::sweep::SweepDirection;
use crate::model::csr::Csr;
use crate::model::{Error, Job, Model, Progress};
use std::io::{self, Read, Write};

/// Work on the rounds of a model, one after the other. A round holds the nodes of a ply, or of a strongly connected component.
pub(crate) trait Rounds {
    /// Computes more of the next round, and returns whether it is complete. An error leaves the values before it in place.
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error>;

    /// Checks the limits before the round of `node`. It is called only now and then, so a round must check them, too, if it takes
    /// long.
    fn check(&self, _node: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Begins the second pass, in the other direction.
    fn reverse(&mut self) {}

    /// Writes the results of the rounds so far.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads the results that were saved when the rounds of the nodes `done` were complete in the current direction.
    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()>;
}

/// Passes through all plies of a model.
pub(crate) struct Pass<'a> {
    /// The name of the work in a checkpoint.
    pub(crate) name: &'static [u8; 8],
    pub(crate) model: &'a Model,
    /// The directions of the passes, one after the other.
    pub(crate) directions: &'a [SweepDirection],
    /// The parameters of the work, which must match on resume.
    pub(crate) parameters: Vec<u64>,
}

/// Runs `work` on all plies. It resumes from a checkpoint, and is saved whenever a save is due and before a stop.
pub(crate) fn run_passes(pass: Pass<'_>, work: &mut impl Rounds, job: &Job<'_>) -> Result<(), Error> {
    let Pass { name, model, directions, parameters } = pass;
    job.reserve((model.node_count() * size_of::<u32>()) as u64, Progress::default())?;
    let fingerprint = || {
        let head = [u64::from_le_bytes(*name), checkpoint::fingerprint(model), parameters.len() as u64];
        head.into_iter().chain(parameters.iter().copied()).collect()
    };
    checkpoint::finish(
        &mut Passes { rounds: &model.by_ply(), directions, fingerprint: &fingerprint, done: 0, work },
        job,
    )
}

/// Runs `solver` on all `components` of a model that may have cycles. They are listed in reverse order of play: each after all
/// components to which it leads. The work can be saved with a `fingerprint`.
///
/// # Errors
/// If a component has no solution, a limit of `job` is passed, or work cannot be saved or read.
pub(crate) fn solve_components(
    components: &Csr,
    direction: SweepDirection,
    fingerprint: &dyn Fn() -> Vec<u64>,
    solver: &mut impl Rounds,
    job: &Job<'_>,
) -> Result<(), Error> {
    let directions = &[direction.reversed()];
    checkpoint::finish(
        &mut Passes { rounds: components, directions, fingerprint, done: 0, work: solver },
        job,
    )
}

/// Returns the nodes of a component in ascending order.
pub(crate) fn ascending(component: &[u32]) -> Vec<usize> {
    let mut inside: Vec<usize> = component.iter().map(|&node| node as usize).collect();
    inside.sort_unstable();
    inside
}

/// The number of rounds between two checks of the limits.
const ROUNDS_PER_CHECK: usize = 1024;

struct Passes<'a, W> {
    rounds: &'a Csr,
    directions: &'a [SweepDirection],
    fingerprint: &'a dyn Fn() -> Vec<u64>,
    /// The number of rounds done, in all directions together.
    done: usize,
    work: &'a mut W,
}

impl<W> Passes<'_, W> {
    /// Returns the index of the current direction, and the number of rounds done in this direction.
    fn at(&self) -> (usize, usize) {
        let last = self.directions.len() - 1;
        let leg = (self.done / self.rounds.len()).min(last);
        (leg, self.done - leg * self.rounds.len())
    }

    /// Returns the nodes whose rounds are done in the current direction, in the order of plies.
    fn nodes(&self) -> &[u32] {
        let (all, (leg, done)) = (self.rounds.len(), self.at());
        self.rounds.span(match self.directions[leg] {
            SweepDirection::Forward => 0..done,
            SweepDirection::Backward => all - done..all,
        })
    }
}

impl<W: Rounds> Resumable for Passes<'_, W> {
    fn fingerprint(&self) -> Vec<u64> {
        (self.fingerprint)()
    }

    fn done(&self) -> (u64, u64) {
        let (nodes, legs) = (self.rounds.all().len(), self.directions.len());
        ((self.at().0 * nodes + self.nodes().len()) as u64, (legs * nodes) as u64)
    }

    fn step(&mut self) -> Result<(), Error> {
        let (leg, done) = self.at();
        let next = self.directions[leg].round(done, self.rounds.len());
        let nodes = self.rounds.get(next);
        if self.done.is_multiple_of(ROUNDS_PER_CHECK) {
            self.work.check(nodes.iter().min().map_or(0, |&node| node as usize))?;
        }
        if !self.work.advance(nodes)? {
            return Ok(());
        }
        self.done += 1;
        if self.at().0 > leg {
            self.work.reverse();
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.done)?;
        self.work.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.done = read_value(input)?;
        (0..self.at().0).for_each(|_| self.work.reverse());
        let nodes = self.nodes().to_vec();
        self.work.read(input, &nodes)
    }
}
