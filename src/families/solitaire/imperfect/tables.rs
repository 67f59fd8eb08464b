//! The explored tables of a game, and exact numbers that play carries from table to table.

use super::{ForgetfulTurnOutcome, ImperfectSolitaire, ImperfectTurn, turn_outcomes};
use crate::evaluate::series::EdgeNumerators;
use crate::evaluate::values::{Numerators, ValueChange};
use crate::exact::Natural;
use crate::game::Game as _;
use crate::model::{Error, Graph, Job};
use crate::solitaire::Tableau;

/// The explored tables of a game. A turn either leads to a later layer or changes nothing, so numbers pass through the
/// tables once.
#[derive(Debug)]
pub struct Tables {
    pub(super) game: ImperfectSolitaire,
    pub(super) graph: Graph<ImperfectSolitaire>,
    /// The step of each edge.
    steps: Vec<ForgetfulTurnOutcome>,
}

impl Tables {
    /// Explores all tables of a game, about N³/6.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn of(game: &ImperfectSolitaire, job: &Job<'_>) -> Result<Self, Error> {
        let graph = game.graph(job)?;
        let mut all = Vec::with_capacity(graph.edge_count());
        for node in 0..graph.node_count() {
            let steps = turn_outcomes(game.model(), *graph.state(node));
            let step = |edge| {
                let turn = graph.edge(edge).2.event;
                *steps.iter().find(|step| step.turn == turn).expect("a turn is a step")
            };
            all.extend(graph.edges_of(node).map(step));
        }
        Ok(Self { game: game.clone(), graph, steps: all })
    }

    /// Returns the step of an edge, and the table before it.
    pub(super) fn step(&self, edge: usize) -> (Tableau, &ForgetfulTurnOutcome) {
        (*self.graph.state(self.graph.source(edge)), &self.steps[edge])
    }

    /// Returns the number of distinct cards that were turned after an edge.
    pub(super) fn turned(&self, edge: usize) -> u64 {
        2 * u64::from(self.game.pairs()) - u64::from(self.step(edge).1.next.fresh())
    }

    /// Returns the numerators of probabilities. The denominators are the number of turned cards, and for every turn the
    /// denominator of the recall.
    pub(super) fn numerators(&self) -> Numerators<'_> {
        Numerators::new(&self.graph, self.shares()).expect("every game ends")
    }

    pub(super) fn shares(&self) -> EdgeNumerators<'_> {
        let (recall, cards) = (self.game.recall(), usize::from(2 * self.game.pairs()));
        let mut factorials = vec![Natural::from(1u32)];
        (0..cards).for_each(|before| factorials.push(&factorials[before] * (before + 1)));
        EdgeNumerators {
            numerator: Box::new(|edge| {
                let (table, step) = self.step(edge);
                recall.ways(table, step)
            }),
            denominator: recall.denominator().into(),
            end_factor: factorials[cards].clone(),
            factor_to_end: Box::new(move |node| {
                factorials[usize::from(self.graph.state(node).fresh())].clone()
            }),
        }
    }
}

/// A change of a value along an edge.
pub type ValueKind = fn(&Tables, usize) -> ValueChange;

/// The number of lucky turns.
pub const LUCKY_TURNS: ValueKind =
    |tables, edge| ValueChange::by((tables.step(edge).1.turn == ImperfectTurn::Lucky).into());

/// The maximum number of turned cards that lie face down at the end of a turn.
pub const MOST_REMEMBERED: ValueKind =
    |tables, edge| ValueChange::to_least(tables.step(edge).1.next.turned.into());

/// The number of distinct cards that were turned.
pub const TURNED: ValueKind = |tables, edge| ValueChange::to_least(tables.turned(edge) as i64);
