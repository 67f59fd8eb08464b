//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::Checkpoints;
use super::super::described::Inquiry;
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print};
use super::super::solved::solved;
use super::super::watch::{Several, Watch};
use crate::evaluate::Optimal;
use crate::family::best;
use crate::game::Game as _;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::best::{BestSolitaire, rule, wanted};
use crate::games::solitaire::decisions::{CardByCard, Rule};
use crate::model::{Graph, Run};
use serde_json::json;

pub(in crate::cli) fn solitaire(
    question: &Inquiry,
    (checkpoints, print): (Checkpoints, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let rule = rule(&own)?;
    let about = format!("Solitaire Memory, perfect memory; {}", wanted(rule));
    let one = |pairs: u16, checkpoints: &Checkpoints| {
        let asked = Solitaire::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let game = CardByCard::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let work = json!({ "best": "solitaire", "pairs": pairs, "wanted": wanted(rule) });
        let by = |graph: &Graph<_>, run: &Run<'_>| best(graph, &rule.unwrap_or(Rule::TURNS), run);
        let (graph, solution) = solved(|run| game.graph(run), |_| Ok(()), by, (checkpoints, &work), watch)?;
        let best = BestSolitaire::of(asked, rule, &Optimal::new(graph, solution));
        let answer = print::Answered { parameters: best.parameters(), report: best.report() };
        Ok(Several::whole([answer]))
    };
    let boards: Vec<u16> = games.iter().map(|given| given.whole("pairs")).collect();
    let asked = json!({ "wanted": wanted(rule) });
    checkpoints.range((question, &asked), "board", boards, watch, one)?.show(watch, |all, are_all| {
        Answers::new("solitaire", &about, question.is_range(), all).of_all(are_all).print(print)
    })
}
