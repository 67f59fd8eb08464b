//! Random runs of a model, compared with the exact probability of a property.

use super::model_game::ModelGame;
use crate::family::generic::{simulate_one, simulation_layout};
use crate::family::{AnswerPlan, Approximation, GameSource, Query, Refusal, Sampling};
use serde_json::json;

/// Plans random runs, in which the players follow a best strategy.
pub(super) fn simulate(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (sampling, width) = (query.options::<Sampling>(), query.options::<Approximation>().width()?);
    let model = ModelGame::read(&GameSource {
        family: query.family,
        given: query.last(),
        own: query.own,
        inputs: query.inputs,
    })?;
    if model.property.is_none() {
        return Err(Refusal::new("a property is needed").help("--prop 'P=? [ F x=1 ]'"));
    }
    let mut parameters = model.parameters();
    let identity = json!({ "text": model.model.fingerprint(), "width": width });
    sampling.enter(&mut parameters);
    let plan = AnswerPlan::new("", vec![(String::new(), parameters)], move |job, sink| {
        let found = simulate_one(&model.explored(job)?, width, job, sampling)?;
        found.done.iter().try_for_each(|answer| sink.answer(answer))?;
        Ok(found)
    });
    let plan = plan.laid_out(simulation_layout()).identified(identity);
    Ok(AnswerPlan { is_of_input: true, ..plan })
}
