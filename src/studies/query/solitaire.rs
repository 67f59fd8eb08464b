//! Memory for one player with perfect memory.

use super::StudyQuery;
use crate::evaluate::solve;
use crate::exact::Rational;
use crate::game::Game as _;
use crate::games::solitaire::deal::Deal;
use crate::games::solitaire::decisions::{CardByCard, Rule};
use crate::games::solitaire::distributions::{self, Deals};
use crate::games::solitaire::score::ScoreArgs;
use crate::games::solitaire::{Solitaire, SolitaireTurn, means};
use crate::joined;
use crate::model::{Error, Job};
use crate::verdict::CheckedAnswer;
use std::collections::HashMap;

/// Returns the optimal expected score of a board.
pub(crate) fn best(pairs: u16, rule: Rule, job: &Job<'_>) -> Result<Rational, Error> {
    let game = CardByCard::new(pairs).expect("the boards of the studies are possible");
    let graph = game.graph(job)?;
    Ok(solve(&graph, &rule, job)?.value(graph.start())[0].clone())
}

/// Returns a board for a player with perfect memory.
pub(crate) fn board(pairs: u16) -> Solitaire {
    Solitaire::new(pairs).expect("the boards of the studies are possible")
}

/// The expectations that were computed so far.
#[derive(Default)]
pub(super) struct ExpectationCache {
    remembered: HashMap<u16, Rational>,
}

impl ExpectationCache {
    pub(super) fn answer(&mut self, query: &StudyQuery<'_>) -> Result<Option<CheckedAnswer>, Error> {
        let (quantity, job) = (&*query.entry.quantity, query.job);
        if query.command == "deal" {
            let cards: Vec<&str> = query.option("cards").unwrap_or_default().split(' ').collect();
            return Ok(deal(&Deal::new(&cards).expect("a stored deal is valid"), quantity));
        }
        let pairs = query.pairs();
        if query.command == "best" {
            return Ok(match query.given().read::<ScoreArgs>().rule() {
                Some(rule) if quantity == "score" => Some(best(pairs, rule, job)?.into()),
                _ => None,
            });
        }
        Ok(Some(match quantity {
            "E(turns)" => means::turns(pairs).into(),
            "E(lucky turns)" => means::lucky(pairs).into(),
            "E(turn of the first pair)" => distributions::first_turn(pairs).expected_value().into(),
            "deals by turns" => {
                let all = distributions::turns(&board(pairs).graph(job)?, job)?;
                let numbers = all.iter().next_back().into_iter().flat_map(Deals::masses);
                joined(numbers.map(|(_, number)| number), ", ").into()
            }
            "E(cards to remember)" => {
                if !self.remembered.contains_key(&pairs) {
                    let all = distributions::remembered(&board(pairs).graph(job)?, job)?;
                    self.remembered.extend((1..).zip(all.iter().map(Deals::expected_value)));
                }
                self.remembered[&pairs].clone().into()
            }
            "E(score)" => match query.given().read::<ScoreArgs>().rule() {
                Some(rule) => {
                    rule.fewest_turns_score(pairs, &means::lucky(pairs), &means::turns(pairs)).into()
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }
}

fn deal(deal: &Deal, quantity: &str) -> Option<CheckedAnswer> {
    let (steps, blocks) = (deal.play(), deal.blocks());
    let pairs = u64::from(deal.pairs());
    let even = blocks.iter().filter(|block| block.length % 2 == 0).count() as u64;
    let lucky = steps.iter().filter(|step| step.turn == SolitaireTurn::Lucky).count() as u64;
    if let Some(turn) = quantity.strip_prefix("state after turn ") {
        let state = match turn.parse::<usize>().ok()?.checked_sub(1) {
            None => format!("({pairs},0,0)"),
            Some(turn) => {
                let table = steps.get(turn)?.after;
                format!("({},{},{})", table.pairs, table.turned, table.known)
            }
        };
        return Some(state.into());
    }
    Some(match quantity {
        "turns" => (steps.len() as u64).into(),
        "lengths of the blocks" => joined(blocks.iter().map(|block| block.length), ", ").into(),
        "even blocks" => even.into(),
        "lucky turns" => lucky.into(),
        "3N/2 + e/2 - l" => ((3 * pairs + even) / 2 - lucky).into(),
        _ => return None,
    })
}
