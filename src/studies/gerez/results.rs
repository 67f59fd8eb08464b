//! The solved game under each rule of passing.

use crate::games::memory::decisions::{Position, Rules};
use crate::games::memory::tactic::Tactic;
use crate::model::Error;
use crate::model::order::inserted;
use crate::solved::{SolvedDecisions, at, fresh};
use crate::verdict::CheckedAnswer;
use crate::{LawAnswers, joined, taking_pairs};
use std::collections::BTreeSet;

/// The number of pairs of the board on which claims about all states are checked.
const WIDEST: u16 = 60;
/// The number of pairs of a board that is solved under the assumption that known pairs are taken at once. This
/// assumption must then be proved.
const WIDER: u16 = 200;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    // Each of the three games takes about a sixth of the time.
    for (place, rules) in [Rules::Tactical, Rules::FreePass, Rules::NoPass].into_iter().enumerate() {
        let game = fresh(WIDEST).rules(rules).expect("two players may pass");
        let shares = [place, place + 1].map(|done| done as f64 / 6.0);
        let solved = job.pass(shares[0], shares[1], || SolvedDecisions::new(&game, job))?;
        optimal(answers, &solved, rules);
    }
    job.pass(0.5, 1.0, || refuse(answers))
}

/// Checks whether the best tactic in all positions of a kind is one of `some`.
fn among(solved: &SolvedDecisions, kind: impl Fn(&Position) -> bool, some: &[Tactic]) -> CheckedAnswer {
    let positions = solved.positions().filter(|position| kind(position));
    // T1, T5, T6 and T2 precede all other tactics in the order of ties.
    CheckedAnswer::of_all(positions, "position", |position| some.contains(&solved.best(position)))
}

fn optimal(answers: &mut LawAnswers<'_>, solved: &SolvedDecisions, rules: Rules) {
    let name = rules.name();
    let take = among(solved, |position| position.table.known > 0, &[Tactic::T1]);
    answers.add("optimal", format!("{name}, P >= 2"), take);
    let open = |position: &Position| position.table.known == 0;
    if rules == Rules::NoPass {
        let positions = solved.positions().filter(|position| open(position));
        let needed: BTreeSet<_> = inserted(positions.map(|position| solved.best(position)));
        answers.add("optimal", format!("{name}, P = 0, best tactics"), joined(needed, ", "));
    } else {
        let some = [Tactic::T2, Tactic::T5, Tactic::T6];
        answers.add("optimal", format!("{name}, P = 0"), among(solved, open, &some));
    }
}

/// Finds the positions in which it is optimal to leave a card with a known mate.
fn refuse(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    let solved = job.pass(0.0, 0.3, || SolvedDecisions::new(&fresh(WIDER).take_first(), job))?;
    let take = job.pass(0.3, 1.0, || taking_pairs::is_best(fresh(WIDER), &solved, WIDER, answers))?;
    let only = |pairs: u16, less: u16| {
        let position = at(pairs, pairs - less);
        solved.node(&position).is_some()
            && solved.best(&position) == Tactic::T7
            && solved.all_best(&position) == [Tactic::T7]
    };
    let section = "refusals";
    answers.add(section, "one or two known pairs", take);
    answers.add(
        section,
        "k = n - 1, n = 9 to 20",
        CheckedAnswer::of_all(9..=20, "board", |&pairs| only(pairs, 1)),
    );
    for less in 1..WIDER {
        let boards: Vec<_> = (less + 1..=WIDER).filter(|&pairs| only(pairs, less)).collect();
        if !boards.is_empty() {
            answers.add(section, format!("k = n - {less}, T7 alone"), format!("n = {}", runs(&boards)));
        }
    }
    let others = |position: &&Position| {
        let best = solved.best(position);
        position.table.known == 0 && ![Tactic::T5, Tactic::T6, Tactic::T7].contains(&best)
    };
    let others = solved.positions().filter(others).count();
    answers.add(section, "neither T5, T6 nor T7 is optimal", format!("in {others} positions"));
    Ok(())
}

/// Lists ascending numbers, with runs such as `9 to 20`.
fn runs(numbers: &[u16]) -> String {
    let range = |numbers: &[u16]| match numbers {
        [first, .., last] => format!("{first} to {last}"),
        all => joined(all, ""),
    };
    joined(numbers.chunk_by(|a, b| a + 1 == *b).map(range), ", ")
}
