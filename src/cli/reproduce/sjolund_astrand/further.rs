//! What the paper names as further work, and what a card of memory is worth.

use super::tables::{Decisions, PAIRS};
use super::{Place, Row, Section, solved};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::Rational;
use chancetree::game::Seat;

/// Boards on which a card of memory is valued.
const BOARDS: [(u16, &str); 2] = [(8, "8 pairs"), (18, "18 pairs")];

/// The most cards in memory that are valued one by one.
const CARDS: u16 = 12;

pub(super) fn sections(watch: &Watch) -> Result<Vec<Section>, Fail> {
    Ok(vec![further(watch)?, enough(watch)?, worth(watch)?])
}

fn fresh(pairs: u16, memory: Option<u16>, singles: u16) -> Place {
    Place { memory, singles, unknown_singles: singles, pairs, unknown: pairs }
}

fn values(place: Place, players: Seat, watch: &Watch) -> Result<Vec<Rational>, Fail> {
    let solved = solved(place.game(players), watch)?;
    Ok(solved.worth(solved.graph.start()))
}

fn further(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for pairs in 1..=3 {
        let value = values(fresh(pairs, Some(2), 1), 2, watch)?.swap_remove(0);
        rows.push(Row::answer(format!("memory 2, one single, n = {pairs}"), value));
    }
    for (value, player) in values(fresh(3, Some(3), 0), 3, watch)?.into_iter().zip(1..) {
        rows.push(Row::answer(format!("three players, memory 3, n = 3, player {player}"), value));
    }
    Ok(Section::list("further", "Further work: singles and a limit together, three players; best play", rows))
}

fn enough(watch: &Watch) -> Result<Section, Fail> {
    let all = Decisions::new(fresh(PAIRS, None, 0), watch)?;
    // In this much memory everything fits.
    let most = PAIRS + 1;
    let mut same = Vec::new();
    for memory in 0..=most {
        let limited = Decisions::new(fresh(PAIRS, Some(memory), 0), watch)?;
        let mut rows = Vec::new();
        for pairs in 1..=PAIRS {
            let mut equal = true;
            for unknown in pairs.saturating_sub(memory).max(1)..=pairs {
                let at = |memory| Place { unknown, ..fresh(pairs, memory, 0) };
                equal &= limited.of(at(Some(memory)), watch)? == all.of(at(None), watch)?;
            }
            rows.push(equal);
        }
        same.push(rows);
    }
    let row = |pairs: u16| {
        let equal = |memory: usize| same[memory][usize::from(pairs) - 1];
        let least = (0..same.len()).rev().take_while(|&memory| equal(memory)).last();
        Row::answer(
            format!("n = {pairs}"),
            least.map_or_else(|| "more".to_owned(), |least| least.to_string()),
        )
    };
    Ok(Section::list(
        "enough",
        "The cards of memory from which on bold and safe are chosen as without a limit, where j fits",
        (1..=PAIRS).map(row).collect(),
    ))
}

fn worth(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for memory in (0..=CARDS).map(Some).chain([None]) {
        let item = memory.map_or_else(|| "unlimited".to_owned(), |cards| cards.to_string());
        for (pairs, column) in BOARDS {
            let value = values(fresh(pairs, memory, 0), 2, watch)?.swap_remove(0);
            rows.push(Row::answer(item.clone(), value).column(column));
        }
    }
    Ok(Section::table(
        "memory",
        "The pairs that the first of two expects, by cards in memory",
        "memory",
        rows,
    ))
}
