//! Commands that a family answers by tasks of its own.

use super::question::Inquiry;
use super::tailored::Groups;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::print::{Answered, Answers, Print, Stream};
use crate::family::{Answering, Partial, Task, TaskError, Tasks, range};
use crate::model::Job;
use clap::Command;
use serde_json::{Value, json};

/// The options of every such command.
type TaskOptions = (Checkpoints, Print);

/// Adds the options to the page of a command.
pub(super) fn options(page: Command) -> Command {
    TaskOptions::add(page)
}

/// Does the tasks of all games, and prints their reports.
pub(super) fn answer(tasks: Answering, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail> {
    let (checkpoints, print) = TaskOptions::read(question)?;
    let (games, own) = (question.games_within(context)?, question.own()?);
    let Tasks { about, all, is_quick } = tasks(games, &own).map_err(|refusal| question.refused(refusal))?;
    let answers = Answers::new(question.family(), &about, question.is_range(), &[]);
    let titled = |task: &Task| (task.title().to_owned(), task.parameters().clone());
    let stream = Stream::new(answers, all.iter().map(titled), print, context);
    let stream = stream.held(checkpoints.folder().is_some()).whole_text(is_quick);
    let parameters: Vec<Value> = all.iter().map(|task| task.parameters().clone()).collect();
    let one = |task: Task, job: &Job<'_>| {
        let report = task.answer(&*job).map_err(|error| match error {
            TaskError::Refused(refusal) => question.refused(refusal),
            TaskError::Engine(error) => context.explain(error),
        })?;
        stream.push_all(Partial::whole([Answered { parameters: task.parameters().clone(), report }]))
    };
    let asked = json!({ "first": parameters.first(), "last": parameters.last() });
    checkpoints.run(&question.range(&asked)?, context, |job| stream.finish(range(job, "game", all, one)))
}
