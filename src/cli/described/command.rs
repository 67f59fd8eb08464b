//! Runs the commands that a family answers by a handler of its own.

use super::question::Inquiry;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{ActivityKind, Context, end_printed};
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::picture::PictureFormat;
use crate::cli::print::{Answers, Format, Print, Stream};
use crate::cli::target::Target;
use crate::family::{
    AnswerDocument, AnswerPlan, CommandError, FileContents, GameAnswer, Grouping, Handler, Layout, Page,
    Partial, Query, Sink,
};
use clap::{Args as _, Command};
use std::cell::RefCell;
use std::path::Path;

/// Adds the options of every such command to its page.
pub(super) fn options(described: &Page, page: Command) -> Command {
    let page = if described.saves { Checkpoints::augment_args(page) } else { page };
    let page = if described.shares { Machines::augment_args(page) } else { page };
    if described.is_log { page } else { Print::augment_args(page) }
}

/// Runs a command: plans the answer, does the work, and prints the reports.
pub(super) fn run(handler: Handler, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail> {
    let described = question.described_page();
    let checkpoints = match described.saves {
        true => question.read::<Checkpoints>()?,
        false => Checkpoints::none(),
    };
    let machines: Option<Machines> = described.shares.then(|| question.read()).transpose()?;
    let print = if described.is_log { Print::plain(Format::Text) } else { question.read()? };
    let (games, own, ranges) = (question.games_within(context)?, question.own()?, question.ranges());
    let query = Query {
        games,
        own: &own,
        ranges: &ranges,
        format: print.format.name(),
        has_file: context.output().has_file(),
        is_shared: machines.as_ref().is_some_and(Machines::is_given),
        is_saved: checkpoints.folder().is_some(),
        has_columns: print.columns.is_some(),
    };
    let picture = PictureFormat::named(query.format);
    let plan = handler(&query).map_err(|refusal| question.refused(refusal))?;
    if plan.is_described {
        return question.described(context);
    }
    picture.map_or(Ok(()), |kind| kind.check(Path::new("-"), context))?;
    let AnswerPlan { about, games, identity, layout, cost, file, work, shared, summary, .. } = plan;
    if let Some(machines) = &machines {
        machines.check(shared.as_ref().err().copied(), context)?;
    }
    let file = file.map(|file| Target::open(&file.path, file.replaces, file.option, context)).transpose()?;
    if let Some(cost) = cost {
        context.plan(question.family(), cost, !question.is_range());
    }
    let explain = |error| explained(error, question, context);
    if let (Some(machines), Ok(shared)) = (machines.filter(Machines::is_given), shared) {
        let answer = machines.answer(shared, &checkpoints, context)?;
        let Some(answer) = answer.transpose().map_err(|refusal| question.refused(refusal))? else {
            return Ok(());
        };
        let all = [answer];
        let (answers, print) = laid_out(layout, &about, question, print);
        context.clear();
        return answers.with(&all).print(print, context);
    }
    let is_document = matches!(print.format, Format::Own(_));
    let (answers, print) = laid_out(layout, &about, question, print);
    let together = (layout.grouping != Grouping::PerGame).then(|| answers.clone());
    let stream = Stream::new(answers, games.into_iter(), print, context);
    let stream = stream.held(checkpoints.folder().is_some()).whole_text(layout.is_aligned);
    let is_streamed = !is_document && layout.grouping == Grouping::PerGame;
    let sink = Printer { stream: is_streamed.then_some(&stream), context, failed: RefCell::default() };
    checkpoints.run(&question.range(&identity)?, context, |job| {
        let found = work(job, &sink);
        if let Some(fail) = sink.failed.take() {
            return Err(fail);
        }
        let mut found = found.map(|found| found.map_stop(explain)).map_err(explain);
        if let (Some(target), Ok(found)) = (file, &mut found) {
            write_file(target, &mut found.done, context)?;
        }
        if is_document {
            return write_document(found?, picture, context);
        }
        if let Some(answers) = together {
            return context.show(found?, |all, _| answers.with(all).print(print, context));
        }
        stream.finish_with(found, |all| summary.map_or_else(String::new, |summary| summary(all)))
    })
}

/// Prints answers and logs as soon as they are ready.
struct Printer<'a> {
    /// The stream of answers, unless all are printed at the end.
    stream: Option<&'a Stream<'a>>,
    context: &'a Context,
    /// The reason for which something could not be printed.
    failed: RefCell<Option<Fail>>,
}

impl Printer<'_> {
    fn check(&self, printed: Result<(), Fail>) -> Result<(), CommandError> {
        printed.map_err(|fail| {
            self.failed.replace(Some(fail));
            CommandError::Output
        })
    }
}

impl Sink for Printer<'_> {
    fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError> {
        self.check(self.stream.map_or(Ok(()), |stream| stream.push(answer)))
    }

    fn log(&self, text: &str) -> Result<(), CommandError> {
        self.check(self.context.output().print(text))
    }
}

/// Returns the answers about no game yet, and how they are printed.
fn laid_out<'a>(
    layout: Layout,
    about: &'a str,
    question: &Inquiry<'_>,
    print: Print,
) -> (Answers<'a>, Print) {
    let answers =
        Answers::new(question.family(), about, question.is_range() && layout.grouping != Grouping::One, &[]);
    let answers = answers.whole(layout.is_whole);
    let answers = layout.line_digits.map_or(answers.clone(), |digits| answers.digits(digits));
    (answers, layout.digits_for_people.map_or(print, |digits| print.usually_for_people(digits)))
}

/// Writes the document of the only answer.
fn write_document(
    found: Partial<GameAnswer, Fail>,
    picture: Option<PictureFormat>,
    context: &Context,
) -> Result<(), Fail> {
    let Partial { done, stop } = found;
    // After a stop the part of the document that was found may still be written.
    let _held = stop.is_some().then(|| context.begin(ActivityKind::Held));
    context.clear();
    let document = done.into_iter().find_map(|answer| answer.document);
    let written = match (document, picture) {
        (Some(AnswerDocument::Picture { svg, title }), Some(kind)) => kind.print(svg, &title, context),
        (Some(AnswerDocument::Picture { svg: text, .. } | AnswerDocument::Text(text)), _) => {
            context.output().drawing(&text)
        }
        (Some(AnswerDocument::Table(text)), _) => context.output().print(&text),
        (None, _) => Ok(()),
    };
    end_printed(stop, written)
}

/// Writes the file beside the result, if it was made.
fn write_file(mut target: Target, answers: &mut [GameAnswer], context: &Context) -> Result<(), Fail> {
    let Some(FileContents { text, note }) = answers.iter_mut().find_map(|answer| answer.file.take()) else {
        return Ok(());
    };
    if target.put(text.as_bytes())?
        && let Some(written) = target.finish(text.len() as u64)?
    {
        context.note(&format!("{written}: {note}"));
    }
    Ok(())
}

/// Returns the failure that an error of a command ends in.
fn explained(error: CommandError, question: &Inquiry<'_>, context: &Context) -> Fail {
    match error {
        CommandError::Refused(refusal) => question.refused(refusal),
        error => context.failure(error),
    }
}
