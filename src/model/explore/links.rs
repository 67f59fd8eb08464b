//! The steps between states, packed: twelve bytes for each step, and tables of labels, weights and totals.

use crate::csr::{Csr, MAX_ENTRIES};
use crate::explore::link_builder::ValueTable;
use crate::game::{Game, Points, Seat, Weight};
use crate::{Error, Model, Stop};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The label of a step: its event, and the chosen action, if a player decided.
///
/// ```
/// use chancetree_model::Label;
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let (_, _, label) = graph.edge(0);
/// assert_eq!(label, &Label { action: None, event: "heads", points: 1, turn_offset: 0 });
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label<A, E> {
    /// The action, or `None` where chance moves.
    pub action: Option<A>,
    /// The event.
    pub event: E,
    /// The points that the mover scores.
    pub points: Points,
    /// The number of seats by which the turn moves on.
    pub turn_offset: Seat,
}

/// The labels of the game `G`.
///
/// ```
/// use chancetree_model::LabelOf;
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let labels: &[LabelOf<Coins>] = graph.labels();
/// assert_eq!(labels.iter().map(|label| label.points).collect::<Vec<_>>(), [1, 0]);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
pub type LabelOf<G> = Label<<G as Game>::Action, <G as Game>::Event>;

/// A step: its target, and the places of its label and its weight in their tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedStep {
    pub(crate) target: u32,
    pub(crate) label: u32,
    pub(crate) weight: u32,
}

/// The properties shared by all steps with the same label and the same multiplicity.
///
/// ```
/// use chancetree_model::example::Throws;
/// use chancetree_model::game::Game;
///
/// let graph = Throws { throws: 2 }.explore().run()?;
/// let node = graph.nodes()[&(1, 6)];
/// // The first edge stops and scores six points, the others throw again.
/// let [stop, throw, other] = [0, 1, 2].map(|at| graph.edge_kind(graph.edges_of(node).start + at));
/// assert_eq!((stop.points, throw.points), (6, 0));
/// assert!(stop.choice != throw.choice && throw.choice == other.choice);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EdgeKind {
    /// The number of the choice. Two steps out of one state belong to the same choice if these numbers are equal.
    pub choice: u32,
    /// The points that the mover scores.
    pub points: Points,
    /// The number of seats by which the turn moves on; less than the number of seats.
    pub turn_offset: Seat,
    /// The multiplicity of the event, if the game has multiplicities; see [`Game::multiplicity`].
    pub multiplicity: Option<u64>,
}

/// The edges of a model in compressed rows. Labels, weights and totals have far fewer distinct values than there are edges;
/// each value is stored once. Copies share all long lists: those with an entry for each state, step or choice.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    /// The kind of every label, in ascending order of the labels. A label occurs once for each of its multiplicities.
    pub(crate) kinds: Vec<EdgeKind>,
    /// The distinct weights, ascending.
    weights: Vec<Weight>,
    /// The states to which the steps of each state lead.
    pub(crate) targets: Arc<Csr>,
    /// The label of each step, by its place in the table.
    pub(crate) edge_labels: Arc<Vec<u32>>,
    /// The weight of each step, by its place in the table.
    edge_weights: Arc<Vec<u32>>,
    /// Computed on demand: games with multiplicities never need the totals.
    totals: Arc<OnceLock<Totals>>,
}

/// The total weight of every choice.
#[derive(Clone, Debug)]
struct Totals {
    /// The distinct totals, in the order in which they were found.
    table: Vec<Weight>,
    /// For each choice the place of its total.
    of: Vec<u32>,
    /// The first step of each choice. Empty if no state has several choices: then choices are indexed by state.
    starts: Vec<u32>,
}

/// Hashes all fields except the totals, which follow from the others.
impl Hash for Links {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { kinds, weights, targets, edge_labels, edge_weights, totals: _ } = self;
        (kinds, weights, targets, edge_labels, edge_weights).hash(hasher);
    }
}

/// The greatest number of steps: their numbers have 32 bits.
pub(crate) const MAX_STEPS: u64 = MAX_ENTRIES;

impl Links {
    /// Returns the number of bytes that the steps and their tables take.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.kinds[..]) + size_of_val(&self.weights[..]);
        let steps = size_of_val(&self.edge_labels[..]) + size_of_val(&self.edge_weights[..]);
        let totals = self.totals.get().map_or(0, |Totals { table, of, starts }| {
            size_of_val(&table[..]) + size_of_val(&of[..]) + size_of_val(&starts[..])
        });
        (tables + steps + totals) as u64 + self.targets.bytes()
    }

    #[inline]
    fn weight(&self, step: usize) -> Weight {
        self.weights[self.edge_weights[step] as usize]
    }

    /// Returns the distinct weights, ascending.
    pub(crate) fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Returns the steps of a state.
    pub(crate) fn steps(&self, state: usize) -> impl Iterator<Item = PackedStep> {
        self.targets.places(state).map(|step| PackedStep {
            target: self.targets.all()[step],
            label: self.edge_labels[step],
            weight: self.edge_weights[step],
        })
    }
}

impl Model {
    /// Returns the weight of an edge and the total weight of its choice. In a model with decisions, this takes a binary
    /// search over all choices.
    ///
    /// The first call adds all weights of the model: linear in nodes and edges. The totals then take four bytes for each
    /// node, or eight bytes for each choice in a model with decisions.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.weight(0), (1, 2));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn weight(&self, edge: usize) -> (Weight, Weight) {
        let Totals { table, of, starts } = self.links.totals.get_or_init(|| self.add_up());
        let choice = match starts.is_empty() {
            true => self.source(edge),
            false => starts.partition_point(|&start| start as usize <= edge) - 1,
        };
        (self.links.weight(edge), table[of[choice] as usize])
    }

    /// Returns the total weights of all choices.
    fn add_up(&self) -> Totals {
        let nodes = 0..self.node_count();
        let mut sums = ValueTable::new();
        let mut sum = |edges: Range<usize>| sums.place(edges.map(|edge| self.links.weight(edge)).sum());
        let (of, starts) = if nodes.clone().any(|node| self.decides(node)) {
            let choices = nodes.flat_map(|node| self.choices(node));
            choices.map(|edges| (sum(edges.clone()), edges.start as u32)).unzip()
        } else {
            (nodes.map(|node| sum(self.edges_of(node))).collect(), Vec::new())
        };
        Totals { table: sums.into_values(), of, starts }
    }
}

impl Links {
    /// Creates links from their tables, and from the label and the weight of each edge.
    pub(super) fn new(
        kinds: Vec<EdgeKind>,
        weights: Vec<Weight>,
        targets: Csr,
        of_edges: [Vec<u32>; 2],
    ) -> Self {
        let [edge_labels, edge_weights] = of_edges.map(Arc::new);
        Self { kinds, weights, targets: Arc::new(targets), edge_labels, edge_weights, totals: Arc::default() }
    }

    /// Returns the links between states derived from others. Each step is a pair of its target and its original step.
    pub(crate) fn derived<I: Iterator<Item = (usize, usize)>>(
        &self,
        states: impl Iterator<Item = I>,
    ) -> Result<Self, Error> {
        let (kinds, weights) = (self.kinds.clone(), self.weights.clone());
        let (mut targets, mut edge_labels, mut edge_weights) = (Csr::default(), Vec::new(), Vec::new());
        let mut row: Vec<(usize, usize)> = Vec::new();
        for steps in states {
            row.clear();
            row.extend(steps);
            if (edge_labels.len() + row.len()) as u64 > MAX_STEPS {
                return Err(Error::Stop(Stop::TooManySteps { limit: MAX_STEPS, layer: 0 }));
            }
            edge_labels.extend(row.iter().map(|&(_, step)| self.edge_labels[step]));
            edge_weights.extend(row.iter().map(|&(_, step)| self.edge_weights[step]));
            targets.push(row.iter().map(|&(target, _)| target));
        }
        Ok(Self::new(kinds, weights, targets, [edge_labels, edge_weights]))
    }

    /// Returns the links between states made from others, each with all steps of its original or with none. The targets of
    /// the steps are given by state.
    pub(crate) fn repeated(&self, origin: &[u32], targets: Csr) -> Self {
        let copied = |list: &[u32]| {
            let mut copy = Vec::with_capacity(targets.all().len());
            for (state, &original) in origin.iter().enumerate() {
                if !targets.places(state).is_empty() {
                    copy.extend_from_slice(&list[self.targets.places(original as usize)]);
                }
            }
            copy
        };
        let of_edges = [copied(&self.edge_labels), copied(&self.edge_weights)];
        Self::new(self.kinds.clone(), self.weights.clone(), targets, of_edges)
    }
}
