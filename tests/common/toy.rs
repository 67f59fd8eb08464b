//! Mock games from explicit tables: what the engine must do is worked out by hand.

use chancetree::game::{Choices, Game, Points, Seat};
use std::fmt;

/// What happens: a name, the seats that the turn moves on, the points of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub name: char,
    pub passes: Seat,
    pub points: Points,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// An event of weight 1 and more, to another state.
pub fn event(weight: u64, name: char, target: usize) -> (u64, Move, usize) {
    (weight, Move { name, passes: 0, points: 0 }, target)
}

/// The same, and the turn passes on.
pub fn pass(weight: u64, name: char, target: usize) -> (u64, Move, usize) {
    (weight, Move { name, passes: 1, points: 0 }, target)
}

/// The same, and the mover scores.
pub fn score(weight: u64, name: char, target: usize, points: Points) -> (u64, Move, usize) {
    (weight, Move { name, passes: 0, points }, target)
}

type Events = Vec<(u64, Move, usize)>;

/// A state: its layer and its choices.
type State = (u32, Vec<(Option<char>, Events)>);

/// A game: for each state its layer and its choices; a choice of nobody has no action.
#[derive(Clone, Debug, Default)]
pub struct Toy {
    pub seats: Seat,
    pub states: Vec<State>,
}

impl Toy {
    pub fn new(seats: Seat) -> Self {
        Self { seats, states: Vec::new() }
    }

    /// Adds an end.
    pub fn end(mut self, layer: u32) -> Self {
        self.states.push((layer, Vec::new()));
        self
    }

    /// Adds a state of chance.
    pub fn chance(mut self, layer: u32, events: Events) -> Self {
        self.states.push((layer, vec![(None, events)]));
        self
    }

    /// Adds a state in which the mover decides.
    pub fn decision(mut self, layer: u32, choices: Vec<(char, Events)>) -> Self {
        let choices = choices.into_iter().map(|(action, events)| (Some(action), events)).collect();
        self.states.push((layer, choices));
        self
    }
}

impl Game for Toy {
    type State = usize;
    type Action = char;
    type Event = Move;

    fn start(&self) -> usize {
        0
    }

    fn expand(&self, &state: &usize, choices: &mut Choices<Self>) {
        for (action, events) in &self.states[state].1 {
            let choice = match action {
                None => choices.chance(),
                Some(action) => choices.action(*action),
            };
            events
                .iter()
                .fold(choice, |choice, &(weight, name, target)| choice.event(weight, name, || target));
        }
    }

    fn layer(&self, &state: &usize) -> u32 {
        self.states[state].0
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    fn passes(&self, event: Move) -> Seat {
        event.passes
    }

    fn points(&self, event: Move) -> Points {
        event.points
    }
}
