//! The command `graph` of Memory between robots: the odds of every position, also beyond a cut that keeps the graph small.

mod saved_figures;

use super::Memory;
use super::family::{DEFAULT, ScoredBoard};
use super::lineup::Lineup;
use crate::evaluate::{AnyEvaluation, count};
use crate::exact;
use crate::family::{
    CommandError, GraphNotes, GraphOptions, GraphPlan, GraphQuery, GraphSink, GraphSize, Refusal, titled,
};
use crate::game::Game as _;
use crate::model::{Error, Graph, Job, Stop};
use chancetree_export::{DocumentInfo, GraphDocument, NodeLabel};
use saved_figures::SavedFigures;
use serde_json::Value;

/// The share of the work before writing that counts the graph.
const COUNTED: f64 = 0.1;

/// The greatest error of a probability that is rounded to the nearest double: half of the last bit of numbers below 1.
const ROUNDING: f64 = f64::EPSILON / 4.0;

/// Plans the graph of a board of robots. Other games are drawn as for any family.
pub(super) fn answer(query: &GraphQuery<'_>) -> Result<Option<GraphPlan>, Refusal> {
    let (given, options) = (query.game.given, query.options);
    let (position, lineup) = (ScoredBoard::of(given)?, Lineup::read(given, DEFAULT)?);
    if !lineup.are_robots() {
        return Ok(None);
    }
    lineup.decide.check_robots(position.scores.len())?;
    let (stem, identity) = (position.file_stem(), options.identity());
    let work = move |job: &Job<'_>, sink: &dyn GraphSink| {
        let whole = match options.depth {
            Some(_) => job.phase("discover", || position.game.graph(&GraphOptions::limits(job)))?,
            None => counted(&position, options, job, sink)?,
        };
        draw((&position, &whole), options, job, sink)
    };
    Ok(Some(GraphPlan { stem, identity, work: Box::new(work) }))
}

/// Returns the whole graph without scores. Its states with scores are counted before they are built, to refuse too many.
fn counted(
    position: &ScoredBoard,
    options: GraphOptions,
    job: &Job<'_>,
    sink: &dyn GraphSink,
) -> Result<Graph<Memory>, CommandError> {
    let most_states = GraphOptions::MAX_STATES.max(GraphOptions::typed_limit(job).unwrap_or(0));
    let counting = Job { most_states, ..job.unsaved() };
    let count = || -> Result<_, Error> {
        let graph = position.game.graph(&counting)?;
        let (counts, tree) = count(&graph, &position.scores, &counting)?;
        let nodes = if options.is_tree { tree.nodes } else { counts.states.into() };
        Ok((graph, nodes))
    };
    match job.phase("count", || job.pass(0.0, COUNTED, count)) {
        Ok((graph, nodes)) => sink.check_size(&GraphSize::Nodes(nodes)).map(|()| graph),
        Err(error) => {
            if let Error::Stop(Stop::TooManyStates { limit, .. }) = error {
                sink.check_size(&GraphSize::MoreThan(limit))?;
            }
            Err(error.into())
        }
    }
}

/// Builds the graph of a board with the scores, evaluates it, and passes its document to the sink. The `whole` graph has no
/// scores.
fn draw(
    (position, whole): (&ScoredBoard, &Graph<Memory>),
    options: GraphOptions,
    job: &Job<'_>,
    sink: &dyn GraphSink,
) -> Result<(), CommandError> {
    let limits = GraphOptions::limits(job);
    let graph = job.phase("discover", || -> Result<_, Error> {
        let scoring = Job { store: job.store, ..limits };
        let graph = whole.with_scores(&position.scores, options.depth, &scoring.section("scores"))?;
        if options.is_tree { Ok(graph.unfolded(options.depth, &limits)?.0) } else { Ok(graph) }
    })?;
    let nodes = graph.node_count();
    if options.depth.is_some() {
        sink.check_size(&GraphSize::Nodes(nodes.into()))?;
    }
    // A graph for people has fractions in its labels, if they are short.
    let has_odds = options.label != NodeLabel::Counts || options.is_drawn;
    let has_fractions = options.is_exact(nodes) || nodes <= GraphOptions::MAX_EXACT_NODES && has_odds;
    let exact = has_fractions && options.width.is_none();
    let saved = job.phase("evaluate", || SavedFigures::of((&graph, whole), exact, job))?;
    let about = about(&graph, &saved.figures, position, options);
    let is_wanted = options.exact.is_none() && options.width.is_none();
    let is_rounded = is_wanted && !about.exact && options.has_fractions;
    let note = "note: a graph of this size gets doubles only; --precision exact adds fractions";
    let notes = GraphNotes { node: "state", note: is_rounded.then_some(note) };
    let mut document = GraphDocument::with_odds(&graph, &saved.figures, about);
    sink.write(&mut document, &notes, job).map_err(|error| saved.save_if_stopped(error))
}

/// Describes the document of a graph.
fn about(
    graph: &Graph<Memory>,
    figures: &AnyEvaluation,
    position: &ScoredBoard,
    options: GraphOptions,
) -> DocumentInfo {
    let odds = figures.odds_at_start(graph);
    let titled = titled(&odds.iter().collect::<Vec<_>>());
    let (draw, win) = titled.split_last().expect("at least one seat and the draw");
    let win = win.join(" : ");
    let mut facts = vec![("family".to_owned(), "memory".to_owned())];
    if let Value::Object(parameters) = position.parameters() {
        facts.extend(parameters.into_iter().map(|(name, value)| (name, value.to_string())));
    }
    facts.push(("shape".to_owned(), if options.is_tree { "tree" } else { "dag" }.to_owned()));
    for (seat, value) in odds.iter().enumerate() {
        let name = if seat + 1 < odds.len() { format!("win_{}", seat + 1) } else { "draw".to_owned() };
        let is_rounded = options.width.is_some();
        let text = if is_rounded { exact::double(value).to_string() } else { exact::fraction(value) };
        facts.push((name, text));
    }
    let error = options.width.map(|_| ROUNDING);
    DocumentInfo {
        title: format!("{}: wins {win}, draw {draw}", position.title()),
        facts,
        label: options.label,
        players: position.names.0.clone().unwrap_or_default(),
        board: options.has_boards,
        reach_in_label: options.is_drawn,
        exact: error.is_none() && options.is_exact(graph.node_count()),
        error,
        ..DocumentInfo::default()
    }
}
