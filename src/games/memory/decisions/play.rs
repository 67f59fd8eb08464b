//! The tactics and the ends of play.

use super::{Decisions, Objective, Position, Rules, Stalemate};
use crate::game::{Game, Seat};
use crate::memory::policy::Play;
use crate::memory::tactic::Tactic;
use crate::memory::{PairCounts, TurnEvent};

impl Decisions {
    /// Returns `true` if the rules and the cards allow `tactic`.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::{Decisions, Rules};
    /// use chancetree::games::memory::tactic::Tactic;
    /// use chancetree::games::memory::{Memory, PairCounts};
    ///
    /// let fresh = PairCounts { unknown: 3, ..PairCounts::default() };
    /// let game = Decisions::new(Memory::new(3, 2)?);
    /// assert!(!game.allows(Tactic::T2, fresh));
    /// assert!(game.rules(Rules::FreePass)?.allows(Tactic::T2, fresh));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn allows(&self, tactic: Tactic, table: PairCounts) -> bool {
        match (tactic, self.rules) {
            (Tactic::T2, Rules::NoPass) => false,
            (Tactic::T2, Rules::FreePass) => table.pairs() > 0,
            _ => tactic.fits(table),
        }
    }

    /// Returns `true` if both players have just passed.
    pub fn is_stalemate(&self, position: &Position) -> bool {
        position.passes == 2
    }

    /// Returns `true` if the game ended in `position` although pairs are left and the players have not both
    /// passed: the mover has no allowed tactic. Only meaningful if the game is over in `position`.
    pub fn is_stuck(&self, position: &Position) -> bool {
        position.table.pairs() > 0 && !self.is_stalemate(position)
    }

    /// Returns the winning seat in the end `position`, relative to its mover, if players play to win; `None`
    /// for a draw.
    ///
    /// ```
    /// use chancetree::games::memory::Memory;
    /// use chancetree::games::memory::decisions::{Decisions, Position};
    ///
    /// let game = Decisions::new(Memory::new(3, 2)?);
    /// let ahead = Position { lead: 1, ..Position::default() };
    /// assert_eq!(game.winner(&ahead), Some(0));
    /// assert_eq!(game.winner(&Position::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        if self.is_stalemate(position) && self.stalemate == Stalemate::Draw {
            return None;
        }
        match position.lead.signum() {
            0 => None,
            lead => Some(Seat::from(lead < 0)),
        }
    }

    /// Returns `true` if play can no longer change the winner: players play to win, the lead cannot be caught
    /// up, and the leader cannot lose it by passing.
    fn is_decided(&self, position: &Position) -> bool {
        // T1 or T6 always fits, and precedes a pass in the order of ties. A player who lacks T1 or T6 can
        // be led to a position in which only a pass is left, which may end in a draw.
        let need_not_pass = [Tactic::T1, Tactic::T6].iter().all(|tactic| self.tactics.contains(tactic));
        let no_draw = self.stalemate == Stalemate::Score || self.plays == [Play::Best];
        let is_kept = self.rules == Rules::NoPass || need_not_pass && no_draw;
        let is_beyond = position.lead.unsigned_abs() > pairs(position.table);
        self.objective == Objective::Win && is_beyond && is_kept && !self.to_the_end
    }

    /// Returns the tactics available to the mover: one if a policy decides, none if the game is over or the
    /// policy has no tactic. In a decided game there is a choice only at the start and after a pass.
    pub fn allowed(&self, position: &Position) -> Vec<Tactic> {
        if position.table.pairs() == 0 || self.is_stalemate(position) {
            return Vec::new();
        }
        let allows = |tactic: &Tactic| self.allows(*tactic, position.table);
        let mut allowed: Vec<Tactic> = match self.play(position) {
            Play::By(policy) => policy.tactic(position, |tactic| allows(&tactic)).into_iter().collect(),
            Play::Best => self.tactics.iter().copied().filter(allows).collect(),
        };
        let later = *position != self.start();
        if later && self.is_decided(position) {
            // The first tactic wins the tie, but the leader must not pass into a draw if another tactic is
            // available.
            let first = allowed.iter().position(|&tactic| tactic != Tactic::T2);
            match (position.passes, first) {
                (0, Some(first)) => allowed = vec![allowed[first]],
                (0, None) => allowed.truncate(1),
                _ => {}
            }
        }
        if later && self.take_first && position.table.known >= 2 {
            allowed.truncate(1);
        }
        allowed
    }

    pub(super) fn next(&self, position: &Position, turn: TurnEvent) -> Position {
        let table = position.table.after(turn);
        let mut next = Position { table, passes: 0, ..*position };
        if turn.takes() {
            next.lead += i32::from(self.objective == Objective::Win);
        }
        if self.memory.turn_offset(turn) > 0 {
            next.lead = -next.lead;
            if self.plays.len() > 1 {
                next.mover = (position.mover + 1) % self.memory.seats();
            }
        }
        if turn == TurnEvent::P {
            next.passes = position.passes + 1;
        }
        let most = i32::from(table.pairs()) + 1;
        next.lead = next.lead.clamp(-most, most);
        next
    }
}

pub(super) fn pairs(table: PairCounts) -> u32 {
    u32::from(table.pairs())
}
