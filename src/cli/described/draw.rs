//! The graph of a game, with what everybody may expect in each of its positions.

use super::Question;
use super::find::Evaluated;
use crate::cli::fail::Fail;
use crate::cli::graph::{How, LabelStyle, Showing};
use crate::cli::watch::Watch;
use crate::export::decided::About;
use crate::family::Shape;
use crate::family::answers::about;

/// Solves the game, and writes its graph or its tree.
pub(super) fn graph(question: &Question, (show, mut how): (Showing, How), watch: &Watch) -> Result<(), Fail> {
    how.prepare(watch)?;
    let asked = question.only(watch)?;
    let shown = show.of(asked.game.seats())?;
    if how.label == LabelStyle::Odds && asked.game.seats() == 1 {
        let what = "odds are of players against each other; here nodes have what one alone may expect";
        return Err(Fail::usage(what).help("--label counts"));
    }
    let mut stem = asked.stem();
    if asked.game.decides() {
        stem.push_str(&format!("-{}", show.stem()));
    }
    let targets = how.targets(&stem)?;
    let run = how.limits(watch);
    let shape = how.explored();
    if shape.is_tree && shape.depth.is_none() {
        let whole = watch.phase("discover", || asked.game.explore(Shape::default(), &run));
        if !whole.map_err(|error| watch.explain(error))?.model().is_acyclic() {
            let what = "play can come back to where it was: the tree of histories has no end";
            return Err(Fail::usage(what).help("--depth 6, or --shape dag"));
        }
    }
    let solved = Evaluated::of(&asked, shape, &run, watch)?;
    let game = (asked.family.name(), &*asked.game, asked.title());
    let about = about(&*solved.explored, &solved.solution, game, asked.parameters());
    let about = About {
        board: about.board || how.draws_boards(),
        exact: how.is_exact(solved.model().node_count()),
        shown,
        depth: shape.depth,
        ..about
    };
    let drawn = watch.phase("document", || solved.explored.document(&solved.solution, about, &watch.run()));
    let mut drawn = drawn.map_err(|error| watch.explain(error))?;
    how.write_drawn(&mut *drawn, targets, watch)
}
