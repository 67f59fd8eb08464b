//! Runs the command `graph`: a family plans the document, and the program writes its files.

use super::Invocation;
use super::page::said;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::{GraphArgs, ShownArgs};
use crate::cli::target::Target;
use crate::export::GraphDocument;
use crate::family::{
    CommandError, GraphNotes, GraphPlan, GraphQuery, GraphSink, GraphSize, StopError as _, generic,
};
use crate::model::Job;
use std::cell::RefCell;

/// Writes the graph or the tree of a game.
pub(super) fn graph(
    question: &Invocation<'_>,
    (show, mut how, checkpoints): (ShownArgs, GraphArgs, Checkpoints),
    context: &Context,
) -> Result<(), Fail> {
    let given = question.one()?;
    how.prepare(context)?;
    let query = GraphQuery { family: question.family, given: &given, options: how.options(show.show) };
    let GraphPlan { stem, identity, work } = planned(&query, question, context)?;
    let targets = RefCell::new(how.targets(&stem, context)?);
    let writer = GraphWriter { how: &how, targets, context, failed: RefCell::default() };
    checkpoints.run(&question.range(&identity)?, context, |job| {
        work(job, &writer).map_err(|error| match (error, writer.failed.take()) {
            (CommandError::Output { .. }, Some(fail)) => fail,
            (error, _) => context.failure(error),
        })
    })
}

/// Returns the plan of the family, or else the plan for any family.
fn planned(query: &GraphQuery<'_>, question: &Invocation<'_>, context: &Context) -> Result<GraphPlan, Fail> {
    let own = said("graph", query.family).and_then(|page| page.graph);
    if let Some(plan) = own.map_or(Ok(None), |own| own(query))? {
        return Ok(plan);
    }
    question.games_within(context)?;
    generic::graph(query).map_err(|refusal| question.refused(refusal))
}

/// Writes the document of a graph into its files.
struct GraphWriter<'a> {
    how: &'a GraphArgs,
    /// The files, until the document is written.
    targets: RefCell<Vec<Target>>,
    context: &'a Context,
    /// The reason for which the document could not be written.
    failed: RefCell<Option<Fail>>,
}

impl GraphWriter<'_> {
    fn check(&self, done: Result<(), Fail>) -> Result<(), CommandError> {
        done.map_err(|fail| {
            let is_stop = fail.is_stop();
            self.failed.replace(Some(fail));
            CommandError::Output { is_stop }
        })
    }
}

impl GraphSink for GraphWriter<'_> {
    fn check_size(&self, size: &GraphSize) -> Result<(), CommandError> {
        self.check(self.how.check_size(size, self.context))
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
        self.check(self.how.lay_out_and_write(document, targets, job, self.context))
    }
}
