//! The graph of a game, with what everybody may expect in each of its positions.

use super::find::{Solved, key};
use super::{Asked, Question};
use crate::cli::fail::Fail;
use crate::cli::graph::{How, Showing};
use crate::cli::print;
use crate::cli::watch::Watch;
use crate::exact::{self, Rational};
use crate::export::decided::{About, Shown};
use crate::family::Worth;

/// Solves the game, and writes its graph or its tree.
pub(super) fn graph(question: &Question, watch: &Watch) -> Result<(), Fail> {
    let (mut how, show) = (question.read::<How>()?, question.read::<Showing>()?);
    how.prepare(watch)?;
    let asked = question.only()?;
    let shown = show.of(asked.game.seats())?;
    let stem = asked.given.stem(asked.family.name());
    let targets = how.targets(&format!("{stem}-{}", show.stem()))?;
    let run = how.limits(watch);
    let solved = Solved::of(&asked, how.explored(), &run, watch)?;
    let about = about(&how, &solved, &asked, shown);
    let drawn = watch.phase("document", || solved.explored.document(&solved.solution, about, &watch.run()));
    let mut drawn = drawn.map_err(|error| watch.explain(error))?;
    how.write_drawn(&mut *drawn, targets, watch)
}

fn about(how: &How, solved: &Solved<'_>, asked: &Asked, shown: Shown) -> About {
    let value: Rational = solved.value()[0].clone();
    let mut facts = vec![("family".to_owned(), asked.family.name().to_owned())];
    if let serde_json::Value::Object(parameters) = asked.given.echo() {
        let given = parameters.into_iter().filter(|(_, value)| !value.is_null());
        facts.extend(given.map(|(name, value)| (name, value.to_string())));
    }
    facts.push(("value".to_owned(), exact::fraction(&value)));
    facts.push(("ties".to_owned(), solved.solution.ties.to_string()));
    let worth = &asked.game.worths()[0];
    let seats = asked.game.seats().into();
    About {
        worth: match worth {
            Worth::Wins { .. } => "the probability that whoever moves wins".to_owned(),
            Worth::Expected(unit) => format!("the {unit} that whoever moves may expect from here"),
        },
        title: format!("{}: {} {}", asked.title(), super::find::words(worth, 0, seats), print::short(&value)),
        facts,
        board: how.draws_boards(),
        exact: how.is_exact(solved.model().node_count()),
        shown,
        counts: true,
        depth: how.explored().depth,
        payoff: Some((key(worth), solved.explored.payoff(0))),
    }
}
