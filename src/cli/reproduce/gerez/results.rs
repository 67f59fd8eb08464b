//! The game solved by each rule of passing.

use super::super::solved::{Solved, at, fresh};
use super::super::{Row, Section, so_in, taking};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::games::memory::decisions::{Position, Rules};
use chancetree::games::memory::tactic::Tactic;

/// The board on which statements about all states are held against all of them.
const WIDEST: u16 = 60;
/// The board up to which a known pair is taken at once, which then has to be shown to be right.
const WIDER: u16 = 200;

/// A rule of passing, its name, and the printed lead of the mover on boards of 1 to 8 pairs.
const RULES: [(Rules, &str, &str); 3] = [
    (Rules::Tactical, "tactical", "1 -2/3 -1/5 -4/35 -1/35 2/1155 61/1155 -2512/75075"),
    (Rules::FreePass, "free-pass", "1 0 0 0 0 0 151/3003 0"),
    (Rules::NoPass, "no-pass", "1 -2/3 -1/5 -4/35 -7/45 646/3465 -397/3465 4652/96525"),
];

pub(super) fn sections(watch: &Watch) -> Result<Vec<Section>, Fail> {
    let mut leads = Vec::new();
    let mut tactics = Vec::new();
    for (rules, name, printed) in RULES {
        let solved = Solved::new(&fresh(WIDEST).rules(rules).expect("two may pass"), watch)?;
        for (pairs, paper) in (1..).zip(printed.split(' ')) {
            leads.push(Row::number(format!("{name}, n = {pairs}"), paper, solved.lead(&at(pairs, 0))));
        }
        tactics.extend(optimal(&solved, rules, name));
    }
    let refusals = refuse(watch)?;
    Ok(vec![
        Section::list(
            "leads",
            "The first player's pairs minus the second's, on a fresh board of n pairs",
            leads,
        ),
        Section::list("optimal", format!("The best tactics, on all positions up to {WIDEST} pairs"), tactics),
        Section::list(
            "refusals",
            format!("Without passing, up to n = {WIDER}: n pairs, k known singles, no known pair"),
            refusals,
        ),
    ])
}

/// A row that says whether the best tactic in all positions of a kind is one of some.
fn among(
    solved: &Solved,
    item: String,
    paper: &str,
    kind: impl Fn(&Position) -> bool,
    some: &[Tactic],
) -> Row {
    let those: Vec<_> = solved.positions().filter(|position| kind(position)).collect();
    // Ties go to T1, T5, T6, T2 before all others.
    let wrong = those.iter().filter(|position| !some.contains(&solved.best(position))).count();
    Row::claim(item, paper, so_in(wrong, those.len(), "position"), wrong == 0 && !those.is_empty())
}

fn optimal(solved: &Solved, rules: Rules, name: &str) -> Vec<Row> {
    let mut rows = vec![among(
        solved,
        format!("{name}, P >= 2"),
        "T1 is optimal",
        |position| position.table.known > 0,
        &[Tactic::T1],
    )];
    let open = |position: &Position| position.table.known == 0;
    if rules == Rules::NoPass {
        let mut needed: Vec<_> = solved
            .positions()
            .filter(|position| open(position))
            .map(|position| solved.best(position))
            .collect();
        needed.sort_unstable();
        needed.dedup();
        let needed: Vec<_> = needed.iter().map(ToString::to_string).collect();
        rows.push(Row::answer(format!("{name}, P = 0, best tactics"), needed.join(", ")));
    } else {
        let some = [Tactic::T2, Tactic::T5, Tactic::T6];
        rows.push(among(solved, format!("{name}, P = 0"), "T2, T5, T6 suffice", open, &some));
    }
    rows
}

/// Where a card whose mate is known is best left lying.
fn refuse(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let solved = Solved::new(&fresh(WIDER).take_first(), watch)?;
    let take = taking::row(fresh(WIDER), &solved, WIDER, watch)?;
    let only = |pairs: u16, less: u16| {
        let position = at(pairs, pairs - less);
        solved.holds(&position)
            && solved.best(&position) == Tactic::T7
            && solved.optimal(&position) == [Tactic::T7]
    };
    let boards = |less: u16| (less + 1..=WIDER).filter(|&pairs| only(pairs, less)).collect::<Vec<_>>();
    let wrong = (9..=20).filter(|&pairs| !only(pairs, 1)).count();
    let mut rows =
        vec![take, Row::claim("k = n - 1, n = 9 to 20", "T7 alone", so_in(wrong, 12, "board"), wrong == 0)];
    for less in 1..WIDER {
        let boards = boards(less);
        if !boards.is_empty() {
            let item = format!("k = n - {less}, T7 alone");
            rows.push(Row::answer(item, format!("n = {}", runs(&boards))));
        }
    }
    let others = |position: &&Position| {
        let best = solved.best(position);
        position.table.known == 0 && ![Tactic::T5, Tactic::T6, Tactic::T7].contains(&best)
    };
    let others = solved.positions().filter(others).count();
    rows.push(Row::answer("neither T5, T6 nor T7 is optimal", format!("in {others} positions")));
    Ok(rows)
}

/// Numbers in ascending order, runs of them as `9 to 20`.
fn runs(numbers: &[u16]) -> String {
    let run = |run: &[u16]| match run {
        [first, .., last] => format!("{first} to {last}"),
        all => all.iter().map(ToString::to_string).collect(),
    };
    let all: Vec<String> = numbers.chunk_by(|a, b| a + 1 == *b).map(run).collect();
    all.join(", ")
}
