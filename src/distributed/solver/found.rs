//! The findings of a worker on the way back.

use crate::batch::pack;
use crate::evaluate::checkpoint::{read_value, save_value, sound};
use crate::game::Seat;
use crate::model::Error;
use crate::solver::value::Value;
use crate::{Exchanged, Optimum, lost_digits};
use std::io;

/// The findings of a worker.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    /// States that are solved.
    solved: u64,
    ties: u64,
    counted: u64,
    /// The value of the start, where it belongs.
    pub(crate) start: Option<Value>,
}

impl Findings {
    /// Counts the value of a state.
    pub(crate) fn count(&mut self, value: &Value) {
        self.solved += 1;
        self.ties += u64::from(value.ties);
        self.counted += u64::from(value.counts);
    }

    /// Appends all of it to `bytes`, with what was exchanged for it.
    pub(crate) fn write(&self, Exchanged { states: sent, bytes: length }: Exchanged, bytes: &mut Vec<u8>) {
        let Self { states, transitions, solved, ties, counted, start } = self;
        let counts = [*states, *transitions, *solved, *ties, *counted, sent, length];
        pack(bytes, |out| save_value(out, &(counts, start)));
    }

    /// Adds what [`Findings::write`] wrote.
    pub(crate) fn add(&mut self, bytes: &mut &[u8], exchanged: &mut Exchanged) -> io::Result<()> {
        let ([states, transitions, solved, ties, counted, sent, length], start): ([u64; 7], Option<Value>) =
            read_value(bytes)?;
        self.states += states;
        self.transitions += transitions;
        self.solved += solved;
        self.ties += ties;
        self.counted += counted;
        exchanged.states += sent;
        exchanged.bytes += length;
        self.start = start.or(self.start.take());
        sound(bytes.is_empty())
    }

    /// The answer, once all that was found is in here.
    pub(crate) fn answer(self, seats: Seat) -> Result<Optimum, Error> {
        let Self { states, transitions, solved, ties, counted, start } = self;
        let start = start.filter(|_| solved == states).ok_or_else(lost_digits)?;
        Ok(Optimum { values: start.by_payoff(seats), states, transitions, ties, counted })
    }
}
