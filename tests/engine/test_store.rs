//! A store in memory, and the check that work resumes from it.

use chancetree::model::{DeferredWork, Error, Job, Stop, Store, StoreError, WriteWork};
use oracles::monitors::StopAfter;
use std::fmt::Debug;
use std::io::{self, Read};
use std::sync::Mutex;

/// A key, or `None` for any, and the bytes that were saved under it.
type Entry = (Option<String>, Vec<u8>);

/// A store in memory that keeps every save and loads the last one.
#[derive(Default)]
pub(super) struct TestStore {
    saved: Mutex<Vec<Entry>>,
    /// The work to be saved with the next save.
    deferred: Mutex<Vec<(String, DeferredWork)>>,
    /// Whether each step is saved, not only the step at which work stops.
    always: bool,
}

impl TestStore {
    /// Returns a store that loads these bytes for every key.
    pub(super) fn of(saved: Vec<u8>) -> Self {
        Self::with(vec![(None, saved)])
    }

    pub(super) fn with(saved: Vec<Entry>) -> Self {
        Self { saved: Mutex::new(saved), ..Self::default() }
    }

    pub(super) fn always() -> Self {
        Self { always: true, ..Self::default() }
    }

    pub(super) fn all(self) -> Vec<Vec<u8>> {
        self.entries().into_iter().map(|(_, bytes)| bytes).collect()
    }

    pub(super) fn entries(self) -> Vec<Entry> {
        self.saved.into_inner().expect("no panic")
    }
}

impl Store for TestStore {
    fn is_due(&self, _: &str) -> bool {
        self.always
    }

    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.saved.lock().expect("no panic").push((Some(key.to_owned()), bytes));
        self.save_deferred()
    }

    fn save_deferred(&self) -> io::Result<()> {
        for (key, work) in self.deferred.lock().expect("no panic").drain(..) {
            let Some(mut write) = work() else { continue };
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            self.saved.lock().expect("no panic").push((Some(key), bytes));
        }
        Ok(())
    }

    fn defer(&self, key: &str, work: DeferredWork) {
        self.deferred.lock().expect("no panic").push((key.to_owned(), work));
    }

    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let saved = self.saved.lock().expect("no panic");
        let is_of = |(of, _): &&Entry| of.as_deref().is_none_or(|of| of == key);
        let last = saved.iter().rfind(is_of).map(|(_, bytes)| bytes.clone());
        Ok(last.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn save_failed(&self, error: &io::Error) {
        panic!("memory takes everything: {error}");
    }
}

/// Returns a job that saves its work in `store`.
pub(super) fn job_in(store: &TestStore) -> Job<'_> {
    Job::default().saved_in(store)
}

/// Up to this number, work is stopped at every tick; beyond, at fewer and fewer ticks.
const EVERY: usize = 64;

/// Checks that work resumes to the same result: killed after each save, of which there are at least `saves`, and stopped again
/// and again, each time at a later tick.
pub(super) fn resumes<T: Debug + PartialEq>(
    saves: usize,
    work: impl Fn(&Job<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let whole = work(&Job::default());
    let store = TestStore::always();
    assert_eq!(work(&job_in(&store)), whole);
    let all = store.entries();
    assert!(all.len() >= saves, "{} saves, but there are {saves} steps", all.len());
    for done in 1..=all.len() {
        assert_eq!(work(&job_in(&TestStore::with(all[..done].to_vec()))), whole);
    }
    let store = TestStore::default();
    let mut ticks = 0;
    loop {
        let monitor = StopAfter::new(ticks);
        match work(&Job { monitor: &monitor, ..job_in(&store) }) {
            Err(Error::Stop(Stop::ByMonitor(_))) => {}
            other => {
                assert_eq!(other, whole);
                assert!(ticks > 0, "the work never ticks");
                break;
            }
        }
        ticks += if ticks < EVERY { 1 } else { ticks / 4 };
    }
    whole
}

/// Returns the result of work that resumes.
pub(super) fn resumed<T: Debug + PartialEq>(saves: usize, work: impl Fn(&Job<'_>) -> Result<T, Error>) -> T {
    resumes(saves, work).expect("a result")
}

/// Returns `true` if saved bytes were refused, as damaged or of other work.
pub(super) fn is_refused<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::Store(StoreError::Io(_) | StoreError::Unfit)))
}
