//! Work on a custom game under the limits of a request, with its graph written like the graphs of families.

use super::{Control, EmbedError, Request, Response, parse_request, run_embedded};
use crate::cli::AnyCommand;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::GraphArgs;
use crate::depict::Depict;
use chancetree_engine::evaluate::OptimalPlay;
use chancetree_engine::model::{Error, Job};
use chancetree_export::{DocumentInfo, GraphDocument};
use std::sync::Arc;

/// The context of work on a custom game: its limits, and the options of its graph.
pub struct EmbedSession<'a> {
    context: &'a Context,
    graph: GraphArgs,
}

/// The failure of work in a session.
#[derive(Debug)]
pub struct SessionError(Fail);

impl EmbedSession<'_> {
    /// Returns the job with the limits and threads of the session.
    pub fn job(&self) -> Job<'_> {
        self.context.job()
    }

    /// Converts an error of the engine to the failure of the session.
    pub fn explain(&self, error: Error) -> SessionError {
        SessionError(self.context.explain(error))
    }

    /// Writes the graph of optimal play with the options of the session, which also set the precision of `about`.
    ///
    /// # Errors
    /// A limit, or a file that cannot be written.
    pub fn write<G: Depict>(&self, best: &OptimalPlay<G>, about: DocumentInfo) -> Result<(), SessionError> {
        let Self { context, graph } = self;
        let targets = graph.targets("game", context).map_err(SessionError)?;
        let about =
            DocumentInfo { exact: graph.options(about.shown).is_exact(best.graph().node_count()), ..about };
        let document = context.phase("document", || GraphDocument::of(best, about, &context.job()));
        let mut document = document.map_err(|error| self.explain(error))?;
        graph.check_and_write(&mut document, targets, &context.job(), context).map_err(SessionError)
    }
}

/// Runs `work` in a session with the options of `graph`, without a family.
///
/// # Errors
/// Every error of the program.
pub fn session<T: Send>(
    request: Request,
    control: &Arc<Control>,
    work: impl FnOnce(&EmbedSession<'_>) -> Result<T, SessionError> + Send,
) -> Result<(T, Response), Box<EmbedError>> {
    let Request { words, input, tables } = request;
    let words: Vec<_> =
        ["chancetree", "graph", "memory", "--quiet"].map(Into::into).into_iter().chain(words).collect();
    let typed = parse_request(&words)?;
    let (AnyCommand::Family(command), options) = (typed.command, typed.work) else {
        unreachable!("the words begin with graph memory")
    };
    run_embedded(&options, control, input, tables, move |context| {
        let mut graph = command.read::<GraphArgs>()?;
        graph.prepare(context)?;
        let session = EmbedSession { context, graph };
        work(&session).map_err(|SessionError(fail)| fail)
    })
}
