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
//! let odds = Memory::new(8, 2)?.explore().run()?.odds()?;
//!
//! assert_eq!(fraction(odds.win(0)), "185527/405405");
//! assert_eq!(fraction(odds.win(1)), "870778/2027025");
//! assert_eq!(fraction(odds.draw()), "76204/675675");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game of your own, Pig: two players throw a die in turn, as often as each likes, and bank the points, but a 1 loses the points
//! of the turn. The first to bank 10 points wins.
//!
//! ```
//! use chancetree::prelude::*;
//!
//! #[derive(Clone)]
//! struct Pig;
//!
//! impl Game for Pig {
//!     type State = (u8, u8, u8); // points of the mover, of the other player, and of this turn
//!     type Action = &'static str;
//!     type Event = u8;
//!
//!     fn start(&self) -> Self::State { (0, 0, 0) }
//!     fn seats(&self) -> Seat { 2 }
//!     fn expand(&self, &(own, other, turn): &Self::State, choices: &mut Choices<Self>) {
//!         if other == 10 { return } // Play is over.
//!         let throw = choices.action("throw").event(1, 1, || (other, own, 0)).pass();
//!         (2..=6).fold(throw, |throw, eyes| throw.event(1, eyes, || (own, other, (turn + eyes).min(10 - own))));
//!         if turn > 0 {
//!             let wins = own + turn == 10;
//!             choices.action("bank").event(1, 0, || (other, own + turn, 0)).points(wins.into()).pass();
//!         }
//!     }
//! }
//! impl Depict for Pig {} // Default texts and pictures.
//!
//! let best = Pig.explore().threads(2).run()?.maximize(&Gain)?;
//! assert_eq!(best.value(best.graph().start())[0], ratio(7776, 10961)); // The first player wins.
//! assert_eq!(best.action(best.graph().start()), Some("throw"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `best.save("pig.graphml")?` writes every position with its value to a file for other programs; see [`export::SaveGraph`]. Where play
//! cannot return to an earlier state, `best.odds()?` is the chance of each seat to win if all follow the policy.
//!
//! The methods of [`prelude`] are the shortest way. The functions behind them, such as [`evaluate::odds`] and
//! [`evaluate::solve`], also take scores, and a [`model::Job`] with limits, a monitor and a store of unfinished work.
//!
//! In the examples of many pages, paths begin with the crate of the item, such as `chancetree_model::game::Game` or
//! `chancetree_engine::evaluate::odds`. In a program that depends on `chancetree` alone, all of them begin with `chancetree`:
//! `chancetree::game::Game`, `chancetree::evaluate::odds`, and `chancetree::model::Graph` for `chancetree_model::Graph`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`game`] | the contract of a game: states, choices, events, weights, seats |
//! | [`games`] | the families of games, one module each |
//! | [`prelude`] | all that a game of your own needs |
//! | [`model`] | an explored game: layers, choices, events, labels, ends; and the limits of a run |
//! | [`evaluate`] | numbers on a model: forward, backward, from both ends, decisions, cycles |
//! | [`payoff`] | the value of events and ends to each seat |
//! | [`play`] | games as people play them, with the odds at every moment |
//! | [`example`] | small games for the examples of this documentation |
//! | [`random`] | random numbers, for deals and simulated games |
//! | [`statistics`] | errors of simulated numbers |
//! | [`extrapolate`] | polynomials and power laws through small cases |
//! | [`exact`] | whole numbers and fractions of any size |
//! | `studies` | the printed numbers of published studies, as data, and whether they are right |
//! | [`family`] | a family described once, for the program and for files |
//! | [`depict`] | states in words, numbers and pictures |
//! | [`export`] | files of graphs for other programs |
//! | `distributed` | the evaluators on several processes |
//! | `cli` | the program |

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "program")]
pub mod cli;
pub mod prelude;

/// Fractions, whole numbers of any size, and their text.
///
/// In examples of items, `chancetree_exact` is this module.
///
/// ```
/// use chancetree::exact::{decimal, fraction, ratio};
///
/// let third = ratio(2, 6);
/// assert_eq!(fraction(&third), "1/3");
/// assert_eq!(decimal(&third, 4), "0.3333");
/// ```
pub mod exact {
    #[doc(inline)]
    pub use chancetree_engine::exact::{
        Integer, Natural, Rational, arrangements, binomial, binomials, decimal, double, fraction, matchings,
        one, over_one_denominator, parse_fraction, quotient, ratio, zero,
    };
}

/// Games, explored: states as numbers, the steps between them, and the limits of a run.
///
/// In examples of items, `chancetree_model` is this module, and `chancetree_model::game` is [`crate::game`].
///
/// ```
/// use chancetree::games::memory::Memory;
/// use chancetree::model::{Error, Graph, Job, Stop};
///
/// let job = Job { threads: 2, most_states: 10, ..Job::default() };
/// let stopped = Graph::of(&Memory::new(8, 2)?, &job).map(drop);
/// assert!(matches!(stopped, Err(Error::Stop(Stop::TooManyStates { limit: 10, .. }))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod model {
    #[doc(inline)]
    pub use chancetree_engine::model::{
        DeferredWork, EdgeKind, Error, Exploration, GameError, Graph, Job, Label, LabelOf, LimitKind, Model,
        Monitor, Neighbours, POLL_INTERVAL, Progress, ReverseEdges, Stop, StopRecord, Store, StoreError,
        StoreSection, View, WriteDeferred, WriteWork,
        csr::Csr,
        memory_usage::{MemoryUsage, resident_bytes},
        overall_progress::OverallProgress,
    };

    /// Exploring layer by layer, for evaluators that do not need all steps in memory.
    pub mod explore {
        #[doc(inline)]
        pub use chancetree_engine::model::explore::{
            ExpandedLayer, LayerVisitor, OutgoingStep, PackedState, Round, States, UnexpandedLayer, follow,
        };
    }
}

/// Exact values of an explored game: odds, distributions, counts, expectations and optimal play.
///
/// In examples of items, `chancetree_engine` is `chancetree`.
///
/// ```
/// use chancetree::evaluate::odds;
/// use chancetree::example::Coins;
/// use chancetree::exact::ratio;
/// use chancetree::game::Game;
/// use chancetree::model::Job;
///
/// // The second player is a point ahead.
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let odds = odds(&graph, &[0, 1], &Job::default())?;
/// assert_eq!([odds.win(0), odds.win(1), odds.draw()], [&ratio(1, 4), &ratio(1, 2), &ratio(1, 4)]);
/// # Ok::<(), chancetree::model::Error>(())
/// ```
pub mod evaluate {
    #[doc(inline)]
    pub use chancetree_engine::evaluate::{
        ActionValue, Analysis, AnyEvaluation, ApproximateOdds, BestChoice, BoundedValue, Compensation,
        Counts, Distribution, ForwardResult, Mass, Odds, OptimalPlay, RandomGame, Side, Solution, Tree,
        ValueBounds, absorption_probabilities, approximate, best_choice, bounds, count, distribution,
        distributions, odds, play, solve, solve_model, solve_rounded,
    };
}

/// Files of graphs for other programs, and tables of their states and steps.
///
/// In examples of items, `chancetree_export` is this module, and `chancetree_engine` is `chancetree`.
///
/// ```
/// use chancetree::example::Coins;
/// use chancetree::prelude::*;
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let about = DocumentInfo { title: "Two tosses".to_owned(), ..DocumentInfo::default() };
/// let document = GraphDocument::of(&best, about, &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Dot::default(), &mut text)?;
/// assert!(text.starts_with(b"digraph"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod export {
    #[doc(inline)]
    pub use chancetree_export::{
        CellRow, CellValue, ColumnHeading, ColumnTable, ColumnType, Decision, Document, DocumentInfo, Dot,
        Drn, Edge, Efg, Gexf, GraphDocument, GraphFormat, GraphInfo, GraphTables, Graphml, Json, Limit, Node,
        NodeLabel, Role, SaveError, SaveGraph, ShownActions, Slide, Svg, TimeDirection, Values,
        WriteProgress, tables, write, write_all, write_rest,
    };
    #[doc(inline)]
    pub use chancetree_export::{csv, html::Html};

    /// Folders of unfinished work (feature `program`).
    #[cfg(feature = "program")]
    pub mod save {
        #[doc(inline)]
        pub use chancetree_export::save::{FileStore, FileStoreError};
    }
}

/// The families of games of the program, a module for each.
///
/// ```
/// use chancetree::games::DESCRIBED;
///
/// let names: Vec<&str> = DESCRIBED.iter().map(|family| family.name()).collect();
/// assert_eq!(names, ["memory", "solitaire", "mines", "guess", "model"]);
/// ```
pub mod games {
    #[doc(inline)]
    pub use chancetree_families::DESCRIBED;
    #[doc(inline)]
    pub use chancetree_games::{guess, memory, mines};

    /// Memory for one player: the rules, the means, and the distributions of whole games.
    pub mod solitaire {
        #[doc(inline)]
        pub use chancetree_families::solitaire::distributions;
        #[doc(inline)]
        pub use chancetree_games::solitaire::*;
    }
}

/// A family of games, described once for the program, its help, and its files.
///
/// [`Family`](family::Family) shows a family of your own. Here is a game of a family of this crate:
///
/// ```
/// use chancetree::family::{GameArguments, Parameter, TypedValues};
/// use chancetree::games::DESCRIBED;
///
/// // As `memory --pairs 4`; other parameters have their defaults.
/// let memory = DESCRIBED[0];
/// let typed = |parameter: &Parameter| (parameter.name == "pairs").then(|| TypedValues::one(4));
/// let games = GameArguments::all(&memory.parameters(), &typed)?;
/// let game = memory.game(&games[0]).expect("four pairs are a game");
/// assert_eq!(game.seats, 2);
/// # Ok::<(), String>(())
/// ```
pub mod family {
    #[doc(inline)]
    pub use chancetree_families::family::{
        AnswerLayout, AnswerPlan, ArgumentError, ArgumentProblem, Column, CommandError, Domain, Explored,
        Family, GameAnswer, GameArguments, GameInfo, GenericCommand, GraphAppearance, Handler, Help,
        InputFile, Inputs, Instance, OrBare, Page, Parameter, PayoffKind, Playable, PlayerNames, Query,
        Refusal, Report, ReportValue, Sink, Spelling, Table, Task, TextSpan, TypedValues, answer, answers,
    };
}

/// Games as people play them: sessions with exact odds after every step, and their logs.
pub mod play {
    #[doc(inline)]
    pub use chancetree_play::{
        AnySession, LuckMeter, NamedNumber, PlayError, PlayedGame, SeatLuck, Session, StepOutcome, guess,
        log, memory, mines, solitaire, turn,
    };
}

/// Published studies: the numbers they print, as data, and whether the numbers are right (feature `program`).
///
/// In examples of items, `chancetree_studies` is this module.
#[cfg(feature = "program")]
pub mod studies {
    #[doc(inline)]
    pub use chancetree_studies::{CheckedStudy, STUDIES, Section, Study, summed_up, table, verdict};
}

#[cfg(feature = "distributed")]
#[doc(inline)]
pub use chancetree_distributed as distributed;
#[doc(inline)]
pub use chancetree_engine::{depict, example, extrapolate, game, payoff, random, statistics};
