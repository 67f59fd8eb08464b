//! Solves the equations of a component by a factorisation in doubles or double-doubles, or by steps.

use crate::DoubleDouble;
use crate::iterative_solution::{IterativeSolution, NodeMatrix, StepTolerance};
use crate::solver::BoundsSolver;
use chancetree_exact::{Arithmetic, Doubles, SparseFactors, SparseMatrix};
use chancetree_model::{Error, Progress};

/// The equations of a component, prepared for solving.
enum ComponentFactors {
    /// The coefficient of a single equation.
    One(f64),
    /// A matrix that is solved step by step.
    Steps(NodeMatrix),
    Doubles(SparseFactors<Doubles>),
    DoubleDoubles(SparseFactors<DoubleDoubleArithmetic>),
}

/// A choice for each node, with the prepared equations of these choices.
pub(crate) struct PreparedEquations {
    chosen: Vec<u32>,
    factors: ComponentFactors,
}

/// Arithmetic of double-doubles.
#[derive(Clone, Copy)]
pub(crate) struct DoubleDoubleArithmetic;

impl Arithmetic for DoubleDoubleArithmetic {
    type Number = DoubleDouble;
    const ZERO: DoubleDouble = DoubleDouble { high: 0.0, low: 0.0 };

    fn inverse(self, value: DoubleDouble) -> Option<DoubleDouble> {
        value.inverse()
    }

    fn product(self, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        a.times(b)
    }

    fn minus_product(self, start: DoubleDouble, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        start.minus(a.times(b))
    }

    fn minus_dot(
        self,
        start: DoubleDouble,
        pairs: impl Iterator<Item = (DoubleDouble, DoubleDouble)>,
    ) -> DoubleDouble {
        pairs.fold(start, |sum, (factor, value)| self.minus_product(sum, factor, value))
    }
}

/// The greatest number of bytes of the dense part of factors: 4000 rows in doubles. Its elimination takes about 15 s.
const MAX_DENSE_BYTES: u64 = 8 * 4000 * 4000;

/// The greatest number of sweeps from above, and the relative change at which they end.
const SWEEPS_FROM_ABOVE: usize = 2000;
const LAST_CHANGE: f64 = 0.01;

/// The least number of nodes for which steps are tried before a factorisation.
pub(crate) const LEAST_STEPPED: usize = 300;

impl BoundsSolver<'_> {
    /// Solves the equations of one choice for each node: replaces the right-hand side `values` by the solution. Uses the equations
    /// in `factored` if they were prepared for these choices. `last` has the residual at which steps end. Returns `false` if the
    /// equations are singular in the arithmetic of the solver.
    pub(crate) fn solve_equations(
        &mut self,
        chosen: &[u32],
        factored: &mut Option<PreparedEquations>,
        values: &mut [f64],
        last: StepTolerance<'_>,
    ) -> Result<bool, Error> {
        if factored.as_ref().is_none_or(|factored| factored.chosen != chosen) {
            let factors = self.factorise(chosen)?;
            *factored = factors.map(|factors| PreparedEquations { chosen: chosen.to_vec(), factors });
        }
        let Some(PreparedEquations { factors, .. }) = factored else { return Ok(false) };
        match factors {
            ComponentFactors::One(diagonal) => values[0] /= *diagonal,
            ComponentFactors::Doubles(factors) => factors.solve(values),
            ComponentFactors::DoubleDoubles(factors) => {
                let mut wide: Vec<DoubleDouble> =
                    values.iter().map(|&high| DoubleDouble { high, low: 0.0 }).collect();
                factors.solve(&mut wide);
                values.iter_mut().zip(wide).for_each(|(value, wide)| *value = wide.high);
            }
            ComponentFactors::Steps(matrix) => {
                if !self.solve_by_steps(matrix, values, last)? {
                    self.is_stepped = false;
                    *factored = None;
                    return self.solve_equations(chosen, factored, values, last);
                }
            }
        }
        Ok(true)
    }

    /// Replaces a right-hand side by the solution. If steps do not find it and `last` has the greatest number that matters, finds
    /// numbers that are greater than the solution instead, or at least as large as that number. Returns `false` if both would take
    /// too long.
    fn solve_by_steps(
        &mut self,
        matrix: &NodeMatrix,
        values: &mut [f64],
        last: StepTolerance<'_>,
    ) -> Result<bool, Error> {
        let place = self.saves.begin_solution(|| IterativeSolution::new(matrix, values));
        while self.saves.solutions[place].is_solved.is_none() {
            self.check_limits()?;
            self.saves.solutions[place].step(matrix, values, last);
        }
        let IterativeSolution { values: solution, is_solved, .. } = &self.saves.solutions[place];
        let mut is_solved = *is_solved == Some(true);
        if is_solved {
            values.copy_from_slice(solution);
        } else if let Some(most) = last.most {
            let mut greater = vec![most; values.len()];
            for _ in 0..SWEEPS_FROM_ABOVE {
                self.check_limits()?;
                is_solved = matrix.sweep_from_above(values, &mut greater) <= LAST_CHANGE;
                if is_solved {
                    values.copy_from_slice(&greater);
                    break;
                }
            }
        }
        if self.job.store.is_none() {
            self.saves.solutions.clear();
        }
        Ok(is_solved)
    }

    /// Prepares the equations of the nodes with one choice for each node. Returns `None` if they are singular in the arithmetic
    /// of the solver, or their factors would take minutes.
    fn factorise(&self, chosen: &[u32]) -> Result<Option<ComponentFactors>, Error> {
        if let [choice] = *chosen {
            let leaving = self.game.branches(choice);
            let leaving = leaving.filter(|&branch| self.places[self.game.targets[branch] as usize] != 0);
            let weight: f64 = leaving.map(|branch| self.game.weights[branch].high).sum();
            return Ok((weight > 0.0).then_some(ComponentFactors::One(weight)));
        }
        let check = |bytes| match bytes {
            0..=MAX_DENSE_BYTES => self.job.reserve(bytes, Progress::default()).map_err(Some),
            _ => Err(None),
        };
        let found = if self.is_precise {
            let matrix = self.matrix(chosen, |weight| weight, DoubleDouble::plus);
            let factors = SparseFactors::new(DoubleDoubleArithmetic, matrix, &check);
            factors.map(|factors| factors.map(ComponentFactors::DoubleDoubles))
        } else {
            if self.is_stepped && chosen.len() >= LEAST_STEPPED {
                let mut matrix = NodeMatrix::new();
                for &choice in chosen {
                    let place = |branch: usize| self.places[self.game.targets[branch] as usize];
                    let branches = self.game.branches(choice);
                    matrix.push(
                        chosen.len(),
                        branches.map(|branch| (place(branch), self.game.weights[branch])),
                    );
                }
                return Ok(Some(ComponentFactors::Steps(matrix)));
            }
            let matrix = self.matrix(chosen, |weight| weight.high, |a, b| a + b);
            let factors = SparseFactors::new(Doubles, matrix, &check);
            factors.map(|factors| factors.map(ComponentFactors::Doubles))
        };
        match found {
            Err(Some(error)) => Err(error),
            found => Ok(found.unwrap_or_default()),
        }
    }

    /// Returns the matrix of the equations of the nodes.
    fn matrix<T: Copy + Default>(
        &self,
        chosen: &[u32],
        number: impl Fn(DoubleDouble) -> T,
        plus: impl Fn(T, T) -> T,
    ) -> SparseMatrix<T> {
        let game = self.game;
        let mut matrix = SparseMatrix { diagonal: Vec::new(), rows: Vec::new() };
        for (node, &choice) in chosen.iter().enumerate() {
            let mut diagonal = T::default();
            let mut row: Vec<(u32, T)> = Vec::new();
            for branch in game.branches(choice) {
                let place = self.places[game.targets[branch] as usize];
                if place == node as u32 {
                    continue;
                }
                let weight = game.weights[branch];
                diagonal = plus(diagonal, number(weight));
                if (place as usize) < chosen.len() {
                    row.push((place, number(DoubleDouble { high: -weight.high, low: -weight.low })));
                }
            }
            row.sort_unstable_by_key(|entry| entry.0);
            row.dedup_by(|next, kept| {
                let is_equal = next.0 == kept.0;
                if is_equal {
                    kept.1 = plus(kept.1, next.1);
                }
                is_equal
            });
            matrix.diagonal.push(diagonal);
            matrix.rows.push(row);
        }
        matrix
    }
}
