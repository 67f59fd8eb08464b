//! The graph of a game, with what everybody may expect in each of its positions.

use super::Invocation;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::graph::{How, LabelStyle, Showing};
use crate::export::DocumentInfo;
use crate::family::Refusal;
use crate::family::answers::about;
use crate::family::generic::SolvedGame;
use crate::model::Model;
use serde_json::json;

/// The share of the work before writing that is solving the game; to say how likely play comes to each position takes as
/// long, about.
const SOLVED: f64 = 0.5;

/// Solves the game, and writes its graph or its tree.
pub(super) fn graph(
    question: &Invocation<'_>,
    (show, mut how, checkpoints): (Showing, How, Checkpoints),
    context: &Context,
) -> Result<(), Fail> {
    how.prepare(context)?;
    let asked = question.only(context)?;
    let shown = show.of(asked.game.seats)?;
    if how.label == LabelStyle::Odds && asked.game.seats == 1 {
        let what = "odds are of players against each other; here nodes have what one alone may expect";
        return Err(Fail::usage(what).help("--label counts"));
    }
    let mut stem = asked.stem();
    if asked.game.decides {
        stem.push_str(&format!("-{}", show.stem()));
    }
    let targets = how.targets(&stem, context)?;
    let (is_tree, depth) = how.drawn();
    let fits = |model: &Model| match is_tree && depth.is_none() && !model.is_acyclic() {
        false => Ok(()),
        true => Err(Refusal::new("play can come back to where it was: the tree of histories has no end")
            .help("--depth 6, or --shape dag")),
    };
    // Positions that are not drawn are solved, too: the values of the others depend on them.
    let limits = how.limits(context);
    let work = json!({ "drawn": how.work(), "shown": show.stem() });
    checkpoints.run(&question.range(&work)?, context, |job| {
        let solve = || SolvedGame::checked(&asked, fits, limits.most_states, job);
        let solved = context.pace().try_pass(0.0, SOLVED, solve);
        let SolvedGame { explored, solution } = solved.map_err(|error| context.failure(error))?;
        let tree =
            is_tree.then(|| context.tried("unfold", || explored.unfolded(depth, &limits))).transpose()?;
        let shape = tree.as_deref().unwrap_or(&*explored);
        let game = (asked.family.name(), &*asked.game, asked.title());
        let about = about(shape, &solution, game, asked.parameters());
        let about = DocumentInfo {
            board: about.board || how.draws_boards(),
            exact: how.is_exact(shape.model().node_count()),
            shown,
            depth,
            ..about
        };
        let section = job.section("document");
        let document = || context.run(&section, |job| shape.document(&solution, about, job));
        let mut drawn = context.phase("document", || context.pace().try_pass(SOLVED, 1.0, document))?;
        how.write_drawn(&mut drawn, targets, job, context)
    })
}
