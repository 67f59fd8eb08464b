//! Memory between robots with perfect memory, and between players who decide.

use super::{CommandAnswer, SolvedGames, StudyQuery, get_or_solve};
use crate::exact::{self, Rational, ratio};
use crate::game::Choices;
use crate::games::memory::decisions::Decisions;
use crate::games::memory::family::{PlaySettings, Start};
use crate::games::memory::tactics::DEFAULT;
use crate::games::memory::{PairCounts, TurnEvent};
use crate::model::{Error, Job};
use crate::solved::{self, at, board};
use crate::verdict::CheckedAnswer;
use std::cmp::Ordering;

/// Returns the command whose answer has the odds of a query, if a command answers it.
pub(super) fn command(query: &StudyQuery, quantity: &str) -> Option<String> {
    let forgets = query.forgets();
    let options = query.with_pairs(query.option("pairs").unwrap_or_default());
    let options = options.split_once(" memory").map_or("", |(_, options)| options);
    match (&*query.command, query.option("objective")) {
        ("graph", _) => None,
        ("odds", _) if !forgets || quantity.starts_with("E(player ") => Some(format!("odds memory{options}")),
        // Values of the best tactic are differences of these odds.
        (_, Some(_)) => Some(format!("odds memory{options} --play best")),
        _ => None,
    }
}

/// Returns a quantity of the odds of a board.
pub(super) fn odds(answer: &CommandAnswer, quantity: &str) -> Option<CheckedAnswer> {
    let win = |seat: usize| answer.fraction(&format!("win.{seat}"));
    let expected = |seat: usize| answer.fraction(&format!("expected_pairs.{seat}"));
    let lead = || Some(win(0)? - win(1)?);
    Some(match quantity {
        "P(draw)" => answer.fraction("draw")?.into(),
        "P(first wins)" => win(0)?.into(),
        "P(second wins)" => win(1)?.into(),
        "P(first wins) - P(second wins)" => lead()?.into(),
        "E(first)" => expected(0)?.into(),
        "E(second)" => expected(1)?.into(),
        "E(first) - E(second)" => (expected(0)? - expected(1)?).into(),
        "who is favoured" => favoured(&lead()?).into(),
        "whether it matters who begins" => {
            let matters = favoured(&lead()?) != "nobody";
            CheckedAnswer::with_verdict(if matters { "it does" } else { "it does not" }, matters)
        }
        // The paper gives the previous winner the smaller odds.
        "who is to begin" => match favoured(&lead()?) {
            "first" => "the loser of the last game",
            "second" => "the winner of the last game",
            _ => "either",
        }
        .into(),
        _ => {
            let (what, player) = quantity.strip_suffix(")")?.split_once('(')?;
            let seat = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
            match (what, player.strip_prefix("player ")) {
                ("P", None) => win(seat(player)?)?.into(),
                ("E", Some(player)) => expected(seat(player)?)?.into(),
                _ => return None,
            }
        }
    })
}

/// Returns which of two players is favoured.
fn favoured(lead: &Rational) -> &'static str {
    match lead.cmp(&exact::zero()) {
        Ordering::Greater => "first",
        Ordering::Equal => "nobody",
        Ordering::Less => "second",
    }
}

/// Answers a query about players who play for pairs, on a fresh board or one with `--unknown` wholly unknown pairs.
pub(super) fn answer(
    solved: &mut SolvedGames<String, Decisions>,
    query: &StudyQuery,
    quantity: &str,
    widest: u16,
    job: &Job<'_>,
) -> Result<Option<CheckedAnswer>, Error> {
    let solved = get_or_solve(solved, query.kind(), || {
        let board = Start { players: 2, ..Start::default() }.position(widest).expect("a fresh board");
        let game: Decisions =
            PlaySettings::read(&query.given(), DEFAULT).game(&board).expect("the game is valid");
        solved::SolvedDecisions::taking(&game, job)
    })?;
    let pairs = query.pairs();
    let unknown = query.number("unknown").unwrap_or(pairs);
    let position = at(pairs, pairs - unknown);
    let limit = if pairs.is_multiple_of(2) {
        ratio(-1, 4 * i64::from(pairs) - 2)
    } else {
        ratio(1, 4 * i64::from(pairs) + 2)
    };
    Ok(Some(match quantity {
        "lead" => solved.lead(&position).into(),
        "lead over the limit" => (solved.lead(&position) / limit).into(),
        "E(first)" => solved.worth_at(&position).swap_remove(0).into(),
        "decision" => solved.best(&position).meaning().into(),
        _ => return Ok(None),
    }))
}

/// Answers a query about the events at a table c,d,e: the numbers of pairs with two, one and no known cards.
pub(super) fn event(pairs: u16, quantity: &str) -> Option<CheckedAnswer> {
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
