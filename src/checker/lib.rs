//! Exact model checking of explicit state spaces: Markov chains, Markov decision processes and turn-based stochastic games.
//!
//! A [`StateSpace`] is built by a [`SpaceBuilder`] or read from a file. A [`StateSet`] holds the states that satisfy a
//! formula. A [`Checker`] computes the values of properties: fractions without rounding, or infinite; or doubles between which the
//! value lies.

mod checker;
mod drn;
mod drn_writer;
mod equations;
mod exact_value;
mod explicit_files;
mod explicit_labels_and_rewards;
mod gain_sweeps;
mod gains;
mod interval_induction;
mod needed_steps;
mod number;
mod qualitative;
mod reduced_space;
mod space_builder;
mod sparse_bounds;
mod state_set;
mod state_space;
mod step_induction;
mod step_rows;
mod step_window;
mod strategies;
mod suggestion;
mod text_line;
mod total_reward;
mod two_sided_total;

pub use chancetree_bounds::ValueBounds;
pub use chancetree_exact as exact;
pub use chancetree_model as model;
pub use checker::{CheckError, Checker};
pub use drn::{read_drn, read_rounded_drn};
pub use drn_writer::write_drn;
pub use exact_value::{ExactValue, Extremum};
pub use explicit_files::{ExplicitError, ExplicitFiles, ExplicitSpace};
pub use number::{CheckedNumber, Combination};
pub use space_builder::{SpaceBuilder, SpaceError};
pub use state_set::StateSet;
pub use state_space::{RewardStructure, SpaceKind, StateSpace};
pub use step_window::StepWindow;
pub use suggestion::{did_you_mean, nearest};
pub use text_line::FormatError;
