//! Saves and loads the bounds on the solved components, and the unfinished work on the current component.

use crate::DoubleDouble;
use crate::iterative_solution::IterativeSolution;
use crate::solver::{BoundsError, BoundsSolver};
use chancetree_model::Error;
use chancetree_model::checkpoint::{ensure, save_value};
use chancetree_model::csr::Csr;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

/// The number of solved states between two checks whether a save is due.
const CHECK: usize = 1024;

/// The least number of states of a component whose unfinished work is saved.
const LEAST_RESUMED: usize = 16;

/// The components solved so far, and the time at which the work began.
pub(crate) struct SavedComponents {
    /// The fingerprint of the game and of the width of the bounds.
    fingerprint: u64,
    components: Arc<Csr>,
    /// The number of components that are solved.
    pub(crate) done: usize,
    /// The number of states that were solved since the last check whether a save is due.
    unchecked: usize,
    /// The work on the current component, at the beginning of a round.
    pub(crate) current: Option<ComponentWork>,
    /// The solutions by steps in the current round: the last one may be unfinished. Without a store, only the last one.
    pub(crate) solutions: Vec<IterativeSolution>,
    /// The number of solutions that the round has begun.
    begun: usize,
    /// Whether the next round is the one whose solutions were loaded.
    is_loaded: bool,
    began: Instant,
}

/// A state's choice, bounds and rough value.
type StateBounds = (u32, DoubleDouble, DoubleDouble, f64);

/// The results of the solved components, in the order of the components.
#[derive(Serialize, Deserialize)]
struct SavedBounds<'a> {
    done: usize,
    states: Vec<StateBounds>,
    is_ended_by_opponent: bool,
    current: Option<Cow<'a, ComponentWork>>,
    solutions: Cow<'a, [IterativeSolution]>,
}

/// The work on a component between two rounds.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ComponentWork {
    states: Vec<StateBounds>,
    is_precise: bool,
    is_stepped: bool,
    pub(crate) stage: Stage,
}

/// The part of the work on a component.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Strategy iteration in doubles, after this number of rounds.
    Improvement(usize),
    /// The proof of a bound.
    Proof(Proof),
}

/// The proof of a bound between two rounds.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Proof {
    /// The number of improvements of the policy by proven bounds.
    pub(crate) improvements: usize,
    /// Whether the lower bound is proven, or `None` while it is proved.
    pub(crate) is_lower_proven: Option<bool>,
    /// The number of rounds that are done.
    pub(crate) rounds: u32,
    /// The choice of each node; empty before the first round.
    pub(crate) chosen: Vec<u32>,
    /// The margin, as a multiple of the rounding error.
    pub(crate) margin: f64,
    /// The common margin of all nodes, as a change of a bound.
    pub(crate) floor: f64,
    /// The greatest drift in the last round.
    pub(crate) violation: f64,
    /// A count of rounds without a changed choice; the margin grows when it reaches its limit.
    pub(crate) stable: u32,
}

impl SavedComponents {
    pub(crate) fn new(fingerprint: u64, components: Csr) -> Self {
        Self {
            fingerprint,
            components: Arc::new(components),
            done: 0,
            unchecked: 0,
            current: None,
            solutions: Vec::new(),
            begun: 0,
            is_loaded: false,
            began: Instant::now(),
        }
    }

    pub(crate) fn components(&self) -> Arc<Csr> {
        Arc::clone(&self.components)
    }

    /// Returns the index of the next solution of the round, which is new unless it was loaded.
    pub(crate) fn begin_solution(&mut self, new: impl FnOnce() -> IterativeSolution) -> usize {
        let place = self.begun.min(self.solutions.len());
        if place == self.solutions.len() {
            self.solutions.push(new());
        }
        self.begun += 1;
        place
    }
}

impl BoundsSolver<'_> {
    /// Reads the saved results, if there are any.
    pub(crate) fn load(&mut self) -> Result<(), Error> {
        let components = self.saves.components();
        let saved = self.job.store.map_or(Ok(None), |store| store.load_value(self.saves.fingerprint))?;
        let Some(SavedBounds { done, states, is_ended_by_opponent, current, solutions }) = saved else {
            return Ok(());
        };
        ensure(done <= components.len() && components.span(0..done).len() == states.len())?;
        self.set(components.span(0..done), states);
        if let Some(current) = current.map(Cow::into_owned) {
            ensure(done < components.len() && components.get(done).len() == current.states.len())?;
            self.set(components.get(done), current.states.iter().copied());
            (self.is_precise, self.is_stepped) = (current.is_precise, current.is_stepped);
            self.saves.current = Some(current);
            (self.saves.solutions, self.saves.is_loaded) = (solutions.into_owned(), true);
        }
        (self.saves.done, self.is_ended_by_opponent) = (done, is_ended_by_opponent);
        Ok(())
    }

    fn set(&mut self, states: &[u32], bounds: impl IntoIterator<Item = StateBounds>) {
        for (&state, (choice, lower, upper, rough)) in states.iter().zip(bounds) {
            let state = state as usize;
            self.policy[state] = choice;
            (self.values[0][state], self.values[1][state], self.rough[state]) = (lower, upper, rough);
        }
    }

    fn bounds_of(&self, states: &[u32]) -> Vec<StateBounds> {
        let bounds = |&state: &u32| {
            let state = state as usize;
            (self.policy[state], self.values[0][state], self.values[1][state], self.rough[state])
        };
        states.iter().map(bounds).collect()
    }

    /// Begins a round of the work on a component: copies the current work, saves it if a save is due, and checks the limits.
    pub(crate) fn begin_round(
        &mut self,
        component: &[u32],
        stage: impl FnOnce() -> Stage,
    ) -> Result<(), Error> {
        self.saves.begun = 0;
        if !std::mem::take(&mut self.saves.is_loaded) {
            self.saves.solutions.clear();
        }
        if self.job.store.is_some() && component.len() >= LEAST_RESUMED {
            let (is_precise, is_stepped) = (self.is_precise, self.is_stepped);
            let states = self.bounds_of(component);
            self.saves.current = Some(ComponentWork { states, is_precise, is_stepped, stage: stage() });
        }
        self.check_limits()
    }

    /// Saves the work on the current component if a save is due, and checks the limits.
    pub(crate) fn check_limits(&self) -> Result<(), Error> {
        if let Some(store) = self.job.store.filter(|store| self.saves.current.is_some() && store.is_due()) {
            store.save(&mut |out| self.write(out));
        }
        self.job.check()
    }

    /// Saves the results if a save is due, if solving a component failed, or if all components are solved.
    pub(crate) fn save(&mut self, solved: &Result<(), BoundsError>) -> Result<(), Error> {
        let Some(store) = self.job.store else { return Ok(()) };
        if solved.is_err() {
            return store.save_stopped(&mut |out| self.write(out));
        }
        self.saves.current = None;
        if self.saves.done == self.saves.components.len() {
            store.save_result(self.saves.began, &mut |out| self.write(out));
            return Ok(());
        }
        self.saves.unchecked += self.saves.components.get(self.saves.done - 1).len();
        if self.saves.unchecked >= CHECK {
            self.saves.unchecked = 0;
            store.save_step(&Ok(()), &mut |out| self.write(out))?;
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let SavedComponents { fingerprint, components, done, current, solutions, .. } = &self.saves;
        let saved = SavedBounds {
            done: *done,
            states: self.bounds_of(components.span(0..*done)),
            is_ended_by_opponent: self.is_ended_by_opponent,
            current: current.as_ref().map(Cow::Borrowed),
            solutions: Cow::Borrowed(if current.is_some() { solutions } else { &[] }),
        };
        save_value(out, fingerprint)?;
        save_value(out, &saved)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::{GameBounds, NextState, Scaled, SparseGame, SparseGameBuilder};
    use chancetree_exact::ratio;
    use chancetree_model::{Job, Monitor, Progress, Store, WriteWork};
    use std::io::{self, Read};
    use std::ops::ControlFlow;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    /// A store with one section. A save is always due, or never.
    #[derive(Default)]
    struct OneSection {
        saved: Mutex<Option<Vec<u8>>>,
        is_due: bool,
    }

    impl Store for OneSection {
        fn is_due(&self, _: &str) -> bool {
            self.is_due
        }

        fn save(&self, _: &str, write: WriteWork<'_>) -> io::Result<()> {
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            *self.saved.lock().expect("no panic") = Some(bytes);
            Ok(())
        }

        fn load(&self, _: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
            let saved = self.saved.lock().expect("no panic").clone();
            Ok(saved.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
        }

        fn save_failed(&self, error: &io::Error) {
            panic!("{error}");
        }
    }

    /// Counts ticks, and stops the work after `most`.
    pub(crate) struct TickCounter {
        pub(crate) ticks: AtomicUsize,
        pub(crate) most: usize,
    }

    impl Monitor for TickCounter {
        fn tick(&self, _: Progress) -> ControlFlow<()> {
            let is_last = self.ticks.fetch_add(1, Relaxed) >= self.most;
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// Returns a walk between two terminals, in one component. Both sides choose between a slow step and a bold one.
    fn walk(states: u32) -> SparseGame {
        let mut builder = SparseGameBuilder::new(states);
        let ends = [builder.terminal(Scaled::of_whole(0)), builder.terminal(Scaled::of_whole(1))];
        let next = |place: u32, by: i64| match i64::from(place) + by {
            place if place < 0 => ends[0],
            place if place >= i64::from(states) => ends[1],
            place => NextState::State(place as u32),
        };
        let share = |above, below| Scaled::of(&ratio(above, below));
        for state in 0..states {
            builder.state(state % 3 != 0);
            for (up, above) in [(1, 4 + i64::from(state % 2)), (5, 1 + i64::from(state % 4))] {
                builder.branch(next(state, up), share(above, 9));
                builder.branch(next(state, -1), share(9 - above, 9));
                builder.choice();
            }
        }
        builder.finish()
    }

    /// Returns the bounds, or `None` if the work was stopped, and the number of ticks.
    fn bounds(game: &SparseGame, store: Option<&OneSection>, most: usize) -> (Option<GameBounds>, usize) {
        let monitor = TickCounter { ticks: AtomicUsize::new(0), most };
        let job = Job { monitor: &monitor, ..Job::default() };
        let job = store.map_or(job, |store| job.saved_in(store));
        let found = game.bounds(None, 1e-12, &job);
        assert!(found.is_ok() || monitor.ticks.load(Relaxed) > most, "{found:?}");
        (found.ok(), monitor.ticks.into_inner())
    }

    /// The greatest number of ticks between two saves: sweeps that improve choices are repeated.
    const MAX_REPEATED: usize = 60;

    /// The work on one component is stopped after different numbers of ticks. The resumed work finds the same bounds, and repeats
    /// little.
    #[test]
    fn the_work_on_a_component_resumes() {
        for (states, step) in [(40, 1), (400, 23)] {
            let game = walk(states);
            let (whole, ticks) = bounds(&game, None, usize::MAX);
            for most in (0..ticks).step_by(step) {
                let store = OneSection { is_due: most % 2 == 0, ..OneSection::default() };
                assert_eq!(bounds(&game, Some(&store), most).0, None, "{most} of {ticks} ticks");
                let (again, rest) = bounds(&game, Some(&store), usize::MAX);
                assert_eq!(again, whole, "{most} of {ticks} ticks");
                assert!(most + rest <= ticks + MAX_REPEATED, "{most} and then {rest} of {ticks} ticks");
            }
        }
    }
}
