//! The tactics of Memory against real cards, and best play against everything else that could be played.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use chancetree::exact::{Natural, Rational, ratio};
use chancetree::game::{Choice, Choices, Game};
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, Table};

use common::cards::Picture;
use common::played::{Move, Tally, decks, moves, tables, tally, tops};

/// The largest board of which every deal is played.
const DEALT: u16 = 5;

/// The largest board of which every two unseen cards are drawn.
const DRAWN: u16 = 12;

fn game(table: Table, seats: u8, rules: Rules) -> Decisions {
    Decisions::new(Memory::from(table, seats).expect("a board")).rules(rules).expect("two players")
}

fn left(pairs: u16) -> impl Iterator<Item = Table> {
    tables(pairs).into_iter().filter(|table| table.pairs() > 0)
}

fn shares(tally: &Tally) -> BTreeMap<(Table, bool), Rational> {
    let total: u64 = tally.values().sum();
    tally.iter().map(|(&after, &deals)| (after, ratio(deals, total))).collect()
}

/// The arrangements that differ by more than the names of unknown pairs.
fn arrangements(table: Table) -> Natural {
    let mut dealt = 0u64;
    decks(table, &mut |_| dealt += 1);
    Natural::from(dealt / (1..=u64::from(table.unknown)).product::<u64>())
}

/// Compares the chances of a table with those among the `deals`; gives the members that can be played there.
fn compare(
    table: Table,
    deals: fn(Table, &mut dyn FnMut(&[Picture])),
    by: impl Fn(&Decisions, Table, &Choice<'_, Decisions>, usize) -> Rational,
) -> Vec<&'static str> {
    let game = game(table, 2, Rules::Tactical);
    let mut choices = Choices::default();
    choices.fill(&game, &Position { table, ..Position::default() });
    let mut all = Vec::new();
    for tactic in Tactic::ALL {
        let members = tactic.members().iter();
        let played: Vec<_> =
            members.filter_map(|member| Some((*member, tally(table, member, deals)?))).collect();
        let choice = choices.iter().find(|choice| choice.action == Some(tactic));
        assert_eq!(choice.is_some(), !played.is_empty(), "{tactic} at {table:?}");
        assert_eq!(game.allows(tactic, table), !played.is_empty(), "{tactic} at {table:?}");
        let Some(choice) = choice else { continue };
        let mut promised = BTreeMap::new();
        for (place, event) in choice.events.iter().enumerate() {
            let taken = game.points(event.event) == 1;
            assert_eq!(game.passes(event.event), u8::from(!taken), "who takes moves again");
            let share = promised.entry((event.next.table, taken)).or_insert_with(|| ratio(0, 1));
            *share += by(&game, table, &choice, place);
        }
        for (member, tally) in played {
            assert_eq!(promised, shares(&tally), "{member} at {table:?}");
            all.push(member);
        }
    }
    all
}

fn by_weight(_: &Decisions, _: Table, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    ratio(choice.events[place].weight, choice.total)
}

fn by_ways(game: &Decisions, table: Table, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    let event = &choice.events[place];
    let ways = game.ways(&Position { table, ..Position::default() }, event.event).expect("counted");
    ratio(arrangements(event.next.table) * ways, arrangements(table))
}

#[test]
fn every_tactic_does_to_the_cards_what_its_class_promises() {
    let mut played = BTreeSet::new();
    for table in left(DEALT) {
        played.extend(compare(table, decks, by_weight));
        compare(table, decks, by_ways);
    }
    assert_eq!(played.len(), 19, "every tactic can be played somewhere");
}

#[test]
fn two_cards_on_top_are_as_good_as_every_deal() {
    for table in left(DRAWN) {
        compare(table, tops, by_weight);
    }
    for table in left(DEALT) {
        for member in Tactic::ALL.into_iter().flat_map(Tactic::members) {
            let [all, top] = [tally(table, member, decks), tally(table, member, tops)];
            assert_eq!(all.map(|all| shares(&all)), top.map(|top| shares(&top)), "{member} at {table:?}");
        }
    }
}

#[test]
fn rules_change_nothing_but_the_pass() {
    let offered = |table: Table, rules: Rules| {
        let mut choices = Choices::default();
        choices.fill(&game(table, 2, rules), &Position { table, ..Position::default() });
        let offer = |choice: Choice<'_, Decisions>| {
            let events = choice.events.iter().map(|event| (event.weight, event.event, event.next.clone()));
            (choice.action.expect("a decision"), events.collect::<Vec<_>>())
        };
        choices.iter().map(offer).collect::<Vec<_>>()
    };
    for (table, real) in moves(DEALT, Rules::FreePass).into_iter().filter(|(table, _)| table.pairs() > 0) {
        let [never, tactical, free] =
            [Rules::NoPass, Rules::Tactical, Rules::FreePass].map(|rules| offered(table, rules));
        let without = |mut offered: Vec<_>| {
            offered.retain(|(tactic, _): &(Tactic, Vec<_>)| *tactic != Tactic::T2);
            offered
        };
        assert_eq!(never, without(tactical.clone()), "{table:?}");
        assert_eq!(never, without(free.clone()), "{table:?}");
        let names: Vec<Tactic> = free.iter().map(|(tactic, _)| *tactic).collect();
        assert_eq!(names, real.iter().map(|Move { tactic, .. }| *tactic).collect::<Vec<_>>(), "{table:?}");
        for (tactic, events) in tactical.iter().chain(&free).filter(|(tactic, _)| *tactic == Tactic::T2) {
            let after: Vec<_> = events.iter().map(|(_, _, next)| (next.table, next.passes)).collect();
            assert_eq!(after, [(table, 1)], "{tactic} at {table:?}");
        }
    }
}
