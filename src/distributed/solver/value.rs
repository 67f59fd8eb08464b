//! The worth of a state, worked out and packed.

use crate::batch::pack;
use crate::evaluate::{
    BestChoice, best_choice,
    checkpoint::{read_value, save_value},
};
use crate::exact::{self, Rational};
use crate::game::{Choice, Choices, Seat, Travel};
use crate::model::{Error, expand};
use crate::solver::{Map, Solver};
use serde::{Deserialize, Serialize};
use std::io;

/// The worth of a state.
#[derive(Serialize, Deserialize)]
pub(crate) struct Value {
    /// Payoff by payoff what each seat may expect, the mover first.
    shares: Vec<Rational>,
    /// `true` if another action is worth as much.
    pub(crate) ties: bool,
    /// `true` if it is one of those that are to be counted.
    pub(crate) counts: bool,
}

impl Value {
    /// Returns the bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.shares.iter().map(exact::bytes).sum()
    }

    /// Returns what each seat may expect, for each payoff.
    pub(crate) fn by_payoff(&self, seats: Seat) -> Vec<Vec<Rational>> {
        self.shares.chunks(seats.into()).map(<[Rational]>::to_vec).collect()
    }

    /// Appends it to `bytes`.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        pack(bytes, |out| save_value(out, self));
    }

    /// Reads a value.
    pub(crate) fn read(bytes: &mut &[u8]) -> io::Result<Self> {
        read_value(bytes)
    }
}

impl<G: Travel> Solver<'_, G> {
    /// Returns the worth of a state: of an end by its payoffs, else the choice that is worth most to the mover, the
    /// first of equals. `None` if it waits for the value of another state.
    pub(crate) fn value(&self, state: &G::State, choices: &mut Choices<G>) -> Result<Option<Value>, Error> {
        let (game, payoffs) = (self.game, self.question.payoffs);
        expand(game, state, choices)?;
        let seats = game.seats();
        if choices.is_empty() {
            let worth =
                payoffs.iter().flat_map(|payoff| (0..seats).map(|seat| payoff.end(game, state, seat)));
            let shares = worth.map(|worth| exact::ratio(worth, 1)).collect();
            return Ok(Some(Value { shares, ties: false, counts: (self.question.counts)(state, None) }));
        }
        let known: Option<Map<&G::State, &Value>> = choices
            .events()
            .iter()
            .map(|event| {
                let value = self.solved.get(&event.next).or_else(|| self.told.get(&event.next))?;
                Some((&event.next, value))
            })
            .collect();
        let Some(known) = known else { return Ok(None) };
        let mut order: Vec<Choice<'_, G>> = choices.iter().collect();
        order.sort_by_key(|choice| choice.action);
        let seats = usize::from(seats);
        let expected = |choice: &_, place| self.expected(choice, &known, (place / seats, place % seats));
        let BestChoice { values: shares, choice: best, tie: ties } =
            best_choice(order.into_iter(), payoffs.len() * seats, expected);
        let counts = (self.question.counts)(state, Some(best.action));
        Ok(Some(Value { shares, ties, counts }))
    }

    /// Returns what a seat may expect of a choice, in a payoff.
    fn expected(
        &self,
        choice: &Choice<'_, G>,
        known: &Map<&G::State, &Value>,
        (payoff, seat): (usize, usize),
    ) -> Rational {
        let (game, seats) = (self.game, usize::from(self.game.seats()));
        let shares: Vec<Rational> =
            choice.events.iter().map(|event| exact::ratio(event.weight, choice.total)).collect();
        let gain = |event| if seat == 0 { self.question.payoffs[payoff].event(game, event) } else { 0 };
        let steps = || choice.events.iter().zip(&shares);
        let now: Rational = steps().map(|(event, share)| share * exact::ratio(gain(event.event), 1)).sum();
        let later = steps().map(|(event, share)| {
            let passes = usize::from(game.passes(event.event)) % seats;
            (share, &known[&event.next].shares[payoff * seats + (seat + seats - passes) % seats])
        });
        exact::weighted_sum([(&exact::one(), &now)].into_iter().chain(later))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Integer;

    #[test]
    fn values_come_back() {
        let long = exact::ratio(Integer::from(3u32).pow(200), Integer::from(7u32).pow(90));
        let value = Value { shares: vec![-long.clone(), exact::zero(), long], ties: true, counts: false };
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        bytes.push(9);
        let rest = &mut &bytes[..];
        let read = Value::read(rest).expect("a value");
        assert_eq!((read.shares, read.ties, read.counts), (value.shares, true, false));
        assert_eq!(*rest, [9]);
        assert!(Value::read(&mut &bytes[..20]).is_err());
    }
}
