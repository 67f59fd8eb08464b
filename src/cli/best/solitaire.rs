//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::Checkpoints;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print};
use super::super::solved::wanting;
use super::super::watch::{Several, Watch};
use crate::family::Held;
use crate::game::Game as _;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::best::{Best, rule, wanted};
use crate::games::solitaire::decisions::{Decisions, Rule};
use crate::model::Run;
use serde_json::json;

pub(in crate::cli) fn solitaire(
    question: &Question,
    (checkpoints, print): (Checkpoints, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let rule = rule(&own)?;
    let about = format!("Solitaire Memory, perfect memory; {}", wanted(rule));
    let one = |pairs: u16, checkpoints: &Checkpoints| {
        let asked = Solitaire::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let game = Decisions::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let work = json!({ "best": "solitaire", "pairs": pairs, "wanted": wanted(rule) });
        let explore = |game: &Decisions, run: &Run<'_>| game.graph(run).map(Held::Plain);
        let payoff = rule.unwrap_or(Rule::TURNS);
        let solved = wanting(game, &payoff, explore, |_, _| Ok(()), (checkpoints, &work), watch)?;
        let best = Best::of(asked, rule, &solved.graph, &solved.solution);
        let answer = print::Answer { parameters: best.parameters(), report: best.report() };
        Ok(Several::whole(vec![answer]))
    };
    let boards: Vec<u16> = games.iter().map(|given| given.whole("pairs")).collect();
    let asked = json!({ "wanted": wanted(rule) });
    checkpoints
        .range((question, &asked), "board", boards, watch, one)?
        .show(watch, |all| Answers::new("solitaire", &about, question.is_range(), all).print(print))
}
