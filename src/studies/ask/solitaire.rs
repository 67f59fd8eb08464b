//! Memory for one player who forgets nothing.

use super::super::verdict::Found;
use super::Question;
use crate::evaluate::solve::solve;
use crate::exact::Rational;
use crate::game::Game as _;
use crate::games::solitaire::deal::Deal;
use crate::games::solitaire::decisions::{Decisions, Rule};
use crate::games::solitaire::distributions::{self, Deals};
use crate::games::solitaire::{Turn, means, score};
use crate::model::{Error, Progress, Run};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The best that can be had on a board.
pub(in super::super) fn best(pairs: u16, rule: Rule, run: &Run<'_>) -> Result<Rational, Error> {
    let game = Decisions::new(pairs).expect("the boards of the studies are possible");
    let graph = game.graph(run)?;
    Ok(solve(&game, &graph, &rule, run)?.value(graph.start())[0].clone())
}

/// Distributions, unless somebody stops the work.
pub(in super::super) fn looked_at(
    all: impl FnOnce(&dyn Fn(usize, usize) -> ControlFlow<()>) -> Option<Vec<Deals>>,
    run: &Run<'_>,
) -> Result<Vec<Deals>, Error> {
    let failed = RefCell::new(Error::Stopped(Progress::default()));
    let look = |_: usize, _: usize| match run.step(Progress::default()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed.replace(error);
            ControlFlow::Break(())
        }
    };
    all(&look).ok_or_else(|| failed.borrow().clone())
}

/// The expectations that were worked out so far.
#[derive(Default)]
pub(super) struct Solved {
    remembered: HashMap<u16, Rational>,
}

impl Solved {
    pub(super) fn answer(
        &mut self,
        question: &Question,
        quantity: &str,
        run: &Run<'_>,
    ) -> Result<Option<Found>, Error> {
        if question.verb == "deal" {
            let cards: Vec<&str> = question.option("cards").unwrap_or_default().split(' ').collect();
            return Ok(deal(&Deal::new(&cards).expect("the stored deal is one"), quantity));
        }
        let pairs = question.pairs();
        if question.verb == "best" {
            return Ok(match score::asked(&question.given()) {
                Some(rule) if quantity == "score" => Some(best(pairs, rule, run)?.into()),
                _ => None,
            });
        }
        Ok(Some(match quantity {
            "E(turns)" => means::turns(pairs).into(),
            "E(lucky turns)" => means::lucky(pairs).into(),
            "E(turn of the first pair)" => distributions::mean(&distributions::first_turn(pairs)).into(),
            "deals by turns" => {
                let all = looked_at(|look| distributions::turns(pairs, look), run)?;
                let deals = all.last().map(|deals| deals.iter().map(|deals| deals.1.to_string()).collect());
                deals.map(|deals: Vec<String>| deals.join(", ")).unwrap_or_default().into()
            }
            "E(cards to remember)" => {
                if !self.remembered.contains_key(&pairs) {
                    let all = looked_at(|look| distributions::remembered(pairs, look), run)?;
                    self.remembered.extend((1..).zip(all.iter().map(|deals| distributions::mean(deals))));
                }
                self.remembered[&pairs].clone().into()
            }
            "E(score)" => match score::asked(&question.given()) {
                Some(rule) => rule.soonest(pairs, &means::lucky(pairs), &means::turns(pairs)).into(),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }
}

fn deal(deal: &Deal, quantity: &str) -> Option<Found> {
    let (steps, blocks) = (deal.play(), deal.blocks());
    let pairs = u64::from(deal.pairs());
    let even = blocks.iter().filter(|block| block.length % 2 == 0).count() as u64;
    let lucky = steps.iter().filter(|step| step.turn == Turn::Lucky).count() as u64;
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
    let lengths = || blocks.iter().map(|block| block.length.to_string()).collect::<Vec<_>>().join(", ");
    Some(match quantity {
        "turns" => (steps.len() as u64).into(),
        "lengths of the blocks" => lengths().into(),
        "even blocks" => even.into(),
        "lucky turns" => lucky.into(),
        "3N/2 + e/2 - l" => ((3 * pairs + even) / 2 - lucky).into(),
        _ => return None,
    })
}
