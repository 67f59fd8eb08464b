//! The tactics of Memory against real cards, and best play against everything else that could be played.

mod common;

use std::collections::BTreeMap;

use chancetree::exact::{Natural, Rational, ratio};
use chancetree::game::{Choices, Game};
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, Table};

use common::played::{Move, Tally, decks, moves, tables, tally};

/// The largest board of which every deal is played.
const DEALT: u16 = 5;

fn game(table: Table, seats: u8, rules: Rules) -> Decisions {
    Decisions::new(Memory::from(table, seats).expect("a board")).rules(rules).expect("two players")
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

#[test]
fn every_tactic_does_to_the_cards_what_its_class_promises() {
    for table in tables(DEALT).into_iter().filter(|table| table.pairs() > 0) {
        let game = game(table, 2, Rules::Tactical);
        let mut choices = Choices::default();
        choices.fill(&game, &Position { table, ..Position::default() });
        let hidden = arrangements(table);
        for tactic in Tactic::ALL {
            let played =
                tactic.members().iter().filter_map(|member| Some((member, tally(table, member, decks)?)));
            let played: Vec<_> = played.collect();
            let choice = choices.iter().find(|choice| choice.action == Some(tactic));
            assert_eq!(choice.is_some(), !played.is_empty(), "{tactic} at {table:?}");
            assert_eq!(game.allows(tactic, table), !played.is_empty(), "{tactic} at {table:?}");
            let Some(choice) = choice else { continue };
            let (mut weighed, mut counted) = (BTreeMap::new(), BTreeMap::new());
            for event in choice.events {
                let taken = game.points(event.event) == 1;
                assert_eq!(game.passes(event.event), u8::from(!taken), "who takes moves again");
                let after = (event.next.table, taken);
                *weighed.entry(after).or_insert_with(|| ratio(0, 1)) += ratio(event.weight, choice.total);
                let ways =
                    game.ways(&Position { table, ..Position::default() }, event.event).expect("counted");
                let left = arrangements(event.next.table) * ways;
                *counted.entry(after).or_insert_with(|| ratio(0, 1)) += ratio(left, hidden.clone());
            }
            for (member, tally) in &played {
                let real = shares(tally);
                assert_eq!(weighed, real, "{member} at {table:?}, by weights");
                assert_eq!(counted, real, "{member} at {table:?}, by ways");
            }
        }
    }
}

#[test]
fn rules_change_nothing_but_the_pass() {
    let offered = |table: Table, rules: Rules| {
        let mut choices = Choices::default();
        choices.fill(&game(table, 2, rules), &Position { table, ..Position::default() });
        let offer = |choice: chancetree::game::Choice<'_, Decisions>| {
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
