//! A game with other ranks, or without ranks: ranks must not change the results of the engine. And copies of choices from one
//! game to another.

use chancetree::exact::Natural;
use chancetree::game::{Choices, Event, Events, Game, Rank, Seat};

/// Copies the choices of `state` to a game with the same states.
pub fn hand_on<G, H>(game: &G, state: &G::State, choices: &mut Choices<H>)
where
    G: Game,
    H: Game<State = G::State, Action = G::Action, Event = G::Event>,
{
    hand_on_as(game, state, choices, |_, event| event.next.clone());
}

/// Copies the choices of `state` to a game with other states. `next` returns the state after an action and an event.
pub fn hand_on_as<G, H>(
    game: &G,
    state: &G::State,
    choices: &mut Choices<H>,
    next: impl Fn(Option<G::Action>, &Event<G>) -> H::State,
) where
    G: Game,
    H: Game<Action = G::Action, Event = G::Event>,
{
    let mut below = Choices::default();
    below.fill(game, state);
    for choice in below.iter() {
        let events = match choice.action {
            None => choices.chance(),
            Some(action) => choices.action(action),
        };
        choice.events.iter().fold(events, |events: Events<'_, H>, event| {
            let next = || next(choice.action, event);
            events.event(event.weight, event.event, next).points(event.points).pass_by(event.turn_offset)
        });
    }
}

/// A game whose states have other ranks, or none.
#[derive(Clone)]
pub struct Ranked<'a, G: Game, R: Fn(&G::State) -> Option<Rank> + Clone + Send + Sync> {
    pub game: &'a G,
    pub rank: R,
}

impl<G: Game, R: Fn(&G::State) -> Option<Rank> + Clone + Send + Sync> Game for Ranked<'_, G, R> {
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn expand(&self, state: &G::State, choices: &mut Choices<Self>) {
        hand_on(self.game, state, choices);
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

    fn canonical(&self, state: G::State) -> G::State {
        self.game.canonical(state)
    }

    fn multiplicity(&self, state: &G::State, event: G::Event) -> Option<u64> {
        self.game.multiplicity(state, event)
    }

    fn remaining_arrangements(&self, state: &G::State) -> Option<Natural> {
        self.game.remaining_arrangements(state)
    }
}
