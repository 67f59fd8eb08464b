//! The numbers on the nodes of a graph. If they are rounded, they are saved only when the work that follows is stopped: a
//! run that is not stopped does not pay for it, and one that is resumed does not evaluate the graph again.

use super::COUNTED;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::evaluate::Figures;
use crate::evaluate::checkpoint::fingerprint;
use crate::family::StopError as _;
use crate::games::memory::Memory;
use crate::games::memory::figures::figures;
use crate::model::{Error, Graph, Job, StoreSection};

/// The numbers on the nodes of a graph, and where they are saved.
pub(super) struct SavedFigures<'a> {
    pub(super) figures: Figures,
    /// The terms of the evaluation, which may be unfinished.
    evaluation: Job<'a>,
    /// The terms under which rounded numbers are saved.
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
        context: &Context,
    ) -> Result<Self, Fail> {
        let evaluation = job.section(if exact { "exact" } else { "doubles" });
        let rounded = job.section("rounded");
        let store = rounded.store.filter(|_| !exact);
        // The graph follows from the whole graph and the scores at the start.
        let size = (graph.node_count(), graph.edge_count());
        let fingerprint = store.map(|_| fingerprint(&(whole.model(), graph.scores(graph.start()), size)));
        let load = |(store, fingerprint): (StoreSection<'_>, u64)| store.load_value(fingerprint);
        let loaded = store.zip(fingerprint).map_or(Ok(None), load);
        if let Some(known) = loaded.map_err(|error| context.explain(error))? {
            return Ok(Self { figures: Figures::Rounded(known), evaluation, rounded, unsaved: None });
        }
        let store = evaluation.store;
        let store = if exact { store } else { store.map(StoreSection::without_results) };
        let unfinished = Job { store, ..evaluation };
        let figures = context.pace().try_pass(COUNTED, 1.0, || figures(graph, whole, exact, &unfinished));
        let figures = figures.map_err(|error| context.explain(error))?;
        Ok(Self { figures, evaluation, rounded, unsaved: fingerprint })
    }

    /// Saves rounded numbers if the work that follows was `stopped`, unless they are saved. Returns its failure.
    pub(super) fn save_if_stopped(&self, stopped: Fail) -> Fail {
        let save = |store: StoreSection<'_>, fingerprint: u64| match &self.figures {
            Figures::Rounded(rounded) => store.save_stopped_value(fingerprint, rounded),
            Figures::Exact(_) => Ok::<(), Error>(()),
        };
        let place = self.rounded.store.zip(self.unsaved).filter(|_| stopped.is_stop());
        let saved = place.map_or(Ok(()), |(store, fingerprint)| {
            save(store, fingerprint)?;
            // The unfinished evaluation is not needed any more.
            self.evaluation.store.map_or(Ok(()), |store| store.remove())
        });
        saved.err().map_or(stopped, Fail::from)
    }
}
