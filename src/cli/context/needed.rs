//! Reports the cost of work that met a limit.

use super::{ActivityKind, Context, Limits};
use crate::cli::fail::Fail;
use crate::cli::output::Output;
use crate::games::plan::CostModel;
use crate::model::pace::OverallProgress;
use crate::model::resident::MemoryLimit;
use crate::room;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A command that estimates the cost of the work, and the cost itself for work on one game.
pub(super) struct Plan {
    pub(super) command: String,
    cost: Option<Arc<dyn CostModel>>,
}

/// The time that it may take to estimate what is needed, once a limit has come: it is a matter of tenths of a second.
const LONGEST: Duration = Duration::from_secs(20);

/// The part of the limit by which an estimate may pass it: one of so many.
const BEYOND: u64 = 16;

impl Context {
    /// Sets the cost of the work on a game of `family`, for the message of a limit. The game `is_only` one, or the largest
    /// of several games.
    pub(crate) fn plan(&self, family: &str, cost: Arc<dyn CostModel>, is_only: bool) {
        let mut command = format!("{} plan {family}", self.program().name);
        for (name, value) in cost.parameters().as_object().into_iter().flatten() {
            command.push_str(&format!(" --{} {value}", name.replace('_', "-")));
        }
        let plan = Plan { command, cost: is_only.then_some(cost) };
        *self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan);
    }

    /// Returns what to do if there are too many states.
    pub(super) fn states_needed(&self) -> String {
        match &*self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner) {
            None => "leave out --max-states".to_owned(),
            Some(plan) => match plan.cost.as_ref().and_then(|cost| cost.states(&self.job())) {
                Some(states) => format!("{states} are needed: --max-states {states}"),
                None => format!("how many it takes: {}", plan.command),
            },
        }
    }

    /// Returns the error that more memory is needed than the work may have, and about how much.
    pub(super) fn beyond_memory(&self, so_far: &str) -> Fail {
        self.limits.too_large(so_far, self.bytes_needed())
    }

    /// DocumentInfo what the work takes; nothing where that would be less than the limit.
    fn bytes_needed(&self) -> Option<f64> {
        // It ends soon by itself.
        let _held = self.begin(ActivityKind::Held);
        let plan = self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = plan.as_ref()?.cost.as_ref()?.bytes(&self.aside().job())?;
        (bytes > self.max_bytes() as f64).then_some(bytes)
    }

    /// A context over a little work after a limit has come: it has some bytes and little time of its own.
    fn aside(&self) -> Self {
        let limit = self.max_bytes();
        // Work that has ended leaves room that the program holds.
        let most = limit.saturating_add(limit / BEYOND).min(room::allowed_memory(0).unwrap_or(u64::MAX));
        let limits = Limits {
            begun: Instant::now(),
            timeout: Some(LONGEST),
            // Boards to tell from have three quarters of it.
            max_bytes: most / 3 * 4,
            memory: MemoryLimit::new(most),
            noticed: AtomicBool::new(false),
            quiet: true,
            bar: None,
            pace: OverallProgress::new(),
            plan: Mutex::default(),
            bar_gone: AtomicBool::new(true),
            host: self.limits.host.clone(),
            program: self.program(),
            output: Output::memory(false, Arc::clone(&self.limits.activity)),
            activity: Arc::clone(&self.limits.activity),
            last_word: Mutex::default(),
            log: Mutex::default(),
        };
        Self { limits: Arc::new(limits), max_states: None, timing: false, input: None, ..*self }
    }
}
