//! The title and facts of a document, and the options for its contents.

use crate::depict::Depict;
use crate::evaluate::Solution;
use crate::exact::Rational;
use crate::game::Seat;
use crate::model::Graph;
use crate::payoff::PayoffTable;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The title and facts of a [`GraphDocument`](super::GraphDocument), and the options for its contents.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, GraphDocument};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let facts = vec![("tosses".to_owned(), "2".to_owned())];
/// let about = DocumentInfo { title: "Two tosses".to_owned(), facts, exact: true, ..DocumentInfo::default() };
/// let document = GraphDocument::of(&best, about, &Job::default())?;
/// assert!(document.head().node_columns.iter().any(|column| column.name == "value_exact"));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DocumentInfo {
    /// The title.
    pub title: String,
    /// Facts about the graph as a whole.
    pub facts: Vec<(String, String)>,
    /// The names of the players, in seat order; empty if they have none.
    pub players: Vec<String>,
    /// True if each position has its board drawn.
    pub board: bool,
    /// True if events of one kind with the same weight between the same two states are images of one another by symmetry:
    /// see [`merge_mirrored`](super::GraphDocument::merge_mirrored).
    pub is_mirrored: bool,
    /// True if each number is accompanied by its exact fraction, as text.
    pub exact: bool,
    /// The contents of labels in a document with odds.
    pub label: NodeLabel,
    /// True if each label in a document with odds has a line with the probability of reaching the node.
    pub reach_in_label: bool,
    /// The meaning of a position's value, in a few words.
    pub worth: String,
    /// The actions that are shown at decisions.
    pub shown: ShownActions,
    /// A bound on the error of each value, in the unit of the values; `None` if values are exact. A difference between two
    /// values that errors could explain counts as 0.
    pub error: Option<f64>,
    /// True if values count the points still to come, rather than how play ends.
    pub counts: bool,
    /// The number of events after which a document with decisions is cut; `None` keeps the whole graph.
    pub depth: Option<u32>,
    /// The payoffs of events and ends, with a one-word name for them, if they are not the points. Without
    /// `counts`, they replace wins and draws in files of model checkers and of game theory.
    pub payoff: Option<(String, PayoffTable)>,
    /// `true` if values are costs: the negatives of payoffs.
    pub is_cost: bool,
}

/// The contents of a node's label in a document with odds.
///
/// ```
/// use chancetree_export::{DocumentInfo, NodeLabel};
///
/// // Labels show the probability that each player wins from here on.
/// let about = DocumentInfo { label: NodeLabel::Odds, ..DocumentInfo::default() };
/// assert_ne!(about.label, NodeLabel::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeLabel {
    /// Scores and the description of the state.
    #[default]
    Counts,
    /// The probability of being reached.
    Reach,
    /// The odds from here.
    Odds,
}

/// The actions that a document shows at decisions.
///
/// ```
/// use chancetree_export::ShownActions;
///
/// assert_eq!("all".parse(), Ok(ShownActions::All));
/// // The first player is seat 0.
/// assert_eq!("1".parse(), Ok(ShownActions::Of(0)));
/// assert_eq!(ShownActions::Taken.to_string(), "best");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownActions {
    /// Only the actions that are taken.
    #[default]
    Taken,
    /// All actions that may be taken.
    All,
    /// All actions of one seat, and the actions taken by the others.
    Of(Seat),
}

impl FromStr for ShownActions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Taken),
            "all" => Ok(Self::All),
            _ => (text.parse().ok().and_then(|player: Seat| player.checked_sub(1)).map(Self::Of))
                .ok_or_else(|| "best, all or the number of a player is needed".to_owned()),
        }
    }
}

/// Formats the value so that [`FromStr`] reads it back.
impl Display for ShownActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("best"),
            Self::All => f.write_str("all"),
            Self::Of(seat) => (u32::from(*seat) + 1).fmt(f),
        }
    }
}

impl ShownActions {
    /// Returns `true` if an action of `mover` is shown.
    pub(super) fn shows(self, mover: Seat, is_taken: bool) -> bool {
        match self {
            Self::Taken => is_taken,
            Self::All => true,
            Self::Of(seat) => is_taken || seat == mover,
        }
    }
}

/// The actions that the mover may take in a node, with their values. Empty if no player decides.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::{game::Game, payoff::Gain};
/// use chancetree_export::Decision;
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// let node = best.node(&(1, 4)).expect("it can be reached");
/// let decision = Decision::of(best.graph(), best.solution(), node);
/// assert_eq!(decision.taken, Some("stop"));
/// assert_eq!(decision.actions, [("stop", vec![ratio(4, 1)]), ("throw", vec![ratio(7, 2)])]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub struct Decision<A> {
    /// The value of the node to each seat, counted from the mover.
    pub values: Vec<Rational>,
    /// The actions in ascending order, each with its value to each seat, counted from the mover.
    pub actions: Vec<(A, Vec<Rational>)>,
    /// The action that is taken; `None` if no player decides.
    pub taken: Option<A>,
}

impl<A: Copy> Decision<A> {
    /// Reads the decision in a node of `graph` from the `solution` of the graph.
    pub fn of<G: Depict<Action = A>>(graph: &Graph<G>, solution: &Solution, node: usize) -> Self {
        let actions = graph.actions(node).zip(solution.choices(node));
        Self {
            values: solution.value(node),
            actions: actions.filter_map(|(action, values)| Some((action?, values))).collect(),
            taken: graph.action(node, solution.policy[node]),
        }
    }

    /// Returns the same decision, with each action replaced by its `index`.
    pub(super) fn indexed(self, index: impl Fn(A) -> u32) -> Decision<u32> {
        let actions = self.actions.into_iter().map(|(action, values)| (index(action), values));
        Decision { actions: actions.collect(), values: self.values, taken: self.taken.map(&index) }
    }
}
