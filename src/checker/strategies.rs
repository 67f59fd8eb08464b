//! Exact optimal values by strategy iteration.
//!
//! One side, the reaching side, must leave the unknown states: it maximises the probability of a goal, or minimises the reward up
//! to a goal. A strategy of the reaching side is proper if the unknown states are left almost surely against every strategy of the
//! other side. Strategy iteration (Howard 1960; Hoffman and Karp 1966; Condon 1992) begins with a proper strategy and changes a
//! choice only if its value is strictly better. Then every strategy stays proper, although there are end components: a recurrent
//! class of a changed strategy would contain no changed choice, so it would be one of the strategy before. Each round increases the
//! value of some state, and a strategy that cannot be improved is optimal. A minimal reward is the least over the proper strategies
//! (Bertsekas and Tsitsiklis 1991). With rewards, strategies stay proper because rewards in end components are not negative: in a
//! recurrent class with a changed choice, the average reward would be.
//!
//! Strategies are first improved in doubles, one component after the other. Exact rounds follow: each round solves the equations
//! of the strategy exactly, computes the gains of all choices, and improves the strategy by sweeps. The other side improves first,
//! until it plays a best response. When the reaching side improves, the other side responds in each sweep.

use crate::equations::{Equations, KNOWN, StrategyValues};
use crate::gains::GainSource;
use crate::model::checkpoint::{fingerprint, save_value};
use crate::model::{Error, Job, StoreSection};
use crate::total_reward::staying_choices;
use crate::{CheckError, StateSet};
use chancetree_bounds::DoubleDouble;

/// The input of strategy iteration: the equations, the side that must leave the unknown states, and a proper strategy.
pub struct StrategySearch<'a> {
    pub(crate) equations: Equations<'a>,
    /// The states in which the reaching side decides.
    pub(crate) reaching: &'a StateSet,
    /// A proper strategy: the choice of each state of the reaching side.
    pub(crate) proper: Vec<u32>,
    /// The states in which the reaching side must stay, or `None` if every choice is allowed.
    pub(crate) inside: Option<&'a StateSet>,
    /// Whether the reaching side maximises.
    pub(crate) maximizes: bool,
}

impl StrategySearch<'_> {
    /// Returns the optimal values of the unknown states.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn solve(&self, job: &Job<'_>) -> Result<StrategyValues, CheckError> {
        let mut strategy: Vec<u32> =
            (0..self.equations.states.len()).map(|place| self.first(place)).collect();
        if !self.decides() {
            return self.equations.solve(&strategy, job);
        }
        let shares: Vec<DoubleDouble> =
            self.equations.space.fractions.iter().map(DoubleDouble::of_fraction).collect();
        self.in_section(job, |job, fingerprint| {
            match job.store.map_or(Ok(None), |store| store.load_value(fingerprint))? {
                Some(saved) => strategy = saved,
                None => self.begin(&mut strategy, job)?,
            }
            loop {
                let before = strategy.clone();
                let step = self.step(&mut strategy, &shares, job);
                if let Some(store) = job.store {
                    save(&before, store, fingerprint, step.as_ref().err())?;
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
        let Self { equations, reaching, proper, inside, maximizes } = self;
        let fingerprint = fingerprint(&(equations.identity(), reaching, proper, inside, maximizes));
        work(&job.section(&format!("{fingerprint:016x}")), fingerprint)
    }

    /// Improves the first strategy in doubles. If it is then not proper, the reaching side takes its first choices again.
    fn begin(&self, strategy: &mut [u32], job: &Job<'_>) -> Result<(), CheckError> {
        self.improve_in_doubles(strategy, job)?;
        if !self.is_proper(strategy, job)? {
            for (place, &state) in self.equations.states.iter().enumerate() {
                if self.reaching.contains(state) {
                    strategy[place] = self.first(place);
                }
            }
        }
        Ok(())
    }

    /// Solves the equations of a strategy and improves it. Returns the values if the strategy is optimal.
    fn step(
        &self,
        strategy: &mut [u32],
        shares: &[DoubleDouble],
        job: &Job<'_>,
    ) -> Result<Option<StrategyValues>, CheckError> {
        let values = self.equations.solve(strategy, job)?;
        let mut source = GainSource::new(&values);
        let others = self.gains(strategy, &mut source, shares, false, job)?;
        if let Some(unit) = others.greatest() {
            self.improve_by_sweeps(strategy, (&others, None), unit, shares, job)?;
            return Ok(None);
        }
        let reaching = self.gains(strategy, &mut source, shares, true, job)?;
        if let Some(unit) = reaching.greatest() {
            self.improve_by_sweeps(strategy, (&reaching, Some(&others)), unit, shares, job)?;
            return Ok(None);
        }
        Ok(Some(values))
    }

    /// Returns whether any unknown state has several choices.
    fn decides(&self) -> bool {
        self.equations.states.iter().any(|&state| self.equations.space.choices(state).len() > 1)
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
    fn is_proper(&self, strategy: &[u32], job: &Job<'_>) -> Result<bool, Error> {
        let is_played = |state: u32, choice: usize| {
            let place = self.equations.places[state as usize] as usize;
            !self.reaching.contains(state) || strategy[place] as usize == choice
        };
        Ok(self.staying(is_played, job)?.iter().all(Vec::is_empty))
    }

    /// Returns an unknown state in which play can get a negative reward infinitely often.
    pub(crate) fn losing_state(&self, job: &Job<'_>) -> Result<Option<u32>, Error> {
        let is_allowed = |state, choice| self.allowed(state).any(|allowed| allowed == choice);
        let staying = self.staying(is_allowed, job)?;
        let loses = |state: &u32| {
            let mut choices = staying[*state as usize].iter();
            choices.any(|&choice| self.equations.is_negative(*state, choice as usize))
        };
        Ok(self.equations.states.iter().copied().find(loses))
    }

    /// Returns the choices of each state with which play can stay in unknown states for ever, among those for which `is_kept`
    /// returns `true`.
    fn staying(&self, is_kept: impl Fn(u32, usize) -> bool, job: &Job<'_>) -> Result<Vec<Vec<u32>>, Error> {
        let is_unknown = |state: u32| self.equations.places[state as usize] != KNOWN;
        let is_allowed = |state, choice| is_unknown(state) && is_kept(state, choice);
        staying_choices(self.equations.space, &is_allowed, job)
    }

    /// Returns whether two choices of a state have equal branches and rewards.
    pub(crate) fn is_alike(&self, state: u32, one: usize, other: usize) -> bool {
        let space = self.equations.space;
        let probabilities = |choice| &space.probabilities[space.branches(choice)];
        space.targets(one) == space.targets(other)
            && probabilities(one) == probabilities(other)
            && self.equations.rewards(state, one).eq(self.equations.rewards(state, other))
    }
}

/// Saves the strategy before a step, if a save is due, or if the `error` of the step is a stop.
fn save(
    strategy: &Vec<u32>,
    store: StoreSection<'_>,
    fingerprint: u64,
    error: Option<&CheckError>,
) -> Result<(), CheckError> {
    match error {
        Some(CheckError::Limit(error)) if error.is_stop() => {
            store.save_stopped_value(fingerprint, strategy)?;
        }
        None if store.is_due() => {
            store.save(&mut |out| {
                save_value(out, &fingerprint)?;
                save_value(out, strategy)
            });
        }
        _ => {}
    }
    Ok(())
}
