//! The exact truth about games of chance and memory: not a simulation, a fraction.
//!
//! A game signs one contract, [`game::Game`]: a state has choices, a choice is a distribution over events. The engine
//! discovers every strategically distinct state, merges transpositions, and answers in exact fractions.
//!
//! Who should begin a game of Memory on sixteen cards? Two robots that forget nothing:
//!
//! ```
//! use chancetree::engine::Run;
//! use chancetree::engine::forward::{Measure, forward};
//! use chancetree::exact::fraction;
//! use chancetree::games::memory::Memory;
//!
//! let game = Memory::new(8, 2)?;
//! let found = forward(&game, &[0, 0], Measure::Probability, &Run::default())?;
//!
//! let odds: Vec<String> = found.law.outcomes().iter().map(fraction).collect();
//! assert_eq!(odds, ["185527/405405", "870778/2027025", "76204/675675"]); // first wins, second wins, draw
//! assert_eq!(found.states, 403);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of your own, in full: two players toss a coin in turn, and whoever throws heads first wins.
//!
//! ```
//! use chancetree::engine::{Run, backward::solve, discovery::discover, graph::Graph};
//! use chancetree::exact::ratio;
//! use chancetree::game::{Choices, Game, NoAction, Points, Seat};
//! use chancetree::payoff::Gain;
//!
//! struct FirstHeads;
//!
//! impl Game for FirstHeads {
//!     type State = bool; // whether it is over
//!     type Action = NoAction;
//!     type Event = char;
//!
//!     fn start(&self) -> bool {
//!         false
//!     }
//!     fn expand(&self, over: &bool, choices: &mut Choices<Self>) {
//!         if !over {
//!             choices.chance().event(1, 'H', || true).event(1, 'T', || false);
//!         }
//!     }
//!     fn layer(&self, over: &bool) -> u32 {
//!         u32::from(*over)
//!     }
//!     fn seats(&self) -> Seat {
//!         2
//!     }
//!     fn passes(&self, event: char) -> Seat {
//!         Seat::from(event == 'T')
//!     }
//!     fn points(&self, event: char) -> Points {
//!         Points::from(event == 'H')
//!     }
//! }
//!
//! let run = Run::default();
//! let graph = Graph::of(&FirstHeads, &run)?;
//! // Play comes back to where it was, with the turn passed on: the engine solves the cycle.
//! let solution = solve(&FirstHeads, &graph, &Gain, &run)?;
//! assert_eq!(solution.value(graph.start()), [ratio(2, 3), ratio(1, 3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`game`] | the contract: states, choices, events, weights, seats |
//! | [`games`] | the families, one file each |
//! | [`transform`] | games made from games: a running score, the tree without merging |
//! | [`engine`] | discovery, the forward and backward evaluators, cycles, the explicit graph |
//! | [`payoff`] | what events and ends are worth |
//! | [`play`] | games as people play them, with the odds of every moment |
//! | [`lot`] | numbers drawn by lot, for deals and simulated games |
//! | [`statistics`] | errors of what is simulated |
//! | [`exact`] | whole numbers and fractions of any size |
//! | [`depict`] | states in words, numbers and pictures |
//! | [`export`] | graph files, one file a format |

#[cfg(feature = "distributed")]
pub mod cluster;
pub mod depict;
pub mod engine;
pub mod exact;
pub mod export;
pub mod extrapolate;
pub mod game;
pub mod games;
pub mod lot;
pub mod payoff;
pub mod play;
pub mod statistics;
pub mod transform;
