//! A family of games, described once: its name, its parameters, and the game that follows from them.
//!
//! The description gives the command line its options, ranges, help, completions and manual pages, JSON and CSV their
//! echo of the question, files and pictures their names; verbs ask the game through [`Playable`] and look at its model
//! to find out how it is evaluated. A family of one's own has all of them: see [`cli::run`](crate::cli::run).

mod instance;
pub(crate) mod numbers;
mod parameter;
mod report;

#[cfg(feature = "distributed")]
pub use instance::Answer;
pub use instance::{Explored, Instance, Playable, Shape};
pub use parameter::{Domain, Given, Parameter, Setting, Typed};
pub use report::{Datum, Named, Piece, Report, Shown, Table, Within};

/// A family of games.
pub trait Family: Sync {
    /// What it is called on the command line and in files: one word.
    fn name(&self) -> &'static str;

    /// What it is, in one line without a full stop.
    fn about(&self) -> &'static str;

    /// What else those should know who ask for help: what counts as winning, what is assumed. Nothing, if it is not
    /// said.
    fn details(&self) -> &'static str {
        ""
    }

    /// Who published it, and when. Nothing, if it is not said.
    fn source(&self) -> &'static str {
        ""
    }

    /// The parameters, in the order in which they are shown.
    fn parameters(&self) -> Vec<Parameter>;

    /// The parameter by which games grow: the first whole number, if it is not said.
    fn size(&self) -> Option<&'static str> {
        let is_whole = |one: &Parameter| matches!(one.domain, Domain::Whole(..));
        self.parameters().into_iter().find(is_whole).map(|parameter| parameter.name)
    }

    /// Options as they may be typed after any verb, such as `--numbers 9 --players 3`; at least one line.
    fn examples(&self) -> &'static [&'static str];

    /// The game with these parameters.
    ///
    /// # Errors
    /// If there is no such game.
    fn game(&self, given: &Given) -> Result<Box<dyn Playable>, Refusal>;

    /// The verbs that the family answers in a way of its own, elsewhere. None, if it is not said.
    fn tailored(&self) -> &'static [Verb] {
        &[]
    }
}

/// What may be asked of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// What everybody may expect.
    Odds,
    /// What every action is worth.
    Best,
    /// How large the game is.
    Count,
    /// The graph of its situations.
    Graph,
    /// What exact odds would take.
    Plan,
    /// Who is favoured.
    Fair,
    /// Games at random, beside what is exact.
    Simulate,
    /// A game by hand.
    Play,
}

impl Verb {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Odds,
        Self::Best,
        Self::Count,
        Self::Graph,
        Self::Plan,
        Self::Fair,
        Self::Simulate,
        Self::Play,
    ];

    /// The word on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Odds => "odds",
            Self::Best => "best",
            Self::Count => "count",
            Self::Graph => "graph",
            Self::Plan => "plan",
            Self::Fair => "fair",
            Self::Simulate => "simulate",
            Self::Play => "play",
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Odds => "Exact odds: who wins, who is favoured, what to expect",
            Self::Best => "Best play: what every action is worth",
            Self::Count => "Count states, transitions and ends, and the size of the unmerged tree",
            Self::Plan => "What exact odds would take: states, memory and time",
            Self::Graph => "Write the graph of situations, or the tree, for other programs",
            Self::Fair => "Who should begin, and who is favoured",
            Self::Simulate => "Play random games, with the exact values beside",
            Self::Play => "Play in the terminal, with exact odds after every step",
        }
    }
}

/// What the numbers of a quantity are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Probabilities that each seat wins; what is missing from 1 is called so, if it can be missing.
    Wins {
        /// That nobody wins, as it is called: `nobody wins`; `None` where somebody always does.
        nobody: Option<&'static str>,
    },
    /// What each seat may expect of something that is counted, in the plural and one word: `moves`.
    Expected(&'static str),
}

/// Why there is no such game, and what would be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, in one line.
    pub what: String,
    /// What to type instead, such as `--numbers 9`.
    pub help: Option<String>,
}

impl Refusal {
    /// What is wrong, in one line.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), help: None }
    }

    /// The same, with what to type instead.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// Any error is a reason why there is no such game.
impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
