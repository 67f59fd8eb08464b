//! The odds alone: how often each seat wins and what it can expect, worked out from both ends.
//!
//! Forward, a row says with what scores play comes to a state; backward, what is still to come. Rows grow with the way
//! they have gone, in length and in digits, so two half ways cost a fraction of a whole one. Where they meet, every
//! forward row is summed up with the backward row of its state, by outcome. The distribution of the final scores is never built:
//! backward, all points still to come that end alike whatever was scored before share a number.

mod tally;

use crate::evaluate::backward::Distributions;
use crate::evaluate::bidirectional::tally::Tally;
use crate::evaluate::checkpoint::Keeper;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::reach::{Arrival, Found, Reach};
use crate::evaluate::row::MOST_WORDS;
use crate::evaluate::scale::Scale;
use crate::evaluate::{checkpoint, expected};
use crate::exact::{self, Natural, Rational};
use crate::game::{Points, Seat};
use crate::model::{Error, Model, Progress, Run};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::iter;

/// The odds of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The probability that the strictly greatest score is that of each seat, and last that nobody's is.
    pub outcomes: Vec<Rational>,
    /// The expected points of each seat.
    pub expected: Vec<Rational>,
    /// States, each with its scores and mover, ends included.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
}

/// The odds of a game in which nobody decides, the seats having `scores` at its start.
///
/// Cost: a multiplication for every limb of the rows of both sides; measured as the work goes on, the side that has
/// done less goes on.
///
/// # Errors
/// A decision, a cycle, or a limit.
pub fn odds(graph: &Model, scores: &[Points], run: &Run<'_>) -> Result<Odds, Error> {
    odds_kept(graph, scores, None, run)
}

/// The same, going on where work was saved before, and saving it whenever it is due and when it is stopped.
///
/// # Errors
/// As [`odds`], and if work cannot be saved, or what was saved cannot be read.
pub fn odds_kept(
    graph: &Model,
    scores: &[Points],
    keeper: Option<&dyn Keeper>,
    run: &Run<'_>,
) -> Result<Odds, Error> {
    check(graph, scores)?;
    match graph.seats() {
        0..=4 => Meeting::<1>::new(graph, scores, run)?.odds(scores, keeper),
        5..=8 => Meeting::<2>::new(graph, scores, run)?.odds(scores, keeper),
        _ => Meeting::<MOST_WORDS>::new(graph, scores, run)?.odds(scores, keeper),
    }
}

/// The joint distribution of the final scores.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The distribution, the first player's seat first.
    pub distribution: Distribution,
    /// States, each with its scores and mover, ends included.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
}

/// The joint distribution of the final scores, forward alone: no two ways to it may be taken for one.
///
/// # Errors
/// As [`odds_kept`].
pub fn distribution_kept(
    graph: &Model,
    scores: &[Points],
    keeper: Option<&dyn Keeper>,
    run: &Run<'_>,
) -> Result<Whole, Error> {
    check(graph, scores)?;
    match graph.seats() {
        0..=4 => Meeting::<1>::forward(graph, scores, run)?.distribution(scores, keeper),
        5..=8 => Meeting::<2>::forward(graph, scores, run)?.distribution(scores, keeper),
        _ => Meeting::<MOST_WORDS>::forward(graph, scores, run)?.distribution(scores, keeper),
    }
}

/// Refuses what only other evaluators can do.
fn check(graph: &Model, scores: &[Points]) -> Result<(), Error> {
    if scores.iter().map(|&points| u32::from(points)).sum::<u32>() > u32::from(Points::MAX) {
        return Err(Error::PointsOverflow);
    }
    graph.only_chance()?;
    graph.counts_ways().map(drop)
}

/// Seats up to which both sides work: with more, the leads at the meeting are too many, and turning rows from seat to
/// seat costs too much; going forward alone was measured to be faster.
const MOST_MEETING: Seat = 3;

struct Meeting<'a, const K: usize> {
    graph: &'a Model,
    run: &'a Run<'a>,
    forward: Reach<'a, K>,
    backward: Distributions<'a, K>,
    /// Whether both sides work.
    both: bool,
}

impl<'a, const K: usize> Meeting<'a, K> {
    fn new(graph: &'a Model, scores: &[Points], run: &'a Run<'a>) -> Result<Self, Error> {
        let forward = Reach::new(graph, graph.start(), scores, run)?;
        let backward = Distributions::of_outcomes(graph, scored(graph, scores), run);
        Ok(Self { graph, run, forward, backward, both: graph.seats() <= MOST_MEETING })
    }

    /// With the forward side alone.
    fn forward(graph: &'a Model, scores: &[Points], run: &'a Run<'a>) -> Result<Self, Error> {
        Ok(Self { both: false, ..Self::new(graph, scores, run)? })
    }

    /// Does the work of the sides, until they meet.
    fn work(
        &mut self,
        rounds: &[Vec<usize>],
        scores: &[Points],
        keeper: Option<&dyn Keeper>,
    ) -> Result<Done, Error> {
        let mut done = Done { low: 0, high: rounds.len() };
        let restored = checkpoint::restore(keeper, |saved| {
            done = self.read(saved, rounds, scores)?;
            Ok(())
        })?;
        if restored {
            self.forward.verify(&rounds[..done.low], scores)?;
            self.backward.verify(&rounds[done.high..])?;
        }
        while done.low < done.high {
            let went = self.step(rounds, scores, &mut done);
            checkpoint::save(keeper, &went, |out| self.write(out, rounds, scores, &done))?;
            went?;
            let nodes = |rounds: &[Vec<usize>]| rounds.iter().map(|round| round.len() as u64).sum::<u64>();
            self.run.observer.done(nodes(&rounds[..done.low]) + nodes(&rounds[done.high..]), nodes(rounds));
        }
        Ok(done)
    }

    fn distribution(mut self, scores: &[Points], keeper: Option<&dyn Keeper>) -> Result<Whole, Error> {
        self.work(&self.graph.rounds(), scores, keeper)?;
        let Found { states, transitions, .. } = self.forward.found();
        Ok(Whole { distribution: self.forward.distribution(), states, transitions })
    }

    fn odds(mut self, scores: &[Points], keeper: Option<&dyn Keeper>) -> Result<Odds, Error> {
        let rounds = self.graph.rounds();
        let (graph, run) = (self.graph, self.run);
        let means = || expected::expected(graph, run);
        // Small boards leave a thread idle.
        let (still, Done { high, .. }) = if run.threads > 1 {
            let (still, done) = rayon::join(means, || self.work(&rounds, scores, keeper));
            (still?, done?)
        } else {
            (means()?, self.work(&rounds, scores, keeper)?)
        };
        let scored = scores.iter().copied().chain(iter::repeat(0)).map(|points| exact::ratio(points, 1));
        let expected = still.into_iter().zip(scored).map(|(still, scored)| still + scored).collect();
        let mut shares = Shares::new(self.graph.seats());
        self.end(rounds[..high].iter().flatten().copied(), &mut shares)?;
        for round in &rounds[high..] {
            let (arrivals, scale) = self.forward.arrivals(round, self.beside_forward())?;
            self.meet(&arrivals, scale, &mut shares)?;
        }
        let (states, transitions) = self.counts(&rounds[high..])?;
        Ok(Odds { outcomes: shares.outcomes(), expected, states, transitions })
    }

    /// All states and transitions, once play was followed to these rounds.
    fn counts(&mut self, rounds: &[Vec<usize>]) -> Result<(u64, u64), Error> {
        self.forward.only_support();
        for round in rounds {
            self.forward.round(round, self.beside_forward())?;
        }
        let Found { states, transitions, .. } = self.forward.found();
        let layer = self.graph.layers().last().map_or(0, |&(layer, _)| layer);
        self.run.step(Progress { layer, states, bytes: self.forward.bytes() + self.beside_forward() })?;
        Ok((states, transitions))
    }

    /// Does a round on the side that has done less.
    fn step(&mut self, rounds: &[Vec<usize>], scores: &[Points], done: &mut Done) -> Result<(), Error> {
        let Done { low, high } = done;
        let ahead = self.forward.found().cost.saturating_add(self.cost(&rounds[*low], scores));
        if *low == 0 || !self.both || ahead <= self.backward.cost() {
            self.forward.round(&rounds[*low], self.beside_forward())?;
            *low += 1;
        } else {
            self.backward.round(&rounds[*high - 1], self.graph.bytes() + self.forward.bytes())?;
            *high -= 1;
        }
        Ok(())
    }

    /// The bytes of all but the forward side.
    fn beside_forward(&self) -> u64 {
        self.graph.bytes() + self.backward.bytes()
    }

    /// Writes how far the work has come.
    fn write(
        &self,
        out: &mut dyn Write,
        rounds: &[Vec<usize>],
        scores: &[Points],
        done: &Done,
    ) -> io::Result<()> {
        checkpoint::put(out, &self.question(rounds, scores))?;
        checkpoint::put(out, &[done.low, done.high].map(|count| count as u64))?;
        self.forward.write(out)?;
        self.backward.write(out)
    }

    /// What is asked, in words: none of it may differ where work goes on.
    fn question(&self, rounds: &[Vec<usize>], scores: &[Points]) -> Vec<u64> {
        let sizes = [self.graph.node_count(), self.graph.edge_count(), rounds.len(), usize::from(self.both)];
        let scores = (0..usize::from(self.graph.seats())).map(|seat| scores.get(seat).copied().unwrap_or(0));
        sizes.map(|size| size as u64).into_iter().chain(scores.map(u64::from)).collect()
    }

    /// Reads how far the work had come.
    fn read(&mut self, input: &mut dyn Read, rounds: &[Vec<usize>], scores: &[Points]) -> io::Result<Done> {
        let question = self.question(rounds, scores);
        let same = checkpoint::take(input, question.len() as u64)? == question;
        let [low, high] = checkpoint::some(input)?.map(|count| count as usize);
        if !same || low > high || high > rounds.len() {
            return Err(checkpoint::nonsense());
        }
        self.forward.read(input, &rounds[..low])?;
        self.backward.read(input, &rounds[high..])?;
        Ok(Done { low, high })
    }

    /// The ends among `nodes`, which the forward side has come to: their rows are kept.
    fn end(&self, nodes: impl Iterator<Item = usize>, shares: &mut Shares) -> Result<(), Error> {
        for node in nodes.filter(|&node| self.graph.is_end(node)) {
            let rows: Vec<_> = self.forward.rows(node).collect();
            let tally = Tally::of(&rows, &self.backward.end(node), self.graph.seats(), self.run)?;
            shares.add(self.forward.denominator(self.forward.scale(node)).clone(), tally);
        }
        Ok(())
    }

    /// Sums up what comes to each node with what is still to come from there.
    fn meet(&self, arrivals: &[Arrival<K>], scale: Scale, shares: &mut Shares) -> Result<(), Error> {
        let tally = |rows: &[Arrival<K>]| {
            let distribution = self.backward.distribution(rows[0].node)?;
            let own: Vec<_> = rows.iter().map(|arrival| (arrival.mover, &arrival.row)).collect();
            Tally::of(&own, &distribution, self.graph.seats(), self.run)
        };
        let nodes: Vec<&[Arrival<K>]> = arrivals.chunk_by(|a, b| a.node == b.node).collect();
        let tallies: Vec<Tally> = if self.run.shares(nodes.len()) {
            nodes.par_iter().copied().map(tally).collect::<Result<_, _>>()?
        } else {
            nodes.iter().copied().map(tally).collect::<Result<_, _>>()?
        };
        for (rows, tally) in nodes.iter().zip(tallies) {
            let denominator = self.forward.denominator(scale) * self.backward.denominator(rows[0].node);
            shares.add(denominator, tally);
        }
        Ok(())
    }

    /// About the limbs that a meeting at `nodes` would multiply or add.
    fn cost(&self, nodes: &[usize], scores: &[Points]) -> u64 {
        let seats = u64::from(self.graph.seats());
        let (mut most, mut width, mut len) = (0, 1, 1);
        for (_, row) in nodes.iter().flat_map(|&node| self.forward.sources(node)) {
            (most, width, len) = (most.max(row.most()), width.max(row.width()), len.max(row.len()));
        }
        let scored = most.saturating_sub(scores.iter().map(|&points| u32::from(points)).sum());
        let leads = (2 * u64::from(scored) + 1).saturating_pow(seats as u32 - 1);
        let tables = leads.saturating_mul(seats - 1).saturating_mul(self.backward.width() as u64);
        let products = seats * (len * width * self.backward.width()) as u64;
        tables.saturating_add(products).saturating_mul(seats * nodes.len() as u64)
    }
}

/// By how many points, at most, a seat can be ahead of another in each node: the most that can have been scored.
fn scored(graph: &Model, scores: &[Points]) -> Vec<Points> {
    let mut leads = vec![0; graph.node_count()];
    leads[graph.start()] = scores.iter().copied().max().unwrap_or(0);
    for node in graph.rounds().into_iter().flatten() {
        for edge in graph.edges_of(node) {
            let next = graph.target(edge);
            leads[next] = leads[next].max(leads[node].saturating_add(graph.kind(edge).points));
        }
    }
    leads
}

/// How far the work has come: rounds before `low` are done forward, rounds from `high` on backward.
struct Done {
    low: usize,
    high: usize,
}

/// What was counted at the meeting, by the denominator of the counts.
struct Shares {
    seats: Seat,
    by_denominator: BTreeMap<Natural, Tally>,
}

impl Shares {
    fn new(seats: Seat) -> Self {
        Self { seats, by_denominator: BTreeMap::new() }
    }

    fn add(&mut self, denominator: Natural, tally: Tally) {
        let seats = self.seats;
        self.by_denominator.entry(denominator).or_insert_with(|| Tally::new(seats)).add(tally);
    }

    fn outcomes(&self) -> Vec<Rational> {
        let one = exact::one();
        let sum = |own: &dyn Fn(&Tally) -> Natural| {
            let shares: Vec<Rational> = self
                .by_denominator
                .iter()
                .map(|(denominator, tally)| exact::ratio_of(own(tally), denominator.clone()))
                .collect();
            exact::weighted_sum(shares.iter().map(|share| (&one, share)))
        };
        // Counts of arrangements become probabilities by their total; it is 1 where they are probabilities already.
        let total = sum(&|tally| tally.total.clone());
        let won = (0..usize::from(self.seats)).map(|seat| sum(&|tally| tally.won[seat].clone()));
        let shares = won.chain([sum(&Tally::drawn)]);
        shares.map(|share| exact::quotient(&share, &total)).collect()
    }
}
