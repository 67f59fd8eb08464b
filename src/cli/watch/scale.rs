//! Tells how far the work is: one scale from the beginning to the end, whatever parts and passes it has.

use super::Watch;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The place of the work on the scale from 0 to 1.
pub(super) struct Scale(Mutex<Stand>);

struct Stand {
    begun: Instant,
    /// The part of several that is at work, if there are several.
    part: String,
    /// The places where the pass at work begins and ends.
    span: (f64, f64),
    share: f64,
    /// The last layer of the pass at work, where its layers tell how far it is.
    last_layer: Option<u32>,
}

impl Scale {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Stand {
            begun: Instant::now(),
            part: String::new(),
            span: (0.0, 1.0),
            share: 0.0,
            last_layer: None,
        }))
    }

    fn stand(&self) -> MutexGuard<'_, Stand> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The line that tells how far the work is, and `what` is at work.
    pub(super) fn line(&self, what: &str) -> String {
        let stand = self.stand();
        let mut words: Vec<&str> = Vec::new();
        let far = far(stand.share, stand.begun.elapsed().as_secs_f64());
        words.extend([far.as_str(), stand.part.as_str(), what].into_iter().filter(|text| !text.is_empty()));
        words.join(", ")
    }

    /// The share of the work that is done.
    pub(super) fn done(&self) -> f64 {
        self.stand().share
    }

    /// About how many seconds the whole work takes, once enough is done to say so.
    pub(super) fn whole(&self) -> Option<f64> {
        let stand = self.stand();
        (0.005..1.0).contains(&stand.share).then(|| stand.begun.elapsed().as_secs_f64() / stand.share)
    }

    /// So much of the pass at work is done; it never falls.
    pub(super) fn share(&self, done: f64) {
        let mut stand = self.stand();
        let (from, to) = stand.span;
        stand.share = stand.share.max(from + (to - from) * done.clamp(0.0, 1.0));
    }

    /// Begins a pass that is from one share of the present one to another; the present one. Not compiled anew for each pass,
    /// and there are many.
    #[inline(never)]
    fn enter(&self, from: f64, to: f64) -> (f64, f64) {
        let mut stand = self.stand();
        let before = stand.span;
        let place = |share: f64| before.0 + (before.1 - before.0) * share;
        stand.span = (place(from), place(to));
        stand.share = stand.share.max(stand.span.0);
        before
    }

    #[inline(never)]
    fn leave(&self, before: (f64, f64)) {
        let mut stand = self.stand();
        stand.share = stand.share.max(stand.span.1);
        stand.span = before;
    }
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

impl Watch {
    /// Does a pass of the work that takes it from one share to another.
    pub(crate) fn pass<T>(&self, from: f64, to: f64, work: impl FnOnce() -> T) -> T {
        let before = self.limits.scale.enter(from, to);
        let done = work();
        self.limits.scale.leave(before);
        done
    }

    /// The work at hand ends after a share of all; then comes the [`Watch::rest`].
    pub(crate) fn up_to(&self, share: f64) {
        self.limits.scale.stand().span.1 = share;
    }

    /// Begins with what is left of the work.
    pub(crate) fn rest(&self) {
        let end = self.limits.scale.stand().span.1;
        self.limits.scale.stand().span = (end, 1.0);
        self.share(0.0);
    }

    /// Does a pass of the work that goes from layer to layer up to the `last`: its layers tell how far it is.
    pub(crate) fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        self.limits.scale.stand().last_layer = Some(last);
        let done = work();
        self.limits.scale.stand().last_layer = None;
        done
    }

    /// The work is in a round of so many, which grow to the middle and shrink again.
    pub(crate) fn rounds(&self, round: usize, rounds: usize) {
        let done = round as f64 / rounds.max(1) as f64;
        self.share(done * done * (3.0 - 2.0 * done));
        self.tell(|| format!("round {round} of {rounds}"));
    }

    /// The work has come to a layer.
    pub(super) fn at_layer(&self, layer: u32) {
        let last = self.limits.scale.stand().last_layer;
        if let Some(last) = last {
            self.done(layer.into(), last.into());
        }
    }

    /// So much of the work, or of the pass at work, is done.
    pub(crate) fn done(&self, done: u64, of: u64) {
        self.share(done as f64 / of.max(1) as f64);
    }

    /// Such a share of the work, or of the pass at work, is done.
    pub(super) fn share(&self, done: f64) {
        self.limits.scale.share(done);
    }

    /// Tells which part of several is at work, unless it is a part of a part.
    pub(super) fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        {
            let mut stand = self.limits.scale.stand();
            if !stand.part.is_empty() {
                return false;
            }
            stand.part = name();
        }
        self.tell(String::new);
        true
    }

    pub(super) fn end_part(&self) {
        self.limits.scale.stand().part.clear();
    }
}
