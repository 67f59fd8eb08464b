//! Estimates what a game takes, from smaller games of its family, each a step larger than the one before.

use super::{Count, Forecast, Peak, Planner};
use crate::model::{Error, Run};
use chancetree_engine::extrapolate::Power;
use std::time::Duration;

/// The time for which smaller games are worked out.
const PATIENCE: Duration = Duration::from_secs(2);

/// A game that was worked out.
struct Sample {
    size: u64,
    /// States and transitions, if they were visited or counted in time.
    numbers: Option<[u64; 2]>,
    seconds: f64,
    bytes: f64,
}

/// Games that grow by something, up to the one that is asked about.
pub struct Ladder<'a> {
    /// The game in words.
    pub game: String,
    /// The name of what games grow by.
    pub size: &'static str,
    /// How large games are, ascending; the last is the one that is asked about.
    pub sizes: Vec<u64>,
    /// The program that plans.
    pub planner: &'a dyn Planner,
}

impl Ladder<'_> {
    /// Works games out as long as that is quick; `work` says how many states and transitions were visited, if those are
    /// all, or that there is no game of this size. Otherwise `count` counts them, as long as that is quick, too.
    ///
    /// # Errors
    /// If a limit is passed, or the work is stopped.
    ///
    /// # Panics
    /// If there is no game of any size.
    pub fn forecast(
        self,
        work: impl Fn(u64, &Run<'_>) -> Result<Option<Option<[u64; 2]>>, Error>,
        count: impl Fn(u64, &Run<'_>) -> Result<Option<[u64; 2]>, Error>,
    ) -> Result<Forecast, Error> {
        let (until, mut samples, mut gaps) = (self.planner.now() + PATIENCE, Vec::<Sample>::new(), false);
        for &size in &self.sizes {
            let peak = Peak::new((samples.len() >= 2).then_some(until), self.planner);
            let begun = self.planner.now();
            let run = peak.run();
            match peak.found(work(size, &run))? {
                Some(Some(numbers)) => {
                    let seconds = (self.planner.now() - begun).as_secs_f64();
                    samples.push(Sample { size, numbers, seconds, bytes: peak.most() });
                }
                Some(None) => gaps |= !samples.is_empty(),
                None => break,
            }
        }
        // A solver that does not visit all is what takes time and memory; how large games are is another question.
        let solver = samples.iter().any(|sample| sample.numbers.is_none());
        let (until, mut is_first) = (self.planner.now() + PATIENCE, true);
        for sample in samples.iter_mut().filter(|sample| sample.numbers.is_none()) {
            let peak = Peak::new((!std::mem::take(&mut is_first)).then_some(until), self.planner);
            sample.numbers = peak.found(count(sample.size, &peak.run()))?.flatten();
            if sample.numbers.is_none() {
                break;
            }
        }
        Ok(self.told(&samples, gaps, solver))
    }

    fn told(self, samples: &[Sample], gaps: bool, solver: bool) -> Forecast {
        let most = self.sizes.last().copied().unwrap_or_default();
        let last = &samples[samples.len() - 1];
        let is_measured = last.size == most;
        let from = |sample: &Sample| format!("{} {}", sample.size, self.size);
        let counted = samples.partition_point(|sample| sample.numbers.is_some());
        let counted = &samples[..counted.max(1)];
        let count = |which: usize| {
            let number = |sample: &Sample| sample.numbers.map_or(0, |numbers| numbers[which]);
            let largest = &counted[counted.len() - 1];
            if largest.size == most {
                let how = if solver { "counted; the solver of best play visits fewer" } else { "counted" };
                return Count::exact(number(largest).to_string(), how.to_owned());
            }
            // Some numbers are those of one polynomial for even sizes and of another for odd ones.
            let counts = || counted.iter().map(|sample| (sample.size, number(sample)));
            let mut found = STEPS.iter().filter_map(|&step| Count::polynomial(counts(), most, step));
            match found.next().filter(|_| !gaps) {
                Some(count) => count,
                // Nothing grows from a single game.
                None if counted.len() < 2 => Count::unknown(&from(largest)),
                None => Count::fitted(growing(counted, |it| number(it) as f64), most as f64, &from(largest)),
            }
        };
        let at = |value: fn(&Sample) -> f64| match is_measured {
            true => value(last),
            false => growing(samples, value).at(most as f64),
        };
        Forecast {
            game: self.game,
            states: count(0),
            transitions: count(1),
            seconds: at(|sample| sample.seconds),
            bytes: at(|sample| sample.bytes),
            is_measured,
            told_from: from(last),
            size: self.size,
            samples: samples.iter().map(|sample| (sample.size, sample.seconds, sample.bytes)).collect(),
            instead: String::new(),
        }
    }
}

/// The distances between the sizes that may share a polynomial.
const STEPS: [u64; 2] = [1, 2];

/// As from half of the largest game that was worked out to itself.
fn growing(samples: &[Sample], value: impl Fn(&Sample) -> f64) -> Power {
    let last = &samples[samples.len() - 1];
    let half = samples.iter().rev().find(|sample| 2 * sample.size <= last.size).unwrap_or(&samples[0]);
    let point = |sample: &Sample| (sample.size as f64, value(sample).max(1e-6));
    Power::through(point(half), point(last))
}
