//! Estimates of the cost of a game from smaller games of its family, in steps of increasing size.

use super::{Count, Forecast, PeakMemory};
use crate::model::{Error, Job};
use chancetree_engine::extrapolate::PowerLaw;
use std::time::Duration;

/// The time for solving smaller games.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time for the games that every estimate needs: two solved games, since a single one shows no growth, and one
/// counted game.
const LONGEST: Duration = Duration::from_secs(4);

/// A solved game of the series.
struct SolvedSize {
    size: u64,
    /// The numbers of states and transitions, if the work visited every state or they were counted in time.
    numbers: Option<[u64; 2]>,
    seconds: f64,
    bytes: f64,
}

/// An extrapolation from games of increasing size to the requested one.
pub struct Extrapolation<'a> {
    /// A description of the game.
    pub game: String,
    /// The name of the size.
    pub size: &'static str,
    /// The sizes of the games, ascending. The last one is the requested size.
    pub sizes: Vec<u64>,
    /// The job of the estimate.
    pub job: &'a Job<'a>,
}

impl Extrapolation<'_> {
    /// Solves games of increasing size, as long as that is quick. `work` solves a game of a size. It returns `None` if
    /// there is no game of this size, and else the numbers of states and transitions, or `Some(None)` if it does not
    /// visit every state. In that case `count` counts them, as long as that is quick.
    ///
    /// # Errors
    /// If the work is stopped, by a limit of the program or a signal.
    ///
    /// # Panics
    /// If there is no game of any size.
    pub fn forecast(
        self,
        work: impl Fn(u64, &Job<'_>) -> Result<Option<Option<[u64; 2]>>, Error>,
        count: impl Fn(u64, &Job<'_>) -> Result<Option<[u64; 2]>, Error>,
    ) -> Result<Forecast, Error> {
        let (start, mut samples, mut has_gaps) = (self.now(), Vec::<SolvedSize>::new(), false);
        let before = self.job.monitor.memory().allocated;
        let mut unfinished = None;
        for &size in &self.sizes {
            let peak = self.peak(start, samples.len() < 2, before);
            let sample_start = self.now();
            let job = peak.job();
            match peak.found(work(size, &job))? {
                Some(Some(numbers)) => {
                    let seconds = (self.now() - sample_start).as_secs_f64();
                    samples.push(SolvedSize { size, numbers, seconds, bytes: peak.growth() });
                }
                Some(None) => has_gaps |= !samples.is_empty(),
                None => {
                    unfinished = Some(size);
                    break;
                }
            }
        }
        // Time and memory depend on the solver. If it does not visit every state, the states are counted separately.
        let skips_states = samples.iter().any(|sample| sample.numbers.is_none());
        let (start, mut is_first) = (self.now(), true);
        for sample in samples.iter_mut().filter(|sample| sample.numbers.is_none()) {
            let peak = self.peak(start, std::mem::take(&mut is_first), before);
            sample.numbers = peak.found(count(sample.size, &peak.job()))?.flatten();
            if sample.numbers.is_none() {
                break;
            }
        }
        Ok(match (samples.is_empty(), unfinished) {
            (true, Some(size)) => self.unknown(size),
            _ => self.fitted(&samples, before.is_some(), has_gaps, skips_states),
        })
    }

    /// Returns the monitor of a game of the batch that began at `start`.
    fn peak(&self, start: Duration, is_needed: bool, before: Option<u64>) -> PeakMemory<'_> {
        let patience = if is_needed { LONGEST } else { PATIENCE };
        PeakMemory::new(Some(start + patience), is_needed, before.unwrap_or(0), self.job)
    }

    fn now(&self) -> Duration {
        self.job.monitor.now()
    }

    /// Describes a size.
    fn describe(&self, size: u64) -> String {
        let name = if size == 1 { self.size.trim_end_matches('s') } else { self.size };
        format!("{size} {name}")
    }

    /// Creates the forecast if not even the first game, of this size, was solved.
    fn unknown(self, size: u64) -> Forecast {
        let how = match Some(&size) == self.sizes.last() {
            true => "the game itself was not computed in time".to_owned(),
            false => format!("not even a game of {} was computed in time", self.describe(size)),
        };
        let unknown = Count::unknown(how.clone());
        Forecast::of(self.game, [unknown.clone(), unknown], how, self.size)
    }

    /// Creates the forecast from samples. Their memory is known if `has_bytes`. Games of some sizes between them do not exist if
    /// `has_gaps`. The solver does not visit every state if `skips_states`.
    fn fitted(self, samples: &[SolvedSize], has_bytes: bool, has_gaps: bool, skips_states: bool) -> Forecast {
        let most = self.sizes.last().copied().unwrap_or_default();
        let last = &samples[samples.len() - 1];
        let is_measured = last.size == most;
        let from = |sample: &SolvedSize| self.describe(sample.size);
        let counted = samples.partition_point(|sample| sample.numbers.is_some());
        let counted = &samples[..counted];
        let count = |which: usize| {
            let number = |sample: &SolvedSize| sample.numbers.map_or(0, |numbers| numbers[which]);
            let Some(largest) = counted.last() else {
                let how = format!("not even the states of {} were counted in time", from(&samples[0]));
                return Count::unknown(how);
            };
            if largest.size == most {
                let how =
                    if skips_states { "counted; the solver of best play visits fewer" } else { "counted" };
                return Count::exact(number(largest).to_string(), how.to_owned());
            }
            // Some counts are one polynomial for even sizes and another one for odd sizes.
            let counts = || counted.iter().map(|sample| (sample.size, number(sample)));
            let mut found = STEPS.iter().filter_map(|&step| Count::polynomial(counts(), most, step));
            match found.next().filter(|_| !has_gaps) {
                Some(count) => count,
                // A single game shows no growth.
                None if counted.len() < 2 => {
                    Count::unknown(format!("only the states of {} were counted in time", from(largest)))
                }
                None => Count::fitted(growing(counted, |it| number(it) as f64), most as f64, &from(largest)),
            }
        };
        let counts = [count(0), count(1)];
        // Small games hardly show the work for each transition, which does not decrease with the size.
        let visited = last.numbers.filter(|_| !skips_states);
        let times = visited.map_or(0.0, |[_, transitions]| counts[1].value / transitions.max(1) as f64);
        let at = |value: fn(&SolvedSize) -> f64, least: f64| match samples {
            _ if is_measured => Some(value(last)),
            [_] => None,
            _ => {
                let grown = growing(samples, |sample| value(sample).max(least)).at(most as f64);
                Some(grown.max(value(last) * times))
            }
        };
        let how = match samples {
            _ if is_measured => Forecast::measured(),
            [only] => format!("only a game of {} was computed in time", from(only)),
            _ => Forecast::fitted(&from(last)),
        };
        let seconds = at(|sample| sample.seconds, 0.0);
        let bytes = at(|sample| sample.bytes, NOISE).filter(|_| has_bytes);
        let samples = samples.iter().map(|sample| (sample.size, sample.seconds, sample.bytes)).collect();
        Forecast { seconds, bytes, is_measured, samples, ..Forecast::of(self.game, counts, how, self.size) }
    }
}

/// The distances between the sizes that may share a polynomial.
const STEPS: [u64; 2] = [1, 2];

/// The growth of the program for other reasons than the game, in bytes. A smaller growth is not extrapolated.
const NOISE: f64 = (1u64 << 20) as f64;

/// Returns the power law through the largest solved game and one of at most half its size.
fn growing(samples: &[SolvedSize], value: impl Fn(&SolvedSize) -> f64) -> PowerLaw {
    let last = &samples[samples.len() - 1];
    let half = samples.iter().rev().find(|sample| 2 * sample.size <= last.size).unwrap_or(&samples[0]);
    let point = |sample: &SolvedSize| (sample.size as f64, value(sample).max(1e-6));
    PowerLaw::through(point(half), point(last))
}
