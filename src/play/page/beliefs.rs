//! The tables that players with separate memories can reach, whatever cards people turn and show.

use crate::games::memory::forgetting::{SeatStrategy, Strategy};
use crate::games::memory::separate::{Beliefs, PairKind, SeparateMemory, UnturnedCard};
use crate::model::order::inserted;
use std::collections::BTreeSet;

/// The largest number of tables of a page, which computes their successors itself.
pub const MAX_TABLES: usize = 3_000;

/// Returns every table with 1 to `pairs` pairs that people can reach, whichever seat begins; `None` if there are
/// more than [`MAX_TABLES`].
pub fn tables(pairs: u16, memories: &[Option<u16>]) -> Option<BTreeSet<Beliefs>> {
    let unseen = |pairs: u16| (0..pairs).map(|_| UnturnedCard { card: 0, mate: 0 });
    let start = |pairs: u16, mover: usize| Beliefs::of(unseen(pairs), mover as u8);
    let mut open: Vec<Beliefs> =
        (1..=pairs).flat_map(|pairs| (0..memories.len()).map(move |mover| start(pairs, mover))).collect();
    let mut found: BTreeSet<Beliefs> = inserted(open.iter().cloned());
    while let Some(table) = open.pop() {
        for next in following(&table, memories) {
            if next.pairs() > 0 && found.insert(next.clone()) {
                open.push(next);
            }
        }
        if found.len() > MAX_TABLES {
            return None;
        }
    }
    Some(found)
}

/// Returns the two cards of a pair of this kind, each with its mate.
fn cards(kind: PairKind) -> impl Iterator<Item = UnturnedCard> {
    let mate = kind.second.expect("there are no singles");
    let seen = |card, mate| UnturnedCard { card, mate };
    [seen(kind.first, mate), seen(mate, kind.first)].into_iter()
}

/// Returns the tables that can follow, whatever the mover does.
fn following(table: &Beliefs, memories: &[Option<u16>]) -> BTreeSet<Beliefs> {
    let game = SeparateMemory::from(table.clone(), memories.to_vec())
        .plays(vec![SeatStrategy::Best])
        .expect("one strategy for all players");
    let bit = 1 << table.mover;
    let known = || table.kinds.iter().flat_map(|(kind, _)| cards(*kind)).filter(|seen| seen.card & bit > 0);
    let whole: Vec<UnturnedCard> = known().filter(|seen| seen.mate & bit > 0).collect();
    let mut next = BTreeSet::new();
    if !whole.is_empty() {
        next.extend(whole.into_iter().map(|seen| game.table_after_taking(table, seen)));
        return next;
    }
    for (_, first) in game.first_cards(table) {
        if first.mate & bit > 0 {
            next.insert(game.table_after_taking(table, first));
            continue;
        }
        for strategy in [Strategy::Bold, Strategy::Safe] {
            next.extend(game.results_after(table, first, strategy).into_iter().map(|(.., after)| after));
        }
        next.extend(
            known().flat_map(|second| game.results_of_showing(table, first, second)).map(|(.., after)| after),
        );
    }
    next
}

/// Returns the name of a table on the page: the mover, then two hexadecimal digits per pair for the seats
/// that remember its cards.
pub(super) fn name(table: &Beliefs) -> String {
    let mut name = table.mover.to_string();
    for (kind, count) in &table.kinds {
        let code = format!("{:x}{:x}", kind.first, kind.second.expect("there are no singles"));
        name.push_str(&code.repeat(usize::from(*count)));
    }
    name
}
