//! The tables of a game, explored, and exact numbers that play carries from table to table.

use super::{Imperfect, Possibility, Turn, steps};
use crate::evaluate::series::EdgeNumerators;
use crate::evaluate::values::{Numerators, ValueChange};
use crate::exact::Natural;
use crate::game::Game as _;
use crate::model::{Error, Graph, Job};
use crate::solitaire::Tableau;

/// The tables of a game, explored. A turn either leads to a later layer or changes nothing, so numbers go through the tables
/// once.
#[derive(Debug)]
pub struct Tables {
    pub(super) game: Imperfect,
    pub(super) graph: Graph<Imperfect>,
    /// The step behind each edge.
    steps: Vec<Possibility>,
}

impl Tables {
    /// Explores all tables of a game, about N³/6, for numbers on them.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub fn of(game: &Imperfect, job: &Job<'_>) -> Result<Self, Error> {
        let graph = game.graph(job)?;
        let mut all = Vec::with_capacity(graph.edge_count());
        for node in 0..graph.node_count() {
            let steps = steps(game.model(), *graph.state(node));
            let step = |edge| {
                let turn = graph.edge(edge).2.event;
                *steps.iter().find(|step| step.turn == turn).expect("a turn is a step")
            };
            all.extend(graph.edges_of(node).map(step));
        }
        Ok(Self { game: game.clone(), graph, steps: all })
    }

    /// The step behind an edge, and the table before it.
    pub(super) fn step(&self, edge: usize) -> (Tableau, &Possibility) {
        (*self.graph.state(self.graph.source(edge)), &self.steps[edge])
    }

    /// The distinct cards that were turned after an edge.
    pub(super) fn turned(&self, edge: usize) -> u64 {
        2 * u64::from(self.game.pairs()) - u64::from(self.step(edge).1.next.fresh())
    }

    /// The numerators of probabilities: the cards that were turned stand below, and for every turn what the recall is over.
    pub(super) fn numerators(&self) -> Numerators<'_> {
        Numerators::new(&self.graph, self.shares()).expect("every game ends")
    }

    pub(super) fn shares(&self) -> EdgeNumerators<'_> {
        let (recall, cards) = (self.game.recall(), usize::from(2 * self.game.pairs()));
        let mut factorials = vec![Natural::from(1u32)];
        (0..cards).for_each(|before| factorials.push(&factorials[before] * (before + 1)));
        EdgeNumerators {
            of: Box::new(|edge| {
                let (table, step) = self.step(edge);
                recall.ways(table, step)
            }),
            denominator: recall.denominator().into(),
            whole: factorials[cards].clone(),
            missing: Box::new(move |node| factorials[usize::from(self.graph.state(node).fresh())].clone()),
        }
    }
}

/// The change of a value that play has along an edge.
pub type ValueKind = fn(&Tables, usize) -> ValueChange;

/// The number of lucky turns.
pub const LUCK: ValueKind = |tables, edge| ValueChange::by((tables.step(edge).1.turn == Turn::Lucky).into());

/// The most cards that lie face down, turned before, at the end of a turn.
pub const MOST: ValueKind = |tables, edge| ValueChange::to_least(tables.step(edge).1.next.turned.into());

/// The distinct cards that were turned.
pub const TURNED: ValueKind = |tables, edge| ValueChange::to_least(tables.turned(edge) as i64);
