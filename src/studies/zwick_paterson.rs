//! U. Zwick, M. S. Paterson, "The memory game", Theoretical Computer Science 110 (1993): their rule in all positions.

use super::solved::{SolvedDecisions, at, fresh};
use super::verdict::CheckedAnswer;
use super::{LawAnswers, joined, reader, taking_pairs};
use crate::exact::{self, Rational, ratio};
use crate::games::memory::decisions::{Decisions, Position, Rules};
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use crate::model::Error;

/// The number of pairs up to which ties between tactics are searched.
const TIES: u16 = 60;
/// The number of pairs of the smallest board that shows a tendency.
pub(super) const MIN_PAIRS: u16 = 120;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let pairs = answers.pairs;
    let job = answers.job;
    let solved = job.pass(0.0, 0.32, || SolvedDecisions::new(&passing(pairs).take_first(), job))?;
    let take = job.pass(0.32, 0.9, || taking_pairs::is_best(passing(pairs), &solved, pairs, answers))?;
    answers.add("rule", "one or two known pairs", take);
    let robot = passing(pairs)
        .plays(vec![Play::By(Policy::ZwickPaterson)])
        .expect("one play is enough for all players");
    for tactic in [Tactic::T2, Tactic::T5, Tactic::T6] {
        let open = |position: &&Position| position.table.known == 0 && robot.allowed(position) == [tactic];
        // One and two new cards are equivalent if no pair is wholly unknown; the tie then goes to T5.
        let found = CheckedAnswer::of_all(solved.positions().filter(open), "position", |position| {
            solved.best(position) == tactic || solved.all_best(position).contains(&tactic)
        });
        answers.add("rule", format!("{tactic}, {}", tactic.meaning()), found);
    }
    answers.add(
        "rule",
        format!("ties up to n = {TIES}"),
        ties(&solved, answers.table.part("rule").printed("ties up to n = 60")),
    );
    for (name, first) in [("even", 2), ("odd", 1)] {
        let place = format!("e(n,0), {name} n");
        let limit = answers.table.part("tendency").printed(&place);
        let boards: Vec<u16> = (first..=pairs).step_by(2).collect();
        answers.add("tendency", place, tendency(&solved, limit, &boards));
    }
    Ok(())
}

fn passing(pairs: u16) -> Decisions {
    fresh(pairs).rules(Rules::Tactical).expect("two players may pass")
}

/// Finds the positions in which several of pass, one new card and two new cards are best although they
/// differ.
fn ties(solved: &SolvedDecisions, printed: &str) -> CheckedAnswer {
    let differ = |position: &&Position| {
        let table = position.table;
        table.known == 0
            && table.half > 0
            && table.unknown > 0
            && table.pairs() <= TIES
            && position.passes == 0
    };
    let mut tied = Vec::new();
    for position in solved.positions().filter(differ) {
        let mut best = solved.all_best(position);
        best.retain(|tactic| [Tactic::T2, Tactic::T5, Tactic::T6].contains(tactic));
        if best.len() > 1 {
            let table = position.table;
            tied.push(format!("({},{}): {}", table.pairs(), table.half, joined(best, " = ")));
        }
    }
    let right = matches!(&tied[..], [one] if one.starts_with(&format!("{printed}:")));
    CheckedAnswer::with_verdict(tied.join(", "), right)
}

/// Compares the leads on fresh boards with their claimed limit. They must approach it steadily from the
/// middle of the range on, and be within one percent at its end.
fn tendency(solved: &SolvedDecisions, limit: &str, boards: &[u16]) -> CheckedAnswer {
    let limit = |pairs: u16| reader::value(limit, &[("n", i64::from(pairs))]);
    let ratios: Vec<_> = boards.iter().map(|&n| solved.lead(&at(n, 0)) / limit(n)).collect();
    let off: Vec<_> = ratios.iter().map(|ratio| distance(ratio - exact::one())).collect();
    let steady = off.windows(2).rposition(|two| two[1] >= two[0]).map_or(0, |place| place + 1);
    let last = boards.len() - 1;
    let right = steady <= last / 2 && off[last] < ratio(1, 100);
    let computed = format!(
        "{} of it at n = {}, ever closer from n = {} on",
        exact::decimal(&ratios[last], 8),
        boards[last],
        boards[steady],
    );
    CheckedAnswer::with_verdict(computed, right)
}

fn distance(difference: Rational) -> Rational {
    if difference < exact::zero() { -difference } else { difference }
}
