//! The operators E with G, W or R and A with F or U: whether some path stays in a set of states.

use crate::check::PropertyChecker;
use crate::compiled_expression::NumberCode;
use crate::error::PrismError;
use crate::syntax::{Expression, PathOperator, SomePathSyntax};
use chancetree_checker::StateSet;
use chancetree_model::csr::Csr;

impl PropertyChecker<'_> {
    /// Returns the states from which some path satisfies `left W right` or `left R right`: it stays in a set of states for ever, for
    /// a number of steps, or until it reaches a state that releases it.
    ///
    /// Each round removes the states without a next state in the set. After `k` rounds, the states are left from which a path stays
    /// for `k` steps.
    pub(crate) fn some_path(&self, path: &SomePathSyntax) -> Result<StateSet, PrismError> {
        let (left, right) = (self.set(&path.left)?, self.set(&path.right)?);
        let (stay, release) = match path.operator {
            PathOperator::Release => (right.clone(), left.and(&right)),
            _ => (left, right),
        };
        let mut rounds = match &path.within {
            None => u64::MAX,
            Some(limit) => {
                let steps = self.steps(&limit.steps)?.checked_sub(limit.is_strict.into());
                let what = "a bound <0; the least bound is <1";
                steps.ok_or_else(|| self.context().error(limit.steps.at, what))?
            }
        };
        let space = self.explored.space();
        let mut set = stay.or(&release);
        let open = stay.minus(&release);
        let targets = |state: u32| space.choices(state).flat_map(|choice| space.targets(choice)).copied();
        let steps = open.iter().flat_map(|state| {
            targets(state)
                .filter(|&target| set.contains(target))
                .map(move |target| (target as usize, state as usize))
        });
        let incoming = Csr::new(space.state_count(), steps.collect::<Vec<_>>().into_iter());
        let mut counts = vec![0u32; space.state_count()];
        let mut removed = Vec::new();
        for state in open.iter() {
            counts[state as usize] = targets(state).filter(|&target| set.contains(target)).count() as u32;
            if counts[state as usize] == 0 {
                removed.push(state);
            }
        }
        while !removed.is_empty() && rounds > 0 {
            rounds -= 1;
            let mut next = Vec::new();
            for state in removed {
                set.remove(state);
                for &source in incoming.get(state as usize) {
                    counts[source as usize] -= 1;
                    if counts[source as usize] == 0 {
                        next.push(source);
                    }
                }
            }
            removed = next;
        }
        Ok(set)
    }

    /// Returns the value of a constant number of steps.
    pub(crate) fn steps(&self, steps: &Expression) -> Result<u64, PrismError> {
        let value = self.constant(steps, "a number of steps")?;
        let what = || format!("{value} steps; a number of steps is at least 0");
        u64::try_from(value).map_err(|_| self.context().error(steps.at, what()))
    }

    /// Returns the value of a whole number that must not depend on the state. `what` names the number in the error.
    pub(crate) fn constant(&self, number: &Expression, what: &str) -> Result<i64, PrismError> {
        let context = self.context();
        match self.scope.int_code(number, context)? {
            NumberCode::Whole(value) => Ok(value),
            _ => {
                Err(context
                    .error(number.at, format!("{what} that depends on the state; it must be constant")))
            }
        }
    }
}
