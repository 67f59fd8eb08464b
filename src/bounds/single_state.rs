//! Bounds on the value of a state that play cannot come back to, from the bounds on the next states.

use crate::bound_proof::BoundKind;
use crate::solver::BoundsSolver;
use crate::{DoubleDouble, SparseGame};

/// The least relative difference of two values that decides between choices.
const TOLERANCE: f64 = 1e-13;

impl BoundsSolver<'_> {
    /// Sets the bounds and the choice of a state that is a component of its own. Returns `false` if the state needs a proof instead:
    /// a choice may stay for ever, or a number is too large.
    pub(crate) fn solve_single(&mut self, state: u32) -> bool {
        let game = self.game;
        let is_leaver = game.is_leaver[state as usize];
        let sign = if is_leaver { 1.0 } else { -1.0 };
        let mut best: Option<([DoubleDouble; 2], u32)> = None;
        for choice in game.choices(state) {
            let bounds = self.bounds_of_choice(choice, [BoundKind::Lower, BoundKind::Upper]);
            let Some([lower, upper]) = bounds else { return false };
            best = Some(match best {
                None => ([lower, upper], choice),
                Some((before, chosen)) => {
                    let is_better = sign * (lower.high - before[0].high) > TOLERANCE * before[0].high.abs();
                    let best = |old: DoubleDouble, new: DoubleDouble| {
                        if old.is_less(new) == is_leaver { new } else { old }
                    };
                    let bounds = [best(before[0], lower), best(before[1], upper)];
                    (bounds, if is_better { choice } else { chosen })
                }
            });
        }
        let Some(([lower, upper], choice)) = best else { return false };
        let state = state as usize;
        (self.values[0][state], self.values[1][state]) = (lower, upper);
        (self.rough[state], self.policy[state]) = (lower.high, choice);
        true
    }

    /// Returns bounds of the wanted kinds on the value of a choice, or `None` if the choice does not leave its state, or a number is
    /// too large.
    ///
    /// The value is the sum of the reward and of the next values times their weights, over the sum of the weights, which is at least
    /// 1/2. Each operation has a relative error of at most 2^-102; see [`DoubleDouble`]. A weight or a product may be too small, which adds
    /// an absolute error.
    #[inline]
    pub(crate) fn bounds_of_choice<const N: usize>(
        &self,
        choice: u32,
        kinds: [BoundKind; N],
    ) -> Option<[DoubleDouble; N]> {
        let game: &SparseGame = self.game;
        let known = kinds.map(|kind| &self.values[kind as usize]);
        let reward = game.reward(choice);
        let (mut sums, mut total) = ([reward; N], DoubleDouble::default());
        let (mut size, mut steps, mut terms) = (reward.high.abs(), 1.0, 16.0);
        for branch in game.branches(choice) {
            let (target, weight) = (game.targets[branch] as usize, game.weights[branch]);
            let next = known.map(|values| values[target]);
            for (sum, value) in sums.iter_mut().zip(next) {
                *sum = sum.plus(weight.times(value));
            }
            total = total.plus(weight);
            let greatest =
                next.map(|value| value.high.abs()).into_iter().reduce(f64::max).unwrap_or_default();
            size += weight.high * greatest;
            steps += 1.0 + greatest;
            terms += 1.0;
        }
        let is_usable = total.high >= 0.5 && size < 2f64.powi(990);
        let error = terms * 2f64.powi(-100) * size + 2f64.powi(-950) * steps;
        let inverse = total.inverse().filter(|_| is_usable)?;
        for (sum, kind) in sums.iter_mut().zip(kinds) {
            let by = if kind == BoundKind::Lower { -error } else { error };
            *sum = sum.plus(DoubleDouble { high: by, low: 0.0 }).times(inverse);
        }
        Some(sums)
    }
}
