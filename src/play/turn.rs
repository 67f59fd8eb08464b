//! A turn of Memory, card by card: what the first card shows, what can be done then, and what comes of it.

use crate::game::Weight;
use crate::games::memory::Table;
use crate::games::memory::tactic::Tactic;

/// What the first card of a turn is to everybody who remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum First {
    /// A new card whose mate is known.
    Mated,
    /// A new card whose mate is not.
    Unmated,
    /// A card of a pair that was known whole.
    Paired,
    /// A known card whose mate is not known.
    Single,
}

/// What is turned first, before it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Begin {
    /// A new card.
    New,
    /// A card of a known pair.
    Paired,
    /// A known single.
    Single,
}

/// What is turned second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Second {
    /// The known mate of the first card.
    Mate,
    /// A new card.
    New,
    /// A known card that is not the mate.
    Old,
}

/// A table that follows, how likely it is, and whether a pair was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follow {
    /// The weight; the probability is this over the sum.
    pub weight: Weight,
    /// The table after the turn.
    pub table: Table,
    /// Whether a pair was taken, so that the mover moves again.
    pub taken: bool,
}

/// How a turn begins with a card that is new or was turned before, and what that card is; its mate is known or not.
#[must_use]
pub fn opening(new: bool, mated: bool) -> (Begin, First) {
    match (new, mated) {
        (true, true) => (Begin::New, First::Mated),
        (true, false) => (Begin::New, First::Unmated),
        (false, true) => (Begin::Paired, First::Paired),
        (false, false) => (Begin::Single, First::Single),
    }
}

/// The place of a card's mate in a deal.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn mate(deal: &[u16], place: usize) -> usize {
    let other = |at: &usize| *at != place && deal[*at] == deal[place];
    (0..deal.len()).find(other).expect("every symbol stands twice")
}

/// What the first card can be, with weights, if it is turned like this; empty where it cannot.
#[must_use]
pub fn firsts(table: Table, begin: Begin) -> Vec<(Weight, First)> {
    let Table { known, half, unknown } = table;
    let all = match begin {
        Begin::New => vec![(Weight::from(half), First::Mated), (2 * Weight::from(unknown), First::Unmated)],
        Begin::Paired => vec![(Weight::from(known > 0), First::Paired)],
        Begin::Single => vec![(Weight::from(half > 0), First::Single)],
    };
    all.into_iter().filter(|(weight, _)| *weight > 0).collect()
}

/// What can follow when `second` is turned after `first`; `table` is that before the turn. Empty where it cannot be
/// turned: there is none, or two known cards would be shown that are no pair, and such a `pass` is not allowed.
#[must_use]
pub fn follows(table: Table, first: First, second: Second, pass: bool) -> Vec<Follow> {
    let [known, half, unknown] = [table.known, table.half, table.unknown].map(i32::from);
    // Changes of the known, half known and unknown pairs.
    let (one, two): ([i32; 3], [i32; 3]) = ([0, 1, -1], [1, -1, 0]);
    let all: Vec<(i64, [i32; 3], bool)> = match (first, second) {
        (First::Mated, Second::Mate) => vec![(1, [0, -1, 0], true)],
        (First::Mated, Second::New) => {
            vec![(i64::from(half - 1), [2, -2, 0], false), (2 * i64::from(unknown), [1, 0, -1], false)]
        }
        (First::Mated, Second::Old) => vec![(i64::from(known > 0 || half > 1), two, false)],
        (First::Unmated, Second::New) => vec![
            (1, [0, 0, -1], true),
            (i64::from(half), [1, 0, -1], false),
            (2 * i64::from(unknown - 1), [0, 2, -2], false),
        ],
        (First::Unmated, Second::Old) => vec![(i64::from(known > 0 || half > 0), one, false)],
        (First::Paired, Second::Mate) => vec![(1, [-1, 0, 0], true)],
        (First::Paired, Second::New) => {
            vec![(i64::from(half), two, false), (2 * i64::from(unknown), one, false)]
        }
        (First::Single, Second::New) => vec![
            (1, [0, -1, 0], true),
            (i64::from(half - 1), two, false),
            (2 * i64::from(unknown), one, false),
        ],
        (First::Paired, Second::Old) => vec![(i64::from(pass && (known > 1 || half > 0)), [0; 3], false)],
        (First::Single, Second::Old) => vec![(i64::from(pass && (known > 0 || half > 1)), [0; 3], false)],
        (First::Unmated | First::Single, Second::Mate) => Vec::new(),
    };
    let after = |[c, d, e]: [i32; 3]| {
        let pairs = |number: i32| u16::try_from(number).expect("what weighs something can be turned");
        Table { known: pairs(known + c), half: pairs(half + d), unknown: pairs(unknown + e) }
    };
    let possible = all.into_iter().filter(|(weight, ..)| *weight > 0);
    possible
        .map(|(weight, change, taken)| Follow { weight: weight as Weight, table: after(change), taken })
        .collect()
}

/// How a tactic begins.
#[must_use]
pub fn begin(tactic: Tactic, table: Table) -> Begin {
    match tactic {
        Tactic::T1 => Begin::Paired,
        Tactic::T2 if table.known > 0 => Begin::Paired,
        Tactic::T2 | Tactic::T4 => Begin::Single,
        _ => Begin::New,
    }
}

/// How a tactic goes on after the first card; `None` if it does not begin so.
#[must_use]
pub fn second(tactic: Tactic, first: First) -> Option<Second> {
    Some(match (tactic, first) {
        (Tactic::T1, First::Paired) => Second::Mate,
        (Tactic::T2, First::Paired | First::Single) => Second::Old,
        (Tactic::T4, First::Single) => Second::New,
        (Tactic::T5 | Tactic::T6, First::Mated) => Second::Mate,
        (Tactic::T3 | Tactic::T5 | Tactic::T8, First::Unmated) => Second::Old,
        (Tactic::T6 | Tactic::T7 | Tactic::T9, First::Unmated) => Second::New,
        (Tactic::T3 | Tactic::T7, First::Mated) => Second::Old,
        (Tactic::T8 | Tactic::T9, First::Mated) => Second::New,
        _ => return None,
    })
}

/// How one goes on who takes what he knows and otherwise looks for more: what is supposed of whoever left his tactic.
#[must_use]
pub fn usual(table: Table, first: First) -> Option<Second> {
    let can = |second: &Second| !follows(table, first, *second, false).is_empty();
    [Second::Mate, Second::New, Second::Old].into_iter().find(can)
}
