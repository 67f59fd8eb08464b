//! U. Zwick, M. S. Paterson, "The memory game", Theoretical Computer Science 110 (1993).
//!
//! What was claimed is typed in; what is true is found by solving the game.

use super::solved::{Solved, at, fresh};
use super::{Row, Section, Study, so_in, taking};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational, ratio};
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;

/// The board up to which tactics of equal worth are looked for.
const TIES: u16 = 60;
/// The least board on which a tendency can be seen.
pub(super) const LEAST: u16 = 120;

pub(super) fn study(pairs: u16, watch: &Watch) -> Result<Study, Fail> {
    let solved = Solved::new(&passing(pairs).take_first(), watch)?;
    let take = taking::row(passing(pairs), &solved, pairs, watch)?;
    Ok(Study {
        name: "zwick-paterson",
        title: "U. Zwick and M. S. Paterson (1993), The memory game: n pairs left, k known singles among them",
        sections: vec![rule(take, &solved, pairs), leads(&solved, pairs), tendency(&solved, pairs)],
    })
}

fn passing(pairs: u16) -> Decisions {
    fresh(pairs).rules(Rules::Tactical).expect("two may pass")
}

/// What the rule says, with the part of the board where it says so.
const RULE: [(Tactic, &str); 3] = [
    (Tactic::T2, "if n+k is odd, k >= 2(n+1)/3"),
    (Tactic::T5, "if n+k is even, k >= 1; at (6,1)"),
    (Tactic::T6, "else"),
];

fn rule(take: Row, solved: &Solved, pairs: u16) -> Section {
    let robot = passing(pairs).plays(vec![Play::By(Policy::ZwickPaterson)]).expect("one play for all");
    let open = |position: &&Position| position.table.known == 0;
    let mut rows = vec![take];
    for (tactic, says) in RULE {
        let those = solved.positions().filter(open).filter(|position| robot.allowed(position) == [tactic]);
        let right = |position: &Position| {
            // One and two new cards are the same where no pair is wholly unknown; then the first of equals is T5.
            solved.best(position) == tactic || solved.optimal(position).contains(&tactic)
        };
        let those: Vec<bool> = those.map(right).collect();
        let wrong = those.iter().filter(|right| !**right).count();
        let computed = so_in(wrong, those.len(), "position");
        rows.push(Row::claim(format!("{tactic}, {}", tactic.meaning()), says, computed, wrong == 0));
    }
    rows.push(ties(solved));
    Section::list("rule", format!("The rule, in all positions up to n = {pairs}"), rows)
}

/// Where more than one of pass, one new card and two new cards is best, though they are not the same.
fn ties(solved: &Solved) -> Row {
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
        let mut best = solved.optimal(position);
        best.retain(|tactic| [Tactic::T2, Tactic::T5, Tactic::T6].contains(tactic));
        if best.len() > 1 {
            let best: Vec<_> = best.iter().map(ToString::to_string).collect();
            let table = position.table;
            tied.push(format!("({},{}): {}", table.pairs(), table.half, best.join(" = ")));
        }
    }
    let right = matches!(&tied[..], [one] if one.starts_with("(4,3)"));
    Row::claim(format!("ties up to n = {TIES}"), "(4,3)", tied.join(", "), right)
}

/// What the lead on a fresh board is said to tend to.
fn limit(pairs: u16) -> Rational {
    let four = 4 * i32::from(pairs);
    if pairs.is_multiple_of(2) { ratio(-1, four - 2) } else { ratio(1, four + 2) }
}

fn leads(solved: &Solved, pairs: u16) -> Section {
    let mut boards = vec![10, 11, 20, 21, 50, 51, 99, 100];
    boards.extend([pairs - 1, pairs]);
    let row = |pairs: u16| {
        Row::answer(format!("e({pairs},0)"), solved.lead(&at(pairs, 0))).says(&limit(pairs).to_string())
    };
    Section::list(
        "leads",
        "The first player's pairs minus the second's, beside what they are said to tend to",
        boards.into_iter().map(row).collect(),
    )
}

fn tendency(solved: &Solved, pairs: u16) -> Section {
    let mut rows = Vec::new();
    for (name, says, first) in [("even", "-1/(4n-2)", 2), ("odd", "1/(4n+2)", 1)] {
        let boards: Vec<u16> = (first..=pairs).step_by(2).collect();
        let ratios: Vec<_> = boards.iter().map(|&n| solved.lead(&at(n, 0)) / limit(n)).collect();
        let off: Vec<_> = ratios.iter().map(|ratio| distance(ratio - exact::one())).collect();
        let steady = off.windows(2).rposition(|two| two[1] >= two[0]).map_or(0, |place| place + 1);
        let last = boards.len() - 1;
        // From the middle on the ratio comes steadily closer to 1, and it ends within a hundredth.
        let right = steady <= last / 2 && off[last] < ratio(1, 100);
        let computed = format!(
            "{} of it at n = {}, ever closer from n = {} on",
            exact::decimal(&ratios[last], 8),
            boards[last],
            boards[steady],
        );
        rows.push(Row::claim(format!("e(n,0), {name} n"), says, computed, right));
    }
    Section::list("tendency", format!("A tendency, no proof: boards up to n = {pairs}"), rows)
}

fn distance(difference: Rational) -> Rational {
    if difference < exact::zero() { -difference } else { difference }
}
