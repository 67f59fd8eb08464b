//! Advice at a limit: the number of states and the memory that the work needs, or the command that estimates them.

use super::{ActivityKind, Context, Limits};
use crate::cli::fail::Fail;
use crate::cli::output::Output;
use chancetree_engine::usable_memory;
use chancetree_families::plan::{CostModel, estimate_limit};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// A command that estimates the cost of the work, and the cost itself for work on one game.
pub(super) struct Plan {
    pub(super) command: String,
    cost: Option<Arc<dyn CostModel>>,
}

/// The time limit of an estimate after the work met a limit. An estimate usually takes tenths of a second.
const ESTIMATE_TIME: Duration = Duration::from_secs(20);

/// An estimate may exceed the memory limit by one part in this number.
const EXTRA_MEMORY_DIVISOR: u64 = 16;

impl Context {
    /// Sets the cost of the work on a game of `family`, for the advice at a limit. `is_only` is `false` if the cost is that of
    /// the largest of several games.
    pub(crate) fn set_plan(&self, family: &str, cost: Arc<dyn CostModel>, is_only: bool) {
        let mut command = format!("{} plan {family}", self.program().name);
        for (name, value) in cost.parameters().as_object().into_iter().flatten() {
            command.push_str(&format!(" --{} {value}", name.replace('_', "-")));
        }
        let plan = Plan { command, cost: is_only.then_some(cost) };
        *self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(plan);
    }

    /// Records that no smaller board is possible, for the advice at a limit.
    pub(crate) fn set_fixed_size(&self) {
        self.limits.has_fixed_size.store(true, Relaxed);
    }

    /// Returns the advice for work on too many states.
    pub(super) fn state_limit_advice(&self) -> String {
        match &*self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner) {
            // Without the option, only the tree of a graph has a limit.
            None if self.max_states.is_none() => "--depth 4".to_owned(),
            // A model may have infinitely many states.
            None if self.limits.has_fixed_size.load(Relaxed) => {
                format!("--max-states {}", self.max_states.unwrap_or_default().saturating_mul(10))
            }
            None => "leave out --max-states".to_owned(),
            Some(plan) => match plan.cost.as_ref().and_then(|cost| cost.states(&self.job())) {
                Some(states) => format!("{states} states are needed: --max-states {states}"),
                None => format!("estimate the number of states: {}", plan.command),
            },
        }
    }

    /// Returns the failure of work that exceeded its memory limit, with an estimate of the needed memory.
    pub(super) fn estimated_memory_failure(&self, so_far: &str) -> Fail {
        self.limits.memory_failure(so_far, self.estimated_bytes())
    }

    /// Estimates the memory of the work in bytes. Returns `None` for an estimate below the limit.
    fn estimated_bytes(&self) -> Option<f64> {
        // An estimate is short.
        let _critical = self.begin(ActivityKind::CriticalSection);
        let plan = self.limits.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = plan.as_ref()?.cost.as_ref()?.bytes(&self.estimate_context().job())?;
        (bytes > self.max_bytes() as f64).then_some(bytes)
    }

    /// Creates a context for an estimate after a limit, with a little more memory and a short time limit of its own.
    fn estimate_context(&self) -> Self {
        let limit = self.max_bytes();
        // Memory of the ended work is free, and still belongs to the program.
        let most = limit
            .saturating_add(limit / EXTRA_MEMORY_DIVISOR)
            .min(usable_memory::allowed_memory(0).unwrap_or(u64::MAX));
        let activity = Arc::clone(&self.limits.activity);
        let output = Output::memory(false, Arc::clone(&activity));
        let limits = Limits::new(most, (self.program(), self.limits.control.clone()), output, activity);
        let limits = Limits { timeout: Some(ESTIMATE_TIME), max_bytes: estimate_limit(most), ..limits };
        Self { limits: Arc::new(limits), max_states: None, prints_timing: false, input: None, ..*self }
    }
}
