//! The cost of exact values of a model: measured if the work takes a few seconds, otherwise a lower bound.

use super::model_source::{ModelRepairs, ModelSource};
use super::property_source::{PropertySource, ReadProperties, readable};
use super::source_refusal::command_error;
use crate::family::{AnswerPlan, CommandError, GameAnswer, Partial, Query, Refusal};
use crate::model::{Error, Job, Stop};
use crate::plan::{Count, Forecast, PeakMemory};
use std::cell::Cell;
use std::time::Duration;

/// The longest time of the measurement.
const LONGEST: Duration = Duration::from_secs(4);

/// Plans a measurement of exploring the model, and of checking properties.
pub(super) fn cost(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed(query.inputs, query.command_options)?;
    let properties = PropertySource::typed(query, &source.path)?;
    let mut parameters = source.parameters();
    parameters["threads"] = query.threads.into();
    Ok(AnswerPlan::one("", parameters.clone(), move |job| {
        let forecast = forecast(&source, properties.as_ref(), job)?;
        Ok(Partial::whole([GameAnswer::new(parameters, forecast.report(job))]))
    }))
}

/// Explores the model and checks the properties, for a short time.
fn forecast(
    source: &ModelSource,
    properties: Option<&PropertySource>,
    job: &Job<'_>,
) -> Result<Forecast, CommandError> {
    let (start, before) = (job.monitor.now(), job.monitor.memory().allocated);
    let peak = PeakMemory::new(Some(start + LONGEST), true, before.unwrap_or(0), job);
    let (sizes, mut found_states) = (Cell::new(None), 0);
    let is_done = match work(source, properties, &sizes, &peak.job()) {
        Ok(()) => true,
        Err(CommandError::Engine(error)) => {
            if let Error::Stop(Stop::ByMonitor(progress) | Stop::TooMuchMemory { progress, .. }) = &error {
                found_states = progress.states;
            }
            peak.found(Err(error)).map_err(CommandError::Engine)?.unwrap_or(false)
        }
        Err(error) => return Err(error),
    };
    let how = match (is_done, properties) {
        (true, Some(_)) => "measured: the properties were checked".to_owned(),
        (true, None) => "measured: the model was explored".to_owned(),
        (false, _) => format!("the work was not done within {} s", LONGEST.as_secs()),
    };
    let counts = match sizes.get() {
        Some(sizes) => sizes.map(|size| Count::exact(size.to_string(), "counted".to_owned())),
        None => [Count::more_than(found_states, how.clone()), Count::unknown(how.clone())],
    };
    let seconds = is_done.then(|| (job.monitor.now() - start).as_secs_f64());
    let bytes = before.filter(|_| is_done).map(|_| peak.growth());
    let forecast = Forecast::of(source.label(), counts, how, "models");
    Ok(Forecast { seconds, bytes, is_measured: is_done, ..forecast })
}

/// Explores the model and checks the properties. Sets the numbers of states and transitions when they are known.
fn work(
    source: &ModelSource,
    properties: Option<&PropertySource>,
    sizes: &Cell<Option<[u64; 2]>>,
    job: &Job<'_>,
) -> Result<(), CommandError> {
    let nothing = PropertySource::Typed(String::new());
    let properties = properties.unwrap_or(&nothing);
    let ReadProperties { name, file, .. } =
        ReadProperties::read(properties, &source.inputs, &source.constants)?;
    let wrong = |error| command_error(error, &name, &source.constants);
    let (model, file) = source.with_constants(source.read()?, file)?;
    let properties = readable(&file);
    let explored = source.explore_for(model, &properties, &mut ModelRepairs::default(), job)?;
    let space = explored.space();
    sizes.set(Some([space.state_count(), space.branch_count()].map(|size| size as u64)));
    for property in &properties {
        explored.check(property, job).map_err(wrong)?;
    }
    Ok(())
}
