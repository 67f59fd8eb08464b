//! Runs the commands that a handler answers: plans the answer, does the work, and prints the reports.

use super::invocation::Invocation;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{ActivityKind, Context, end_printed};
use crate::cli::fail::Fail;
use crate::cli::input;
use crate::cli::picture::PictureFormat;
use crate::cli::print::{Answers, Format, FormatOnly, Print, PrintArgs, Stream, print_long};
use crate::cli::processes::Processes;
use crate::cli::target::Target;
use chancetree_families::family::{
    AnswerDocument, AnswerLayout, AnswerPlan, CommandError, Family, FileContents, GameAnswer, Grouping, Page,
    Partial, Query, Sink,
};
use clap::{Args as _, Command};
use std::cell::RefCell;
use std::path::Path;
use std::slice;

/// Returns the page whose function answers a command of a family.
pub(super) fn answering_page(command_name: &str, family: &dyn Family) -> Page {
    family.answering_page(command_name).expect("every command has a page")
}

/// Adds the options of the program to the help page of a command.
pub(super) fn add_options(answering: Page, page: Command) -> Command {
    let page = if answering.saves { Checkpoints::augment_args(page) } else { page };
    let page = if answering.shares { Processes::augment_args(page) } else { page };
    match answering.format_help {
        _ if answering.is_log => page,
        Some(help) => FormatOnly::augment_args(page).mut_arg("format", |format| format.help(help)),
        None => {
            let page = PrintArgs::augment_args(page);
            // Counts are whole numbers, on which these options have no effect.
            let is_whole = answering.command == "count";
            page.mut_arg("digits", |arg| arg.hide(is_whole)).mut_arg("percent", |arg| arg.hide(is_whole))
        }
    }
}

/// Reads the options of the program.
fn read_options(
    answering: &Page,
    invocation: &Invocation<'_>,
) -> Result<(Checkpoints, Option<Processes>, PrintArgs), Fail> {
    let checkpoints = if answering.saves { invocation.read()? } else { Checkpoints::none() };
    let machines: Option<Processes> = answering.shares.then(|| invocation.read()).transpose()?;
    let print = match answering.format_help {
        _ if answering.is_log => PrintArgs::plain(Format::Text),
        Some(_) => {
            let FormatOnly { format } = invocation.read()?;
            PrintArgs::plain(format)
        }
        None => invocation.read()?,
    };
    Ok((checkpoints, machines.filter(Processes::is_given), print))
}

/// Runs a command: plans the answer, does the work, and prints the reports.
pub(super) fn run(page: Page, invocation: &Invocation<'_>) -> Result<(), Fail> {
    let context = invocation.context;
    let (checkpoints, machines, print_args) = read_options(&page, invocation)?;
    let print = print_args.print();
    let (games, own, ranges) =
        (invocation.checked_games()?, invocation.command_options()?, invocation.range_ends());
    let inputs = invocation.inputs();
    let query = Query {
        family: invocation.family,
        inputs: &inputs,
        games,
        command_options: &own,
        ranges: &ranges,
        threads: context.threads(),
        format: print.format.name(),
        has_file: context.output().has_file(),
        is_shared: machines.is_some(),
        is_saved: checkpoints.folder().is_some(),
        digits: print.digits,
        in_percent: print.is_in_percent(),
        has_columns: print.columns.is_some(),
    };
    let width = invocation.rounding(&own, print)?;
    let handler = page.answer.expect("the page answers the command");
    let plan = handler(&query).map_err(|refusal| invocation.refused(refusal))?;
    let plan = if let Some(width) = width { plan.in_doubles(width) } else { plan };
    print.check_sequence(own.value("sequence").is_some())?;
    if let Some(kind) = PictureFormat::named(query.format) {
        kind.check(Path::new("-"), context)?;
    }
    if let Some(cost) = plan.cost.clone() {
        context.set_plan(invocation.family(), cost, !invocation.is_range());
    }
    match machines {
        Some(machines) => answer_shared(plan, (&machines, &checkpoints, print), invocation),
        None => answer(plan, (&checkpoints, print), invocation),
    }
}

/// Answers a query together with other processes. The first process prints the answer.
fn answer_shared(
    plan: AnswerPlan,
    (machines, checkpoints, print): (&Processes, &Checkpoints, Print<'_>),
    invocation: &Invocation<'_>,
) -> Result<(), Fail> {
    let context = invocation.context;
    machines.check(plan.shared.as_ref().err().copied(), context)?;
    let Ok(shared) = plan.shared else { return Ok(()) };
    let found = machines.answer(shared, checkpoints, context)?;
    let Some(found) = found.transpose().map_err(|refusal| invocation.refused(refusal))? else {
        return Ok(());
    };
    if let (Format::Own(name), true) = (print.format, print.is_document()) {
        return write_document(Partial::whole([found]), PictureFormat::named(name), context);
    }
    let all = [found];
    let (answers, print) = answer_settings(plan.layout, &plan.about, invocation, print);
    context.clear();
    answers.with(&all).print(print, context)
}

/// Does the work of a plan, and prints its answers.
fn answer(
    plan: AnswerPlan,
    (checkpoints, print): (&Checkpoints, Print<'_>),
    invocation: &Invocation<'_>,
) -> Result<(), Fail> {
    let context = invocation.context;
    let AnswerPlan { about, games, identity, layout, file, work, summary, .. } = plan;
    let file = file.map(|file| Target::open(&file.path, file.replaces, file.option, context)).transpose()?;
    let is_document = print.is_document();
    let is_streamed = !is_document && layout.grouping == Grouping::PerGame;
    let (answers, print) = answer_settings(layout, &about, invocation, print);
    let stream = Stream::new(answers.clone(), games.into_iter(), print, context);
    let stream = stream.deferred(checkpoints.folder().is_some()).whole_text(layout.is_aligned);
    let printer = Printer {
        stream: is_streamed.then_some(&stream),
        lines: layout.is_json_lines.then(|| (answers.clone(), print)),
        context,
        failed: RefCell::default(),
    };
    let explain = |error| invocation.failure(error);
    checkpoints.run(&invocation.fingerprint(&identity)?, context, |job| {
        let found = work(job, &printer);
        if let Some(fail) = printer.failed.take() {
            return Err(fail);
        }
        // A closed pipe is no error.
        if context.output().is_reader_gone() {
            return Ok(());
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
            print_together(found?, &answers, print, context)
        }
    })
}

/// Prints all answers after the end of the work.
fn print_together(
    found: Partial<GameAnswer, Fail>,
    answers: &Answers<'_>,
    print: Print<'_>,
    context: &Context,
) -> Result<(), Fail> {
    if let [GameAnswer { parameters, document: Some(AnswerDocument::Long(long)), .. }] = &found.done[..] {
        context.clear();
        return print_long(answers, parameters, long, print, context);
    }
    let Partial { done, stop } = found;
    // An empty list is valid JSON.
    if done.is_empty() && !(answers.layout.is_list && print.format == Format::Json) {
        return stop.map_or(Ok(()), Err);
    }
    // A stop does not interrupt the printing of finished results.
    let _critical = stop.is_some().then(|| context.begin(ActivityKind::CriticalSection));
    context.clear();
    end_printed(stop, answers.clone().with(&done).print(print, context))
}

/// Prints answers and logs during the work.
struct Printer<'a> {
    /// The stream of answers, unless all answers are printed at the end.
    stream: Option<&'a Stream<'a>>,
    /// The settings of answers that are printed as JSON lines.
    lines: Option<(Answers<'a>, Print<'a>)>,
    context: &'a Context,
    /// The failure to print, if any.
    failed: RefCell<Option<Fail>>,
}

impl Printer<'_> {
    /// Ends the work if printing failed, or if nobody reads what is printed.
    fn check<T>(&self, printed: Result<T, Fail>) -> Result<T, CommandError> {
        if self.context.output().is_reader_gone() {
            return Err(CommandError::ReaderGone);
        }
        printed.map_err(|fail| {
            self.failed.replace(Some(fail));
            CommandError::Output { is_stop: false }
        })
    }
}

impl Sink for Printer<'_> {
    fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError> {
        self.check(match (&self.lines, self.stream) {
            (Some((answers, print)), _) => {
                let value = answers.clone().with(slice::from_ref(answer)).value(*print);
                self.context.output().json_line(&value)
            }
            (None, Some(stream)) => stream.push(answer),
            (None, None) => Ok(()),
        })
    }

    fn log(&self, text: &str) -> Result<(), CommandError> {
        self.check(self.context.suspend_progress(|| self.context.output().print(text)))
    }

    fn ask(&self, prompt: &str) -> Result<Option<String>, CommandError> {
        self.context.clear();
        self.check(self.context.output().print(prompt).and_then(|()| input::line(self.context)))
    }
}

/// Returns the settings of the answers, without any answer, and the print options.
fn answer_settings<'a>(
    layout: AnswerLayout,
    about: &'a str,
    invocation: &Invocation<'_>,
    print: Print<'a>,
) -> (Answers<'a>, Print<'a>) {
    let is_list = layout.is_list || invocation.is_range() && layout.grouping != Grouping::One;
    let print = if layout.is_json_lines { Print { format: Format::Json, ..print } } else { print };
    let answers = Answers {
        family: invocation.family(),
        about,
        layout: AnswerLayout { is_list, ..layout },
        ..Answers::default()
    };
    (answers, layout.digits_for_people.map_or(print, |digits| print.default_digits_for_people(digits)))
}

/// Prints the document of the only answer.
fn write_document(
    found: Partial<GameAnswer, Fail>,
    picture: Option<PictureFormat>,
    context: &Context,
) -> Result<(), Fail> {
    let Partial { done, stop } = found;
    // A stop does not interrupt the printing of a partial document.
    let _critical = stop.is_some().then(|| context.begin(ActivityKind::CriticalSection));
    context.clear();
    let document = done.into_iter().find_map(|answer| answer.document);
    let written = match (document, picture) {
        (Some(AnswerDocument::Picture { svg, title }), Some(kind)) => kind.print(svg, &title, context),
        (Some(AnswerDocument::Picture { svg: text, .. } | AnswerDocument::Text(text)), _) => {
            context.output().drawing(&text)
        }
        (Some(AnswerDocument::Table(text)), _) => context.output().print(&text),
        (Some(AnswerDocument::Long(_)) | None, _) => Ok(()),
    };
    end_printed(stop, written)
}

/// Writes the additional file of an answer, if there is one.
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
