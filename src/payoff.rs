//! What an end and an event are worth.

use crate::game::{Game, Points, Seat};

/// How a game between seats ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// One seat has strictly more points than every other.
    Won(Seat),
    /// Several seats share the greatest number of points.
    Drawn,
}

impl Outcome {
    /// The outcome of final `scores`: the strictly greatest wins, every tie for the greatest is a draw.
    ///
    /// # Panics
    /// If there is no score.
    #[must_use]
    pub fn of(scores: &[Points]) -> Self {
        let most = scores.iter().max().expect("at least one seat");
        let mut leaders = scores.iter().enumerate().filter(|(_, points)| *points == most);
        let (leader, _) = leaders.next().expect("the greatest is among the scores");
        if leaders.next().is_none() { Self::Won(leader as Seat) } else { Self::Drawn }
    }

    /// Its place in a list of all outcomes: the seats in order, then the draw.
    #[must_use]
    pub fn index(self, seats: Seat) -> usize {
        match self {
            Self::Won(seat) => usize::from(seat),
            Self::Drawn => usize::from(seats),
        }
    }
}

/// What play is worth in whole units: to the mover by each event, to every seat at an end.
pub trait Payoff<G: Game>: Sync {
    /// What `event` is worth to the mover.
    fn event(&self, game: &G, event: G::Event) -> i64;

    /// What the end `state` is worth to the seat that sits `seat` places after the one to move there.
    fn end(&self, game: &G, state: &G::State, seat: Seat) -> i64;
}

/// Points: an event is worth what it scores, an end nothing more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gain;

impl<G: Game> Payoff<G> for Gain {
    fn event(&self, game: &G, event: G::Event) -> i64 {
        i64::from(game.points(event))
    }

    fn end(&self, _game: &G, _state: &G::State, _seat: Seat) -> i64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tie_for_the_greatest_is_a_draw() {
        assert_eq!(Outcome::of(&[3]), Outcome::Won(0));
        assert_eq!(Outcome::of(&[1, 2]), Outcome::Won(1));
        assert_eq!(Outcome::of(&[2, 2]), Outcome::Drawn);
        assert_eq!(Outcome::of(&[2, 1, 2]), Outcome::Drawn);
        assert_eq!(Outcome::of(&[1, 1, 2]), Outcome::Won(2));
    }
}
