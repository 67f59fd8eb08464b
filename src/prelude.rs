//! The items that a game of your own needs: `use chancetree::prelude::*;`.

pub use crate::depict::{Board, Code, Depict, Ending, EventKind, Tile};
pub use crate::evaluate::{
    ActionValue, Analysis, Counts, Distribution, Odds, OptimalPlay, Solution, Tree, count, odds, solve,
};
pub use crate::exact::{Natural, Rational, fraction, ratio};
pub use crate::export::{
    Decision, DocumentInfo, Dot, Drn, Gexf, GraphDocument, Graphml, Html, Json, SaveGraph, Svg, csv, write,
    write_all,
};
pub use crate::game::{Choices, Events, Game, NoAction, Points, Rank, Seat, StateCodec, Weight};
pub use crate::model::{Error, Graph, Job, Model, Store};
pub use crate::payoff::{Gain, Outcome, Payoff};
