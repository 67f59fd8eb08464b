//! Small games for the examples of this documentation.

use crate::depict::Depict;
use crate::game::{Choices, Game, NoAction, Seat};

/// Two players toss a coin in turn. Heads score a point, and the player tosses again; after tails the turn passes on.
///
/// A state is the number of tosses that are left.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (4, 6));
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Coins {
    /// The number of tosses of a game.
    pub tosses: u8,
}

impl Game for Coins {
    type State = u8;
    type Action = NoAction;
    type Event = &'static str;

    fn start(&self) -> u8 {
        self.tosses
    }

    fn expand(&self, &left: &u8, choices: &mut Choices<Self>) {
        if left > 0 {
            let toss = choices.chance();
            toss.event(1, "heads", || left - 1).points(1).event(1, "tails", || left - 1).pass();
        }
    }

    fn layer(&self, &left: &u8) -> u32 {
        (self.tosses - left).into()
    }

    fn seats(&self) -> Seat {
        2
    }
}

impl Depict for Coins {}

/// A player throws a die, may throw again, and scores the last throw.
///
/// A state has the number of throws that are left and the last throw, or 0.
///
/// ```
/// use chancetree_model::example::Throws;
/// use chancetree_model::game::Game;
///
/// let graph = Throws { throws: 2 }.explore().run()?;
/// assert_eq!(graph.actions(1).collect::<Vec<_>>(), [Some("stop"), Some("throw")]);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Throws {
    /// The greatest number of throws.
    pub throws: u8,
}

impl Game for Throws {
    type State = (u8, u8);
    type Action = &'static str;
    type Event = u8;

    fn start(&self) -> (u8, u8) {
        (self.throws, 0)
    }

    fn expand(&self, &(left, last): &(u8, u8), choices: &mut Choices<Self>) {
        if left > 0 {
            (1..=6).fold(choices.action("throw"), |throw, eyes| throw.event(1, eyes, || (left - 1, eyes)));
        }
        if last > 0 {
            choices.action("stop").event(1, 0, || (0, 0)).points(last.into());
        }
    }

    fn layer(&self, &(left, last): &(u8, u8)) -> u32 {
        // Play is over in a layer of its own.
        if (left, last) == (0, 0) { u32::from(self.throws) + 1 } else { (self.throws - left).into() }
    }
}

impl Depict for Throws {}
