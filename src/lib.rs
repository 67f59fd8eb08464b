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
//! let graph = Graph::of(&Memory::new(8, 2)?, &Job::default())?;
//! let found = odds(&graph, &[0, 0], &Job::default())?;
//!
//! let odds: Vec<String> = found.outcomes.iter().map(fraction).collect();
//! assert_eq!(odds, ["185527/405405", "870778/2027025", "76204/675675"]); // first wins, second wins, draw
//! assert_eq!(found.states, 403);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of your own, in full: two players throw a die in turn, as often as each likes. A throw adds to the turn, but
//! a 1 ends it and brings no more than that 1. Play is over once somebody has 10 on the bank, and each wants as much there as
//! he can have.
//!
//! ```
//! use chancetree::prelude::*;
//!
//! #[derive(Clone)]
//! struct Pig;
//!
//! impl Game for Pig {
//!     type State = (u8, u8, u8); // banked by the mover, by the other, and in this turn
//!     type Action = &'static str;
//!     type Event = u8; // eyes, or 10 and what is banked
//!
//!     fn start(&self) -> Self::State {
//!         (0, 0, 0)
//!     }
//!     fn expand(&self, &(own, other, turn): &Self::State, choices: &mut Choices<Self>) {
//!         if other >= 10 {
//!             return; // Play is over.
//!         }
//!         if own + turn < 10 {
//!             let throw = choices.action("throw").event(1, 1, || (other, own + 1, 0));
//!             (2..=6).fold(throw, |throw, eyes| throw.event(1, eyes, || (own, other, turn + eyes)));
//!         }
//!         if turn > 0 {
//!             choices.action("bank").event(1, 10 + turn, || (other, own + turn, 0));
//!         }
//!     }
//!     fn layer(&self, &(own, other, turn): &Self::State) -> u32 {
//!         20 * u32::from(own + other) + u32::from(turn)
//!     }
//!     fn seats(&self) -> Seat {
//!         2
//!     }
//!     fn passes(&self, event: u8) -> Seat {
//!         Seat::from(event < 2 || event > 6)
//!     }
//!     fn points(&self, event: u8) -> Points {
//!         if event > 6 { (event - 10).into() } else { Points::from(event < 2) }
//!     }
//! }
//!
//! impl Depict for Pig {}
//!
//! let (job, mut file) = (Job::default(), Vec::new());
//! let graph = Graph::of(&Pig, &job)?;
//! let best = solve(&graph, &Gain, &job)?; // optimal play, and what it is worth
//! let found = odds(best.induced(&job)?.model(), &[], &job)?; // the exact odds of those who play so
//! let (counts, tree) = count(&graph, &[], &job)?; // its states with their scores, and its histories
//! let document = GraphDocument::of(&best, DocumentInfo::default(), &job)?;
//! write_all(&document, &Graphml::new(&document), &mut file)?; // a file for other programs
//!
//! assert_eq!(found.expected, best.value(graph.start()));
//! assert_eq!(best.action(graph.start()), Some("throw"));
//! assert!(tree.nodes > Natural::from(counts.states));
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
        Error, Graph, Job, Label, LabelOf, LimitKind, Model, Monitor, Neighbours, Progress, ReverseEdges,
        StepKind, Store, StoreSection, View, WriteWork, explore, pace, resident,
    };
    #[doc(hidden)]
    pub use chancetree_engine::model::{lists, order};
}

#[cfg(feature = "distributed")]
#[doc(inline)]
pub use chancetree_distributed as distributed;
#[doc(inline)]
pub use chancetree_engine::{depict, evaluate, exact, extrapolate, game, payoff, random, room, statistics};
#[doc(inline)]
pub use chancetree_export as export;
#[doc(inline)]
pub use chancetree_families::{self as games, family};
#[doc(inline)]
pub use chancetree_play as play;
#[cfg(feature = "program")]
#[doc(inline)]
pub use chancetree_studies as studies;
