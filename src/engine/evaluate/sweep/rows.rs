//! Rows: forward, with what scores, and how likely, play comes to each state; backward, what is still to come from it.

use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Factor, Plans, Row, Score, Term};
use crate::evaluate::scale::{Common, Step};
use crate::evaluate::sweep::{Built, Direction, NumberKind, Place, Saved, Size, Sweep, Ways};
use crate::game::{Points, Seat};
use crate::model::{Error, Model, Run};
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// Rows of whole numbers by score vector: ahead by seat, back from the mover on.
pub(crate) struct Rows<const K: usize> {
    pub(super) plans: Plans<K>,
    /// Ahead, where play begins.
    pub(super) start: usize,
    /// Ahead, what the seats have there.
    pub(super) scores: Vec<Points>,
    /// Back, by how many points a seat can be ahead of another in each node, where only the outcome is asked for: score
    /// vectors that end alike then share a number.
    pub(super) leads: Option<Vec<Points>>,
}

impl<const K: usize> NumberKind for Rows<K> {
    type Numbers = Box<Row<K>>;

    fn build(sweep: &Sweep<'_, Self>, (node, mover): Place, common: &Common) -> Built<Box<Row<K>>> {
        let Self { plans, start, scores, leads } = &sweep.kind;
        match sweep.ways.direction {
            Direction::Ahead if node == *start && mover == 0 => {
                let most = scores.iter().map(|&points| u32::from(points)).sum();
                return Ok(Some((Row::unit(Score::new(scores), most, plans).into(), 0)));
            }
            Direction::Back if sweep.graph.edges_of(node).is_empty() => {
                return Ok(Some((sweep.end(node).into(), 0)));
            }
            _ => {}
        }
        let mut terms: Vec<Term<'_, K>> = Vec::new();
        for edge in sweep.edges(node) {
            terms.extend(sweep.term(edge, mover, || common.factor(sweep.step(edge)))?);
        }
        if terms.is_empty() {
            return Ok(None);
        }
        if sweep.only_support {
            return Ok(Some((Row::support(&terms, plans).into(), 0)));
        }
        let row = Row::settled_sum(&terms, leads.as_ref().map(|leads| leads[node]), plans);
        let cost = row.cost(&terms);
        Ok(Some((row.into(), cost)))
    }

    fn size(row: &Box<Row<K>>) -> Size {
        Size { bytes: row.bytes(), states: row.len() as u64, width: row.width() as u64 }
    }

    fn shared(&self) -> u64 {
        self.plans.bytes()
    }
}

impl<const K: usize> Saved for Rows<K> {
    fn write(row: &Box<Row<K>>, out: &mut dyn Write) -> io::Result<()> {
        row.write(out)
    }

    fn read(&self, input: &mut dyn Read) -> io::Result<Box<Row<K>>> {
        Ok(Row::read(input, &self.plans)?.into())
    }
}

impl<'a, const K: usize> Sweep<'a, Rows<K>> {
    /// Ahead from `start`, where the first to move has `scores`; the rows of ends are kept.
    pub(crate) fn ahead(
        graph: &'a Model,
        start: usize,
        scores: &[Points],
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let wanted: Vec<usize> = (0..graph.node_count())
            .filter(|&node| node == start || graph.edges_of(node).is_empty())
            .collect();
        let kind = Rows { plans: Plans::new(graph.seats()), start, scores: scores.to_vec(), leads: None };
        Self::new(Ways::new(graph, Direction::Ahead).contracted(&wanted), kind, wanted.into_iter(), run)
    }

    /// Back; the rows of the `wanted` nodes are kept. Only outcomes are asked for if it is known by how many points a
    /// seat can be ahead of another in each node.
    pub(crate) fn back(
        graph: &'a Model,
        wanted: &[usize],
        leads: Option<Vec<Points>>,
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let kind = Rows { plans: Plans::new(graph.seats()), start: graph.start(), scores: Vec::new(), leads };
        let ways = Ways::new(graph, Direction::Back).contracted(wanted);
        Self::new(ways, kind, wanted.iter().copied(), run)
    }

    /// Returns what an edge adds to the row of a node in which `mover` moves; `None` if play does not come to it so.
    #[inline]
    fn term(
        &self,
        edge: usize,
        mover: Seat,
        factor: impl FnOnce() -> Factor,
    ) -> Result<Option<Term<'_, K>>, Error> {
        let seats = self.graph.seats();
        let ahead = self.ways.direction == Direction::Ahead;
        let (from, beyond) = self.ways.way(edge);
        // Ahead, the seat that scores; back, how far from the mover it sits.
        let (mut seat, mut shift, mut points): (Seat, Score<K>, Points) = (mover, Score::ZERO, 0);
        for edge in [Some(edge), beyond].into_iter().flatten() {
            let kind = self.graph.kind(edge);
            if ahead {
                seat = (seat + seats - kind.passes) % seats;
            }
            points = points.checked_add(kind.points).ok_or(Error::PointsOverflow)?;
            shift = shift.plus(Score::one(seat, kind.points));
            if !ahead {
                seat = (seat + kind.passes) % seats;
            }
        }
        let (before, turned) = if ahead { (seat, 0) } else { (0, seat) };
        let Some(row) = self.get((from, before)) else { return Ok(None) };
        row.most_after(points).ok_or(Error::PointsOverflow)?;
        Ok(Some(Term { row, turned, shift, points, factor: factor() }))
    }

    /// Back, the row of an end: nothing is still to come, in as many ways as it hides arrangements.
    pub(crate) fn end(&self, node: usize) -> Row<K> {
        self.whole(node, &Row::unit(Score::ZERO, 0, &self.kind.plans)).into_owned()
    }

    /// A row of a node times the arrangements that it hides.
    fn whole<'r>(&self, node: usize, row: &'r Row<K>) -> Cow<'r, Row<K>> {
        match self.graph.hidden(node) {
            Some(hidden) => Cow::Owned(row.times(hidden, &self.kind.plans)),
            None => Cow::Borrowed(row),
        }
    }

    /// Back, the row of a node that is done, whether or not it has its own.
    pub(crate) fn row(&self, node: usize) -> Result<Cow<'_, Row<K>>, Error> {
        let Some(edge) = self.ways.beyond(node) else {
            return Ok(Cow::Borrowed(self.get((node, 0)).expect("rows are kept while they are needed")));
        };
        let term = self.term(edge, 0, || Factor::Word(1))?.expect("rows are kept while they are needed");
        Ok(Cow::Owned(Row::sum(&[term], &self.kind.plans)))
    }

    /// Ahead, the joint distribution of the scores at all ends together, once all rounds are done.
    pub(crate) fn at_ends(mut self) -> Distribution {
        let mut scales = std::mem::take(&mut self.scales);
        let ends = (0..self.graph.node_count()).filter(|&node| self.graph.is_end(node));
        let rows: Vec<(Cow<'_, Row<K>>, Step)> = ends
            .flat_map(|node| self.all(node).map(move |(_, row)| (node, row)))
            .map(|(node, row)| (self.whole(node, row), Step { weight: 1, total: 1, scale: self.scale[node] }))
            .collect();
        let common = scales.common(rows.iter().map(|&(_, step)| step));
        let terms: Vec<Term<'_, K>> =
            rows.iter().map(|(row, step)| Term { factor: common.factor(*step), ..row.whole() }).collect();
        Distribution::of_row(&Row::sum(&terms, &self.kind.plans), self.graph.seats())
    }
}
