//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::UNSAVED;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print};
use super::super::solved::{discovered, wanting};
use super::super::watch::Watch;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::best::{Best, rule, wanted};
use crate::games::solitaire::decisions::{Decisions, Rule};

pub(in crate::cli) fn solitaire(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let rule = rule(&own)?;
    let one = |pairs: u16| {
        let asked = Solitaire::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let game = Decisions::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let graph = discovered(&game, watch)?;
        let solved = wanting(&rule.unwrap_or(Rule::TURNS), game, graph, UNSAVED, watch)?;
        let best = Best::of(asked, rule, &solved.graph, &solved.solution);
        Ok(print::Answer { parameters: best.parameters(), report: best.report() })
    };
    let boards: Vec<u16> = games.iter().map(|given| given.whole("pairs")).collect();
    let about = format!("Solitaire Memory, perfect memory; {}", wanted(rule));
    watch
        .several("board", boards, one)?
        .show(watch, |all| Answers::new("solitaire", &about, question.is_range(), all).print(print))
}
