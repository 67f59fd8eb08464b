//! A turn of Memory card by card: the possible first cards, the possible second cards, and the results.

use crate::game::Weight;
use crate::games::memory::tactic::Tactic;
use crate::games::memory::{PairCounts, Turn};

/// The first card of a turn, for players with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstCard {
    /// A new card whose mate is known.
    Mated,
    /// A new card whose mate is not known.
    Unmated,
    /// A card of a known pair.
    Paired,
    /// A known card whose mate is not known.
    Single,
}

/// The kind of card that is turned first, before it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Begin {
    /// A new card.
    New,
    /// A card of a known pair.
    Paired,
    /// A known single.
    Single,
}

/// The kind of card that is turned second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Second {
    /// The known mate of the first card.
    Mate,
    /// A new card.
    New,
    /// A known card that is not the mate.
    Old,
}

/// A possible result of a turn, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follow {
    /// The weight. The probability is the weight divided by the sum of all weights.
    pub weight: Weight,
    /// The table after the turn.
    pub table: PairCounts,
    /// Whether a pair was taken, so that the mover moves again.
    pub taken: bool,
}

/// Returns the index of the mate of the card at index `place` of a deal.
///
/// # Panics
/// Panics if the card has no mate in the deal.
pub fn mate(deal: &[u16], place: usize) -> usize {
    let other = |at: &usize| *at != place && deal[*at] == deal[place];
    (0..deal.len()).find(other).expect("every symbol stands twice")
}

/// Returns the possible first cards if a turn begins with `begin`, with weights. Returns none if there is no
/// such card.
pub fn firsts(table: PairCounts, begin: Begin) -> Vec<(Weight, FirstCard)> {
    let PairCounts { known, half, unknown } = table;
    let all = match begin {
        Begin::New => {
            vec![(Weight::from(half), FirstCard::Mated), (2 * Weight::from(unknown), FirstCard::Unmated)]
        }
        Begin::Paired => vec![(Weight::from(known > 0), FirstCard::Paired)],
        Begin::Single => vec![(Weight::from(half > 0), FirstCard::Single)],
    };
    all.into_iter().filter(|(weight, _)| *weight > 0).collect()
}

/// Returns the tables that can follow when `second` is turned after `first`, with weights. `table` is the
/// table before the turn. Returns none if there is no such card, or if two known cards that are not a pair
/// would be shown although such a `pass` is not allowed.
pub fn follows(table: PairCounts, first: FirstCard, second: Second, pass: bool) -> Vec<Follow> {
    let [known, half, unknown] = [table.known, table.half, table.unknown].map(i64::from);
    let all = match (first, second) {
        (FirstCard::Mated, Second::Mate) => vec![(1, Turn::B)],
        (FirstCard::Mated, Second::New) => vec![(half - 1, Turn::H), (2 * unknown, Turn::I)],
        (FirstCard::Mated, Second::Old) => vec![(i64::from(known > 0 || half > 1), Turn::G)],
        (FirstCard::Unmated, Second::New) => {
            vec![(1, Turn::C), (half, Turn::D), (2 * (unknown - 1), Turn::E)]
        }
        (FirstCard::Unmated, Second::Old) => vec![(i64::from(known > 0 || half > 0), Turn::F)],
        (FirstCard::Paired, Second::Mate) => vec![(1, Turn::A)],
        // The first card was known, so only the second one changes the table.
        (FirstCard::Paired, Second::New) => vec![(half, Turn::G), (2 * unknown, Turn::F)],
        (FirstCard::Single, Second::New) => vec![(1, Turn::J), (half - 1, Turn::K), (2 * unknown, Turn::F)],
        (FirstCard::Paired, Second::Old) => vec![(i64::from(pass && (known > 1 || half > 0)), Turn::P)],
        (FirstCard::Single, Second::Old) => vec![(i64::from(pass && (known > 0 || half > 1)), Turn::P)],
        (FirstCard::Unmated | FirstCard::Single, Second::Mate) => Vec::new(),
    };
    let follow = |(weight, turn): (i64, Turn)| Follow {
        weight: weight as Weight,
        table: table.after(turn),
        taken: turn.takes(),
    };
    all.into_iter().filter(|(weight, _)| *weight > 0).map(follow).collect()
}

/// Returns the kind of first card of a tactic.
pub fn begin(tactic: Tactic, table: PairCounts) -> Begin {
    match tactic {
        Tactic::T1 => Begin::Paired,
        Tactic::T2 if table.known > 0 => Begin::Paired,
        Tactic::T2 | Tactic::T4 => Begin::Single,
        _ => Begin::New,
    }
}

/// Returns the second card of a tactic after `first`, or `None` if the tactic does not begin with such a
/// card.
pub fn second(tactic: Tactic, first: FirstCard) -> Option<Second> {
    Some(match (tactic, first) {
        (Tactic::T1, FirstCard::Paired) => Second::Mate,
        (Tactic::T2, FirstCard::Paired | FirstCard::Single) => Second::Old,
        (Tactic::T4, FirstCard::Single) => Second::New,
        (Tactic::T5 | Tactic::T6, FirstCard::Mated) => Second::Mate,
        (Tactic::T3 | Tactic::T5 | Tactic::T8, FirstCard::Unmated) => Second::Old,
        (Tactic::T6 | Tactic::T7 | Tactic::T9, FirstCard::Unmated) => Second::New,
        (Tactic::T3 | Tactic::T7, FirstCard::Mated) => Second::Old,
        (Tactic::T8 | Tactic::T9, FirstCard::Mated) => Second::New,
        _ => return None,
    })
}

/// Returns the second card of a player who takes a known mate and otherwise turns a new card if possible. The
/// odds assume this of players who have left their tactic. Returns `None` if no card can be turned.
pub fn usual(table: PairCounts, first: FirstCard) -> Option<Second> {
    let can = |second: &Second| !follows(table, first, *second, false).is_empty();
    [Second::Mate, Second::New, Second::Old].into_iter().find(can)
}
