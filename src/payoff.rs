//! What an end and an event are worth.

use crate::game::{Game, Points, Seat};
use crate::model::Graph;

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

/// What the labels and the ends of an explored game are worth: what [`solve`](crate::evaluate::solve::solve()) needs to
/// know of a [`Payoff`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worths {
    /// To the mover, by label.
    events: Vec<i64>,
    /// The ends that are worth something to somebody, ascending, and what they are worth to each seat.
    ends: Vec<u32>,
    values: Vec<i64>,
}

impl Worths {
    /// What `payoff` says of the graph of `game`.
    pub fn of<G: Game>(game: &G, graph: &Graph<G>, payoff: &(impl Payoff<G> + ?Sized)) -> Self {
        let events = graph.labels().iter().map(|label| payoff.event(game, label.event)).collect();
        let (mut ends, mut values) = (Vec::new(), Vec::new());
        for node in (0..graph.node_count()).filter(|&node| graph.edges_of(node).is_empty()) {
            let from = values.len();
            values.extend((0..game.seats()).map(|seat| payoff.end(game, graph.state(node), seat)));
            if values[from..].iter().all(|&value| value == 0) {
                values.truncate(from);
            } else {
                ends.push(node as u32);
            }
        }
        Self { events, ends, values }
    }

    /// What an event with this label is worth to the mover.
    #[must_use]
    pub fn event(&self, label: usize) -> i64 {
        self.events[label]
    }

    /// What an end is worth to each of so many seats, the one to move there first; nothing if that is 0 for all.
    #[must_use]
    pub fn end(&self, node: usize, seats: usize) -> &[i64] {
        match self.ends.binary_search(&(node as u32)) {
            Ok(place) => &self.values[place * seats..(place + 1) * seats],
            Err(_) => &[],
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
