//! What the parts of the program tell of how far they are.

use super::Watch;

impl Watch {
    /// Does a pass of the work that takes it from one share to another.
    pub(crate) fn pass<T>(&self, from: f64, to: f64, work: impl FnOnce() -> T) -> T {
        self.limits.pace.pass(from, to, work)
    }

    /// The work at hand ends after a share of all; then comes the [`Watch::rest`].
    pub(crate) fn up_to(&self, share: f64) {
        self.limits.pace.up_to(share);
    }

    /// Begins with what is left of the work.
    pub(crate) fn rest(&self) {
        self.limits.pace.rest();
    }

    /// Does a pass of the work that goes from layer to layer up to the `last`: its layers tell how far it is.
    pub(crate) fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        self.limits.pace.upward(last, work)
    }

    /// The work is in a round of so many, which grow to the middle and shrink again.
    pub(crate) fn rounds(&self, round: usize, rounds: usize) {
        let done = round as f64 / rounds.max(1) as f64;
        self.share(done * done * (3.0 - 2.0 * done));
        self.tell(|| format!("round {round} of {rounds}"));
    }

    /// So much of the work, or of the pass at work, is done.
    pub(crate) fn done(&self, done: u64, of: u64) {
        self.share(done as f64 / of.max(1) as f64);
    }

    /// Such a share of the work, or of the pass at work, is done.
    pub(super) fn share(&self, done: f64) {
        self.limits.pace.share(done);
    }

    /// Tells which part of several is at work, unless it is a part of a part.
    pub(super) fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        let is_named = self.limits.pace.begin_part(name);
        if is_named {
            self.tell(String::new);
        }
        is_named
    }

    pub(super) fn end_part(&self) {
        self.limits.pace.end_part();
    }
}
