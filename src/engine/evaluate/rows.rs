//! Rows of whole numbers by score vector: forward, the scores at a state; backward, the points still to come from a state.

use crate::evaluate::denominators::{CommonDenominator, DenominatorId, DenominatorTable, EdgeShare};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::{AdditionPlans, Factor, Lane, Row, Score, Term};
use crate::evaluate::storage::{MemorySize, Slots, Storage as _};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::score::offset;
use crate::model::{Error, Job, Model};
use std::borrow::Cow;
use std::sync::Arc;

/// The recurrence of rows. Seats are counted from the first player in the forward direction, from the mover backward.
pub(crate) struct ScoreRows<'a, const K: usize> {
    pub(crate) plans: Arc<AdditionPlans<K>>,
    /// The scores at the boundary: forward the scores at the start, backward none.
    scores: Vec<Points>,
    /// Backward, the greatest possible lead of a seat in each node, if only the outcome is wanted: score vectors with the same
    /// outcome then share a number.
    leads: Option<Vec<Lane>>,
    /// The offset of the score vectors; see [`score`](crate::model::score).
    pub(crate) offset: Lane,
    /// Backward, the model whose ends have remaining arrangements.
    ends: Option<&'a Model>,
    /// `true` if rows have only the possible score vectors, without numbers.
    only_support: bool,
}

impl<const K: usize> ScoreRows<'_, K> {
    /// Creates the recurrence in the forward direction.
    pub(crate) fn forward(seats: Seat, scores: &[Points], offset: Lane) -> Self {
        let plans = Arc::new(AdditionPlans::new(seats));
        Self { plans, scores: scores.to_vec(), leads: None, offset, ends: None, only_support: false }
    }

    /// Returns the joint distribution of the scores at ends; see [`sum`](Self::sum).
    pub(crate) fn distribution<'r>(
        &self,
        denominators: &mut DenominatorTable,
        ends: impl Iterator<Item = (&'r Row<K>, DenominatorId, Option<&'r Natural>)>,
        seats: Seat,
    ) -> Distribution {
        Distribution::of_row(&self.sum(denominators, ends).0, seats, self.offset)
    }

    /// Returns the sum of rows with its denominator. Each row has its denominator, and is multiplied by its remaining
    /// arrangements.
    pub(crate) fn sum<'r>(
        &self,
        denominators: &mut DenominatorTable,
        ends: impl Iterator<Item = (&'r Row<K>, DenominatorId, Option<&'r Natural>)>,
    ) -> (Row<K>, DenominatorId) {
        let rows: Vec<(Cow<'_, Row<K>>, EdgeShare)> = ends
            .map(|(row, denominator, remaining)| {
                (self.times(row, remaining), EdgeShare { weight: 1, total: 1, denominator })
            })
            .collect();
        let common: CommonDenominator = denominators.lcm(rows.iter().map(|&(_, share)| share));
        let terms: Vec<Term<'_, K>> =
            rows.iter().map(|(row, share)| Term { factor: common.factor(*share), ..row.as_term() }).collect();
        (Row::sum(&terms, &self.plans), common.id)
    }

    /// Returns a row times the remaining arrangements, if the game counts arrangements.
    fn times<'r>(&self, row: &'r Row<K>, remaining: Option<&Natural>) -> Cow<'r, Row<K>> {
        match remaining {
            Some(remaining) => Cow::Owned(row.times(remaining, &self.plans)),
            None => Cow::Borrowed(row),
        }
    }
}

impl<const K: usize> Recurrence for ScoreRows<'_, K> {
    type Value = Row<K>;
    type Storage = Slots<Row<K>>;
    type Factor = Factor;

    const FACTORS: Factors = Factors::Whole;
    const HAS_SCORES: bool = true;

    fn boundary(&self, node: usize) -> Row<K> {
        let row = Row::start(&self.scores, self.offset, &self.plans);
        self.times(&row, self.ends.and_then(|model| model.remaining_arrangements(node))).into_owned()
    }

    fn factor(&self, edge: ModelEdge) -> Factor {
        edge.whole
    }

    fn combine(&self, node: usize, terms: &[Neighbor<'_, Self>]) -> Result<Row<K>, Error> {
        terms.iter().try_for_each(|term| self.check(term))?;
        let terms = terms.iter().map(row_term);
        if self.only_support {
            return Ok(Row::support(terms, &self.plans));
        }
        Ok(Row::outcome_sum(terms, self.leads.as_ref().map(|leads| leads[node]), &self.plans))
    }

    fn has_denominators(&self) -> bool {
        !self.only_support
    }

    fn interned(&self, row: Row<K>) -> Row<K> {
        row.interned(&self.plans)
    }

    fn size(row: &Row<K>) -> ValueSize {
        ValueSize { bytes: row.bytes(), states: row.len() as u64, width: row.width() as u64 }
    }

    fn cost(row: &Row<K>, terms: &[Neighbor<'_, Self>]) -> u64 {
        row.cost(terms.iter().map(|term| term.path.rotation))
    }

    fn shared_bytes(&self) -> u64 {
        self.plans.bytes()
    }
}

impl<const K: usize> ScoreRows<'_, K> {
    /// Checks that the points of a term do not overflow.
    #[inline]
    fn check(&self, term: &Neighbor<'_, Self>) -> Result<(), Error> {
        if self.offset == 0 && term.path.lost() > 0 {
            return Err(Error::NegativePoints);
        }
        term.value.check_after(&term.path)
    }
}

/// Returns a term whose points do not overflow as a summand of rows.
#[inline]
fn row_term<'r, const K: usize>(term: &Neighbor<'r, ScoreRows<'_, K>>) -> Term<'r, K> {
    let [first, second] = term.path.scored.map(|(seat, points)| Score::one(seat, points));
    Term {
        row: term.value,
        rotation: term.path.rotation,
        shift: first.plus(second),
        points: term.path.points(),
        factor: term.factor.clone(),
    }
}

impl<'a, const K: usize> Sweep<'a, ScoreRows<'a, K>> {
    /// Creates a forward sweep from `start`, where the seats have `scores`, the mover's first. The rows of ends are kept.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub(crate) fn forward(
        model: &'a Model,
        start: usize,
        scores: &[Points],
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let kept = |&node: &usize| node == start || model.edges_of(node).is_empty();
        let kept: Vec<usize> = (0..model.node_count()).filter(kept).collect();
        let adjacency = Adjacency::reserved(model, SweepDirection::Forward, job)?.contract(&kept);
        let recurrence = ScoreRows::forward(model.seats(), scores, offset(model, scores));
        Self::new(adjacency, recurrence, (start, kept.into_iter()), job)
    }

    /// Creates a backward sweep that keeps the rows of the `wanted` nodes. If only outcomes are wanted, `leads` has the greatest
    /// possible lead of a seat in each node.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub(crate) fn backward(
        model: &'a Model,
        wanted: &[usize],
        leads: Option<Vec<Lane>>,
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let plans = Arc::new(AdditionPlans::new(model.seats()));
        let (scores, offset) = (Vec::new(), offset(model, &[]));
        let recurrence = ScoreRows { plans, scores, leads, offset, ends: Some(model), only_support: false };
        let adjacency = Adjacency::new(model, SweepDirection::Backward).contract(wanted);
        Self::new(adjacency, recurrence, (model.start(), wanted.iter().copied()), job)
    }

    /// From now on, computes only the possible score vectors, without numbers.
    pub(crate) fn only_support(&mut self) {
        self.recurrence.only_support = true;
    }

    /// Returns the row of a node in a backward sweep, contracted or not.
    ///
    /// # Errors
    /// If points overflow.
    pub(crate) fn row(&self, node: usize) -> Result<Cow<'_, Row<K>>, Error> {
        let kept = "rows are kept while they are needed";
        let Some(edge) = self.adjacency.contracted_edge(node) else {
            return Ok(Cow::Borrowed(self.get((node, 0)).expect(kept)));
        };
        let term = self.term(edge, 0, &CommonDenominator::one()).expect(kept);
        self.recurrence.check(&term)?;
        let term = Term { factor: Factor::Word(1), ..row_term(&term) };
        Ok(Cow::Owned(Row::sum(&[term], &self.recurrence.plans)))
    }

    /// Returns the joint distribution of the scores at all ends, after all rounds of a forward sweep.
    pub(crate) fn distribution_at_ends(mut self) -> Distribution {
        let mut denominators = std::mem::take(&mut self.denominators);
        let ends = (0..self.model.node_count()).filter(|&node| self.model.is_end(node));
        let rows = ends.flat_map(|node| self.values_of(node).map(move |(_, row)| (node, row)));
        let rows = rows
            .map(|(node, row)| (row, self.values.denominator(node), self.model.remaining_arrangements(node)));
        self.recurrence.distribution(&mut denominators, rows, self.model.seats())
    }
}
