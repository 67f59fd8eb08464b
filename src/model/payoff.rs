//! Payoffs of events and ends to the players, in whole units or in fractions.

use crate::exact::{Rational, lcm};
use crate::game::{Game, Points, Seat};
use crate::{Error, Graph, LabelOf, Model};
use chancetree_exact::Natural;

/// The outcome of a game between seats that is decided by points.
///
/// ```
/// use chancetree_model::payoff::Outcome;
///
/// assert_eq!(Outcome::of(&[1, 3, 2]), Outcome::Won(1));
/// assert_eq!(Outcome::of(&[3, 3, 2]), Outcome::Drawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This seat has strictly more points than every other.
    Won(Seat),
    /// Several seats share the greatest number of points.
    Drawn,
}

impl Outcome {
    /// Returns the outcome of the final `scores`: the seat with strictly the most points wins, and a tie for the most
    /// is a draw.
    ///
    /// # Panics
    /// If there is no score.
    pub fn of(scores: &[Points]) -> Self {
        let most = scores.iter().max().expect("at least one seat");
        let mut leaders = scores.iter().enumerate().filter(|(_, points)| *points == most);
        let (leader, _) = leaders.next().expect("the greatest is among the scores");
        if leaders.next().is_none() { Self::Won(leader as Seat) } else { Self::Drawn }
    }

    /// Returns the index of this outcome in a list of all outcomes of a game with this number of seats: first each
    /// seat's win, in the order of the seats, then the draw.
    ///
    /// ```
    /// use chancetree_model::payoff::Outcome;
    ///
    /// assert_eq!(Outcome::Won(1).index(2), 1);
    /// assert_eq!(Outcome::Drawn.index(2), 2);
    /// ```
    pub fn index(self, seats: Seat) -> usize {
        match self {
            Self::Won(seat) => usize::from(seat),
            Self::Drawn => usize::from(seats),
        }
    }
}

/// The payoffs of every label and every end of an explored game, as `evaluate::solve` needs them.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
/// use chancetree_model::payoff::{Gain, PayoffTable};
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let table = PayoffTable::of(&graph, &Gain);
/// assert_eq!(table.event(graph.label(0)), 1);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PayoffTable {
    /// The number of units in a payoff of 1.
    unit: u64,
    /// The payoff of an event to the mover, by label.
    events: Vec<i64>,
    /// The ends with a payoff other than 0 to some seat, in ascending order.
    ends: Vec<u32>,
    /// The payoff of each of these ends to each seat, the mover first.
    values: Vec<i64>,
}

impl PayoffTable {
    /// Evaluates `payoff` for each label and each node without edges.
    pub fn of<G: Game>(graph: &Graph<G>, payoff: &(impl Payoff<G> + ?Sized)) -> Self {
        let game = graph.game();
        let events =
            graph.labels().iter().map(|label| payoff.event(game, label.event, label.points)).collect();
        let (ends, values) = at_ends(graph, |node, seat| payoff.end(game, graph.state(node), seat));
        Self { unit: payoff.unit().max(1).into(), events, ends, values }
    }

    /// Evaluates payoffs in fractions for each label and each node without edges. `event` returns the payoff of an event to the
    /// mover. `end` returns the payoff of an end to a seat, which is counted from the mover. The least common denominator of all
    /// payoffs becomes the [unit](Self::unit).
    ///
    /// # Errors
    /// If a payoff over the common denominator does not fit an `i64`, or the common denominator does not fit a `u64`.
    ///
    /// ```
    /// use chancetree_exact::{ratio, zero};
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    /// use chancetree_model::payoff::PayoffTable;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// // Heads gain 1/3, tails cost 1/2.
    /// let payoff = |points| if points > 0 { ratio(1, 3) } else { ratio(-1, 2) };
    /// let table = PayoffTable::of_fractions(&graph, |label| payoff(label.points), |_, _| zero())?;
    /// assert_eq!(table.unit(), 6);
    /// assert_eq!([0, 1].map(|label| table.event(label)), [2, -3]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn of_fractions<G: Game>(
        graph: &Graph<G>,
        event: impl Fn(&LabelOf<G>) -> Rational,
        end: impl Fn(&G::State, Seat) -> Rational,
    ) -> Result<Self, Error> {
        let events: Vec<Rational> = graph.labels().iter().map(event).collect();
        let (ends, values) = at_ends(graph, |node, seat| end(graph.state(node), seat));
        let unit = events.iter().chain(&values).fold(Natural::from(1u32), |unit, payoff| {
            let denominator = payoff.denom().magnitude();
            if unit == *denominator { unit } else { lcm(&unit, denominator) }
        });
        let unit = u64::try_from(unit).map_err(|_| Error::PayoffOverflow)?;
        let whole = |payoff: &Rational| {
            i64::try_from((payoff * Rational::from_integer(unit.into())).to_integer())
                .map_err(|_| Error::PayoffOverflow)
        };
        let all = |payoffs: &[Rational]| payoffs.iter().map(whole).collect::<Result<Vec<i64>, Error>>();
        Ok(Self { unit, events: all(&events)?, ends, values: all(&values)? })
    }

    /// Returns the number of units in a payoff of 1. The payoffs of events and ends are whole numbers of units.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// Returns the table in which only the ends of a graph with scores have payoffs: 1 to the winner and -1 to the other seats,
    /// or 0 to all seats in a draw.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    /// use chancetree_model::payoff::PayoffTable;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[9, 0], None, &Default::default())?;
    /// let end = scored.node_count() - 1;
    /// assert_eq!(PayoffTable::of_winning(&scored).end(end, 2).iter().sum::<i64>(), 0);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn of_winning<G: Game>(graph: &Graph<G>) -> Self {
        Self::of_outcomes(graph, -1)
    }

    /// Returns the table in which only the ends of a graph with scores have payoffs: 1 to the winner and 0 to the other seats, or
    /// 0 to all seats in a draw.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    /// use chancetree_model::payoff::PayoffTable;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[9, 0], None, &Default::default())?;
    /// let end = scored.node_count() - 1;
    /// assert_eq!(PayoffTable::of_wins(&scored).end(end, 2).iter().sum::<i64>(), 1);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn of_wins<G: Game>(graph: &Graph<G>) -> Self {
        Self::of_outcomes(graph, 0)
    }

    /// Returns the table of payoffs of ends: 1 to the winner and `loss` to the other seats, or 0 to all seats in a draw.
    fn of_outcomes<G: Game>(graph: &Graph<G>, loss: i64) -> Self {
        let end = |node, seat| match graph.outcome(node) {
            Outcome::Won(winner) if winner == (graph.mover(node) + seat) % graph.seats() => 1,
            Outcome::Won(_) => loss,
            Outcome::Drawn => 0,
        };
        let (ends, values) = at_ends(graph, end);
        Self { unit: 1, events: vec![0; graph.labels().len()], ends, values }
    }

    /// Returns the payoff to the mover of an event with this label, in units.
    pub fn event(&self, label: usize) -> i64 {
        self.events[label]
    }

    /// Returns the payoff of an end to each of the `seats` in units, the mover first. The slice is empty if all payoffs are 0.
    pub fn end(&self, node: usize, seats: usize) -> &[i64] {
        match self.ends.binary_search(&(node as u32)) {
            Ok(place) => &self.values[place * seats..(place + 1) * seats],
            Err(_) => &[],
        }
    }
}

/// Returns the nodes without edges (ends and cut nodes) that have a payoff other than 0 to some seat, and their payoffs to all
/// seats.
fn at_ends<V: Default + PartialEq>(model: &Model, payoff: impl Fn(usize, Seat) -> V) -> (Vec<u32>, Vec<V>) {
    let (mut ends, mut values) = (Vec::new(), Vec::new());
    for node in (0..model.node_count()).filter(|&node| model.edges_of(node).is_empty()) {
        let from = values.len();
        values.extend((0..model.seats()).map(|seat| payoff(node, seat)));
        if values[from..].iter().all(|value| *value == V::default()) {
            values.truncate(from);
        } else {
            ends.push(node as u32);
        }
    }
    (ends, values)
}

/// The payoffs of a game: of each event to its mover, and of each end to every seat.
///
/// Payoffs are whole numbers of [units](Self::unit), so that the engine adds up whole numbers. They may be negative.
///
/// ```
/// use chancetree_model::game::{Game, Points, Seat};
/// use chancetree_model::payoff::Payoff;
///
/// /// An end pays 1 to every seat, and every event costs its mover 1/3.
/// struct Costly;
///
/// impl<G: Game> Payoff<G> for Costly {
///     fn unit(&self) -> u32 {
///         3
///     }
///     fn event(&self, _: &G, _: G::Event, _: Points) -> i64 {
///         -1
///     }
///     fn end(&self, _: &G, _: &G::State, _: Seat) -> i64 {
///         3
///     }
/// }
/// ```
pub trait Payoff<G: Game>: Sync {
    /// Returns the number of units in a payoff of 1. Defaults to 1. With 6 units, a payoff of 1/3 is 2 units. 0 counts as 1.
    fn unit(&self) -> u32 {
        1
    }

    /// Returns the payoff of `event` in units to the mover, who scores `points` with it. Defaults to 0.
    fn event(&self, _game: &G, _event: G::Event, _points: Points) -> i64 {
        0
    }

    /// Returns the payoff of the end `state` in units to `seat`, which is counted from the mover. Defaults to 0.
    fn end(&self, _game: &G, _state: &G::State, _seat: Seat) -> i64 {
        0
    }
}

/// The payoff that counts points: the payoff of an event is its points, and the payoff of an end is 0.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::payoff::{Gain, Payoff};
///
/// assert_eq!(Gain.event(&Coins { tosses: 3 }, "heads", 1), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Gain;

impl<G: Game> Payoff<G> for Gain {
    fn event(&self, _game: &G, _event: G::Event, points: Points) -> i64 {
        points.into()
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
