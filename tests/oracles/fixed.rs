//! A game under a policy, expanded state by state. `OptimalPlay::induced` makes the same game from a model.

use chancetree::exact::Natural;
use chancetree::game::{Choices, Events, Game, Rank, Seat};
use std::collections::HashMap;

/// A game in which a policy takes every decision, so that only chance is left.
///
/// A state without an entry in the policy keeps all its choices, and the evaluators report it.
#[derive(Clone, Debug)]
pub struct Fixed<'a, G: Game> {
    game: &'a G,
    policy: HashMap<G::State, G::Action>,
}

impl<'a, G: Game> Fixed<'a, G> {
    /// Creates the game under `policy`.
    #[must_use]
    pub fn new(game: &'a G, policy: HashMap<G::State, G::Action>) -> Self {
        Self { game, policy }
    }

    /// Returns the underlying game.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Returns the action of the policy in `state`, or `None` if the policy has no entry.
    #[must_use]
    pub fn action(&self, state: &G::State) -> Option<G::Action> {
        self.policy.get(state).copied()
    }
}

impl<G: Game> Game for Fixed<'_, G> {
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn expand(&self, state: &G::State, choices: &mut Choices<Self>) {
        let mut below = Choices::default();
        below.fill(self.game, state);
        let taken = self.action(state);
        for choice in below.iter() {
            let events = match (choice.action, taken) {
                (Some(action), Some(taken)) if action == taken => choices.chance(),
                (Some(_), Some(_)) => continue,
                (Some(action), None) => choices.action(action),
                (None, _) => choices.chance(),
            };
            choice.events.iter().fold(events, |events: Events<'_, Self>, event| {
                events
                    .event(event.weight, event.event, || event.next.clone())
                    .points(event.points)
                    .pass_by(event.turn_offset)
            });
        }
    }

    fn layer(&self, state: &G::State) -> u32 {
        self.game.layer(state)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn canonical(&self, state: G::State) -> G::State {
        self.game.canonical(state)
    }

    fn rank(&self, state: &G::State) -> Option<Rank> {
        self.game.rank(state)
    }

    fn multiplicity(&self, state: &G::State, event: G::Event) -> Option<u64> {
        self.game.multiplicity(state, event)
    }

    fn remaining_arrangements(&self, state: &G::State) -> Option<Natural> {
        self.game.remaining_arrangements(state)
    }
}
