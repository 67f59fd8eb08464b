//! A player with a fixed plan against a free player: all stationary plans, on turns played with real cards.

use std::collections::BTreeMap;

use chancetree::games::memory::PairCounts;
use chancetree::games::memory::tactic::Tactic;
use num_rational::Ratio;

use super::tactics::{Move, Moves};

pub type Fraction = Ratio<i64>;

/// The aim of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Cards; endless passing shares the cards that are left.
    Cards,
    /// To win; endless passing is a draw.
    WinOrDraw,
    /// To win; after endless passing the leader has won.
    WinOrScore,
}

/// A point at which a plan chooses a tactic: the table, and the lead of its player in pairs.
pub type Point = (PairCounts, i32);

pub type Plan = BTreeMap<Point, Tactic>;

/// A player with a fixed plan against a free player.
pub struct Duel<'a> {
    pub moves: &'a Moves,
    pub aim: Aim,
    /// A player who takes a pair does not move again.
    pub one_flip: bool,
    /// The fixed plan.
    pub fixed: &'a Plan,
}

/// The state of play: the table, the free player's lead, whether that player moves, whether the other has just passed.
type Position = (PairCounts, i32, bool, bool);

impl Duel<'_> {
    /// Returns the best value of the free player. A plan is extended only at a point that play reaches, with every tactic there.
    /// So all plans are tried, and plans that never differ in play are tried once. Values found before an extension stay valid.
    pub fn best(&self, table: PairCounts, lead: i32, begins: bool) -> Fraction {
        let mut best = None;
        let mut open = vec![(Plan::new(), BTreeMap::new())];
        while let Some((plan, mut known)) = open.pop() {
            match self.worth(&plan, (table, lead, begins, false), &mut known) {
                Ok(worth) => best = best.max(Some(worth)),
                Err(point) => open.extend(self.moves[&point.0].iter().map(|choice| {
                    let mut plan = plan.clone();
                    plan.insert(point, choice.tactic);
                    (plan, known.clone())
                })),
            }
        }
        best.expect("at least one plan")
    }

    /// Returns the free player's expected value with `plan`.
    ///
    /// # Errors
    /// If play reaches a point that `plan` lacks: that point.
    pub fn worth(
        &self,
        plan: &Plan,
        position: Position,
        known: &mut BTreeMap<Position, Fraction>,
    ) -> Result<Fraction, Point> {
        let (table, lead, free, passed) = position;
        let cards = self.aim == Aim::Cards;
        let pairs = i32::from(table.pairs());
        if pairs == 0 || !cards && lead.abs() > pairs {
            // A leader who can no longer be caught has won, whatever the plans.
            return Ok(Fraction::from(if cards { 0 } else { i64::from(lead.signum()) }));
        }
        if let Some(&worth) = known.get(&position) {
            return Ok(worth);
        }
        let tactic =
            if free { *plan.get(&(table, lead)).ok_or((table, lead))? } else { self.fixed[&(table, -lead)] };
        let worth = if tactic == Tactic::T2 {
            if passed {
                // Plans are stationary: both pass for ever.
                Fraction::from(i64::from(match self.aim {
                    Aim::Cards => pairs,
                    Aim::WinOrDraw => 0,
                    Aim::WinOrScore => lead.signum(),
                }))
            } else {
                self.worth(plan, (table, lead, !free, true), known)?
            }
        } else {
            let Move { total, tally, .. } = self.moves[&table]
                .iter()
                .find(|choice| choice.tactic == tactic)
                .expect("a plan follows the rules");
            let mut sum = Fraction::from(0);
            for (&(next, taken), &deals) in tally {
                let gain = match (taken, free) {
                    (true, true) => 1,
                    (true, false) => -1,
                    (false, _) => 0,
                };
                let lead = if cards { 0 } else { lead + gain };
                let after =
                    self.worth(plan, (next, lead, free == (taken && !self.one_flip), false), known)?;
                let gain = if cards { 2 * i64::from(gain.max(0)) } else { 0 };
                sum += Fraction::new(deals as i64, *total as i64) * (after + gain);
            }
            sum
        };
        known.insert(position, worth);
        Ok(worth)
    }
}
