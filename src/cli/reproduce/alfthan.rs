//! E. Alfthan, "Optimal strategy in the childrens game Memory", KTH Stockholm 2007, and table 6.4 of Sjölund &
//! Åstrand 2013, which repeats its results.
//!
//! What was claimed is typed in; what is true is found by solving the game.

use super::solved::{Solved, at, fresh};
use super::{Row, Section, Study, taking};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational, ratio};
use chancetree::games::memory::decisions::{Decisions, Position};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The pairs of the board on which the best play meets the simple ones.
const MATCH: u16 = 32;
/// Where parity is said to mislead: pairs, known singles.
const EXCEPTIONS: [(u16, u16); 12] =
    [(6, 1), (7, 1), (7, 2), (8, 1), (8, 2), (8, 3), (9, 2), (9, 4), (12, 5), (13, 6), (14, 7), (15, 8)];
/// The board up to which there is said to be no other exception.
pub(super) const REACH: u16 = 400;
/// The board up to which the table goes.
pub(super) const LEAST: u16 = 20;

/// Table 6.4 of Sjölund & Åstrand: for n pairs and 1 to n wholly unknown ones 0 for one new card, 1 for two, 2 for
/// either.
const TABLE: [&str; 20] = [
    "2",
    "12",
    "102",
    "1012",
    "10102",
    "101002",
    "1010012",
    "10100102",
    "101000002",
    "1010101012",
    "10101010102",
    "101010001012",
    "1010100010102",
    "10101000101012",
    "101010001010102",
    "1010101010101012",
    "10101010101010102",
    "101010101010101012",
    "1010101010101010102",
    "10101010101010101012",
];

pub(super) fn study(pairs: u16, watch: &Watch) -> Result<Study, Fail> {
    let solved = Solved::new(&choosing(pairs).take_first(), watch)?;
    let take = taking::row(choosing(pairs), &solved, pairs, watch)?;
    // Of the widest row, one card alone is known only where a pair was taken before.
    let wider =
        (pairs == LEAST).then(|| Solved::new(&choosing(LEAST + 1).take_first(), watch)).transpose()?;
    Ok(Study {
        name: "alfthan",
        title: "E. Alfthan (2007), Memory with one new card or two: n pairs left, k known singles among them",
        sections: vec![
            parity(take, &solved, pairs),
            table(wider.as_ref().unwrap_or(&solved)),
            matches(watch)?,
        ],
    })
}

/// The game in which a known pair is taken, or one new card is turned up, or two.
fn choosing(pairs: u16) -> Decisions {
    fresh(pairs).tactics(vec![Tactic::T1, Tactic::T5, Tactic::T6])
}

/// The positions in which one new card and two are not the same.
fn choices(solved: &Solved) -> impl Iterator<Item = &Position> {
    solved.positions().filter(|position| {
        let table = position.table;
        table.known == 0 && table.half > 0 && table.unknown > 0
    })
}

fn parity(take: Row, solved: &Solved, pairs: u16) -> Section {
    let robot = fresh(pairs).plays(vec![Play::By(Policy::Parity)]).expect("one play for all");
    let misled = choices(solved).filter(|position| {
        let chosen = robot.allowed(position)[0];
        solved.best(position) != chosen && !solved.optimal(position).contains(&chosen)
    });
    let misled: BTreeSet<_> = misled.map(|position| (position.table.pairs(), position.table.half)).collect();
    let other = EXCEPTIONS.iter().filter(|&&(n, unknown)| misled.contains(&(n, n - unknown))).count();
    let number = choices(solved).count();
    let as_said = number - misled.len();
    let mut rows = vec![
        take,
        Row::claim(
            "the rule misleads",
            "12 times",
            format!("{} times, else best in all {as_said} positions", misled.len()),
            misled.len() == EXCEPTIONS.len(),
        ),
    ];
    for (n, k) in EXCEPTIONS {
        let position = at(n, k);
        let (said, best) = (robot.allowed(&position)[0], solved.best(&position));
        let computed = format!("{}, not {}", best.meaning(), said.meaning());
        rows.push(Row::claim(format!("(n,k) = ({n},{k})"), "exception", computed, misled.contains(&(n, k))));
    }
    rows.push(Row::answer(
        "read as (n,n-k) instead",
        format!("{other} of {} would be exceptions", EXCEPTIONS.len()),
    ));
    let title = format!("The rule: two new cards if n - k is odd, else one; all positions up to n = {pairs}");
    Section::list("parity", title, rows)
}

fn table(solved: &Solved) -> Section {
    let row = |(pairs, paper): (u16, &str)| {
        let cell = |unknown: u16| {
            if unknown == pairs {
                return "2";
            }
            match solved.optimal(&at(pairs, pairs - unknown))[..] {
                [Tactic::T5] => "0",
                [Tactic::T6] => "1",
                _ => "2",
            }
        };
        let cells = (1..=pairs).map(cell).collect::<String>();
        let right = cells == paper;
        Row::claim(format!("n = {pairs}"), paper, cells, right)
    };
    Section::list(
        "table-6.4",
        "Sjölund & Åstrand (2013), table 6.4: for n - k = 1 to n one new card (0), two (1), no matter (2)",
        (1..).zip(TABLE).map(row).collect(),
    )
}

/// Two who play differently, as the share that the first named takes, in percent.
struct Match {
    /// Beginning, and second.
    shares: [Rational; 2],
    /// Whether all games come to an end, so that every position was in the policies.
    whole: bool,
}

impl Match {
    fn new(policy: &Policy, other: Tactic, watch: &Watch) -> Result<Self, Fail> {
        let play = |plays: [Policy; 2]| {
            let game = fresh(MATCH).plays(plays.map(Play::By).to_vec()).expect("two plays for two");
            Solved::new(&game, watch)
        };
        let other = Policy::Always(other);
        let begins = play([policy.clone(), other.clone()])?;
        let second = play([other, policy.clone()])?;
        let share = |played: &Solved, seat: usize| {
            &played.cards(&at(MATCH, 0))[seat] * ratio(100, 1) / ratio(2 * MATCH, 1)
        };
        let whole =
            [&begins, &second].into_iter().all(|played| played.ends().all(|end| end.table.pairs() == 0));
        Ok(Self { shares: [share(&begins, 0), share(&second, 1)], whole })
    }

    fn mean(&self) -> Rational {
        (&self.shares[0] + &self.shares[1]) / ratio(2, 1)
    }
}

fn matches(watch: &Watch) -> Result<Section, Fail> {
    let solved = Solved::new(&choosing(MATCH), watch)?;
    let best: BTreeMap<_, _> =
        solved.positions().map(|position| (*position, solved.best(position))).collect();
    let best = Arc::new(best);
    let mut rows = Vec::new();
    for (name, policy) in [("best play", Policy::Table(best)), ("parity", Policy::Parity)] {
        for (other, tactic, printed) in [("two", Tactic::T6, "54.6"), ("one", Tactic::T5, "60.3")] {
            let played = Match::new(&policy, tactic, watch)?;
            let item = format!("{name} against always {other}");
            let mean = played.mean();
            let right = played.whole && exact::decimal(&mean, 1) == printed;
            rows.push(Row::claim(item.clone(), format!("{printed} %"), mean, right));
            let [begins, second] = played.shares;
            rows.push(Row::answer(format!("{item}, beginning"), begins));
            rows.push(Row::answer(format!("{item}, second"), second));
        }
    }
    Ok(Section::list(
        "matches",
        format!("Percent of {MATCH} pairs that are taken: the mean of beginning and being second, and each"),
        rows,
    ))
}
