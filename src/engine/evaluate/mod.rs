//! Evaluators: numbers on a model, worked out forward, backward or from both ends, with decisions and with cycles.
//!
//! Evaluators see a [`Model`](crate::model::Model) and no game. Those that must not hold all edges, [`forward`] and
//! [`approximate`], are kinds of numbers that follow play through layers that are explored and forgotten (`follow`).

pub mod absorb;
pub mod approximate;
pub mod backward;
pub mod bidirectional;
pub mod carry;
pub mod checkpoint;
pub mod counted;
pub mod counts;
mod cycles;
pub mod distribution;
mod expected;
#[doc(hidden)]
pub mod expected_visits;
mod follow;
pub mod forward;
pub mod nodes;
pub(crate) mod row;
pub mod sample;
pub(crate) mod scale;
pub mod solve;
pub(crate) mod sweep;
