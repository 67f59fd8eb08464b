//! Runs the commands that a family answers by a handler of its own.

use super::invocation::Invocation;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{ActivityKind, Context, end_printed};
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::picture::PictureFormat;
use crate::cli::print::{Answers, Format, Print, Stream};
use crate::cli::target::Target;
use crate::family::{
    AnswerDocument, AnswerLayout, AnswerPlan, CommandError, FileContents, GameAnswer, Grouping, Handler,
    Page, Partial, Query, Sink, Verb,
};
use clap::{Args as _, Command};
use std::cell::RefCell;
use std::path::Path;

/// The options of a command beside the parameters of its games.
#[derive(Clone, Copy)]
pub(super) struct CommandOptions {
    /// `true` if its work can be saved.
    saves: bool,
    /// `true` if several processes can do its work.
    shares: bool,
    /// `true` if it prints a log, in formats of its own.
    is_log: bool,
}

impl CommandOptions {
    /// Returns the options of a command that the family answers with a page of its own.
    pub(super) fn of_page(page: &Page) -> Self {
        Self { saves: page.saves, shares: page.shares, is_log: page.is_log }
    }

    /// Returns the options of a command that any family answers.
    pub(super) fn generic(command: &str) -> Self {
        let is = |verb: Verb| command == verb.name();
        // An estimate ends soon by itself.
        Self { saves: !is(Verb::Plan), shares: is(Verb::Odds), is_log: false }
    }

    /// Adds the options to a page.
    pub(super) fn add(self, page: Command) -> Command {
        let page = if self.saves { Checkpoints::augment_args(page) } else { page };
        let page = if self.shares { Machines::augment_args(page) } else { page };
        if self.is_log { page } else { Print::augment_args(page) }
    }

    /// Reads the options.
    fn read(self, question: &Invocation<'_>) -> Result<(Checkpoints, Option<Machines>, Print), Fail> {
        let checkpoints = if self.saves { question.read()? } else { Checkpoints::none() };
        let machines: Option<Machines> = self.shares.then(|| question.read()).transpose()?;
        let print = if self.is_log { Print::plain(Format::Text) } else { question.read()? };
        Ok((checkpoints, machines.filter(Machines::is_given), print))
    }
}

/// Runs a command: plans the answer, does the work, and prints the reports.
pub(super) fn run(
    (handler, options): (Handler, CommandOptions),
    question: &Invocation<'_>,
    context: &Context,
) -> Result<(), Fail> {
    let (checkpoints, machines, print) = options.read(question)?;
    let (games, own, ranges) = (question.games_within(context)?, question.own()?, question.ranges());
    let query = Query {
        family: question.family,
        games,
        own: &own,
        ranges: &ranges,
        threads: context.threads(),
        format: print.format.name(),
        has_file: context.output().has_file(),
        is_shared: machines.is_some(),
        is_saved: checkpoints.folder().is_some(),
        has_columns: print.columns.is_some(),
    };
    let plan = handler(&query).map_err(|refusal| question.refused(refusal))?;
    if plan.is_described {
        return question.answer_generic(context);
    }
    if let Some(kind) = PictureFormat::named(query.format) {
        kind.check(Path::new("-"), context)?;
    }
    if let Some(cost) = plan.cost.clone() {
        context.plan(question.family(), cost, !question.is_range());
    }
    match machines {
        Some(machines) => answer_shared(plan, (&machines, &checkpoints, print), question, context),
        None => answer(plan, (&checkpoints, print), question, context),
    }
}

/// Answers a query together with other processes, and prints the answer in the process that has it.
fn answer_shared(
    plan: AnswerPlan,
    (machines, checkpoints, print): (&Machines, &Checkpoints, Print),
    question: &Invocation<'_>,
    context: &Context,
) -> Result<(), Fail> {
    machines.check(plan.shared.as_ref().err().copied(), context)?;
    let Ok(shared) = plan.shared else { return Ok(()) };
    let found = machines.answer(shared, checkpoints, context)?;
    let Some(found) = found.transpose().map_err(|refusal| question.refused(refusal))? else {
        return Ok(());
    };
    if let Format::Own(name) = print.format {
        return write_document(Partial::whole([found]), PictureFormat::named(name), context);
    }
    let all = [found];
    let (answers, print) = laid_out(plan.layout, &plan.about, question, print);
    context.clear();
    answers.with(&all).print(print, context)
}

/// Does the work of a plan, and prints its answers.
fn answer(
    plan: AnswerPlan,
    (checkpoints, print): (&Checkpoints, Print),
    question: &Invocation<'_>,
    context: &Context,
) -> Result<(), Fail> {
    let AnswerPlan { about, games, identity, layout, file, work, summary, .. } = plan;
    let file = file.map(|file| Target::open(&file.path, file.replaces, file.option, context)).transpose()?;
    let is_document = matches!(print.format, Format::Own(_));
    let is_streamed = !is_document && layout.grouping == Grouping::PerGame;
    let (answers, print) = laid_out(layout, &about, question, print);
    let stream = Stream::new(answers.clone(), games.into_iter(), print, context);
    let stream = stream.held(checkpoints.folder().is_some()).whole_text(layout.is_aligned);
    let printer = Printer { stream: is_streamed.then_some(&stream), context, failed: RefCell::default() };
    let explain = |error| match error {
        CommandError::Refused(refusal) => question.refused(refusal),
        error => context.failure(error),
    };
    checkpoints.run(&question.range(&identity)?, context, |job| {
        let found = work(job, &printer);
        if let Some(fail) = printer.failed.take() {
            return Err(fail);
        }
        let mut found = found.map(|found| found.map_stop(explain)).map_err(explain);
        if let (Some(target), Ok(found)) = (file, &mut found) {
            write_file(target, &mut found.done, context)?;
        }
        if is_document {
            write_document(found?, PictureFormat::named(print.format.name()), context)
        } else if is_streamed {
            stream.finish(found, |all| summary.map_or_else(String::new, |summary| summary(all)))
        } else {
            context.show(found?, |all, _| answers.with(all).print(print, context))
        }
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
        printed.map_err(|fail| match self.context.output().is_reader_gone() {
            true => CommandError::ReaderGone,
            false => {
                self.failed.replace(Some(fail));
                CommandError::Output
            }
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
    layout: AnswerLayout,
    about: &'a str,
    question: &Invocation<'_>,
    print: Print,
) -> (Answers<'a>, Print) {
    let answers =
        Answers::new(question.family(), about, question.is_range() && layout.grouping != Grouping::One, &[]);
    let answers = answers.whole(layout.is_whole).listed(layout.lists_tables);
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
