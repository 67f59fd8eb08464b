//! The cost of the odds of a board of robots with perfect memory. Smaller boards are played and counted while that is
//! quick, and larger boards are extrapolated.

use super::Memory;
use crate::evaluate::{counts, odds};
use crate::family;
use crate::game::Game as _;
use crate::game::Seat;
use crate::model::{Error, Job};
use crate::plan::{Count, Forecast, Foreseen, Peak, Planner};
use chancetree_engine::extrapolate::PowerLaw;
use serde_json::{Value, json};
use std::time::Duration;

/// A fresh board of robots with perfect memory. The board must be possible.
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

    /// Returns `None` if too few boards for an extrapolation can be played and counted quickly.
    fn bytes(&self, planner: &dyn Planner) -> Option<f64> {
        let planned = Planned::of(self.pairs, self.players, QUICK, planner).ok()?;
        let least = if planned.transitions.is_exact { LEAST } else { self.pairs.div_ceil(FARTHEST) };
        let is_reliable = !planned.is_measured() && planned.last().pairs >= least && planned.counted >= least;
        is_reliable.then(|| planner.whole(ALLOCATED * planned.bytes()))
    }
}

/// The effort that an estimate may take.
#[derive(Clone, Copy)]
struct Pace {
    /// A board with this much [`work`] is large enough to extrapolate from. It is not a time, since a busy machine
    /// would choose smaller boards.
    enough: f64,
    /// The time for counting boards, and for playing one that is not large enough. A board that takes longer is large
    /// enough on a slow machine.
    patience: Duration,
    /// The maximum time for playing one board.
    longest: Duration,
    /// The number of states after which counting stops: no board follows one with more states.
    states: u64,
    /// `true` to count the board itself, if time allows.
    itself: bool,
}

impl Pace {
    fn until(self, planner: &dyn Planner) -> Duration {
        planner.now() + self.patience
    }
}

/// The effort of an estimate that is a result by itself.
const THOROUGH: Pace = Pace {
    enough: 4e8,
    patience: Duration::from_secs(2),
    longest: Duration::from_secs(8),
    states: u64::MAX,
    itself: true,
};

/// The effort of an estimate after work has hit a limit. The longer times allow as much work on a slow machine.
const QUICK: Pace = Pace {
    enough: 4e6,
    patience: Duration::from_secs(10),
    longest: Duration::from_secs(80),
    states: 50_000,
    itself: false,
};

/// The size of lists of score vectors, in bytes, beyond which the engine drops them.
const MOST_LISTS: f64 = (1u64 << 28) as f64;

/// The ratio of allocated bytes to the bytes of a graph and its values.
const ALLOCATED: f64 = 1.25;

/// A board that is expected to take this many times the longest time is not started.
const HOPELESS: f64 = 3.0;

/// The maximum ratio of the pairs of a board to the pairs of the largest board on the ladder, if the board itself is
/// counted. Counting a board this much larger takes as long as the whole ladder, and a little more.
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
struct Census {
    pairs: u16,
    /// The numbers of states and transitions.
    numbers: [u64; 2],
    /// The size of the graph of tables, in bytes.
    graph: f64,
    /// The size of other data, in bytes: lists of score vectors, and the plans of their additions.
    lists: f64,
}

/// The estimates for a board.
struct Planned {
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

/// Creates a board that is no larger than the requested one, which is possible.
fn board(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("the largest board is possible")
}

/// Plays boards of at most `pairs` pairs, as large as the effort allows.
fn samples(pairs: u16, players: Seat, pace: Pace, planner: &dyn Planner) -> Result<Vec<Measurement>, Error> {
    let mut samples: Vec<Measurement> = Vec::new();
    let mut size = 4;
    loop {
        let size_now = size.min(pairs);
        let game = board(size_now, players);
        // The first board is so small that no reasonable limit can end it.
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
        // The growth of the work from this board to the next one is assumed to equal the previous growth.
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

/// Counts a board, if time allows. Returns `None` otherwise.
fn counted(
    pairs: u16,
    players: Seat,
    until: Option<Duration>,
    planner: &dyn Planner,
) -> Result<Option<Census>, Error> {
    let game = board(pairs, players);
    let peak = Peak::new(until, until.is_none(), planner.held().unwrap_or(0), planner);
    // A limit of states applies only to the requested work.
    let job = Job { most_states: u64::MAX, ..peak.job() };
    let found = game.graph(&job).and_then(|graph| {
        let found = counts(&graph, &[graph.start()], &[], &job)?;
        let numbers = found.iter().map(|counts| [counts.states, counts.transitions]).next();
        let graph = graph.bytes() as f64;
        Ok(Census { pairs, numbers: numbers.expect("as many as starts"), graph, lists: peak.values() })
    });
    peak.found(found)
}

/// Counts boards from the smallest one on, all with an even or all with an odd number of pairs, as `pairs` is. Stops
/// when a polynomial fits the counts, or when time is over.
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

/// Extrapolates states or transitions by the polynomial of the counted boards, if there is one.
fn polynomial(pairs: u16, which: usize, counted: &[Census]) -> Option<Count> {
    let counts = counted.iter().map(|counted| (counted.pairs.into(), counted.numbers[which]));
    Count::polynomial(counts, pairs.into(), 2)
}

/// Returns the power law through the last two counted boards.
fn growing(ladder: &[Census], value: impl Fn(&Census) -> f64) -> PowerLaw {
    let [.., a, b] = ladder else { unreachable!("two boards are counted before an extrapolation") };
    let point = |counted: &Census| (f64::from(counted.pairs), value(counted).max(1.0));
    PowerLaw::through(point(a), point(b))
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
            // A board that did not fit into the time a moment ago is not counted now.
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

    /// Returns the states or transitions: by a polynomial, by counting, or by a fit.
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
