//! The cost of the odds of a board of robots with perfect memory. Smaller boards are played and counted while that is
//! quick, and larger boards are extrapolated.

use super::Memory;
use super::family::ScoredBoard;
use crate::evaluate::{counts, odds};
use crate::game::Game as _;
use crate::model::{Error, Job};
use crate::plan::{CostModel, Count, Forecast, PeakMemory, whole_program};
use chancetree_engine::extrapolate::PowerLaw;
use serde_json::{Value, json};
use std::time::Duration;

/// A fresh board of robots with perfect memory.
pub struct RobotCostModel(pub ScoredBoard);

impl CostModel for RobotCostModel {
    fn parameters(&self) -> Value {
        let ScoredBoard { pairs, game, .. } = &self.0;
        let mut parameters = json!({ "pairs": pairs, "players": game.seats() });
        if game.is_one_flip() {
            parameters["one_flip"] = true.into();
        }
        parameters
    }

    fn forecast(&self, job: &Job<'_>) -> Result<Forecast, Error> {
        Ok(self.sampler(THOROUGH, job).estimate()?.forecast(&self.0))
    }

    fn states(&self, job: &Job<'_>) -> Option<String> {
        let boards = self.sampler(THOROUGH, job).counted_boards(0).ok()?;
        let count = BoardEstimate::count(self.0.pairs, 0, &boards, None);
        count.is_exact.then_some(count.number)
    }

    /// Returns `None` if too few boards for an extrapolation can be played and counted quickly.
    fn bytes(&self, job: &Job<'_>) -> Option<f64> {
        let planned = self.sampler(QUICK, job).estimate().ok()?;
        let least = if planned.transitions.is_exact { LEAST } else { self.0.pairs.div_ceil(FARTHEST) };
        let is_reliable = !planned.is_measured() && planned.last().pairs >= least && planned.counted >= least;
        is_reliable.then(|| whole_program(ALLOCATED * planned.bytes(), job))
    }
}

impl RobotCostModel {
    fn sampler<'a>(&'a self, effort: SampleEffort, job: &'a Job<'a>) -> BoardSampler<'a> {
        BoardSampler { pairs: self.0.pairs, game: &self.0.game, effort, job }
    }
}

/// The effort that an estimate may take.
#[derive(Clone, Copy)]
struct SampleEffort {
    /// A board with this much [`work`] is large enough to extrapolate from. It is not a time, since a busy machine
    /// would choose smaller boards.
    enough: f64,
    /// The time for counting boards. A board that takes longer to play counts as large enough, because the machine is
    /// slow.
    patience: Duration,
    /// The maximum time for playing one board.
    longest: Duration,
    /// The number of states after which counting stops: no board follows one with more states.
    states: u64,
    /// `true` to count the board itself, if time allows.
    itself: bool,
}

/// The effort of an estimate that is a result by itself.
const THOROUGH: SampleEffort = SampleEffort {
    enough: 4e8,
    patience: Duration::from_secs(2),
    longest: Duration::from_secs(8),
    states: u64::MAX,
    itself: true,
};

/// The effort of an estimate after work has exceeded a limit. The longer times allow as much work on a slow machine.
const QUICK: SampleEffort = SampleEffort {
    enough: 4e6,
    patience: Duration::from_secs(10),
    longest: Duration::from_secs(80),
    states: 50_000,
    itself: false,
};

/// The size of lists of score vectors, in bytes, beyond which the engine drops them.
const MAX_LISTS: f64 = (1u64 << 28) as f64;

/// The ratio of allocated bytes to the bytes of a graph and its values.
const ALLOCATED: f64 = 1.25;

/// A board that is expected to take this many times the longest time is not started.
const HOPELESS: f64 = 3.0;

/// The maximum ratio of the pairs of a board to the pairs of the largest of the sample boards, if the board itself is
/// counted. Counting a board this much larger takes as long as all sample boards, and a little more.
const WITHIN: u16 = 8;

/// Estimates the limbs of a typical number on a board: half of the limbs of (2n - 1)!!, the number of deals.
fn limbs(pairs: u16) -> f64 {
    (1..=pairs).map(|pair| f64::from(2 * u32::from(pair) - 1).log2()).sum::<f64>() / 2.0 / 64.0
}

/// The number of limbs that can be multiplied in the time of the rest of a transition.
const APART: f64 = 6.0;

/// Estimates the number of multiplied limbs. The rest of a transition is converted into limbs.
fn work(pairs: u16, transitions: f64) -> f64 {
    transitions * (limbs(pairs) + APART)
}

/// The minimum number of pairs of boards to extrapolate from.
const LEAST: u16 = 9;

/// The maximum ratio of the pairs of a board to the pairs of the sample boards, if the board is extrapolated by a fit.
const FARTHEST: u16 = 3;

/// Returns a value proportional to the limbs of the rows that are held at a time: the rows of a layer, which has one
/// pair less to choose.
fn held(pairs: u16, transitions: f64) -> f64 {
    transitions / f64::from(pairs) * (limbs(pairs) + 1.0)
}

/// The time and memory that playing a board took.
#[derive(Clone, Copy)]
struct Measurement {
    pairs: u16,
    transitions: f64,
    seconds: f64,
    /// The peak size of the graph and the values, in bytes. The resident size would also depend on other boards and on
    /// earlier work that hit a limit.
    bytes: f64,
}

/// The counts of a board.
struct StateCount {
    pairs: u16,
    /// The numbers of states and transitions.
    numbers: [u64; 2],
    /// The size of the graph of tables, in bytes.
    graph: f64,
    /// The size of other data, in bytes: lists of score vectors, and the plans of their additions.
    lists: f64,
}

/// The estimates for a board.
struct BoardEstimate {
    pairs: u16,
    states: Count,
    transitions: Count,
    /// Boards that were played, each larger than the previous one.
    samples: Vec<Measurement>,
    /// The bytes of everything but the values, on the largest board that was played and on the requested board.
    apart: [f64; 2],
    /// The pairs of the largest board that was counted.
    counted: u16,
}

/// Plays and counts sample boards, of at most the pairs of the requested board.
#[derive(Clone, Copy)]
struct BoardSampler<'a> {
    pairs: u16,
    game: &'a Memory,
    effort: SampleEffort,
    job: &'a Job<'a>,
}

impl<'a> BoardSampler<'a> {
    fn board(self, size: u16) -> Memory {
        let board = Memory::new(size, self.game.seats()).expect("the largest board is possible");
        board.one_flip(self.game.is_one_flip())
    }

    /// Begins to measure a sample board. It is also needed if there is no end `until` of its time; see [`PeakMemory::new`].
    fn peak(self, until: Option<Duration>, is_needed: bool) -> PeakMemory<'a> {
        let before = self.job.monitor.memory().allocated.unwrap_or(0);
        PeakMemory::new(until, is_needed || until.is_none(), before, self.job)
    }

    /// Returns the end of the time for counting boards.
    fn until(self) -> Duration {
        self.job.monitor.now() + self.effort.patience
    }

    /// Plays boards that are as large as the effort allows.
    fn samples(self) -> Result<Vec<Measurement>, Error> {
        let Self { effort, job, .. } = self;
        let mut samples: Vec<Measurement> = Vec::new();
        let mut size = 4;
        loop {
            let pairs = self.pairs.min(size);
            // The first board is so small that no reasonable limit can end it.
            let until = (!samples.is_empty()).then(|| job.monitor.now() + effort.longest);
            let peak = self.peak(until, false);
            let start = job.monitor.now();
            let played = self.board(pairs).graph(&peak.job()).and_then(|graph| {
                let found = odds(&graph, &[], &peak.job())?;
                Ok((found.transitions as f64, graph.bytes() as f64 + peak.values()))
            });
            let Some((transitions, bytes)) = peak.found(played)? else { return Ok(samples) };
            let took = job.monitor.now() - start;
            let seconds = took.as_secs_f64();
            let is_large = work(pairs, transitions) >= effort.enough || took > effort.patience;
            // The growth of the work from this board to the next one is assumed to equal the previous growth.
            let growth = samples
                .last()
                .map_or(1.0, |before| work(pairs, transitions) / work(before.pairs, before.transitions));
            let is_last = seconds * growth > HOPELESS * effort.longest.as_secs_f64();
            samples.push(Measurement { pairs, transitions, seconds, bytes });
            if pairs == self.pairs || is_large || is_last {
                return Ok(samples);
            }
            size = pairs.saturating_mul(3) / 2;
        }
    }

    /// Counts a board, if time allows. Returns `None` otherwise. `solved` is the size of a board that was solved: a board up to this size
    /// takes less memory to count, so only its own limits end it.
    fn counted(self, pairs: u16, until: Option<Duration>, solved: u16) -> Result<Option<StateCount>, Error> {
        let peak = self.peak(until, pairs <= solved);
        // A limit of states applies only to the requested work.
        let counting = Job { most_states: u64::MAX, ..peak.job() };
        let found = self.board(pairs).graph(&counting).and_then(|graph| {
            let found = counts(&graph, &[graph.start()], &[], &counting)?;
            let numbers = found.iter().map(|counts| [counts.states, counts.transitions]).next();
            let graph = graph.bytes() as f64;
            Ok(StateCount {
                pairs,
                numbers: numbers.expect("as many as starts"),
                graph,
                lists: peak.values(),
            })
        });
        peak.found(found)
    }

    /// Counts boards from the smallest one on, all with an even or all with an odd number of pairs, as the requested board
    /// has. Stops when a polynomial fits the counts, or when time is over.
    fn counted_boards(self, solved: u16) -> Result<Vec<StateCount>, Error> {
        let until = self.until();
        let mut all: Vec<StateCount> = Vec::new();
        for size in (2 - self.pairs % 2..=self.pairs).step_by(2) {
            let Some(found) = self.counted(size, (all.len() >= 2).then_some(until), solved)? else { break };
            let is_last = found.numbers[0] > self.effort.states;
            all.push(found);
            if is_last || [0, 1].iter().all(|&which| polynomial(self.pairs, which, &all).is_some()) {
                break;
            }
        }
        Ok(all)
    }

    fn estimate(self) -> Result<BoardEstimate, Error> {
        let Self { pairs, effort, .. } = self;
        let samples = self.samples()?;
        let largest = samples[samples.len() - 1].pairs;
        let boards = self.counted_boards(largest)?;
        let itself = match boards.last() {
            Some(last) if last.pairs == pairs => None,
            last if effort.itself && last.is_some_and(|last| pairs / WITHIN <= last.pairs) => {
                self.counted(pairs, Some(self.until()), largest)?
            }
            _ => None,
        };
        let itself = itself.as_ref().or(boards.last().filter(|last| last.pairs == pairs));
        let apart = |size: u16| -> Result<f64, Error> {
            // The requested board was counted above if time allowed, and is not tried again.
            let smaller = match effort.itself && size != pairs {
                true => self.counted(size, Some(self.until()), largest)?,
                false => None,
            };
            Ok(match smaller.as_ref().or(itself.filter(|_| size == pairs)) {
                Some(known) => known.graph + known.lists.min(MAX_LISTS),
                None => {
                    let [graph, lists] =
                        [growing(&boards, |known| known.graph), growing(&boards, |known| known.lists)];
                    graph.at(size.into()) + lists.at(size.into()).min(MAX_LISTS)
                }
            })
        };
        let apart = [apart(largest)?, apart(pairs)?];
        let [states, transitions] = [0, 1].map(|which| BoardEstimate::count(pairs, which, &boards, itself));
        let counted = boards.last().map_or(0, |last| last.pairs);
        Ok(BoardEstimate { pairs, states, transitions, samples, apart, counted })
    }
}

/// Extrapolates states or transitions by the polynomial of the counted boards, if there is one.
fn polynomial(pairs: u16, which: usize, counted: &[StateCount]) -> Option<Count> {
    let counts = counted.iter().map(|counted| (counted.pairs.into(), counted.numbers[which]));
    Count::polynomial(counts, pairs.into(), 2)
}

/// Returns the power law through the last two counted boards.
fn growing(boards: &[StateCount], value: impl Fn(&StateCount) -> f64) -> PowerLaw {
    let [.., a, b] = boards else { unreachable!("two boards are counted before an extrapolation") };
    let point = |counted: &StateCount| (f64::from(counted.pairs), value(counted).max(1.0));
    PowerLaw::through(point(a), point(b))
}

impl BoardEstimate {
    /// Returns the states or transitions: by a polynomial, by counting, or by a fit.
    fn count(pairs: u16, which: usize, boards: &[StateCount], itself: Option<&StateCount>) -> Count {
        let counted =
            |board: &StateCount| Count::exact(board.numbers[which].to_string(), "counted".to_owned());
        let known = boards.iter().find(|board| board.pairs == pairs).map(counted);
        let found = known.or_else(|| polynomial(pairs, which, boards)).or_else(|| itself.map(counted));
        if let Some(found) = found {
            return found;
        }
        let power = growing(boards, |counted| counted.numbers[which] as f64);
        Count::fitted(power, pairs.into(), &format!("{} pairs", boards[boards.len() - 1].pairs))
    }

    /// Returns the largest board that was played.
    fn last(&self) -> Measurement {
        self.samples[self.samples.len() - 1]
    }

    /// Returns `true` if the requested board itself was played.
    fn is_measured(&self) -> bool {
        self.last().pairs == self.pairs
    }

    /// Returns the time of the largest board that was played, times the growth of the work.
    fn seconds(&self) -> f64 {
        let last = self.last();
        last.seconds * work(self.pairs, self.transitions.value) / work(last.pairs, last.transitions)
    }

    /// Estimates the bytes that the engine needs. The values on the largest board that was played grow with the rows of
    /// a layer; the other bytes come from the counts.
    fn bytes(&self) -> f64 {
        let last = self.last();
        if self.is_measured() {
            return last.bytes;
        }
        let [before, now] = self.apart;
        let numbers = (last.bytes - before).max(last.bytes / 8.0);
        let growth = held(self.pairs, self.transitions.value) / held(last.pairs, last.transitions);
        last.bytes + (now - before) + numbers * (growth - 1.0)
    }

    fn forecast(&self, position: &ScoredBoard) -> Forecast {
        let samples = self.samples.iter();
        let one_flip = if position.game.is_one_flip() { " --one-flip" } else { "" };
        Forecast {
            game: position.title(),
            states: self.states.clone(),
            transitions: self.transitions.clone(),
            seconds: Some(self.seconds()),
            bytes: Some(ALLOCATED * self.bytes()),
            is_measured: self.is_measured(),
            how: match self.is_measured() {
                true => Forecast::measured(),
                false => Forecast::fitted(&format!("{} pairs", self.last().pairs)),
            },
            size: "pairs",
            samples: samples.map(|sample| (sample.pairs.into(), sample.seconds, sample.bytes)).collect(),
            instead: format!(
                " Without fractions: odds memory --pairs {} --players {}{one_flip} --approximate.",
                self.pairs,
                position.game.seats()
            ),
        }
    }
}
