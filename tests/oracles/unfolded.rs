//! The tree without merging, expanded state by state: a game whose states contain their histories. The library derives the
//! same tree from a model, with `Graph::unfolded`.

use super::ranked::hand_on_as;
use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, Seat};

/// A state with its history.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct History<S, A, E> {
    /// The actions and the events from the start.
    pub steps: Vec<(Option<A>, E)>,
    /// The state after these steps.
    pub state: S,
}

/// A game without merging: its graph is the tree of the inner game.
#[derive(Clone, Debug)]
pub struct Unfolded<G>(pub G);

impl<G: Game> Game for Unfolded<G> {
    type State = History<G::State, G::Action, G::Event>;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> Self::State {
        History { steps: Vec::new(), state: self.0.canonical(self.0.start()) }
    }

    fn expand(&self, history: &Self::State, choices: &mut Choices<Self>) {
        hand_on_as(&self.0, &history.state, choices, |action, event| {
            let mut steps = Vec::with_capacity(history.steps.len() + 1);
            steps.extend_from_slice(&history.steps);
            steps.push((action, event.event));
            History { steps, state: event.next.clone() }
        });
    }

    /// The length of the history: the tree has as many layers as the longest history has events.
    fn layer(&self, history: &Self::State) -> u32 {
        history.steps.len() as u32
    }

    fn seats(&self) -> Seat {
        self.0.seats()
    }

    fn multiplicity(&self, history: &Self::State, event: Self::Event) -> Option<u64> {
        self.0.multiplicity(&history.state, event)
    }

    fn remaining_arrangements(&self, history: &Self::State) -> Option<Natural> {
        self.0.remaining_arrangements(&history.state)
    }
}
