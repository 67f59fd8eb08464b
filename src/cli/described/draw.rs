//! The graph of a game, with what everybody may expect in each of its positions.

use super::find::Evaluated;
use super::{Asked, Question};
use crate::cli::fail::Fail;
use crate::cli::graph::{How, LabelStyle, Showing};
use crate::cli::watch::Watch;
use crate::exact::{self, Rational};
use crate::export::decided::{About, Shown};
use crate::family::{Shape, Worth, titled};
use serde_json::Value;

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
    let about = about(&how, &solved, &asked, shown);
    let drawn = watch.phase("document", || solved.explored.document(&solved.solution, about, &watch.run()));
    let mut drawn = drawn.map_err(|error| watch.explain(error))?;
    how.write_drawn(&mut *drawn, targets, watch)
}

fn about(how: &How, solved: &Evaluated<'_>, asked: &Asked, shown: Shown) -> About {
    let value: Rational = solved.value()[0].clone();
    let mut facts = vec![("family".to_owned(), asked.family.name().to_owned())];
    if let Value::Object(parameters) = asked.parameters() {
        let fact = |(name, value): (String, Value)| match value {
            Value::Null => None,
            Value::String(text) => Some((name, text)),
            value => Some((name, value.to_string())),
        };
        facts.extend(parameters.into_iter().filter_map(fact));
    }
    facts.push(("value".to_owned(), exact::fraction(&value)));
    if asked.game.decides() {
        facts.push(("ties".to_owned(), solved.solution.ties.to_string()));
    }
    let worth = &asked.game.worths()[0];
    let looks = asked.game.looks();
    let (seats, short) = (asked.game.seats().into(), titled(&[&value]).remove(0));
    let expected = match worth {
        Worth::Expected(unit) if seats == 1 => format!(": {short} {unit}"),
        _ => format!("; {}: {short}", worth.words(0, seats)),
    };
    About {
        worth: match worth {
            Worth::Wins { .. } if seats == 1 => "the probability of winning from here".to_owned(),
            Worth::Wins { .. } => "the probability that whoever moves wins".to_owned(),
            Worth::Edge => "P(win) - P(loss) of whoever moves".to_owned(),
            Worth::Expected(unit) if seats == 1 => format!("the {unit} that may be expected from here"),
            Worth::Expected(unit) => format!("the {unit} that whoever moves may expect from here"),
        },
        title: format!("{}{expected}", asked.title()),
        facts,
        board: looks.boards || how.draws_boards(),
        exact: how.is_exact(solved.model().node_count()),
        shown,
        counts: !looks.ends,
        depth: how.explored().depth,
        payoff: (!looks.ends).then(|| (worth.key(), solved.explored.payoff(0))),
    }
}
