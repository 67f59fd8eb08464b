//! Good strategies of both sides in plain doubles: the start for proven bounds.

use crate::attractor::ExitSide;
use crate::choice_rows::{ChoiceRows, ValueSweeps};
use crate::component_equations::{LEAST_STEPPED, PreparedEquations};
use crate::iterative_solution::StepTolerance;
use crate::saved::Stage;
use crate::solver::BoundsSolver;
use chancetree_model::Error;
use std::mem::take;

/// The maximum number of policies that are solved. With rounding errors, strategy iteration may return to an earlier policy.
const ROUNDS: usize = 1000;

/// The greatest number of sweeps between two solutions. In a small component, sweeps are cheap, and with fewer of them a policy may
/// stay in the component for ever. In a large component, a solution needs about as many steps as some sweeps.
const SWEEPS: usize = 50;
const SWEEPS_OF_LARGE: usize = 16;

/// The least relative difference that counts as an improvement.
const TOLERANCE: f64 = 1e-13;

/// The greatest relative difference that counts as a rounding error.
const TIE: f64 = 1e-10;

/// The relative change at which the sweeps for a policy end that is probably replaced.
const ROUGH_CHANGE: f64 = 1e-3;

impl BoundsSolver<'_> {
    /// Improves the policy of a component by strategy iteration (Howard 1960; Hoffman and Karp 1966) in doubles, and sets the rough
    /// values. Continues after `done` rounds. Returns the factors of the last equations, or `None` if they are singular in doubles.
    pub(crate) fn improve_in_doubles(
        &mut self,
        component: &[u32],
        done: usize,
    ) -> Result<Option<PreparedEquations>, Error> {
        let mut rows = take(&mut self.rows);
        let is_deciding = |side| component.iter().any(|&state| self.decides(state, side));
        let sides = [ExitSide::Opponent, ExitSide::Leaver].map(|side| is_deciding(side).then_some(side));
        if sides != [None; 2] {
            let game = self.game;
            self.fill_rows(&mut rows, component.iter().map(|&state| game.choices(state)));
        }
        let factored = self.improve_by_rows(component, sides, &rows, done);
        self.rows = rows;
        factored
    }

    /// Returns whether a side has several choices in a state.
    fn decides(&self, state: u32, side: ExitSide) -> bool {
        self.game.is_leaver[state as usize] == (side == ExitSide::Leaver)
            && self.game.choices(state).len() > 1
    }

    /// Improves the policy of the deciding sides. `rows` has all choices of the component, if a side decides.
    fn improve_by_rows(
        &mut self,
        component: &[u32],
        sides: [Option<ExitSide>; 2],
        rows: &ChoiceRows,
        done: usize,
    ) -> Result<Option<PreparedEquations>, Error> {
        let mut factored = None;
        let is_large = sides != [None; 2] && component.len() >= LEAST_STEPPED;
        // If both sides decide, strategies improve for certain only if all policies but the first are solved closely.
        let is_one_sided = sides.contains(&None);
        let mut is_rough = is_large && (done == 0 || is_one_sided);
        for round in done..ROUNDS {
            self.begin_round(component, || Stage::Improvement(round))?;
            for &state in component {
                if !self.rough[state as usize].is_finite() {
                    self.rough[state as usize] = 0.0;
                }
            }
            let chosen = self.policy_of(component);
            let mut values: Vec<f64> = chosen.iter().map(|&choice| self.rough_drift(choice)).collect();
            let sizes: Vec<f64> = component.iter().map(|&state| self.rough[state as usize].abs()).collect();
            let last = match is_rough {
                true => StepTolerance { relative: ROUGH_CHANGE, ..StepTolerance::LEAST },
                false => StepTolerance { sizes: &sizes, ..StepTolerance::LEAST },
            };
            if !self.solve_equations(&chosen, &mut factored, &mut values, last)? {
                return Ok(None);
            }
            for (&state, value) in component.iter().zip(values) {
                self.rough[state as usize] += value;
            }
            let mut is_changed = false;
            for side in sides.into_iter().flatten() {
                is_changed = is_changed || self.sweep(component, side, rows)?;
            }
            if !is_changed && !is_rough {
                return Ok(factored);
            }
            is_rough = is_changed && is_large && is_one_sided;
        }
        Ok(None)
    }

    pub(crate) fn policy_of(&self, component: &[u32]) -> Vec<u32> {
        component.iter().map(|&state| self.policy[state as usize]).collect()
    }

    /// Changes choices of one side to clearly better choices. Returns whether a choice changed.
    fn sweep(&mut self, component: &[u32], side: ExitSide, rows: &ChoiceRows) -> Result<bool, Error> {
        let game = self.game;
        let mut values: Vec<f64> = component.iter().map(|&state| self.rough[state as usize]).collect();
        let first = |(node, &state): (usize, &u32)| {
            rows.of_node(node).start as u32 + self.policy[state as usize] - game.choices(state).start
        };
        let before: Vec<u32> = component.iter().enumerate().map(first).collect();
        let mut chosen = before.clone();
        let is_leaver = side == ExitSide::Leaver;
        let sweeps = ValueSweeps {
            is_free: &|node| game.is_leaver[component[node] as usize] == is_leaver,
            sign: if is_leaver { 1.0 } else { -1.0 },
            most: if component.len() < LEAST_STEPPED { SWEEPS } else { SWEEPS_OF_LARGE },
            tolerance: TOLERANCE,
        };
        rows.improve(&sweeps, &mut chosen, &mut values, self.job)?;
        for (node, &state) in component.iter().enumerate() {
            self.rough[state as usize] = values[node];
            self.policy[state as usize] = rows.choices[chosen[node] as usize];
        }
        Ok(chosen != before)
    }

    /// Takes the first good choice in each state of a component. A choice is good if it is as good as the best, up to rounding
    /// errors. If play may then stay for ever, the leaving side takes good choices that lead closer to the outside.
    ///
    /// Otherwise rounding errors would decide, and differently in similar states. Exact strategy iteration might then need a round
    /// for each of these choices, because the error of a choice may show only after the choices in the next states are corrected.
    pub(crate) fn break_ties(&mut self, component: &[u32]) {
        let game = self.game;
        let is_good = |solver: &Self, choice: u32| {
            let state = game.sources[choice as usize] as usize;
            let leaving: f64 = game.branches(choice).map(|branch| game.weights[branch].high).sum();
            let change = solver.rough_drift(choice) / leaving;
            let gain = if game.is_leaver[state] { change } else { -change };
            solver.policy[state] == choice || gain >= -TIE * solver.rough[state].abs()
        };
        let first = |solver: &Self, state: u32| {
            let choice = game.choices(state).find(|&choice| is_good(solver, choice));
            (state, choice.expect("the choice of the policy is good"))
        };
        let firsts: Vec<(u32, u32)> = component.iter().map(|&state| first(self, state)).collect();
        let mut closer = Vec::new();
        let is_allowed = |solver: &Self, choice: u32| {
            !game.is_leaver[game.sources[choice as usize] as usize] || is_good(solver, choice)
        };
        self.can_force_exit(component, ExitSide::Leaver, &is_allowed, &mut |state, choice| {
            closer.push((state, choice));
        });
        self.follow(&firsts);
        if !self.is_policy_proper(component) {
            self.follow(&closer);
        }
    }

    /// Returns the expected change of the rough value by a choice, in the scale of the choice.
    fn rough_drift(&self, choice: u32) -> f64 {
        let game = self.game;
        let own = self.rough[game.sources[choice as usize] as usize];
        let mut sum = game.reward(choice).high;
        for branch in game.branches(choice) {
            sum += game.weights[branch].high * (self.rough[game.targets[branch] as usize] - own);
        }
        sum
    }
}
