//! `plan`: what an exact answer would take, told before the work begins.

use super::described::Question;
use super::fail::Fail;
use super::memory;
use super::print::{self, Answers, Print};
use super::watch::{Foresight, Growth, Watch};
use crate::game::Seat;
use crate::games::memory::plan::{bytes, forecast, states};
use crate::games::plan::Planner;
use crate::model::Run;
use serde_json::json;
use std::time::Duration;

/// A fresh board of robots with perfect memory, of which more is known than that it is too large; or the largest of several.
pub(crate) struct Robots {
    pub(crate) pairs: u16,
    pub(crate) players: Seat,
    /// `true` if there is no other board.
    pub(crate) alone: bool,
}

impl Foresight for Robots {
    fn states(&self, watch: &Watch) -> Option<String> {
        self.alone.then(|| states(self.pairs, self.players, watch)).flatten()
    }

    fn bytes(&self, watch: &Watch) -> Option<f64> {
        self.alone.then(|| bytes(self.pairs, self.players, watch)).flatten()
    }
}

/// The plan of Memory.
pub(super) fn memory(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (board, decide, limited) = memory::asked(question)?;
    if limited.is_given() || !decide.is_robots() || !board.is_fresh() {
        return question.described(watch);
    }
    decide.check_robots()?;
    let several = watch.several("board", board.positions()?, |position| {
        let (pairs, players) = (position.pairs, position.scores.len());
        let seats = players as Seat;
        let planned = watch.phase("plan", || forecast(pairs, seats, watch));
        let report = planned.map_err(|error| watch.explain(error))?.report(watch);
        let parameters = json!({ "pairs": pairs, "players": players, "threads": watch.threads() });
        Ok(print::Answer { parameters, report })
    })?;
    let about = about("memory", watch);
    several.show(watch, |all| Answers::new("memory", &about, board.is_range(), all).print(print))
}

/// Returns the title of the plans of a range of games.
pub(super) fn about(family: &str, watch: &Watch) -> String {
    format!("What exact odds of {family} take on {}", print::count(watch.threads(), "thread"))
}

impl Planner for Watch {
    fn run(&self) -> Run<'_> {
        self.run()
    }

    fn is_stopped(&self) -> bool {
        self.stopped()
    }

    fn now(&self) -> Duration {
        self.elapsed()
    }

    fn most_bytes(&self) -> u64 {
        self.max_bytes()
    }

    fn idle(&self) -> u64 {
        self.idle()
    }

    fn growth(&self) -> Box<dyn Fn() -> bool + Sync + '_> {
        let growth = Growth::beyond(self.max_bytes() / 4 * 3, Duration::from_millis(1));
        Box::new(move || growth.look())
    }
}
