//! All that a game of your own needs: `use chancetree::prelude::*;`.

pub use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
pub use crate::evaluate::bidirectional::{Odds, odds};
pub use crate::evaluate::checkpoint::Checkpointer;
pub use crate::evaluate::counts::{Counts, Tree, count};
pub use crate::evaluate::distribution::Distribution;
pub use crate::evaluate::solve::{Optimal, Solution, Valued, solve};
pub use crate::exact::{Natural, Rational, fraction, ratio};
pub use crate::export::decided::{About, Decided, Decision};
pub use crate::export::{csv, dot, drn, gexf, graphml, html, json, svg, write, write_all};
pub use crate::game::{Choices, Game, NoAction, Points, Rank, Seat, Travel, Weight};
pub use crate::model::{Error, Graph, Model, Run};
pub use crate::payoff::{Gain, Outcome, Payoff};
