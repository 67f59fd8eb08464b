//! States with probability 0 or 1, by the graph alone (Baier and Katoen 2008, 10.6.1; de Alfaro and Henzinger 2000).

use crate::model::csr::Csr;
use crate::model::{Error, Job};
use crate::{StateSet, StateSpace};

/// A graph of choices that can be walked backwards.
pub(crate) struct BackwardGraph<'a> {
    pub(crate) space: &'a StateSpace,
    /// The state of each choice.
    sources: Vec<u32>,
    /// The choices that lead to each state.
    incoming: Csr,
}

/// States from which a set is reached with a positive probability.
pub(crate) struct Attractor {
    pub(crate) states: StateSet,
    /// For each state of the attractor in which an ally decides, except for states of the set, a choice that leads closer to the
    /// set; `u32::MAX` for other states.
    pub(crate) choices: Vec<u32>,
}

impl<'a> BackwardGraph<'a> {
    pub(crate) fn new(space: &'a StateSpace) -> Self {
        Self::of_choices(space, &|_, _| true)
    }

    /// Creates the graph of the choices for which `is_kept` returns `true`. A state of an opponent with any other choice is never
    /// added to an attractor.
    pub(crate) fn of_choices(space: &'a StateSpace, is_kept: &dyn Fn(u32, usize) -> bool) -> Self {
        let mut sources = Vec::with_capacity(space.choice_count());
        let mut kept = Vec::with_capacity(space.choice_count());
        for state in 0..space.state_count() as u32 {
            for choice in space.choices(state) {
                sources.push(state);
                kept.push(is_kept(state, choice));
            }
        }
        let choices = (0..space.choice_count()).filter(|&choice| kept[choice]);
        let steps = choices
            .flat_map(|choice| space.targets(choice).iter().map(move |&target| (target as usize, choice)));
        Self { space, sources, incoming: Csr::new(space.state_count(), steps) }
    }

    /// Returns the states from which the allies can force a positive probability of reaching `goal`, along states of `stay`. The
    /// allies decide in the states of `allies`. Choices that may lead out of `inside` are forbidden to the allies; a state of an
    /// opponent with such a choice is not part of the attractor.
    pub(crate) fn attractor(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        allies: &StateSet,
        inside: Option<&StateSet>,
    ) -> Attractor {
        let space = self.space;
        let mut states = goal.clone();
        let mut choices = vec![u32::MAX; space.state_count()];
        // For each state of an opponent, the number of choices that do not lead to the attractor yet.
        let mut left = vec![0u32; space.state_count()];
        let mut is_counted = StateSet::none(space.choice_count());
        let mut queue: Vec<u32> = goal.iter().collect();
        let mut next = 0;
        while next < queue.len() {
            let reached = queue[next];
            next += 1;
            for &choice in self.incoming.get(reached as usize) {
                let source = self.sources[choice as usize];
                if states.contains(source) || !stay.contains(source) {
                    continue;
                }
                let is_allowed = || {
                    inside.is_none_or(|set| space.targets(choice as usize).iter().all(|&to| set.contains(to)))
                };
                if allies.contains(source) {
                    if is_allowed() {
                        choices[source as usize] = choice;
                        states.insert(source);
                        queue.push(source);
                    }
                } else if is_counted.insert(choice) && is_allowed() {
                    let left = &mut left[source as usize];
                    if *left == 0 {
                        *left = space.choices(source).len() as u32;
                    }
                    *left -= 1;
                    if *left == 0 {
                        states.insert(source);
                        queue.push(source);
                    }
                }
            }
        }
        Attractor { states, choices }
    }

    /// Returns the states from which the allies can reach `goal` almost surely along states of `stay`: the greatest set in which
    /// they can stay while they reach the goal with a positive probability. Cost: a round may remove a single state.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn almost_sure(
        &self,
        stay: &StateSet,
        goal: &StateSet,
        allies: &StateSet,
        job: &Job<'_>,
    ) -> Result<Attractor, Error> {
        let mut inside = stay.or(goal);
        loop {
            job.check()?;
            let attractor = self.attractor(stay, goal, allies, Some(&inside));
            if attractor.states == inside {
                return Ok(attractor);
            }
            // The opponents may drive play from some of these states to the others.
            let lost = attractor.states.complement();
            let driven = self.attractor(&attractor.states.minus(goal), &lost, &allies.complement(), None);
            inside = attractor.states.minus(&driven.states);
        }
    }
}
