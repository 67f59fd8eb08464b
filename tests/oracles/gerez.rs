//! Best play by the formulas of Gerez (1983), in the same notation, with published values of endless passing.

use std::collections::BTreeMap;

use chancetree::exact::{Rational, ratio};
use chancetree::games::memory::decisions::Rules;

use super::fixed_plan::Aim;

/// Cards on the table, known cards, known cards with known mates, and the mover's lead in pairs.
pub type State = (i64, i64, i64, i64);

/// Values by the formulas, each computed once.
pub struct Convention {
    rules: Rules,
    aim: Aim,
    /// A player who takes a pair does not move again.
    one_flip: bool,
    worth: BTreeMap<State, Rational>,
    active: BTreeMap<State, Rational>,
}

impl Convention {
    pub fn new(rules: Rules, aim: Aim, one_flip: bool) -> Self {
        Self { rules, aim, one_flip, worth: BTreeMap::new(), active: BTreeMap::new() }
    }

    pub fn may_pass(&self, (k, known, paired, _): State) -> bool {
        match self.rules {
            Rules::NoPass => false,
            Rules::Tactical => known >= 3 || known == 2 && paired == 0,
            Rules::FreePass => k > 0,
        }
    }

    /// Returns the mover's payoff of endless passing.
    pub fn forever(&self, (k, _, _, lead): State) -> Rational {
        match self.aim {
            Aim::Cards => ratio(k, 2),
            Aim::WinOrDraw => ratio(0, 1),
            Aim::WinOrScore => ratio(lead.signum(), 1),
        }
    }

    /// Returns the mover's expected value.
    pub fn worth(&mut self, state: State) -> Rational {
        let (k, known, paired, lead) = state;
        if k == 0 {
            return if self.aim == Aim::Cards { ratio(0, 1) } else { ratio(lead.signum(), 1) };
        }
        if let Some(worth) = self.worth.get(&state) {
            return worth.clone();
        }
        let own = self.active(state);
        let worth = if !self.may_pass(state) {
            own
        } else if self.aim == Aim::Cards {
            own.max(self.forever(state))
        } else {
            let other = -self.active((k, known, paired, -lead));
            if own >= other { own } else { self.forever(state).clamp(own, other) }
        };
        self.worth.insert(state, worth.clone());
        worth
    }

    /// Returns the best value without a pass now.
    pub fn active(&mut self, state: State) -> Rational {
        if let Some(active) = self.active.get(&state) {
            return active.clone();
        }
        let best = self.gains(state).into_iter().max().expect("something can be played");
        self.active.insert(state, best.clone());
        best
    }

    /// Returns the value after a pair is taken.
    fn take(&mut self, (k, known, paired, lead): State) -> Rational {
        let cards = ratio(if self.aim == Aim::Cards { 2 } else { 0 }, 1);
        let next = (k, known, paired, if self.aim == Aim::Cards { 0 } else { lead + 1 });
        cards + if self.one_flip { self.leave(next) } else { self.worth(next) }
    }

    /// Returns the value after the turn has passed.
    fn leave(&mut self, (k, known, paired, lead): State) -> Rational {
        match self.aim {
            Aim::Cards => ratio(k, 1) - self.worth((k, known, paired, 0)),
            _ => -self.worth((k, known, paired, -lead)),
        }
    }

    /// Returns the values of the rows of the paper's table, without T2 and without impossible rows.
    fn gains(&mut self, (k, b, p, d): State) -> Vec<Rational> {
        let u = k - b;
        let likely = |ways: i64, of: i64| if ways > 0 { ratio(ways, of) } else { ratio(0, 1) };
        let [p1, p2, p3, p4] = [b - p, k + p - 2 * b, 1, b - p - 1].map(|ways| likely(ways, u.max(1)));
        let [p5, p6, p7, p8, p9] =
            [1, b - p, k + p - 2 * b - 2, b - p - 1, k + p - 2 * b].map(|ways| likely(ways, (u - 1).max(1)));
        let none = || ratio(0, 1);
        let some = |share: &Rational| *share > ratio(0, 1);
        let l = if b > p { self.leave((k, b + 1, p + 2, d)) } else { none() };
        let m = if some(&p2) { self.leave((k, b + 1, p, d)) } else { none() };
        let x = if b > p { self.take((k - 2, b - 1, p, d)) } else { none() };
        let mut y = none();
        if some(&p2) {
            y += p5 * self.take((k - 2, b, p, d));
            y += if some(&p6) { &p6 * self.leave((k, b + 2, p + 2, d)) } else { none() };
            y += if some(&p7) { &p7 * self.leave((k, b + 2, p, d)) } else { none() };
        }
        let mut z = none();
        if b > p {
            z += if some(&p8) { &p8 * self.leave((k, b + 2, p + 4, d)) } else { none() };
            z += if some(&p9) { &p9 * self.leave((k, b + 2, p + 2, d)) } else { none() };
        }
        let mut gains = Vec::new();
        if p >= 2 {
            gains.push(self.take((k - 2, b - 2, p - 2, d)));
        }
        let new = u >= 1;
        let rows = [
            (new && (p >= 2 || b - p >= 2 && k + p == 2 * b), &p1 * &l + &p2 * &m),
            (new && b > p, p3 * &x + p4 * &l + &p2 * &m),
            (new && b >= 1, &p1 * &x + &p2 * &m),
            (new, &p1 * &x + &p2 * &y),
            (new && (b == p || p >= 2 || b - p >= 2), &p1 * &l + &p2 * &y),
            (u >= 2 && b >= 1, &p1 * &z + &p2 * &m),
            (u >= 2, &p1 * &z + &p2 * &y),
        ];
        gains.extend(rows.into_iter().filter(|(fits, _)| *fits).map(|(_, gain)| gain));
        gains
    }
}
