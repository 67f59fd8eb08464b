//! Proven lower and upper bounds on the values of sparse stochastic games: Markov chains, decision processes and games of two
//! sides.
//!
//! A [`SparseGame`] has states with choices, and choices with branches. One side, the leaving side, maximises the payoff and must
//! reach a terminal. The other side minimises the payoff. [`SparseGame::bounds`] returns [`ValueBounds`] for each state: two
//! doubles between which the exact value lies.

mod attractor;
mod bound_proof;
mod choice_rows;
mod component_equations;
mod component_order;
mod component_proof;
mod double_double;
mod end_components;
mod iterative_solution;
mod policy_iteration;
mod quotient;
mod saved;
mod scaled;
mod single_state;
mod solver;
mod sparse_game;
mod stopped;
mod value_bounds;

pub use double_double::DoubleDouble;
pub use end_components::end_components;
pub use scaled::Scaled;
pub use solver::{BoundsError, GameBounds, MAX_EXACT_STATES};
pub use sparse_game::{NextState, SparseGame, SparseGameBuilder};
pub use value_bounds::ValueBounds;
