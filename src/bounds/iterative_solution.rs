//! Solves the equations of a large component step by step, by a preconditioned Krylov method.
//!
//! The equations are `x = b + P x` with the probabilities `P` of moving from node to node. Value iteration needs about as many
//! sweeps as play has steps, because each sweep reduces the slowest part of the error by the probability that play goes on. BiCGSTAB
//! (van der Vorst 1992) removes such parts of the error one by one.
//!
//! The preconditioner is the product `(D - L) D^-1 (D - U)`. `L` and `U` are the probabilities of moving to earlier and to later
//! nodes, and the diagonal `D` is chosen so that the product has the diagonal of `I - P` (D-ILU; Pommerell 1992). Both factors
//! contain the matrix, so a step needs no other product with it (Eisenstat 1981): it costs as much as two sweeps.

use crate::DoubleDouble;
use chancetree_model::checkpoint::doubles;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The number of steps in which the residual must halve, as a part of the side of a square with all nodes: the solution may have
/// to travel from side to side first. Small matrices get at least `HALVING` steps.
const HALVING_OF_SIDE: f64 = 1.0;
const HALVING: usize = 20;

/// The least number of nodes for each step. Small matrices that need more steps are factorised faster.
const NODES_PER_STEP: usize = 16;

/// The least entry of the diagonal of the preconditioner.
const LEAST_PIVOT: f64 = 1e-12;

/// The probabilities of the chosen branches between the nodes of a component. Branches that stay are left out.
pub(crate) struct NodeMatrix {
    /// The first branch of each node to an earlier node, then the first branch to a later node; and the number of branches.
    offsets: Vec<u32>,
    /// The target of each branch, in ascending order in each part of a node, and its probability if the node is left.
    branches: Vec<(u32, f64)>,
    /// The weight of leaving, for each node.
    totals: Vec<f64>,
    /// The inverses of the diagonal of the preconditioner.
    inverses: Vec<f64>,
}

impl NodeMatrix {
    /// Creates a matrix without nodes.
    pub(crate) fn new() -> Self {
        Self { offsets: vec![0], branches: Vec::new(), totals: Vec::new(), inverses: Vec::new() }
    }

    /// Adds the next node. `branches` has the weights of its branches to this and other nodes; a number that is not less than the
    /// number of nodes is outside.
    pub(crate) fn push(&mut self, nodes: usize, branches: impl Iterator<Item = (u32, DoubleDouble)>) {
        let node = self.totals.len() as u32;
        let mut inside = Vec::new();
        let mut total = 0.0;
        for (target, DoubleDouble { high: weight, .. }) in branches.filter(|&(target, _)| target != node) {
            total += weight;
            if (target as usize) < nodes {
                inside.push((target, weight));
            }
        }
        inside.sort_unstable_by_key(|&(target, _)| target);
        let earlier = inside.partition_point(|&(target, _)| target < node);
        self.offsets.push((self.branches.len() + earlier) as u32);
        // The probability of moving to an earlier node and straight back is missing from the product of the factors.
        let mut pivot = 1.0;
        for (at, &(target, weight)) in inside.iter().enumerate() {
            let share = weight / total;
            if at < earlier {
                let target = target as usize;
                let later = &self.branches[self.later(target)];
                let back = later[later.partition_point(|&(to, _)| to < node)..].iter();
                let back: f64 = back.take_while(|(to, _)| *to == node).map(|(_, weight)| weight).sum();
                pivot -= share * back * self.inverses[target];
            }
            self.branches.push((target, share));
        }
        self.offsets.push(self.branches.len() as u32);
        self.totals.push(total);
        self.inverses.push(if pivot > LEAST_PIVOT { pivot.recip() } else { 1.0 });
    }

    /// Returns the branches of a node to later nodes.
    #[inline]
    fn later(&self, node: usize) -> Range<usize> {
        self.offsets[2 * node + 1] as usize..self.offsets[2 * node + 2] as usize
    }

    /// Returns the sum over branches of the value of the target times the weight.
    #[inline]
    fn sum(&self, branches: Range<usize>, values: &[f64]) -> f64 {
        self.branches[branches].iter().map(|&(target, weight)| weight * values[target as usize]).sum()
    }

    #[inline]
    fn sum_of_earlier(&self, node: usize, values: &[f64]) -> f64 {
        self.sum(self.offsets[2 * node] as usize..self.offsets[2 * node + 1] as usize, values)
    }

    #[inline]
    fn sum_of_later(&self, node: usize, values: &[f64]) -> f64 {
        self.sum(self.later(node), values)
    }

    /// Moves numbers down to the right-hand side plus the expected next number, in two sweeps. Returns the greatest relative change.
    pub(crate) fn sweep_from_above(&self, right_side: &[f64], numbers: &mut [f64]) -> f64 {
        let mut change = 0f64;
        let mut update = |node: usize| {
            let next = self.sum_of_earlier(node, numbers) + self.sum_of_later(node, numbers);
            let number = right_side[node] / self.totals[node] + next;
            change = change.max(1.0 - number / numbers[node]);
            numbers[node] = number.min(numbers[node]);
        };
        (0..right_side.len()).rev().for_each(&mut update);
        (0..right_side.len()).for_each(&mut update);
        change
    }

    /// Returns the right-hand side after the first factor of the preconditioner: `(D - L)^-1 b`.
    fn scaled(&self, right_side: &[f64]) -> Vec<f64> {
        let mut scaled = vec![0.0; right_side.len()];
        for (node, value) in right_side.iter().enumerate() {
            let sum = value / self.totals[node] + self.sum_of_earlier(node, &scaled);
            scaled[node] = sum * self.inverses[node];
        }
        scaled
    }

    /// Computes `solution = (D - U)^-1 D vector`, and its preconditioned image `(D - L)^-1 (I - P) solution`. Returns the product of
    /// the image and `other`.
    fn apply(&self, vector: &[f64], solution: &mut [f64], image: &mut [f64], other: &[f64]) -> f64 {
        for node in (0..vector.len()).rev() {
            solution[node] = vector[node] + self.sum_of_later(node, solution) * self.inverses[node];
        }
        // `I - P` is `(D - L) + (D - U) + (I - 2D)`. The image minus the solution is found first, and stays in `image`.
        for node in 0..vector.len() {
            let inverse = self.inverses[node];
            let rest = vector[node] - (2.0 - inverse) * solution[node];
            image[node] = rest + self.sum_of_earlier(node, image) * inverse;
        }
        let mut product = 0.0;
        for ((image, solution), other) in image.iter_mut().zip(solution).zip(other) {
            *image += *solution;
            product += *image * other;
        }
        product
    }
}

/// The residuals at which a solution is close enough.
#[derive(Clone, Copy)]
pub(crate) struct StepTolerance<'s> {
    /// The greatest residual, relative to the greatest number of the solution.
    pub(crate) relative: f64,
    /// The greatest residual.
    pub(crate) absolute: f64,
    /// The residual of each number, relative to the sum of the number and its entry in `sizes`.
    pub(crate) of_each: f64,
    /// The absolute values of the numbers to which the solution is added; empty if there are none.
    pub(crate) sizes: &'s [f64],
    /// The greatest number that matters, if the right-hand side is positive and numbers above the solution are useful, too.
    pub(crate) most: Option<f64>,
}

impl StepTolerance<'_> {
    /// As close as doubles get.
    pub(crate) const LEAST: Self =
        Self { relative: 1e-13, absolute: 0.0, of_each: 1e-13, sizes: &[], most: None };
}

/// A solution after some steps.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct IterativeSolution {
    #[serde(with = "doubles")]
    pub(crate) values: Vec<f64>,
    #[serde(with = "doubles")]
    residual: Vec<f64>,
    #[serde(with = "doubles")]
    direction: Vec<f64>,
    /// The image of the direction.
    #[serde(with = "doubles")]
    image: Vec<f64>,
    /// The first residual, and buffers of a step.
    #[serde(skip)]
    first_residual: Vec<f64>,
    #[serde(skip)]
    buffers: [Vec<f64>; 3],
    /// The product of the residual and the first residual.
    shadow: f64,
    steps: usize,
    /// The square of the least residual that counts, and its step.
    least: f64,
    least_step: usize,
    /// Whether the equations are solved, or `None` while the work goes on.
    pub(crate) is_solved: Option<bool>,
}

impl IterativeSolution {
    /// Begins the solution of equations with this right-hand side.
    pub(crate) fn new(matrix: &NodeMatrix, right_side: &[f64]) -> Self {
        let nodes = right_side.len();
        let residual = matrix.scaled(right_side);
        let shadow: f64 = residual.iter().map(|value| value * value).sum();
        Self {
            values: vec![0.0; nodes],
            direction: residual.clone(),
            residual,
            image: vec![0.0; nodes],
            first_residual: Vec::new(),
            buffers: Default::default(),
            shadow,
            steps: 0,
            least: shadow,
            least_step: 0,
            is_solved: (shadow == 0.0).then_some(true),
        }
    }

    /// Takes a step. Sets `is_solved` to `true` if the residual is small, and to `false` if it does not get smaller.
    pub(crate) fn step(&mut self, matrix: &NodeMatrix, right_side: &[f64], tolerance: StepTolerance<'_>) {
        let nodes = self.values.len();
        if self.first_residual.is_empty() {
            self.first_residual = matrix.scaled(right_side);
        }
        let Self { values, residual, direction, image, first_residual, buffers, .. } = self;
        buffers.iter_mut().for_each(|buffer| buffer.resize(nodes, 0.0));
        let [first, second, second_image] = buffers;
        let along_direction = self.shadow / matrix.apply(direction, first, image, first_residual);
        for (residual, image) in residual.iter_mut().zip(&*image) {
            *residual -= along_direction * image;
        }
        let product = matrix.apply(residual, second, second_image, residual);
        let square: f64 = second_image.iter().map(|value| value * value).sum();
        let along_residual = if square > 0.0 { product / square } else { 0.0 };
        let (mut shadow, mut size) = (0.0, 0.0);
        let (mut greatest, mut greatest_value, mut is_each_close) = (0f64, 0f64, true);
        for node in 0..nodes {
            values[node] += along_direction * first[node] + along_residual * second[node];
            residual[node] -= along_residual * second_image[node];
            let (change, value) = (residual[node].abs(), values[node].abs());
            shadow += residual[node] * first_residual[node];
            size += change * change;
            greatest = greatest.max(change);
            greatest_value = greatest_value.max(value);
            let size = value + tolerance.sizes.get(node).copied().unwrap_or(0.0);
            is_each_close &= change <= tolerance.of_each * size;
        }
        let ratio = shadow / self.shadow * (along_direction / along_residual);
        for node in 0..nodes {
            direction[node] = residual[node] + ratio * (direction[node] - along_residual * image[node]);
        }
        self.shadow = shadow;
        self.steps += 1;
        if size <= self.least / 4.0 {
            (self.least, self.least_step) = (size, self.steps);
        }
        let halving = HALVING.max((HALVING_OF_SIDE * (nodes as f64).sqrt()) as usize);
        let limit = tolerance.absolute.max(tolerance.relative * greatest_value);
        if !size.is_finite() || !greatest_value.is_finite() {
            self.is_solved = Some(false);
        } else if is_each_close || greatest <= limit {
            self.is_solved = Some(true);
        } else if self.steps >= nodes / NODES_PER_STEP || self.steps - self.least_step >= halving {
            self.is_solved = Some(false);
        }
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
            solution.step(matrix, right_side, StepTolerance::LEAST);
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

    /// On a line, the preconditioner is the factorisation: the first step solves the equations of a walk. The expected number of
    /// steps to the upper end is a difference of squares (Feller 1968).
    #[test]
    fn walks_on_a_line_need_few_steps() {
        const NODES: u32 = 5000;
        let mut walk = NodeMatrix::new();
        for node in 0..NODES {
            let next = [node + 1, if node == 0 { 1 } else { node - 1 }];
            let half = DoubleDouble { high: 0.5, low: 0.0 };
            walk.push(NODES as usize, next.map(|target| (target, half)).into_iter());
        }
        let (found, steps) = solution(&walk, &[1.0; NODES as usize]);
        assert!(found.is_solved == Some(true) && steps < 5, "{steps} steps");
        for (node, value) in (0..NODES).zip(found.values) {
            let expected = f64::from(NODES).powi(2) - f64::from(node).powi(2);
            assert!((value / expected - 1.0).abs() < 1e-9, "{node}: {value} instead of {expected}");
        }
    }

    /// A node that is never left has no solution.
    #[test]
    fn nodes_that_are_never_left_are_given_up() {
        let mut stuck = NodeMatrix::new();
        stuck.push(2, [(0, DoubleDouble { high: 1.0, low: 0.0 })].into_iter());
        stuck.push(2, [(0, DoubleDouble { high: 1.0, low: 0.0 })].into_iter());
        assert_eq!(solution(&stuck, &[1.0, 1.0]).0.is_solved, Some(false));
    }

    /// Sweeps from above stay above the solution, and keep the greatest number where play stays for ever.
    #[test]
    fn sweeps_from_above_end_above_the_solution() {
        let matrix = random_matrix(400, 1.0);
        let exact = solution(&matrix, &[1.0; 400]).0.values;
        let mut numbers = vec![1e6; 400];
        while matrix.sweep_from_above(&[1.0; 400], &mut numbers) > 1e-3 {
            assert!(numbers.iter().zip(&exact).all(|(number, exact)| number >= exact));
        }
        let mut stuck = NodeMatrix::new();
        let one = DoubleDouble { high: 1.0, low: 0.0 };
        stuck.push(3, [(1, one)].into_iter());
        stuck.push(3, [(0, one)].into_iter());
        stuck.push(3, [(3, one)].into_iter());
        let mut numbers = vec![1e6; 3];
        assert!(stuck.sweep_from_above(&[1.0; 3], &mut numbers) > 0.9);
        assert!(stuck.sweep_from_above(&[1.0; 3], &mut numbers) <= 0.0);
        assert_eq!(numbers, [1e6, 1e6, 1.0]);
    }
}
