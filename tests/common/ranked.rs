//! A game with ranks of our own, or without any: what the engine makes of ranks must not matter to what it finds.

use chancetree::game::{Choices, Events, Game, Points, Rank, Seat};

/// A game whose states have other ranks, or none.
pub struct Ranked<'a, G: Game, R: Fn(&G::State) -> Option<Rank> + Sync> {
    pub game: &'a G,
    pub rank: R,
}

impl<G: Game, R: Fn(&G::State) -> Option<Rank> + Sync> Game for Ranked<'_, G, R> {
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn expand(&self, state: &G::State, choices: &mut Choices<Self>) {
        let mut below = Choices::default();
        below.fill(self.game, state);
        for choice in below.iter() {
            let events = match choice.action {
                None => choices.chance(),
                Some(action) => choices.action(action),
            };
            choice.events.iter().fold(events, |events: Events<'_, Self>, event| {
                events.event(event.weight, event.event, || event.next.clone())
            });
        }
    }

    fn layer(&self, state: &G::State) -> u32 {
        self.game.layer(state)
    }

    fn rank(&self, state: &G::State) -> Option<Rank> {
        (self.rank)(state)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn passes(&self, event: G::Event) -> Seat {
        self.game.passes(event)
    }

    fn points(&self, event: G::Event) -> Points {
        self.game.points(event)
    }

    fn canonical(&self, state: G::State) -> G::State {
        self.game.canonical(state)
    }
}
