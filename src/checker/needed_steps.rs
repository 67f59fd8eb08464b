//! Determines the states whose values a backward induction must compute in each step.

use crate::StateSpace;
use crate::number::PlaySteps;
use chancetree_model::csr::Csr;
use std::collections::VecDeque;

/// The distance of a state that no path leads to.
const NEVER: u64 = u64::MAX;

/// For each state, the steps of an induction after which its value is not 0 and is still needed.
pub(crate) struct NeededSteps {
    /// The least number of steps after which the value may differ from 0.
    first: Vec<u64>,
    /// The greatest number of steps after which the value is needed, plus 1.
    end: Vec<u64>,
}

impl NeededSteps {
    /// Computes the steps of all states. `wanted` are the states whose values are needed after all steps, or `None` for all states.
    /// `is_zero` returns whether the value of a state is 0 before the first step.
    pub(crate) fn new(
        space: &StateSpace,
        steps: &PlaySteps<'_>,
        wanted: Option<&[u32]>,
        is_zero: impl Fn(u32) -> bool,
    ) -> Self {
        let states = space.state_count();
        let all = || 0..states as u32;
        let targets = |state: u32| space.choices(state).flat_map(|choice| space.targets(choice)).copied();
        let edges = all()
            .filter(|&state| steps.moving.contains(state))
            .flat_map(|state| targets(state).map(move |target| (target as usize, state as usize)));
        let incoming = Csr::new(states, edges);
        let is_rewarded = |state: u32| {
            let parts = |choice| steps.reward.into_iter().flat_map(move |reward| reward.parts(state, choice));
            steps.moving.contains(state) && space.choices(state).any(|choice| parts(choice).next().is_some())
        };
        let starts = all().filter(|&state| !is_zero(state)).map(|state| (state, 0));
        let starts = starts.chain(all().filter(|&state| is_rewarded(state)).map(|state| (state, 1)));
        let first = distances(states, starts, |state, visit| {
            incoming.get(state as usize).iter().for_each(|&source| visit(source));
        });
        let before = match wanted {
            None => vec![0; states],
            Some(wanted) => distances(states, wanted.iter().map(|&state| (state, 0)), |state, visit| {
                if steps.moving.contains(state) {
                    targets(state).for_each(visit);
                }
            }),
        };
        let end = before.into_iter().map(|distance| (steps.count + 1).saturating_sub(distance)).collect();
        Self { first, end }
    }

    /// Returns the greatest number of steps after which the value of a state is needed, plus 1.
    #[inline]
    pub(crate) fn end(&self, state: u32) -> u64 {
        self.end[state as usize]
    }

    /// Returns whether the value of a state may differ from 0 in the first `steps` steps, and is needed after a step.
    pub(crate) fn is_changed(&self, state: u32, steps: u64) -> bool {
        !self.is_zero(state, steps) && self.is_needed(state, 1)
    }

    /// Returns whether the value of a state after a number of steps is needed.
    #[inline]
    pub(crate) fn is_needed(&self, state: u32, steps: u64) -> bool {
        steps < self.end[state as usize]
    }

    /// Returns whether the value of a state after a number of steps is 0 because no path leads to another value.
    #[inline]
    pub(crate) fn is_zero(&self, state: u32, steps: u64) -> bool {
        steps < self.first[state as usize]
    }
}

/// Returns the least distance of each state from the starts. Each start has an initial distance; these must be in ascending order.
fn distances(
    states: usize,
    starts: impl Iterator<Item = (u32, u64)>,
    next: impl Fn(u32, &mut dyn FnMut(u32)),
) -> Vec<u64> {
    let mut distances = vec![NEVER; states];
    let mut queue: VecDeque<(u32, u64)> = starts.collect();
    while let Some((state, distance)) = queue.pop_front() {
        if distances[state as usize] <= distance {
            continue;
        }
        distances[state as usize] = distance;
        next(state, &mut |other| {
            if distances[other as usize] > distance + 1 {
                queue.push_back((other, distance + 1));
            }
        });
    }
    distances
}
