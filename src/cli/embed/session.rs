//! Work on a custom game under the limits of a request, with its graph written like the graphs of families.

use super::{Control, EmbedError, Request, Response, parse_request, run_embedded};
use crate::cli::AnyCommand;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::GraphArgs;
use crate::cli::print::{Format, Print, print_report};
use crate::depict::Depict;
use chancetree_engine::evaluate::OptimalPlay;
use chancetree_engine::model::{Error, Graph, Job};
use chancetree_engine::payoff::PayoffTable;
use chancetree_export::{Decision, DocumentInfo, GraphDocument};
use chancetree_families::family::sampled::Sample;
use chancetree_families::family::{GraphOptions, Sampling, play_rounds};
use std::sync::Arc;

/// The context of work on a custom game: its limits, and the options of its graph.
///
/// ```
/// use chancetree::cli::embed::{Control, Request, session};
/// use chancetree::example::Coins;
/// use chancetree::prelude::*;
/// use std::sync::Arc;
///
/// // A custom game under the limits of a request.
/// let words = ["--max-states", "100"].map(Into::into).to_vec();
/// let request = Request { words, ..Request::default() };
/// let found = session(request, &Arc::new(Control::default()), |session| {
///     Coins { tosses: 3 }.graph(&session.job()).map_err(|error| session.explain(error))
/// });
/// assert_eq!(found.expect("four states").0.node_count(), 4);
/// ```
pub struct EmbedSession<'a> {
    context: &'a Context,
    graph: GraphArgs,
}

/// The failure of work in a session.
///
/// ```
/// use chancetree::cli::embed::{Control, Reason, Request, session};
/// use chancetree::example::Coins;
/// use chancetree::prelude::*;
/// use std::sync::Arc;
///
/// let words = ["--max-states", "2"].map(Into::into).to_vec();
/// let request = Request { words, ..Request::default() };
/// let found = session(request, &Arc::new(Control::default()), |session| {
///     Coins { tosses: 3 }.graph(&session.job()).map(drop).map_err(|error| session.explain(error))
/// });
/// assert_eq!(found.unwrap_err().reason, Reason::States);
/// ```
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

    /// Writes the graph or the tree of optimal play with the options of the session, which also set the precision and the depth of
    /// `about`. `payoff` returns the payoffs in the graph that is written.
    ///
    /// # Errors
    /// An infinite tree, a limit, or a file that cannot be written.
    pub fn write<G: Depict>(
        &self,
        best: &OptimalPlay<G>,
        about: DocumentInfo,
        payoff: impl FnOnce(&Graph<G>) -> Result<PayoffTable, Error>,
    ) -> Result<(), SessionError> {
        let Self { context, graph } = self;
        let job = context.job();
        let options = graph.options(about.shown);
        options.check_tree(best.graph().model()).map_err(|refusal| SessionError(refusal.into()))?;
        let targets = graph.targets("game", context).map_err(SessionError)?;
        let limits = GraphOptions::limits(&job);
        let unfold = || best.graph().unfolded(options.depth, &limits);
        let tree = options.is_tree.then(unfold).transpose().map_err(|error| self.explain(error))?;
        let shape = tree.as_ref().map_or(best.graph(), |(tree, _)| tree);
        let about = DocumentInfo {
            exact: options.is_exact(shape.node_count()),
            depth: options.depth,
            payoff: Some(("payoff".to_owned(), payoff(shape).map_err(|error| self.explain(error))?)),
            ..about
        };
        let decide = |node| {
            let node = tree.as_ref().map_or(node, |(_, nodes)| nodes[node] as usize);
            Decision::of(best.graph(), best.solution(), node)
        };
        let document = context.phase("document", || GraphDocument::new(shape, decide, about, &job));
        let mut document = document.map_err(|error| self.explain(error))?;
        graph.check_and_write(&mut document, targets, &job, context).map_err(SessionError)
    }

    /// Plays random games and prints the estimates as JSON.
    ///
    /// # Errors
    /// A limit, or a payoff that is too large.
    pub fn simulate(&self, sample: &Sample<'_>, sampling: Sampling) -> Result<(), SessionError> {
        let mut counted = sample.counted();
        let play = |number: u64, job: &Job<'_>| sample.play(sampling.seed, number, job);
        let played =
            play_rounds(&self.job(), sampling.games, play, |_, error| error.into(), &mut counted, |_| Ok(()));
        let stop = played.and_then(|(_, stop)| stop.map_or(Ok(()), Err));
        stop.map_err(|error| SessionError(self.context.failure(error)))?;
        let mut parameters = sample.parameters.clone();
        sampling.enter(&mut parameters);
        let report = sample.report(&counted, sampling.seed);
        print_report("model", parameters, report, Print::plain(Format::Json), self.context)
            .map_err(SessionError)
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
    let unhelped = |refusal: Box<EmbedError>| EmbedError { fail: refusal.fail.without_help(), ..*refusal };
    let typed = parse_request(&words).map_err(unhelped)?;
    let (AnyCommand::Family(command), options) = (typed.command, typed.work) else {
        unreachable!("the words begin with graph memory")
    };
    run_embedded(&options, control, input, tables, move |context| {
        let graph = command.read::<GraphArgs>()?;
        graph.prepare(context)?;
        context.set_fixed_size();
        let session = EmbedSession { context, graph };
        work(&session).map_err(|SessionError(fail)| fail)
    })
}
