//! Interval iteration: bounds on all values after a limit has stopped the work, and on components without a proof.
//!
//! The bounds on a state of an unfinished component are the proven bounds, if there are any, or else the least and the greatest
//! payoff that play can reach. A few sweeps of interval iteration (Haddad and Monmege 2018) bring them closer: a bound on the
//! value of a state follows from the bounds on the next states.

use crate::DoubleDouble;
use crate::bound_proof::BoundKind;
use crate::solver::{BoundsSolver, NONE};
use chancetree_model::Error;
use std::time::{Duration, Instant};

/// The greatest duration of the sweeps.
const LONGEST: Duration = Duration::from_millis(200);

/// The least change of a bound, relative to the bound, for which the sweeps go on.
const LEAST_CHANGE: f64 = 1e-18;

/// The least change of a bound, as a part of the wanted width, for which the sweeps go on after a failed proof.
const LEAST_PART: f64 = 1e-4;

/// The greatest numbers of updates and of sweeps after a failed proof.
const MOST_UPDATES: usize = 50_000_000;
const MOST_SWEEPS: usize = 20_000;

/// An upper bound on the relative error of a few operations on doubles.
const SLACK: f64 = 1e-9;

/// The number of states between two readings of the clock.
const CHECK: usize = 512;

impl BoundsSolver<'_> {
    /// Stores the current bounds of a component as its proven bounds.
    pub(crate) fn keep_proven(&mut self, component: &[u32], kind: BoundKind) {
        let (kept, values) = (&mut self.proven[kind as usize], &self.values[kind as usize]);
        kept.clear();
        kept.extend(component.iter().map(|&state| values[state as usize]));
    }

    /// Sets bounds on the states of all unfinished components.
    pub(crate) fn bound_unfinished(&mut self) {
        self.is_ended_by_opponent = false;
        let components = self.saves.components();
        let done = self.saves.done;
        components.get(done).iter().for_each(|&state| self.places[state as usize] = NONE);
        for component in (done..components.len()).map(|component| components.get(component)) {
            for kind in [BoundKind::Lower, BoundKind::Upper] {
                let proven = std::mem::take(&mut self.proven[kind as usize]);
                match proven.is_empty() {
                    true => self.set_farthest(component, kind),
                    false => component.iter().zip(proven).for_each(|(&state, value)| {
                        self.values[kind as usize][state as usize] = value;
                    }),
                }
            }
        }
        let open = components.span(done..components.len());
        let begin = Instant::now();
        loop {
            let mut is_changed = false;
            for (number, &state) in open.iter().enumerate() {
                for kind in [BoundKind::Lower, BoundKind::Upper] {
                    is_changed |= self.tighten(state, kind, 0.0);
                }
                if number % CHECK == CHECK - 1 && begin.elapsed() > LONGEST {
                    return;
                }
            }
            if !is_changed || begin.elapsed() > LONGEST {
                return;
            }
        }
    }

    /// Brings the bounds on a component closer by interval iteration, in sweeps of alternating directions, because a proof failed.
    /// The cost does not depend on the clock.
    pub(crate) fn iterate_intervals(&mut self, component: &[u32], width: f64) -> Result<(), Error> {
        for kind in [BoundKind::Lower, BoundKind::Upper] {
            let before: Vec<DoubleDouble> =
                component.iter().map(|&state| self.values[kind as usize][state as usize]).collect();
            self.set_farthest(component, kind);
            for (&state, before) in component.iter().zip(before) {
                let own = &mut self.values[kind as usize][state as usize];
                if before.high.is_finite() && kind.is_closer(before, *own) {
                    *own = before;
                }
            }
        }
        for sweep in 0..(MOST_UPDATES / component.len()).min(MOST_SWEEPS) {
            self.check_limits()?;
            let mut is_changed = false;
            for place in 0..component.len() {
                let place = if sweep % 2 == 0 { component.len() - 1 - place } else { place };
                for kind in [BoundKind::Lower, BoundKind::Upper] {
                    is_changed |= self.tighten(component[place], kind, LEAST_PART * width);
                }
            }
            if !is_changed {
                break;
            }
        }
        self.place(component);
        Ok(())
    }

    /// Sets a bound on the values of a component, from the bounds on the components that it leads to.
    ///
    /// A play leaves the component at most once. A value therefore exceeds all values outside by at most the greatest reward of a
    /// choice over the probability that the choice leaves the component. The bound is infinite if a choice with a reward never
    /// leaves.
    fn set_farthest(&mut self, component: &[u32], kind: BoundKind) {
        let (game, is_upper) = (self.game, kind == BoundKind::Upper);
        if game.rewards.is_empty() {
            return self.set_widest(component, kind);
        }
        component.iter().for_each(|&state| self.places[state as usize] = 0);
        let (mut outside, mut gain) = (None::<f64>, 0f64);
        for choice in component.iter().flat_map(|&state| game.choices(state)) {
            let mut leaving = 0.0;
            for branch in game.branches(choice) {
                let target = game.targets[branch] as usize;
                if self.places[target] == NONE {
                    let value = self.values[kind as usize][target];
                    let value = if is_upper { value.rounded_up() } else { -value.rounded_down() };
                    outside = Some(outside.map_or(value, |other| other.max(value)));
                    leaving += game.weights[branch].high;
                }
            }
            let reward = if is_upper { game.reward(choice).high } else { -game.reward(choice).high };
            if reward > 0.0 {
                gain = gain.max(reward / leaving * (1.0 + SLACK));
            }
        }
        component.iter().for_each(|&state| self.places[state as usize] = NONE);
        let farthest = match outside {
            None => f64::INFINITY,
            Some(outside) if gain == 0.0 => outside,
            Some(outside) => (outside + gain).next_up(),
        };
        let value = DoubleDouble { high: if is_upper { farthest } else { 0.0 - farthest }, low: 0.0 };
        self.set_bound(component, kind, value);
    }

    /// Moves a bound on the value of a state to the bound that follows from the next states, if that is closer. Returns whether
    /// the bound moves noticeably, by more than `least`.
    fn tighten(&mut self, state: u32, kind: BoundKind, least: f64) -> bool {
        let is_leaver = self.game.is_leaver[state as usize];
        // For the side that maximises, a lower bound on any choice is a lower bound on the state, so choices without a bound can be
        // ignored. The same holds for upper bounds and the side that minimises.
        let ignores_unknown = is_leaver == (kind == BoundKind::Lower);
        let mut best = None::<DoubleDouble>;
        for choice in self.game.choices(state) {
            let found = self.bounds_of_choice(choice, [kind]).map(|[found]| found);
            best = match (found, best) {
                (None, _) if !ignores_unknown => return false,
                (None, best) => best,
                (found, None) => found,
                (Some(found), Some(best)) => {
                    Some(if best.is_less(found) == is_leaver { found } else { best })
                }
            };
        }
        let old = &mut self.values[kind as usize][state as usize];
        let Some(new) = best.filter(|new| kind.is_closer(*new, *old)) else { return false };
        let is_first = !old.high.is_finite();
        let change = new.minus(*old).high.abs();
        *old = new;
        is_first || change > least.max(LEAST_CHANGE * new.high.abs())
    }
}

#[cfg(test)]
mod tests {
    use crate::saved::tests::TickCounter;
    use crate::{NextState, Scaled, SparseGameBuilder};
    use chancetree_exact::{Rational, ratio};
    use chancetree_model::{Job, StopRecord};
    use std::sync::atomic::AtomicUsize;

    /// The number of states of each walk.
    const STATES: u32 = 11;

    /// Two fair walks, one after the other: the second walk ends in the middle of the first, or in a payoff of 0. The probability
    /// of reaching the upper end is the number of steps to the lower end over the number of all steps (Huygens 1657). A stop while
    /// the second walk is solved does not give its states the bounds of the first walk.
    #[test]
    fn the_bounds_of_one_component_are_not_those_of_the_next() {
        let mut builder = SparseGameBuilder::new(2 * STATES);
        let ends = [0, 1].map(|payoff| builder.terminal(Scaled::of_whole(payoff)));
        let half = Scaled::of(&ratio(1, 2));
        let tops = [ends[1], NextState::State(STATES / 2)];
        for (walk, top) in (0..).zip(tops) {
            for place in 0..STATES {
                let state = walk * STATES + place;
                builder.state(true);
                builder.branch(if place == 0 { ends[0] } else { NextState::State(state - 1) }, half);
                builder.branch(if place + 1 == STATES { top } else { NextState::State(state + 1) }, half);
                builder.choice();
            }
        }
        let game = builder.finish();
        let all = i64::from(STATES) + 1;
        let of = |bound: f64| Rational::from_float(bound).expect("finite");
        for most in 0.. {
            let (monitor, record) = (TickCounter { ticks: AtomicUsize::new(0), most }, StopRecord::default());
            let job = Job { monitor: &monitor, ..Job::default() }.recording(&record);
            let found = game.bounds(None, 1e-12, &job).expect("bounds");
            for (state, bounds) in (0..).zip(&found.values) {
                let (walk, place) = (state / STATES, i64::from(state % STATES) + 1);
                let value = ratio(place, all * (1 + i64::from(walk)));
                let is_contained = of(bounds.lower) <= value && value <= of(bounds.upper);
                assert!(is_contained, "{most} ticks, state {state}: {value} in {bounds}");
            }
            if record.stop().is_none() {
                assert!(most > 10, "{most} ticks");
                break;
            }
        }
    }
}
