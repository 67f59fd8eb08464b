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
    let (first, second) = (u16::from(new & 1 == 0), u16::from(new & 2 == 0));
    // The new cards that are remembered: of pairs whose other cards are not, and singles.
    let (seen, alone) = match turned {
        Turned::A | Turned::B | Turned::C => (0, 0),
        Turned::D | Turned::F => (first, 0),
        Turned::E => (first + second, 0),
        Turned::S => (first, second),
        // With nothing in memory the second card is a new one, too.
        Turned::T => (if table.remembered() == 0 { second } else { 0 }, first),
        Turned::U => (0, first + second),
    };
    match turned {
        Turned::A => next.known -= 1,
        Turned::B => next.half -= 1,
        Turned::C => next.unknown -= 1,
        // The two make a pair that the next player takes; or the one or the other is left, or none.
        Turned::D if !mate && second == 1 => (next.half, next.known) = (next.half - 1, 1),
        Turned::D if mate && second == 0 => (next.half, next.unknown) = (next.half - 1, next.unknown + 1),
        _ => {}
    }
    let (halves, singles) = (u16::from(halves), u16::from(singles));
    next.half = next.half + seen - halves;
    next.unknown = next.unknown + halves - seen;
    next.singles = next.singles + alone - singles;
    next.unseen_singles = next.unseen_singles + singles - alone;
    next
}
