//! The cost of the odds of a board of robots with perfect memory: smaller boards are played and counted as long as that
//! is quick, and the rest is told from them.

use super::Memory;
use crate::evaluate::{counts, odds};
use crate::family;
use crate::game::Game as _;
use crate::game::Seat;
use crate::model::{Error, Job};
use crate::plan::{Count, Forecast, Foreseen, Peak, Planner};
use chancetree_engine::extrapolate::Power;
use serde_json::{Value, json};
use std::time::Duration;

/// A fresh board of robots with perfect memory, which has to be possible.
pub struct Robots {
    /// The pairs of the board.
    pub pairs: u16,
    /// The players.
    pub players: Seat,
}

impl Foreseen for Robots {
    fn parameters(&self) -> Value {
        json!({ "pairs": self.pairs, "players": self.players })
    }

    fn forecast(&self, planner: &dyn Planner) -> Result<Forecast, Error> {
        Ok(Planned::of(self.pairs, self.players, THOROUGH, planner)?.forecast(self.players))
    }

    fn states(&self, planner: &dyn Planner) -> Option<String> {
        let ladder = ladder(self.pairs, self.players, THOROUGH, planner).ok()?;
        let count = Planned::count(self.pairs, 0, &ladder, None);
        count.is_exact.then_some(count.number)
    }

    /// Returns nothing if not enough boards to tell from are played and counted soon.
    fn bytes(&self, planner: &dyn Planner) -> Option<f64> {
        let planned = Planned::of(self.pairs, self.players, QUICK, planner).ok()?;
        let least = if planned.transitions.is_exact { LEAST } else { self.pairs.div_ceil(FARTHEST) };
        let told = !planned.is_measured() && planned.last().pairs >= least && planned.counted >= least;
        told.then(|| planner.whole(ALLOCATED * planned.bytes()))
    }
}

/// The work that may be done to know.
#[derive(Clone, Copy)]
struct Pace {
    /// A board with so much [`work`] is large enough to tell from. Not a time: a busy machine would choose smaller boards.
    enough: f64,
    /// The time for counting boards, and for playing one that is not large enough: one that takes longer is, on a slow
    /// machine.
    patience: Duration,
    /// The longest time for playing a board.
    longest: Duration,
    /// No further board is counted after one of so many states.
    states: u64,
    /// `true` if the board itself is counted, if that is over in time.
    itself: bool,
}

impl Pace {
    fn until(self, planner: &dyn Planner) -> Duration {
        planner.now() + self.patience
    }
}

/// For those who ask for nothing else.
const THOROUGH: Pace = Pace {
    enough: 4e8,
    patience: Duration::from_secs(2),
    longest: Duration::from_secs(8),
    states: u64::MAX,
    itself: true,
};

/// For those whose work has met a limit: as much on a slow machine, where it takes longer.
const QUICK: Pace = Pace {
    enough: 4e6,
    patience: Duration::from_secs(10),
    longest: Duration::from_secs(80),
    states: 50_000,
    itself: false,
};

/// The bytes of lists of score vectors beyond which the engine forgets them.
const MOST_LISTS: f64 = (1u64 << 28) as f64;

/// The part that allocators take of the bytes of a graph and its values.
const ALLOCATED: f64 = 1.25;

/// A board that is expected to take so many times the longest time is not begun.
const HOPELESS: f64 = 3.0;

/// The largest ratio of the pairs of a board to those of the largest on the ladder if it is counted itself: as many times
/// larger a board can be counted in the time of all on the way, and a little more.
const WITHIN: u16 = 8;

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
struct Measurement {
    pairs: u16,
    transitions: f64,
    seconds: f64,
    /// The most bytes that the graph and the values took. The resident size would also depend on other boards and on work
    /// that met a limit before.
    bytes: f64,
}

/// The census of a board: the results of counting it.
struct Census {
    pairs: u16,
    /// States and transitions.
    numbers: [u64; 2],
    /// Bytes of the graph of tables.
    graph: f64,
    /// Bytes beside it: lists of score vectors, and how they add up.
    lists: f64,
}

/// The numbers that are known beforehand.
struct Planned {
    pairs: u16,
    states: Count,
    transitions: Count,
    /// Boards that were played, each larger than the one before.
    samples: Vec<Measurement>,
    /// Bytes of all but the numbers, on the largest board that was played and on the one in question.
    apart: [f64; 2],
    /// Pairs of the largest board that was counted.
    counted: u16,
}

/// A board no larger than one that is possible.
fn board(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("the largest board is possible")
}

/// Boards up to one of `pairs`, played; as large as is quick.
fn samples(pairs: u16, players: Seat, pace: Pace, planner: &dyn Planner) -> Result<Vec<Measurement>, Error> {
    let mut samples: Vec<Measurement> = Vec::new();
    let mut size = 4;
    loop {
        let size_now = size.min(pairs);
        let game = board(size_now, players);
        // The first is so small that no limit but a wrong one can end it.
        let until = (!samples.is_empty()).then(|| planner.now() + pace.longest);
        let peak = Peak::new(until, until.is_none(), planner.held().unwrap_or(0), planner);
        let begun = planner.now();
        let played = game.graph(&peak.job()).and_then(|graph| {
            let found = odds(&graph, &[], &peak.job())?;
            Ok((found.transitions, graph.bytes() as f64 + peak.values()))
        });
        let Some((transitions, bytes)) = peak.found(played)? else { return Ok(samples) };
        let took = planner.now() - begun;
        let sample = Measurement {
            pairs: size_now,
            transitions: transitions as f64,
            seconds: took.as_secs_f64(),
            bytes,
        };
        let is_large = work(size_now, sample.transitions) >= pace.enough || took > pace.patience;
        // Each board is as much more work than the one before as that was.
        let growth = samples.last().map_or(1.0, |before| {
            work(size_now, sample.transitions) / work(before.pairs, before.transitions)
        });
        let is_last = took.as_secs_f64() * growth > HOPELESS * pace.longest.as_secs_f64();
        samples.push(sample);
        if size_now == pairs || is_large || is_last {
            return Ok(samples);
        }
        size = size_now.saturating_mul(3) / 2;
    }
}

/// Counts a board, if that is over in time.
fn counted(
    pairs: u16,
    players: Seat,
    until: Option<Duration>,
    planner: &dyn Planner,
) -> Result<Option<Census>, Error> {
    let game = board(pairs, players);
    let peak = Peak::new(until, until.is_none(), planner.held().unwrap_or(0), planner);
    // Only the work itself may be limited by its states.
    let job = Job { most_states: u64::MAX, ..peak.job() };
    let found = game.graph(&job).and_then(|graph| {
        let found = counts(&graph, &[graph.start()], &[], &job)?;
        let numbers = found.iter().map(|counts| [counts.states, counts.transitions]).next();
        let graph = graph.bytes() as f64;
        Ok(Census { pairs, numbers: numbers.expect("as many as starts"), graph, lists: peak.values() })
    });
    peak.found(found)
}

/// Boards of an even or an odd number of pairs, as `pairs` is, counted from the smallest on: until their numbers are those
/// of a polynomial, or as long as that is quick.
fn ladder(pairs: u16, players: Seat, pace: Pace, planner: &dyn Planner) -> Result<Vec<Census>, Error> {
    let until = pace.until(planner);
    let mut all: Vec<Census> = Vec::new();
    for size in (2 - pairs % 2..=pairs).step_by(2) {
        let Some(found) = counted(size, players, (all.len() >= 2).then_some(until), planner)? else { break };
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
fn polynomial(pairs: u16, which: usize, counted: &[Census]) -> Option<Count> {
    let counts = counted.iter().map(|counted| (counted.pairs.into(), counted.numbers[which]));
    Count::polynomial(counts, pairs.into(), 2)
}

/// As the last two boards that were counted grow.
fn growing(ladder: &[Census], value: impl Fn(&Census) -> f64) -> Power {
    let [.., a, b] = ladder else { unreachable!("two boards are counted before one is told from them") };
    let point = |counted: &Census| (f64::from(counted.pairs), value(counted).max(1.0));
    Power::through(point(a), point(b))
}

impl Planned {
    fn of(pairs: u16, players: Seat, pace: Pace, planner: &dyn Planner) -> Result<Self, Error> {
        let samples = samples(pairs, players, pace, planner)?;
        let largest = samples[samples.len() - 1].pairs;
        let ladder = ladder(pairs, players, pace, planner)?;
        let itself = match ladder.last() {
            Some(last) if last.pairs == pairs => None,
            last if pace.itself && last.is_some_and(|last| pairs / WITHIN <= last.pairs) => {
                counted(pairs, players, Some(pace.until(planner)), planner)?
            }
            _ => None,
        };
        let itself = itself.as_ref().or(ladder.last().filter(|last| last.pairs == pairs));
        let apart = |size: u16| -> Result<f64, Error> {
            // What was not counted in time a moment ago is not counted now.
            let smaller = match pace.itself && size != pairs {
                true => counted(size, players, Some(pace.until(planner)), planner)?,
                false => None,
            };
            Ok(match smaller.as_ref().or(itself.filter(|_| size == pairs)) {
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
    fn count(pairs: u16, which: usize, ladder: &[Census], itself: Option<&Census>) -> Count {
        let counted = |board: &Census| Count::exact(board.numbers[which].to_string(), "counted".to_owned());
        let known = ladder.iter().find(|board| board.pairs == pairs).map(counted);
        let found = known.or_else(|| polynomial(pairs, which, ladder)).or_else(|| itself.map(counted));
        if let Some(found) = found {
            return found;
        }
        let power = growing(ladder, |counted| counted.numbers[which] as f64);
        Count::fitted(power, pairs.into(), &format!("{} pairs", ladder[ladder.len() - 1].pairs))
    }

    /// The largest board that was played.
    fn last(&self) -> Measurement {
        self.samples[self.samples.len() - 1]
    }

    /// Returns `true` if the board itself was played on the way.
    fn is_measured(&self) -> bool {
        self.last().pairs == self.pairs
    }

    /// As the largest board that was played, times the growth of the work.
    fn seconds(&self) -> f64 {
        let last = self.last();
        last.seconds * work(self.pairs, self.transitions.value) / work(last.pairs, last.transitions)
    }

    /// Those of the engine: what it held on the largest board that was played, whose numbers grow with the rows of a layer,
    /// and all else as it was counted.
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

    fn forecast(&self, players: Seat) -> Forecast {
        let samples = self.samples.iter();
        Forecast {
            game: format!(
                "Memory, {}, {} with perfect memory",
                family::counted(self.pairs, "pair"),
                family::counted(players, "robot")
            ),
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
                " Without fractions: odds memory --pairs {} --players {players} --approximate.",
                self.pairs
            ),
        }
    }
}
