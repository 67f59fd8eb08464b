//! A turn of Memory card by card: the possible first cards, the possible second cards, and the results.

use crate::game::Weight;
use crate::games::memory::tactic::Tactic;
use crate::games::memory::{PairCounts, TurnEvent};

/// The first card of a turn, for players with perfect memory.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::turn::{FirstCard, FirstChoice, first_cards};
///
/// // One of the new cards has a known mate, and four have not.
/// let table = PairCounts { half: 1, unknown: 2, ..PairCounts::default() };
/// assert_eq!(first_cards(table, FirstChoice::New), [(1, FirstCard::Mated), (4, FirstCard::Unmated)]);
/// ```
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
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::games::memory::tactic::Tactic;
/// use chancetree::play::turn::{FirstChoice, begin};
///
/// let table = PairCounts { known: 1, unknown: 2, ..PairCounts::default() };
/// assert_eq!(begin(Tactic::T1, table), FirstChoice::Paired);
/// assert_eq!(begin(Tactic::T6, table), FirstChoice::New);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstChoice {
    /// A new card.
    New,
    /// A card of a known pair.
    Paired,
    /// A known single.
    Single,
}

/// The kind of card that is turned second.
///
/// ```
/// use chancetree::games::memory::tactic::Tactic;
/// use chancetree::play::turn::{FirstCard, SecondChoice, second_choice};
///
/// // T6 takes a known mate, and otherwise turns a second new card.
/// assert_eq!(second_choice(Tactic::T6, FirstCard::Mated), Some(SecondChoice::Mate));
/// assert_eq!(second_choice(Tactic::T6, FirstCard::Unmated), Some(SecondChoice::New));
/// assert_eq!(second_choice(Tactic::T6, FirstCard::Paired), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SecondChoice {
    /// The known mate of the first card.
    Mate,
    /// A new card.
    New,
    /// A known card that is not the mate.
    Old,
}

/// A possible result of a turn, with its weight.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::turn::{FirstCard, SecondChoice, TurnOutcome, turn_outcomes};
///
/// // The mate of the first card is known, and is taken.
/// let table = PairCounts { half: 1, ..PairCounts::default() };
/// let outcome = TurnOutcome { weight: 1, table: PairCounts::default(), taken: true };
/// assert_eq!(turn_outcomes(table, FirstCard::Mated, SecondChoice::Mate, false), [outcome]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOutcome {
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
///
/// ```
/// use chancetree::play::turn::mate;
///
/// assert_eq!(mate(&[7, 5, 7, 5], 1), 3);
/// ```
pub fn mate(deal: &[u16], place: usize) -> usize {
    let other = |at: &usize| *at != place && deal[*at] == deal[place];
    (0..deal.len()).find(other).expect("every symbol occurs twice")
}

/// Returns the possible first cards if a turn begins with `begin`, with weights. Returns none if there is no
/// such card.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::turn::{FirstCard, FirstChoice, first_cards};
///
/// let table = PairCounts { unknown: 2, ..PairCounts::default() };
/// assert_eq!(first_cards(table, FirstChoice::New), [(4, FirstCard::Unmated)]);
/// assert_eq!(first_cards(table, FirstChoice::Paired), []);
/// ```
pub fn first_cards(table: PairCounts, begin: FirstChoice) -> Vec<(Weight, FirstCard)> {
    let PairCounts { known, half, unknown } = table;
    let all = match begin {
        FirstChoice::New => {
            vec![(Weight::from(half), FirstCard::Mated), (2 * Weight::from(unknown), FirstCard::Unmated)]
        }
        FirstChoice::Paired => vec![(Weight::from(known > 0), FirstCard::Paired)],
        FirstChoice::Single => vec![(Weight::from(half > 0), FirstCard::Single)],
    };
    all.into_iter().filter(|(weight, _)| *weight > 0).collect()
}

/// Returns the tables that can follow when `second` is turned after `first`, with weights. `table` is the
/// table before the turn. Returns none if there is no such card, or if two known cards that are not a pair
/// would be shown although such a `pass` is not allowed.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::turn::{FirstCard, SecondChoice, turn_outcomes};
///
/// // One of the three other cards is the mate.
/// let table = PairCounts { unknown: 2, ..PairCounts::default() };
/// let outcomes = turn_outcomes(table, FirstCard::Unmated, SecondChoice::New, false);
/// assert_eq!(outcomes.iter().map(|outcome| outcome.taken).collect::<Vec<_>>(), [true, false]);
/// ```
pub fn turn_outcomes(
    table: PairCounts,
    first: FirstCard,
    second: SecondChoice,
    pass: bool,
) -> Vec<TurnOutcome> {
    let [known, half, unknown] = [table.known, table.half, table.unknown].map(i64::from);
    let all = match (first, second) {
        (FirstCard::Mated, SecondChoice::Mate) => vec![(1, TurnEvent::B)],
        (FirstCard::Mated, SecondChoice::New) => vec![(half - 1, TurnEvent::H), (2 * unknown, TurnEvent::I)],
        (FirstCard::Mated, SecondChoice::Old) => vec![(i64::from(known > 0 || half > 1), TurnEvent::G)],
        (FirstCard::Unmated, SecondChoice::New) => {
            vec![(1, TurnEvent::C), (half, TurnEvent::D), (2 * (unknown - 1), TurnEvent::E)]
        }
        (FirstCard::Unmated, SecondChoice::Old) => vec![(i64::from(known > 0 || half > 0), TurnEvent::F)],
        (FirstCard::Paired, SecondChoice::Mate) => vec![(1, TurnEvent::A)],
        // The first card was known, so only the second one changes the table.
        (FirstCard::Paired, SecondChoice::New) => vec![(half, TurnEvent::G), (2 * unknown, TurnEvent::F)],
        (FirstCard::Single, SecondChoice::New) => {
            vec![(1, TurnEvent::J), (half - 1, TurnEvent::K), (2 * unknown, TurnEvent::F)]
        }
        (FirstCard::Paired, SecondChoice::Old) => {
            vec![(i64::from(pass && (known > 1 || half > 0)), TurnEvent::P)]
        }
        (FirstCard::Single, SecondChoice::Old) => {
            vec![(i64::from(pass && (known > 0 || half > 1)), TurnEvent::P)]
        }
        (FirstCard::Unmated | FirstCard::Single, SecondChoice::Mate) => Vec::new(),
    };
    let follow = |(weight, turn): (i64, TurnEvent)| TurnOutcome {
        weight: weight as Weight,
        table: table.after(turn),
        taken: turn.takes(),
    };
    all.into_iter().filter(|(weight, _)| *weight > 0).map(follow).collect()
}

/// Returns the kind of first card of a tactic.
pub fn begin(tactic: Tactic, table: PairCounts) -> FirstChoice {
    match tactic {
        Tactic::T1 => FirstChoice::Paired,
        Tactic::T2 if table.known > 0 => FirstChoice::Paired,
        Tactic::T2 | Tactic::T4 => FirstChoice::Single,
        _ => FirstChoice::New,
    }
}

/// Returns the second card of a tactic after `first`, or `None` if the tactic does not begin with such a
/// card.
pub fn second_choice(tactic: Tactic, first: FirstCard) -> Option<SecondChoice> {
    Some(match (tactic, first) {
        (Tactic::T1, FirstCard::Paired) => SecondChoice::Mate,
        (Tactic::T2, FirstCard::Paired | FirstCard::Single) => SecondChoice::Old,
        (Tactic::T4, FirstCard::Single) => SecondChoice::New,
        (Tactic::T5 | Tactic::T6, FirstCard::Mated) => SecondChoice::Mate,
        (Tactic::T3 | Tactic::T5 | Tactic::T8, FirstCard::Unmated) => SecondChoice::Old,
        (Tactic::T6 | Tactic::T7 | Tactic::T9, FirstCard::Unmated) => SecondChoice::New,
        (Tactic::T3 | Tactic::T7, FirstCard::Mated) => SecondChoice::Old,
        (Tactic::T8 | Tactic::T9, FirstCard::Mated) => SecondChoice::New,
        _ => return None,
    })
}

/// Returns the second card of a player who takes a known mate and otherwise turns a new card if possible. The
/// odds assume this second card if a player has left their tactic with the first card. Returns `None` if no card
/// can be turned.
///
/// ```
/// use chancetree::games::memory::PairCounts;
/// use chancetree::play::turn::{FirstCard, SecondChoice, default_second_choice};
///
/// let table = PairCounts { half: 1, unknown: 2, ..PairCounts::default() };
/// assert_eq!(default_second_choice(table, FirstCard::Mated), Some(SecondChoice::Mate));
/// assert_eq!(default_second_choice(table, FirstCard::Unmated), Some(SecondChoice::New));
/// ```
pub fn default_second_choice(table: PairCounts, first: FirstCard) -> Option<SecondChoice> {
    let can = |second: &SecondChoice| !turn_outcomes(table, first, *second, false).is_empty();
    [SecondChoice::Mate, SecondChoice::New, SecondChoice::Old].into_iter().find(can)
}
