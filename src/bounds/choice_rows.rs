//! The choices of the nodes of a component in doubles, in compact rows for sweeps.

use crate::solver::{BoundsSolver, NONE};
use chancetree_model::{Error, Job};

/// The choices of the nodes of a component. A branch that stays at its node is left out.
#[derive(Default)]
pub(crate) struct ChoiceRows {
    /// The first row of each node, and the number of rows.
    node_offsets: Vec<u32>,
    /// The choice of the game of each row.
    pub(crate) choices: Vec<u32>,
    branch_offsets: Vec<u32>,
    /// The node of each branch that stays in the component.
    targets: Vec<u32>,
    weights: Vec<f64>,
    /// The reward of each row, plus the rough values outside of the component with their weights.
    constants: Vec<f64>,
    /// The weight of leaving the node, for each row.
    totals: Vec<f64>,
}

/// The options of sweeps over the values of nodes.
pub(crate) struct ValueSweeps<'s> {
    /// Returns whether a node decides. Any other node keeps its current row.
    pub(crate) is_free: &'s dyn Fn(usize) -> bool,
    /// 1.0 if values grow, and -1.0 if they shrink.
    pub(crate) sign: f64,
    /// The greatest number of sweeps.
    pub(crate) most: usize,
    /// The least change of a value that counts, relative to the value.
    pub(crate) tolerance: f64,
}

impl BoundsSolver<'_> {
    /// Fills the rows with choices of the nodes. `places` has the node of each state.
    pub(crate) fn fill_rows<C: IntoIterator<Item = u32>>(
        &self,
        rows: &mut ChoiceRows,
        nodes: impl Iterator<Item = C>,
    ) {
        let game = self.game;
        rows.clear();
        for (node, choices) in nodes.enumerate() {
            for choice in choices {
                let mut constant = game.reward(choice).high;
                let mut total = 0.0;
                for branch in game.branches(choice) {
                    let (target, weight) = (game.targets[branch] as usize, game.weights[branch].high);
                    let place = self.places[target];
                    if place == node as u32 {
                        continue;
                    }
                    total += weight;
                    if place == NONE {
                        constant += weight * self.rough[target];
                    } else {
                        rows.targets.push(place);
                        rows.weights.push(weight);
                    }
                }
                rows.choices.push(choice);
                rows.branch_offsets.push(rows.targets.len() as u32);
                rows.constants.push(constant);
                rows.totals.push(total);
            }
            rows.node_offsets.push(rows.choices.len() as u32);
        }
    }
}

impl ChoiceRows {
    fn clear(&mut self) {
        self.node_offsets.clear();
        self.node_offsets.push(0);
        self.choices.clear();
        self.branch_offsets.clear();
        self.branch_offsets.push(0);
        self.targets.clear();
        self.weights.clear();
        self.constants.clear();
        self.totals.clear();
    }

    pub(crate) fn node_count(&self) -> usize {
        self.node_offsets.len() - 1
    }

    /// Sets the constant of each row: an entry of `constants`, plus `floor` times the weight of leaving the node.
    pub(crate) fn set_constants(&mut self, constants: &[f64], floor: f64) {
        let parts = constants.iter().zip(&self.totals);
        self.constants
            .iter_mut()
            .zip(parts)
            .for_each(|(own, (constant, total))| *own = constant + floor * total);
    }

    /// Returns the rows of a node.
    pub(crate) fn of_node(&self, node: usize) -> std::ops::Range<usize> {
        self.node_offsets[node] as usize..self.node_offsets[node + 1] as usize
    }

    /// Returns the value of a row with this constant. It is infinite or NaN if the row does not leave its node.
    #[inline]
    pub(crate) fn value(&self, row: usize, constant: f64, values: &[f64]) -> f64 {
        let branches = self.branch_offsets[row] as usize..self.branch_offsets[row + 1] as usize;
        let (targets, weights) = (&self.targets[branches.clone()], &self.weights[branches]);
        let terms = targets.iter().zip(weights).map(|(&target, weight)| weight * values[target as usize]);
        (constant + terms.sum::<f64>()) / self.totals[row]
    }

    /// Returns the constant of the choice of each node.
    pub(crate) fn constants_of(&self, chosen: &[u32]) -> Vec<f64> {
        self.rows_of(chosen).map(|row| self.constants[row as usize]).collect()
    }

    /// Returns the row of the choice of each node.
    fn rows_of(&self, chosen: &[u32]) -> impl Iterator<Item = u32> {
        chosen.iter().enumerate().map(|(node, choice)| {
            let row = self.of_node(node).find(|&row| self.choices[row] == *choice);
            row.expect("a choice of the node") as u32
        })
    }

    /// Increases values by sweeps, and sets each choice to the best choice of its node. Returns whether a choice changed.
    pub(crate) fn improve_choices(
        &self,
        chosen: &mut [u32],
        values: &mut [f64],
        job: &Job<'_>,
    ) -> Result<bool, Error> {
        let before: Vec<u32> = self.rows_of(chosen).collect();
        let mut after = before.clone();
        let sweeps = ValueSweeps { is_free: &|_| true, sign: 1.0, most: 50, tolerance: 0.01 };
        self.improve(&sweeps, &mut after, values, job)?;
        chosen.iter_mut().zip(&after).for_each(|(choice, &row)| *choice = self.choices[row as usize]);
        Ok(before != after)
    }

    /// Improves values by sweeps in alternating directions, and sets `chosen` to the best row of each node. A sweep uses each new
    /// value for the nodes that follow.
    pub(crate) fn improve(
        &self,
        sweeps: &ValueSweeps<'_>,
        chosen: &mut [u32],
        values: &mut [f64],
        job: &Job<'_>,
    ) -> Result<(), Error> {
        let ValueSweeps { is_free, sign, most, tolerance } = *sweeps;
        for sweep in 0..most {
            job.check()?;
            let mut is_changed = false;
            let mut update = |node: usize| {
                let rows = match is_free(node) {
                    true => self.of_node(node),
                    false => chosen[node] as usize..chosen[node] as usize + 1,
                };
                let own = values[node];
                let (mut best_gain, mut best) = (tolerance * own.abs().max(f64::MIN_POSITIVE), None);
                for row in rows {
                    let gain = sign * (self.value(row, self.constants[row], values) - own);
                    if gain > best_gain {
                        (best_gain, best) = (gain, Some(row));
                    }
                }
                if let Some(row) = best {
                    values[node] += sign * best_gain;
                    chosen[node] = row as u32;
                    is_changed = true;
                }
            };
            if sweep % 2 == 0 {
                (0..self.node_count()).rev().for_each(&mut update);
            } else {
                (0..self.node_count()).for_each(&mut update);
            }
            if !is_changed {
                break;
            }
        }
        Ok(())
    }
}
