//! Mock games: one written down state by state, and a lattice that is wide enough for threads.

use std::fmt::{self, Display};

use chancetree::game::{Choices, Game, NoAction, Points, Seat, Weight};

/// An event that says by itself what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub name: char,
    pub passes: Seat,
    pub points: Points,
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// An event after which the mover moves again.
pub fn stays(name: char, points: Points) -> Move {
    Move { name, passes: 0, points }
}

/// An event after which the next seat moves.
pub fn passes(name: char, points: Points) -> Move {
    Move { name, passes: 1, points }
}

/// A weight, an event, and the number of the state that follows.
pub type Step = (Weight, Move, usize);

#[derive(Debug)]
pub struct ToyState {
    pub layer: u32,
    pub choices: Vec<(Option<u8>, Vec<Step>)>,
}

/// A game that is a table: states are places in `states`.
#[derive(Debug)]
pub struct Toy {
    pub seats: Seat,
    pub start: usize,
    pub states: Vec<ToyState>,
    /// The representative of each state; empty where every state is its own.
    pub twins: Vec<usize>,
    /// The ways of an event in a state, where they are counted.
    pub ways: Vec<(usize, char, u64)>,
}

impl Toy {
    /// A game without states; the first one added is the start.
    pub fn new(seats: Seat) -> Self {
        Self { seats, start: 0, states: Vec::new(), twins: Vec::new(), ways: Vec::new() }
    }

    pub fn end(self, layer: u32) -> Self {
        self.state(layer, Vec::new())
    }

    pub fn chance(self, layer: u32, steps: &[Step]) -> Self {
        self.state(layer, vec![(None, steps.to_vec())])
    }

    pub fn decision(self, layer: u32, actions: &[(u8, &[Step])]) -> Self {
        self.state(layer, actions.iter().map(|(action, steps)| (Some(*action), steps.to_vec())).collect())
    }

    fn state(mut self, layer: u32, choices: Vec<(Option<u8>, Vec<Step>)>) -> Self {
        self.states.push(ToyState { layer, choices });
        self
    }

    pub fn start(mut self, start: usize) -> Self {
        self.start = start;
        self
    }

    pub fn twins(mut self, twins: impl IntoIterator<Item = usize>) -> Self {
        self.twins = twins.into_iter().collect();
        self
    }

    pub fn ways(mut self, ways: &[(usize, char, u64)]) -> Self {
        self.ways = ways.to_vec();
        self
    }
}

impl Game for Toy {
    type State = usize;
    type Action = u8;
    type Event = Move;

    fn start(&self) -> usize {
        self.start
    }

    fn expand(&self, state: &usize, choices: &mut Choices<Self>) {
        for (action, steps) in &self.states[*state].choices {
            let mut events = match action {
                None => choices.chance(),
                Some(action) => choices.action(*action),
            };
            for &(weight, event, target) in steps {
                events = events.event(weight, event, || {
                    assert!(weight > 0, "the follow-up of an impossible event was asked for");
                    target
                });
            }
        }
    }

    fn layer(&self, state: &usize) -> u32 {
        self.states[*state].layer
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

    fn canonical(&self, state: usize) -> usize {
        self.twins.get(state).copied().unwrap_or(state)
    }

    fn ways(&self, state: &usize, event: Move) -> Option<u64> {
        self.ways.iter().find(|ways| (ways.0, ways.1) == (*state, event.name)).map(|ways| ways.2)
    }
}

/// Steps on a cubic lattice from one corner to the opposite one, for two seats: a step along the first axis scores,
/// one along the second passes the turn on.
#[derive(Debug)]
pub struct Lattice {
    /// The length of an edge.
    pub side: u8,
    /// How many diagonals are one layer: with more than 1 there are steps inside layers.
    pub thick: u32,
}

impl Game for Lattice {
    type State = [u8; 3];
    type Action = NoAction;
    type Event = u8;

    fn start(&self) -> [u8; 3] {
        [0; 3]
    }

    fn expand(&self, state: &[u8; 3], choices: &mut Choices<Self>) {
        if state.iter().all(|&place| place == self.side) {
            return;
        }
        let mut events = choices.chance();
        for axis in 0..3 {
            let mut next = *state;
            next[usize::from(axis)] += 1;
            let weight = if next[usize::from(axis)] > self.side { 0 } else { u64::from(axis) + 1 };
            events = events.event(weight, axis, || next);
        }
    }

    fn layer(&self, state: &[u8; 3]) -> u32 {
        state.iter().map(|&place| u32::from(place)).sum::<u32>() / self.thick
    }

    fn seats(&self) -> Seat {
        2
    }

    fn passes(&self, axis: u8) -> Seat {
        Seat::from(axis == 1)
    }

    fn points(&self, axis: u8) -> Points {
        Points::from(axis == 0)
    }
}
