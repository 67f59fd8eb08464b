//! Bounds on all values, one strongly connected component after the other.

use crate::attractor::{ExitSide, SearchBuffers};
use crate::bound_proof::BoundKind;
use crate::choice_rows::ChoiceRows;
use crate::component_equations::{LEAST_STEPPED, PreparedEquations};
use crate::component_order::components;
use crate::saved::{SavedComponents, Stage};
use crate::{DoubleDouble, SparseGame, ValueBounds};
use chancetree_model::checkpoint::fingerprint;
use chancetree_model::{Error, Job, Progress};
use thiserror::Error;

/// The entry in `places` of a state or terminal outside of the current component.
pub(crate) const NONE: u32 = u32::MAX;

/// The greatest number of states whose equations are factorised in double-doubles.
const MAX_PRECISE_STATES: usize = 1000;

/// The greatest relative distance of bounds that counts as close, even if it exceeds the wanted width.
const CLOSE: f64 = 1e-12;

/// The greatest number of states of a component that a caller can solve in fractions if the proof of its bounds fails.
pub const MAX_EXACT_STATES: usize = 2000;

/// The reason why a game has no bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// A limit of the job is exceeded, or its monitor stops the work.
    #[error(transparent)]
    Limit(#[from] Error),
    /// The opponent can keep play in a component for ever.
    #[error("play can go on for ever from state {0}")]
    NeverLeft(u32),
}

/// Bounds on the values of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameBounds {
    /// The bounds on the value of each state.
    pub values: Vec<ValueBounds>,
    /// A good policy of both sides: for each state the index of its choice, counted from its first choice. The leaving side
    /// reaches a terminal almost surely, whatever the other side does.
    pub policy: Vec<u32>,
    /// Whether every upper bound is proven by a strategy of the opponent that ends play almost surely. The upper bounds then hold
    /// for any payoff of endless play. The lower bounds always hold for any such payoff.
    pub is_ended_by_opponent: bool,
}

/// The solver: the bounds on the solved components, the policy of both sides, and the work on the current component.
pub(crate) struct BoundsSolver<'a> {
    pub(crate) game: &'a SparseGame,
    pub(crate) job: &'a Job<'a>,
    /// The choice of each state.
    pub(crate) policy: Vec<u32>,
    /// The lower and the upper bounds on the values of the states and then of the terminals, by [`BoundKind`].
    pub(crate) values: [Vec<DoubleDouble>; 2],
    /// Approximate values in doubles, without a bound on the error.
    pub(crate) rough: Vec<f64>,
    /// For each state or terminal, its index in the current component, or the index of its quotient node; [`NONE`] outside of the
    /// component.
    pub(crate) places: Vec<u32>,
    /// Whether the bounds of a state must be close.
    pub(crate) is_wanted: Vec<bool>,
    /// Whether equations are factorised in double-doubles.
    pub(crate) is_precise: bool,
    /// Whether the equations of large components are solved by steps.
    pub(crate) is_stepped: bool,
    /// Whether every upper bound so far is proven by a strategy of the opponent that ends play almost surely.
    pub(crate) is_ended_by_opponent: bool,
    /// For each choice, the number of the last search that counted it.
    pub(crate) marks: Vec<u32>,
    /// The number of the current search.
    pub(crate) mark: u32,
    pub(crate) buffers: SearchBuffers,
    /// A buffer for the choices of the current component.
    pub(crate) rows: ChoiceRows,
    pub(crate) saves: SavedComponents,
    /// Bounds on all values, by [`BoundKind`].
    pub(crate) widest: [DoubleDouble; 2],
    /// Probable bounds of the other kind: the last bounds before they were moved by a common margin of all nodes, moved the other
    /// way. Empty if there was no common margin.
    pub(crate) mirrored: Vec<DoubleDouble>,
    /// The last proven bounds on the states of the current component, in its order, by [`BoundKind`].
    pub(crate) proven: [Vec<DoubleDouble>; 2],
}

impl SparseGame {
    /// Returns bounds on the value of each state. Bounds on a component are improved until they are at most `width` apart, or as close
    /// as double-doubles get. Only the bounds of the states `wanted` must be close, or of all states for `None`. The bounds on
    /// finished components can be saved, and the work on a component between two rounds.
    ///
    /// If a limit stops the work and the job [records](Job::recording) the stop, returns the bounds found so far. In unfinished
    /// components, bounds are wide and the policy is arbitrary.
    ///
    /// Cost: a few factorisations of a sparse matrix for each strongly connected component, and a few sweeps.
    ///
    /// # Errors
    /// If a limit of the job is exceeded, work cannot be saved or read, or the opponent can keep play in a component for ever.
    pub fn bounds(
        &self,
        wanted: Option<&[u32]>,
        width: f64,
        job: &Job<'_>,
    ) -> Result<GameBounds, BoundsError> {
        let fingerprint = if job.store.is_some() { fingerprint(&(self, wanted, width.to_bits())) } else { 0 };
        let mut solver = BoundsSolver::new(self, fingerprint, job);
        if let Some(wanted) = wanted {
            solver.is_wanted.fill(false);
            wanted.iter().for_each(|&state| solver.is_wanted[state as usize] = true);
        }
        match solver.for_each_component(|solver, component| solver.solve(component, width)) {
            Err(BoundsError::Limit(error)) if job.records(&error) => solver.bound_unfinished(),
            solved => solved?,
        }
        let states = self.state_count();
        let bounds = |(lower, upper): (&DoubleDouble, &DoubleDouble)| ValueBounds {
            lower: lower.rounded_down(),
            upper: upper.rounded_up(),
        };
        let [lower, upper] = &solver.values;
        let values = lower.iter().zip(upper).take(states).map(bounds).collect();
        let policy = solver.chosen();
        Ok(GameBounds { values, policy, is_ended_by_opponent: solver.is_ended_by_opponent })
    }

    /// Returns a good policy of both sides: for each state the index of its choice, counted from its first choice. It is found in
    /// doubles, one strongly connected component after the other, and may be a little worse than the best policy. The leaving side
    /// leaves the states almost surely, whatever the other side does. The work can be saved like that of [`Self::bounds`], but in
    /// another section of the store.
    ///
    /// # Errors
    /// As [`Self::bounds`].
    pub fn good_policy(&self, job: &Job<'_>) -> Result<Vec<u32>, BoundsError> {
        let fingerprint = if job.store.is_some() { fingerprint(&(self, "policy")) } else { 0 };
        let mut solver = BoundsSolver::new(self, fingerprint, job);
        solver.for_each_component(|solver, component| {
            let rounds = solver.saves.current.take().and_then(|work| match work.stage {
                Stage::Improvement(rounds) => Some(rounds),
                Stage::Proof(_) => None,
            });
            solver.improve(component, rounds)?;
            solver.break_ties(component);
            Ok(())
        })?;
        Ok(solver.chosen())
    }
}

impl<'a> BoundsSolver<'a> {
    fn new(game: &'a SparseGame, fingerprint: u64, job: &'a Job<'a>) -> Self {
        let states = game.state_count();
        let nothing = DoubleDouble::default();
        let (mut lower, mut upper) = (vec![nothing; states], vec![nothing; states]);
        lower.extend(game.terminals.iter().map(|&(least, _)| least));
        upper.extend(game.terminals.iter().map(|&(_, greatest)| greatest));
        Self {
            game,
            job,
            policy: (0..states as u32).map(|state| game.choices(state).start).collect(),
            rough: lower.iter().map(|value| value.high).collect(),
            places: vec![NONE; lower.len()],
            marks: vec![0; game.sources.len()],
            mark: 0,
            buffers: SearchBuffers::default(),
            rows: ChoiceRows::default(),
            is_wanted: vec![true; states],
            is_precise: false,
            is_stepped: true,
            is_ended_by_opponent: true,
            saves: SavedComponents::new(fingerprint, components(game)),
            widest: widest(game),
            mirrored: Vec::new(),
            proven: Default::default(),
            values: [lower, upper],
        }
    }

    /// Returns the policy: for each state the index of its choice, counted from its first choice.
    fn chosen(&self) -> Vec<u32> {
        let place = |(state, choice): (u32, &u32)| choice - self.game.choices(state).start;
        (0..).zip(&self.policy).map(place).collect()
    }

    /// Calls `solve` with each strongly connected component, after all components that it leads to. During a call, `places` has
    /// the indices of the states of the component. The results can be saved.
    fn for_each_component(
        &mut self,
        mut solve: impl FnMut(&mut Self, &[u32]) -> Result<(), BoundsError>,
    ) -> Result<(), BoundsError> {
        self.load()?;
        let components = self.saves.components();
        for (done, component) in components.iter().enumerate().skip(self.saves.done) {
            // If the work stops before this component is solved, it must not get the proven bounds of the previous component.
            self.proven.iter_mut().for_each(Vec::clear);
            let solved = self.job.tick_at(done, Progress::default()).map_err(BoundsError::from);
            let solved = solved.and_then(|()| {
                self.place(component);
                solve(self, component)
            });
            self.saves.done += usize::from(solved.is_ok());
            self.save(&solved)?;
            solved?;
            component.iter().for_each(|&state| self.places[state as usize] = NONE);
        }
        Ok(())
    }

    /// Sets `places` to the indices of the states of a component.
    pub(crate) fn place(&mut self, component: &[u32]) {
        for (index, &state) in component.iter().enumerate() {
            self.places[state as usize] = index as u32;
        }
    }

    /// Improves the policy of a component in doubles. Continues after `rounds` if the work was saved. Returns the factors of its
    /// equations, or `None` if they are singular.
    fn improve(
        &mut self,
        component: &[u32],
        rounds: Option<usize>,
    ) -> Result<Option<PreparedEquations>, BoundsError> {
        let mut leaving = Vec::new();
        let is_left = self.can_force_exit(component, ExitSide::Leaver, &|_, _| true, &mut |state, choice| {
            leaving.push((state, choice));
        });
        if !is_left {
            return Err(BoundsError::NeverLeft(component[0]));
        }
        if rounds.is_none() {
            self.follow(&leaving);
            (self.is_precise, self.is_stepped) = (false, component.len() >= LEAST_STEPPED);
        }
        let factored = self.improve_in_doubles(component, rounds.unwrap_or(0))?;
        if !self.is_policy_proper(component) {
            self.follow(&leaving);
        }
        Ok(factored)
    }

    /// Solves a component: sets its bounds and its policy.
    fn solve(&mut self, component: &[u32], width: f64) -> Result<(), BoundsError> {
        if let [state] = *component
            && self.saves.current.is_none()
            && self.solve_single(state)
        {
            return Ok(());
        }
        let (mut factored, mut proof) = match self.saves.current.take().map(|work| work.stage) {
            Some(Stage::Proof(proof)) => (None, Some(proof)),
            Some(Stage::Improvement(rounds)) => (self.improve(component, Some(rounds))?, None),
            None => (self.improve(component, None)?, None),
        };
        let (mut is_close, mut last_try) = (false, None);
        // Steps may solve the equations without the slowest parts of the play. Equations that cannot be solved in doubles may be
        // solved in double-doubles.
        for arithmetic in [(false, true), (false, false), (true, false)] {
            let (is_precise, is_stepped) = arithmetic;
            if is_precise && component.len() > MAX_PRECISE_STATES {
                break;
            }
            let is_skipped = match proof {
                Some(_) => arithmetic != (self.is_precise, self.is_stepped),
                None => last_try == Some(arithmetic) || is_stepped && !self.is_stepped,
            };
            if is_skipped {
                continue;
            }
            (self.is_precise, self.is_stepped) = arithmetic;
            if proof.is_none() {
                for &state in component {
                    let rough = self.rough[state as usize];
                    let start = if rough.is_finite() { rough } else { 0.0 };
                    self.values[BoundKind::Lower as usize][state as usize] =
                        DoubleDouble { high: start, low: 0.0 };
                }
            }
            let is_proven = self.prove_both(component, width, &mut factored, proof.take())?;
            is_close = is_proven && self.are_close(component, width, CLOSE);
            if is_close || is_proven && !is_stepped {
                break;
            }
            last_try = Some((self.is_precise, self.is_stepped));
            factored = None;
        }
        if component.len() > MAX_EXACT_STATES && !is_close {
            self.iterate_intervals(component, width)?;
        }
        for &state in component {
            let [lower, upper] = self.values.each_ref().map(|values| values[state as usize].high);
            self.rough[state as usize] = if lower.is_finite() { lower } else { upper };
        }
        Ok(())
    }

    /// Sets the policy in some states to these choices. Each pair is a state and its choice.
    pub(crate) fn follow(&mut self, choices: &[(u32, u32)]) {
        for &(state, choice) in choices {
            self.policy[state as usize] = choice;
        }
    }

    /// Returns whether the policy of the leaving side leaves a component almost surely, whatever the opponent does.
    pub(crate) fn is_policy_proper(&mut self, component: &[u32]) -> bool {
        let is_played = |solver: &Self, choice: u32| {
            let state = solver.game.sources[choice as usize];
            !solver.game.is_leaver[state as usize] || solver.policy[state as usize] == choice
        };
        self.can_force_exit(component, ExitSide::Leaver, &is_played, &mut |_, _| {})
    }

    /// Sets the bounds of a component to the widest bounds.
    pub(crate) fn set_widest(&mut self, component: &[u32], kind: BoundKind) {
        self.set_bound(component, kind, self.widest[kind as usize]);
    }

    /// Sets a bound on the values of some states.
    pub(crate) fn set_bound(&mut self, states: &[u32], kind: BoundKind, value: DoubleDouble) {
        states.iter().for_each(|&state| self.values[kind as usize][state as usize] = value);
    }
}

/// Returns bounds on all values, by [`BoundKind`]: the least value of a terminal, or minus infinity if a reward is negative; and the
/// greatest value, or infinity if a reward is positive.
fn widest(game: &SparseGame) -> [DoubleDouble; 2] {
    [BoundKind::Lower, BoundKind::Upper].map(|kind| {
        let sign = kind.sign();
        let is_bounded = game.rewards.iter().all(|reward| sign * reward.high <= 0.0);
        let farthest = game.terminals.iter().map(|(least, greatest)| match kind {
            BoundKind::Lower => -least.rounded_down(),
            BoundKind::Upper => greatest.rounded_up(),
        });
        let farthest = if is_bounded { farthest.fold(f64::NEG_INFINITY, f64::max) } else { f64::INFINITY };
        DoubleDouble { high: sign * farthest, low: 0.0 }
    })
}
