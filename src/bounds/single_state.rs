//! Bounds on the value of a state that play cannot come back to, from the bounds on the next states.

use crate::solver::BoundsSolver;
use crate::{SparseGame, Twofold};

/// The least relative difference of two values that decides between choices.
const TOLERANCE: f64 = 1e-13;

/// Bounds on the value of a choice.
#[derive(Clone, Copy)]
struct ChoiceBounds {
    lower: Twofold,
    upper: Twofold,
}

impl BoundsSolver<'_> {
    /// Sets the bounds and the choice of a state that is a component of its own. Returns `false` if the state needs a proof instead:
    /// a choice may stay for ever, or a number is too large.
    pub(crate) fn solve_single(&mut self, state: u32) -> bool {
        let game = self.game;
        let is_leaver = game.is_leaver[state as usize];
        let sign = if is_leaver { 1.0 } else { -1.0 };
        let mut best: Option<(ChoiceBounds, u32)> = None;
        for choice in game.choices(state) {
            let Some(bounds) = self.choice_bounds(choice) else { return false };
            best = Some(match best {
                None => (bounds, choice),
                Some((before, chosen)) => {
                    let (old, new) = (before.lower.high, bounds.lower.high);
                    let is_better = sign * (new - old) > TOLERANCE * old.abs();
                    (before.best(&bounds, is_leaver), if is_better { choice } else { chosen })
                }
            });
        }
        let Some((bounds, choice)) = best else { return false };
        let state = state as usize;
        (self.lower[state], self.upper[state]) = (bounds.lower, bounds.upper);
        (self.rough[state], self.policy[state]) = (bounds.lower.high, choice);
        true
    }

    /// Returns bounds on the value of a choice, or `None` if it does not leave its state, or a number is too large.
    ///
    /// The value is the sum of the reward and of the next values times their weights, over the sum of the weights, which is at least
    /// 1/2. Each operation has a relative error of at most 2^-102; see [`Twofold`]. A weight or a product may be too small, which adds
    /// an absolute error.
    fn choice_bounds(&self, choice: u32) -> Option<ChoiceBounds> {
        let game: &SparseGame = self.game;
        let reward = game.reward(choice);
        let (mut lower, mut upper, mut total) = (reward, reward, Twofold::default());
        let (mut size, mut steps, mut terms) = (reward.high.abs(), 1.0, 16.0);
        for branch in game.branches(choice) {
            let (target, weight) = (game.targets[branch] as usize, game.weights[branch]);
            let terms_of = [self.lower[target], self.upper[target]].map(|value| weight.times(value));
            (lower, upper) = (lower.plus(terms_of[0]), upper.plus(terms_of[1]));
            total = total.plus(weight);
            let greatest = self.lower[target].high.abs().max(self.upper[target].high.abs());
            size += weight.high * greatest;
            steps += 1.0 + greatest;
            terms += 1.0;
        }
        let is_usable = total.high >= 0.5 && size < 2f64.powi(990);
        let error = terms * 2f64.powi(-100) * size + 2f64.powi(-950) * steps;
        let inverse = total.inverse()?;
        let outward = |sum: Twofold, by: f64| sum.plus(Twofold { high: by, low: 0.0 }).times(inverse);
        is_usable.then(|| ChoiceBounds { lower: outward(lower, -error), upper: outward(upper, error) })
    }
}

impl ChoiceBounds {
    /// Returns bounds on the greater of two values, or on the lesser.
    fn best(&self, other: &Self, is_greater: bool) -> Self {
        let best = |a: Twofold, b: Twofold| if a.is_less(b) == is_greater { b } else { a };
        Self { lower: best(self.lower, other.lower), upper: best(self.upper, other.upper) }
    }
}
