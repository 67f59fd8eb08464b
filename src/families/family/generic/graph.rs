//! The command `graph`: the graph or the tree of a solved game, with the value of every position.

use super::{DescribedGame, SolvedGame};
use crate::family::{
    CommandError, GraphNotes, GraphOptions, GraphPlan, GraphQuery, GraphSink, GraphSize, Refusal, answers,
    counted,
};
use crate::model::Job;
use chancetree_export::{Document as _, DocumentInfo, NodeLabel, ShownActions};
use serde_json::json;

/// The share of the work before writing that solves the game. The rest computes the probability of reaching each position.
const SOLVED: f64 = 0.5;

/// Plans the graph or the tree of a solved game.
///
/// # Errors
/// If there is no such game, or the options do not fit the game.
pub fn graph(query: &GraphQuery<'_>) -> Result<GraphPlan, Refusal> {
    let (game, options) = (DescribedGame::of(query.game.family, query.game.given)?, query.options);
    check_options(&game, options)?;
    let player = if matches!(options.shown, ShownActions::Of(_)) { "player" } else { "" };
    let shown = format!("{player}{}", options.shown);
    let identity = json!({ "drawn": options.identity(), "shown": shown });
    let mut stem = game.stem();
    if game.game.decides {
        stem.push_str(&format!("-{shown}"));
    }
    let work = move |job: &Job<'_>, sink: &dyn GraphSink| draw(&game, options, job, sink);
    Ok(GraphPlan { stem, identity, work: Box::new(work) })
}

/// Refuses options that do not fit a game.
///
/// # Errors
/// If there is no such player, or nodes have no odds.
pub(crate) fn check_options(game: &DescribedGame, options: GraphOptions) -> Result<(), Refusal> {
    let seats = game.game.seats;
    if let ShownActions::Of(seat) = options.shown
        && seat >= seats
    {
        let what = format!("there is no player {}; the game has {}", options.shown, counted(seats, "player"));
        return Err(Refusal::new(what).help(format!("--show {seats}")));
    }
    if options.label == NodeLabel::Odds && seats == 1 {
        let what = "--label odds needs players against each other; nodes of a game for one player have \
                    expected values";
        return Err(Refusal::new(what).help("--label counts"));
    }
    Ok(())
}

/// Solves a game, and passes the document of its graph to the sink.
///
/// # Errors
/// If a limit of `job` is exceeded, the game cannot be solved, or the document cannot be written.
pub(crate) fn draw(
    game: &DescribedGame,
    options: GraphOptions,
    job: &Job<'_>,
    sink: &dyn GraphSink,
) -> Result<(), CommandError> {
    let GraphOptions { is_tree, depth, shown, .. } = options;
    // Positions that are not drawn are solved, too: the values of the others depend on them.
    let limits = GraphOptions::limits(job);
    let solve = || {
        SolvedGame::checked(game, |model| options.check_tree(model), limits.most_states, options.width, job)
    };
    let SolvedGame { explored, solution, .. } = job.pass(0.0, SOLVED, solve)?;
    let tree = is_tree.then(|| job.phase("unfold", || explored.unfolded(depth, &limits))).transpose()?;
    let shape = tree.as_deref().unwrap_or(&*explored);
    let titled = (game.family.name(), &*game.game, game.title());
    let about = answers::about(shape, &solution, titled, game.parameters());
    let about = DocumentInfo {
        board: about.board || options.has_boards,
        exact: solution.error().is_none() && options.is_exact(shape.model().node_count()),
        shown,
        depth,
        ..about
    };
    let section = job.section("document");
    let document = || shape.document(&solution, about, &section);
    let mut document = job.phase("document", || job.pass(SOLVED, 1.0, document))?;
    sink.check_size(&GraphSize::Nodes(document.node_count().into()))?;
    sink.write(&mut document, &GraphNotes { node: "node", note: None }, job)
}
