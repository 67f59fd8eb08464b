//! A lattice that is wide enough for threads.

use chancetree::game::{Choices, Game, NoAction, Points, Seat};

/// Steps on a cubic lattice from one corner to the opposite corner, for two seats: a step along the first axis scores, a step
/// along the second passes the turn.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// The length of an edge.
    pub side: u8,
    /// The number of diagonals in a layer; with more than 1, some steps stay inside a layer.
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
            let (points, turn_offset) = (Points::from(axis == 0), Seat::from(axis == 1));
            events = events.event(weight, axis, || next).points(points).pass_by(turn_offset);
        }
    }

    fn layer(&self, state: &[u8; 3]) -> u32 {
        state.iter().map(|&place| u32::from(place)).sum::<u32>() / self.thick
    }

    fn seats(&self) -> Seat {
        2
    }
}
