//! The numbers on the nodes of a graph. Finished rounded numbers are saved only when later work is stopped: a run without a stop does
//! not pay for saving, and a resumed run does not evaluate the graph again.

use super::COUNTED;
use crate::evaluate::AnyEvaluation;
use crate::evaluate::checkpoint::fingerprint;
use crate::family::{CommandError, StopError as _};
use crate::memory::Memory;
use crate::memory::node_odds::node_odds;
use crate::model::{Error, Graph, Job, StoreSection};

/// The numbers on the nodes of a graph, and the sections in which they are saved.
pub(super) struct SavedFigures<'a> {
    pub(super) figures: AnyEvaluation,
    /// The job of the evaluation, which may be unfinished.
    evaluation: Job<'a>,
    /// The job in which rounded numbers are saved.
    rounded: Job<'a>,
    /// The fingerprint of the graph, if it has rounded numbers that are not saved yet.
    unsaved: Option<u64>,
}

impl<'a> SavedFigures<'a> {
    /// Loads the numbers on the nodes of `graph`, or evaluates it. The `whole` graph has no scores. If the numbers are not to
    /// be `exact`, they are rounded.
    pub(super) fn of(
        (graph, whole): (&Graph<Memory>, &Graph<Memory>),
        exact: bool,
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let evaluation = job.section(if exact { "exact" } else { "doubles" });
        let rounded = job.section("rounded");
        let store = rounded.store.filter(|_| !exact);
        // The graph follows from the whole graph and the scores at the start.
        let size = (graph.node_count(), graph.edge_count());
        let fingerprint = store.map(|_| fingerprint(&(whole.model(), graph.scores(graph.start()), size)));
        let load = |(store, fingerprint): (StoreSection<'_>, u64)| store.load_value(fingerprint);
        let loaded = store.zip(fingerprint).map_or(Ok(None), load);
        if let Some(known) = loaded? {
            return Ok(Self { figures: AnyEvaluation::Rounded(known), evaluation, rounded, unsaved: None });
        }
        let figures = job.pass(COUNTED, 1.0, || node_odds(graph, whole, exact, &evaluation))?;
        Ok(Self { figures, evaluation, rounded, unsaved: fingerprint })
    }

    /// Saves rounded numbers if `error` is a stop, unless they are saved. Returns the error, or the reason why the numbers
    /// cannot be saved.
    pub(super) fn save_if_stopped(&self, error: CommandError) -> CommandError {
        let save = |store: StoreSection<'_>, fingerprint: u64| match &self.figures {
            AnyEvaluation::Rounded(rounded) => store.save_stopped_value(fingerprint, rounded),
            AnyEvaluation::Exact(_) => Ok::<(), Error>(()),
        };
        let place = self.rounded.store.zip(self.unsaved).filter(|_| error.is_stop());
        let saved = place.map_or(Ok(()), |(store, fingerprint)| {
            save(store, fingerprint)?;
            // The unfinished evaluation is not needed any more.
            self.evaluation.store.map_or(Ok(()), |store| store.remove())
        });
        saved.err().map_or(error, CommandError::from)
    }
}
