//! Numbers on a model: forward, backward and from both ends, with decisions and with cycles.
//!
//! Evaluators see a [`Model`](crate::model::Model) and no game. What must not hold all edges, [`forward`] and
//! [`approximate`], explores the game itself, layer by layer, and forgets.

pub mod absorb;
pub mod approximate;
pub mod backward;
pub mod bidirectional;
pub mod checkpoint;
pub mod counts;
mod cycles;
pub mod distribution;
mod expected;
pub(crate) mod expected_visits;
pub mod forward;
pub mod nodes;
pub(crate) mod row;
pub mod sample;
pub(crate) mod scale;
pub mod solve;
pub(crate) mod sweep;
