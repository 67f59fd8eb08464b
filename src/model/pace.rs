//! The pace of work: one scale from the beginning to the end, whatever parts and passes it has.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The place of work on a scale from 0 to 1, and the estimated time of the rest. Every thread may report to it.
#[derive(Debug)]
pub struct Pace(Mutex<Measured>);

/// The pace as far as it is measured.
#[derive(Debug)]
struct Measured {
    begun: Instant,
    /// The part of several that is at work, if there are several.
    part: String,
    /// The places where the pass at work begins and ends.
    span: (f64, f64),
    share: f64,
    /// The share that was done after so many seconds, each mark some time later than the one before.
    marks: Vec<(f64, f64)>,
    /// The last layer of the pass at work, where its layers tell how far it is.
    last_layer: Option<u32>,
}

impl Measured {
    /// Comes to a share of the whole, which never falls.
    fn reach(&mut self, share: f64) {
        self.share = self.share.max(share);
        let now = self.begun.elapsed().as_secs_f64();
        if self.marks.last().is_none_or(|&(last, _)| now > last * MARKED) {
            self.marks.push((now, self.share));
        }
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self::new()
    }
}

impl Pace {
    /// Work that begins now.
    pub fn new() -> Self {
        Self(Mutex::new(Measured {
            begun: Instant::now(),
            part: String::new(),
            span: (0.0, 1.0),
            share: 0.0,
            marks: Vec::new(),
            last_layer: None,
        }))
    }

    fn stand(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the line that tells how far the work is, and `what` is at work.
    pub fn line(&self, what: &str) -> String {
        let stand = self.stand();
        let mut words: Vec<&str> = Vec::new();
        let far = far(stand.share, stand.begun.elapsed().as_secs_f64());
        words.extend([far.as_str(), stand.part.as_str(), what].into_iter().filter(|text| !text.is_empty()));
        words.join(", ")
    }

    /// Returns the share of the work that is done.
    pub fn done(&self) -> f64 {
        self.stand().share
    }

    /// Returns about how many seconds the whole work takes, once enough is done to say so; not of work that becomes slower
    /// and slower, of which it cannot be told.
    pub fn whole(&self) -> Option<f64> {
        let stand = self.stand();
        if !(0.005..1.0).contains(&stand.share) {
            return None;
        }
        let now = stand.begun.elapsed().as_secs_f64();
        whole(now, stand.share, &stand.marks)
    }

    /// Tells that such a share of the pass at work is done; the share of the whole never falls.
    pub fn share(&self, done: f64) {
        let mut stand = self.stand();
        let (from, to) = stand.span;
        stand.reach(from + (to - from) * done.clamp(0.0, 1.0));
    }

    /// Does a pass of the work that takes it from one share of the pass at work to another.
    pub fn pass<T>(&self, from: f64, to: f64, work: impl FnOnce() -> T) -> T {
        let before = self.enter(from, to);
        let done = work();
        self.leave(before);
        done
    }

    /// Begins a pass that is from one share of the present one to another; the present one. Not compiled anew for each pass,
    /// and there are many.
    #[inline(never)]
    fn enter(&self, from: f64, to: f64) -> (f64, f64) {
        let mut stand = self.stand();
        let before = stand.span;
        let place = |share: f64| before.0 + (before.1 - before.0) * share;
        stand.span = (place(from), place(to));
        let from = stand.span.0;
        stand.reach(from);
        before
    }

    #[inline(never)]
    fn leave(&self, before: (f64, f64)) {
        let mut stand = self.stand();
        let to = stand.span.1;
        stand.reach(to);
        stand.span = before;
    }

    /// Tells that the work at hand ends after a share of all; then comes the [rest](Self::rest).
    pub fn up_to(&self, share: f64) {
        self.stand().span.1 = share;
    }

    /// Begins with what is left of the work.
    pub fn rest(&self) {
        let mut stand = self.stand();
        stand.span = (stand.span.1, 1.0);
        drop(stand);
        self.share(0.0);
    }

    /// Does a pass of the work that goes from layer to layer up to the `last`: its layers tell how far it is.
    pub fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        self.stand().last_layer = Some(last);
        let done = work();
        self.stand().last_layer = None;
        done
    }

    /// Tells that the work has come to a layer.
    pub fn at_layer(&self, layer: u32) {
        let last = self.stand().last_layer;
        if let Some(last) = last {
            self.share(f64::from(layer) / f64::from(last.max(1)));
        }
    }

    /// Begins a part of several, with its name for the [line](Self::line); `false` if it is a part of a part, which goes
    /// without.
    pub fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        let mut stand = self.stand();
        let is_first = stand.part.is_empty();
        if is_first {
            stand.part = name();
        }
        is_first
    }

    /// Ends a part that has a name.
    pub fn end_part(&self) {
        self.stand().part.clear();
    }
}

/// A mark is so many times as far from the beginning as the one before, so that there are few.
const MARKED: f64 = 1.1;

/// Before so many seconds nothing is told of how fast the work is.
const SOON: f64 = 0.01;

/// The most by which work may take longer that goes on to slow down as it did, instead of as fast as it was on the whole.
const SLOWER: f64 = 3.0;

/// About how many seconds work takes of which such a share is done now; `None` if it slows down so much that nobody can tell.
fn whole(now: f64, share: f64, marks: &[(f64, f64)]) -> Option<f64> {
    let all = now / share;
    let half = marks.iter().rfind(|(seconds, _)| *seconds <= now / 2.0);
    let is_told = |(then, before): &&(f64, f64)| *then > SOON && *before > 0.0;
    let Some(&(then, before)) = half.filter(is_told) else { return Some(all) };
    // The share as a power of the time, through here and the half of the way.
    let power = (share / before).ln() / (now / then).ln();
    let slowed = now * share.powf(-1.0 / power);
    (slowed <= SLOWER * all).then(|| all.max(slowed))
}

/// Letters of the bar.
const WIDTH: usize = 20;

/// A bar, the share that is done, and about how long the rest takes; nothing before there is anything to tell.
fn far(share: f64, elapsed: f64) -> String {
    if share < 0.001 {
        return String::new();
    }
    let full = (share * WIDTH as f64) as usize;
    let left = elapsed * (1.0 - share) / share;
    let left = match left {
        0.0..100.0 => format!("{} s", left.ceil()),
        100.0..6000.0 => format!("{} min", (left / 60.0).ceil()),
        _ => format!("{} h", (left / 3600.0).ceil()),
    };
    format!("[{}{}] {:.0} %, {left} left", "#".repeat(full), ".".repeat(WIDTH - full), share * 100.0)
}
