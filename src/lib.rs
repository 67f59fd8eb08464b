//! Exact odds of games of chance and memory: fractions, not simulations.
//!
//! A game implements one contract, [`game::Game`]: a state has choices, and a choice is a distribution over events. The
//! engine discovers every strategically distinct state, merges transpositions, and answers in exact fractions.
//!
//! Who should begin a game of Memory on sixteen cards? Take two robots that forget nothing:
//!
//! ```
//! use chancetree::games::memory::Memory;
//! use chancetree::prelude::*;
//!
//! let graph = Graph::of(&Memory::new(8, 2)?, &Run::default())?;
//! let found = odds(&graph, &[0, 0], &Run::default())?;
//!
//! let odds: Vec<String> = found.outcomes.iter().map(fraction).collect();
//! assert_eq!(odds, ["185527/405405", "870778/2027025", "76204/675675"]); // first wins, second wins, draw
//! assert_eq!(found.states, 403);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of your own, in full: two players throw a die in turn, as often as each likes. A throw adds to the turn, but
//! a 1 loses what the turn has brought; whoever banks 6 first wins.
//!
//! ```
//! use chancetree::prelude::*;
//!
//! struct Pig;
//!
//! impl Game for Pig {
//!     type State = (u8, u8, u8); // banked by the mover, by the other, and in this turn
//!     type Action = &'static str;
//!     type Event = u8;
//!
//!     fn start(&self) -> Self::State {
//!         (0, 0, 0)
//!     }
//!     fn expand(&self, &(own, other, turn): &Self::State, choices: &mut Choices<Self>) {
//!         if other >= 6 {
//!             return; // The one before has won.
//!         }
//!         let throw = choices.action("throw").event(1, 1, || (other, own, 0));
//!         (2..=6).fold(throw, |throw, eyes| throw.event(1, eyes, || (own, other, (turn + eyes).min(6 - own))));
//!         if turn > 0 {
//!             choices.action("bank").event(1, 0, || (other, own + turn, 0));
//!         }
//!     }
//!     fn layer(&self, &(own, other, _): &Self::State) -> u32 {
//!         u32::from(own + other)
//!     }
//!     fn seats(&self) -> Seat {
//!         2
//!     }
//!     fn passes(&self, eyes: u8) -> Seat {
//!         Seat::from(eyes < 2)
//!     }
//! }
//!
//! impl Payoff<Pig> for Pig {
//!     fn event(&self, _: &Pig, _: u8) -> i64 {
//!         0
//!     }
//!     fn end(&self, _: &Pig, _: &(u8, u8, u8), seat: Seat) -> i64 {
//!         i64::from(seat == 1) // The one who has just banked.
//!     }
//! }
//!
//! impl Depict for Pig {}
//!
//! let run = Run::default();
//! let graph = Graph::of(&Pig, &run)?;
//! // A 1 brings play back to where it was, with the turn passed on: the engine solves the cycles.
//! let best = solve(&Pig, &graph, &Pig, &run)?;
//! assert!(best.value(graph.start())[0] > ratio(1, 2));
//! assert_eq!(best.action(&graph, graph.start()), Some("throw"));
//!
//! let what = |node| Decision::of(&best, &graph, node);
//! let document = Decided::new(&Pig, &graph, what, About::default(), &run)?;
//! let mut file = Vec::new();
//! let on = |_| std::ops::ControlFlow::Continue(());
//! write(&document, &graphml::Graphml::new(&document), &mut file, 1, &on)?;
//! # assert!(file.starts_with(b"<?xml"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`game`] | the contract of a game: states, choices, events, weights, seats |
//! | [`games`] | the families of games, one module each |
//! | [`prelude`] | all that a game of your own needs |
//! | [`model`] | an explored game: layers, choices, events, labels, ends; and models made of models |
//! | [`evaluate`] | numbers on a model: forward, backward, from both ends, decisions, cycles |
//! | [`payoff`] | the worth of events and ends |
//! | [`play`] | games as people play them, with the odds of every moment |
//! | [`random`] | random numbers, for deals and simulated games |
//! | [`room`] | the memory that the system leaves to a run |
//! | [`statistics`] | errors of simulated numbers |
//! | [`extrapolate`] | polynomials and power laws through small cases |
//! | [`exact`] | whole numbers and fractions of any size |
//! | `studies` | the printed numbers of published studies, as data, and whether they are right |
//! | [`family`] | a family described once, for the program and for files |
//! | [`depict`] | states in words, numbers and pictures |
//! | [`export`] | graph files, one file a format |
//! | `distributed` | the evaluators on several processes |
//! | `cli` | the program |

#[cfg(feature = "program")]
pub mod cli;
pub mod prelude;

/// Games, explored: states as numbers, the steps between them, and the limits of a run.
pub mod model {
    #[doc(inline)]
    pub use chancetree_engine::model::{
        Back, Error, Graph, Label, LabelOf, Model, Neighbours, Observer, Progress, Run, StepKind, View,
        explore,
    };
    #[doc(hidden)]
    pub use chancetree_engine::model::{components, least_on_cycle, lists, order};
}

#[cfg(feature = "distributed")]
#[doc(inline)]
pub use chancetree_engine::distributed;
#[doc(inline)]
pub use chancetree_engine::{
    depict, evaluate, exact, extrapolate, game, pace, payoff, random, room, statistics,
};
#[doc(inline)]
pub use chancetree_export as export;
#[doc(inline)]
pub use chancetree_families::{self as games, family};
#[doc(inline)]
pub use chancetree_play as play;
#[cfg(feature = "program")]
#[doc(inline)]
pub use chancetree_studies as studies;
