//! The tree without merging: a game whose states remember how they came about.

use crate::depict::{Board, Code, Depict, Ending, EventKind};
use crate::exact::Natural;
use crate::game::{Choices, Events, Game, Points, Seat};

/// A state with its history.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct History<S, A, E> {
    /// What was decided and what happened, from the start.
    pub steps: Vec<(Option<A>, E)>,
    /// Where it led.
    pub state: S,
}

/// A game in which no two histories meet: its graph is the tree of the game below.
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
        let mut below = Choices::default();
        below.fill(&self.0, &history.state);
        for choice in below.iter() {
            let events = match choice.action {
                None => choices.chance(),
                Some(action) => choices.action(action),
            };
            choice.events.iter().fold(events, |events: Events<'_, Self>, event| {
                events.event(event.weight, event.event, || {
                    let mut steps = Vec::with_capacity(history.steps.len() + 1);
                    steps.extend_from_slice(&history.steps);
                    steps.push((choice.action, event.event));
                    History { steps, state: event.next.clone() }
                })
            });
        }
    }

    /// The length of the history: the tree has as many layers as the longest play has events.
    fn layer(&self, history: &Self::State) -> u32 {
        history.steps.len() as u32
    }

    fn seats(&self) -> Seat {
        self.0.seats()
    }

    fn passes(&self, event: Self::Event) -> Seat {
        self.0.passes(event)
    }

    fn points(&self, event: Self::Event) -> Points {
        self.0.points(event)
    }

    fn ways(&self, history: &Self::State, event: Self::Event) -> Option<u64> {
        self.0.ways(&history.state, event)
    }

    fn hidden(&self, history: &Self::State) -> Option<Natural> {
        self.0.hidden(&history.state)
    }
}

/// A history is shown as where it led.
impl<G: Depict> Depict for Unfolded<G> {
    fn measures(&self) -> &'static [&'static str] {
        self.0.measures()
    }

    fn measure(&self, history: &Self::State, numbers: &mut Vec<i32>) {
        self.0.measure(&history.state, numbers);
    }

    fn words(&self, history: &Self::State, text: &mut String) {
        self.0.words(&history.state, text);
    }

    fn board(&self, history: &Self::State, scores: &[Points]) -> Board {
        self.0.board(&history.state, scores)
    }

    fn events(&self) -> Vec<Self::Event> {
        self.0.events()
    }

    fn kind(&self, event: Self::Event) -> EventKind {
        self.0.kind(event)
    }

    fn codes(&self) -> Vec<Code> {
        self.0.codes()
    }

    fn act(&self, action: Self::Action) -> Option<String> {
        self.0.act(action)
    }

    fn unit(&self) -> Option<&'static str> {
        self.0.unit()
    }

    fn ending(&self, history: &Self::State, last: Option<Self::Event>) -> Option<Ending> {
        self.0.ending(&history.state, last)
    }
}
