//! The answers about a model: the values of properties, and the size of the state space.

use super::model_source::ModelSource;
use super::source_refusal::{command_error, refusal};
use super::value_table::{CheckedProperty, value_table, wide_values};
use crate::family::{
    AnswerPlan, Approximation, CommandError, GameAnswer, Inputs, Partial, Query, Refusal, Report,
    StopError as _, add_method, counted, enter_width, is_stdin,
};
use chancetree_prism::{Property, PropertyFile, PropertyValue};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The options for properties.
#[derive(Deserialize)]
struct PropertyArgs {
    prop: Option<Vec<String>>,
    #[serde(flatten)]
    approximation: Approximation,
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
    let source = ModelSource::typed(query.inputs, query.command_options)?;
    let properties = PropertySource::typed(query, &source.path)?.ok_or_else(|| {
        Refusal::new("a property is needed").help("--prop 'P=? [ F x=1 ]', or --props FILE")
    })?;
    let width = query.options::<PropertyArgs>().approximation.width()?;
    let mut parameters = source.parameters();
    parameters["props"] = match &properties {
        PropertySource::File(path) => json!(source.inputs.name(path)),
        PropertySource::Typed(_) => Value::Null,
    };
    enter_width(width, &mut parameters);
    let name = properties.name(&source.inputs);
    let text = properties.text(&source.inputs)?;
    let file = PropertyFile::parse(&text).map_err(|error| refusal(error, &name, &source.constants))?;
    let model = source.read()?;
    let identity = json!({ "model": parameters, "text": model.fingerprint(), "props": text });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let wrong = |error| command_error(error, &name, &source.constants);
        let (model, file) = source.with_constants(model, file)?;
        let (skipped, properties): (Vec<Property>, Vec<Property>) =
            file.properties().into_iter().partition(|property| property.unsupported().is_some());
        let mut skipped = skipped.iter().filter_map(Property::unsupported).peekable();
        if let (true, Some(error)) = (properties.is_empty(), skipped.peek()) {
            return Err(wrong(error.clone()));
        }
        for error in skipped {
            job.monitor.note(&format!("note: a property is skipped: {}", refusal(error, &name, "").what));
        }
        let explored = source.explore_for(model, &properties, job)?;
        if properties.is_empty() {
            return Err(Refusal::new(format!("{name}: no property")).help("--prop 'P=? [ F x=1 ]'").into());
        }
        let size = explored.space();
        let counts = [size.state_count(), size.choice_count(), size.branch_count()];
        let names = ["state", "choice", "transition"];
        let words: Vec<String> =
            names.into_iter().zip(counts).map(|(name, count)| counted(count as u64, name)).collect();
        let mut report = Report::new(source.title(&explored));
        let until = if explored.is_partial() { "; explored until all properties are decided" } else { "" };
        report.note = format!("{}{until}.", words.join(", "));
        let saved = |error| explored.save_if_stopped(error, job);
        let stop = match width {
            None => {
                let check = |property: &Property| explored.check(property, job).map_err(saved).map_err(wrong);
                let (checked, stop) = checked(properties, check)?;
                report.tables.push(value_table(&checked));
                stop
            }
            Some(width) => {
                let check = |property: &Property| {
                    explored.check_bounds(property, width, job).map_err(saved).map_err(wrong)
                };
                let (checked, stop) = checked(properties, check)?;
                add_method(&mut report);
                report.tables.push(value_table(&checked));
                if let wide @ 1.. = wide_values(&checked, width) {
                    let which = counted(wide as u64, "value");
                    report.note.push_str(&format!("\nThe bounds on {which} are more than {width:e} apart."));
                }
                stop
            }
        };
        for (name, count) in names.into_iter().zip(counts) {
            report.add(&format!("{name}s"), count);
        }
        if explored.is_partial() {
            report.add_json("explored", "until all properties are decided");
        }
        Ok(Partial { done: vec![GameAnswer::new(parameters, report)], stop })
    });
    Ok(AnswerPlan { is_of_input: true, identity, ..plan })
}

/// Checks all properties. If a limit stops the work, returns the values that are known, and the error.
///
/// # Errors
/// If a property is wrong, or no value is known.
fn checked<N>(
    properties: Vec<Property>,
    check: impl Fn(&Property) -> Result<PropertyValue<N>, CommandError>,
) -> Result<(Vec<CheckedProperty<N>>, Option<CommandError>), CommandError> {
    let mut checked = Vec::new();
    for (property, number) in properties.into_iter().zip(1..) {
        match check(&property).map_err(|error| stopped_at(number, error)) {
            Ok(value) => checked.push((property, value)),
            Err(error) if error.is_stop() && !checked.is_empty() => return Ok((checked, Some(error))),
            Err(error) => return Err(error),
        }
    }
    Ok((checked, None))
}

/// Adds the number of a property to the error of a stop.
fn stopped_at(number: usize, error: CommandError) -> CommandError {
    match error {
        CommandError::Engine(error) => {
            CommandError::of(error, format!("before the value of property {number} was found"))
        }
        error => error,
    }
}

/// Plans the size of the state space.
pub(super) fn sizes(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed(query.inputs, query.command_options)?;
    let parameters = source.parameters();
    let model = source.read()?;
    let identity = json!({ "model": parameters, "text": model.fingerprint() });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let explored = source.explored(model, job)?;
        let size = explored.space();
        let mut report = Report::new(source.title(&explored));
        report.show("states", "states", size.state_count());
        report.show("choices", "choices", size.choice_count());
        report.show("transitions", "transitions", size.branch_count());
        report.show("initial_states", "initial states", size.initial.len());
        report.show("deadlocks", "deadlocks", explored.deadlocks().count());
        Ok(Partial::whole([GameAnswer::new(parameters, report)]))
    });
    Ok(AnswerPlan { is_of_input: true, identity, ..plan })
}
