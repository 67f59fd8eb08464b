//! Memory between robots with perfect memory, and between players who decide.

use super::{StudyQuery, known};
use crate::exact::{self, Rational, ratio};
use crate::game::Choices;
use crate::games::family::{Report, ReportValue};
use crate::games::memory::decisions::Decisions;
use crate::games::memory::family::{PlaySettings, Start};
use crate::games::memory::tactics::DEFAULT;
use crate::games::memory::{PairCounts, TurnEvent};
use crate::model::Error;
use crate::solved::{self, at, board};
use crate::verdict::CheckedAnswer;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The games that were solved so far.
#[derive(Default)]
pub(super) struct GameCache {
    robots: HashMap<String, RobotOdds>,
    decided: HashMap<String, solved::SolvedDecisions>,
}

impl GameCache {
    pub(super) fn answer(
        &mut self,
        query: &StudyQuery<'_>,
        widest: u16,
    ) -> Result<Option<CheckedAnswer>, Error> {
        match (&*query.command, query.option("play")) {
            ("graph", _) => Ok(event(query.pairs(), &query.entry.quantity)),
            ("odds", None) => Ok(self.robots(query)?.answer(&query.entry.quantity)),
            _ => self.decided(query, widest),
        }
    }

    fn robots(&mut self, query: &StudyQuery<'_>) -> Result<&RobotOdds, Error> {
        known(&mut self.robots, query.entry.command.clone(), || Ok(RobotOdds::of(&query.answer()?.report)))
    }

    /// Answers a query about players who decide, on a fresh board or one with `--unknown` wholly unknown
    /// pairs.
    fn decided(&mut self, query: &StudyQuery<'_>, widest: u16) -> Result<Option<CheckedAnswer>, Error> {
        let job = query.job;
        // If players play to win, positions depend on the lead, so every board is solved separately.
        let alone = query.option("objective").is_some() || query.option("play").is_some();
        let board = if alone { query.pairs() } else { widest };
        let key = format!("{} {board}", query.kind());
        let solved =
            known(&mut self.decided, key, || solved::SolvedDecisions::taking(&game(query, board), job))?;
        let pairs = query.pairs();
        let unknown = query.number("unknown").unwrap_or(pairs);
        let position = at(pairs, pairs - unknown);
        let worth = || solved.worth_at(&position);
        let limit = if pairs.is_multiple_of(2) {
            ratio(-1, 4 * i64::from(pairs) - 2)
        } else {
            ratio(1, 4 * i64::from(pairs) + 2)
        };
        Ok(Some(match &*query.entry.quantity {
            "lead" => (&worth()[0] - &worth()[1]).into(),
            "lead over the limit" => ((&worth()[0] - &worth()[1]) / limit).into(),
            "P(first wins) - P(second wins)" => worth()[0].clone().into(),
            "E(first)" => worth()[0].clone().into(),
            "E(second)" => worth()[1].clone().into(),
            "decision" => solved.best(&position).meaning().into(),
            "P(first wins)" => solved.wins(job)?[0].clone().into(),
            "P(second wins)" => solved.wins(job)?[1].clone().into(),
            "P(draw)" => (exact::one() - solved.wins(job)?.iter().sum::<Rational>()).into(),
            _ => return Ok(None),
        }))
    }
}

/// Returns the game of two players who decide, on a fresh board.
fn game(query: &StudyQuery<'_>, pairs: u16) -> Decisions {
    let board = Start { players: 2, ..Start::default() }.position(pairs).expect("a fresh board");
    PlaySettings::read(&query.given(), DEFAULT).game(&board).expect("the games of the studies are valid")
}

/// Returns which of two players is favoured.
fn favoured(lead: &Rational) -> &'static str {
    match lead.cmp(&exact::zero()) {
        Ordering::Greater => "first",
        Ordering::Equal => "nobody",
        Ordering::Less => "second",
    }
}

/// The odds of robots, from the answer of the command.
struct RobotOdds {
    win: Vec<Rational>,
    draw: Rational,
    expected: Vec<Rational>,
}

impl RobotOdds {
    fn of(report: &Report) -> Self {
        let seats = |key| match report.value(key) {
            Some(ReportValue::Seats(values)) => values.clone(),
            other => panic!("the answer has {key} of each seat: {other:?}"),
        };
        let draw = match report.value("draw") {
            Some(ReportValue::Exact(draw)) => draw.clone(),
            other => panic!("the answer has the probability of a draw: {other:?}"),
        };
        Self { win: seats("win"), draw, expected: seats("expected_pairs") }
    }

    fn answer(&self, quantity: &str) -> Option<CheckedAnswer> {
        let Self { win, draw, expected } = self;
        let lead = || &win[0] - &win[1];
        Some(match quantity {
            "P(draw)" => draw.clone().into(),
            "P(first wins)" => win[0].clone().into(),
            "P(second wins)" => win[1].clone().into(),
            "P(first wins) - P(second wins)" => lead().into(),
            "E(first) - E(second)" => (&expected[0] - &expected[1]).into(),
            "who is favoured" => favoured(&lead()).into(),
            "whether it matters who begins" => {
                let matters = favoured(&lead()) != "nobody";
                CheckedAnswer::with_verdict(if matters { "it does" } else { "it does not" }, matters)
            }
            // The paper gives the previous winner the smaller odds.
            "who is to begin" => match favoured(&lead()) {
                "first" => "the loser of the last game",
                "second" => "the winner of the last game",
                _ => "either",
            }
            .into(),
            _ => {
                let player: usize = quantity.strip_prefix("P(")?.strip_suffix(")")?.parse().ok()?;
                win.get(player.checked_sub(1)?)?.clone().into()
            }
        })
    }
}

/// Answers a query about the events at a table c,d,e: the numbers of pairs with two, one and no known cards.
fn event(pairs: u16, quantity: &str) -> Option<CheckedAnswer> {
    let (what, table) = quantity.split_once(" at ")?;
    let [known, half, unknown] =
        table.split(',').map(str::parse).collect::<Result<Vec<u16>, _>>().ok()?.try_into().ok()?;
    let table = PairCounts { known, half, unknown };
    let mut choices = Choices::default();
    choices.fill(&board(pairs, 2), &table);
    let choice = choices.iter().next()?;
    let chance = |event: TurnEvent| {
        let events = choice.events.iter().filter(|one| one.event == event);
        events.map(|one| ratio(one.weight, choice.total)).sum::<Rational>()
    };
    Some(match what {
        "unknown cells" => table.unseen().into(),
        "known cells" => u64::from(half).into(),
        "events" => (choice.events.len() as u64).into(),
        "events after a new card" => {
            (choice.events.iter().filter(|one| one.event != TurnEvent::B).count() as u64).into()
        }
        "cells for the second card" => (choice.total / table.unseen()).into(),
        "P(not B)" => (exact::one() - chance(TurnEvent::B)).into(),
        _ => {
            let name = what.strip_prefix("P(")?.strip_suffix(")")?;
            chance(TurnEvent::ROBOTS.into_iter().find(|event| event.to_string() == name)?).into()
        }
    })
}
