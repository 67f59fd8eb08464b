//! What a worker has found out on the way back.

use super::value::Value;
use crate::engine::Error;
use crate::engine::distributed::parcel::pack;
use crate::engine::distributed::{Exchanged, Solved, lost_digits};
use crate::engine::keep::{nonsense, put, some};
use crate::game::Seat;
use std::io;

/// What a worker has found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) states: u64,
    pub(super) transitions: u64,
    /// States that are solved.
    solved: u64,
    ties: u64,
    counted: u64,
    pub(super) exchanged: Exchanged,
    /// The value of the start, where it belongs.
    pub(super) start: Option<Value>,
}

impl Found {
    /// Counts the value of a state.
    pub(super) fn count(&mut self, value: &Value) {
        self.solved += 1;
        self.ties += u64::from(value.ties);
        self.counted += u64::from(value.counts);
    }

    /// Appends all of it to `bytes`.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let Self { states, transitions, solved, ties, counted, exchanged, start } = self;
        let Exchanged { states: sent, bytes: length } = *exchanged;
        let words = [*states, *transitions, *solved, *ties, *counted, sent, length, start.is_some().into()];
        pack(bytes, |out| put(out, &words));
        start.iter().for_each(|start| start.write(bytes));
    }

    /// Adds what [`Found::write`] wrote; values have so many shares.
    pub(super) fn add(&mut self, bytes: &mut &[u8], shares: usize) -> io::Result<()> {
        let [states, transitions, solved, ties, counted, sent, length, start] = some(bytes)?;
        self.states += states;
        self.transitions += transitions;
        self.solved += solved;
        self.ties += ties;
        self.counted += counted;
        self.exchanged.states += sent;
        self.exchanged.bytes += length;
        if start > 0 {
            self.start = Some(Value::read(bytes, shares)?);
        }
        if bytes.is_empty() { Ok(()) } else { Err(nonsense()) }
    }

    /// The answer, once all that was found is in here.
    pub(super) fn answer(self, seats: Seat) -> Result<(Solved, Exchanged), Error> {
        let Self { states, transitions, solved, ties, counted, exchanged, start } = self;
        let start = start.filter(|_| solved == states).ok_or_else(lost_digits)?;
        let values = start.by_payoff(seats);
        Ok((Solved { values, states, transitions, ties, counted }, exchanged))
    }
}
