//! Bounds on all values after a limit has stopped the work: the bounds of finished components, and wide bounds on other states.
//!
//! The bounds on a state of an unfinished component are the proven bounds, if there are any, or else the least and the greatest
//! payoff. A few sweeps of interval iteration (Haddad and Monmege 2018) bring them closer: a bound on the value of a state follows
//! from the bounds on the next states.

use crate::Twofold;
use crate::certificate::BoundKind;
use crate::solver::BoundsSolver;
use std::time::{Duration, Instant};

/// The greatest duration of the sweeps.
const LONGEST: Duration = Duration::from_millis(200);

/// The least change of a bound, relative to the bound, for which the sweeps go on.
const LEAST_CHANGE: f64 = 1e-18;

/// The number of states between two looks at the clock.
const CHECK: usize = 512;

/// The last proven bounds on the states of the current component, in its order.
#[derive(Default)]
pub(crate) struct ProvenBounds {
    lower: Vec<Twofold>,
    upper: Vec<Twofold>,
}

impl ProvenBounds {
    fn of_kind(&mut self, kind: BoundKind) -> &mut Vec<Twofold> {
        match kind {
            BoundKind::Lower => &mut self.lower,
            BoundKind::Upper => &mut self.upper,
        }
    }

    /// Forgets the bounds on a component.
    pub(crate) fn clear(&mut self) {
        self.lower.clear();
        self.upper.clear();
    }
}

impl BoundsSolver<'_> {
    fn values(&self, kind: BoundKind) -> &[Twofold] {
        if kind == BoundKind::Lower { &self.lower } else { &self.upper }
    }

    fn values_mut(&mut self, kind: BoundKind) -> &mut Vec<Twofold> {
        if kind == BoundKind::Lower { &mut self.lower } else { &mut self.upper }
    }

    /// Keeps the current bounds of a component, which are proven.
    pub(crate) fn keep_proven(&mut self, component: &[u32], kind: BoundKind) {
        let Self { proven, lower, upper, .. } = self;
        let values = if kind == BoundKind::Lower { lower } else { upper };
        let kept = proven.of_kind(kind);
        kept.clear();
        kept.extend(component.iter().map(|&state| values[state as usize]));
    }

    /// Sets bounds on the states of all unfinished components.
    pub(crate) fn bound_unfinished(&mut self) {
        self.is_ended_by_opponent = false;
        let components = self.saves.components();
        let done = self.saves.done;
        let open = components.span(done..components.len());
        self.set_least(open);
        self.set_greatest(open);
        for kind in [BoundKind::Lower, BoundKind::Upper] {
            let proven = std::mem::take(self.proven.of_kind(kind));
            for (&state, value) in components.get(done).iter().zip(proven) {
                self.values_mut(kind)[state as usize] = value;
            }
        }
        let begin = Instant::now();
        loop {
            let mut is_changed = false;
            for (number, &state) in open.iter().enumerate() {
                is_changed |= self.tighten(state, BoundKind::Lower) | self.tighten(state, BoundKind::Upper);
                if number % CHECK == CHECK - 1 && begin.elapsed() > LONGEST {
                    return;
                }
            }
            if !is_changed || begin.elapsed() > LONGEST {
                return;
            }
        }
    }

    /// Moves a bound on the value of a state to the bound that follows from the next states, if that is closer. Returns whether
    /// the bound moves noticeably.
    fn tighten(&mut self, state: u32, kind: BoundKind) -> bool {
        let is_leaver = self.game.is_leaver[state as usize];
        // A choice without a bound may be worse than all others for its player, but not better than the old bound on the state.
        let ignores_unknown = is_leaver == (kind == BoundKind::Lower);
        let mut best = None::<Twofold>;
        for choice in self.game.choices(state) {
            best = match (self.bound_of_choice(choice, kind), best) {
                (None, _) if !ignores_unknown => return false,
                (None, best) => best,
                (found, None) => found,
                (Some(found), Some(best)) => {
                    Some(if best.is_less(found) == is_leaver { found } else { best })
                }
            };
        }
        let old = &mut self.values_mut(kind)[state as usize];
        let is_closer = |new: &Twofold| match kind {
            BoundKind::Lower => old.is_less(*new),
            BoundKind::Upper => new.is_less(*old),
        };
        let Some(new) = best.filter(is_closer) else { return false };
        let change = new.minus(*old).high.abs();
        *old = new;
        change > LEAST_CHANGE * new.high.abs()
    }

    /// Returns a bound on the value of a choice, as [`Self::solve_single`] computes it. Returns `None` if the choice does not leave
    /// its state, or a number is too large.
    fn bound_of_choice(&self, choice: u32, kind: BoundKind) -> Option<Twofold> {
        let game = self.game;
        let reward = game.reward(choice);
        let (mut sum, mut total) = (reward, Twofold::default());
        let (mut size, mut steps, mut terms) = (reward.high.abs(), 1.0, 16.0);
        for branch in game.branches(choice) {
            let (value, weight) = (self.values(kind)[game.targets[branch] as usize], game.weights[branch]);
            sum = sum.plus(weight.times(value));
            total = total.plus(weight);
            size += weight.high * value.high.abs();
            steps += 1.0 + value.high.abs();
            terms += 1.0;
        }
        if !(total.high >= 0.5 && size < 2f64.powi(990)) {
            return None;
        }
        let error = terms * 2f64.powi(-100) * size + 2f64.powi(-950) * steps;
        let by = if kind == BoundKind::Lower { -error } else { error };
        Some(sum.plus(Twofold { high: by, low: 0.0 }).times(total.inverse()?))
    }
}
