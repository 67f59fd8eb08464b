//! The forward evaluator past one machine: the same layer step, its states shared out among processes.
//!
//! Each state belongs to one worker, by a hash of its bytes. What leads to it is added up where it comes from, exchanged
//! once its layer is due, added up again where it lands, expanded there, and flows on. Timely dataflow (McSherry and
//! others 2013) moves the blocks and knows when a layer has arrived everywhere. A step that stays in its layer goes to
//! the next round of it: probability is additive, so a state may be worked on in several rounds with a part each.
//!
//! The digits are those of [`forward`](super::forward::forward), whatever the number of processes and workers.

mod layers;
mod meet;
mod parcel;
mod parts;
mod post;
mod tally;

pub use parts::{Keepers, saved};

use super::forward::Forward;
use super::row::MOST_WORDS;
use super::{Error, Run};
use crate::cluster::{Builder, Cluster};
use crate::game::{Points, Travel};
use layers::Worker;
use parts::Desk;
use post::Post;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

/// What processes sent each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// States with their scores, each as often as it was sent.
    pub states: u64,
    /// The bytes of these states.
    pub bytes: u64,
}

/// Follows `game` from its start, where the seats already have `scores`, with all processes of the cluster; the answer
/// in process 0, and nothing in the others.
///
/// With `keepers` the work is saved now and then; it goes on from what the cluster has agreed on.
///
/// # Errors
/// As [`forward`](super::forward::forward), whichever process it happens in; if a process is lost, if work cannot be
/// saved, or if what was saved or sent cannot be read.
pub fn distributed<G: Travel>(
    game: &G,
    scores: &[Points],
    mut cluster: Cluster,
    keepers: Option<Keepers<'_>>,
    run: &Run<'_>,
) -> Result<Option<(Forward, Exchanged)>, Error> {
    let done = cluster.builders().and_then(|builders| {
        let desk = Desk::new(&cluster, keepers)?;
        let work = |builder| match game.seats() {
            0..=4 => work::<G, 1>(builder, game, scores, &desk, run),
            5..=8 => work::<G, 2>(builder, game, scores, &desk, run),
            _ => work::<G, MOST_WORDS>(builder, game, scores, &desk, run),
        };
        let answers: Vec<Result<_, Error>> = std::thread::scope(|scope| {
            let workers: Vec<_> =
                builders.into_iter().map(|builder| scope.spawn(move || work(builder))).collect();
            let end =
                |worker: ScopedJoinHandle<'_, _>| worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            workers.into_iter().map(end).collect()
        });
        together(answers)
    });
    if let Err(error) = &done {
        cluster.fail(error);
    }
    cluster.part();
    done
}

/// The answer of the workers of a process, or the first trouble; that of others only where there is none here.
fn together<T>(answers: Vec<Result<Option<T>, Error>>) -> Result<Option<T>, Error> {
    let mut found = Ok(None);
    for answer in answers {
        match (&found, answer) {
            (Ok(None) | Err(Error::Elsewhere { .. }), Err(error)) => found = Err(error),
            (Ok(_), Ok(Some(answer))) => found = Ok(Some(answer)),
            (Ok(Some(_)), Err(error)) => found = Err(error),
            _ => {}
        }
    }
    found
}

/// What one worker does.
fn work<G: Travel, const K: usize>(
    builder: Builder,
    game: &G,
    scores: &[Points],
    desk: &Desk<'_>,
    run: &Run<'_>,
) -> Result<Option<(Forward, Exchanged)>, Error> {
    let mut worker = Worker::<G, K>::new(game, run, desk, Post::new(builder.build()));
    if let Err(error) = worker.work(scores) {
        // The others stop waiting. A worker that is dropped ends its lines as if all were well, so it is told before.
        desk.cluster.fail(&error);
        return Err(error);
    }
    worker.answer()
}

fn lost_digits() -> Error {
    Error::Elsewhere { what: "the numbers of all processes do not add up to one".to_owned(), stopped: false }
}
