//! Evaluators: exact numbers on a model, computed forward, backward or from both ends, with decisions and with cycles.
//!
//! Most evaluators take a [`Model`](crate::model::Model) and know no game. [`forward`] and [`approximate`] take a game and hold
//! no model: they compute values while the game is explored, and drop each layer after its last use.

mod absorb;
mod analysis;
mod approximate;
mod backward;
mod bidirectional;
mod bounds;
pub mod checkpoint;
mod compensation;
mod counts;
mod cycles;
mod denominators;
mod distribution;
mod evaluation;
mod expected;
mod expected_visits;
mod forward;
mod limb_sums;
mod recurrence;
pub mod rounds;
mod row;
mod rows;
mod sample;
pub mod series;
mod solve;
mod state_counter;
mod storage;
mod stream;

pub(crate) mod sweep;
pub mod values;

pub use absorb::absorption_probabilities;
pub use analysis::Analysis;
pub use approximate::{ApproximateOdds, BoundedValue, approximate, rounded_up};
pub use backward::{distributions, from_first_player};
pub use bidirectional::{Odds, odds};
pub use bounds::{bounds, solve_rounded};
pub use chancetree_bounds::ValueBounds;
pub use compensation::Compensation;
pub use counts::{Counts, Tree, count, counts, trees};
pub use distribution::{Distribution, Mass, Side};
pub use evaluation::{AnyEvaluation, Evaluation, Masses, RoundedEvaluation, evaluate, evaluate_rounded};
pub use expected_visits::{Chain, StepVisitor, VisitQuery, VisitSink, Visits, expected_visits};
pub use forward::{ForwardResult, distribution, forward, forward_together};
pub use sample::{RandomGame, draw, play};
pub use solve::{ActionValue, OptimalPlay, Solution, reduced_first, solve, solve_model};
pub use solve::{BestChoice, best_choice, expected_payoff};
