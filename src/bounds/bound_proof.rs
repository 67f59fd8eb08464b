//! Bounds that are proven by one inequality for each choice.
//!
//! The drift of a choice is the expected change of the bound: its reward, plus the sum of the probability of each branch times the
//! difference of the bounds at its target and its source. Branches that stay, and end components with equal bounds, contribute
//! exactly 0.
//!
//! - Lower bound. The leaving side follows a strategy that leaves the states almost surely, whatever the opponent does. If no
//!   choice that is then possible has a negative drift, the bound is no greater than the expected bound at the terminal plus the
//!   rewards.
//! - Upper bound. The opponent follows any strategy. If no choice that is then possible has a positive drift, the bound is no less
//!   than that expectation, for every strategy of the leaving side that leaves the states almost surely. If play may stay, the
//!   bound must be no less than the payoff of staying.
//!
//! A bound is found by Newton's method, which is strategy iteration of the free side (Puterman and Brumelle 1979), in
//! double-doubles. Each drift must exceed its own rounding error, so a margin of several errors is kept. Guessing a bound and
//! proving it follows optimistic value iteration (Hartmanns and Kaminski 2020).
//!
//! Equations that are solved by steps leave residuals of one size in all nodes, far above the rounding errors of small values. Once
//! they are negligible, all nodes get the same additional margin.

use crate::DoubleDouble;
use crate::choice_rows::ChoiceRows;
use crate::component_equations::{LEAST_STEPPED, PreparedEquations};
use crate::iterative_solution::StepTolerance;
use crate::quotient::QuotientNodes;
use crate::saved::{Proof, Stage};
use crate::solver::{BoundsSolver, NONE};
use chancetree_model::Error;
use std::mem::take;

/// The maximum number of rounds of Newton's method for a bound.
const ROUNDS: u32 = 60;

/// The initial margin, as a multiple of the rounding error.
const MARGIN: f64 = 4.0;

/// The number of rounds without a changed choice after which the margin grows.
const STABLE: u32 = 6;

/// The expected change of a bound by a choice, in the scale of the choice.
struct Drift {
    value: DoubleDouble,
    /// A bound on the rounding error of the value.
    error: f64,
    /// The error, plus the change of the drift if the last bit of the bound changes.
    grain: f64,
    /// The probability of leaving the node.
    weight: f64,
}

/// Whether a bound is a lower or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoundKind {
    Lower,
    Upper,
}

impl BoundKind {
    /// Returns the sign of the direction in which a bound of this kind gets wider.
    pub(crate) fn sign(self) -> f64 {
        if self == Self::Lower { -1.0 } else { 1.0 }
    }

    /// Returns `true` if the bound `new` of this kind is closer to the values than `old`.
    pub(crate) fn is_closer(self, new: DoubleDouble, old: DoubleDouble) -> bool {
        if self == Self::Lower { old.is_less(new) } else { new.is_less(old) }
    }
}

/// The accuracy of a correction, relative to its margin.
const INEXACT: f64 = 0.01;

/// The least part of the residuals that a correction leaves. Another correction follows if more accuracy is needed.
const LEAST_LEFT: f64 = 1e-10;

/// The part of the greatest drift that a correction by steps leaves.
const LEFT: f64 = 1e-9;

/// The greatest drift, relative to the greatest bound, that a common margin for all nodes can exceed without harm.
const NEGLIGIBLE: f64 = 1e-20;

/// The least part of the greatest drift that counts as no progress.
const LEAST_PROGRESS: f64 = 0.1;

/// The common margin of all nodes, relative to the greatest drift, and its growth if the bounds are not proven.
const FLOOR: f64 = 4.0;
const FLOOR_GROWTH: f64 = 8.0;
/// The accuracy of a correction by the common margin.
const INEXACT_FLOOR: f64 = 0.1;

impl BoundsSolver<'_> {
    /// Finds and proves bounds on the values of the nodes of a component, starting from the current bounds: the lower bounds, or
    /// the upper bounds if `proof` has the result for the lower bounds. Continues `proof` if it has choices. Returns whether the
    /// bounds are proven.
    pub(crate) fn prove(
        &mut self,
        component: &[u32],
        nodes: &QuotientNodes,
        factored: &mut Option<PreparedEquations>,
        proof: Proof,
    ) -> Result<bool, Error> {
        let Proof { improvements, is_lower_proven, rounds: done, .. } = proof;
        let Proof { mut chosen, mut margin, mut floor, mut violation, mut stable, .. } = proof;
        let kind = if is_lower_proven.is_none() { BoundKind::Lower } else { BoundKind::Upper };
        if chosen.is_empty() {
            (chosen, margin, violation) = (self.first_choices(nodes), MARGIN, f64::INFINITY);
        }
        let count = nodes.members.len();
        // With this sign, a positive drift violates the inequality.
        let sign = kind.sign();
        let mut residuals = vec![0.0; count];
        // The margin of each node, as a change of its bound, and the probability of leaving it.
        let mut margins = vec![0.0; count];
        let mut weights = vec![0.0; count];
        // The residuals of all choices, if a node has several.
        let mut all_residuals = vec![f64::NEG_INFINITY; nodes.choices.all().len()];
        let mut rows = None::<ChoiceRows>;
        let widest = self.widest[kind as usize];
        let range = self.widest[1].high - self.widest[0].high;
        for rounds in done..ROUNDS {
            self.begin_round(component, || {
                let chosen = chosen.clone();
                let start = Proof { improvements, is_lower_proven, rounds, ..Proof::default() };
                Stage::Proof(Proof { chosen, margin, floor, violation, stable, ..start })
            })?;
            let (mut is_proven, mut is_changed, mut row) = (true, false, 0);
            // The greatest residual, as a multiple of its margin.
            let mut greatest = 1f64;
            // The greatest drift, as a change of a bound, and the greatest bound.
            let (mut worst, mut size) = (0f64, 0f64);
            for (node, choices) in nodes.choices.iter().enumerate() {
                // The gain, the residual, the margin and the weight of the current choice, and the best other choice whose
                // inequality is not proven.
                let (mut own, mut best) = (None, None::<(f64, f64, f64, f64, u32)>);
                for &choice in choices {
                    let drift = self.drift(choice, node as u32, kind);
                    let outward = DoubleDouble { high: sign * drift.value.high, low: sign * drift.value.low };
                    if outward.high.is_nan() {
                        return Ok(false);
                    }
                    let is_sound = outward.high + (outward.low.abs() + drift.error) * 1.001 <= 0.0;
                    is_proven &= is_sound;
                    let residual = outward.high + margin * drift.grain;
                    let gain = residual / drift.weight;
                    let node_margin = margin * drift.grain / drift.weight;
                    if drift.weight > 0.0 {
                        all_residuals[row] = residual;
                    }
                    row += 1;
                    if !is_sound {
                        greatest = greatest.max(residual / (margin * drift.grain));
                    }
                    if choice == chosen[node] {
                        own = Some((gain, residual, node_margin, drift.weight));
                    } else if !is_sound && drift.weight > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                        best = Some((gain, residual, node_margin, drift.weight, choice));
                    }
                }
                let Some((gain, residual, node_margin, weight)) = own.filter(|own| own.0.is_finite()) else {
                    return Ok(false);
                };
                (residuals[node], margins[node], weights[node]) = (residual, node_margin, weight);
                if let Some((_, residual, node_margin, weight, choice)) = best.filter(|best| best.0 > gain) {
                    (residuals[node], margins[node], weights[node]) = (residual, node_margin, weight);
                    chosen[node] = choice;
                    is_changed = true;
                }
                worst = worst.max((residuals[node] / weights[node] - margins[node]).abs());
                let state = nodes.members.get(node)[0] as usize;
                size = size.max(self.values[kind as usize][state].high.abs());
            }
            if is_proven && self.are_above_staying(nodes, kind) {
                self.adopt(nodes, kind, &chosen);
                return Ok(true);
            }
            if self.is_stepped && count >= LEAST_STEPPED {
                // Steps cannot reach the rounding errors of small values. The same margin for all nodes can be reached.
                if floor > 0.0 {
                    floor *= if is_changed { 1.0 } else { FLOOR_GROWTH };
                } else if worst <= NEGLIGIBLE * size || worst > LEAST_PROGRESS * violation {
                    floor = FLOOR * worst;
                }
                violation = worst;
                residuals.iter_mut().zip(&weights).for_each(|(residual, weight)| *residual += floor * weight);
            }
            let of_each = LEAST_LEFT.max(INEXACT / greatest);
            margins.iter_mut().for_each(|margin| *margin *= greatest);
            let absolute = (INEXACT_FLOOR * floor).max(LEFT * worst);
            let most = (floor > 0.0 && range.is_finite()).then_some(2.0 * range);
            let last = StepTolerance { absolute, of_each, sizes: &margins, most, ..StepTolerance::LEAST };
            let mut moves = residuals.clone();
            if !self.solve_equations(&chosen, factored, &mut moves, last)? {
                return Ok(false);
            }
            if is_changed {
                // Other choices may need a larger move yet. Sweeps find them faster than more solutions.
                let mut filled = rows.take().unwrap_or_else(|| {
                    let mut rows = take(&mut self.rows);
                    self.fill_rows(&mut rows, nodes.choices.iter().map(|choices| choices.iter().copied()));
                    rows
                });
                filled.set_constants(&all_residuals, floor);
                let is_moved = filled.improve_choices(&mut chosen, &mut moves, self.job)?;
                if is_moved {
                    moves = filled.constants_of(&chosen);
                }
                rows = Some(filled);
                if is_moved && !self.solve_equations(&chosen, factored, &mut moves, last)? {
                    return Ok(false);
                }
            }
            self.mirrored.clear();
            let values = &mut self.values[kind as usize];
            for (members, by) in nodes.members.iter().zip(&moves) {
                let before = values[members[0] as usize];
                let moved = before.plus(DoubleDouble { high: sign * by, low: 0.0 });
                if floor > 0.0 {
                    self.mirrored.push(before.plus(DoubleDouble { high: -sign * by, low: 0.0 }));
                }
                // Without the common margin, the proof of a value that is the greatest of all needs a greater bound.
                let moved = if floor > 0.0 && kind.is_closer(widest, moved) { widest } else { moved };
                members.iter().for_each(|&state| values[state as usize] = moved);
            }
            stable = if is_changed { 0 } else { stable + 1 };
            if stable == STABLE {
                (margin, stable) = (4.0 * margin, STABLE / 2);
            }
        }
        Ok(false)
    }

    /// Returns the choice of the policy for each node. For a node with several states, returns the choice with the greatest drift
    /// of the upper bound relative to the probability of leaving the node.
    fn first_choices(&self, nodes: &QuotientNodes) -> Vec<u32> {
        let first = |(node, choices): (usize, &[u32])| {
            let is_played =
                |choice: &u32| self.policy[self.game.sources[*choice as usize] as usize] == *choice;
            let drift = |choice: u32| {
                let drift = self.drift(choice, node as u32, BoundKind::Upper);
                drift.value.high / drift.weight
            };
            match nodes.members.get(node).len() {
                1 => choices.iter().copied().find(is_played),
                _ => choices.iter().copied().max_by(|&a, &b| drift(a).total_cmp(&drift(b))),
            }
            .unwrap_or(NONE)
        };
        nodes.choices.iter().enumerate().map(first).collect()
    }

    /// After the proof of a lower bound, sets the policy to the choices of the nodes. Only choices of the opponent can differ.
    fn adopt(&mut self, nodes: &QuotientNodes, kind: BoundKind, chosen: &[u32]) {
        if kind == BoundKind::Lower {
            for (members, &choice) in nodes.members.iter().zip(chosen) {
                members.iter().for_each(|&state| self.policy[state as usize] = choice);
            }
        }
    }

    /// Returns `false` if an upper bound is less than the payoff of a play without end.
    fn are_above_staying(&self, nodes: &QuotientNodes, kind: BoundKind) -> bool {
        let Some(staying) = self.game.staying.filter(|_| kind == BoundKind::Upper) else { return true };
        let mut states = nodes.members.all().iter();
        states.all(|&state| self.values[kind as usize][state as usize].rounded_down() >= staying)
    }

    /// Returns the drift of a choice of a node.
    fn drift(&self, choice: u32, node: u32, kind: BoundKind) -> Drift {
        let game = self.game;
        let values = &self.values[kind as usize];
        let own = values[game.sources[choice as usize] as usize];
        let mut value = game.reward(choice);
        let (mut others, mut steps, mut terms, mut weight) = (0.0, 0.0, 0.0, 0.0);
        if value.high != 0.0 {
            (steps, terms) = (1.0, 1.0);
        }
        for branch in game.branches(choice) {
            let (target, share) = (game.targets[branch] as usize, game.weights[branch]);
            if self.places[target] != node {
                weight += share.high;
            }
            if values[target] != own {
                let step = values[target].minus(own);
                let term = share.times(step);
                value = value.plus(term);
                others += term.high.abs();
                steps += 1.0 + step.high.abs();
                terms += 1.0;
            }
        }
        // A reward above 2^1000 outweighs all other terms.
        if game.reward(choice).high.is_infinite() && others < 2f64.powi(990) {
            value = game.reward(choice);
            return Drift { value, error: 0.0, grain: 0.0, weight };
        }
        // Each probability, difference, product and sum has a relative error of at most 8 u^2 = 2^-103, with u = 2^-53. A
        // probability that is far smaller than the greatest of the choice has an absolute error.
        let error = (terms + 16.0) * 2f64.powi(-103) * (game.reward(choice).high.abs() + others)
            + 2f64.powi(-950) * steps;
        let grain = error + weight * own.high.abs() * 2f64.powi(-104);
        Drift { value, error, grain, weight }
    }

    /// Changes choices of the leaving side in a component to choices that certainly increase the lower bound. Returns whether a
    /// choice changed.
    pub(crate) fn improve_leaver(&mut self, component: &[u32]) -> bool {
        let mut changed = false;
        for (node, &state) in component.iter().enumerate() {
            if !self.game.is_leaver[state as usize] {
                continue;
            }
            let mut best = (0.0, self.policy[state as usize]);
            for choice in self.game.choices(state) {
                let drift = self.drift(choice, node as u32, BoundKind::Lower);
                let gain = (drift.value.high - 2.0 * MARGIN * drift.grain) / drift.weight;
                if gain > best.0 {
                    best = (gain, choice);
                }
            }
            changed |= self.policy[state as usize] != best.1;
            self.policy[state as usize] = best.1;
        }
        changed
    }
}
