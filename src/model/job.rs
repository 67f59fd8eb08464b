//! A job: the threads, limits, monitor and store of one piece of work.
//!
//! The crate uses no terminal and writes no file. It reports progress to a [`Monitor`], which may stop the work.

use crate::monitor::{Monitor, Progress};
use crate::store::{Store, StoreSection};
use crate::{Error, Stop};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The threads, limits, monitor and store of one piece of work.
///
/// With a `store`, long work is saved whenever a save is due and when the work is stopped. It resumes from its saved state.
/// [`StoreError::Io`](crate::StoreError::Io) reports a failed save of stopped work, and saved work that cannot be read. Each piece of work needs a
/// [section](Self::section) of its own.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::{Graph, Job};
///
/// let job = Job { threads: 2, most_states: 1000, ..Job::default() };
/// assert_eq!(Graph::of(&Coins { tosses: 3 }, &job)?.node_count(), 4);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The number of threads. With 1 the code is sequential, with more it runs in the current rayon pool. Answers do not
    /// depend on it.
    pub threads: usize,
    /// The greatest number of states. With more states, the work ends in [`Stop::TooManyStates`].
    pub most_states: u64,
    /// The greatest resident size of the whole program in bytes. With more memory, the work ends in
    /// [`Stop::TooMuchMemory`]. Add [`resident_bytes`](crate::memory_usage::resident_bytes) to a limit for the work alone. Where the
    /// system reports no resident size, only a single array that is larger than the limit ends the work.
    pub most_bytes: u64,
    /// The monitor, which may stop the work.
    pub monitor: &'a dyn Monitor,
    /// The section of a store in which the work is saved, or `None` for work that is not saved.
    pub store: Option<StoreSection<'a>>,
    /// The record of a stop, or `None` for work that fails when it is stopped.
    pub stop_record: Option<&'a StopRecord>,
}

/// The record of a stop of work that then returns the bounds on its values that it has found so far. Only work on bounds keeps a
/// record; other work fails when it is stopped.
///
/// ```
/// use chancetree_model::{Error, Job, Progress, Stop, StopRecord};
///
/// let record = StopRecord::default();
/// let job = Job { most_states: 10, ..Job::default() }.recording(&record);
/// let error = job.tick(Progress { layer: 0, states: 11 }).expect_err("there are more states");
/// assert!(job.records(&error));
/// assert_eq!(record.stop(), Some(&error));
/// assert!(!Job::default().records(&error));
/// ```
#[derive(Debug, Default)]
pub struct StopRecord(OnceLock<Error>);

impl StopRecord {
    /// Returns the error of the first stop, or `None` if the work was not stopped.
    pub fn stop(&self) -> Option<&Error> {
        self.0.get()
    }
}

impl Default for Job<'_> {
    /// Returns [`Job::new`].
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Job<'a> {
    /// Creates a job with one thread that has no limits, no monitor and no store.
    ///
    /// ```
    /// use chancetree_model::Job;
    ///
    /// const TWO_THREADS: Job<'static> = Job { threads: 2, ..Job::new() };
    /// assert_eq!(TWO_THREADS.most_states, u64::MAX);
    /// ```
    pub const fn new() -> Self {
        Self {
            threads: 1,
            most_states: u64::MAX,
            most_bytes: u64::MAX,
            monitor: &(),
            store: None,
            stop_record: None,
        }
    }

    /// Reports progress and checks the limits. Long work calls it at least every few milliseconds.
    ///
    /// # Errors
    /// If a limit is passed, or the monitor stops the work.
    ///
    /// ```
    /// use chancetree_model::{Error, Job, Progress, Stop};
    ///
    /// let job = Job { most_states: 1000, ..Job::default() };
    /// let stopped = job.tick(Progress { layer: 4, states: 1001 });
    /// assert_eq!(stopped, Err(Error::Stop(Stop::TooManyStates { limit: 1000, layer: 4 })));
    /// // Work without progress to report checks memory and the monitor.
    /// job.check()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn tick(&self, progress: Progress) -> Result<(), Error> {
        if progress.states > self.most_states {
            return Err(self.stop(Stop::TooManyStates { limit: self.most_states, layer: progress.layer }));
        }
        self.check_memory(0, progress)?;
        match self.monitor.tick(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(self.stop(Stop::ByMonitor(progress))),
        }
    }

    /// Checks the limits in work that has no progress to report.
    ///
    /// # Errors
    /// As [`Self::tick`].
    pub fn check(&self) -> Result<(), Error> {
        let progress = Progress::default();
        self.check_memory(0, progress)?;
        match self.monitor.check() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(self.stop(Stop::ByMonitor(progress))),
        }
    }

    /// [Ticks](Self::tick) at every [`POLL_INTERVAL`]-th step of a loop, and at its step 0.
    ///
    /// # Errors
    /// As [`Self::tick`].
    ///
    /// ```
    /// use chancetree_model::{Job, Progress};
    ///
    /// let (job, mut sum) = (Job::default(), 0);
    /// for step in 0..10_000 {
    ///     job.tick_at(step, Progress::default())?;
    ///     sum += step;
    /// }
    /// assert_eq!(sum, 49_995_000);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn tick_at(&self, step: usize, progress: Progress) -> Result<(), Error> {
        if step.is_multiple_of(POLL_INTERVAL) { self.tick(progress) } else { Ok(()) }
    }

    /// Runs a phase of the work, and reports its time.
    ///
    /// ```
    /// use chancetree_model::{Job, Monitor, Progress};
    /// use std::ops::ControlFlow;
    /// use std::sync::Mutex;
    /// use std::time::Duration;
    ///
    /// /// Keeps the names of the phases.
    /// #[derive(Default)]
    /// struct Phases(Mutex<Vec<String>>);
    ///
    /// impl Monitor for Phases {
    ///     fn tick(&self, _: Progress) -> ControlFlow<()> {
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn phase(&self, name: &str, _: Duration) {
    ///         self.0.lock().expect("no thread panics").push(name.to_owned());
    ///     }
    /// }
    ///
    /// let phases = Phases::default();
    /// let job = Job { monitor: &phases, ..Job::default() };
    /// assert_eq!(job.phase("explore", || 7), 7);
    /// assert_eq!(*phases.0.lock().expect("no thread panics"), ["explore"]);
    /// ```
    pub fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        self.monitor.phase(name, begun.elapsed());
        result
    }

    /// Runs `work` as a part of the current pass: from the share `from` of the pass to the share `to`, both from 0 to 1. If
    /// the work fails, the progress stays where it failed.
    ///
    /// # Errors
    /// As `work`.
    ///
    /// ```
    /// use chancetree_model::Job;
    ///
    /// // Two halves of a pass, which monitors of progress see as one.
    /// let job = Job::default();
    /// let first = job.pass(0.0, 0.5, || Ok::<_, String>(3))?;
    /// let second = job.pass(0.5, 1.0, || Ok::<_, String>(4))?;
    /// assert_eq!(first + second, 7);
    /// # Ok::<(), String>(())
    /// ```
    pub fn pass<T, E>(&self, from: f64, to: f64, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        match self.monitor.pace() {
            Some(pace) => pace.pass(from, to, work),
            None => work(),
        }
    }

    /// Runs `work`, which visits the layers in ascending order. The progress of the current pass is the current layer divided by
    /// the `last` layer.
    pub fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        match self.monitor.pace() {
            Some(pace) => pace.upward(last, work),
            None => work(),
        }
    }

    /// [Ticks](Self::tick) before a large array of `bytes` is allocated.
    ///
    /// # Errors
    /// As [`Self::tick`], and if the array would exceed the memory limit.
    ///
    /// ```
    /// use chancetree_model::{Error, Job, LimitKind, Progress};
    ///
    /// let job = Job { most_bytes: 1 << 30, ..Job::default() };
    /// let refused = job.reserve(1 << 40, Progress::default()).unwrap_err();
    /// assert_eq!(refused.limit(), Some(LimitKind::Memory));
    /// // Far less memory is in use.
    /// assert!(!job.is_tight());
    /// ```
    pub fn reserve(&self, bytes: u64, progress: Progress) -> Result<(), Error> {
        self.check_memory(bytes, progress)?;
        self.tick(progress)
    }

    /// Returns whether the program uses more than seven eighths of its memory limit.
    pub fn is_tight(&self) -> bool {
        self.most_bytes < u64::MAX && self.monitor.exceeds_memory(self.most_bytes / 8 * 7, 0)
    }

    /// Fails if the program would use more memory than the limit after allocating `more` bytes.
    pub(crate) fn check_memory(&self, more: u64, progress: Progress) -> Result<(), Error> {
        let limit = self.most_bytes;
        match self.monitor.exceeds_memory(limit, more) {
            true => Err(self.stop(Stop::TooMuchMemory { limit, progress })),
            false => Ok(()),
        }
    }

    /// Returns the error of a stop. Deferred work is saved now, while the work still exists.
    fn stop(&self, stop: Stop) -> Error {
        if let Some(store) = &self.store {
            store.save_deferred();
        }
        Error::Stop(stop)
    }

    /// Returns the job with a store, in which the work is saved under an empty key.
    pub fn saved_in(self, store: &'a dyn Store) -> Self {
        Self { store: Some(StoreSection::new(store, "")), ..self }
    }

    /// Returns the job with a record of a stop: work on bounds that is stopped returns wide bounds instead of an error.
    pub fn recording(self, record: &'a StopRecord) -> Self {
        Self { stop_record: Some(record), ..self }
    }

    /// Records the error of a stop, if the job has a record. Returns whether the error is recorded.
    pub fn records(&self, error: &Error) -> bool {
        let record = self.stop_record.filter(|_| error.is_stop());
        record.is_some_and(|record| {
            record.0.get_or_init(|| error.clone());
            true
        })
    }

    /// Returns whether a stop is recorded.
    pub fn is_stop_recorded(&self) -> bool {
        self.stop_record.is_some_and(|record| record.stop().is_some())
    }

    /// Returns the job without a store.
    pub fn unsaved(self) -> Self {
        Self { store: None, ..self }
    }

    /// Returns the job of a part of the work, which is saved in a section of its own.
    ///
    /// ```
    /// # use chancetree_model::{Store, WriteWork};
    /// # use std::io::{self, Read};
    /// # struct NoStore;
    /// # impl Store for NoStore {
    /// #     fn is_due(&self, _: &str) -> bool {
    /// #         false
    /// #     }
    /// #     fn save(&self, _: &str, _: WriteWork<'_>) -> io::Result<()> {
    /// #         Ok(())
    /// #     }
    /// #     fn load(&self, _: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
    /// #         Ok(None)
    /// #     }
    /// #     fn save_failed(&self, _: &io::Error) {}
    /// # }
    /// use chancetree_model::Job;
    ///
    /// let store = NoStore; // see the example of `Store`
    /// let job = Job::default().saved_in(&store);
    /// let (odds, part);
    /// odds = job.section("odds");
    /// part = odds.section("forward");
    /// assert_eq!(part.store.map(|section| section.key()), Some("odds/forward".to_owned()));
    /// assert!(part.unsaved().store.is_none());
    /// ```
    pub fn section<'b>(&'b self, name: &'b str) -> Job<'b> {
        Job { store: self.store.as_ref().map(|store| store.section(name)), ..*self }
    }

    /// Returns the same job, in which the result of finished work is not saved, because no long work follows, or because the
    /// caller saves it.
    #[must_use]
    pub fn without_results(self) -> Self {
        Self { store: self.store.map(StoreSection::without_results), ..self }
    }

    /// Returns whether this number of items is worth distributing among threads.
    ///
    /// ```
    /// use chancetree_model::Job;
    ///
    /// let job = Job { threads: 2, ..Job::default() };
    /// assert_eq!([1, 2].map(|items| job.shares(items)), [false, true]);
    /// ```
    pub fn shares(&self, items: usize) -> bool {
        self.threads > 1 && items > 1
    }
}

/// The number of steps of a loop between two ticks, if a step takes less than about a microsecond.
pub const POLL_INTERVAL: usize = 1 << 12;

/// The number of bytes read or built between two ticks.
pub const POLL_BYTES: u64 = 1 << 18;

/// A count of the bytes that several threads build together. It ticks after each [`POLL_BYTES`] bytes.
pub struct WorkMeter<'a> {
    job: &'a Job<'a>,
    progress: Progress,
    bytes: AtomicU64,
}

impl<'a> WorkMeter<'a> {
    /// Ticks, and begins a count.
    ///
    /// # Errors
    /// As [`Job::tick`].
    pub fn begin(job: &'a Job<'a>, progress: Progress) -> Result<Self, Error> {
        job.tick(progress)?;
        Ok(Self { job, progress, bytes: AtomicU64::new(0) })
    }

    /// Adds the bytes that a thread has built.
    ///
    /// # Errors
    /// As [`Job::tick`].
    pub fn add(&self, bytes: u64) -> Result<(), Error> {
        let before = self.bytes.fetch_add(bytes, Relaxed);
        if before / POLL_BYTES == (before + bytes) / POLL_BYTES {
            return Ok(());
        }
        self.job.tick(self.progress)
    }
}
