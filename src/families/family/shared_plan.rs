//! Work that several processes do together.

use super::{GameAnswer, Refusal};
#[cfg(feature = "distributed")]
use crate::distributed::{Exchanged, StoreSections, cluster::Cluster, forward_on_cluster};
use crate::evaluate::ForwardResult;
use crate::game::{Points, StateCodec};
#[cfg(feature = "distributed")]
use crate::model::{Error, Job};
use serde_json::Value;

/// Work that several processes do together.
pub struct SharedPlan {
    /// A value that distinguishes the work from the work of other queries.
    pub identity: Value,
    /// The work of a process.
    #[cfg(feature = "distributed")]
    pub work: Box<SharedWork>,
}

/// Does the work of one process. Process 0 returns the answer of all processes, and the others return `None`.
#[cfg(feature = "distributed")]
pub type SharedWork =
    dyn FnOnce(Cluster, &StoreSections<'_>, &Job<'_>) -> Result<Option<SharedAnswer>, Error>;

/// The answer of several processes.
#[cfg(feature = "distributed")]
#[derive(Debug)]
pub struct SharedAnswer {
    /// The answer, or the reason why there is none.
    pub answer: Result<GameAnswer, Refusal>,
    /// The number of states.
    pub states: u64,
    /// The data that the processes exchanged.
    pub exchanged: Exchanged,
}

impl SharedPlan {
    /// Creates a plan in which several processes follow a game forward. `answer` makes the answer from their results.
    pub fn follow<G: StateCodec + 'static>(
        identity: Value,
        game: G,
        scores: Vec<Points>,
        answer: impl FnOnce(ForwardResult) -> Result<GameAnswer, Refusal> + 'static,
    ) -> Self {
        // One process works alone without the feature.
        #[cfg(not(feature = "distributed"))]
        drop((game, scores, answer));
        Self {
            identity,
            #[cfg(feature = "distributed")]
            work: Box::new(move |cluster, sections, job| {
                let found = forward_on_cluster(&game, &scores, cluster, sections, job)?;
                Ok(found.map(|(found, exchanged)| {
                    let states = found.states;
                    SharedAnswer { answer: answer(found), states, exchanged }
                }))
            }),
        }
    }
}
