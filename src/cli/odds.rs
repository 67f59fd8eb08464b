//! `odds`: who wins, who is favoured, what to expect.

mod decided;
pub(super) mod robots;
mod solitaire;

use super::checkpoint::Checkpoints;
use super::context::Context;
use super::described::Inquiry;
use super::fail::Fail;
use super::machines::Machines;
use super::print::{Answers, Print, Stream};
use crate::family::{GameAnswer, Partial, range};
use crate::game::Game as _;
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::family::{DEFAULT, Decide, LimitedMemory};
use crate::games::memory::odds::{BoardOdds, THRESHOLD, threshold};
use crate::games::memory::plan::Robots;
use crate::games::memory::query::{self, SIZES};
use crate::model::Job;
pub(super) use robots::boards;
use robots::shared;
use serde_json::json;
pub(super) use solitaire::solitaire;
use std::sync::Arc;

/// Players who decide or forget, and what is asked of their boards.
#[derive(Clone, Copy)]
pub(super) struct Deciders<'a> {
    pub(super) decide: &'a Decide,
    pub(super) limited: &'a LimitedMemory,
    /// `true` if the distribution of the scores is asked for.
    pub(super) distribution: bool,
    /// The terms of the work.
    pub(super) job: &'a Job<'a>,
    pub(super) context: &'a Context,
}

impl Deciders<'_> {
    /// Returns the answer for one board.
    pub(super) fn one(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        match self.limited.is_given() {
            true => self.settled(position),
            false => self.decided(position),
        }
    }

    /// Returns the answer for one board of which only the outcomes are used: without decisions, players who forget have no
    /// values to be found.
    pub(super) fn outcomes(&self, position: ScoredBoard) -> Result<BoardOdds, Fail> {
        match self.limited.is_given() && !self.decide.has_best() {
            true => self.followed(position),
            false => self.one(position),
        }
    }

    /// Returns the answer without its numbers.
    fn blank(&self, position: ScoredBoard) -> BoardOdds {
        BoardOdds::of_deciders(position, self.decide, self.limited)
    }
}

/// The odds of Memory.
pub(super) fn memory(
    question: &Inquiry<'_>,
    (checkpoints, machines, print): (Checkpoints, Box<Machines>, Print),
    context: &Context,
) -> Result<(), Fail> {
    let ((decide, games), own) = (query::boards(question.games()?, DEFAULT)?, question.own()?);
    let distribution = own.is_given("distribution");
    let typed = own.text("approximate").and_then(|text| threshold(text).ok());
    let threshold = own.is_given("approximate").then(|| typed.unwrap_or(THRESHOLD));
    let is_range = question.is_range();
    let largest = &games[games.len() - 1].0;
    let players = largest.scores.len();
    if distribution && is_range && (print.is_csv() || print.columns.is_some()) {
        return Err(Fail::usage("a table of distributions is of one board, not of a range")
            .help(format!("--pairs {} --players {players}, or --format json", largest.pairs)));
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
    machines.check(why_not, context)?;
    let about = match not_robots {
        true => {
            let mut remembered = games[0].1.remembered();
            if games.iter().any(|(_, limited)| limited.remembered() != remembered) {
                remembered.clear();
            }
            format!("Memory, {}{remembered}", query::players(&games, "player"))
        }
        false => format!("Memory, {} with perfect memory", query::players(&games, "robot")),
    };
    let answers = Answers::new("memory", &about, is_range, &[]).whole(distribution);
    let parameters = |(position, limited): &(ScoredBoard, LimitedMemory)| match (not_robots, threshold) {
        (true, _) => limited.parameters_of(position, &decide),
        (false, None) => position.parameters(),
        (false, Some(threshold)) => robots::approximate_parameters(position, threshold),
    };
    let title = |(position, limited): &(ScoredBoard, LimitedMemory)| match not_robots {
        true => format!("{}\n{}", position.title_with("player", &limited.remembered()), decide.title()),
        false => position.title(),
    };
    let titled = |game: &(ScoredBoard, LimitedMemory)| (title(game), parameters(game));
    let stream = Stream::new(answers, games.iter().map(titled), print, context);
    let stream = stream.held(checkpoints.folder().is_some());
    let heard = |answer: GameAnswer| stream.push(&answer).map(|()| answer);
    let asked = json!({ "distribution": distribution, "approximate": threshold });
    let (asked, alone) = (question.range(&asked)?, checkpoints.unless(machines.is_given()));
    let answer = |odds: BoardOdds| {
        let report = odds.report(distribution);
        heard(GameAnswer::new(odds.parameters, report))
    };
    if not_robots {
        let one = |(position, limited): (ScoredBoard, LimitedMemory), job: &Job<'_>| {
            let deciders = Deciders { decide: &decide, limited: &limited, distribution, job, context };
            let found = match machines.is_given() {
                true => deciders.shared(position, &machines, &checkpoints)?,
                false => Some(deciders.one(position)?),
            };
            Ok(Partial::whole(found.map(answer).transpose()?))
        };
        return alone.run(&asked, context, |job| stream.finish(range(job, "board", games, one)));
    }
    decide.check_robots()?;
    let is_fresh = query::are_fresh(question.games()?)?;
    // The plan is that of fractions.
    if threshold.is_none() && is_fresh {
        let robots = Robots { pairs: largest.pairs, players: largest.game.seats() };
        context.plan("memory", Arc::new(robots), !is_range);
    }
    let mut positions: Vec<ScoredBoard> = games.into_iter().map(|(position, _)| position).collect();
    let of_one = |position: ScoredBoard, job: &Job<'_>| {
        let found = match threshold {
            Some(threshold) => heard(robots::approximate(&position, threshold, job, context)?)?,
            None => answer(robots::one(position, distribution, job, context)?)?,
        };
        Ok(Partial::whole([found]))
    };
    let of_players = |mut positions: Vec<ScoredBoard>, job: &Job<'_>| {
        let told = |all: Vec<BoardOdds>| {
            Ok(Partial::whole(all.into_iter().map(answer).collect::<Result<Vec<_>, _>>()?))
        };
        match question.varies(SIZES) {
            true => boards(positions, job, context, told),
            false => of_one(positions.remove(0), job),
        }
    };
    let found = |job: &Job<'_>| {
        if machines.is_given() {
            let found = shared(positions.remove(0), &checkpoints, &machines, context)?;
            return Ok(Partial::whole(found.map(answer).transpose()?));
        }
        match threshold.is_some() || !is_fresh {
            true => range(job, "board", positions, of_one),
            false => {
                let boards = query::by_players(&positions);
                range(job, "number of players", boards, of_players)
            }
        }
    };
    alone.run(&asked, context, |job| stream.finish(context.phase("evaluate", || found(job))))
}
