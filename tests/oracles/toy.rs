//! Mock games from explicit tables: what the engine must do is worked out by hand.

use chancetree::depict::Depict;
use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, Points, Rank, Seat, Weight};
use std::fmt;

/// A happening: a name, the seats that the turn moves on, the points of the mover.
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

/// An event after which the turn passes on.
pub fn pass(weight: u64, name: char, target: usize) -> (u64, Move, usize) {
    (weight, Move { name, passes: 1, points: 0 }, target)
}

/// An event with which the mover scores.
pub fn score(weight: u64, name: char, target: usize, points: Points) -> (u64, Move, usize) {
    (weight, Move { name, passes: 0, points }, target)
}

/// A happening after which the mover moves again.
pub fn stays(name: char, points: Points) -> Move {
    Move { name, passes: 0, points }
}

/// A happening after which the next seat moves.
pub fn passes(name: char, points: Points) -> Move {
    Move { name, passes: 1, points }
}

/// A weight, what happens, and the number of the state that follows.
pub type Step = (Weight, Move, usize);

type Events = Vec<Step>;

/// A state: its layer and its choices.
type State = (u32, Vec<(Option<char>, Events)>);

/// A game: for each state its layer and its choices; a choice of nobody has no action.
#[derive(Clone, Debug, Default)]
pub struct Toy {
    pub seats: Seat,
    pub start: usize,
    pub states: Vec<State>,
    /// The representative of each state; empty where every state is its own.
    pub twins: Vec<usize>,
    /// The ways of an event in a state, where they are counted.
    pub ways: Vec<(usize, char, u64)>,
    /// The arrangements that an end still hides, where that is not one.
    pub hidden: Vec<(usize, u64)>,
    /// `true` if a state has its number as its rank.
    pub ranked: bool,
}

impl Toy {
    /// A game without states; the first one added is the start.
    pub fn new(seats: Seat) -> Self {
        Self { seats, ..Self::default() }
    }

    /// Adds an end.
    pub fn end(mut self, layer: u32) -> Self {
        self.states.push((layer, Vec::new()));
        self
    }

    /// Adds a state of chance.
    pub fn chance(mut self, layer: u32, events: impl Into<Events>) -> Self {
        self.states.push((layer, vec![(None, events.into())]));
        self
    }

    /// Adds a state in which the mover decides.
    pub fn decision(mut self, layer: u32, choices: Vec<(char, Events)>) -> Self {
        let choices = choices.into_iter().map(|(action, events)| (Some(action), events)).collect();
        self.states.push((layer, choices));
        self
    }

    /// Adds such a state, from slices.
    pub fn decides(self, layer: u32, choices: &[(char, &[Step])]) -> Self {
        self.decision(layer, choices.iter().map(|(action, steps)| (*action, steps.to_vec())).collect())
    }

    pub fn start(self, start: usize) -> Self {
        Self { start, ..self }
    }

    pub fn twins(self, twins: impl IntoIterator<Item = usize>) -> Self {
        Self { twins: twins.into_iter().collect(), ..self }
    }

    pub fn ways(self, ways: &[(usize, char, u64)]) -> Self {
        Self { ways: ways.to_vec(), ..self }
    }
}

impl Game for Toy {
    type State = usize;
    type Action = char;
    type Event = Move;

    fn start(&self) -> usize {
        self.start
    }

    fn expand(&self, &state: &usize, choices: &mut Choices<Self>) {
        for (action, events) in &self.states[state].1 {
            let choice = match action {
                None => choices.chance(),
                Some(action) => choices.action(*action),
            };
            events.iter().fold(choice, |choice, &(weight, name, target)| {
                let next = || {
                    assert!(weight > 0, "the state after an impossible event is never requested");
                    target
                };
                choice.event(weight, name, next).points(name.points).pass_by(name.passes)
            });
        }
    }

    fn layer(&self, &state: &usize) -> u32 {
        self.states[state].0
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    fn canonical(&self, state: usize) -> usize {
        self.twins.get(state).copied().unwrap_or(state)
    }

    fn rank(&self, &state: &usize) -> Option<Rank> {
        self.ranked.then_some(Rank { place: state as u64, places: self.states.len() as u64 })
    }

    fn multiplicity(&self, state: &usize, event: Move) -> Option<u64> {
        self.ways.iter().find(|ways| (ways.0, ways.1) == (*state, event.name)).map(|ways| ways.2)
    }

    fn remaining_arrangements(&self, state: &usize) -> Option<Natural> {
        self.hidden.iter().find(|hidden| hidden.0 == *state).map(|hidden| hidden.1.into())
    }
}

impl Depict for Toy {
    fn unit(&self) -> Option<&'static str> {
        Some("points")
    }
}
