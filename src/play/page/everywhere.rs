//! The play of a seat in every position that people can bring about, not only in those that the players' own ways lead
//! to.

use crate::evaluate::solve::solve;
use crate::game::Seat;
use crate::games::memory::Table;
use crate::games::memory::decisions::{Decisions, Position};
use crate::games::memory::forgetting::{Forgetful, Play, Strategy};
use crate::games::memory::limited::Recalled;
use crate::games::memory::tactic::Tactic;
use crate::model::{Error, Graph, Run};
use crate::payoff::Gain;
use std::collections::HashMap;

/// The most pairs that somebody can be ahead with so many left of `pairs`, as far as it matters: more than are left are as
/// good as one more.
fn most_lead(pairs: u16, left: u16) -> i32 {
    i32::from((left + 1).min(pairs - left))
}

/// Every position with 1 to `pairs` pairs, in the order in which the page counts them: known, half known and unknown
/// pairs, the mover, passes just before, and the mover's lead.
pub(super) fn positions(pairs: u16, movers: Seat, passes: u8, leads: bool) -> Vec<Position> {
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = Table { known, half, unknown };
                let most = if leads { most_lead(pairs, table.pairs()) } else { 0 };
                for mover in (0..movers).filter(|_| table.pairs() > 0) {
                    for passes in 0..=passes {
                        all.extend((-most..=most).map(|lead| Position { table, lead, passes, mover }));
                    }
                }
            }
        }
    }
    all
}

/// The tactic of each of these positions; `None` where a policy knows none.
///
/// # Errors
/// A limit.
pub(super) fn tactics(
    game: &Decisions,
    positions: &[Position],
    decides: bool,
    run: &Run<'_>,
) -> Result<Vec<Option<Tactic>>, Error> {
    let fixed = |position: &Position| game.allowed(position).first().copied();
    if !decides {
        return Ok(positions.iter().map(fixed).collect());
    }
    let graph = Graph::from_any(game, positions.to_vec(), run)?;
    let solved: HashMap<_, _> = solve(game, &graph, &game.wanted(), run)?.actions_taken(&graph);
    Ok(positions.iter().map(|at| solved.get(at).copied().or_else(|| fixed(at))).collect())
}

/// Every table with 1 to `pairs` pairs of which none is remembered whole, in the order in which the page counts them: half
/// known and unknown pairs, the mover.
pub(super) fn tables(pairs: u16, movers: Seat, memory: Option<u16>) -> Vec<Recalled> {
    let most = memory.map_or(pairs, |memory| memory.min(pairs));
    let table = |half, unknown, mover| Recalled { half, unknown, mover, ..Recalled::default() };
    (0..=most)
        .flat_map(|half| (u16::from(half == 0)..=pairs - half).map(move |unknown| (half, unknown)))
        .flat_map(|(half, unknown)| (0..movers).map(move |mover| table(half, unknown, mover)))
        .collect()
}

/// The strategy at each of these tables: bold where nothing is remembered that could be shown.
///
/// # Errors
/// A limit.
pub(super) fn strategies<G: Forgetful>(
    game: &G,
    plays: &[Play],
    tables: &[G::State],
    mover: impl Fn(&G::State) -> Seat,
    run: &Run<'_>,
) -> Result<Vec<Strategy>, Error> {
    let mut solved = HashMap::new();
    if plays.contains(&Play::Best) {
        let graph = Graph::from_any(game, tables.to_vec(), run)?;
        solved = solve(game, &graph, &Gain, run)?.actions_taken(&graph);
    }
    let strategy = |table: &G::State| {
        let always = plays[usize::from(mover(table))].always().filter(|_| game.decides(table));
        solved.get(table).copied().or(always).unwrap_or(Strategy::Bold)
    };
    Ok(tables.iter().map(strategy).collect())
}
