//! Work on a game that the program does not know, under its limits, and its graph written as the program writes graphs.

use super::{Control, EmbedError, Request, Response, hosted, understood};
use crate::cli::AnyCommand;

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::GraphArgs;
use crate::depict::Depict;
use crate::evaluate::OptimalPlay;
use crate::export::{DocumentInfo, GraphDocument};
use crate::model::{Error, Job};
use std::sync::Arc;

/// The place where work is done: its limits, and how its graph is written.
pub struct EmbedSession<'a> {
    context: &'a Context,
    how: GraphArgs,
}

/// The reason for which work ended early.
#[derive(Debug)]
pub struct Stop(Fail);

impl EmbedSession<'_> {
    /// Returns the limits and threads that the engine works with.
    pub fn job(&self) -> Job<'_> {
        self.context.job()
    }

    /// Explains an error of the engine.
    pub fn explain(&self, error: Error) -> Stop {
        Stop(self.context.explain(error))
    }

    /// Writes the graph of optimal play by the arguments of the session. The session sets whether `about` wants fractions.
    ///
    /// # Errors
    /// A limit, or a file that cannot be written.
    pub fn write<G: Depict>(&self, best: &OptimalPlay<G>, about: DocumentInfo) -> Result<(), Stop> {
        let Self { context, how } = self;
        // The file has a name of its own.
        let targets = how.targets("game", context).map_err(Stop)?;
        let about =
            DocumentInfo { exact: how.options(about.shown).is_exact(best.graph().node_count()), ..about };
        let document = context.phase("document", || GraphDocument::of(best, about, &context.job()));
        let mut document = document.map_err(|error| self.explain(error))?;
        how.check_and_write(&mut document, targets, &context.job(), context).map_err(Stop)
    }
}

/// Runs `work` in a session with the arguments of `graph`, without a family.
///
/// # Errors
/// Everything that the program would report.
pub fn session<T: Send>(
    question: Request,
    control: &Arc<Control>,
    work: impl FnOnce(&EmbedSession<'_>) -> Result<T, Stop> + Send,
) -> Result<(T, Response), Box<EmbedError>> {
    let Request { words, input, tables } = question;
    let words: Vec<_> =
        ["chancetree", "graph", "memory", "--quiet"].map(Into::into).into_iter().chain(words).collect();
    let typed = understood(&words)?;
    let (AnyCommand::Family(graph), work_of) = (typed.command, typed.work) else {
        unreachable!("the words begin with graph memory")
    };
    hosted(&work_of, control, input, tables, move |context| {
        let mut how = graph.read::<GraphArgs>()?;
        how.prepare(context)?;
        let session = EmbedSession { context, how };
        work(&session).map_err(|Stop(fail)| fail)
    })
}
