//! Rows forward on the explicit graph: with what scores, and how likely, play comes to each state.

mod verify;

use crate::evaluate::checkpoint;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Plans, Row, Score, Term};
use crate::evaluate::scale::{Common, Scale, Scales, Step};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::{Building, Error, Model, Progress, Run, WORTH_SHARING};
use rayon::prelude::*;
use std::io::{self, Read, Write};
use std::ops::Range;

/// The rows of the rounds that are done and still needed; a round is a list of nodes, each after all before it.
pub(crate) struct Reach<'a, const K: usize> {
    graph: &'a Model,
    /// The node in which play begins.
    start: usize,
    run: &'a Run<'a>,
    plans: Plans<K>,
    scales: Scales,
    /// Edges by target, with the places at which those of a node begin.
    into: Vec<u32>,
    first: Vec<u32>,
    /// Whether a node has no rows of its own: one edge leads into it, and what leads on takes the rows before that edge.
    through: Vec<bool>,
    /// Whether the round of a node is done.
    done: Vec<bool>,
    /// By node and mover; there are many more places than rows at a time, so a place is but a pointer.
    rows: Vec<Option<Box<Row<K>>>>,
    scale: Vec<Scale>,
    /// Edges out of each node whose targets still wait for it.
    waiting: Vec<u32>,
    /// Whether numbers are worked out, or only which scores are possible.
    numbers: bool,
    found: Found,
    /// The score vectors of each node, all movers together, where somebody wants to know.
    scored: Option<Vec<u64>>,
    /// Bytes of rows held now.
    bytes: u64,
}

/// What was counted on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    /// What the work has cost; see [`Row::cost`].
    pub(crate) cost: u64,
}

/// With what scores, and how likely, play comes to a node with one seat to move.
pub(crate) struct Arrival<const K: usize> {
    pub(crate) node: usize,
    pub(crate) mover: Seat,
    pub(crate) row: Row<K>,
    /// What it cost.
    cost: u64,
}

impl<'a, const K: usize> Reach<'a, K> {
    /// Play begins at `start`, where the first to move has `scores`.
    pub(crate) fn new(
        graph: &'a Model,
        start: usize,
        scores: &[Points],
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let nodes = graph.node_count();
        let bytes =
            graph.bytes() + (nodes * usize::from(graph.seats()) * size_of::<Option<Box<Row<K>>>>()) as u64;
        run.step(Progress { bytes, ..Progress::default() })?;
        let mut first = vec![0u32; nodes + 1];
        for edge in 0..graph.edge_count() {
            first[graph.target(edge) + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut into = vec![0u32; graph.edge_count()];
        for edge in 0..graph.edge_count() {
            let place = &mut next[graph.target(edge)];
            into[*place as usize] = edge as u32;
            *place += 1;
        }
        let plans = Plans::new(graph.seats());
        let most = scores.iter().map(|&points| u32::from(points)).sum();
        let mut rows = vec![None; nodes * usize::from(graph.seats())];
        rows[start * usize::from(graph.seats())] =
            Some(Box::new(Row::unit(Score::new(scores), most, &plans)));
        let (scale, scales) = (vec![0; nodes], Scales::new());
        let (found, bytes, numbers) = (Found::default(), 0, true);
        let (through, done, waiting) = (vec![false; nodes], vec![false; nodes], vec![0; nodes]);
        let mut reach = Self {
            graph,
            start,
            run,
            plans,
            scales,
            into,
            first,
            through,
            done,
            rows,
            scale,
            waiting,
            numbers,
            found,
            scored: None,
            bytes,
        };
        reach.through = (0..nodes).map(|node| reach.leads_through(node)).collect();
        for edge in 0..graph.edge_count() {
            if !reach.through[graph.target(edge)] {
                let source = reach.way(edge).0;
                reach.waiting[source] += 1;
            }
        }
        Ok(reach)
    }

    /// Whether a node can do without rows: it comes from one node, which has rows, and play goes on from it.
    fn leads_through(&self, node: usize) -> bool {
        let alone = |node: usize| match self.edges_into(node) {
            &[edge] if node != self.start => Some(edge as usize),
            _ => None,
        };
        let Some(edge) = alone(node).filter(|_| !self.graph.edges_of(node).is_empty()) else { return false };
        let (weight, total) = self.graph.share(edge);
        let fits = |next: usize| {
            let (own, all) = self.graph.share(next);
            weight.checked_mul(own).is_some() && total.checked_mul(all).is_some()
        };
        alone(self.graph.source(edge)).is_none() && self.graph.edges_of(node).all(fits)
    }

    /// The node whose rows an edge takes on, and the edge into the node between, if there is one.
    fn way(&self, edge: usize) -> (usize, Option<usize>) {
        let source = self.graph.source(edge);
        if !self.through[source] {
            return (source, None);
        }
        let before = self.edges_into(source)[0] as usize;
        (self.graph.source(before), Some(before))
    }

    /// The rows of the movers in a node, as far as they are worked out.
    pub(crate) fn rows(&self, node: usize) -> impl Iterator<Item = (Seat, &Row<K>)> {
        let seats = self.graph.seats();
        let rows = &self.rows[node * usize::from(seats)..];
        (0..seats).zip(rows).filter_map(|(mover, row)| Some((mover, row.as_deref()?)))
    }

    /// The rows from which play can come to a node at once.
    pub(crate) fn sources(&self, node: usize) -> impl Iterator<Item = (Seat, &Row<K>)> {
        self.edges_into(node).iter().flat_map(|&edge| self.rows(self.way(edge as usize).0))
    }

    /// The joint distribution of the scores at all ends together, once all rounds are done.
    pub(crate) fn distribution(&mut self) -> Distribution {
        let ends = (0..self.graph.node_count()).filter(|&node| self.graph.is_end(node));
        let step = |node: usize| Step { weight: 1, total: 1, scale: self.scale[node] };
        let rows: Vec<(Row<K>, Step)> = ends
            .flat_map(|node| self.rows(node).map(move |(_, row)| (node, row)))
            .map(|(node, row)| match self.graph.hidden(node) {
                Some(hidden) => (row.times(hidden, &self.plans), step(node)),
                None => (row.clone(), step(node)),
            })
            .collect();
        let common = self.scales.common(rows.iter().map(|&(_, step)| step));
        let terms: Vec<Term<'_, K>> =
            rows.iter().map(|(row, step)| Term { factor: common.factor(*step), ..row.whole() }).collect();
        Distribution::new(&Row::sum(&terms, &self.plans), self.graph.seats())
    }

    pub(crate) fn scale(&self, node: usize) -> Scale {
        self.scale[node]
    }

    pub(crate) fn denominator(&self, scale: Scale) -> &Natural {
        self.scales.denominator(scale)
    }

    /// The bytes that are held for rows, their places, and the way they fit together.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.into.len() + self.first.len() + self.scale.len() + self.waiting.len();
        let places = size_of_val(&*self.rows) + 4 * words + 2 * self.through.len();
        self.bytes + self.plans.bytes() + places as u64
    }

    fn edges_into(&self, node: usize) -> &[u32] {
        &self.into[self.first[node] as usize..self.first[node + 1] as usize]
    }

    fn step(&self, edge: usize) -> Step {
        let (source, between) = self.way(edge);
        let mut step = Step { weight: 1, total: 1, scale: self.scale[source] };
        for edge in [Some(edge), between].into_iter().flatten().filter(|_| self.numbers) {
            let (weight, total) = self.graph.share(edge);
            step = Step { weight: step.weight * weight, total: step.total * total, ..step };
        }
        step
    }

    /// What was counted so far.
    pub(crate) fn found(&self) -> Found {
        self.found
    }

    /// From now on works out no numbers, only which scores are possible.
    pub(crate) fn only_support(&mut self) {
        self.numbers = false;
    }

    /// The rows of `nodes` for each mover who can come there, from all rows before that are done, and the denominator
    /// of their numbers. So many `bytes` are held elsewhere.
    pub(crate) fn arrivals(
        &mut self,
        nodes: &[usize],
        bytes: u64,
    ) -> Result<(Vec<Arrival<K>>, Scale), Error> {
        let edges = nodes.iter().flat_map(|&node| self.edges_into(node)).map(|&edge| edge as usize);
        let done = |edge: &usize| self.done[self.graph.source(*edge)];
        let steps: Vec<Step> = edges.filter(done).map(|edge| self.step(edge)).collect();
        let common = self.scales.common(steps.iter().copied());
        let layer = nodes.first().map_or(0, |&node| self.graph.layer(node));
        let progress = Progress { layer, states: self.found.states, bytes: bytes + self.bytes() };
        let building = Building::begin(self.run, progress)?;
        let build = |(node, mover): (usize, Seat)| -> Result<Option<Arrival<K>>, Error> {
            let Some((row, cost)) = self.build(node, mover, &common)? else { return Ok(None) };
            building.add(row.bytes())?;
            Ok(Some(Arrival { node, mover, row, cost }))
        };
        let places: Vec<(usize, Seat)> =
            nodes.iter().flat_map(|&node| (0..self.graph.seats()).map(move |mover| (node, mover))).collect();
        let rows: Vec<Option<Arrival<K>>> =
            if self.run.shares(places.len()) && self.work(nodes) > WORTH_SHARING {
                places.par_iter().copied().map(build).collect::<Result<_, _>>()?
            } else {
                places.iter().copied().map(build).collect::<Result<_, _>>()?
            };
        Ok((rows.into_iter().flatten().collect(), common.scale))
    }

    /// Goes on through `nodes`, and drops the rows that are no longer needed.
    pub(crate) fn round(&mut self, nodes: &[usize], bytes: u64) -> Result<(), Error> {
        let (through, own): (Vec<usize>, Vec<usize>) = nodes.iter().partition(|&&node| self.through[node]);
        let (arrivals, scale) = self.arrivals(&own, bytes)?;
        own.iter().for_each(|&node| self.scale[node] = scale);
        nodes.iter().for_each(|&node| self.done[node] = true);
        for node in through {
            let scored: u64 = self.sources(node).map(|(_, row)| row.len() as u64).sum();
            self.count(node, scored);
        }
        for Arrival { node, mover, row, cost } in arrivals {
            self.count(node, row.len() as u64);
            self.found.cost += cost;
            self.bytes += row.bytes();
            let place = self.place(node, mover);
            self.rows[place] = Some(row.into());
        }
        for node in own {
            for at in self.first[node] as usize..self.first[node + 1] as usize {
                let source = self.way(self.into[at] as usize).0;
                self.waiting[source] -= 1;
                if self.waiting[source] == 0 {
                    self.drop_rows(source);
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, node: usize, scored: u64) {
        self.found.states += scored;
        self.found.transitions += scored * self.graph.edges_of(node).len() as u64;
        if let Some(all) = &mut self.scored {
            all[node] += scored;
        }
    }

    /// Counts the score vectors of each node, too.
    pub(crate) fn count_nodes(&mut self) {
        self.scored = Some(vec![0; self.graph.node_count()]);
    }

    /// The score vectors of each node of the rounds that are done, if they were counted.
    pub(crate) fn scored(self) -> Vec<u64> {
        self.scored.unwrap_or_default()
    }

    /// Writes what is known, once some rounds are done.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.found.states, self.found.transitions, self.found.cost])?;
        checkpoint::put_numbers(out, self.scales.all())?;
        let rows = || self.rows.iter().enumerate().filter_map(|(place, row)| Some((place, row.as_ref()?)));
        checkpoint::put(out, &[rows().count() as u64])?;
        rows().try_for_each(|(place, row)| {
            let node = place / usize::from(self.graph.seats());
            checkpoint::put(out, &[place as u64, self.scale[node].into()])?;
            row.write(out)
        })
    }

    /// Reads what was known when the rounds of these nodes were done.
    pub(crate) fn read(&mut self, input: &mut dyn Read, done: &[Vec<usize>]) -> io::Result<()> {
        let [states, transitions, cost] = checkpoint::counts(input)?;
        self.found = Found { states, transitions, cost };
        self.scales = Scales::of(checkpoint::take_numbers(input)?).ok_or_else(checkpoint::nonsense)?;
        self.rows.iter_mut().for_each(|row| *row = None);
        let [count] = checkpoint::some(input)?;
        for _ in 0..count {
            let [place, scale] = checkpoint::some(input)?;
            let row = Row::read(input, &self.plans)?;
            self.bytes += row.bytes();
            let node = place as usize / usize::from(self.graph.seats());
            let scale = self.scales.known(scale).ok_or_else(checkpoint::nonsense)?;
            *self.scale.get_mut(node).ok_or_else(checkpoint::nonsense)? = scale;
            let place = self.rows.get_mut(place as usize).ok_or_else(checkpoint::nonsense)?;
            if place.replace(row.into()).is_some() {
                return Err(checkpoint::nonsense());
            }
        }
        for &node in done.iter().flatten() {
            self.done[node] = true;
            if !self.through[node] {
                for at in self.first[node] as usize..self.first[node + 1] as usize {
                    let source = self.way(self.into[at] as usize).0;
                    self.waiting[source] -= 1;
                }
            }
        }
        Ok(())
    }

    /// Bytes of the rows that are added up for `nodes`.
    fn work(&self, nodes: &[usize]) -> u64 {
        nodes.iter().flat_map(|&node| self.sources(node)).map(|(_, row)| row.bytes()).sum()
    }

    fn drop_rows(&mut self, node: usize) {
        let seats = usize::from(self.graph.seats());
        let rows: Range<usize> = node * seats..(node + 1) * seats;
        for row in self.rows[rows].iter_mut().filter_map(Option::take) {
            self.bytes -= row.bytes();
        }
    }

    fn place(&self, node: usize, mover: Seat) -> usize {
        node * usize::from(self.graph.seats()) + usize::from(mover)
    }

    /// The row of a node and a mover, with its cost; `None` if no row before leads there.
    fn build(&self, node: usize, mover: Seat, common: &Common) -> Result<Option<(Row<K>, u64)>, Error> {
        let seats = self.graph.seats();
        if let Some(row) = &self.rows[self.place(node, mover)] {
            // Only the start has one already.
            return Ok(Some((Row::clone(row), 0)));
        }
        let mut terms: Vec<Term<'_, K>> = Vec::new();
        for &edge in self.edges_into(node) {
            let edge = edge as usize;
            if !self.done[self.graph.source(edge)] {
                continue;
            }
            let (source, between) = self.way(edge);
            let (mut before, mut shift, mut points): (Seat, Score<K>, Points) = (mover, Score::ZERO, 0);
            for edge in [Some(edge), between].into_iter().flatten() {
                let kind = self.graph.kind(edge);
                before = (before + seats - kind.passes) % seats;
                points = points.checked_add(kind.points).ok_or(Error::PointsOverflow)?;
                shift = shift.plus(Score::one(before, kind.points));
            }
            let Some(row) = &self.rows[self.place(source, before)] else { continue };
            row.most_after(points).ok_or(Error::PointsOverflow)?;
            terms.push(Term { row, turned: 0, shift, points, factor: common.factor(self.step(edge)) });
        }
        if terms.is_empty() {
            return Ok(None);
        }
        if !self.numbers {
            return Ok(Some((Row::support(&terms, &self.plans), 0)));
        }
        let row = Row::sum(&terms, &self.plans);
        let cost = row.cost(&terms);
        Ok(Some((row, cost)))
    }
}
