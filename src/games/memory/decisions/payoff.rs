//! The players' objectives as payoffs.

use super::{Decisions, Objective, Position};
use crate::game::Seat;
use crate::memory::Turn;
use crate::payoff::Payoff;

/// The payoff in cards rather than pairs, so that what is left after two passes can be shared in whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cards;

impl Payoff<Decisions> for Cards {
    fn event(&self, _: &Decisions, turn: Turn) -> i64 {
        2 * i64::from(turn.takes())
    }

    fn end(&self, _: &Decisions, position: &Position, _: Seat) -> i64 {
        i64::from(position.table.pairs())
    }
}

/// The payoff of playing to win: 1 for a win, -1 for a loss, 0 for a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Winning;

impl Payoff<Decisions> for Winning {
    fn event(&self, _: &Decisions, _: Turn) -> i64 {
        0
    }

    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        match game.winner(position) {
            None => 0,
            Some(winner) if winner == seat => 1,
            Some(_) => -1,
        }
    }
}

/// The payoff of what the players of a game want: [`Cards`] or [`Winning`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted;

impl Payoff<Decisions> for Wanted {
    fn event(&self, game: &Decisions, turn: Turn) -> i64 {
        match game.wanted() {
            Objective::Pairs => Cards.event(game, turn),
            Objective::Win => Winning.event(game, turn),
        }
    }

    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        match game.wanted() {
            Objective::Pairs => Cards.end(game, position, seat),
            Objective::Win => Winning.end(game, position, seat),
        }
    }
}

/// The payoff of those who count wins: 1 to the seat that wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wins;

impl Payoff<Decisions> for Wins {
    fn event(&self, _: &Decisions, _: Turn) -> i64 {
        0
    }

    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        i64::from(game.winner(position) == Some(seat))
    }
}
