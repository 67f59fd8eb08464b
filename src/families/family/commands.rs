//! The commands of a family: the commands of its own pages, and the commands for any family.

use super::{
    Approximation, CommandError, Family, GameAnswer, GameArguments, GenericCommand, Handler, Inputs, Page,
    Parameter, Partial, Query, Refusal, Sink, TypedValues,
};
use crate::model::Job;
use serde_json::Value;

/// The commands whose answers can be doubles.
const IN_DOUBLES: [&str; 4] = ["odds", "best", "fair", "simulate"];

impl dyn Family + '_ {
    /// Returns the family's own page of a command, if there is one.
    pub fn page(&self, command: &str) -> Option<&'static Page> {
        self.pages().iter().find(|page| page.command == command)
    }

    /// Returns the family's own handler of a command, if there is one.
    pub fn own_handler(&self, command: &str) -> Option<Handler> {
        self.page(command)?.answer
    }

    /// Returns the page whose function answers a command: the family's own page, or the page for any family.
    pub fn answering_page(&self, command: &str) -> Option<Page> {
        let own = self.page(command).filter(|page| page.answer.is_some());
        own.copied().or_else(|| Some(GenericCommand::named(command)?.page()))
    }

    /// Returns `true` if the family answers a command itself and in fractions only. The fractions are rounded if doubles are
    /// wanted.
    pub fn is_rounded(&self, command: &str) -> bool {
        let has_doubles =
            |page: &Page| page.options.iter().any(|option| option.name == Approximation::APPROXIMATE.name);
        IN_DOUBLES.contains(&command)
            && self.own_handler(command).is_some()
            && !self.page(command).is_some_and(|page| page.is_log || has_doubles(page))
    }

    /// Returns the options of a command that are not parameters of a game: the options of the family's page, and the options for
    /// any family, unless the family answers the command itself or its page takes none of the parameters.
    pub fn command_options(&self, command: &str) -> Vec<Parameter> {
        let own_page = self.page(command);
        let mut options = own_page.map_or(&[][..], |page| page.options).to_vec();
        let has_only_own = own_page.is_some_and(|page| page.takes.is_some_and(<[_]>::is_empty));
        if self.own_handler(command).is_none() && !has_only_own {
            options.extend(GenericCommand::named(command).map_or(&[][..], |known| known.page().options));
        }
        if self.is_rounded(command) {
            options.extend([Approximation::APPROXIMATE.rare(), Approximation::PRECISION.rare()]);
        }
        options
    }
}

/// Answers a command of a family about one game, by the function that answers the command line and Python. `typed` returns the
/// values of a parameter or an option, or `None` for its default. Files that values name are not read; `inputs` has the texts of
/// the command's own files.
///
/// ```
/// use chancetree::family::{Inputs, Parameter, ReportValue, TypedValues, answer};
/// use chancetree::games::DESCRIBED;
/// use chancetree::model::Job;
///
/// let memory = *DESCRIBED.iter().find(|family| family.name() == "memory").expect("a family");
/// let pairs = |parameter: &Parameter| (parameter.name == "pairs").then(|| TypedValues::one(2));
/// let found = answer(memory, "odds", &pairs, &Inputs::default(), &Job::default())?;
/// assert!(matches!(found.report.value("win"), Some(ReportValue::Seats(seats)) if seats[0].to_string() == "1/3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the family does not support the command, the values describe no game, or a limit is exceeded.
pub fn answer(
    family: &'static dyn Family,
    command: &str,
    typed: &dyn Fn(&Parameter) -> Option<TypedValues>,
    inputs: &Inputs,
    job: &Job<'_>,
) -> Result<GameAnswer, CommandError> {
    let found = answers(family, command, typed, inputs, job)?.pop();
    found.ok_or_else(|| Refusal::new("the command has no answer").into())
}

/// Answers a command of a family about each game of a range, in order, like [`answer`].
///
/// ```
/// use chancetree::family::{Inputs, Parameter, TypedValues, answers};
/// use chancetree::games::DESCRIBED;
/// use chancetree::model::Job;
///
/// let memory = *DESCRIBED.iter().find(|family| family.name() == "memory").expect("a family");
/// let pairs = |parameter: &Parameter| (parameter.name == "pairs").then(|| parameter.read("2..4").expect("a range"));
/// let found = answers(memory, "odds", &pairs, &Inputs::default(), &Job::default())?;
/// assert_eq!(found[2].parameters["pairs"], 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`answer`].
pub fn answers(
    family: &'static dyn Family,
    command: &str,
    typed: &dyn Fn(&Parameter) -> Option<TypedValues>,
    inputs: &Inputs,
    job: &Job<'_>,
) -> Result<Vec<GameAnswer>, CommandError> {
    let found = partial_answers(family, command, typed, inputs, job)?;
    found.stop.map_or(Ok(found.done), Err)
}

/// Answers like [`answers`]. If a limit stops the work, returns the finished answers, and the error.
///
/// # Errors
/// As [`answer`], if no answer is finished.
pub fn partial_answers(
    family: &'static dyn Family,
    command: &str,
    typed: &dyn Fn(&Parameter) -> Option<TypedValues>,
    inputs: &Inputs,
    job: &Job<'_>,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let unsupported = || Refusal::new(format!("{command} does not support {}", family.name()));
    let page = family.answering_page(command).filter(|_| {
        let is_excluded = family.excluded().iter().any(|excluded| excluded.name() == command);
        !is_excluded || family.own_handler(command).is_some()
    });
    let handler = page.and_then(|page| page.answer).ok_or_else(unsupported)?;
    let own_page = family.page(command);
    let mut parameters = family.parameters();
    parameters.retain(|parameter| own_page.is_none_or(|page| page.has(parameter.name)));
    let games = GameArguments::all(&parameters, typed).map_err(Refusal::new)?;
    let own = GameArguments::all(&family.command_options(command), typed).map_err(Refusal::new)?;
    let query = Query {
        family,
        inputs,
        games: &games,
        command_options: &own[0],
        ranges: &range_ends(&parameters, typed),
        threads: job.threads,
        format: "json",
        has_file: false,
        is_saved: false,
        is_shared: false,
        digits: None,
        in_percent: false,
        has_columns: false,
    };
    (handler(&query)?.work)(job, &NoSink)
}

/// Returns the parameters that were typed as a range or a list, each with its last value.
pub fn range_ends(
    parameters: &[Parameter],
    typed: &dyn Fn(&Parameter) -> Option<TypedValues>,
) -> Vec<(&'static str, String)> {
    let end = |parameter: &Parameter| {
        let typed = typed(parameter).filter(|typed| typed.several)?;
        Some((parameter.name, typed.all.last().map(Value::to_string).unwrap_or_default()))
    };
    parameters.iter().filter_map(end).collect()
}

/// A receiver that ignores results: the work returns its answers, too.
pub struct NoSink;

impl Sink for NoSink {
    fn answer(&self, _: &GameAnswer) -> Result<(), CommandError> {
        Ok(())
    }

    fn log(&self, _: &str) -> Result<(), CommandError> {
        Ok(())
    }
}
