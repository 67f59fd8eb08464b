//! U. Zwick, M. S. Paterson, "The memory game", Theoretical Computer Science 110 (1993).
//!
//! What was claimed is typed in; what is true is found by solving the game.

use super::solved::{Solved, at, fresh};
use super::{Row, Section, Study, so_in};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational, ratio};
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;

/// The board up to which taking a known pair is held against everything else.
const WHOLE: u16 = 60;

pub(super) fn study(pairs: u16, watch: &Watch) -> Result<Study, Fail> {
    let whole = Solved::new(passing(WHOLE), watch)?;
    let wide = Solved::new(passing(pairs).take_first(), watch)?;
    Ok(Study {
        name: "zwick-paterson",
        title: "U. Zwick and M. S. Paterson (1993), The memory game: n pairs left, k known singles among them",
        sections: vec![rule(&whole, &wide, pairs)?, leads(&wide, pairs)],
    })
}

fn passing(pairs: u16) -> Decisions {
    fresh(pairs).rules(Rules::Tactical).expect("two may pass")
}

fn rule(whole: &Solved, wide: &Solved, pairs: u16) -> Result<Section, Fail> {
    let robot = passing(pairs).plays(vec![Play::By(Policy::ZwickPaterson)]).expect("one play for all");
    let open = |solved: &Solved, what: &dyn Fn(&Position, Tactic) -> bool| {
        let those: Vec<_> = solved.positions().filter(|position| position.table.known == 0).collect();
        let wrong = those.iter().filter(|position| {
            let chosen = robot.allowed(position)[0];
            !what(position, chosen)
        });
        (wrong.count(), those.len())
    };
    let optimal = |position: &Position, chosen| {
        wide.best(position) == chosen || wide.optimal(position).contains(&chosen)
    };
    let (wrong, number) = open(wide, &optimal);
    let mut tied = Vec::new();
    for position in whole
        .positions()
        .filter(|p| p.table.known == 0 && p.table.unknown > 0 && p.table.half > 0 && p.passes == 0)
    {
        let best = whole.optimal(position);
        if best.len() > 1 {
            tied.push(format!("({},{}) {best:?}", position.table.pairs(), position.table.half));
        }
    }
    eprintln!("{tied:?}");
    let known: Vec<_> = whole.positions().filter(|position| position.table.known > 0).collect();
    let refused = known.iter().filter(|position| whole.best(position) != Tactic::T1).count();
    Ok(Section::list(
        "rule",
        "x",
        vec![
            Row::claim("P>=2", "take", so_in(refused, known.len(), "position"), refused == 0),
            Row::claim("rule", "optimal", so_in(wrong, number, "position"), wrong == 0),
        ],
    ))
}

fn leads(wide: &Solved, pairs: u16) -> Section {
    let mut rows = Vec::new();
    for n in 1..=pairs {
        let lead = wide.lead(&at(n, 0));
        let limit = if n % 2 == 0 { ratio(-1, 4 * n - 2) } else { ratio(1, 4 * n + 2) };
        rows.push(Row::answer(format!("{n}"), exact::decimal(&(lead / limit), 9)));
    }
    Section::list("leads", "e(n,0) over its limit", rows)
}
