//! Mock games from explicit tables: their results can be computed by hand.

use chancetree::depict::Depict;
use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, Points, Rank, Seat, Weight};
use std::fmt;

/// An event: a name, the number of seats that the turn moves on, and the mover's points.
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

/// Creates an event that leads to the state `target`.
pub fn event(weight: u64, name: char, target: usize) -> (u64, Move, usize) {
    (weight, Move { name, passes: 0, points: 0 }, target)
}

/// Creates an event after which the turn passes.
pub fn pass(weight: u64, name: char, target: usize) -> (u64, Move, usize) {
    (weight, Move { name, passes: 1, points: 0 }, target)
}

/// Creates an event in which the mover scores.
pub fn score(weight: u64, name: char, target: usize, points: Points) -> (u64, Move, usize) {
    (weight, Move { name, passes: 0, points }, target)
}

/// Creates a move after which the same seat moves again.
pub fn stays(name: char, points: Points) -> Move {
    Move { name, passes: 0, points }
}

/// Creates a move after which the next seat moves.
pub fn passes(name: char, points: Points) -> Move {
    Move { name, passes: 1, points }
}

/// A weight, an event, and the number of the next state.
pub type Step = (Weight, Move, usize);

type Events = Vec<Step>;

/// The layer and the choices of a state.
type State = (u32, Vec<(Option<char>, Events)>);

/// A game: the layer and the choices of each state. A choice of chance has no action.
#[derive(Clone, Debug, Default)]
pub struct Toy {
    pub seats: Seat,
    pub start: usize,
    pub states: Vec<State>,
    /// The representative of each state; empty if every state represents itself.
    pub twins: Vec<usize>,
    /// The multiplicity of an event in a state, where it is known.
    pub multiplicities: Vec<(usize, char, u64)>,
    /// The number of arrangements that an end hides, if it is not 1.
    pub hidden: Vec<(usize, u64)>,
    /// Whether the rank of each state is its number.
    pub ranked: bool,
}

impl Toy {
    /// Creates a game without states; the first state added is the start.
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

    /// Adds a state in which the mover decides, from slices.
    pub fn decides(self, layer: u32, choices: &[(char, &[Step])]) -> Self {
        self.decision(layer, choices.iter().map(|(action, steps)| (*action, steps.to_vec())).collect())
    }

    pub fn start(self, start: usize) -> Self {
        Self { start, ..self }
    }

    pub fn twins(self, twins: impl IntoIterator<Item = usize>) -> Self {
        Self { twins: twins.into_iter().collect(), ..self }
    }

    pub fn multiplicities(self, multiplicities: &[(usize, char, u64)]) -> Self {
        Self { multiplicities: multiplicities.to_vec(), ..self }
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
        self.multiplicities
            .iter()
            .find(|found| (found.0, found.1) == (*state, event.name))
            .map(|found| found.2)
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
