//! Memory by robots who forget nothing, and by players who decide.

use super::super::solved::{self, at, board};
use super::super::verdict::Found;
use super::{Question, known};
use crate::evaluate::{Distribution, forward};
use crate::exact::{self, Rational, ratio};
use crate::game::{Choices, Seat};
use crate::games::memory::best::DEFAULT;
use crate::games::memory::decisions::Decisions;
use crate::games::memory::family::{Decide, Start};
use crate::games::memory::{PairCounts, Turn};
use crate::model::Error;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The games that were worked out so far.
#[derive(Default)]
pub(super) struct SolvedGames {
    distributions: HashMap<(u16, Seat), Distribution>,
    decided: HashMap<String, solved::SolvedDecisions>,
}

impl SolvedGames {
    pub(super) fn answer(&mut self, question: &Question<'_>, widest: u16) -> Result<Option<Found>, Error> {
        match (&*question.verb, question.option("play")) {
            ("graph", _) => Ok(event(question.pairs(), &question.entry.quantity)),
            ("odds", None) => Ok(robots(self.distribution(question)?, &question.entry.quantity)),
            _ => self.decided(question, widest),
        }
    }

    fn distribution(&mut self, question: &Question<'_>) -> Result<&Distribution, Error> {
        let (pairs, players) = (question.pairs(), question.number("players").unwrap_or(2));
        known(&mut self.distributions, (pairs, players), || {
            Ok(forward(&board(pairs, players), &vec![0; usize::from(players)], question.job)?.distribution)
        })
    }

    /// Finds what players who decide gain from a fresh board, or from one with `--unknown` wholly unknown pairs.
    fn decided(&mut self, question: &Question<'_>, widest: u16) -> Result<Option<Found>, Error> {
        let job = question.job;
        // Those who want to win look at the lead, so that each board is a game of its own.
        let alone = question.option("objective").is_some() || question.option("play").is_some();
        let board = if alone { question.pairs() } else { widest };
        let key = format!("{} {board}", question.kind());
        let solved =
            known(&mut self.decided, key, || solved::SolvedDecisions::taking(&game(question, board), job))?;
        let pairs = question.pairs();
        let unknown = question.number("unknown").unwrap_or(pairs);
        let position = at(pairs, pairs - unknown);
        let worth = || solved.worth_at(&position);
        let limit = if pairs.is_multiple_of(2) {
            ratio(-1, 4 * i64::from(pairs) - 2)
        } else {
            ratio(1, 4 * i64::from(pairs) + 2)
        };
        Ok(Some(match &*question.entry.quantity {
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

/// The game of players who decide on a fresh board.
fn game(question: &Question<'_>, pairs: u16) -> Decisions {
    let board = Start { players: 2, ..Start::default() }.position(pairs).expect("a fresh board");
    Decide::read(&question.given(), DEFAULT).game(&board).expect("the studies play by the rules")
}

/// Returns who of two is ahead.
fn favoured(lead: &Rational) -> &'static str {
    match lead.cmp(&exact::zero()) {
        Ordering::Greater => "first",
        Ordering::Equal => "nobody",
        Ordering::Less => "second",
    }
}

fn robots(distribution: &Distribution, quantity: &str) -> Option<Found> {
    let mut odds = distribution.outcomes();
    let draw = odds.pop().expect("the draw comes last");
    let lead = || &odds[0] - &odds[1];
    Some(match quantity {
        "P(draw)" => draw.into(),
        "P(first wins)" => odds[0].clone().into(),
        "P(second wins)" => odds[1].clone().into(),
        "P(first wins) - P(second wins)" => lead().into(),
        "E(first) - E(second)" => (&distribution.expected()[0] - &distribution.expected()[1]).into(),
        "who is favoured" => favoured(&lead()).into(),
        "whether it matters who begins" => {
            let matters = favoured(&lead()) != "nobody";
            Found::judged(if matters { "it does" } else { "it does not" }, matters)
        }
        // The paper wishes the last winner the smaller odds.
        "who is to begin" => match favoured(&lead()) {
            "first" => "the loser of the last game",
            "second" => "the winner of the last game",
            _ => "either",
        }
        .into(),
        _ => {
            let player: usize = quantity.strip_prefix("P(")?.strip_suffix(")")?.parse().ok()?;
            odds.get(player.checked_sub(1)?)?.clone().into()
        }
    })
}

/// Finds what can happen at a table c,d,e: pairs of which both cards are known, one, and none.
fn event(pairs: u16, quantity: &str) -> Option<Found> {
    let (what, table) = quantity.split_once(" at ")?;
    let [known, half, unknown] =
        table.split(',').map(str::parse).collect::<Result<Vec<u16>, _>>().ok()?.try_into().ok()?;
    let table = PairCounts { known, half, unknown };
    let mut choices = Choices::default();
    choices.fill(&board(pairs, 2), &table);
    let choice = choices.iter().next()?;
    let chance = |event: Turn| {
        let those = choice.events.iter().filter(|one| one.event == event);
        those.map(|one| ratio(one.weight, choice.total)).sum::<Rational>()
    };
    Some(match what {
        "unknown cells" => table.unseen().into(),
        "known cells" => u64::from(half).into(),
        "events" => (choice.events.len() as u64).into(),
        "events after a new card" => {
            (choice.events.iter().filter(|one| one.event != Turn::B).count() as u64).into()
        }
        "cells for the second card" => (choice.total / table.unseen()).into(),
        "P(not B)" => (exact::one() - chance(Turn::B)).into(),
        _ => {
            let name = what.strip_prefix("P(")?.strip_suffix(")")?;
            chance(Turn::ROBOTS.into_iter().find(|event| event.to_string() == name)?).into()
        }
    })
}
