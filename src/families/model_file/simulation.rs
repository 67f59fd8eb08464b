//! Random runs of a model, compared with the exact value of a property.

use super::model_game::{ModelGame, ModelPlay, infinite};
use super::random_runs::RandomRuns;
use super::source_refusal::command_error;
use crate::exact::{self, Rational};
use crate::family::generic::{play_sample, simulation_layout};
use crate::family::sampled::Sample;
use crate::family::{
    AnswerPlan, Approximation, CommandError, PlayerNames, Query, Refusal, Sampling, bounded_value,
};
use crate::model::Job;
use chancetree_prism::{ExactValue, ValueBounds};
use serde_json::{Value, json};

/// Plans random runs, in which the players follow a best strategy.
pub(super) fn simulate(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (sampling, width) = (query.options::<Sampling>(), query.options::<Approximation>().width()?);
    let model = ModelGame::read(&query.source())?;
    if model.property.is_none() {
        return Err(Refusal::new("a property is needed").help(model.model.property_option()));
    }
    let parameters = model.parameters();
    let mut blank = parameters.clone();
    sampling.enter(&mut blank);
    let identity = json!({ "text": model.model.fingerprint(), "width": width });
    let plan = AnswerPlan::new("", vec![(String::new(), blank)], move |job, sink| {
        let model_job = job.section("model");
        let sample = sample(model.play(&model_job)?, parameters, width, &model_job)?;
        let found = play_sample(&sample, width, job, sampling)?;
        found.done.iter().try_for_each(|answer| sink.answer(answer))?;
        Ok(found)
    });
    Ok(plan.laid_out(simulation_layout()).identified(identity))
}

/// Returns the sample of random runs, with the value of the property.
fn sample(
    play: ModelPlay,
    parameters: Value,
    width: Option<f64>,
    job: &Job<'_>,
) -> Result<Sample<'static>, CommandError> {
    let ModelPlay { title, text, mut rules, explored, property, source, .. } = play;
    let property = property.expect("a property is needed");
    let wrong = |error| command_error(explored.save_if_stopped(error, job), "--prop", &source.constants);
    let start = rules.objective.starts[0];
    let solve = rules.aim().is_endless() && !rules.deciding().is_empty();
    if solve {
        let solved = job.phase("policy", || rules.solve(width, job));
        solved.map_err(|error| wrong(explored.explain(error, &property, &rules.objective)))?;
    }
    let value = job.phase("solve", || match width {
        None => {
            let solved = rules.endless_mean();
            let value: ExactValue = solved.map_or_else(|| explored.check_mean(&property, None, job), Ok)?;
            Ok(value.finite().map(|value| (value.clone(), None)))
        }
        Some(_) => {
            let bounds: ValueBounds = explored.check_mean(&property, width, job)?;
            Ok((bounds.lower < f64::INFINITY).then(|| {
                let bounded = bounded_value(&bounds);
                (Rational::from_float(bounded.value).unwrap_or_else(exact::zero), Some(bounded.error))
            }))
        }
    });
    let Some((value, error)) = value.map_err(wrong)? else {
        return Err(infinite(&rules, start, &text).into());
    };
    let is_reward = rules.aim().is_reward();
    let runs = job.phase("policy", || RandomRuns::new(rules, job))?;
    let (outcomes, expected) = match is_reward {
        true => (Vec::new(), vec![("value", vec![value])]),
        false => (vec![value], Vec::new()),
    };
    Ok(Sample {
        heading: title,
        parameters,
        seats: 1,
        units: vec![runs.unit()],
        player: Box::new(move |random, job| runs.play(random, job)),
        outcomes,
        no_winner: String::new(),
        property: Some(text),
        expected,
        names: PlayerNames::default(),
        error,
    })
}
