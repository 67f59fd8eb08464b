//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::{Checkpoints, SavedWork};
use super::super::context::{Context, Several};
use super::super::described::Inquiry;
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print, Stream};
use super::super::solved::solved;
use crate::evaluate::Optimal;
use crate::family::best;
use crate::game::Game as _;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::best::{BestSolitaire, parameters, rule, title, wanted};
use crate::games::solitaire::decisions::{CardByCard, Rule};
use crate::model::{Graph, Job};
use serde_json::json;

/// Pairs up to which a range of boards is there at once, so that text is laid out as a whole.
const MOST_ALIGNED: u16 = 30;

pub(in crate::cli) fn solitaire(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let rule = rule(&own)?;
    let about = format!("Solitaire Memory, perfect memory; {}", wanted(rule));
    let boards =
        games.iter().map(|given| Solitaire::new(given.whole("pairs"))).collect::<Result<Vec<_>, _>>();
    let boards = boards.map_err(|error| Fail::usage(error.to_string()))?;
    let answers = Answers::new("solitaire", &about, question.is_range(), &[]);
    let titled = |&board: &Solitaire| (title(board, rule), parameters(board.pairs(), rule));
    let stream = Stream::new(answers, boards.iter().map(titled), print, context);
    let is_quick = boards.iter().all(|board| board.pairs() <= MOST_ALIGNED);
    let stream = stream.held(checkpoints.folder().is_some()).whole_text(is_quick);
    let one = |asked: Solitaire, saved: &SavedWork| {
        let pairs = asked.pairs();
        let game = CardByCard::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let by = |graph: &Graph<_>, job: &Job<'_>| best(graph, &rule.unwrap_or(Rule::TURNS), job);
        let (graph, solution) = solved(|job| game.graph(job), |_| Ok(()), by, saved, context)?;
        let best = BestSolitaire::of(asked, rule, &Optimal::new(graph, solution));
        let answer = print::Answered { parameters: best.parameters(), report: best.report() };
        stream.push_all(Several::whole([answer]))
    };
    let asked = json!({ "wanted": wanted(rule) });
    checkpoints.run(&question.range(&asked)?, context, |saved| {
        stream.finish(saved.range("board", boards, context, one))
    })
}
