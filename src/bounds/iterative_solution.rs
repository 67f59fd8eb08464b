//! Solves the equations of a large component step by step: by a Krylov method, then by Gauss-Seidel sweeps.
//!
//! The equations are `x = b + P x` with the probabilities `P` of moving from node to node. The number of sweeps grows with the
//! length of play, because each sweep reduces the slowest part of the error by the probability that play goes on. BiCGSTAB (van der
//! Vorst 1992) removes such parts of the error one by one. It is preconditioned by half a sweep: by the equations without the
//! branches to earlier nodes.

use crate::DoubleDouble;
use chancetree_model::checkpoint::doubles;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The greatest number of sweeps. The rate of convergence is measured from sweep [`TRIED_SWEEPS`] to twice this number.
const SWEEPS: usize = 2000;
const TRIED_SWEEPS: usize = 50;

/// The least number of steps of BiCGSTAB in which the residual must halve. In a large matrix, it is a part of the side of a square
/// with all nodes, because the solution may have to travel from side to side first.
const HALVING: usize = 20;
const HALVING_OF_SIDE: f64 = 0.25;

/// The least number of nodes for each step of BiCGSTAB. Small matrices that need more steps are factorised faster.
const NODES_PER_STEP: usize = 16;

/// The probabilities of the chosen branches between the nodes of a component. Branches that stay are left out.
pub(crate) struct NodeMatrix {
    /// The first branch of each node to an earlier node, then the first branch to a later node; and the number of branches.
    offsets: Vec<u32>,
    targets: Vec<u32>,
    /// The probability of each branch if the node is left.
    weights: Vec<f64>,
    /// The weight of leaving, for each node.
    totals: Vec<f64>,
}

impl NodeMatrix {
    /// Creates a matrix without nodes.
    pub(crate) fn new() -> Self {
        Self { offsets: vec![0], targets: Vec::new(), weights: Vec::new(), totals: Vec::new() }
    }

    /// Adds the next node. `branches` has the weights of its branches to this and other nodes; a number that is not less than the
    /// number of nodes is outside.
    pub(crate) fn push(&mut self, nodes: usize, branches: impl Iterator<Item = (u32, DoubleDouble)> + Clone) {
        let node = self.totals.len() as u32;
        let leaving = branches.filter(|&(target, _)| target != node);
        let total: f64 = leaving.clone().map(|(_, weight)| weight.high).sum();
        for is_later in [false, true] {
            for (target, weight) in leaving.clone() {
                if (target as usize) < nodes && (target > node) == is_later {
                    self.targets.push(target);
                    self.weights.push(weight.high / total);
                }
            }
            self.offsets.push(self.targets.len() as u32);
        }
        self.totals.push(total);
    }

    /// Returns the right-hand side of each equation, divided by the weight of leaving its node.
    fn scaled(&self, right_side: &[f64]) -> Vec<f64> {
        right_side.iter().zip(&self.totals).map(|(value, total)| value / total).collect()
    }

    /// Returns the sum over branches of the value of the target times the weight.
    #[inline]
    fn sum(&self, branches: Range<u32>, values: &[f64]) -> f64 {
        let branches = branches.start as usize..branches.end as usize;
        let terms = self.targets[branches.clone()].iter().zip(&self.weights[branches]);
        terms.map(|(&target, weight)| weight * values[target as usize]).sum()
    }

    #[inline]
    fn sum_of_earlier(&self, node: usize, values: &[f64]) -> f64 {
        self.sum(self.offsets[2 * node]..self.offsets[2 * node + 1], values)
    }

    #[inline]
    fn sum_of_later(&self, node: usize, values: &[f64]) -> f64 {
        self.sum(self.offsets[2 * node + 1]..self.offsets[2 * node + 2], values)
    }
}

/// The changes at which sweeps end: if the greatest change of a sweep is at most `relative`, or each change is at most `of_each`.
#[derive(Clone, Copy)]
pub(crate) struct SweepTolerance<'s> {
    /// The change relative to the greatest number of the solution.
    pub(crate) relative: f64,
    /// The change of each number, relative to the sum of the number and its entry in `sizes`.
    pub(crate) of_each: f64,
    /// The absolute values of the numbers to which the solution is added; empty if there are none.
    pub(crate) sizes: &'s [f64],
}

impl SweepTolerance<'_> {
    /// As close as doubles get.
    pub(crate) const LEAST: Self = Self { relative: 1e-13, of_each: 1e-13, sizes: &[] };
}

/// The greatest change of a number, the greatest number, and whether all changes are small.
struct Changes<'s> {
    tolerance: SweepTolerance<'s>,
    change: f64,
    size: f64,
    is_each_close: bool,
}

impl<'s> Changes<'s> {
    fn new(tolerance: SweepTolerance<'s>) -> Self {
        Self { tolerance, change: 0.0, size: 0.0, is_each_close: true }
    }

    #[inline]
    fn add(&mut self, node: usize, change: f64, value: f64) {
        self.change = self.change.max(change.abs());
        self.size = self.size.max(value.abs());
        let size = value.abs() + self.tolerance.sizes.get(node).copied().unwrap_or(0.0);
        self.is_each_close &= change.abs() <= self.tolerance.of_each * size;
    }

    fn are_small(&self) -> bool {
        self.is_each_close || self.change <= self.tolerance.relative * self.size
    }
}

/// A solution after some steps of BiCGSTAB and then some sweeps in alternating directions.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct IterativeSolution {
    #[serde(with = "doubles")]
    pub(crate) values: Vec<f64>,
    /// The work by BiCGSTAB, or `None` if sweeps follow.
    krylov: Option<KrylovVectors>,
    sweeps: usize,
    /// The greatest change in sweep [`TRIED_SWEEPS`].
    first_change: f64,
    /// Whether the equations are solved, or `None` while the work goes on.
    pub(crate) is_solved: Option<bool>,
}

/// The vectors of BiCGSTAB between two steps.
#[derive(Clone, Serialize, Deserialize)]
struct KrylovVectors {
    #[serde(with = "doubles")]
    residual: Vec<f64>,
    #[serde(with = "doubles")]
    direction: Vec<f64>,
    /// The product of the matrix and the direction.
    #[serde(with = "doubles")]
    image: Vec<f64>,
    /// The first residual, and buffers of a step.
    #[serde(skip)]
    first_residual: Vec<f64>,
    #[serde(skip)]
    buffers: [Vec<f64>; 3],
    /// The product of the residual and the first residual.
    shadow: f64,
    /// The last step along the direction, over the last step along the residual.
    ratio: f64,
    last: f64,
    steps: usize,
    /// The square of the least residual that counts, and its step.
    least: f64,
    least_step: usize,
}

impl IterativeSolution {
    /// Begins the solution of equations with this right-hand side.
    pub(crate) fn new(matrix: &NodeMatrix, right_side: &[f64]) -> Self {
        let nodes = right_side.len();
        let residual = matrix.scaled(right_side);
        let shadow = residual.iter().map(|value| value * value).sum();
        let krylov = KrylovVectors {
            residual,
            direction: vec![0.0; nodes],
            image: vec![0.0; nodes],
            first_residual: Vec::new(),
            buffers: Default::default(),
            shadow,
            ratio: 0.0,
            last: 0.0,
            steps: 0,
            least: shadow,
            least_step: 0,
        };
        let values = vec![0.0; nodes];
        Self { values, krylov: Some(krylov), sweeps: 0, first_change: 0.0, is_solved: None }
    }

    /// Takes a step of BiCGSTAB, or a sweep. Sets `is_solved` to `false` if too many sweeps would be needed.
    pub(crate) fn step(&mut self, matrix: &NodeMatrix, right_side: &[f64], tolerance: SweepTolerance<'_>) {
        match &mut self.krylov {
            Some(krylov) => {
                let is_small = krylov.step(&mut self.values, matrix, right_side, tolerance);
                if is_small == Some(false) {
                    // The rate of sweeps from 0 shows whether a factorisation is better.
                    self.values.fill(0.0);
                }
                if is_small.is_some() {
                    self.krylov = None;
                }
            }
            None => self.sweep(matrix, right_side, tolerance),
        }
    }

    fn sweep(&mut self, matrix: &NodeMatrix, right_side: &[f64], tolerance: SweepTolerance<'_>) {
        let solution = &mut self.values;
        let mut changes = Changes::new(tolerance);
        let mut update = |node: usize| {
            let sum = matrix.sum(matrix.offsets[2 * node]..matrix.offsets[2 * node + 2], solution);
            let value = right_side[node] / matrix.totals[node] + sum;
            changes.add(node, value - solution[node], value);
            solution[node] = value;
        };
        if self.sweeps.is_multiple_of(2) {
            (0..right_side.len()).rev().for_each(&mut update);
        } else {
            (0..right_side.len()).for_each(&mut update);
        }
        let limit = tolerance.relative * changes.size;
        if !changes.size.is_finite() {
            self.is_solved = Some(false);
        } else if changes.are_small() {
            self.is_solved = Some(true);
        } else if self.sweeps == TRIED_SWEEPS {
            self.first_change = changes.change;
        } else if self.sweeps == 2 * TRIED_SWEEPS {
            // The estimated number of further sweeps at the measured rate.
            let rate = (changes.change / self.first_change).ln() / TRIED_SWEEPS as f64;
            let left = (limit / changes.change).ln() / rate;
            if rate >= 0.0 || left > SWEEPS as f64 {
                self.is_solved = Some(false);
            }
        }
        self.sweeps += 1;
        if self.sweeps == SWEEPS {
            self.is_solved.get_or_insert(false);
        }
    }
}

impl KrylovVectors {
    /// Takes a step. Returns `true` if the residual is small, and `false` if it does not get smaller.
    fn step(
        &mut self,
        values: &mut [f64],
        matrix: &NodeMatrix,
        right_side: &[f64],
        tolerance: SweepTolerance<'_>,
    ) -> Option<bool> {
        let nodes = values.len();
        if self.first_residual.is_empty() {
            self.first_residual = matrix.scaled(right_side);
        }
        let Self { residual, direction, image, first_residual, buffers, .. } = self;
        buffers.iter_mut().for_each(|buffer| buffer.resize(nodes, 0.0));
        // The solutions for the direction and for the residual without the branches to earlier nodes.
        let [first, second, second_image] = buffers;
        for node in (0..nodes).rev() {
            direction[node] = residual[node] + self.ratio * (direction[node] - self.last * image[node]);
            first[node] = direction[node] + matrix.sum_of_later(node, first);
        }
        let mut product = 0.0;
        for node in 0..nodes {
            image[node] = direction[node] - matrix.sum_of_earlier(node, first);
            product += image[node] * first_residual[node];
        }
        let along_direction = self.shadow / product;
        for node in (0..nodes).rev() {
            residual[node] -= along_direction * image[node];
            second[node] = residual[node] + matrix.sum_of_later(node, second);
        }
        let (mut product, mut square) = (0.0, 0.0);
        for node in 0..nodes {
            let image = residual[node] - matrix.sum_of_earlier(node, second);
            product += image * residual[node];
            square += image * image;
            second_image[node] = image;
        }
        let along_residual = if square > 0.0 { product / square } else { 0.0 };
        let (mut shadow, mut size) = (0.0, 0.0);
        let mut changes = Changes::new(tolerance);
        for node in 0..nodes {
            values[node] += along_direction * first[node] + along_residual * second[node];
            residual[node] -= along_residual * second_image[node];
            shadow += residual[node] * first_residual[node];
            size += residual[node] * residual[node];
            changes.add(node, residual[node], values[node]);
        }
        self.ratio = shadow / self.shadow * (along_direction / along_residual);
        (self.shadow, self.last) = (shadow, along_residual);
        self.steps += 1;
        if size <= self.least / 4.0 {
            (self.least, self.least_step) = (size, self.steps);
        }
        let is_defined = size.is_finite() && changes.size.is_finite();
        let halving = HALVING.max((HALVING_OF_SIDE * (nodes as f64).sqrt()) as usize);
        let goes_on =
            is_defined && self.steps < nodes / NODES_PER_STEP && self.steps - self.least_step < halving;
        if is_defined && changes.are_small() { Some(true) } else { (!goes_on).then_some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a matrix of nodes with two random branches and a branch to the outside of weight `leaving`, over a common weight.
    fn random_matrix(nodes: u32, leaving: f64) -> NodeMatrix {
        let mut matrix = NodeMatrix::new();
        for node in 0..nodes {
            let target = |by: u32| (node.wrapping_mul(7919) ^ node.wrapping_mul(by).rotate_left(9)) % nodes;
            let branches =
                [(target(40503), 1.5), (target(30011), 0.5 + f64::from(node % 3)), (nodes, leaving)];
            let wide = |(target, high)| (target, DoubleDouble { high, low: 0.0 });
            matrix.push(nodes as usize, branches.into_iter().map(wide));
        }
        matrix
    }

    /// Returns the solution, and the number of steps.
    fn solution(matrix: &NodeMatrix, right_side: &[f64]) -> (IterativeSolution, usize) {
        let (mut solution, mut steps) = (IterativeSolution::new(matrix, right_side), 0);
        while solution.is_solved.is_none() {
            solution.step(matrix, right_side, SweepTolerance::LEAST);
            steps += 1;
        }
        (solution, steps)
    }

    /// The right-hand sides are computed from known solutions. Sweeps alone would need a step for each move of the play.
    #[test]
    fn long_play_needs_few_steps() {
        for leaving in [1.0, 1e-2, 1e-4, 1e-6] {
            let matrix = random_matrix(2000, leaving);
            let expected: Vec<f64> = (0..2000).map(|node| 1.0 + f64::from(node % 11)).collect();
            let right_side = |node: usize| {
                let sum = matrix.sum_of_earlier(node, &expected) + matrix.sum_of_later(node, &expected);
                (expected[node] - sum) * matrix.totals[node]
            };
            let (found, steps) = solution(&matrix, &(0..2000).map(right_side).collect::<Vec<f64>>());
            assert!(found.is_solved == Some(true) && steps < 60, "{leaving}: {steps} steps");
            for (found, expected) in found.values.iter().zip(&expected) {
                assert!((found / expected - 1.0).abs() < 1e-11 / leaving, "{found} and {expected}");
            }
        }
    }

    /// A walk on a line takes a step for each node and more. A node that is never left has no solution.
    #[test]
    fn equations_without_a_fast_solution_are_given_up() {
        let mut walk = NodeMatrix::new();
        for node in 0..5000 {
            let next = [node + 1, if node == 0 { 1 } else { node - 1 }];
            walk.push(5000, next.map(|target| (target, DoubleDouble { high: 0.5, low: 0.0 })).into_iter());
        }
        assert_eq!(solution(&walk, &vec![1.0; 5000]).0.is_solved, Some(false));
        let mut stuck = NodeMatrix::new();
        stuck.push(2, [(0, DoubleDouble { high: 1.0, low: 0.0 })].into_iter());
        stuck.push(2, [(0, DoubleDouble { high: 1.0, low: 0.0 })].into_iter());
        assert_eq!(solution(&stuck, &[1.0, 1.0]).0.is_solved, Some(false));
    }
}
