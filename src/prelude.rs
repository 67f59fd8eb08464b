//! All that a game of your own needs: `use chancetree::prelude::*;`.

pub use crate::depict::{Code, Depict, Ending, EventKind};
pub use crate::engine::backward::{Solution, Valued, solve};
pub use crate::engine::counts::{Counts, Tree, count};
pub use crate::engine::graph::{Graph, Model};
pub use crate::engine::law::Law;
pub use crate::engine::meeting::{Odds, odds};
pub use crate::engine::{Error, Run};
pub use crate::exact::{Natural, Rational, fraction, ratio};
pub use crate::export::decided::{About, Decided, Decision};
pub use crate::export::{csv, dot, drn, gexf, graphml, html, json, svg, write};
pub use crate::game::{Choices, Game, NoAction, Points, Rank, Seat, Weight};
pub use crate::payoff::{Gain, Outcome, Payoff};
