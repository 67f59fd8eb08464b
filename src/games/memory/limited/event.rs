//! The events of a turn, and the tables that follow.

use super::super::forgetting::Turned;
use super::Recalled;
use std::fmt::{self, Display};

/// An event of a turn: the cards that are turned up, and those that are forgotten when the turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event {
    /// The cards that are turned up.
    pub turned: Turned,
    /// The number of old cards of pairs that are forgotten.
    pub halves: u8,
    /// The number of old singles that are forgotten.
    pub singles: u8,
    /// True if the old mate of the second card is forgotten, after D.
    pub mate: bool,
    /// The new cards that are forgotten: bit 0 is the first, bit 1 the second.
    pub new: u8,
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turned, halves, singles, mate, new } = *self;
        write!(f, "{turned:?}")?;
        let forgotten = u32::from(halves) + u32::from(singles) + u32::from(mate) + new.count_ones();
        if forgotten > 0 {
            write!(f, " forgets")?;
        }
        let parts = [
            ("half", halves),
            ("single", singles),
            ("mate", u8::from(mate)),
            ("new", new.count_ones() as u8),
        ];
        let mut before = " ";
        for (name, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
            write!(f, "{before}{count} {name}")?;
            before = "+";
        }
        Ok(())
    }
}

/// The table after `event`.
pub(super) fn after(table: &Recalled, event: Event) -> Recalled {
    let Event { turned, halves, singles, mate, new } = event;
    let mut next = *table;
    let first = u16::from(new & 1 == 0);
    let second = u16::from(new & 2 == 0);
    match turned {
        Turned::A => next.known -= 1,
        Turned::B => next.half -= 1,
        Turned::C => next.unknown -= 1,
        Turned::D => {
            next.unknown -= first;
            next.half += first;
            match (mate, second == 1) {
                // The two make a pair that the next player takes.
                (false, true) => (next.half, next.known) = (next.half - 1, 1),
                // The one or the other is left.
                (false, false) | (true, true) => {}
                (true, false) => (next.half, next.unknown) = (next.half - 1, next.unknown + 1),
            }
        }
        Turned::E => {
            next.unknown -= first + second;
            next.half += first + second;
        }
        Turned::F => {
            next.unknown -= first;
            next.half += first;
        }
        Turned::S => {
            next.unknown -= first;
            next.half += first;
            next.unseen_singles -= second;
            next.singles += second;
        }
        Turned::T => {
            next.unseen_singles -= first;
            next.singles += first;
            // With nothing in memory the second card is a new one, too.
            if table.remembered() == 0 {
                next.unknown -= second;
                next.half += second;
            }
        }
        Turned::U => {
            next.unseen_singles -= first + second;
            next.singles += first + second;
        }
    }
    let (halves, singles) = (u16::from(halves), u16::from(singles));
    next.half -= halves;
    next.unknown += halves;
    next.singles -= singles;
    next.unseen_singles += singles;
    next
}
