//! The answers about a model: the values of properties, and the size of the state space.

use super::model_source::{ModelCase, ModelRepairs, ModelSource, ModelText};
use super::property_source::{PropertyArgs, PropertySource, ReadProperties, readable};
use super::source_refusal::{command_error, refusal};
use super::value_table::{
    CheckedProperty, SavedValue, ShownChoice, TableNumber, value_tables, wide_values, with_constants,
};
use crate::family::{
    AnswerPlan, CommandError, GameAnswer, Partial, Query, Refusal, Report, ReportValue, SavedParts,
    StopError as _, Table, add_method, counted, enter_width,
};
use crate::model::{Error, Job, StopRecord};
use chancetree_prism::{
    ChoiceStates, ExactValue, ExploredModel, PrismError, Property, PropertyFile, ValueBounds,
};
use serde_json::{Value, json};

/// Plans the values of properties.
pub(super) fn values(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    value_plan(query, None)
}

/// Plans the values of properties and of the choices in some states.
pub(super) fn best_values(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let PropertyArgs { every, .. } = query.options();
    value_plan(query, Some(if every { ChoiceStates::Every } else { ChoiceStates::First }))
}

fn value_plan(query: &Query<'_>, decisions: Option<ChoiceStates>) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed_with_ranges(query.inputs, query.command_options)?;
    let Some(properties) = PropertySource::typed(query, &source.path)? else {
        let help = format!("{}, or --props FILE", source.read()?.property_option());
        return Err(Refusal::new("a property is needed").help(help));
    };
    let width = query.options::<PropertyArgs>().approximation.width()?;
    let (constants, cases) = source.cases()?;
    let mut parameters = source.parameters();
    parameters["props"] = match &properties {
        PropertySource::File(path) => json!(source.inputs.name(path)),
        PropertySource::Typed(_) => Value::Null,
    };
    enter_width(width, &mut parameters);
    if decisions == Some(ChoiceStates::Every) {
        parameters["every"] = true.into();
    }
    let is_file = matches!(properties, PropertySource::File(_));
    let ReadProperties { name, text, file, skipped } =
        ReadProperties::read(&properties, &source.inputs, &source.constants)?;
    let model = source.read()?;
    let identity = json!({ "model": parameters, "text": model.fingerprint(), "props": text });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let query =
            ValueQuery { source, name, constants, is_file, decisions, width, model, file, parameters };
        let failed = query.skip(skipped, job);
        match width {
            None => query.answer::<ExactValue>(&cases, failed, job),
            Some(_) => query.answer::<ValueBounds>(&cases, failed, job),
        }
    });
    Ok(plan.identified(identity))
}

/// A query for the values of properties of a model.
struct ValueQuery {
    source: ModelSource,
    /// The name of the source of the properties.
    name: String,
    /// The constants with several values.
    constants: Vec<String>,
    is_file: bool,
    /// The states whose choices are shown, if any are.
    decisions: Option<ChoiceStates>,
    /// The width of bounds, or `None` for exact values.
    width: Option<f64>,
    model: ModelText,
    file: PropertyFile,
    parameters: Value,
}

/// The values that are known so far.
struct KnownValues<N> {
    all: Vec<CheckedProperty<N>>,
    title: Option<String>,
    /// The last model, unless its values were saved.
    explored: Option<ExploredModel>,
    repairs: ModelRepairs,
    /// The error of a typed property without a value. It is printed after the values of the other properties.
    failed: Option<CommandError>,
}

impl ValueQuery {
    /// Checks all properties for all values of constants. `failed` is the error of a typed property that cannot be read. If a limit
    /// stops the work, returns the values found so far, and the error. The values are saved in the store of the job.
    ///
    /// # Errors
    /// If a property is wrong, or no value is known.
    fn answer<N: TableNumber>(
        self,
        cases: &[ModelCase],
        failed: Option<CommandError>,
        job: &Job<'_>,
    ) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
        let parts = SavedParts::open(job, "value", Some(cases.len() * readable(&self.file).len()))?;
        let (all, repairs) = (Vec::new(), ModelRepairs::default());
        let mut known = KnownValues::<N> { all, title: None, explored: None, repairs, failed };
        let mut check_all = || {
            for (number, case) in cases.iter().enumerate() {
                match self.check_case(case, number, &parts, &mut known, job) {
                    Err(error) if error.is_stop() && !known.all.is_empty() => return Ok(Some(error)),
                    checked => checked?,
                }
            }
            Ok(None)
        };
        let stop = check_all();
        // The repairs of a single model are printed after it is explored.
        if !self.constants.is_empty() {
            known.repairs.note(job);
        }
        parts.end(stop.map(|stop| {
            let report = self.report(&known);
            Partial::until([GameAnswer::new(self.parameters, report)], stop.or(known.failed))
        }))
    }

    /// Prints notes about the properties that are skipped, except for the first typed one, or the first syntax error of a file.
    /// Returns this error, which follows the values of the others.
    fn skip(&self, errors: Vec<PrismError>, job: &Job<'_>) -> Option<CommandError> {
        /// The number of notes before the other properties are counted. A file of another kind has hundreds of errors.
        const NOTES: usize = 5;
        let (mut failed, mut skipped) = (None, 0);
        for error in errors {
            let is_unsupported = matches!(error, PrismError::Unsupported { .. });
            if failed.is_none() && !(self.is_file && is_unsupported) {
                failed = Some(refusal(error, &self.name, "").into());
                continue;
            }
            skipped += 1;
            if skipped <= NOTES {
                self.note_skipped(error, job);
            }
        }
        if skipped > NOTES {
            job.monitor.note(&format!("note: {skipped} properties are skipped in all"));
        }
        failed
    }

    /// Prints a note about a property that is skipped.
    fn note_skipped(&self, error: PrismError, job: &Job<'_>) {
        job.monitor.note(&format!("note: a property is skipped: {}", refusal(error, &self.name, "").what));
    }

    /// Adds the values of the properties of a case, unless they are saved in `parts`.
    fn check_case<N: TableNumber>(
        &self,
        case: &ModelCase,
        number: usize,
        parts: &SavedParts<'_>,
        known: &mut KnownValues<N>,
        job: &Job<'_>,
    ) -> Result<(), CommandError> {
        let source = &case.source;
        let key = format!("case {}", number + 1);
        let is_single = self.constants.is_empty();
        let job = &if is_single { *job } else { job.section(&key) };
        let (model, file) = source.with_constants(self.model.clone(), self.file.clone())?;
        let properties = readable(&file);
        if properties.is_empty() {
            let refusal = Refusal::new(format!("{}: no property", self.name));
            return Err(refusal.help("--prop 'P=? [ F x=1 ]'").into());
        }
        let first = (number * properties.len()) as u64 + 1;
        // The first model is explored for the title, even if its values are saved.
        let numbers = first..first + properties.len() as u64;
        let explored = if known.title.is_some() && parts.has_all(numbers) {
            None
        } else {
            let repairs = &mut known.repairs;
            Some(job.phase("discover", || source.explore_for(model, &properties, repairs, job))?)
        };
        if let Some(explored) = explored.as_ref().filter(|_| known.title.is_none()) {
            known.title = Some(self.source.title(explored));
            if is_single {
                known.repairs.note(job);
            }
        }
        let checked = self.check_all(case, properties, explored.as_ref(), (first, parts), known, job);
        known.explored = explored;
        checked
    }

    /// Adds the values of the properties of an explored model. They are saved in `parts`, numbered from `first` on.
    fn check_all<N: TableNumber>(
        &self,
        case: &ModelCase,
        properties: Vec<Property>,
        explored: Option<&ExploredModel>,
        (first, parts): (u64, &SavedParts<'_>),
        known: &mut KnownValues<N>,
        job: &Job<'_>,
    ) -> Result<(), CommandError> {
        let wrong = |error| match error {
            // A part of the model has no value in a state.
            PrismError::State { .. } => case.source.error(error),
            error => command_error(error, &self.name, &case.source.constants),
        };
        let (mut skipped, last) = (None, properties.len());
        for (property, place) in properties.into_iter().zip(1..) {
            // A value whose bounds are still wide because of a stop. It is not saved, so it is computed again.
            let mut wide = None;
            let compute = |job: &Job<'_>| {
                let explored = explored.expect("explored, unless all values are saved");
                let (found, stopped) = self.check(explored, &property, job)?;
                match stopped {
                    None => Ok(found),
                    Some(error) => {
                        wide = Some(found);
                        Err(PrismError::from(error))
                    }
                }
            };
            let found = job.phase("solve", || parts.part(first - 1 + place as u64, compute));
            let what = match wide {
                Some(_) => format!("the bounds on the value of property {place} were close"),
                None => format!("the value of property {place} was found"),
            };
            let (saved, error) = match found {
                Ok(saved) => (Some(saved), None),
                Err(error) => (wide, Some(error)),
            };
            let constants = case.values.clone();
            known.all.extend(saved.map(|saved| CheckedProperty { constants, property, saved }));
            let Some(error) = error else { continue };
            // A file may be for several models, of which this one lacks a name. Other properties may need no value of a constant.
            let is_foreign =
                self.is_file && matches!(error, PrismError::Source(_) | PrismError::MissingConstants(_));
            let has_no_value = is_foreign
                || matches!(error, PrismError::NoValue(_))
                || self.is_file && matches!(error, PrismError::Unsupported { .. });
            if !has_no_value || place == last && known.all.is_empty() {
                let save = |explored: &ExploredModel| explored.save_if_stopped(error.clone(), job);
                return Err(stopped_before(&what, wrong(explored.map_or(error.clone(), save))));
            }
            if known.failed.is_none() && (!self.is_file || is_foreign) {
                known.failed = Some(wrong(error.clone()));
            } else if first == 1 {
                self.note_skipped(error.clone(), job);
            }
            skipped = Some(error);
        }
        match skipped.filter(|_| known.all.is_empty()) {
            Some(error) => Err(wrong(error)),
            None => Ok(()),
        }
    }

    /// Returns the value of a property and of its choices. If a limit stops the computation of bounds, also returns its error.
    fn check<N: TableNumber>(
        &self,
        explored: &ExploredModel,
        property: &Property,
        job: &Job<'_>,
    ) -> Result<(SavedValue<N>, Option<Error>), PrismError> {
        let (width, record) = (self.width, StopRecord::default());
        let job = &if width.is_none() { *job } else { job.recording(&record) };
        let value = explored.check_in(property, width, job)?;
        let choices = match self.decisions {
            None => Vec::new(),
            Some(decisions) => explored.choice_values(property, decisions, width, job)?,
        };
        let choices = choices.into_iter().map(|choice| ShownChoice::of(choice, explored)).collect();
        let states = explored.space().state_count();
        Ok((SavedValue { states, value, choices }, record.stop().cloned()))
    }

    fn report<N: TableNumber>(&self, known: &KnownValues<N>) -> Report {
        let mut report = Report::new(known.title.clone().unwrap_or_default());
        let mut notes = Vec::new();
        if self.width.is_some() {
            add_method(&mut report);
        }
        if let Some(explored) = known.explored.as_ref().filter(|_| self.constants.is_empty()) {
            notes.push(add_sizes(explored, &mut report));
        }
        report.tables.extend(value_tables(&known.all, &self.constants, self.decisions, &mut notes));
        if let Some(width) = self.width
            && let wide @ 1.. = wide_values(&report, width)
        {
            let which = counted(wide as u64, "value");
            notes.push(format!("The bounds on {which} are more than {width:e} apart."));
        }
        report.note = notes.join("\n");
        report
    }
}

/// Adds the size of the explored state space. Returns a sentence about it.
fn add_sizes(explored: &ExploredModel, report: &mut Report) -> String {
    let size = explored.space();
    let counts = [size.state_count(), size.choice_count(), size.branch_count()];
    let names = ["state", "choice", "transition"];
    let words: Vec<String> =
        names.into_iter().zip(counts).map(|(name, count)| counted(count as u64, name)).collect();
    let until = if explored.is_partial() { "; explored until all properties are decided" } else { "" };
    for (name, count) in names.into_iter().zip(counts) {
        report.add(&format!("{name}s"), count);
    }
    if explored.is_partial() {
        report.add_json("explored", "until all properties are decided");
    }
    format!("{}{until}.", words.join(", "))
}

/// Adds to the error of a stop what was not done yet: `what` is the event before which the work stopped.
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
        let mut repairs = ModelRepairs::default();
        for (ModelCase { source: case, values }, number) in cases.into_iter().zip(1..) {
            let key = format!("case {number}");
            let job = &if constants.is_empty() { *job } else { job.section(&key) };
            let explored = job.phase("count", || case.explored(model.clone(), &mut repairs, job));
            let explored = match explored {
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
        repairs.note(job);
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
    Ok(plan.identified(identity))
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
