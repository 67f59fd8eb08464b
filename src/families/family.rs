//! Families of games, each described once: its name, its parameters, and the game that follows from them.
//!
//! The command line derives its options, ranges, help, completions and manual pages from the description. JSON and CSV
//! repeat the parameters, and files and pictures are named after them. Commands use the game through [`Playable`] and
//! choose an evaluator by its model. A family of your own gets all these features: see `chancetree::cli::run`.

mod aligned;
mod answer_plan;
pub mod answers;
mod approximation;
mod command;
mod commands;
pub mod csv_cells;
mod domain;
mod explored;
pub mod favoured;
mod game_answer;
mod game_arguments;
mod game_info;
pub mod generic;
mod graph_plan;
mod input;
mod instance;
mod long_answer;
mod numbers;
mod page;
mod parameter;
mod partial;
mod percent;
mod playable;
mod player_names;
mod refusal;
mod report;
mod report_value;
mod rounded_answers;
mod rounds;
pub mod sampled;
pub mod saved;
mod saved_parts;
pub(crate) mod seat_chart;
pub(crate) mod seat_table;
mod shared_plan;
mod shell_word;
pub mod sized;
mod solved;
mod table;
mod typed_values;

pub use aligned::{aligned, aligned_lines, display_width};
use answer_plan::bounds_so_far;
pub use answer_plan::{AnswerPlan, FileRequest, PlannedWork, SummaryText, Task};
pub use approximation::{Approximation, add_method, enter_width};
pub use chancetree_checker::{did_you_mean, nearest};
pub use chancetree_games::counted;
pub use command::{CommandError, Handler, Query, Sink, is_for_people};
pub use commands::{NoSink, answer, answers, partial_answers, range_ends};
pub use csv_cells::named;
pub use domain::Domain;
pub use explored::Explored;
pub use game_answer::{AnswerDocument, AnswerLayout, FileContents, GameAnswer, Grouping};
pub use game_arguments::{GameArguments, NamedText, OrBare, fractions, parsed};
pub use game_info::{GameInfo, GraphAppearance, Nested, PayoffKind};
pub use graph_plan::{
    GraphHandler, GraphNotes, GraphOptions, GraphPlan, GraphQuery, GraphSink, GraphSize, GraphWork,
};
pub use input::{InputFile, InputLines, InputSource, Inputs, is_stdin};
pub use instance::{Evaluator, GraphCheck, Instance, ReductionCheck, Work};
pub use long_answer::LongAnswer;
pub use page::{GameSource, Page};
pub use parameter::Parameter;
pub use partial::{Partial, StopError, each, run_blocks, run_each, run_parallel, run_parts};
pub use percent::{bounded_text, percent};
#[cfg(feature = "distributed")]
pub use playable::Answer;
pub use playable::{Playable, StartValues};
pub use player_names::PlayerNames;
pub use refusal::{ArgumentError, ArgumentProblem, Help, Refusal, Spelling};
pub use report::{
    CUT, Drawing, DrawingSpan, Figure, FormatScope, LINE, MAX_FRACTION_LENGTH, Report, ReportField,
    TextVisibility, bounded_value, fitting, folded, rounded, shown, titled,
};
pub use report_value::{ReportValue, TextSpan};
pub use rounds::{Sampling, play_rounds};
pub use saved_parts::{SavedParts, range};
pub use shared_plan::SharedPlan;
#[cfg(feature = "distributed")]
pub use shared_plan::{SharedAnswer, SharedWork};
pub use shell_word::shell_word;
pub use solved::{Solved, best, explored, explored_and_solved, reduced_or_whole};
pub use table::{Column, ColumnOf, Table};
pub use typed_values::TypedValues;

use crate::named_enum;

/// A family of games: games that differ by parameters.
///
/// A game of your own becomes a family by its parameters:
///
/// ```
/// use chancetree::example::Coins;
/// use chancetree::family::{Family, GameArguments, Instance, Parameter, Playable, Refusal, PayoffKind};
/// use chancetree::prelude::*;
/// use serde::Deserialize;
///
/// struct Tosses;
///
/// /// The parameters, read into a struct.
/// #[derive(Deserialize)]
/// struct TossesArgs {
///     tosses: u8,
/// }
///
/// impl Family for Tosses {
///     fn name(&self) -> &'static str {
///         "coins"
///     }
///     fn about(&self) -> &'static str {
///         "Two players toss a coin in turn"
///     }
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter::whole("tosses", "The number of tosses", 1, 200).default_value("3")]
///     }
///     fn examples(&self) -> &'static [&'static str] {
///         &["--tosses 5"]
///     }
///     fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
///         let TossesArgs { tosses } = given.read();
///         Ok(Instance::new(Coins { tosses }, PayoffKind::Expected("points"), Gain).boxed())
///     }
/// }
///
/// let usual = GameArguments::all(&Tosses.parameters(), &|_| None)?;
/// let game = Tosses.game(&usual[0]).expect("three tosses are allowed");
/// let job = Job::default();
/// let explored = game.explore(&job)?;
/// let solution = explored.solve(0, None, &job)?;
/// assert_eq!(solution.value(explored.model().start()), [ratio(1, 1), ratio(1, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Family: Sync {
    /// Returns the name of the family on the command line and in files: one word.
    fn name(&self) -> &'static str;

    /// Returns other names of the family that the command line accepts. Answers and files use [`name`](Self::name).
    /// Defaults to none.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns a description of the family, in one line without a full stop.
    fn about(&self) -> &'static str;

    /// Returns more text for the help, such as the meaning of winning and the assumptions. Defaults to an empty text.
    fn details(&self) -> &'static str {
        ""
    }

    /// Returns who published the game, and when. Defaults to an empty text.
    fn source(&self) -> &'static str {
        ""
    }

    /// Returns the parameters, in the order in which they are shown.
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns the name of the parameter that sets the size of a game, and the word for what it counts. A forecast of
    /// the cost extrapolates from games with smaller values of the parameter. Defaults to the name of the first whole
    /// number.
    fn size(&self, given: &GameArguments) -> Option<[&'static str; 2]> {
        let _ = given;
        let is_whole = |one: &Parameter| matches!(one.domain, Domain::Whole(..));
        self.parameters().into_iter().find(is_whole).map(|parameter| [parameter.name; 2])
    }

    /// Returns examples of options that are valid after any command: at least one, such as `--numbers 9 --players 3`.
    fn examples(&self) -> &'static [&'static str];

    /// Creates the game with these parameters.
    ///
    /// # Errors
    /// If there is no game with these parameters.
    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal>;

    /// Returns the memory of the unexplored game in bytes. Defaults to 0, for a negligible amount.
    fn bytes(&self, _given: &GameArguments) -> u64 {
        0
    }

    /// Returns whether the commands read each game from a file. Parameters alone then make no game, and
    /// [`game`](Self::game) returns an error. Defaults to `false`.
    fn is_read_from_files(&self) -> bool {
        false
    }

    /// Returns the commands that do not apply to the family, such as `fair` for a single player. Defaults to none.
    fn excluded(&self) -> &'static [GenericCommand] {
        &[]
    }

    /// Returns the pages of commands that differ from this description: in their texts, in their options, or in their
    /// answer ([`Page::answering`]). Defaults to none.
    fn pages(&self) -> &'static [Page] {
        &[]
    }
}

named_enum! {
    /// A command that applies to any game.
    ///
    /// ```
    /// use chancetree::family::GenericCommand;
    ///
    /// assert_eq!(GenericCommand::named("odds"), Some(GenericCommand::Odds));
    /// assert_eq!(GenericCommand::Fair.meaning(), "Show who is favoured and who should begin");
    /// ```
    pub enum GenericCommand {
        Odds: "odds", "Compute exact odds: who wins, who is favoured, what to expect";
        Best: "best", "Find the best play and the value of every action";
        Count: "count", "Count states, transitions and ends, and the size of the unmerged tree";
        Graph: "graph", "Write the state graph or the tree of histories as a file";
        Plan: "plan", "Estimate the states, memory and time that exact odds need";
        Fair: "fair", "Show who is favoured and who should begin";
        Simulate: "simulate", "Simulate random games and compare them with the exact values";
        Play: "play", "Play in the terminal or in a web page, with exact odds";
    }
}
