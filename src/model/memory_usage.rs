//! The memory that this program occupies, as Linux reports it. Other systems report nothing: there
//! [`resident_bytes`] returns `None`, and limits of memory stop only arrays that are larger than the limit.
//!
//! Reading the report takes some 30 microseconds. All threads share one measurement, which is repeated only once memory
//! can have grown by an amount that matters.

use std::hint::black_box;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, Once, OnceLock};
use std::time::{Duration, Instant};

/// The assumed greatest growth of the memory, in bytes per second.
const GROWTH: f64 = 2e9;

/// The shortest and the longest time between two measurements while a limit is watched.
const INTERVALS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// A limit divided by this number is the excess that is allowed between two measurements.
const EXCESS: u64 = 64;

/// The greatest age of a measurement that serves an estimate.
const RECENT: Duration = Duration::from_millis(5);

/// The last measurement. Before the first measurement, the sizes are 0, as on a system that reports nothing.
static MEASUREMENT: LastMeasurement =
    LastMeasurement { at: AtomicU64::new(0), resident: AtomicU64::new(0), anonymous: AtomicU64::new(0) };

/// A measurement of the memory; both sizes are in bytes.
struct LastMeasurement {
    /// The time in microseconds since the first call of [`now`], plus 1; 0 if there is none yet.
    at: AtomicU64,
    /// The resident size, or 0 if the system does not report it.
    resident: AtomicU64,
    /// The memory that was allocated and written to, or 0 if the system does not report it.
    anonymous: AtomicU64,
}

impl LastMeasurement {
    /// Measures, unless the last measurement is more recent than `age`.
    fn refresh(&self, age: Duration) {
        let (now, at) = (now(), self.at.load(Acquire));
        if at == 0 || now.saturating_sub(at) >= age.as_micros() as u64 {
            let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            self.resident.store(status_bytes(&text, "VmRSS:").unwrap_or(0), Relaxed);
            self.anonymous.store(status_bytes(&text, "RssAnon:").unwrap_or(0), Relaxed);
            self.at.store(now, Release);
        }
    }

    fn resident(&self) -> u64 {
        self.resident.load(Relaxed)
    }
}

/// Returns the microseconds since the first call, plus 1.
fn now() -> u64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_micros() as u64 + 1
}

/// Returns the bytes on the line that begins with `name`.
fn status_bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// Returns the resident size of this program in bytes, if the system reports it.
pub fn resident_bytes() -> Option<u64> {
    MEASUREMENT.refresh(Duration::ZERO);
    Some(MEASUREMENT.resident()).filter(|&bytes| bytes > 0)
}

/// The memory of a program, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUsage {
    /// The memory that the program needs beside its work, such as its code and the stacks of its threads.
    pub outside_work: u64,
    /// The resident size, or 0 if the system does not report it.
    pub resident: u64,
    /// The memory that was allocated and written to, without files that are mapped into memory, if the system reports it.
    pub allocated: Option<u64>,
}

impl MemoryUsage {
    /// Returns a measurement that is at most 5 milliseconds old. `outside_work` is 0.
    pub fn recent() -> Self {
        MEASUREMENT.refresh(RECENT);
        let allocated = Some(MEASUREMENT.anonymous.load(Relaxed)).filter(|&bytes| bytes > 0);
        Self { outside_work: 0, resident: MEASUREMENT.resident(), allocated }
    }
}

/// The size from which on an array grows without a copy, in the allocator of glibc.
const MOVED: usize = 32 << 20;

/// Makes the allocator of glibc keep freed arrays of less than 32 MB for later arrays, in the whole process. It returns a freed
/// array to the system if it is larger than every array freed before. Sweeps allocate and free ever larger rows, and would wait
/// for new pages of memory again and again. Other allocators need no such help, and one allocation does no harm to them.
///
/// Cost: some microseconds for the first call. No memory is written to.
pub fn keep_freed_arrays() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Room for the header, so that the array does not exceed the greatest threshold.
        let mut large: Vec<u8> = Vec::new();
        if large.try_reserve_exact(MOVED - (1 << 16)).is_ok() {
            drop(black_box(large));
        }
    });
}

/// Returns the bytes by which adding `more` items to a list increases the memory: the items, and a copy of a list that is full.
pub(crate) fn growth<T>(list: &Vec<T>, more: usize) -> u64 {
    let (size, is_full) = (size_of_val(&list[..]), list.len() + more > list.capacity());
    let copied = if is_full && size < MOVED { size } else { 0 };
    (copied + more * size_of::<T>()) as u64
}

/// Returns the time after which a measurement of `resident` bytes is to be repeated: until then, memory cannot pass
/// `limit` by more than a small part.
pub fn pause(limit: u64, resident: u64) -> Duration {
    let growth = limit.saturating_sub(resident).max(limit / EXCESS);
    let [shortest, longest] = INTERVALS;
    Duration::from_secs_f64(growth as f64 / GROWTH).clamp(shortest, longest)
}

/// The size from which on an announced array counts before it is written to.
const LARGE: u64 = 1 << 20;

/// The microseconds in which an announced array is written to.
const FILLED: u64 = 5_000;

/// The resident size once all arrays are written to that threads announced a moment ago.
static EXPECTED: ExpectedMemory =
    ExpectedMemory { at: AtomicU64::new(0), resident: AtomicU64::new(0), lock: Mutex::new(()) };

/// An expected resident size.
struct ExpectedMemory {
    /// The time of the last announcement, as in [`LastMeasurement`].
    at: AtomicU64,
    resident: AtomicU64,
    /// Held during an announcement.
    lock: Mutex<()>,
}

impl ExpectedMemory {
    fn resident(&self) -> u64 {
        if now() > self.at.load(Acquire) + FILLED { 0 } else { self.resident.load(Relaxed) }
    }

    fn set(&self, resident: u64) {
        self.resident.store(resident, Relaxed);
        self.at.store(now(), Release);
    }
}

/// Returns whether the resident size plus `more` bytes exceeds `limit`. If not, the bytes are announced: they count for all
/// threads until they can be measured. This is the only place that compares memory with a limit. It measures if the last
/// measurement is older than [`pause`] allows.
pub fn exceeds(limit: u64, more: u64) -> bool {
    if limit == u64::MAX {
        return false;
    }
    let announcement =
        (more >= LARGE).then(|| EXPECTED.lock.lock().expect("no thread panics while it announces"));
    let resident = || MEASUREMENT.resident().max(EXPECTED.resident()).saturating_add(more);
    // An excess must be confirmed by a new measurement.
    let age = if resident() > limit { Duration::ZERO } else { pause(limit, resident()) };
    MEASUREMENT.refresh(age);
    let resident = resident();
    if announcement.is_some() && resident <= limit {
        EXPECTED.set(resident);
    }
    resident > limit
}

/// A limit of the resident size that stays passed once a measurement exceeded it.
#[derive(Debug)]
pub struct MemoryLimit {
    most: u64,
    is_passed: AtomicBool,
}

impl MemoryLimit {
    /// Creates a limit of `most` bytes.
    pub fn new(most: u64) -> Self {
        Self { most, is_passed: AtomicBool::new(false) }
    }

    /// Returns whether the limit is or was passed. It measures as [`exceeds`] does.
    pub fn is_passed(&self) -> bool {
        let is_passed = self.is_passed.load(Relaxed) || exceeds(self.most, 0);
        self.is_passed.fetch_or(is_passed, Relaxed);
        is_passed
    }
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn a_full_list_is_copied() {
        let mut list = Vec::with_capacity(4);
        list.extend([1u64, 2, 3]);
        let room = list.capacity() - list.len();
        assert_eq!(growth(&list, room), 8 * room as u64);
        assert_eq!(growth(&list, room + 1), 8 * (room + 1 + list.len()) as u64);
    }
}
