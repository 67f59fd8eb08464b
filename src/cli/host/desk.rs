//! Work on a game that the program does not know, under its limits, and its graph written as the program writes graphs.

use super::super::Deed;
use super::super::checkpoint::NOWHERE;
use super::super::fail::Fail;
use super::super::graph::How;
use super::super::watch::Watch;
use super::{Control, Mistake, Request, Response, hosted, understood};
use crate::depict::Depict;
use crate::evaluate::Optimal;
use crate::export::{About, GraphDocument};
use crate::model::{Error, Job};
use std::sync::Arc;

/// The place where work is done: its limits, and how its graph is written.
pub struct Desk {
    watch: Watch,
    how: How,
}

/// The reason for which work ended early.
#[derive(Debug)]
pub struct Stop(Fail);

impl Desk {
    /// Returns the limits and threads that the engine works with.
    pub fn job(&self) -> Job<'_> {
        self.watch.job()
    }

    /// Explains an error of the engine.
    pub fn explain(&self, error: Error) -> Stop {
        Stop(self.watch.explain(error))
    }

    /// Writes the graph of optimal play, as the words that were asked with say; `about` need not say whether fractions are wanted.
    ///
    /// # Errors
    /// A limit, or a file that cannot be written.
    pub fn write<G: Depict>(&self, best: &Optimal<G>, about: About) -> Result<(), Stop> {
        let Self { watch, how } = self;
        // The file has a name of its own.
        let targets = how.targets("game").map_err(Stop)?;
        let about = About { exact: how.is_exact(best.graph().node_count()), ..about };
        let document = watch.phase("document", || GraphDocument::of(best, about, &watch.job()));
        let mut document = document.map_err(|error| self.explain(error))?;
        how.write_drawn(&mut document, targets, NOWHERE, watch).map_err(Stop)
    }
}

/// Works at a desk; the words are those of `graph` without a family.
///
/// # Errors
/// Everything that the program would report.
pub fn desk<T: Send>(
    question: Request,
    control: &Arc<Control>,
    work: impl FnOnce(&Desk) -> Result<T, Stop> + Send,
) -> Result<(T, Response), Box<Mistake>> {
    let Request { words, input, tables } = question;
    let words: Vec<_> =
        ["chancetree", "graph", "memory", "--quiet"].map(Into::into).into_iter().chain(words).collect();
    let typed = understood(&words)?;
    let (Deed::Question(graph), work_of) = (typed.deed, typed.work) else {
        unreachable!("the words begin with graph memory")
    };
    let threads = work_of.threads;
    hosted(control, input, tables, threads, move || {
        let (watch, mut how) = (Watch::start(&work_of)?, graph.read::<How>()?);
        how.prepare(&watch)?;
        let desk = Desk { watch, how };
        work(&desk).map_err(|Stop(fail)| fail)
    })
}
