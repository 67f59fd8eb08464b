//! The tables of a game, explored, and exact numbers that play carries from table to table.

use super::super::Tableau;
use super::visits::Arithmetic;
use super::{Chance, Imperfect, Possibility, Recall, Turn, steps};
use crate::evaluate::carry::{ByValue, Met, Moved, NumbersByValue, Products, Tally};
use crate::exact::{self, Natural, Rational};
use crate::game::Game as _;
use crate::model::{Error, Graph, Run};

/// The tables of a game, explored.
///
/// A turn either leads to a later layer or changes nothing, so numbers go through the tables once: a table from which a
/// turn changes nothing with chance c is met 1/(1 - c) times once play has come there.
#[derive(Debug)]
pub struct Tables {
    pub(super) game: Imperfect,
    pub(super) graph: Graph<Imperfect>,
    /// The step behind each edge.
    steps: Vec<Possibility>,
    /// By node, the edge of the turn that changes nothing, if there is one.
    idle: Vec<Option<usize>>,
}

impl Tables {
    /// Explores all tables of a game, about N³/6, for numbers on them.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn of(game: &Imperfect, run: &Run<'_>) -> Result<Self, Error> {
        let graph = game.graph(run)?;
        let (mut all, mut idle) = (Vec::with_capacity(graph.edge_count()), Vec::new());
        for node in 0..graph.node_count() {
            let steps = steps(game.model(), *graph.state(node));
            let step = |edge| {
                let turn = graph.edge(edge).2.event;
                *steps.iter().find(|step| step.turn == turn).expect("a turn is a step")
            };
            all.extend(graph.edges_of(node).map(step));
            idle.push(graph.edges_of(node).find(|&edge| graph.target(edge) == node));
        }
        Ok(Self { game: game.clone(), graph, steps: all, idle })
    }

    /// The step behind an edge, and the table before it.
    pub(super) fn step(&self, edge: usize) -> (Tableau, &Possibility) {
        (*self.graph.state(self.graph.source(edge)), &self.steps[edge])
    }

    /// The edge of the turn that changes nothing in a node, if there is one.
    pub(super) fn idle(&self, node: usize) -> Option<usize> {
        self.idle[node]
    }

    /// The chance that nothing changes in a node, if there is one.
    pub(super) fn stays(&self, node: usize) -> Option<Chance> {
        self.idle[node].map(|edge| self.steps[edge].chance)
    }

    /// Returns `true` if an edge collects the first pair.
    pub(super) fn is_first(&self, edge: usize) -> bool {
        let (table, step) = self.step(edge);
        table.pairs == self.game.pairs() && step.turn.collects()
    }

    /// Takes note of the number that comes to the end, where there is one table.
    pub(super) fn ends<N: Clone>(&self) -> impl Fn(&mut Tally<N>, usize, &N) {
        |end, node, number| {
            if self.graph.is_end(node) {
                end.insert(0, number.clone());
            }
        }
    }
}

/// The number of the end.
pub(super) fn at_end<N>(mut tally: Tally<N>) -> N {
    tally.remove(&0).expect("every game ends")
}

/// Probabilities as whole numbers over an implied denominator: a power of `unit` that grows with the layer, and the fresh
/// cards turned, as a falling factorial.
pub(super) struct Exact<'a> {
    tables: &'a Tables,
    unit: Natural,
    /// By the chance that nothing changes, `unit` over the weight of a change, times the first powers of `unit`.
    factors: Vec<(Option<Chance>, [Natural; 3])>,
    /// By power, the powers of `unit`.
    powers: Vec<Natural>,
    /// By number, the factorials.
    factorials: Vec<Natural>,
}

impl<'a> Exact<'a> {
    pub(super) fn new(tables: &'a Tables) -> Self {
        let (recall, pairs) = (tables.game.recall(), usize::from(tables.game.pairs()));
        let stays = [None, Some(Chance::Other), Some(Chance::NotMate)];
        let changes =
            |stays: Option<Chance>| recall.denominator() - stays.map_or(0, |chance| recall.weight(chance));
        let possible: Vec<_> = stays.into_iter().filter(|stays| changes(*stays) > 0).collect();
        let unit = possible
            .iter()
            .fold(Natural::from(1u32), |unit, stays| exact::lcm(&unit, &Natural::from(changes(*stays))));
        let products = |count: usize, factor: &dyn Fn(usize) -> Natural| {
            let next = |before: &Natural, at: usize| before * factor(at);
            let mut all = vec![Natural::from(1u32)];
            (1..=count).for_each(|at| all.push(next(&all[at - 1], at)));
            all
        };
        let powers = products(3 * pairs, &|_| unit.clone());
        let factor = |stays: Option<Chance>| {
            let once = &unit / changes(stays);
            (stays, [0, 1, 2].map(|more| &once * &powers[more]))
        };
        let factors = possible.into_iter().map(factor).collect();
        let factorials = products(2 * pairs, &|at| Natural::from(at));
        Self { tables, unit, factors, powers, factorials }
    }

    pub(super) fn unit(&self) -> &Natural {
        &self.unit
    }

    pub(super) fn recall(&self) -> &'a Recall {
        self.tables.game.recall()
    }

    /// The factor of the step of an edge, with the turns before it that change nothing.
    pub(super) fn along(&self, edge: usize) -> Natural {
        let (table, step) = self.tables.step(edge);
        let layers = self.left(table) - self.left(step.next);
        self.factor(self.tables.graph.source(edge), layers - 1) * self.recall().ways(table, step)
    }

    /// The unit over the weight of a change in a node, times a power of the unit.
    pub(super) fn factor(&self, node: usize, power: usize) -> &Natural {
        let stays = self.tables.stays(node);
        let found = self.factors.iter().find(|(chance, _)| *chance == stays);
        &found.expect("a player who never finds a mate has one pair, and stays nowhere").1[power]
    }

    /// The number of a table over the denominator of the end.
    pub(super) fn raised(&self, number: &Natural, table: Tableau) -> Natural {
        number * &self.powers[self.left(table)] * &self.factorials[usize::from(table.fresh())]
    }

    /// The probability that a number stands for at the end, or a sum of such.
    pub(super) fn probability(&self, number: Natural) -> Rational {
        exact::ratio(
            number,
            self.powers[self.powers.len() - 1].clone() * &self.factorials[self.factorials.len() - 1],
        )
    }

    /// The layers from a table to the end.
    fn left(&self, table: Tableau) -> usize {
        usize::from(table.fresh()) + usize::from(table.pairs)
    }
}

/// Visits are over the denominator of the end.
impl Arithmetic for Exact<'_> {
    type Number = Natural;

    fn carry(&self, met: Met<'_, Tally<Natural>, Natural>, run: &Run<'_>) -> Result<Tally<Natural>, Error> {
        let numbers = Products { of: &|edge| self.along(edge), are_back: false };
        numbers.carry(&self.tables.graph, met, run)
    }

    fn by_value(&self, value: ValueKind, run: &Run<'_>) -> Result<NumbersByValue<Natural>, Error> {
        let numbers = Products { of: &|edge| self.along(edge), are_back: false };
        let rows = ByValue { numbers, moved: &|edge| value(self.tables, edge) };
        let graph = &self.tables.graph;
        Ok(at_end(rows.carry(graph, &|node| graph.is_end(node).then_some(0), run)?))
    }

    fn visits(&self, node: usize, number: &Natural) -> Natural {
        let left = self.left(*self.tables.graph.state(node));
        number * self.factor(node, 0) * &self.powers[left - 1]
    }

    fn often(&self, edge: usize, visits: &Natural) -> Natural {
        let (table, step) = self.tables.step(edge);
        visits * self.recall().ways(table, step) * &self.factorials[usize::from(step.next.fresh())]
    }

    fn add_times(&self, sum: &mut Natural, value: &Natural, times: u64) {
        match times {
            1 => *sum += value,
            _ => *sum += value * times,
        }
    }
}

/// The change of a value that play has along an edge.
pub type ValueKind = fn(&Tables, usize) -> Moved;

/// The number of lucky turns.
pub const LUCK: ValueKind = |tables, edge| Moved::by((tables.step(edge).1.turn == Turn::Lucky).into());

/// The most cards that lie face down, turned before, at the end of a turn.
pub const MOST: ValueKind = |tables, edge| Moved::to_least(tables.step(edge).1.next.turned.into());
