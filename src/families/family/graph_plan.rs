//! The command `graph`: a handler plans the document of a graph, and a program writes the document.

use super::{CommandError, GameSource, Refusal};
use crate::exact::Natural;
use crate::model::{Job, Model};
use chancetree_export::{GraphDocument, NodeLabel, ShownActions};
use serde_json::{Value, json};
use std::fmt;

/// Reads a query and returns the plan of its graph, or `None` to draw the solved game as for any family.
pub type GraphHandler = fn(&GraphQuery<'_>) -> Result<Option<GraphPlan>, Refusal>;

/// A query for the graph of a game.
#[derive(Clone, Copy)]
pub struct GraphQuery<'a> {
    /// The game.
    pub game: GameSource<'a>,
    /// The contents of the document.
    pub options: GraphOptions,
    /// The name of the format.
    pub format: &'a str,
}

/// The contents of the document of a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphOptions {
    /// `true` to draw the tree of histories, `false` to merge transpositions.
    pub is_tree: bool,
    /// The number of events after which the graph is cut.
    pub depth: Option<u32>,
    /// The actions that are drawn at decisions.
    pub shown: ShownActions,
    /// The contents of the labels of nodes.
    pub label: NodeLabel,
    /// `true` if each position has its board drawn.
    pub has_boards: bool,
    /// Whether numbers have exact fractions, if that was typed.
    pub exact: Option<bool>,
    /// The wanted distance of the bounds on values in doubles, or `None` for values in fractions.
    pub width: Option<f64>,
    /// `true` if the format is a drawing.
    pub is_drawn: bool,
    /// `true` if the format has complete histories only, which a depth cannot cut.
    pub is_complete: bool,
    /// `false` if the format has no fractions.
    pub has_fractions: bool,
}

impl GraphOptions {
    /// The maximum number of states of a graph, unless another limit is typed.
    pub const MAX_STATES: u64 = 50_000_000;

    /// The maximum number of nodes of a graph with fractions, unless fractions are requested. Fractions take most of a large
    /// file, and the programs that draw large graphs do not use them.
    pub const MAX_EXACT_NODES: usize = 200_000;

    /// Returns whether a graph of `nodes` nodes has exact fractions in addition to its doubles.
    pub fn is_exact(&self, nodes: usize) -> bool {
        self.exact.unwrap_or(nodes <= Self::MAX_EXACT_NODES)
    }

    /// Returns the limit of states that was typed, if one was.
    pub(crate) fn typed_limit(job: &Job<'_>) -> Option<u64> {
        Some(job.most_states).filter(|&most| most < u64::MAX)
    }

    /// Refuses the complete tree of a game in which play can return to an earlier state.
    ///
    /// # Errors
    /// If the tree of histories is infinite.
    pub fn check_tree(&self, model: &Model) -> Result<(), Refusal> {
        if !self.is_tree || self.depth.is_some() || model.is_acyclic() {
            return Ok(());
        }
        Err(Refusal::new("play can return to an earlier state, so the tree of histories is infinite")
            .help(if self.is_complete { "--format dot --depth 6" } else { "--depth 6" }))
    }

    /// Returns the limits of a graph. Its work is not saved.
    pub fn limits<'a>(job: &Job<'a>) -> Job<'a> {
        Job { most_states: Self::typed_limit(job).unwrap_or(Self::MAX_STATES), ..job.unsaved() }
    }

    /// Returns a value that distinguishes the work from the work of other options.
    pub(crate) fn identity(&self) -> Value {
        let shape = if self.is_tree { "tree" } else { "dag" };
        let precision = self.exact.map(|exact| if exact { "exact" } else { "decimal" });
        json!({ "shape": shape, "depth": self.depth, "precision": precision, "width": self.width })
    }
}

/// The plan of a graph.
pub struct GraphPlan {
    /// The base name of the file, without an extension.
    pub stem: String,
    /// A value that distinguishes the saved work from the work of other queries, in addition to the parameters of the game.
    pub identity: Value,
    /// The work.
    pub work: Box<GraphWork>,
}

/// Does the work of a plan under the limits of a job, and passes the document to the sink. Unfinished work may be saved in
/// sections of the job.
pub type GraphWork = dyn FnOnce(&Job<'_>, &dyn GraphSink) -> Result<(), CommandError>;

/// A receiver of the document of a graph.
pub trait GraphSink {
    /// Checks that a graph of this size is usable in the format of the document.
    ///
    /// # Errors
    /// If it is too large.
    fn check_size(&self, size: &GraphSize) -> Result<(), CommandError>;

    /// Takes a text that is the whole file.
    ///
    /// # Errors
    /// If the text cannot be written.
    fn write_text(&self, text: &str) -> Result<(), CommandError>;

    /// Takes the document. `job` is the job of the work, in which unfinished files may be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or the document cannot be written.
    fn write(
        &self,
        document: &mut GraphDocument<'_>,
        notes: &GraphNotes,
        job: &Job<'_>,
    ) -> Result<(), CommandError>;
}

/// The size of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphSize {
    /// The number of nodes.
    Nodes(Natural),
    /// More nodes than a limit. They were not counted further.
    MoreThan(u64),
}

/// Notes on a document for people.
#[derive(Clone, Copy, Debug)]
pub struct GraphNotes {
    /// The name of a node.
    pub node: &'static str,
    /// A note to print before the document is written.
    pub note: Option<&'static str>,
}

impl fmt::Debug for GraphPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphPlan").field("stem", &self.stem).finish_non_exhaustive()
    }
}
