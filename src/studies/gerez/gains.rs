//! The probabilities and expected gains of the paper, transcribed.

use super::cards::TurnDistribution;
use crate::exact::{self, Rational, ratio};
use crate::games::memory::PairCounts;
use crate::games::memory::tactic::Tactic;

/// A state in the paper's counts: cards, known cards, and known cards with a known mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaperCounts {
    pub(super) cards: i64,
    pub(super) known: i64,
    pub(super) paired: i64,
}

impl PaperCounts {
    pub(super) fn of(table: PairCounts) -> Self {
        let [c, d] = [table.known, table.half].map(i64::from);
        Self { cards: 2 * i64::from(table.pairs()), known: 2 * c + d, paired: 2 * c }
    }

    fn table(self) -> PairCounts {
        let [known, half] = [self.paired / 2, self.known - self.paired];
        let unknown = self.cards / 2 - known - half;
        let [known, half, unknown] = [known, half, unknown]
            .map(|pairs| u16::try_from(pairs).expect("every result of a turn has counts of pairs"));
        PairCounts { known, half, unknown }
    }

    fn plus(self, cards: i64, known: i64, paired: i64) -> Self {
        Self { cards: self.cards + cards, known: self.known + known, paired: self.paired + paired }
    }

    /// Returns the number of unknown cards: u = k - B.
    pub(super) fn unknown(self) -> i64 {
        self.cards - self.known
    }

    /// Returns p1 to p9, with the correct p6. Probabilities of a second card are 0 if there is none.
    fn chances(self) -> [Rational; 9] {
        let Self { cards: k, known: b, paired: p } = self;
        let u = self.unknown();
        let over = |numerator: i64, cards: i64| {
            if cards > 0 { ratio(numerator, cards) } else { exact::zero() }
        };
        [
            over(b - p, u),
            over(k + p - 2 * b, u),
            over(1, u),
            over(b - p - 1, u),
            over(1, u - 1),
            over(b - p, u - 1),
            over(k + p - 2 * b - 2, u - 1),
            over(b - p - 1, u - 1),
            over(k + p - 2 * b, u - 1),
        ]
    }

    /// Returns the results of a tactic by the formula of its expected gain.
    pub(super) fn gain(self, tactic: Tactic) -> TurnDistribution {
        let [p1, p2, p3, p4, p5, p6, p7, p8, p9] = self.chances();
        let l = || vec![(exact::one(), false, self.plus(0, 1, 2))];
        let m = || vec![(exact::one(), false, self.plus(0, 1, 0))];
        let x = || vec![(exact::one(), true, self.plus(-2, -1, 0))];
        let y = || {
            vec![
                (p5.clone(), true, self.plus(-2, 0, 0)),
                (p6.clone(), false, self.plus(0, 2, 2)),
                (p7.clone(), false, self.plus(0, 2, 0)),
            ]
        };
        let z = || vec![(p8.clone(), false, self.plus(0, 2, 4)), (p9.clone(), false, self.plus(0, 2, 2))];
        let sum = match tactic {
            Tactic::T1 => vec![(exact::one(), vec![(exact::one(), true, self.plus(-2, -2, -2))])],
            Tactic::T2 => vec![(exact::one(), vec![(exact::one(), false, self)])],
            Tactic::T3 => vec![(p1, l()), (p2, m())],
            Tactic::T4 => vec![(p3, x()), (p4, l()), (p2, m())],
            Tactic::T5 => vec![(p1, x()), (p2, m())],
            Tactic::T6 => vec![(p1, x()), (p2, y())],
            Tactic::T7 => vec![(p1, l()), (p2, y())],
            Tactic::T8 => vec![(p1, z()), (p2, m())],
            Tactic::T9 => vec![(p1, z()), (p2, y())],
        };
        let mut next = TurnDistribution::new();
        for (chance, terms) in sum {
            for (part, takes, state) in terms {
                let both = &chance * part;
                if both != exact::zero() {
                    *next.entry((takes, state.table())).or_insert_with(exact::zero) += both;
                }
            }
        }
        next
    }
}

/// Returns `true` if the tactic can be played, by the paper's condition.
pub(super) fn condition(tactic: Tactic, state: PaperCounts) -> bool {
    let PaperCounts { cards: k, known: b, paired: p } = state;
    let u = state.unknown();
    match tactic {
        Tactic::T1 => p >= 2,
        Tactic::T2 => b >= 3 || b == 2 && p == 0,
        Tactic::T3 => u >= 1 && (p >= 2 || b - p >= 2 && k + p == 2 * b),
        Tactic::T4 => b > p && u >= 1,
        Tactic::T5 => u >= 1 && b >= 1,
        Tactic::T6 => u >= 1,
        Tactic::T7 => u >= 1 && (b == p || p >= 2 || b - p >= 2),
        Tactic::T8 => u >= 2 && b >= 1,
        Tactic::T9 => u >= 2,
    }
}
