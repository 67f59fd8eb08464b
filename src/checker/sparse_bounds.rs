//! Bounds on optimal values and good strategies in doubles, from the equations of the values.

use crate::equations::KNOWN;
use crate::model::Job;
use crate::model::checkpoint::fingerprint;
use crate::state_space::sum_of_parts;
use crate::strategies::StrategySearch;
use crate::{CheckError, ValueBounds};
use chancetree_bounds::{BoundsError, MAX_EXACT_STATES, NextState, Scaled, SparseGame, SparseGameBuilder};

/// The greatest relative width of bounds that counts as close, even if it exceeds the wanted width.
const CLOSE: f64 = 1e-13;

impl StrategySearch<'_> {
    /// Returns bounds on the optimal values of the unknown states. In the states `wanted`, given by their indices, they are at most
    /// `width` apart if doubles allow it.
    ///
    /// Some probabilities are so small that doubles prove no close bounds. A space of moderate size is then solved in fractions.
    ///
    /// # Errors
    /// If a limit of the job is exceeded, and the job does not record the stop.
    pub(crate) fn bounds(
        &self,
        wanted: &[u32],
        width: f64,
        job: &Job<'_>,
    ) -> Result<Vec<ValueBounds>, CheckError> {
        let equations = &self.equations;
        let game = self.sparse_game(job)?;
        let bounds = self.in_section(job, |job, _| {
            // The same values may be wanted in other states, too.
            let section = format!("bounds of {:016x}", fingerprint(&wanted));
            game.bounds(Some(wanted), width, &job.section(&section)).map_err(check_error)
        })?;
        let space = equations.space;
        let is_negative =
            |(place, choice): (usize, usize)| equations.is_negative(equations.states[place], choice);
        let mut choices = (0..equations.states.len())
            .flat_map(|place| space.choices(equations.states[place]).map(move |choice| (place, choice)));
        let least = if choices.any(is_negative) { f64::NEG_INFINITY } else { 0.0 };
        let with_sign = |bounds: ValueBounds| match self.maximizes {
            true => bounds,
            // A difference, so that no bound is -0.
            false => ValueBounds { lower: 0.0 - bounds.upper, upper: 0.0 - bounds.lower },
        };
        let values = bounds.values.into_iter().map(|bounds| with_sign(bounds).clamped(least, f64::INFINITY));
        let values: Vec<ValueBounds> = values.collect();
        let is_wide = |&place: &u32| {
            let bounds: &ValueBounds = &values[place as usize];
            let close = CLOSE * bounds.lower.abs();
            bounds.width().is_infinite() || bounds.width() > width.max(close)
        };
        if values.len() > MAX_EXACT_STATES || job.is_stop_recorded() || !wanted.iter().any(is_wide) {
            return Ok(values);
        }
        let exact = match self.solve(job) {
            Err(CheckError::Limit(error)) if job.records(&error) => return Ok(values),
            exact => exact?,
        };
        let places = 0..values.len() as u32;
        Ok(places.map(|place| ValueBounds::of_fraction(&exact.value(place))).collect())
    }

    /// Improves a strategy in doubles, one component after the other.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn improve_in_doubles(&self, strategy: &mut [u32], job: &Job<'_>) -> Result<(), CheckError> {
        let policy = self.sparse_game(job)?.good_policy(&job.section("policy")).map_err(check_error)?;
        for ((choice, &state), place) in strategy.iter_mut().zip(&self.equations.states).zip(policy) {
            *choice = self.allowed(state).nth(place as usize).expect("a choice of the game") as u32;
        }
        Ok(())
    }

    /// Returns the equations as a sparse game. The reaching side is the leaving side, which maximises, so rewards are negated if
    /// the reaching side minimises.
    fn sparse_game(&self, job: &Job<'_>) -> Result<SparseGame, CheckError> {
        let (equations, space) = (&self.equations, self.equations.space);
        let shares: Vec<Scaled> = space.fractions.iter().map(Scaled::of).collect();
        let mut builder = SparseGameBuilder::new(equations.states.len() as u32);
        let zero = builder.terminal(Scaled::of_whole(0));
        let is_probability = !equations.has_rewards();
        let one = if is_probability { builder.terminal(Scaled::of_whole(1)) } else { zero };
        if is_probability {
            builder.staying(0.0);
        }
        for (place, &state) in equations.states.iter().enumerate() {
            job.tick_at(place, crate::model::Progress::default())?;
            builder.state(self.reaching.contains(state));
            for choice in self.allowed(state) {
                for branch in space.branches(choice) {
                    let target = space.targets[branch];
                    let next = match equations.places[target as usize] {
                        KNOWN if equations.is_one(target) => one,
                        KNOWN => zero,
                        place => NextState::State(place),
                    };
                    builder.branch(next, shares[space.probabilities[branch] as usize]);
                }
                let mut parts = equations.rewards(state, choice).peekable();
                if parts.peek().is_some() {
                    let reward = sum_of_parts(parts);
                    builder.reward(Scaled::of(&if self.maximizes { reward } else { -reward }));
                }
                builder.choice();
            }
        }
        Ok(builder.finish())
    }
}

fn check_error(error: BoundsError) -> CheckError {
    match error {
        BoundsError::Limit(error) => CheckError::Limit(error),
        _ => CheckError::Singular,
    }
}
