//! A clock that only tests advance, and the numbers of an estimate.

use chancetree::family::{Report, ReportValue};
use chancetree::model::{Error, Job, Monitor, Progress};
use chancetree_engine::model::memory_usage::MemoryUsage;
use chancetree_families::plan::Extrapolation;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// The environment of an estimate: a clock in milliseconds, the held memory, and the memory limit.
pub(super) struct TestMonitor {
    pub(super) clock: AtomicU64,
    pub(super) is_stopped: AtomicBool,
    pub(super) held: AtomicU64,
    pub(super) most_bytes: u64,
    pub(super) idle: u64,
}

impl TestMonitor {
    pub(super) fn new() -> Self {
        let (is_stopped, held) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { clock: AtomicU64::new(7000), is_stopped, held, most_bytes: u64::MAX, idle: 0 }
    }

    /// Checks the limits of `job` while the program holds `bytes`.
    pub(super) fn tick(&self, job: &Job<'_>, bytes: u64) -> Result<(), Error> {
        self.held.store(bytes, Relaxed);
        job.tick(Progress::default())
    }

    pub(super) fn pass(&self, milliseconds: u64) {
        self.clock.fetch_add(milliseconds, Relaxed);
    }

    pub(super) fn job(&self) -> Job<'_> {
        Job { monitor: self, most_bytes: self.most_bytes, ..Job::default() }
    }

    /// Returns the report on the last of `sizes`.
    pub(super) fn extrapolate(
        &self,
        sizes: impl IntoIterator<Item = u64>,
        work: impl Fn(u64, &Job<'_>) -> Result<Option<Option<[u64; 2]>>, Error>,
        count: impl Fn(u64, &Job<'_>) -> Result<Option<[u64; 2]>, Error>,
    ) -> Result<Report, Error> {
        let (sizes, job) = (sizes.into_iter().collect(), &self.job());
        let extrapolation = Extrapolation { game: "A game".to_owned(), size: "numbers", sizes, job };
        extrapolation.forecast(work, count).map(|forecast| forecast.report(job))
    }
}

impl Monitor for TestMonitor {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        if self.is_stopped.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.clock.load(Relaxed))
    }

    fn memory(&self) -> MemoryUsage {
        let held = self.held.load(Relaxed);
        MemoryUsage { outside_work: self.idle, resident: held, allocated: Some(held) }
    }

    fn exceeds_memory(&self, limit: u64, more: u64) -> bool {
        self.held.load(Relaxed).saturating_add(more) > limit
    }
}

/// Returns a number of a report by its key.
pub(super) fn number<'a>(report: &'a Report, key: &str) -> &'a ReportValue {
    let found = report.numbers.iter().rfind(|number| number.key == key);
    &found.unwrap_or_else(|| panic!("{key} is missing")).value
}

pub(super) fn double(report: &Report, key: &str) -> f64 {
    let ReportValue::Fit { value, .. } = *number(report, key) else { panic!("{key} is a fit") };
    value
}

/// Returns the number of states or transitions, and the method of the estimate.
pub(super) fn count(report: &Report, key: &str) -> [String; 2] {
    let rows = report.tables[0].rows.iter().map(|row| {
        row.iter().map(|datum| match datum {
            ReportValue::Words(words) => words.clone(),
            _ => panic!("words"),
        })
    });
    let mut rows = rows.map(Iterator::collect::<Vec<_>>);
    let row = rows.find(|row| row[0] == key).unwrap_or_else(|| panic!("{key} has a row"));
    [row[1].clone(), row[2].clone()]
}

/// Returns the size, the seconds and the bytes of each computed game.
pub(super) fn samples(report: &Report) -> Vec<(u64, f64, f64)> {
    let table = report.tables.iter().find(|table| table.key == "samples").expect("samples");
    let sample = |row: &Vec<ReportValue>| match row[..] {
        [ReportValue::Whole(size), ReportValue::Double(seconds, _), ReportValue::Double(bytes, _)] => {
            (size, seconds, bytes)
        }
        _ => panic!("{row:?}"),
    };
    table.rows.iter().map(sample).collect()
}
