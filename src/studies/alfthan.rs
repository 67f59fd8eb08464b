//! E. Alfthan, "Optimal strategy in the childrens game Memory", KTH Stockholm 2007: the parity rule in all
//! positions, and table 6.4 of Sjölund & Åstrand 2013, which reproduces its results.

use super::LawAnswers;
use super::solved::{SolvedDecisions, at, fresh};
use super::taking_pairs;
use super::verdict::CheckedAnswer;
use crate::exact::{self, Rational, ratio};
use crate::games::memory::decisions::{Decisions, Position};
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use crate::model::Error;
use crate::model::order::inserted;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The number of pairs of the board on which two strategies play against each other.
const MATCH: u16 = 32;
/// The number of pairs up to which the paper claims to list all exceptions.
pub(super) const MAX_PAIRS: u16 = 400;
/// The number of pairs of the largest board of table 6.4.
pub(super) const MIN_PAIRS: u16 = 20;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let pairs = answers.pairs;
    let job = answers.job;
    let solved = job.pass(0.0, 0.17, || SolvedDecisions::new(&choosing(pairs).take_first(), job))?;
    let take = job.pass(0.17, 0.97, || taking_pairs::is_best(choosing(pairs), &solved, pairs, answers))?;
    answers.add("parity", "one or two known pairs", take);
    parity(answers, &solved, pairs);
    // In the row of the largest board, a single known card occurs only after a pair was taken, so a larger board is
    // solved.
    let wider = job.pass(0.97, 0.98, || SolvedDecisions::taking(&choosing(MIN_PAIRS + 1), job))?;
    for pairs in 1..=MIN_PAIRS {
        answers.add("table-6.4", format!("n = {pairs}"), row(&wider, pairs));
    }
    job.pass(0.98, 1.0, || matches(answers))
}

/// Returns the game in which the mover takes a known pair, turns one new card, or turns two.
fn choosing(pairs: u16) -> Decisions {
    fresh(pairs).tactics(vec![Tactic::T1, Tactic::T5, Tactic::T6])
}

/// Returns the positions in which turning one new card differs from turning two.
fn choices(solved: &SolvedDecisions) -> impl Iterator<Item = &Position> {
    solved.positions().filter(|position| {
        let table = position.table;
        table.known == 0 && table.half > 0 && table.unknown > 0
    })
}

fn parity(answers: &mut LawAnswers<'_>, solved: &SolvedDecisions, pairs: u16) {
    let robot =
        fresh(pairs).plays(vec![Play::By(Policy::Parity)]).expect("one play is enough for all players");
    let misled = choices(solved).filter(|position| {
        let chosen = robot.allowed(position)[0];
        solved.best(position) != chosen && !solved.all_best(position).contains(&chosen)
    });
    let misled: HashSet<_> = misled.map(|position| (position.table.pairs(), position.table.half)).collect();
    let exceptions: Vec<_> = answers.table.part("parity").cells("(n,k)").collect();
    let other = exceptions.iter().filter(|&&(_, (n, k))| misled.contains(&(n, n - k))).count();
    let others = choices(solved).count() - misled.len();
    let text = format!("{} times, else best in all {others} positions", misled.len());
    let right =
        answers.table.part("parity").printed("the rule misleads") == format!("{} times", misled.len());
    answers.add(
        "parity",
        "the rule misleads",
        CheckedAnswer::with_verdict(text, right && misled.len() == exceptions.len()),
    );
    let text = format!("{other} of {} would be exceptions", exceptions.len());
    answers.add("parity", "read as (n,n-k) instead", text);
    for (entry, (n, k)) in exceptions {
        let position = at(n, k);
        let (by_rule, best) = (robot.allowed(&position)[0], solved.best(&position));
        let text = format!("{}, not {}", best.meaning(), by_rule.meaning());
        answers.add("parity", &*entry.place, CheckedAnswer::with_verdict(text, misled.contains(&(n, k))));
    }
}

/// Returns a row of table 6.4: the decision for 1 to n wholly unknown pairs.
fn row(solved: &SolvedDecisions, pairs: u16) -> String {
    let cell = |unknown: u16| match unknown {
        _ if unknown == pairs => '2',
        _ => match solved.all_best(&at(pairs, pairs - unknown))[..] {
            [Tactic::T5] => '0',
            [Tactic::T6] => '1',
            _ => '2',
        },
    };
    (1..=pairs).map(cell).collect()
}

/// A match of two strategies, with the share of the pairs that the first one takes, in percent.
struct StrategyMatch {
    /// The share as the first player, and as the second.
    shares: [Rational; 2],
    /// Whether all games end, that is, whether the policies contained every position.
    whole: bool,
}

impl StrategyMatch {
    fn new(policy: &Policy, other: Tactic, answers: &LawAnswers<'_>) -> Result<Self, Error> {
        let play = |plays: [Policy; 2]| {
            let game = fresh(MATCH)
                .plays(plays.map(Play::By).to_vec())
                .expect("there are two players and two plays");
            SolvedDecisions::new(&game, answers.job)
        };
        let other = Policy::Always(other);
        let begins = play([policy.clone(), other.clone()])?;
        let second = play([other, policy.clone()])?;
        let share = |played: &SolvedDecisions, seat: usize| {
            &played.worth_at(&at(MATCH, 0))[seat] * ratio(100, 1) / ratio(MATCH, 1)
        };
        let whole = [&begins, &second]
            .into_iter()
            .all(|played| played.states(true).all(|end| end.table.pairs() == 0));
        Ok(Self { shares: [share(&begins, 0), share(&second, 1)], whole })
    }

    fn mean(&self) -> Rational {
        (&self.shares[0] + &self.shares[1]) / ratio(2, 1)
    }
}

fn matches(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let solved = SolvedDecisions::new(&choosing(MATCH), answers.job)?;
    let best = solved.positions().map(|position| (*position, solved.best(position)));
    let best = Arc::new(inserted::<BTreeMap<_, _>, _>(best));
    for (name, policy) in [("best play", Policy::Table(best)), ("parity", Policy::Parity)] {
        for (other, tactic) in [("two", Tactic::T6), ("one", Tactic::T5)] {
            let played = StrategyMatch::new(&policy, tactic, answers)?;
            let place = format!("{name} against always {other}");
            let (mean, printed) = (played.mean(), answers.table.part("matches").printed(&place));
            let right = played.whole && printed == format!("{} %", exact::decimal(&mean, 1));
            let [begins, second] = played.shares;
            answers.add("matches", format!("{place}, beginning"), begins);
            answers.add("matches", format!("{place}, second"), second);
            answers.add("matches", place, CheckedAnswer::with_verdict(mean, right));
        }
    }
    Ok(())
}
