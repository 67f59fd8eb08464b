//! The factors of the equations of a component, in doubles or in twofold doubles.

use crate::Twofold;
use crate::solver::BoundsSolver;
use chancetree_exact::{Arithmetic, Doubles, SparseFactors, SparseMatrix};
use chancetree_model::{Error, Progress};

/// The factors of the equations of a component.
pub(crate) enum ComponentFactors {
    One(f64),
    Doubles(SparseFactors<Doubles>),
    Twofolds(SparseFactors<TwofoldArithmetic>),
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

impl ComponentFactors {
    /// Replaces a right-hand side by the solution.
    pub(crate) fn solve(&self, values: &mut [f64]) {
        match self {
            Self::One(diagonal) => values[0] /= diagonal,
            Self::Doubles(factors) => factors.solve(values),
            Self::Twofolds(factors) => {
                let mut wide: Vec<Twofold> = values.iter().map(|&high| Twofold { high, low: 0.0 }).collect();
                factors.solve(&mut wide);
                values.iter_mut().zip(wide).for_each(|(value, wide)| *value = wide.high);
            }
        }
    }
}

impl BoundsSolver<'_> {
    /// Factorises the equations of the nodes with one choice for each node. Returns `None` if they are singular in the arithmetic of
    /// the solver.
    pub(crate) fn factorise(&self, chosen: &[u32]) -> Result<Option<ComponentFactors>, Error> {
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
