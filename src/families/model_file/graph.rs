//! The graph of a model: DRN of all states, or the graph of the game in another format.

use super::model_game::ModelGame;
use super::model_source::ModelRepairs;
use crate::family::generic::{check_options, draw};
use crate::family::{CommandError, GraphOptions, GraphPlan, GraphQuery, GraphSink, Refusal};
use crate::model::Job;
use chancetree_checker::write_drn;
use chancetree_export::ShownActions;
use serde_json::json;

/// Plans the graph of a model.
pub(super) fn graph(query: &GraphQuery<'_>) -> Result<Option<GraphPlan>, Refusal> {
    let model = ModelGame::read(&query.game)?;
    let shown = match query.options.shown {
        // Without a property no action is best.
        ShownActions::Taken if model.property.is_none() => ShownActions::All,
        shown => shown,
    };
    let options = GraphOptions { shown, ..query.options };
    let (stem, is_drn) = (model.stem(), query.format == "drn");
    if is_drn && (model.property.is_some() || options.is_tree || options.depth.is_some()) {
        let what = "drn has all states of a model; --prop, --shape and --depth have no effect on it";
        return Err(Refusal::new(what).help("leave them out, or --format json"));
    }
    let identity = json!({
        "model": model.parameters(),
        "text": model.model.fingerprint(),
        "drawn": options.identity(),
        "shown": shown.to_string(),
        "format": query.format,
    });
    let work = move |job: &Job<'_>, sink: &dyn GraphSink| {
        if is_drn {
            return sink.write_text(&drn(model, &job.section("model"))?);
        }
        let game = model.explored(options.width, options.is_tree, &job.section("model"))?;
        check_options(&game, options)?;
        draw(&game, options, job, sink)
    };
    Ok(Some(GraphPlan { stem, identity, work: Box::new(work) }))
}

/// Returns all reachable states in DRN, with labels and rewards.
fn drn(ModelGame { source, model, .. }: ModelGame, job: &Job<'_>) -> Result<String, CommandError> {
    let mut repairs = ModelRepairs::default();
    let explored = source.explored(model, &mut repairs, job)?;
    repairs.note(job);
    let title = source.title(&explored).replace(char::is_control, " ");
    let space = explored.into_space(job).map_err(|error| source.error(error))?;
    Ok(format!("// {title}\n{}", write_drn(&space)))
}
