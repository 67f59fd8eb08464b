//! The equations of a component: solved by factors in doubles or in twofold doubles, or by sweeps.

use crate::Twofold;
use crate::solver::BoundsSolver;
use chancetree_exact::{Arithmetic, Doubles, SparseFactors, SparseMatrix};
use chancetree_model::{Error, Job, Progress};

/// The equations of a component, prepared for solving.
enum ComponentFactors {
    /// The coefficient of a single equation.
    One(f64),
    /// A matrix that is solved by sweeps.
    Sweeps(SparseMatrix<f64>),
    Doubles(SparseFactors<Doubles>),
    Twofolds(SparseFactors<TwofoldArithmetic>),
}

/// A choice for each node, with the prepared equations of these choices.
pub(crate) struct Factored {
    chosen: Vec<u32>,
    factors: ComponentFactors,
}

/// Arithmetic of twofold doubles.
#[derive(Clone, Copy)]
pub(crate) struct TwofoldArithmetic;

impl Arithmetic for TwofoldArithmetic {
    type Number = Twofold;
    const ZERO: Twofold = Twofold { high: 0.0, low: 0.0 };

    fn inverse(self, value: Twofold) -> Option<Twofold> {
        let first = Twofold { high: value.high.recip(), low: 0.0 };
        let rest = Twofold { high: 1.0, low: 0.0 }.minus(value.times(first));
        (value.high != 0.0).then(|| first.plus(first.times(rest)))
    }

    fn product(self, a: Twofold, b: Twofold) -> Twofold {
        a.times(b)
    }

    fn minus_product(self, start: Twofold, a: Twofold, b: Twofold) -> Twofold {
        start.minus(a.times(b))
    }

    fn minus_dot(self, start: Twofold, terms: &[(u32, Twofold)], values: &[Twofold]) -> Twofold {
        terms.iter().fold(start, |sum, &(at, factor)| self.minus_product(sum, factor, values[at as usize]))
    }
}

/// The least number of nodes for which sweeps are tried before a factorisation.
const LEAST_SWEPT: usize = 300;

/// The maximum number of sweeps. The rate of convergence is measured between [`TRIED_SWEEPS`] and twice as many sweeps.
const SWEEPS: usize = 2000;
const TRIED_SWEEPS: usize = 50;

/// The greatest last change of sweeps, relative to the solution.
const LAST_CHANGE: f64 = 1e-13;

impl ComponentFactors {
    /// Replaces a right-hand side by the solution. Returns whether the equations are solved.
    fn solve(&self, values: &mut [f64], job: &Job<'_>) -> Result<bool, Error> {
        match self {
            Self::One(diagonal) => values[0] /= diagonal,
            Self::Sweeps(matrix) => return swept(matrix, values, job),
            Self::Doubles(factors) => factors.solve(values),
            Self::Twofolds(factors) => {
                let mut wide: Vec<Twofold> = values.iter().map(|&high| Twofold { high, low: 0.0 }).collect();
                factors.solve(&mut wide);
                values.iter_mut().zip(wide).for_each(|(value, wide)| *value = wide.high);
            }
        }
        Ok(true)
    }
}

/// Replaces a right-hand side by the solution, by Gauss-Seidel sweeps in alternating directions. Returns `false` if too many
/// sweeps would be needed.
fn swept(matrix: &SparseMatrix<f64>, values: &mut [f64], job: &Job<'_>) -> Result<bool, Error> {
    let mut solution = vec![0.0; values.len()];
    let mut first_change = 0.0;
    for sweep in 0..SWEEPS {
        job.check()?;
        let (mut change, mut size) = (0f64, 0f64);
        let mut update = |row: usize| {
            let others = matrix.rows[row].iter().map(|&(column, value)| value * solution[column as usize]);
            let value = (values[row] - others.sum::<f64>()) / matrix.diagonal[row];
            change = change.max((value - solution[row]).abs());
            size = size.max(value.abs());
            solution[row] = value;
        };
        if sweep % 2 == 0 {
            (0..values.len()).rev().for_each(&mut update);
        } else {
            (0..values.len()).for_each(&mut update);
        }
        if !size.is_finite() {
            return Ok(false);
        }
        if change <= LAST_CHANGE * size {
            values.copy_from_slice(&solution);
            return Ok(true);
        }
        if sweep == TRIED_SWEEPS {
            first_change = change;
        } else if sweep == 2 * TRIED_SWEEPS {
            // The estimated number of further sweeps at the measured rate.
            let rate = (change / first_change).ln() / TRIED_SWEEPS as f64;
            let left = (LAST_CHANGE * size / change).ln() / rate;
            if rate >= 0.0 || left > SWEEPS as f64 {
                return Ok(false);
            }
        }
    }
    Ok(false)
}

impl BoundsSolver<'_> {
    /// Solves the equations of one choice for each node: replaces the right-hand side `values` by the solution. Uses the prepared
    /// equations in `factored` if they are of these choices. Returns `false` if the equations are singular in the arithmetic of
    /// the solver.
    pub(crate) fn solve_equations(
        &mut self,
        chosen: &[u32],
        factored: &mut Option<Factored>,
        values: &mut [f64],
    ) -> Result<bool, Error> {
        if factored.as_ref().is_none_or(|factored| factored.chosen != chosen) {
            let factors = self.factorise(chosen)?;
            *factored = factors.map(|factors| Factored { chosen: chosen.to_vec(), factors });
        }
        let Some(Factored { factors, .. }) = factored else { return Ok(false) };
        if factors.solve(values, self.job)? {
            return Ok(true);
        }
        self.is_swept = false;
        *factored = None;
        self.solve_equations(chosen, factored, values)
    }

    /// Prepares the equations of the nodes with one choice for each node. Returns `None` if they are singular in the arithmetic
    /// of the solver.
    fn factorise(&self, chosen: &[u32]) -> Result<Option<ComponentFactors>, Error> {
        if let [choice] = *chosen {
            let leaving = self.game.branches(choice);
            let leaving = leaving.filter(|&branch| self.places[self.game.targets[branch] as usize] != 0);
            let weight: f64 = leaving.map(|branch| self.game.weights[branch].high).sum();
            return Ok((weight > 0.0).then_some(ComponentFactors::One(weight)));
        }
        let check = |bytes| self.job.reserve(bytes, Progress::default());
        Ok(if self.is_precise {
            let matrix = self.matrix(chosen, |weight| weight, Twofold::plus);
            SparseFactors::new(TwofoldArithmetic, matrix, &check)?.map(ComponentFactors::Twofolds)
        } else {
            let matrix = self.matrix(chosen, |weight| weight.high, |a, b| a + b);
            if self.is_swept && chosen.len() >= LEAST_SWEPT {
                return Ok(Some(ComponentFactors::Sweeps(matrix)));
            }
            SparseFactors::new(Doubles, matrix, &check)?.map(ComponentFactors::Doubles)
        })
    }

    /// Returns the matrix of the equations of the nodes.
    fn matrix<T: Copy + Default>(
        &self,
        chosen: &[u32],
        number: impl Fn(Twofold) -> T,
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
                    row.push((place, number(Twofold { high: -weight.high, low: -weight.low })));
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
