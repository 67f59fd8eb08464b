//! Running scores as part of the state of a game. The program derives scores from its model; here they belong to a game of
//! its own, which is explored like any other.

use super::ranked::hand_on_as;
use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, MAX_SEATS, Points, Seat};
use chancetree::payoff::Outcome;

/// A state of a game with the points of every seat and the seat to move. At an end, the mover is the seat that moved last,
/// unless the last event passed the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Situation<S> {
    /// The state of the underlying game.
    pub state: S,
    /// The points of each seat, the first player's first. Seats that do not play have 0.
    pub scores: [Points; MAX_SEATS as usize],
    /// The seat to move.
    pub mover: Seat,
}

/// A game that keeps the score of another game. Its states are [`Situation`]s; there may be far more of them than states of
/// the other game.
#[derive(Clone, Debug)]
pub struct Ledger<G> {
    game: G,
    scores: [Points; MAX_SEATS as usize],
}

impl<G: Game> Ledger<G> {
    /// Creates a game that keeps the score of `game` and begins with `scores`, the first player's first. Missing scores
    /// are 0.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] scores.
    #[must_use]
    pub fn new(game: G, scores: &[Points]) -> Self {
        let mut all = [0; MAX_SEATS as usize];
        all[..scores.len()].copy_from_slice(scores);
        Self { game, scores: all }
    }

    /// Returns the underlying game.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the points of the seats that play, the first player's first.
    #[must_use]
    pub fn scores<'s>(&self, situation: &'s Situation<G::State>) -> &'s [Points] {
        &situation.scores[..usize::from(self.game.seats())]
    }

    /// Returns the outcome of the scores of `situation`, as if it were an end.
    #[must_use]
    pub fn outcome(&self, situation: &Situation<G::State>) -> Outcome {
        Outcome::of(self.scores(situation))
    }
}

impl<G: Game> Game for Ledger<G> {
    type State = Situation<G::State>;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> Self::State {
        Situation { state: self.game.canonical(self.game.start()), scores: self.scores, mover: 0 }
    }

    fn expand(&self, situation: &Self::State, choices: &mut Choices<Self>) {
        let own = situation.scores[usize::from(situation.mover)];
        let seats = self.game.seats();
        hand_on_as(&self.game, &situation.state, choices, |_, event| {
            let mut scores = situation.scores;
            scores[usize::from(situation.mover)] = own.checked_add(event.points).expect("points that fit");
            // A turn may pass more than once round the table: the sum must not overflow.
            let mover = (situation.mover + event.turn_offset % seats) % seats;
            Situation { state: event.next.clone(), scores, mover }
        });
    }

    fn layer(&self, situation: &Self::State) -> u32 {
        self.game.layer(&situation.state)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn multiplicity(&self, situation: &Self::State, event: Self::Event) -> Option<u64> {
        self.game.multiplicity(&situation.state, event)
    }

    fn remaining_arrangements(&self, situation: &Self::State) -> Option<Natural> {
        self.game.remaining_arrangements(&situation.state)
    }
}
