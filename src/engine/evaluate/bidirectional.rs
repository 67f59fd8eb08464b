//! The bidirectional evaluator: the probability that each seat wins, and the expected points of each seat.
//!
//! Two sweeps compute rows, from the start and from the ends. A row grows with its distance from the boundary, in length and in
//! digits, so two half distances cost a fraction of a whole one. Where the sweeps meet, every forward row is joined with the
//! backward row of its state, and added up by outcome. The distribution of the final scores is never computed: in a backward
//! row, score vectors share a number if they lead to the same outcome for all scores before them.

mod join;

use crate::evaluate::bidirectional::join::{Continuations, JoinedCounts};
use crate::evaluate::checkpoint::{self, Resumable, read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::denominators::DenominatorId;
use crate::evaluate::expected;
use crate::evaluate::recurrence::{ModelEdge, Neighbor, NodeTurn, Recurrence};
use crate::evaluate::row::{Lane, Row};
use crate::evaluate::rows::ScoreRows;
use crate::evaluate::storage::{Kept, Slots};
use crate::evaluate::sweep::{Adjacency, Sweep, SweepDirection};
use crate::exact::{self, Rational};
use crate::game::{Points, Seat};
use crate::model::csr::Csr;
use crate::model::score::{offset, sum_of_lanes};
use crate::model::{Error, Job, Model, Progress, each, of_width};
use std::io::{self, Read, Write};
use std::iter;
use std::sync::OnceLock;

/// The number of nodes that are joined at once. A stop loses the nodes that are not all joined.
const JOINED_AT_ONCE: usize = 1 << 10;

/// The odds of a game.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let odds = graph.odds()?;
/// assert_eq!(odds.outcomes, [ratio(1, 2), ratio(1, 4), ratio(1, 4)]);
/// assert_eq!(odds.expected, [ratio(1, 1), ratio(1, 2)]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The probability of each [`Outcome`](crate::payoff::Outcome), by its [`index`](crate::payoff::Outcome::index):
    /// that each seat alone has the most points, and last that none has.
    pub outcomes: Vec<Rational>,
    /// The expected points of each seat at the end, the first player's first.
    pub expected: Vec<Rational>,
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
}

/// Computes the odds of a game without decisions in which the seats have `scores` at the start, the first player's first.
/// Missing scores are 0. The work can be saved.
///
/// Cost: one multiplication for every limb of the rows of both sweeps. The sweep with the lower cost so far takes the next
/// step.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, all seats together can have more points than
/// [`MAX_POINTS`](crate::game::MAX_POINTS), the game counts arrangements for some events only, the graph is
/// [`cut`](Model::cut) off, a limit of `job` is passed, or work cannot be saved or read.
///
/// # Panics
/// If there are more scores than seats.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::odds;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// // The second player begins with a lead of 2 points.
/// let odds = odds(&graph, &[0, 2], &Job::default())?;
/// assert_eq!(odds.win(0), &ratio(1, 8));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn odds(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<Odds, Error> {
    check(graph, scores)?;
    let expected = OnceLock::new();
    of_width!(graph.seats(), K => Bidirectional::<K>::new(graph, scores, &expected, job)?.odds())
}

/// Returns the scores of all seats, as parameters of saved work.
pub(crate) fn score_parameters(graph: &Model, scores: &[Points]) -> impl Iterator<Item = u64> {
    (0..graph.seats()).map(|seat| scores.get(usize::from(seat)).copied().unwrap_or(0) as u64)
}

/// Returns an error if the odds of the graph cannot be computed.
pub(super) fn check(graph: &Model, scores: &[Points]) -> Result<(), Error> {
    sum_of_lanes(scores, graph.seats(), offset(graph, scores))?;
    graph.require_uncut()?;
    graph.require_chance_without_cycles()?;
    graph.counts_arrangements().map(drop)
}

/// The greatest number of seats with two sweeps. With more seats, a forward sweep alone was measured to be faster: the join has
/// too many leads, and the rotation of rows costs too much.
const MAX_SEATS_FROM_BOTH_ENDS: Seat = 3;

/// The forward row of a place where the sweeps meet.
type ForwardRow<const K: usize> = (NodeTurn, Box<Row<K>>, DenominatorId);

struct Bidirectional<'a, const K: usize> {
    graph: &'a Model,
    job: &'a Job<'a>,
    scores: &'a [Points],
    forward: Sweep<'a, ScoreRows<'a, K>>,
    backward: Sweep<'a, ScoreRows<'a, K>>,
    /// The expected points of each seat from the start on, once they are computed.
    expected: &'a OnceLock<Vec<Rational>>,
    /// `true` if both sweeps are used, `false` if only the forward sweep is used.
    is_bidirectional: bool,
    rounds: Csr,
    /// The forward sweep has done the rounds before `low`, and the backward sweep the rounds from `high` on.
    low: usize,
    high: usize,
    /// The counts of the outcomes so far.
    shares: JoinedCounts,
    /// The number of joined nodes of the rounds from `high` on, or `None` before the ends of the forward sweep are added.
    joined: Option<usize>,
}

impl<'a, const K: usize> Bidirectional<'a, K> {
    fn new(
        graph: &'a Model,
        scores: &'a [Points],
        expected: &'a OnceLock<Vec<Rational>>,
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let rounds = graph.by_ply();
        let forward = Sweep::forward(graph, graph.start(), scores, job)?;
        // A seat that loses points can lose its lead, so that no score vector has a known outcome.
        let is_signed = offset(graph, scores) > 0;
        let leads = if is_signed { None } else { Some(max_leads(graph, scores, job)?) };
        let backward = Sweep::backward(graph, &[graph.start()], leads, job)?;
        let (is_bidirectional, low, high) = (graph.seats() <= MAX_SEATS_FROM_BOTH_ENDS, 0, rounds.len());
        let (shares, joined) = (JoinedCounts::default(), None);
        Ok(Self {
            graph,
            job,
            scores,
            forward,
            backward,
            expected,
            is_bidirectional,
            rounds,
            low,
            high,
            shares,
            joined,
        })
    }

    fn odds(mut self) -> Result<Odds, Error> {
        let Self { graph, job, scores, expected, .. } = self;
        let fingerprint = checkpoint::resume(&mut self, job)?;
        let compute_expected = || match expected.get() {
            Some(_) => Ok(()),
            None => expected::expected(graph, job).map(|points| expected.get_or_init(|| points)).map(drop),
        };
        // The sweeps of small games leave a thread idle.
        if job.threads > 1 {
            let sweeps = || checkpoint::complete(&mut self, &fingerprint, job);
            let (computed, completed) = rayon::join(compute_expected, sweeps);
            completed.and(computed)?;
        } else {
            compute_expected()?;
            checkpoint::complete(&mut self, &fingerprint, job)?;
        }
        let gains = expected.get().cloned().unwrap_or_default();
        let scored = scores.iter().copied().chain(iter::repeat(0)).map(|points| exact::ratio(points, 1));
        let expected = gains.into_iter().zip(scored).map(|(gain, scored)| gain + scored).collect();
        self.finish(&fingerprint, Self::join_more)?;
        self.finish(&fingerprint, Self::count_more)?;
        let &Counts { states, transitions, .. } = &self.forward.counts;
        let layer = graph.layers().last().map_or(0, |&(layer, _)| layer);
        job.tick(Progress { layer, states })?;
        Ok(Odds { outcomes: self.shares.outcomes(graph.seats()), expected, states, transitions })
    }

    /// Repeats a step after both sweeps until it returns `true`. The work is saved as it is in the sweeps.
    fn finish(
        &mut self,
        fingerprint: &[u64],
        step: impl Fn(&mut Self) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        loop {
            let done = step(self);
            if let Some(store) = self.job.store {
                store.save_step(&done, &mut |out| {
                    save_value(out, fingerprint)?;
                    self.write(out)
                })?;
            }
            if done? {
                return Ok(());
            }
        }
    }

    /// Joins more nodes, after the ends that the forward sweep has reached. Returns whether all are joined.
    fn join_more(&mut self) -> Result<bool, Error> {
        let mut shares = self.shares.clone();
        let Some(done) = self.joined else {
            self.add_ends(&mut shares)?;
            (self.shares, self.joined) = (shares, Some(0));
            return Ok(false);
        };
        let later = self.rounds.span(self.high..self.rounds.len());
        // Rows of several rounds would take more memory.
        let mut ends = (self.high..self.rounds.len()).scan(0, |end, round| {
            *end += self.rounds.get(round).len();
            Some(*end)
        });
        let end = ends.find(|&end| end > done).unwrap_or(done);
        let nodes: Vec<u32> = later[done..end].iter().take(JOINED_AT_ONCE).copied().collect();
        if nodes.is_empty() {
            return Ok(true);
        }
        let (batches, denominator) = self.forward.compute(&nodes)?;
        let forward_rows: Vec<ForwardRow<K>> = batches.into_iter().flatten().collect();
        self.join(&forward_rows, denominator, &mut shares)?;
        (self.shares, self.joined) = (shares, Some(done + nodes.len()));
        Ok(false)
    }

    /// Counts the states of more nodes: the forward sweep continues to the ends, without numbers. Returns whether all are counted.
    fn count_more(&mut self) -> Result<bool, Error> {
        self.forward.only_support();
        if self.low == self.rounds.len() {
            return Ok(true);
        }
        let is_complete = self.forward.advance(self.rounds.get(self.low), &mut |_, _| ())?;
        self.low += usize::from(is_complete);
        Ok(false)
    }

    /// Returns the sum of the offsets of a forward row and a backward row.
    fn offset(&self) -> u32 {
        u32::from(self.forward.recurrence.offset) + u32::from(self.backward.recurrence.offset)
    }

    /// Returns the nodes that are done forward, and the nodes that are done backward.
    fn nodes(&self) -> (&[u32], &[u32]) {
        (self.rounds.span(0..self.low), self.rounds.span(self.high..self.rounds.len()))
    }

    /// Adds the outcomes of the ends that the forward sweep has reached.
    fn add_ends(&self, shares: &mut JoinedCounts) -> Result<(), Error> {
        let done = self.nodes().0.iter().map(|&node| node as usize);
        for node in done.filter(|&node| self.graph.is_end(node)) {
            let rows: Vec<_> = self.forward.values_of(node).collect();
            let tally = Continuations::of(
                &rows,
                &self.backward.recurrence.boundary(node),
                self.graph.seats(),
                self.offset(),
                self.job,
            )?;
            shares.add(self.forward.denominator(node).clone(), tally);
        }
        Ok(())
    }

    /// Joins the forward rows of each node with its backward row, and adds up the outcomes.
    fn join(
        &self,
        forward_rows: &[ForwardRow<K>],
        denominator: DenominatorId,
        shares: &mut JoinedCounts,
    ) -> Result<(), Error> {
        let tally = |rows: &&[ForwardRow<K>]| {
            let distribution = self.backward.row(rows[0].0.0)?;
            let own: Vec<_> = rows.iter().map(|((_, mover), row, _)| (*mover, &**row)).collect();
            Continuations::of(&own, &distribution, self.graph.seats(), self.offset(), self.job)
        };
        let nodes: Vec<&[ForwardRow<K>]> =
            forward_rows.chunk_by(|((a, _), ..), ((b, _), ..)| a == b).collect();
        let tallies = each(self.job.shares(nodes.len()), &nodes, tally)?;
        for (rows, tally) in nodes.iter().zip(tallies) {
            let backward = self.backward.denominator(rows[0].0.0);
            shares.add(self.forward.denominators.get(denominator) * backward, tally);
        }
        Ok(())
    }

    /// Returns whether the forward sweep takes the next step.
    fn is_forward_next(&self) -> bool {
        if self.forward.is_open() || self.backward.is_open() {
            return self.forward.is_open();
        }
        let ahead = || self.forward.cost.saturating_add(self.join_cost());
        self.low == 0 || !self.is_bidirectional || ahead() <= self.backward.cost
    }

    /// Returns the estimated cost of a join at the next round, in operations on limbs.
    fn join_cost(&self) -> u64 {
        let (nodes, seats) = (self.rounds.get(self.low), u64::from(self.graph.seats()));
        let (mut most, mut width, mut len) = (0, 1, 1);
        for &node in nodes {
            self.forward.sources(node as usize, &mut |row| {
                (most, width, len) = (most.max(row.most()), width.max(row.width()), len.max(row.len()));
            });
        }
        let backward_width = self.backward.width.max(1);
        let scored = most.saturating_sub(self.forward.recurrence.boundary(self.graph.start()).most());
        let leads = (2 * u64::from(scored) + 1).saturating_pow(seats as u32 - 1);
        let tables = leads.saturating_mul(seats - 1).saturating_mul(backward_width);
        let products = seats * (len * width) as u64 * backward_width;
        tables.saturating_add(products).saturating_mul(seats * nodes.len() as u64)
    }
}

impl<const K: usize> Resumable for Bidirectional<'_, K> {
    fn fingerprint(&self) -> Vec<u64> {
        let name = [u64::from_le_bytes(*b"bothends"), checkpoint::fingerprint(self.graph)];
        name.into_iter().chain(score_parameters(self.graph, self.scores)).collect()
    }

    fn done(&self) -> (u64, u64) {
        let (low, high) = self.nodes();
        ((low.len() + high.len()) as u64, self.graph.node_count() as u64)
    }

    /// Without a backward sweep, only the rows of the ends are added up.
    fn is_result_saved(&self) -> bool {
        self.is_bidirectional
    }

    /// Computes more of the open round, or else of the next round of one of the sweeps.
    fn step(&mut self) -> Result<(), Error> {
        if self.is_forward_next() {
            let complete = self.forward.advance(self.rounds.get(self.low), &mut |_, _| ())?;
            self.low += usize::from(complete);
        } else {
            let complete = self.backward.advance(self.rounds.get(self.high - 1), &mut |_, _| ())?;
            self.high -= usize::from(complete);
        }
        self.job.monitor.value_bytes(self.forward.bytes() + self.backward.bytes());
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.low, self.high, self.expected.get()))?;
        save_value(out, &(&self.shares, self.joined))?;
        self.forward.write(out)?;
        self.backward.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let expected: Option<Vec<Rational>>;
        (self.low, self.high, expected) = read_value(input)?;
        expected.map(|points| self.expected.get_or_init(|| points));
        (self.shares, self.joined) = read_value(input)?;
        self.forward.read(input, self.rounds.span(0..self.low))?;
        self.backward.read(input, self.rounds.span(self.high..self.rounds.len()))
    }
}

/// Returns an upper bound on the lead of a seat in each node of a model without negative points: the most points that can
/// have been scored.
fn max_leads(graph: &Model, scores: &[Points], job: &Job<'_>) -> Result<Vec<Lane>, Error> {
    let most = scores.iter().copied().max().unwrap_or(0) as Lane;
    let adjacency = Adjacency::reserved(graph, SweepDirection::Forward, job)?;
    let start_and_kept = (graph.start(), iter::empty());
    let mut sweep = Sweep::new(adjacency, MaxLeads { graph, most }, start_and_kept, job)?;
    sweep.run()?;
    Ok(sweep.values.into_values().map(Option::unwrap_or_default).collect())
}

/// The recurrence of the most points that can have been scored.
struct MaxLeads<'a> {
    graph: &'a Model,
    /// The greatest score of a seat at the start.
    most: Lane,
}

impl Recurrence for MaxLeads<'_> {
    type Value = Lane;
    type Storage = Slots<Lane, Kept<Lane>>;
    type Factor = Lane;

    fn boundary(&self, _: usize) -> Lane {
        self.most
    }

    fn factor(&self, edge: ModelEdge) -> Lane {
        self.graph.edge_kind(edge.number).points as Lane
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Lane, Error> {
        let lead =
            |term: &Neighbor<'_, Self>| term.value.checked_add(term.factor).ok_or(Error::PointsOverflow);
        terms.iter().map(lead).try_fold(0, |most, lead| Ok(lead?.max(most)))
    }
}
