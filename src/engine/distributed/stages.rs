//! The loop of a worker, and how it stops: at once, or, where work is kept, when all have saved.

use crate::distributed::cluster::Cluster;
use crate::distributed::parts::Desk;
use crate::distributed::post::{Post, Stage};
use crate::model::{Error, Run};
use std::hash::{BuildHasher as _, RandomState as Chance};
use std::time::Duration;

/// The time that a worker sleeps while it waits for others, before it looks whether there is trouble.
const NAP: Duration = Duration::from_millis(20);

/// A worker whose work comes in stages: it sends what has gathered for one, and works on what has arrived for one.
pub(crate) trait Staged {
    fn post(&mut self) -> &mut Post;

    /// The next stage to send for, and the next to work on.
    fn due(&self) -> (Option<Stage>, Option<Stage>);

    /// A block has come for a stage.
    fn arrived(&mut self, stage: Stage, bytes: Vec<u8>);

    /// Sends what has gathered for a stage: nothing more will lead to it.
    fn send(&mut self, stage: Stage) -> Result<(), Error>;

    /// Works on what has come for a stage: all of it has.
    fn meet(&mut self, stage: Stage) -> Result<(), Error>;

    /// Looks at the limits.
    fn look(&mut self) -> Result<(), Error>;

    /// Returns what it knows of saving and of stopping.
    fn halt(&self) -> &Halt;
}

/// The next thing that a worker does.
enum Task {
    Send(Stage),
    Meet(Stage),
}

/// Works until all is done everywhere.
pub(crate) fn drive(worker: &mut impl Staged, cluster: &Cluster) -> Result<(), Error> {
    plan_on(worker);
    while !worker.post().is_over() {
        let nap = if task(worker).is_some() { Duration::ZERO } else { NAP };
        for (_, stage, bytes) in worker.post().step(nap) {
            worker.arrived(stage, bytes.0);
        }
        if let Some(trouble) = cluster.trouble() {
            return Err(worker.halt().own(trouble));
        }
        worker.look()?;
        match task(worker) {
            Some(Task::Meet(stage)) => worker.meet(stage)?,
            Some(Task::Send(stage)) => worker.send(stage)?,
            None => continue,
        }
        plan_on(worker);
    }
    cluster.done();
    Ok(())
}

/// Returns what can be done now.
fn task(worker: &mut impl Staged) -> Option<Task> {
    match worker.due() {
        (leaves, Some(works)) if leaves.is_none_or(|leaves| works < leaves) => {
            worker.post().has_arrived(works).then_some(Task::Meet(works))
        }
        (Some(leaves), _) => worker.post().can_leave(leaves).then_some(Task::Send(leaves)),
        (None, _) => None,
    }
}

fn plan_on(worker: &mut impl Staged) {
    let (leaves, works) = worker.due();
    worker.post().next(leaves, works);
}

/// The knowledge of a worker of saving and of stopping.
#[derive(Default)]
pub(crate) struct Halt {
    /// The reason why the work is to stop as soon as it is saved.
    why: Option<Error>,
    /// Everybody saves before this stage, as this worker has asked, and perhaps stops.
    asked: Option<(Stage, bool)>,
    /// All have saved before this stage, and stop.
    over: Option<Stage>,
    /// Memory is short, and that was enough reason to save once.
    tight: bool,
}

/// The part that everybody is asked to save.
#[derive(Clone, Copy)]
pub(crate) struct Save {
    /// The name of what is saved.
    pub(crate) id: u64,
    /// `true` if the work stops then.
    pub(crate) stops: bool,
}

impl Halt {
    /// Returns what a look at the limits comes to, where work that is kept can be saved before it stops.
    pub(crate) fn look(&mut self, looked: Result<(), Error>, desk: &Desk<'_>) -> Result<(), Error> {
        if !desk.keeps() {
            return looked;
        }
        match looked {
            Err(error @ Error::Stopped(_)) => {
                if self.why.is_none() {
                    desk.cluster.halt(&error);
                    self.why = Some(error);
                }
                Ok(())
            }
            Ok(()) => {
                self.why = self.why.take().or_else(|| desk.cluster.halting());
                Ok(())
            }
            other => other,
        }
    }

    /// Returns what to ask everybody for at stage `at`, to be done before stage `next`, if anything: `held` bytes are
    /// in use.
    pub(crate) fn ask(
        &mut self,
        at: Stage,
        next: Stage,
        held: u64,
        desk: &Desk<'_>,
        run: &Run<'_>,
    ) -> Option<Save> {
        let stops = self.why.is_some();
        let tight = !self.tight && held > run.most_bytes / 8 * 7;
        let waits = self.asked.is_some_and(|(asked, stopping)| asked > at && (stopping || !stops));
        if waits || !desk.keeps() || !(stops || tight || desk.is_due()) {
            return None;
        }
        self.tight |= tight;
        self.asked = Some((next, stops));
        Some(Save { id: Chance::new().hash_one(next), stops })
    }

    /// All has been saved before stage `at`; nothing more is done when all others have, too.
    pub(crate) fn stop(&mut self, at: Stage) {
        self.over = Some(at + 1);
    }

    /// The stage before which all have saved.
    pub(crate) fn over(&self) -> Option<Stage> {
        self.over
    }

    /// The trouble that ends the work here: where another process stops because this one wished it, the wish.
    fn own(&self, trouble: Error) -> Error {
        match (&self.why, &trouble) {
            (Some(why @ Error::Stopped(_)), Error::Elsewhere { stopped: true, .. }) => why.clone(),
            _ => trouble,
        }
    }

    /// Returns the error that the stopped work comes to.
    pub(crate) fn error(&self) -> Error {
        let unsaid = || Error::Elsewhere { what: "another process was stopped".to_owned(), stopped: true };
        self.why.clone().unwrap_or_else(unsaid)
    }
}

impl Save {
    /// Returns what the saves come to that were asked for at once: all take the same name.
    pub(crate) fn both(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(one), Some(other)) => {
                Some(Self { id: one.id.min(other.id), stops: one.stops || other.stops })
            }
            (one, other) => one.or(other),
        }
    }

    /// Returns the words that everybody is told.
    pub(crate) fn words(&self) -> [u64; 2] {
        [self.id, self.stops.into()]
    }

    /// Reads the words that were told.
    pub(crate) fn of([id, stops]: [u64; 2]) -> Self {
        Self { id, stops: stops != 0 }
    }
}
