//! One player keeps to a given plan, the other tries everything: all stationary plans, on turns played with real cards.

use std::collections::BTreeMap;

use chancetree::games::memory::PairCounts;
use chancetree::games::memory::tactic::Tactic;
use num_rational::Ratio;

use super::played::{Move, Moves};

pub type Fraction = Ratio<i64>;

/// The aim of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Cards; what two leave who pass for ever is shared.
    Cards,
    /// To win; two who pass for ever draw.
    WinOrDraw,
    /// To win; of two who pass for ever the leader has won.
    WinOrScore,
}

/// A point at which a plan is asked: the table, and how many pairs its player leads by.
pub type Point = (PairCounts, i32);

pub type Plan = BTreeMap<Point, Tactic>;

/// A player with a plan against one who is free.
pub struct Duel<'a> {
    pub moves: &'a Moves,
    pub aim: Aim,
    /// Of the one who keeps to it.
    pub kept: &'a Plan,
}

/// The state of play: the free player's lead, whose turn it is, whether the other has just passed.
type Stand = (PairCounts, i32, bool, bool);

impl Duel<'_> {
    /// The best that the free player can do. Plans are filled in where they are asked, and at each such point with
    /// everything, so that all are tried, those that never differ in play once. What a plan was found to be worth before it
    /// was asked is the same however it is filled in.
    pub fn best(&self, table: PairCounts, lead: i32, begins: bool) -> Fraction {
        let mut best = None;
        let mut open = vec![(Plan::new(), BTreeMap::new())];
        while let Some((plan, mut met)) = open.pop() {
            match self.worth(&plan, (table, lead, begins, false), &mut met) {
                Ok(worth) => best = best.max(Some(worth)),
                Err(point) => open.extend(self.moves[&point.0].iter().map(|choice| {
                    let mut plan = plan.clone();
                    plan.insert(point, choice.tactic);
                    (plan, met.clone())
                })),
            }
        }
        best.expect("a plan at least")
    }

    /// Returns what the free player may expect of `plan`.
    ///
    /// # Errors
    /// If it says nothing where it is asked: that point.
    pub fn worth(
        &self,
        plan: &Plan,
        stand: Stand,
        met: &mut BTreeMap<Stand, Fraction>,
    ) -> Result<Fraction, Point> {
        let (table, lead, free, passed) = stand;
        let cards = self.aim == Aim::Cards;
        let pairs = i32::from(table.pairs());
        if pairs == 0 || !cards && lead.abs() > pairs {
            // A leader who cannot be caught up any more has won, whatever the plans say.
            return Ok(Fraction::from(if cards { 0 } else { i64::from(lead.signum()) }));
        }
        if let Some(&worth) = met.get(&stand) {
            return Ok(worth);
        }
        let tactic =
            if free { *plan.get(&(table, lead)).ok_or((table, lead))? } else { self.kept[&(table, -lead)] };
        let worth = if tactic == Tactic::T2 {
            if passed {
                // Neither plan remembers: they pass for ever.
                Fraction::from(i64::from(match self.aim {
                    Aim::Cards => pairs,
                    Aim::WinOrDraw => 0,
                    Aim::WinOrScore => lead.signum(),
                }))
            } else {
                self.worth(plan, (table, lead, !free, true), met)?
            }
        } else {
            let Move { total, tally, .. } = self.moves[&table]
                .iter()
                .find(|choice| choice.tactic == tactic)
                .expect("a plan keeps to the rules");
            let mut sum = Fraction::from(0);
            for (&(next, taken), &deals) in tally {
                let gain = match (taken, free) {
                    (true, true) => 1,
                    (true, false) => -1,
                    (false, _) => 0,
                };
                let lead = if cards { 0 } else { lead + gain };
                let after = self.worth(plan, (next, lead, free == taken, false), met)?;
                let gain = if cards { 2 * i64::from(gain.max(0)) } else { 0 };
                sum += Fraction::new(deals as i64, *total as i64) * (after + gain);
            }
            sum
        };
        met.insert(stand, worth);
        Ok(worth)
    }
}
