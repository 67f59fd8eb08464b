//! Policies that fix one tactic for every position.

use super::decisions::Position;
use super::tactic::Tactic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The way a seat plays.
///
/// ```
/// use chancetree::games::memory::policy::{Play, Policy};
///
/// // A player who follows the policy of Alfthan (2007).
/// let play = Play::By(Policy::Parity);
/// assert_ne!(play, Play::Best);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// Chooses the best tactic that the rules allow.
    Best,
    /// Always follows this policy.
    By(Policy),
}

/// A rule that names one tactic for every position.
///
/// ```
/// use chancetree::games::memory::Memory;
/// use chancetree::games::memory::decisions::Decisions;
/// use chancetree::games::memory::policy::{Play, Policy};
/// use chancetree::prelude::*;
///
/// let robots = Decisions::new(Memory::new(3, 2)?).plays(vec![Play::By(Policy::Parity)])?;
/// assert_eq!(fraction(robots.explore().run()?.odds()?.win(0)), "7/15");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Takes a known pair; otherwise plays this tactic, or T6 if the cards do not allow it. T6 gives the
    /// robots of Bondarenko (2021) and the bold player of Sjölund & Åstrand, T5 the safe player.
    Always(Tactic),
    /// Takes a known pair; otherwise turns two new cards if the number of unknown pairs is odd, and one if it
    /// is even (Alfthan 2007).
    Parity,
    /// The policy of Zwick & Paterson (1993), with n pairs and k known singles. Passes if no pair is known,
    /// `n + k` is odd and `k >= 2 (n + 1) / 3`. Otherwise takes a known pair. Otherwise turns one new card if
    /// `n + k` is even and `k >= 1`, or if `n = 6` and `k = 1`, and two new cards in all other cases.
    ZwickPaterson,
    /// Plays the tactic listed for the position. Takes a known pair in positions that are not listed.
    Table(Arc<BTreeMap<Position, Tactic>>),
}

impl Policy {
    /// Returns the tactic for `position` among the tactics for which `allowed` holds, or `None` if the policy
    /// has none.
    pub(super) fn tactic(&self, position: &Position, allowed: impl Fn(Tactic) -> bool) -> Option<Tactic> {
        let table = position.table;
        let first = |wanted: &[Tactic]| wanted.iter().copied().find(|&tactic| allowed(tactic));
        match self {
            Self::Always(tactic) => first(&[Tactic::T1, *tactic, Tactic::T6]),
            Self::Parity => {
                let two = table.unknown % 2 == 1;
                first(&[Tactic::T1, if two { Tactic::T6 } else { Tactic::T5 }, Tactic::T6])
            }
            Self::ZwickPaterson => {
                let (pairs, singles) = (u32::from(table.pairs()), u32::from(table.half));
                let odd = (pairs + singles) % 2 == 1;
                if odd && 3 * singles >= 2 * (pairs + 1) && table.known == 0 {
                    return first(&[Tactic::T2]);
                }
                let one = singles >= 1 && !odd || (pairs, singles) == (6, 1);
                first(&[Tactic::T1, if one { Tactic::T5 } else { Tactic::T6 }, Tactic::T6])
            }
            Self::Table(tactics) => {
                // A policy that maximizes pairs has no entries with a lead.
                let known = |lead| tactics.get(&Position { mover: 0, lead, ..*position });
                let other = (table.known > 0).then_some(&Tactic::T1);
                let tactic = known(position.lead).or_else(|| known(0)).or(other)?;
                first(&[*tactic])
            }
        }
    }
}
