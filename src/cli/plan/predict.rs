//! Predicts what a board will take: smaller boards are played and counted as long as that is quick, and the rest is
//! told from them.

use super::super::fail::Fail;
use super::super::watch::{Growth, Watch};
use super::count::Count;
use crate::evaluate::bidirectional::odds;
use crate::evaluate::counts::counts;
use crate::extrapolate::Power;
use crate::game::Seat;
use crate::games::Explore as _;
use crate::games::memory::{Memory, family};
use crate::model::{Error, Observer, Progress, Run};
use crate::room;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The work that may be done to know.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// A board with so much [`work`] is large enough to tell from. Not a time: a busy machine would choose smaller boards.
    enough: f64,
    /// The longest time for playing a board, which is then large enough on a slow machine too, and for counting boards.
    patience: Duration,
    /// No further board is counted after one of so many states.
    states: u64,
    /// `true` if the board itself is counted, if that is over in time.
    itself: bool,
}

impl Pace {
    fn until(self, times: u32) -> Instant {
        Instant::now() + times * self.patience
    }
}

/// For those who ask for nothing else.
pub(super) const THOROUGH: Pace =
    Pace { enough: 4e8, patience: Duration::from_secs(2), states: u64::MAX, itself: true };

/// For those whose work has met a limit: as much on a slow machine, where it takes longer.
const QUICK: Pace = Pace { enough: 4e6, patience: Duration::from_secs(10), states: 50_000, itself: false };

/// The most bytes that boards to tell from may take.
const ROOM: u64 = 1 << 30;

/// The bytes of lists of score vectors beyond which the engine forgets them.
const MOST_LISTS: f64 = (1u64 << 28) as f64;

/// About the limbs of a number midway, on a board of so many pairs: half of those of (2n - 1)!!, the number of deals.
fn limbs(pairs: u16) -> f64 {
    (1..=pairs).map(|pair| f64::from(2 * u32::from(pair) - 1).log2()).sum::<f64>() / 2.0 / 64.0
}

/// Limbs that can be multiplied in the time that everything else about a transition takes.
const APART: f64 = 6.0;

/// About the limbs that are multiplied, or the time of so many.
fn work(pairs: u16, transitions: f64) -> f64 {
    transitions * (limbs(pairs) + APART)
}

/// The fewest pairs of boards to tell from.
const LEAST: u16 = 9;

/// The largest ratio of its pairs to those of the others if a board is told from them by a fit.
const FARTHEST: u16 = 3;

/// Proportional to the limbs of the rows that are held at a time: those of a layer, which has a pair less to choose.
fn held(pairs: u16, transitions: f64) -> f64 {
    transitions / f64::from(pairs) * (limbs(pairs) + 1.0)
}

/// The time and memory that playing a board took.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) pairs: u16,
    transitions: f64,
    pub(super) seconds: f64,
    /// The most bytes that the engine held.
    pub(super) bytes: f64,
    /// The most that the system has given the whole program by then, where it says so.
    resident: f64,
}

/// The results of counting a board.
struct Counted {
    pairs: u16,
    /// States and transitions.
    numbers: [u64; 2],
    /// Bytes of the graph of tables.
    graph: f64,
    /// Bytes beside it: lists of score vectors, and how they add up.
    lists: f64,
}

/// The numbers that are known beforehand.
pub(super) struct Planned {
    pub(super) pairs: u16,
    pub(super) states: Count,
    pub(super) transitions: Count,
    /// Boards that were played, each larger than the one before.
    pub(super) samples: Vec<Sample>,
    /// Bytes of all but the numbers, on the largest board that was played and on the one in question.
    apart: [f64; 2],
    /// Pairs of the largest board that was counted.
    counted: u16,
}

/// Remembers the most bytes that were held, and may have an end.
pub(super) struct Peak<'a> {
    watch: &'a Watch,
    until: Option<Instant>,
    bytes: AtomicU64,
    /// The growth of the whole program to nearly all that it may hold: it keeps room that boards before have taken.
    growth: Growth,
}

impl<'a> Peak<'a> {
    pub(super) fn new(until: Option<Instant>, watch: &'a Watch) -> Self {
        let growth = Growth::beyond(watch.max_bytes() / 4 * 3, Duration::from_millis(1));
        Self { watch, until, bytes: AtomicU64::new(0), growth }
    }

    /// Half of the memory at most, so that boards to tell from never are the end of the plan.
    pub(super) fn run(&self) -> Run<'_> {
        let run = self.watch.run();
        Run { observer: self, most_bytes: (run.most_bytes / 2).min(ROOM), ..run }
    }

    /// Returns what was found, or nothing if it took too long or too much.
    pub(super) fn found<T>(&self, found: Result<T, Error>) -> Result<Option<T>, Fail> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::TooMuchMemory { .. }) if self.until.is_some() => Ok(None),
            Err(Error::Stopped(_)) if self.is_over() && !self.watch.stopped() => Ok(None),
            Err(error) => Err(self.watch.explain(error)),
        }
    }

    /// Returns `true` if this board is not to be played on.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() > until || self.growth.look())
    }

    pub(super) fn most(&self) -> f64 {
        self.bytes.load(Relaxed) as f64
    }
}

impl Observer for Peak<'_> {
    fn step(&self, progress: Progress) -> ControlFlow<()> {
        self.bytes.fetch_max(progress.bytes, Relaxed);
        if self.is_over() { ControlFlow::Break(()) } else { self.watch.step(progress) }
    }
}

fn board(pairs: u16, players: Seat) -> Result<Memory, Fail> {
    Ok(Memory::new(pairs, players).map_err(|error| family::refused(&error))?)
}

/// Boards up to one of `pairs`, played; as large as is quick.
fn samples(pairs: u16, players: Seat, pace: Pace, watch: &Watch) -> Result<Vec<Sample>, Fail> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut size = 4;
    loop {
        let size_now = size.min(pairs);
        let game = board(size_now, players)?;
        // The first is so small that no limit but a wrong one can end it.
        let until = (!samples.is_empty()).then(|| pace.until(8));
        let peak = Peak::new(until, watch);
        let begun = Instant::now();
        let Some(found) =
            peak.found(game.graph(&peak.run()).and_then(|graph| odds(&graph, &[], &peak.run())))?
        else {
            return Ok(samples);
        };
        let took = begun.elapsed();
        let sample = Sample {
            pairs: size_now,
            transitions: found.transitions as f64,
            seconds: took.as_secs_f64(),
            bytes: peak.most(),
            resident: room::most_held().map_or(peak.most(), |bytes| bytes as f64),
        };
        samples.push(sample);
        if size_now == pairs || work(size_now, sample.transitions) >= pace.enough || took > pace.patience {
            return Ok(samples);
        }
        size = size_now.saturating_mul(3) / 2;
    }
}

/// Counts a board, if that is over in time.
fn counted(
    pairs: u16,
    players: Seat,
    until: Option<Instant>,
    watch: &Watch,
) -> Result<Option<Counted>, Fail> {
    let game = board(pairs, players)?;
    let peak = Peak::new(until, watch);
    // Only the work itself may be limited by its states.
    let run = Run { most_states: u64::MAX, ..peak.run() };
    let found = game.graph(&run).and_then(|graph| {
        let found = counts(&graph, &[graph.start()], &[], &run)?;
        let numbers = found.iter().map(|counts| [counts.states, counts.transitions]).next();
        let graph = graph.bytes() as f64;
        let lists = peak.most() - graph;
        Ok(Counted { pairs, numbers: numbers.expect("as many as starts"), graph, lists })
    });
    peak.found(found)
}

/// Boards of an even or an odd number of pairs, as `pairs` is, counted from the smallest on: until their numbers are those
/// of a polynomial, or as long as that is quick.
fn ladder(pairs: u16, players: Seat, pace: Pace, watch: &Watch) -> Result<Vec<Counted>, Fail> {
    let until = pace.until(1);
    let mut all: Vec<Counted> = Vec::new();
    for size in (2 - pairs % 2..=pairs).step_by(2) {
        let Some(found) = counted(size, players, (all.len() >= 2).then_some(until), watch)? else { break };
        let is_last = found.numbers[0] > pace.states;
        all.push(found);
        if is_last {
            break;
        }
        if [0, 1].iter().all(|&which| polynomial(pairs, which, &all).is_some()) {
            break;
        }
    }
    Ok(all)
}

/// States or transitions of a board, by the polynomial of those that were counted.
fn polynomial(pairs: u16, which: usize, counted: &[Counted]) -> Option<Count> {
    let counts = counted.iter().map(|counted| (counted.pairs.into(), counted.numbers[which]));
    Count::polynomial(counts, pairs.into(), 2)
}

/// As the last two boards that were counted grow.
fn growing(ladder: &[Counted], value: impl Fn(&Counted) -> f64) -> Power {
    let [.., a, b] = ladder else { unreachable!("two boards are counted before one is told from them") };
    let point = |counted: &Counted| (f64::from(counted.pairs), value(counted).max(1.0));
    Power::through(point(a), point(b))
}

/// The states of a board, if they are counted soon or follow from boards that are.
pub(super) fn states(pairs: u16, players: Seat, watch: &Watch) -> Option<String> {
    let ladder = ladder(pairs, players, THOROUGH, watch).ok()?;
    let count = Planned::count(pairs, 0, &ladder, None);
    count.is_exact.then_some(count.number)
}

/// About the bytes that a board takes, soon; nothing if not enough boards to tell from are played and counted by then.
pub(super) fn bytes(pairs: u16, players: Seat, watch: &Watch) -> Option<f64> {
    let planned = Planned::of(pairs, players, QUICK, watch).ok()?;
    let least = if planned.transitions.is_exact { LEAST } else { pairs.div_ceil(FARTHEST) };
    let told = !planned.is_measured() && planned.last().pairs >= least && planned.counted >= least;
    // The system knows only the most that the whole program ever held.
    let beyond = planned.last().bytes + watch.idle() as f64 - planned.last().resident;
    told.then(|| planned.bytes() + beyond)
}

impl Planned {
    pub(super) fn of(pairs: u16, players: Seat, pace: Pace, watch: &Watch) -> Result<Self, Fail> {
        let samples = samples(pairs, players, pace, watch)?;
        let largest = samples[samples.len() - 1].pairs;
        let ladder = ladder(pairs, players, pace, watch)?;
        let itself = match ladder.last() {
            Some(last) if last.pairs == pairs => None,
            _ if pace.itself => counted(pairs, players, Some(pace.until(1)), watch)?,
            _ => None,
        };
        let itself = itself.as_ref().or(ladder.last().filter(|last| last.pairs == pairs));
        let apart = |size: u16| -> Result<f64, Fail> {
            let known = match itself.filter(|itself| itself.pairs == size) {
                Some(_) => None,
                None if pace.itself => counted(size, players, Some(pace.until(1)), watch)?,
                None => None,
            };
            Ok(match known.as_ref().or(itself.filter(|itself| itself.pairs == size)) {
                Some(known) => known.graph + known.lists.min(MOST_LISTS),
                None => {
                    let [graph, lists] =
                        [growing(&ladder, |known| known.graph), growing(&ladder, |known| known.lists)];
                    graph.at(size.into()) + lists.at(size.into()).min(MOST_LISTS)
                }
            })
        };
        let apart = [apart(largest)?, apart(pairs)?];
        let [states, transitions] = [0, 1].map(|which| Self::count(pairs, which, &ladder, itself));
        let counted = ladder.last().map_or(0, |last| last.pairs);
        Ok(Self { pairs, states, transitions, samples, apart, counted })
    }

    /// States or transitions: by a polynomial, counted, or by a fit.
    fn count(pairs: u16, which: usize, ladder: &[Counted], itself: Option<&Counted>) -> Count {
        let counted = |board: &Counted| Count::exact(board.numbers[which].to_string(), "counted".to_owned());
        let known = ladder.iter().find(|board| board.pairs == pairs).map(counted);
        let found = known.or_else(|| polynomial(pairs, which, ladder)).or_else(|| itself.map(counted));
        if let Some(found) = found {
            return found;
        }
        let power = growing(ladder, |counted| counted.numbers[which] as f64);
        Count::fitted(power, pairs.into(), &format!("{} pairs", ladder[ladder.len() - 1].pairs))
    }

    /// The largest board that was played.
    pub(super) fn last(&self) -> Sample {
        self.samples[self.samples.len() - 1]
    }

    /// Returns `true` if the board itself was played on the way.
    pub(super) fn is_measured(&self) -> bool {
        self.last().pairs == self.pairs
    }

    /// As the largest board that was played, times the growth of the work.
    pub(super) fn seconds(&self) -> f64 {
        let last = self.last();
        last.seconds * work(self.pairs, self.transitions.value) / work(last.pairs, last.transitions)
    }

    /// Those of the whole program: what it held on the largest board that was played, whose numbers grow with the rows of
    /// a layer, and all else as it was counted.
    pub(super) fn bytes(&self) -> f64 {
        let last = self.last();
        if self.is_measured() {
            return last.resident;
        }
        let [before, now] = self.apart;
        let numbers = (last.bytes - before).max(last.bytes / 8.0);
        let growth = held(self.pairs, self.transitions.value) / held(last.pairs, last.transitions);
        last.resident + (now - before) + numbers * (growth - 1.0)
    }
}
