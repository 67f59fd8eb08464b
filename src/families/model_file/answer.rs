//! The answers about a model: the values of properties, and the size of the state space.

use super::model_source::{ModelCase, ModelSource, ModelText};
use super::source_refusal::{command_error, refusal};
use super::value_table::{
    CheckedProperty, CheckedValues, SavedValue, ShownChoice, ShownChoices, TableNumber, value_tables,
    wide_values, with_constants,
};
use crate::family::{
    AnswerPlan, Approximation, CommandError, GameAnswer, Inputs, Partial, Query, Refusal, Report,
    ReportValue, SavedParts, StopError as _, Table, add_method, counted, enter_width, is_stdin,
};
use crate::model::{Error, Job, StopRecord};
use chancetree_prism::{CheckError, ExploredModel, PrismError, Property, PropertyFile};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The options for properties.
#[derive(Deserialize)]
struct PropertyArgs {
    prop: Option<Vec<String>>,
    #[serde(flatten)]
    approximation: Approximation,
    #[serde(default)]
    every: bool,
}

/// The text of the properties.
pub(super) enum PropertySource {
    /// A file.
    File(PathBuf),
    /// The texts of the option `--prop`, one below the other.
    Typed(String),
}

impl PropertySource {
    /// Returns the typed source, or `None` if no property was typed.
    ///
    /// # Errors
    /// If the standard input is needed twice.
    pub(super) fn typed(query: &Query<'_>, model: &Path) -> Result<Option<Self>, Refusal> {
        match (query.inputs.file("props"), query.options::<PropertyArgs>().prop) {
            (Some(path), _) if is_stdin(path) && is_stdin(model) => {
                Err(Refusal::new("only one of the model and the properties can be read from stdin")
                    .help("--props FILE"))
            }
            (Some(path), _) => Ok(Some(Self::File(path.to_owned()))),
            (None, texts) => Ok(texts.map(|texts| Self::Typed(joined(&texts)))),
        }
    }

    /// Returns the name of the source in messages.
    pub(super) fn name(&self, inputs: &Inputs) -> String {
        match self {
            Self::File(path) => inputs.name(path),
            Self::Typed(_) => "--prop".to_owned(),
        }
    }

    pub(super) fn text(&self, inputs: &Inputs) -> Result<String, Refusal> {
        match self {
            Self::File(path) => inputs.text(path),
            Self::Typed(text) => Ok(text.clone()),
        }
    }
}

/// Joins texts of properties, so that each begins a line.
fn joined(texts: &[String]) -> String {
    let ended = texts.iter().enumerate().map(|(place, text)| {
        let text = text.trim_end();
        let is_open = place + 1 < texts.len() && !text.ends_with(';');
        format!("{text}{}", if is_open { ";" } else { "" })
    });
    ended.collect::<Vec<_>>().join("\n")
}

/// Plans the values of properties.
pub(super) fn values(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    value_plan(query, ShownChoices::None)
}

/// Plans the values of properties and of the choices in the initial states.
pub(super) fn best_values(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let PropertyArgs { every, .. } = query.options();
    value_plan(query, if every { ShownChoices::Every } else { ShownChoices::First })
}

fn value_plan(query: &Query<'_>, choices: ShownChoices) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed_with_ranges(query.inputs, query.command_options)?;
    let properties = PropertySource::typed(query, &source.path)?.ok_or_else(|| {
        Refusal::new("a property is needed").help("--prop 'P=? [ F x=1 ]', or --props FILE")
    })?;
    let width = query.options::<PropertyArgs>().approximation.width()?;
    let (constants, cases) = source.cases()?;
    let mut parameters = source.parameters();
    parameters["props"] = match &properties {
        PropertySource::File(path) => json!(source.inputs.name(path)),
        PropertySource::Typed(_) => Value::Null,
    };
    enter_width(width, &mut parameters);
    if choices == ShownChoices::Every {
        parameters["every"] = true.into();
    }
    let name = properties.name(&source.inputs);
    let is_file = matches!(properties, PropertySource::File(_));
    let text = properties.text(&source.inputs)?;
    let wrong = |error| refusal(error, &name, &source.constants);
    let file = PropertyFile::parse(&text).map_err(wrong)?;
    let skipped = unreadable(&file, is_file).map_err(wrong)?;
    let model = source.read()?;
    let identity = json!({ "model": parameters, "text": model.fingerprint(), "props": text });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        for error in skipped {
            job.monitor.note(&format!("note: a property is skipped: {}", refusal(error, &name, "").what));
        }
        let answer = ValueAnswer {
            source,
            name,
            constants,
            is_file,
            choices,
            is_approximate: width.is_some(),
            parameters,
        };
        match width {
            None => answer.checked(cases, &model, &file, job, |explored, property, job| {
                let value = explored.check(property, job)?;
                let choices = match choices {
                    ShownChoices::None => Vec::new(),
                    ShownChoices::First => explored.choice_values(property, job)?,
                    ShownChoices::Every => explored.strategy_values(property, job)?,
                };
                Ok(((value, choices), None))
            }),
            Some(width) => {
                let mut found = answer.checked(cases, &model, &file, job, |explored, property, job| {
                    // If a limit stops the work, the bounds found so far are the answer.
                    let record = StopRecord::default();
                    let job = &job.recording(&record);
                    let value = explored.check_bounds(property, width, job)?;
                    let choices = match choices {
                        ShownChoices::None => Vec::new(),
                        ShownChoices::First => explored.choice_bounds(property, width, job)?,
                        ShownChoices::Every => explored.strategy_bounds(property, width, job)?,
                    };
                    Ok(((value, choices), record.stop().cloned()))
                })?;
                for answer in &mut found.done {
                    if let wide @ 1.. = wide_values(&answer.report, width) {
                        let which = counted(wide as u64, "value");
                        let wide = format!("The bounds on {which} are more than {width:e} apart.");
                        let separator = if answer.report.note.is_empty() { "" } else { "\n" };
                        answer.report.note.push_str(&format!("{separator}{wide}"));
                    }
                }
                Ok(found)
            }
        }
    });
    Ok(AnswerPlan { is_of_input: true, identity, ..plan })
}

/// Returns the errors of properties that are skipped: in a file, all that cannot be read; else those that only other programs
/// support.
///
/// # Errors
/// If another property cannot be read, or all properties are skipped.
pub(super) fn unreadable(file: &PropertyFile, is_file: bool) -> Result<Vec<PrismError>, PrismError> {
    let properties = file.properties();
    let errors: Vec<PrismError> = properties.iter().filter_map(Property::unsupported).collect();
    let is_fatal = |error: &&PrismError| !is_file && !matches!(error, PrismError::Unsupported { .. });
    let fatal = errors.iter().find(is_fatal).or(errors.first().filter(|_| errors.len() == properties.len()));
    fatal.cloned().map_or(Ok(errors), Err)
}

/// The values of a property, and the error of a stop that made their bounds wide.
type CheckOutcome<N> = (CheckedValues<N>, Option<Error>);

/// The answer about the values of properties.
struct ValueAnswer {
    source: ModelSource,
    /// The name of the source of the properties.
    name: String,
    /// The constants with several values.
    constants: Vec<String>,
    is_file: bool,
    choices: ShownChoices,
    is_approximate: bool,
    parameters: Value,
}

impl ValueAnswer {
    /// Checks all properties for all values of constants. If a limit stops the work, returns the values that are known, and the
    /// error. The values are saved with the job.
    ///
    /// # Errors
    /// If a property is wrong, or no value is known.
    fn checked<N: TableNumber>(
        self,
        cases: Vec<ModelCase>,
        model: &ModelText,
        file: &PropertyFile,
        job: &Job<'_>,
        check: impl Fn(&ExploredModel, &Property, &Job<'_>) -> Result<CheckOutcome<N>, PrismError>,
    ) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
        let supported = file.properties().iter().filter(|property| property.unsupported().is_none()).count();
        let parts = SavedParts::open(job, "value", Some(cases.len() * supported))?;
        let found = self.checked_with(&parts, (cases, supported), model, file, job, check);
        parts.end(found)
    }

    /// Checks the properties of each case, of which `supported` can be checked, unless their values are saved in `parts`.
    fn checked_with<N: TableNumber>(
        self,
        parts: &SavedParts<'_>,
        (cases, supported): (Vec<ModelCase>, usize),
        model: &ModelText,
        file: &PropertyFile,
        job: &Job<'_>,
        check: impl Fn(&ExploredModel, &Property, &Job<'_>) -> Result<CheckOutcome<N>, PrismError>,
    ) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
        let (mut all, mut title, mut sizes, mut stop) = (Vec::new(), None, None, None);
        // The error of a typed property without a value. It follows the values of the others.
        let mut failed = None;
        let is_single = self.constants.is_empty();
        for (ModelCase { source, values }, case) in cases.into_iter().zip(0..) {
            let wrong = |error| command_error(error, &self.name, &source.constants);
            let key = format!("case {}", case + 1);
            let job = &if is_single { *job } else { job.section(&key) };
            let (model, file) = source.with_constants(model.clone(), file.clone())?;
            let mut properties = file.properties();
            properties.retain(|property| property.unsupported().is_none());
            // The first model is explored for the title, even if its values are saved.
            let number_of = |place: usize| (case * supported + place) as u64;
            let is_saved = title.is_some() && parts.has_all((1..=supported).map(number_of));
            let explore = || job.phase("discover", || source.explore_for(model, &properties, job));
            let explored = match (!is_saved).then(explore).transpose() {
                Err(error) if error.is_stop() && !all.is_empty() => {
                    stop = Some(error);
                    break;
                }
                explored => explored?,
            };
            if properties.is_empty() {
                let refusal = Refusal::new(format!("{}: no property", self.name));
                return Err(refusal.help("--prop 'P=? [ F x=1 ]'").into());
            }
            title = title.or_else(|| Some(self.source.title(explored.as_ref()?)));
            let (mut skipped, last) = (None, properties.len());
            for (property, place) in properties.into_iter().zip(1..) {
                // The value that a stop has left with wide bounds. It is not saved, so that it is computed again.
                let mut rough = None;
                let compute = |job: &Job<'_>| {
                    let explored = explored.as_ref().expect("explored, unless all values are saved");
                    let ((value, choices), stopped) = check(explored, &property, job)?;
                    let choices = choices.into_iter().map(|choice| ShownChoice::of(choice, explored));
                    let states = explored.space().state_count();
                    let found = SavedValue { states, value, choices: choices.collect() };
                    match stopped {
                        None => Ok(found),
                        Some(error) => {
                            rough = Some(found);
                            Err(CheckError::Limit(error).into())
                        }
                    }
                };
                let found = job.phase("solve", || parts.part(number_of(place), compute));
                let is_rough = rough.is_some();
                if let Some(saved) = rough {
                    all.push(CheckedProperty {
                        constants: values.clone(),
                        property: property.clone(),
                        saved,
                    });
                }
                match found {
                    Ok(saved) => all.push(CheckedProperty { constants: values.clone(), property, saved }),
                    Err(error)
                        if (matches!(error, PrismError::NoValue(_))
                            || self.is_file && matches!(error, PrismError::Unsupported { .. }))
                            && (place < last || !all.is_empty()) =>
                    {
                        if self.is_file {
                            let what = refusal(error.clone(), &self.name, "").what;
                            job.monitor.note(&format!("note: a property is skipped: {what}"));
                        } else if failed.is_none() {
                            failed = Some(wrong(error.clone()));
                        }
                        skipped = Some(error);
                    }
                    Err(error) => {
                        let save = |explored: &ExploredModel| explored.save_if_stopped(error.clone(), job);
                        let error = wrong(explored.as_ref().map_or(error.clone(), save));
                        let what = match is_rough {
                            true => format!("the bounds on the value of property {place} were close"),
                            false => format!("the value of property {place} was found"),
                        };
                        let error = stopped_before(&what, error);
                        if !error.is_stop() || all.is_empty() {
                            return Err(error);
                        }
                        stop = Some(error);
                        break;
                    }
                }
            }
            if let (true, Some(error)) = (all.is_empty(), skipped) {
                return Err(wrong(error));
            }
            sizes = explored;
            if stop.is_some() {
                break;
            }
        }
        let mut report = Report::new(title.unwrap_or_default());
        if self.is_approximate {
            add_method(&mut report);
        }
        if let Some(explored) = sizes.filter(|_| is_single) {
            add_sizes(&explored, &mut report);
        }
        let (tables, left) = value_tables(&all, &self.constants, self.choices);
        report.tables.extend(tables);
        if left > 0 {
            let states = counted(left as u64, "more state");
            let separator = if report.note.is_empty() { "" } else { "\n" };
            report
                .note
                .push_str(&format!("{separator}{states} with a decision; JSON and CSV list all choices."));
        }
        Ok(Partial { done: vec![GameAnswer::new(self.parameters, report)], stop: stop.or(failed) })
    }
}

/// Adds the size of the explored state space.
fn add_sizes(explored: &ExploredModel, report: &mut Report) {
    let size = explored.space();
    let counts = [size.state_count(), size.choice_count(), size.branch_count()];
    let names = ["state", "choice", "transition"];
    let words: Vec<String> =
        names.into_iter().zip(counts).map(|(name, count)| counted(count as u64, name)).collect();
    let until = if explored.is_partial() { "; explored until all properties are decided" } else { "" };
    report.note = format!("{}{until}.", words.join(", "));
    for (name, count) in names.into_iter().zip(counts) {
        report.add(&format!("{name}s"), count);
    }
    if explored.is_partial() {
        report.add_json("explored", "until all properties are decided");
    }
}

/// Adds the place of a stop to its error. `what` is the event that the stop precedes.
fn stopped_before(what: &str, error: CommandError) -> CommandError {
    match error {
        CommandError::Engine(error) => CommandError::of(error, format!("before {what}")),
        error => error,
    }
}

/// Plans the size of the state space.
pub(super) fn sizes(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed_with_ranges(query.inputs, query.command_options)?;
    let (constants, cases) = source.cases()?;
    let parameters = source.parameters();
    let model = source.read()?;
    let identity = json!({ "model": parameters, "text": model.fingerprint() });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let (mut rows, mut title, mut stop) = (Vec::new(), None, None);
        for (ModelCase { source: case, values }, number) in cases.into_iter().zip(1..) {
            let key = format!("case {number}");
            let job = &if constants.is_empty() { *job } else { job.section(&key) };
            let explored = match job.phase("count", || case.explored(model.clone(), job)) {
                Err(error) if error.is_stop() && !rows.is_empty() => {
                    stop = Some(error);
                    break;
                }
                explored => explored?,
            };
            title.get_or_insert_with(|| source.title(&explored));
            let (size, deadlocks) = (explored.space(), explored.deadlocks().count());
            let sizes =
                [size.state_count(), size.choice_count(), size.branch_count(), size.initial.len(), deadlocks];
            rows.push((values, sizes));
        }
        let mut report = Report::new(title.unwrap_or_default());
        match &rows[..] {
            [(_, sizes)] if constants.is_empty() => {
                for ((key, words), &size) in SIZES.into_iter().zip(sizes) {
                    report.show(key, words, size);
                }
            }
            rows => {
                let mut table = Table::new("sizes", SIZES.map(|(key, words)| (key, Some(words))), NO_ROWS);
                table.rows = rows.iter().map(|(_, sizes)| sizes.map(ReportValue::from).to_vec()).collect();
                let values: Vec<&[String]> = rows.iter().map(|(values, _)| &values[..]).collect();
                report.tables.push(with_constants(table.main(), &constants, &values));
            }
        }
        Ok(Partial { done: vec![GameAnswer::new(parameters, report)], stop })
    });
    Ok(AnswerPlan { is_of_input: true, identity, ..plan })
}

/// The keys and names of the sizes of a state space.
const SIZES: [(&str, &str); 5] = [
    ("states", "states"),
    ("choices", "choices"),
    ("transitions", "transitions"),
    ("initial_states", "initial states"),
    ("deadlocks", "deadlocks"),
];

const NO_ROWS: [Vec<ReportValue>; 0] = [];
