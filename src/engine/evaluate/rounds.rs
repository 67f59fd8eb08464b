//! Rounds, one after the other: the plies of a model, its strongly connected components, or the layers of the states of a
//! process, in one pass or several. Work can be saved after any round and within a round.

use crate::evaluate::checkpoint::{self, Resumable, read_value, save_value};
use crate::model::csr::Csr;
use crate::model::{Error, Job, order};
use std::io::{self, Read, Write};

/// Work on rounds. A round holds the nodes of a ply, of a strongly connected component, or of a layer.
pub trait Rounds {
    /// Returns the number of passes through all rounds. It may become less at the end of a pass. Defaults to 1.
    fn passes(&self) -> u64 {
        1
    }

    /// Computes more of the next round, and returns whether it is complete.
    ///
    /// # Errors
    /// Any error ends the work, and leaves the values before it in place.
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error>;

    /// Checks the limits before the round of `node`. It is called only now and then, so a round must check them, too, if it takes
    /// long. Defaults to nothing.
    ///
    /// # Errors
    /// If a limit is passed.
    fn check(&self, _node: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Writes the results of the rounds so far. Defaults to an error, for work whose job has no store.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write(&self, _out: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reads the results that were saved when the rounds of the nodes `done` were complete. Defaults to an error.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(&mut self, _input: &mut dyn Read, _done: &[u32]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The order of rounds in a list.
#[derive(Clone, Copy, Debug)]
pub enum RoundOrder {
    /// In the order of the list.
    FirstToLast,
    /// From the end of the list to its beginning.
    LastToFirst,
}

/// Runs `work` on `rounds` in the `order`, in each of its passes. It resumes from a checkpoint with the `fingerprint`, and is saved
/// whenever a save is due and before a stop.
///
/// Components are listed in reverse order of play: each after all components to which it leads.
///
/// # Errors
/// If the work returns an error, cannot be saved when it is stopped, or its saved state cannot be read.
///
/// ```
/// use chancetree_engine::evaluate::rounds::{RoundOrder, Rounds, run_rounds};
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::model::{Error, Job};
///
/// struct Sizes(Vec<usize>);
///
/// impl Rounds for Sizes {
///     fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
///         self.0.push(nodes.len());
///         Ok(true)
///     }
/// }
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let mut sizes = Sizes(Vec::new());
/// run_rounds(&graph.by_ply(), RoundOrder::LastToFirst, &Vec::new, &mut sizes, &Job::default())?;
/// assert_eq!(sizes.0, [1, 1, 1, 1]);
/// # Ok::<(), Error>(())
/// ```
pub fn run_rounds(
    rounds: &Csr,
    order: RoundOrder,
    fingerprint: &dyn Fn() -> Vec<u64>,
    work: &mut dyn Rounds,
    job: &Job<'_>,
) -> Result<(), Error> {
    checkpoint::finish(&mut ResumableRounds { rounds, order, fingerprint, pass: 0, done: 0, work }, job)
}

/// Returns the nodes of a component in ascending order.
pub(crate) fn ascending(component: &[u32]) -> Vec<usize> {
    let mut inside: Vec<usize> = component.iter().map(|&node| node as usize).collect();
    order::sort_indices(&mut inside);
    inside
}

/// The number of rounds between two checks of the limits.
const ROUNDS_PER_CHECK: usize = 1024;

struct ResumableRounds<'a> {
    rounds: &'a Csr,
    order: RoundOrder,
    fingerprint: &'a dyn Fn() -> Vec<u64>,
    /// The number of complete passes before this one.
    pass: u64,
    /// The number of rounds of this pass that are done.
    done: usize,
    work: &'a mut dyn Rounds,
}

impl<'a> ResumableRounds<'a> {
    /// Returns the nodes whose rounds are done in this pass.
    fn nodes(&self) -> &'a [u32] {
        let all = self.rounds.len();
        self.rounds.span(match self.order {
            RoundOrder::FirstToLast => 0..self.done,
            RoundOrder::LastToFirst => all - self.done..all,
        })
    }
}

impl Resumable for ResumableRounds<'_> {
    fn fingerprint(&self) -> Vec<u64> {
        (self.fingerprint)()
    }

    fn done(&self) -> (u64, u64) {
        let all = self.rounds.all().len() as u64;
        (self.pass * all + self.nodes().len() as u64, self.work.passes() * all)
    }

    fn step(&mut self) -> Result<(), Error> {
        if self.done == self.rounds.len() {
            (self.pass, self.done) = (self.pass + 1, 0);
        }
        let nodes = self.rounds.get(match self.order {
            RoundOrder::FirstToLast => self.done,
            RoundOrder::LastToFirst => self.rounds.len() - 1 - self.done,
        });
        if self.done.is_multiple_of(ROUNDS_PER_CHECK) {
            self.work.check(nodes.iter().min().map_or(0, |&node| node as usize))?;
        }
        self.done += usize::from(self.work.advance(nodes)?);
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.pass, self.done))?;
        self.work.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.pass, self.done) = read_value(input)?;
        self.work.read(input, self.nodes())
    }
}
