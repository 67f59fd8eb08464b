//! Solitaire Memory as a game of decisions, to minimize turns or to maximize a score.
//!
//! The strategy of [`super::Solitaire`] takes the fewest expected turns. It need not maximize a score: if a
//! rule does not penalize turns of two fresh cards, turning all cards first can be better.
//!
//! A turn of two known cards that are not a pair gives no information and changes nothing. The game omits
//! such turns. If failed turns do not gain points they cannot help, and if they gain points the game has no
//! optimum.

mod rule;

pub use rule::Rule;

use super::{ImpossibleSolitaire, check};
use crate::game::{Choices, Events, Game, Rank};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use thiserror::Error;

/// What the player knows about the cards, during a turn or between turns.
///
/// ```
/// use chancetree::games::solitaire::decisions::{CardByCard, Knowledge, OpenCard};
/// use chancetree::prelude::*;
///
/// let start = Knowledge { singles: 0, unseen: 2, known: 0, open: OpenCard::None };
/// assert_eq!(CardByCard::new(2)?.start(), start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Knowledge {
    /// The number of turned cards with a fresh mate.
    pub singles: u16,
    /// The number of pairs without a turned card.
    pub unseen: u16,
    /// The number of pairs with both cards known.
    pub known: u16,
    /// The first card of the turn, if it is open.
    pub open: OpenCard,
}

named_enum! {
    /// The first card of a turn.
    ///
    /// ```
    /// use chancetree::games::solitaire::decisions::OpenCard;
    ///
    /// assert_eq!(OpenCard::Paired.meaning(), "a fresh card whose mate is known");
    /// assert_eq!(OpenCard::named("none"), Some(OpenCard::None));
    /// ```
    pub enum OpenCard {
        None: "none", "between turns";
        /// Not included in `singles`, and its pair not in `known`:
        Paired: "mate known", "a fresh card whose mate is known";
        /// Included in `singles`:
        Alone: "mate fresh", "a fresh card whose mate is fresh";
    }
}

named_enum! {
    /// The actions of the player.
    ///
    /// ```
    /// use chancetree::games::solitaire::decisions::Move;
    ///
    /// assert_eq!(Move::named("fresh").map(Move::meaning), Some("turns a fresh card"));
    /// ```
    pub enum Move {
        Collect: "collect", "collects a known pair; after the first card, takes its known mate";
        Fresh: "fresh", "turns a fresh card";
        KnownThenFresh: "known-fresh", "turns a known card without a known mate, then a fresh card";
        PairedThenFresh: "paired-fresh", "turns a known card with a known mate, then a fresh card";
        Known: "known", "turns a known card that is not the mate";
    }
}

/// The result of an action.
///
/// ```
/// use chancetree::games::solitaire::decisions::{FirstCardKind, Reply};
///
/// let miss = Reply::Miss { first: FirstCardKind::Fresh, second: false, found: true };
/// assert_eq!(miss.to_string(), "second known");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reply {
    /// The first card is open.
    Opened(OpenCard),
    /// The turn ends with a pair, one card of which was known.
    Pair,
    /// The turn ends with a pair of two fresh cards.
    Lucky,
    /// The turn ends without a pair.
    Miss {
        /// The kind of the first card.
        first: FirstCardKind,
        /// Whether the second card was turned before this turn.
        second: bool,
        /// Whether the second card was fresh and its mate is known.
        found: bool,
    },
}

/// The first card of a turn without a pair.
///
/// ```
/// use chancetree::games::solitaire::decisions::{CardByCard, FirstCardKind, Reply, Rule};
/// use chancetree::payoff::Payoff;
///
/// // A failed turn of Kellner's rule: a known card, and a fresh card that is not its mate.
/// let miss = Reply::Miss { first: FirstCardKind::Single, second: false, found: false };
/// assert_eq!(Payoff::<CardByCard>::event(&Rule::KELLNER, &CardByCard::new(2)?, miss, 0), -2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FirstCardKind {
    /// The card was fresh.
    Fresh,
    /// The card was turned in an earlier turn, and its mate is not known.
    Single,
    /// The card was turned in an earlier turn, and its mate is known.
    Paired,
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opened(open) => open.name(),
            Self::Pair => "pair",
            Self::Lucky => "lucky",
            Self::Miss { found: true, .. } => "second known",
            Self::Miss { .. } => "no pair",
        })
    }
}

named_enum! {
    /// The turns without a pair that count as failed, with the letters that users type.
    ///
    /// ```
    /// use chancetree::games::solitaire::decisions::FailedTurns;
    ///
    /// assert_eq!(FailedTurns::named("B").map(FailedTurns::meaning), Some("Every turn without a pair"));
    /// ```
    pub enum FailedTurns {
        Either: "C", "No pair, though one of the two cards was turned before";
        Second: "A", "No pair, though the second card was turned before";
        Every: "B", "Every turn without a pair";
    }
}

/// Solitaire Memory in which the player chooses every card.
///
/// N pairs have about N³/2 states.
///
/// ```
/// use chancetree::games::solitaire::decisions::{CardByCard, Rule};
/// use chancetree::prelude::*;
///
/// let best = CardByCard::new(3)?.explore().run()?.maximize(&Rule::TURNS)?;
/// assert_eq!(best.value(best.graph().start()), [ratio(-13, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardByCard {
    pairs: u16,
    is_blind: bool,
}

/// The reason a rule has no optimal play.
///
/// ```
/// use chancetree::games::solitaire::decisions::{CardByCard, Rule, UnboundedScore};
///
/// let rule = Rule { miss: 1, ..Rule::KELLNER };
/// assert_eq!(CardByCard::check(rule), Err(UnboundedScore(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a failed turn scores {0} and could be repeated forever")]
pub struct UnboundedScore(pub i64);

impl CardByCard {
    /// Creates a game on a board of `pairs` pairs, all face down.
    ///
    /// # Errors
    /// Returns an error if `pairs` is 0 or more than [`MAX_PAIRS`](super::MAX_PAIRS).
    pub fn new(pairs: u16) -> Result<Self, ImpossibleSolitaire> {
        check(pairs)?;
        Ok(Self { pairs, is_blind: false })
    }

    /// Sets whether the player names both cards of a turn before either is turned. The second card then does not
    /// depend on the first.
    #[must_use]
    pub fn blind(self, is_blind: bool) -> Self {
        Self { is_blind, ..self }
    }

    /// Checks that failed turns do not gain points.
    ///
    /// # Errors
    /// Returns an error if a failed turn gains points.
    pub fn check(rule: Rule) -> Result<(), UnboundedScore> {
        if rule.miss > 0 { Err(UnboundedScore(rule.miss)) } else { Ok(()) }
    }
}

impl Knowledge {
    fn fresh(self) -> u64 {
        u64::from(self.singles) + 2 * u64::from(self.unseen)
    }

    fn cards(self) -> u64 {
        u64::from(self.singles) + 2 * u64::from(self.known)
    }

    /// Adds the events of a fresh second card that is not the mate of the first card. `self` is the knowledge
    /// after the turn, except for the second card. `others` is the number of possible second cards whose mate
    /// was turned; the mates of all others are unseen.
    fn missed(self, others: u16, first: FirstCardKind, choice: Events<'_, CardByCard>) {
        let miss = |found| Reply::Miss { first, second: false, found };
        choice
            .event(others.into(), miss(true), || Self {
                singles: self.singles - 1,
                known: self.known + 1,
                ..self
            })
            .event(2 * u64::from(self.unseen), miss(false), || Self {
                singles: self.singles + 1,
                unseen: self.unseen - 1,
                ..self
            });
    }
}

impl Game for CardByCard {
    type State = Knowledge;
    type Action = Move;
    type Event = Reply;

    fn start(&self) -> Knowledge {
        Knowledge { singles: 0, unseen: self.pairs, known: 0, open: OpenCard::None }
    }

    fn expand(&self, memory: &Knowledge, choices: &mut Choices<Self>) {
        let now = *memory;
        let Knowledge { singles, unseen, known, .. } = now;
        let closed = Knowledge { open: OpenCard::None, ..now };
        let shown = Reply::Miss { first: FirstCardKind::Fresh, second: true, found: false };
        match now.open {
            OpenCard::None => {
                if known > 0 {
                    choices
                        .action(Move::Collect)
                        .event(1, Reply::Pair, || Knowledge { known: known - 1, ..now });
                }
                // The second card of a blind turn with a fresh first card is fresh, too.
                if now.fresh() > u64::from(self.is_blind) {
                    choices
                        .action(Move::Fresh)
                        .event(singles.into(), Reply::Opened(OpenCard::Paired), || Knowledge {
                            singles: singles - 1,
                            open: OpenCard::Paired,
                            ..now
                        })
                        .event(2 * u64::from(unseen), Reply::Opened(OpenCard::Alone), || Knowledge {
                            singles: singles + 1,
                            unseen: unseen - 1,
                            open: OpenCard::Alone,
                            ..now
                        });
                }
                if singles > 0 {
                    let pair = choices
                        .action(Move::KnownThenFresh)
                        .event(1, Reply::Pair, || Knowledge { singles: singles - 1, ..now });
                    now.missed(singles - 1, FirstCardKind::Single, pair);
                }
                if known > 0 && now.fresh() > 0 {
                    now.missed(singles, FirstCardKind::Paired, choices.action(Move::PairedThenFresh));
                }
            }
            OpenCard::Paired => {
                let found = Knowledge { known: known + 1, ..closed };
                if !self.is_blind {
                    choices.action(Move::Collect).event(1, Reply::Pair, || closed);
                }
                if now.fresh() > 0 {
                    found.missed(singles, FirstCardKind::Fresh, choices.action(Move::Fresh));
                }
                if now.cards() > 0 && !self.is_blind {
                    choices.action(Move::Known).event(1, shown, || found);
                }
            }
            OpenCard::Alone => {
                let lucky = choices
                    .action(Move::Fresh)
                    .event(1, Reply::Lucky, || Knowledge { singles: singles - 1, ..closed });
                closed.missed(singles - 1, FirstCardKind::Fresh, lucky);
                // The open card itself is included in `singles`.
                if now.cards() > 1 && !self.is_blind {
                    choices.action(Move::Known).event(1, shown, || closed);
                }
            }
        }
    }

    /// Counts turned cards twice, collected pairs once, and one less while a card is open, because the turn
    /// is not over.
    fn layer(&self, memory: &Knowledge) -> u32 {
        let open = u32::from(memory.open == OpenCard::Paired);
        let left = u32::from(memory.singles) + u32::from(memory.unseen) + u32::from(memory.known) + open;
        let turned = 2 * u32::from(self.pairs) - memory.fresh() as u32;
        2 * turned + (u32::from(self.pairs) - left) - u32::from(memory.open != OpenCard::None)
    }

    /// Bounds the singles s and the unseen pairs u of a layer L of N pairs, with k known pairs.
    ///
    /// Let p be 1 while a card with a known mate is open, else 0, and d be 1 while any card is open, else 0.
    /// s + u + k + p pairs are left and 2N - s - 2u cards were turned, so that L = 5N - 3s - 5u - k - p - d.
    /// The layer therefore determines k from s, u and the open card.
    ///
    /// - k is at least 0, so 3s + 5u is at most 5N - L. This bounds s by (5N - L) / 3, and u by
    ///   (5N - L - 3s) / 5.
    /// - At most N pairs are left, which means 4u + 2s + d is at least 4N - L. So u is at least
    ///   (4N - L - 2s - 1) / 4, rounded up: (4N - L - 2s + 2) / 4, rounded down.
    /// - The difference of both bounds on u is (L + 5 - 2s) / 20. It bounds the second digit by (L + 5) / 20,
    ///   and is at least 0 only if s is at most (L + 5) / 2.
    fn rank(&self, memory: &Knowledge) -> Option<Rank> {
        let layer = i64::from(self.layer(memory));
        let pairs = i64::from(self.pairs);
        let singles = i64::from(memory.singles);
        let least = (4 * pairs - layer - 2 * singles + 2).div_euclid(4).max(0);
        let singles_most = pairs.min((5 * pairs - layer) / 3).min((layer + 5) / 2);
        let open = match memory.open {
            OpenCard::Paired => 0,
            OpenCard::Alone => 1,
            OpenCard::None => 2,
        };
        Some(Rank::of([
            (singles as u64, singles_most as u64 + 1),
            ((i64::from(memory.unseen) - least) as u64, (layer as u64 + 5) / 20 + 1),
            (open, 3),
        ]))
    }

    /// Counts arrangements: the mate of each single is among the fresh cards, and all other fresh cards are
    /// equivalent.
    fn multiplicity(&self, memory: &Knowledge, result: Reply) -> Option<u64> {
        let singles = u64::from(memory.singles);
        Some(match result {
            Reply::Opened(OpenCard::Paired) => singles,
            // A first card without a known mate is itself included in `singles`.
            Reply::Miss { first, second: false, found: true } => match (first, memory.open) {
                (FirstCardKind::Fresh, OpenCard::Paired) | (FirstCardKind::Paired, _) => singles,
                (FirstCardKind::Fresh | FirstCardKind::Single, _) => singles - 1,
            },
            Reply::Opened(_) | Reply::Pair | Reply::Lucky | Reply::Miss { .. } => 1,
        })
    }

    explored_here!(saved);
}

/// Returns `true` if a policy is the strategy of [`super::Solitaire`]: it collects known pairs and otherwise turns fresh
/// cards, except at the end of a game with blind turns.
///
/// ```
/// use chancetree::games::solitaire::decisions::{CardByCard, Move, is_soonest};
/// use chancetree::prelude::*;
///
/// let start = CardByCard::new(2)?.start();
/// assert!(is_soonest(&[(start, Move::Fresh, ())], false));
/// assert!(!is_soonest(&[(start, Move::Known, ())], false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_soonest<T>(policy: &[(Knowledge, Move, T)], is_blind: bool) -> bool {
    policy.iter().all(|(memory, action, _)| {
        let soonest = match memory.open {
            OpenCard::None if memory.known > 0 => Move::Collect,
            OpenCard::None if is_blind && memory.unseen == 0 && memory.singles <= 2 => Move::KnownThenFresh,
            OpenCard::Paired if !is_blind => Move::Collect,
            _ => Move::Fresh,
        };
        *action == soonest
    })
}
