//! Games that are explored and followed by code that is compiled with them, once, and not again in every crate that asks.

use crate::evaluate::approximate::{Approximate, approximate_resumed};
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::forward::{Forward, Measure, forward};
use crate::game::{Game, Points};
use crate::memory::Memory;
use crate::model::{Error, Graph, Run};

/// A game that can be explored.
pub trait Explore: Game + Sized {
    /// Explores all states of the game; see [`Graph::of`].
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    fn graph(&self, run: &Run<'_>) -> Result<Graph<Self>, Error>;
}

/// A game of chance that can be followed from its start, layer by layer.
pub trait Follow: Game + Sized {
    /// Follows the game from its start; see [`forward`].
    ///
    /// # Errors
    /// If a player decides somewhere, all seats together can have more points than [`Points`] can hold, or a limit of
    /// `run` is passed.
    fn follow(&self, scores: &[Points], measure: Measure, run: &Run<'_>) -> Result<Forward, Error>;
}

macro_rules! explored {
    ($($game:ty),+ $(,)?) => {$(
        impl Explore for $game {
            fn graph(&self, run: &Run<'_>) -> Result<Graph<Self>, Error> {
                Graph::of(self, run)
            }
        }
    )+};
}

macro_rules! followed {
    ($($game:ty),+ $(,)?) => {$(
        impl Follow for $game {
            fn follow(&self, scores: &[Points], measure: Measure, run: &Run<'_>) -> Result<Forward, Error> {
                forward(self, scores, measure, run)
            }
        }
    )+};
}

explored!(
    crate::guess::Guess,
    Memory,
    crate::memory::decisions::Decisions,
    crate::memory::limited::Limited,
    crate::memory::separate::Separate,
    crate::solitaire::decisions::Decisions,
    crate::solitaire::quantities::Quantities,
);

followed!(Memory, crate::solitaire::Solitaire);

impl Memory {
    /// Explores the states that are at most `depth` events away from the start; see [`Graph::to_depth`].
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn graph_to(&self, depth: u32, run: &Run<'_>) -> Result<Graph<Self>, Error> {
        Graph::to_depth(self, depth, run)
    }

    /// Finds the odds as doubles; see [`approximate_resumed`].
    ///
    /// # Errors
    /// If a limit of `run` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
    pub fn approximate_resumed(
        &self,
        scores: &[Points],
        most: Points,
        threshold: f64,
        checkpointer: Option<&dyn Checkpointer>,
        run: &Run<'_>,
    ) -> Result<Approximate, Error> {
        approximate_resumed(self, scores, most, threshold, checkpointer, run)
    }
}
