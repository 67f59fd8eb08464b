//! `graph`: the family plans the document, and the program writes its files.

use super::Invocation;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::{GraphArgs, ShownArgs};
use crate::cli::target::Target;
use chancetree_engine::model::Job;
use chancetree_export::GraphDocument;
use chancetree_families::family::{
    CommandError, GameSource, GraphNotes, GraphPlan, GraphQuery, GraphSink, GraphSize, StopError as _,
    generic,
};
use std::cell::RefCell;

/// Writes the graph or the tree of a game.
pub(super) fn graph(
    invocation: &Invocation<'_>,
    (show, args, checkpoints): (ShownArgs, GraphArgs, Checkpoints),
) -> Result<(), Fail> {
    let (given, context) = (invocation.single_game()?, invocation.context);
    args.prepare(context)?;
    let (own, inputs) = (invocation.command_options()?, invocation.inputs());
    let query = GraphQuery {
        game: GameSource { family: invocation.family, given: &given, command_options: &own, inputs: &inputs },
        options: args.options(show.show),
        format: &args.format().name(),
    };
    let GraphPlan { stem, identity, work } = graph_plan(&query, invocation)?;
    let targets = RefCell::new(args.targets(&stem, context)?);
    let writer = GraphWriter { args: &args, targets, context, failure: RefCell::default() };
    checkpoints.run(&invocation.fingerprint(&identity)?, context, |job| {
        work(job, &writer).map_err(|error| match (error, writer.failure.take()) {
            (CommandError::Output { .. }, Some(fail)) => fail,
            (error, _) => context.failure(error),
        })
    })
}

/// Returns the plan of the family itself, or else the plan for any family.
fn graph_plan(query: &GraphQuery<'_>, invocation: &Invocation<'_>) -> Result<GraphPlan, Fail> {
    let own_plan = query.game.family.page("graph").and_then(|page| page.graph);
    if let Some(plan) = own_plan.map_or(Ok(None), |plan| plan(query))? {
        return Ok(plan);
    }
    invocation.checked_games()?;
    generic::graph(query).map_err(|refusal| invocation.refused(refusal))
}

/// Writes the document of a graph into its files.
struct GraphWriter<'a> {
    args: &'a GraphArgs,
    /// The files, until the document is written.
    targets: RefCell<Vec<Target>>,
    context: &'a Context,
    /// The failure to write the document, if any.
    failure: RefCell<Option<Fail>>,
}

impl GraphWriter<'_> {
    fn check(&self, done: Result<(), Fail>) -> Result<(), CommandError> {
        done.map_err(|fail| {
            let is_stop = fail.is_stop();
            self.failure.replace(Some(fail));
            CommandError::Output { is_stop }
        })
    }
}

impl GraphSink for GraphWriter<'_> {
    fn check_size(&self, size: &GraphSize) -> Result<(), CommandError> {
        self.check(self.args.check_size(size, self.context))
    }

    fn write_text(&self, text: &str) -> Result<(), CommandError> {
        let mut targets = self.targets.take();
        self.check(targets.pop().map_or(Ok(()), |target| target.deliver(text, self.context)))
    }

    fn write(
        &self,
        document: &mut GraphDocument<'_>,
        notes: &GraphNotes,
        job: &Job<'_>,
    ) -> Result<(), CommandError> {
        self.context.report_graph_memory(notes.node, document);
        notes.note.iter().for_each(|note| self.context.note(note));
        let targets = self.targets.take();
        self.check(self.args.lay_out_and_write(document, targets, job, self.context))
    }
}
