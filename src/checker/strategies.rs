//! Exact optimal values by strategy iteration.
//!
//! One side, the reaching side, must leave the unknown states: it maximises the probability of a goal, or minimises the reward
//! up to a goal. A strategy of the reaching side is proper if the unknown states are left almost surely against every strategy
//! of the other side. Strategy iteration (Howard 1960; Hoffman and Karp 1966; Condon 1992) begins with a proper strategy and
//! changes a choice only if its value is strictly better. Then every strategy stays proper, although there are end components: a
//! recurrent class of a changed strategy would contain no changed choice, so it would be one of the strategy before. Each round
//! increases the value of some state, and a strategy that cannot be improved is optimal. For a minimal reward this is the
//! least over the proper strategies, as rewards are not negative (Bertsekas and Tsitsiklis 1991).
//!
//! Strategies are first improved in doubles, one component after the other. Exact rounds follow: each round solves the equations
//! of the strategy exactly. If only one side decides, sweeps in twofold doubles then look for better choices. If the sweeps find
//! none, choices are compared exactly.

use crate::equations::{Equations, KNOWN, StrategyValues};
use crate::exact::{Integer, double};
use crate::model::checkpoint::{fingerprint, save_value};
use crate::model::{Job, StoreSection};
use crate::qualitative::BackwardGraph;
use crate::{CheckError, StateSet};
use num_traits::Signed as _;
use serde::{Deserialize, Serialize};

/// The input of strategy iteration: the equations, the side that must leave the unknown states, and a proper strategy.
pub(crate) struct StrategySearch<'a> {
    pub(crate) equations: Equations<'a>,
    pub(crate) graph: &'a BackwardGraph<'a>,
    /// The states in which the reaching side decides.
    pub(crate) reaching: &'a StateSet,
    /// A proper strategy: the choice of each state of the reaching side.
    pub(crate) proper: Vec<u32>,
    /// The states in which the reaching side must stay, or `None` if every choice is allowed.
    pub(crate) inside: Option<&'a StateSet>,
    /// Whether the reaching side maximises.
    pub(crate) maximizes: bool,
}

/// The maximum number of exact solutions that are followed by sweeps in twofold doubles. With rounding errors, the sweeps may
/// return to an earlier strategy.
const MOST_TWOFOLD_SOLUTIONS: u32 = 30;

/// A choice that may be better than the choice of a strategy.
struct Candidate {
    choice: usize,
    /// The gain, up to the error.
    gain: f64,
    error: f64,
    /// The gain times `scale * denominator`, and `scale`; see [`Equations::difference`].
    exact: Option<(Integer, Integer)>,
}

/// The current strategy of a search.
#[derive(Clone, Serialize, Deserialize)]
struct SearchState {
    /// The choice of each unknown state.
    strategy: Vec<u32>,
    /// The number of exact solutions still to be followed by sweeps in twofold doubles.
    sweeps: u32,
}

impl SearchState {
    /// Saves the search before a step, if a save is due, or if the `error` of the step is a stop.
    fn save(
        &self,
        store: StoreSection<'_>,
        fingerprint: u64,
        error: Option<&CheckError>,
    ) -> Result<(), CheckError> {
        match error {
            Some(CheckError::Limit(error)) if error.is_stop() => {
                store.save_stopped_value(fingerprint, self)?;
            }
            None if store.is_due() => {
                store.save(&mut |out| {
                    save_value(out, &fingerprint)?;
                    save_value(out, self)
                });
            }
            _ => {}
        }
        Ok(())
    }
}

impl StrategySearch<'_> {
    /// Returns the optimal values of the unknown states.
    ///
    /// # Errors
    /// If a limit of the job is passed.
    pub(crate) fn solve(&self, job: &Job<'_>) -> Result<StrategyValues, CheckError> {
        let mut search = SearchState {
            strategy: (0..self.equations.states.len()).map(|place| self.first(place)).collect(),
            sweeps: if self.has_one_side() { MOST_TWOFOLD_SOLUTIONS } else { 0 },
        };
        if !self.decides() {
            return self.equations.solve(&search.strategy, job);
        }
        self.in_section(job, |job, fingerprint| {
            match job.store.map_or(Ok(None), |store| store.load_value(fingerprint))? {
                Some(saved) => search = saved,
                None => self.begin(&mut search.strategy, job)?,
            }
            loop {
                let before = search.clone();
                let step = self.step(&mut search, job);
                if let Some(store) = job.store {
                    before.save(store, fingerprint, step.as_ref().err())?;
                }
                if let Some(values) = step? {
                    return Ok(values);
                }
            }
        })
    }

    /// Calls `work` with the job of a section of the store that belongs to this search, and the fingerprint of the search.
    pub(crate) fn in_section<T>(
        &self,
        job: &Job<'_>,
        work: impl FnOnce(&Job<'_>, u64) -> Result<T, CheckError>,
    ) -> Result<T, CheckError> {
        if job.store.is_none() {
            return work(job, 0);
        }
        let Self { equations, graph: _, reaching, proper, inside, maximizes } = self;
        let fingerprint = fingerprint(&(equations.identity(), reaching, proper, inside, maximizes));
        work(&job.section(&format!("{fingerprint:016x}")), fingerprint)
    }

    /// Improves a strategy in doubles, and keeps it proper.
    fn begin(&self, strategy: &mut [u32], job: &Job<'_>) -> Result<(), CheckError> {
        self.improve_in_doubles(strategy, job)?;
        if !self.is_proper(strategy) {
            for (place, &state) in self.equations.states.iter().enumerate() {
                if self.reaching.contains(state) {
                    strategy[place] = self.first(place);
                }
            }
        }
        Ok(())
    }

    /// Solves the equations of a strategy and improves it. Returns the values if the strategy is optimal.
    fn step(&self, search: &mut SearchState, job: &Job<'_>) -> Result<Option<StrategyValues>, CheckError> {
        let SearchState { strategy, sweeps } = search;
        let values = self.equations.solve(strategy, job)?;
        if *sweeps > 0 {
            *sweeps -= 1;
            let mut next = strategy.clone();
            if self.improve_in_twofolds(&mut next, &values, job)? && self.is_proper(&next) {
                *strategy = next;
                return Ok(None);
            }
        }
        let is_improved =
            self.improve(strategy, &values, false, job)? || self.improve(strategy, &values, true, job)?;
        Ok((!is_improved).then_some(values))
    }

    /// Returns whether any unknown state has several choices.
    fn decides(&self) -> bool {
        self.equations.states.iter().any(|&state| self.equations.space.choices(state).len() > 1)
    }

    /// Returns whether only one side has several choices.
    fn has_one_side(&self) -> bool {
        let states = self.equations.states.iter();
        let mut deciding = states.filter(|&&state| self.equations.space.choices(state).len() > 1);
        let first = deciding.next().map(|&state| self.reaching.contains(state));
        deciding.all(|&state| Some(self.reaching.contains(state)) == first)
    }

    /// Returns the choice of an unknown state with which strategy iteration begins.
    fn first(&self, place: usize) -> u32 {
        let state = self.equations.states[place];
        if self.reaching.contains(state) {
            self.proper[state as usize]
        } else {
            self.equations.space.choices(state).start as u32
        }
    }

    /// Returns the choices of an unknown state that its player may take.
    pub(crate) fn allowed(&self, state: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        let inside = self.inside.filter(|_| self.reaching.contains(state));
        self.equations.space.choices(state).filter(move |&choice| {
            let targets = self.equations.space.targets(choice);
            inside.is_none_or(|inside| targets.iter().all(|&target| inside.contains(target)))
        })
    }

    /// Returns whether the player of a state maximises.
    pub(crate) fn maximizes(&self, state: u32) -> bool {
        self.reaching.contains(state) == self.maximizes
    }

    /// Returns whether a strategy of the reaching side leaves the unknown states almost surely, whatever the other side does.
    fn is_proper(&self, strategy: &[u32]) -> bool {
        self.graph.can_force_exit(&self.equations.places, &|state, choice| {
            let place = self.equations.places[state as usize] as usize;
            !self.reaching.contains(state) || strategy[place] as usize == choice
        })
    }

    /// Returns whether the unknown states are left almost surely by every strategy of both sides.
    pub(crate) fn is_always_left(&self) -> bool {
        let is_allowed = |state, choice| self.allowed(state).any(|allowed| allowed == choice);
        self.graph.can_force_exit(&self.equations.places, &is_allowed)
    }

    /// Changes choices of one side to strictly better choices. Returns whether a choice changed.
    fn improve(
        &self,
        strategy: &mut [u32],
        values: &StrategyValues,
        is_reaching: bool,
        job: &Job<'_>,
    ) -> Result<bool, CheckError> {
        let (equations, doubles) = (&self.equations, values.doubles());
        let table = self.table();
        let mut known: Vec<Option<Integer>> = vec![None; equations.states.len()];
        let mut numerator =
            |place: u32| known[place as usize].get_or_insert_with(|| values.numerator(place)).clone();
        let mut changed = false;
        for (place, &state) in equations.states.iter().enumerate() {
            job.tick_at(place, crate::model::Progress::default())?;
            if self.reaching.contains(state) != is_reaching || equations.space.choices(state).len() == 1 {
                continue;
            }
            let own = doubles[place];
            let mut exact = |choice: usize| {
                let (difference, scale) =
                    equations.difference(state, choice, &mut numerator, values.denominator());
                if self.maximizes(state) { (difference, scale) } else { (-difference, scale) }
            };
            let mut best: Option<Candidate> = None;
            for choice in self.allowed(state) {
                if self.is_alike(state, choice, strategy[place] as usize) {
                    continue;
                }
                let (value, size) = self.estimate(state, choice, &doubles, &table);
                let branches = equations.space.branches(choice).len() as f64;
                let error = (size + own.abs() + 1.0) * (branches + 8.0) * f64::EPSILON * 16.0;
                let gain = if self.maximizes(state) { value - own } else { own - value };
                if gain < -error {
                    continue;
                }
                let mut next = Candidate { choice, gain, error, exact: None };
                if best.as_ref().is_some_and(|best| gain + error < best.gain - best.error) {
                    continue;
                }
                // The gain is not clearly positive, or not clearly greater than the best gain so far: compare exactly.
                let is_close = |best: &Candidate| gain - error <= best.gain + best.error;
                if gain <= error || gain.is_nan() || best.as_ref().is_some_and(is_close) {
                    let (difference, scale) = next.exact.insert(exact(choice));
                    let is_better = difference.is_positive()
                        && best.as_mut().is_none_or(|best| {
                            let (least, of) = best.exact.get_or_insert_with(|| exact(best.choice));
                            &*difference * &*of > &*least * &*scale
                        });
                    if !is_better {
                        continue;
                    }
                }
                best = Some(next);
            }
            if let Some(best) = best {
                strategy[place] = best.choice as u32;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Returns whether two choices of a state have equal branches and rewards.
    fn is_alike(&self, state: u32, one: usize, other: usize) -> bool {
        let space = self.equations.space;
        let probabilities = |choice| &space.probabilities[space.branches(choice)];
        space.targets(one) == space.targets(other)
            && probabilities(one) == probabilities(other)
            && self.equations.rewards(state, one).eq(self.equations.rewards(state, other))
    }

    /// Returns the probabilities as doubles.
    pub(crate) fn table(&self) -> Vec<f64> {
        self.equations.space.fractions.iter().map(double).collect()
    }

    /// Returns the value of a choice, and the sum of the absolute values of its terms.
    pub(crate) fn estimate(&self, state: u32, choice: usize, values: &[f64], table: &[f64]) -> (f64, f64) {
        let (equations, space) = (&self.equations, self.equations.space);
        let (mut sum, mut size) = (0.0, 0.0);
        let mut add = |term: f64| (sum, size) = (sum + term, size + term.abs());
        equations.rewards(state, choice).for_each(|part| add(double(part)));
        for branch in space.branches(choice) {
            let (target, share) = (space.targets[branch], table[space.probabilities[branch] as usize]);
            match equations.places[target as usize] {
                KNOWN if equations.is_one(target) => add(share),
                KNOWN => {}
                place => add(share * values[place as usize]),
            }
        }
        (sum, size)
    }
}
