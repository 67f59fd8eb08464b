//! `odds`: who wins, who is favoured, what to expect.

mod approximate;
mod decided;
pub(super) mod limited;
mod mines;
pub(super) mod robots;
mod solitaire;

use super::checkpoint::Checkpoints;
use super::described::Question;
use super::fail::Fail;
use super::machines::Machines;
use super::memory::{self, Board, Position};
use super::print::{Answer, Answers, Format, Print};
use super::watch::{Several, Watch};
use crate::games::memory::family::{DEFAULT, Decide, LimitedMemory};
use crate::games::memory::odds::{Odds, THRESHOLD, threshold};
pub(super) use mines::mines;
pub(super) use robots::boards;
use robots::shared;
use serde_json::json;
pub(super) use solitaire::solitaire;

/// Players who decide or forget, and what is asked of their boards.
#[derive(Clone, Copy)]
pub(super) struct Deciders<'a> {
    pub(super) decide: &'a Decide,
    pub(super) limited: &'a LimitedMemory,
    /// `true` if the distribution of the scores is asked for.
    pub(super) distribution: bool,
    /// The place where unfinished work is saved.
    pub(super) checkpoints: &'a Checkpoints,
    pub(super) watch: &'a Watch,
}

impl Deciders<'_> {
    /// Returns the answer for one board.
    pub(super) fn one(&self, position: Position) -> Result<Odds, Fail> {
        match self.limited.is_given() {
            true => self.settled(position),
            false => self.decided(position),
        }
    }

    /// Returns the answer without its numbers.
    fn blank(&self, position: Position) -> Odds {
        Odds::of_deciders(position, self.decide, self.limited)
    }
}

/// The odds of Memory.
pub(super) fn memory(
    question: &Question,
    (checkpoints, machines, print): (Checkpoints, Box<Machines>, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let ((board, decide, games), own) = (memory::asked(question, DEFAULT)?, question.own()?);
    let distribution = own.is_given("distribution");
    let typed = own.text("approximate").and_then(|text| threshold(text).ok());
    let threshold = own.is_given("approximate").then(|| typed.unwrap_or(THRESHOLD));
    let is_range = question.is_range();
    if distribution && matches!(print.format, Format::Table(_)) && is_range {
        return Err(Fail::usage("a table of distributions is of one board, not of a range").help(format!(
            "--pairs {} --players {}, or --format json",
            board.pairs().last(),
            board.players()
        )));
    }
    let forgets = games[0].1.is_given();
    let not_robots = forgets || !decide.is_robots();
    if threshold.is_some() && not_robots {
        return Err(Fail::usage("approximate odds are those of robots that forget nothing")
            .help("leave out --approximate"));
    }
    let why_not = if threshold.is_some() {
        Some("shared out are exact odds")
    } else if forgets {
        Some("who forgets may see the same cards again and again: what is shared out has no cycles")
    } else if games.len() > 1 {
        Some("shared out is one board, not a range")
    } else if distribution && !decide.is_robots() {
        Some("the distribution of the scores takes the whole policy, and each process has a share of it")
    } else {
        None
    };
    machines.check(why_not)?;
    let show = |about: &str, several: Several<Answer>| {
        several
            .show(watch, |all| Answers::new("memory", about, is_range, all).whole(distribution).print(print))
    };
    let asked = json!({ "distribution": distribution, "approximate": threshold });
    let asked = (question, &asked);
    let answer = |odds: Odds| {
        let report = odds.report(distribution);
        Answer { parameters: odds.parameters, report }
    };
    if not_robots {
        let mut remembered = games[0].1.remembered();
        if games.iter().any(|(_, limited)| limited.remembered() != remembered) {
            remembered.clear();
        }
        let one = |(position, limited): (Position, LimitedMemory), checkpoints: &Checkpoints| {
            let deciders = Deciders { decide: &decide, limited: &limited, distribution, checkpoints, watch };
            let found = match machines.is_given() {
                true => deciders.shared(position, &machines)?,
                false => Some(deciders.one(position)?),
            };
            Ok(Several::whole(found.map(answer).into_iter().collect()))
        };
        let several = checkpoints.range(asked, "board", games, watch, one)?;
        let about = format!("Memory, {}{remembered}", board.who("player"));
        return show(&about, several);
    }
    decide.check_robots()?;
    let positions: Vec<Position> = games.into_iter().map(|(position, _)| position).collect();
    // The plan is that of fractions.
    if threshold.is_none() {
        board.plan(watch);
    }
    let about = format!("Memory, {} with perfect memory", board.who("robot"));
    let of_one = |position: Position, checkpoints: &Checkpoints| {
        let found = match threshold {
            Some(threshold) => approximate::one(&position, threshold, checkpoints, watch)?,
            None => answer(robots::one(position, distribution, checkpoints, watch)?),
        };
        Ok(Several::whole(vec![found]))
    };
    let of_many = |board: Board, checkpoints: &Checkpoints| {
        let told = |all: Vec<Odds>| Ok(Several::whole(all.into_iter().map(answer).collect()));
        watch.phase("evaluate", || boards(&board, distribution, checkpoints, watch, told))
    };
    let several = watch.phase("evaluate", || {
        if machines.is_given() {
            let all = shared(positions, &checkpoints, &machines, watch)?;
            return Ok(Several::whole(all).map(answer));
        }
        match threshold.is_some() || !board.is_fresh() {
            true => checkpoints.range(asked, "board", positions, watch, of_one),
            false => checkpoints.range(asked, "number of players", board.by_players(), watch, of_many),
        }
    })?;
    show(&about, several)
}
