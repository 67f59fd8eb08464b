//! `reproduce`: checks the published numbers of a study: its value, the computed value, and the verdict.

use super::context::Context;
use super::fail::{Fail, Status};
use super::print::{self, Format, FormatOnly, Print, PrintArgs, Style};
use super::whole;
use chancetree_families::memory::MAX_PAIRS;
use chancetree_studies::summary::page;
use chancetree_studies::{CheckedStudy, STUDIES, Study, summed_up};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde_json::json;

/// Check every number that a published study prints.
#[derive(Debug)]
pub(crate) enum Reproduce {
    /// A summary of all studies.
    All(Format),
    /// One study, up to boards of this number of pairs.
    One(&'static Study, u16, PrintArgs),
}

/// Returns the help page of a study.
fn help(study: &'static Study) -> Command {
    let Study { name, about, details, example, pairs: [least, usual], .. } = *study;
    let begin = format!("chancetree reproduce {name}");
    let pairs = || {
        let arg = Arg::new("pairs").short('n').long("pairs").value_name("N").allow_negative_numbers(true);
        arg.help(format!("Number of pairs of the largest board [default: {usual}]"))
            .value_parser(whole(least, MAX_PAIRS))
    };
    let page = Command::new(name).args((usual > 0).then(pairs));
    PrintArgs::augment_args(page)
        .about(about)
        .long_about(format!("{about}\n\n{details}"))
        .after_help(format!("Examples:\n  {begin}\n  {begin} {example}"))
}

impl Args for Reproduce {
    fn augment_args(command: Command) -> Command {
        FormatOnly::augment_args(command)
            .mut_arg("format", |format| format.help("How to print the summary of all studies"))
            .long_about(
                "Check every number that a published study prints\n\nWithout a study, print a summary of all \
                 studies. Each refuted number has the exact value beside it.",
            )
            .after_help("Examples:\n  chancetree reproduce\n  chancetree reproduce bondarenko")
            .subcommand_value_name("STUDY")
            .subcommand_help_heading("Studies")
            .disable_help_subcommand(true)
            .args_conflicts_with_subcommands(true)
            .subcommands(STUDIES.iter().map(help))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Reproduce {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let Some((name, below)) = matches.subcommand() else {
            let FormatOnly { format } = FormatOnly::from_arg_matches(matches)?;
            return Ok(Self::All(format));
        };
        let study = Study::of(name).expect("each subcommand is a study");
        let pairs = below.try_get_one::<u16>("pairs").ok().flatten().copied();
        Ok(Self::One(study, pairs.unwrap_or(study.pairs[1]), PrintArgs::from_arg_matches(below)?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Reproduce {
    pub(crate) fn run(self, context: &Context) -> Result<(), Fail> {
        let (study, pairs, print) = match self {
            Self::All(format) => return print_all(format, context),
            Self::One(study, pairs, print) => (study, pairs, print),
        };
        let job = context.job();
        let checked = context.run_phase("reproduce", || study.check(pairs, &job))?;
        context.clear();
        let parameters = if study.pairs[1] > 0 { json!({ "pairs": pairs }) } else { json!({}) };
        print::print_report("", parameters, checked.report(print.print().places()), print.print(), context)?;
        check_verdicts(&checked)
    }
}

/// The largest board on which laws about all boards are checked.
const LAW_PAIRS: u16 = 120;

/// Prints a summary of all studies.
fn print_all(format: Format, context: &Context) -> Result<(), Fail> {
    let job = context.job();
    let mut all = Vec::new();
    let share = |done: usize| done as f64 / STUDIES.len() as f64;
    for (place, study) in STUDIES.iter().enumerate() {
        context.set_status(|| study.name.to_owned());
        let check = || study.check(study.pairs[0].max(LAW_PAIRS), &job);
        let check = || job.pass(share(place), share(place + 1), check);
        all.push(context.run_phase(study.name, check)?);
    }
    context.clear();
    match format {
        // The Markdown page has more sections than the table.
        Format::Table(Style::Md) => context.output().print(&page(&all, LAW_PAIRS))?,
        _ => print::print_report("", json!({}), summed_up(&all), Print::plain(format), context)?,
    }
    all.iter().try_for_each(check_verdicts)
}

/// Checks that every verdict is the expected one.
fn check_verdicts(checked: &CheckedStudy) -> Result<(), Fail> {
    let unexpected = checked.unexpected();
    let Some((section, first)) = unexpected.first() else { return Ok(()) };
    Err(Fail::new(
        Status::Failed,
        format!(
            "{} of {} verdicts differ from the known verdicts; the first: {}, {}: {}",
            unexpected.len(),
            checked.rows().count(),
            section.part.name,
            section.item(&first.entry),
            first.verdict_text()
        ),
    ))
}
