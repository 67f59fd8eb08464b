//! The backward evaluator: what each state is worth, from the ends to the start.
//!
//! [`distributions`] gives the joint distribution of the points still to come from any state, where nobody decides; states of all board
//! sizes share it. [`solve`](crate::evaluate::solve::solve()) gives optimal values, with decisions and cycles. Both see seats from the mover: seat 0
//! moves, seat 1 moves next.

mod verify;

use crate::evaluate::checkpoint::{self, Keeper};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Factor, MOST_WORDS, Plans, Row, Score, Term};
use crate::evaluate::scale::{Common, Scale, Scales, Step};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::{Building, Error, Model, Progress, Run, WORTH_SHARING};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// The joint distribution of the points that each seat will score from each of the `wanted` nodes on, the mover's seat first.
///
/// `graph` is that of the game without scores. Cost: a multiplication for every edge and every score vector that can
/// follow it; the rows of a node live until the last node before it is done.
///
/// # Errors
/// A decision, a cycle, or a limit.
pub fn distributions(graph: &Model, wanted: &[usize], run: &Run<'_>) -> Result<Vec<Distribution>, Error> {
    distributions_kept(graph, wanted, None, run)
}

/// The same, going on where work was saved before, and saving it whenever it is due and when it is stopped.
///
/// # Errors
/// As [`distributions`], and if work cannot be saved, or what was saved cannot be read.
pub fn distributions_kept(
    graph: &Model,
    wanted: &[usize],
    keeper: Option<&dyn Keeper>,
    run: &Run<'_>,
) -> Result<Vec<Distribution>, Error> {
    graph.only_chance()?;
    graph.counts_ways()?;
    match graph.seats() {
        0..=4 => Distributions::<1>::new(graph, wanted, run).all(wanted, keeper),
        5..=8 => Distributions::<2>::new(graph, wanted, run).all(wanted, keeper),
        _ => Distributions::<MOST_WORDS>::new(graph, wanted, run).all(wanted, keeper),
    }
}

/// No number has more limbs.
const WIDEST: u64 = 1 << 24;

/// The rows of the rounds that are done and still needed, from the ends on.
pub(crate) struct Distributions<'a, const K: usize> {
    graph: &'a Model,
    run: &'a Run<'a>,
    /// By how many points a seat can be ahead of another in each node, where only the outcome is asked for: score vectors
    /// that end alike then share a number.
    leads: Option<Vec<Points>>,
    /// Whether a node has no row of its own: one edge leads on from it, and what leads there takes the row behind it.
    through: Vec<bool>,
    rows: Vec<Option<Box<Row<K>>>>,
    scale: Vec<Scale>,
    scales: Scales,
    plans: Plans<K>,
    /// Edges into each node that still wait for its row.
    waiting: Vec<u32>,
    /// Numbers met so far.
    states: u64,
    /// Bytes of rows held now.
    bytes: u64,
    /// What the work has cost.
    cost: u64,
    /// The most limbs of a number so far.
    width: usize,
}

impl<'a, const K: usize> Distributions<'a, K> {
    pub(crate) fn new(graph: &'a Model, wanted: &[usize], run: &'a Run<'a>) -> Self {
        let nodes = graph.node_count();
        let mut distributions = Self {
            graph,
            run,
            leads: None,
            through: vec![false; nodes],
            rows: vec![None; nodes],
            scale: vec![0; nodes],
            scales: Scales::new(),
            plans: Plans::new(graph.seats()),
            waiting: vec![0; nodes],
            states: 0,
            bytes: 0,
            cost: 0,
            width: 1,
        };
        distributions.through = (0..nodes).map(|node| distributions.leads_through(node)).collect();
        wanted.iter().for_each(|&node| distributions.through[node] = false);
        for node in (0..nodes).filter(|&node| !distributions.through[node]) {
            for edge in graph.edges_of(node) {
                let next = distributions.way(edge).0;
                distributions.waiting[next] += 1;
            }
        }
        wanted.iter().for_each(|&node| distributions.waiting[node] += 1);
        distributions
    }

    /// The same where only outcomes are asked for, and no seat is ahead of another by more points than `leads` says of a
    /// node.
    pub(crate) fn of_outcomes(graph: &'a Model, leads: Vec<Points>, run: &'a Run<'a>) -> Self {
        Self { leads: Some(leads), ..Self::new(graph, &[], run) }
    }

    /// Whether a node can do without a row: play goes on from it in one way, to a node that has one.
    fn leads_through(&self, node: usize) -> bool {
        let alone = |node: usize| Some(self.graph.edges_of(node)).filter(|edges| edges.len() == 1);
        let Some(edge) = alone(node).map(|edges| edges.start) else { return false };
        let (weight, total) = self.graph.share(edge);
        total == 1 && weight == 1 && alone(self.graph.target(edge)).is_none()
    }

    /// The node whose row an edge takes, and the edge out of the node between, if there is one.
    fn way(&self, edge: usize) -> (usize, Option<usize>) {
        let next = self.graph.target(edge);
        if !self.through[next] {
            return (next, None);
        }
        let after = self.graph.edges_of(next).start;
        (self.graph.target(after), Some(after))
    }

    /// What an edge adds to a row, as seen from its source.
    fn term<'b>(&'b self, edge: usize, factor: Factor) -> Result<Term<'b, K>, Error> {
        let seats = self.graph.seats();
        let (next, between) = self.way(edge);
        let row = self.row(next);
        let (mut turned, mut shift, mut points): (Seat, Score<K>, Points) = (0, Score::ZERO, 0);
        for edge in [Some(edge), between].into_iter().flatten() {
            let kind = self.graph.kind(edge);
            let own = kind.points;
            points = points.checked_add(own).ok_or(Error::PointsOverflow)?;
            // Whoever moves in between sits so far from the one who moves here.
            shift = shift.plus(Score::one(turned, own));
            turned = (turned + kind.passes) % seats;
        }
        row.most_after(points).ok_or(Error::PointsOverflow)?;
        Ok(Term { row, turned, shift, points, factor })
    }

    fn all(mut self, wanted: &[usize], keeper: Option<&dyn Keeper>) -> Result<Vec<Distribution>, Error> {
        let rounds = self.graph.rounds();
        let sizes = [self.graph.node_count(), self.graph.edge_count(), rounds.len(), wanted.len()];
        // What is asked, in words: none of it may differ where work goes on.
        let question: Vec<u64> = sizes.iter().chain(wanted).map(|&word| word as u64).collect();
        let mut left = rounds.len();
        let restored = checkpoint::restore(keeper, |saved| {
            let same = checkpoint::take(saved, question.len() as u64)? == question;
            let [own] = checkpoint::some(saved)?;
            left = own as usize;
            if !same || left > rounds.len() {
                return Err(checkpoint::nonsense());
            }
            self.read(saved, &rounds[left..])
        })?;
        if restored {
            self.verify(&rounds[left..])?;
        }
        while left > 0 {
            let went = self.round(&rounds[left - 1], 0);
            left -= usize::from(went.is_ok());
            checkpoint::save(keeper, &went, |out| {
                checkpoint::put(out, &question)?;
                checkpoint::put(out, &[left as u64])?;
                self.write(out)
            })?;
            went?;
            let done: usize = rounds[left..].iter().map(Vec::len).sum();
            self.run.observer.done(done as u64, sizes[0] as u64);
        }
        Ok(wanted.iter().map(|&node| Distribution::new(self.row(node), self.graph.seats())).collect())
    }

    /// The row of a node that is done and still needed, and the denominator of its numbers.
    pub(crate) fn row(&self, node: usize) -> &Row<K> {
        self.rows[node].as_ref().expect("rows are kept while they are needed")
    }

    /// The distribution of a node that is done, whether or not it has a row of its own.
    pub(crate) fn distribution(&self, node: usize) -> Result<Cow<'_, Row<K>>, Error> {
        if !self.through[node] {
            return Ok(Cow::Borrowed(self.row(node)));
        }
        let term = self.term(self.graph.edges_of(node).start, Factor::Word(1))?;
        Ok(Cow::Owned(Row::sum(&[term], &self.plans)))
    }

    /// The denominator of the numbers of a node's distribution.
    pub(crate) fn denominator(&self, node: usize) -> &Natural {
        let home = if self.through[node] { self.graph.target(self.graph.edges_of(node).start) } else { node };
        self.scales.denominator(self.scale[home])
    }

    /// What the work has cost so far; see [`Row::cost`].
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }

    /// The most limbs of a number so far.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The bytes that are held for rows, their places, and the way they fit together.
    pub(crate) fn bytes(&self) -> u64 {
        let places = size_of_val(&*self.rows) + 9 * self.through.len();
        self.bytes + self.plans.bytes() + places as u64
    }

    /// Works out the rows of `nodes` and drops those that are no longer needed; so many `bytes` are held elsewhere.
    pub(crate) fn round(&mut self, nodes: &[usize], bytes: u64) -> Result<(), Error> {
        let nodes: Vec<usize> = nodes.iter().copied().filter(|&node| !self.through[node]).collect();
        let edges = nodes.iter().flat_map(|&node| self.graph.edges_of(node));
        let steps: Vec<Step> = edges.map(|edge| self.step(edge)).collect();
        let common = self.scales.common(steps.iter().copied());
        let layer = nodes.first().map_or(0, |&node| self.graph.layer(node));
        let progress = Progress { layer, states: self.states, bytes: bytes + self.bytes() };
        let building = Building::begin(self.run, progress)?;
        let build = |&node: &usize| {
            let (row, scale, cost) = self.build(node, &common)?;
            building.add(row.bytes())?;
            Ok((row, scale, cost))
        };
        let needed = nodes.iter().flat_map(|&node| self.graph.edges_of(node)).map(|edge| self.way(edge).0);
        let work: u64 = needed.map(|next| self.row(next).bytes()).sum();
        let rows: Vec<(Row<K>, Scale, u64)> = if self.run.shares(nodes.len()) && work > WORTH_SHARING {
            nodes.par_iter().map(build).collect::<Result<_, _>>()?
        } else {
            nodes.iter().map(build).collect::<Result<_, _>>()?
        };
        for (&node, (row, scale, cost)) in nodes.iter().zip(rows) {
            let edges = self.graph.edges_of(node);
            self.states += row.len() as u64;
            self.bytes += row.bytes();
            self.width = self.width.max(row.width());
            self.cost += cost;
            self.rows[node] = Some(row.into());
            self.scale[node] = scale;
            for edge in edges {
                let next = self.way(edge).0;
                self.waiting[next] -= 1;
                if self.waiting[next] == 0 {
                    let row = self.rows[next].take().expect("a row lives until its last edge is done");
                    self.bytes -= row.bytes();
                }
            }
        }
        Ok(())
    }

    /// Writes what is known, once some rounds are done.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.states, self.cost, self.width as u64])?;
        checkpoint::put_numbers(out, self.scales.all())?;
        let rows = || self.rows.iter().enumerate().filter_map(|(node, row)| Some((node, row.as_ref()?)));
        checkpoint::put(out, &[rows().count() as u64])?;
        rows().try_for_each(|(node, row)| {
            checkpoint::put(out, &[node as u64, self.scale[node].into()])?;
            row.write(out)
        })
    }

    /// Reads what was known when the rounds of these nodes were done.
    pub(crate) fn read(&mut self, input: &mut dyn Read, done: &[Vec<usize>]) -> io::Result<()> {
        let [states, cost, width] = checkpoint::counts(input)?;
        if width > WIDEST {
            return Err(checkpoint::nonsense());
        }
        (self.states, self.cost, self.width) = (states, cost, width as usize);
        self.scales = Scales::of(checkpoint::take_numbers(input)?).ok_or_else(checkpoint::nonsense)?;
        let [count] = checkpoint::some(input)?;
        for _ in 0..count {
            let [node, scale] = checkpoint::some(input)?;
            let row = Row::read(input, &self.plans)?;
            self.bytes += row.bytes();
            let scale = self.scales.known(scale).ok_or_else(checkpoint::nonsense)?;
            *self.scale.get_mut(node as usize).ok_or_else(checkpoint::nonsense)? = scale;
            if self.rows[node as usize].replace(row.into()).is_some() {
                return Err(checkpoint::nonsense());
            }
        }
        for &node in done.iter().flatten().filter(|&&node| !self.through[node]) {
            for edge in self.graph.edges_of(node) {
                let next = self.way(edge).0;
                self.waiting[next] -= 1;
            }
        }
        Ok(())
    }

    fn step(&self, edge: usize) -> Step {
        // An edge between weighs 1.
        let (weight, total) = self.graph.share(edge);
        Step { weight, total, scale: self.scale[self.way(edge).0] }
    }

    /// The row of an end: nothing is still to come, in as many ways as it hides arrangements.
    pub(crate) fn end(&self, node: usize) -> Row<K> {
        let unit = Row::unit(Score::ZERO, 0, &self.plans);
        match self.graph.hidden(node) {
            Some(hidden) => unit.times(hidden, &self.plans),
            None => unit,
        }
    }

    fn build(&self, node: usize, common: &Common) -> Result<(Row<K>, Scale, u64), Error> {
        if self.graph.edges_of(node).is_empty() {
            return Ok((self.end(node), 0, 0));
        }
        let term = |edge: usize| self.term(edge, common.factor(self.step(edge)));
        let terms: Vec<Term<'_, K>> = self.graph.edges_of(node).map(term).collect::<Result<_, _>>()?;
        let lead = self.leads.as_ref().map(|leads| leads[node]);
        let row = Row::settled_sum(&terms, lead, &self.plans);
        let cost = row.cost(&terms);
        Ok((row, common.scale, cost))
    }
}

/// The points of a distribution as seen from the first player's seat, when `mover` was to move in the state it is of.
#[must_use]
pub fn seated(points: &[Points], mover: Seat) -> Vec<Points> {
    let mut seated = points.to_vec();
    seated.rotate_right(usize::from(mover) % points.len());
    seated
}
