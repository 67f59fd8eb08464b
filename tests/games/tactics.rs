//! The tactics of Memory against real cards.

use std::collections::{BTreeMap, BTreeSet};

use chancetree::exact::{Natural, Rational, ratio};
use chancetree::game::{Choice, Choices, Game};
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, PairCounts};

use oracles::tactics::{Deals, Move, Tally, decks, moves, tables, tally, tops};

/// The largest board whose deals are all played.
const DEALT: u16 = 5;

/// The largest board for which every draw of two unseen cards is tried.
const DRAWN: u16 = 12;

fn game(table: PairCounts, seats: u8, rules: Rules) -> Decisions {
    varied(table, seats, rules, false)
}

/// Returns the game in which a player who takes a pair moves again unless `one_flip` is set.
pub(super) fn varied(table: PairCounts, seats: u8, rules: Rules, one_flip: bool) -> Decisions {
    let memory = Memory::from(table, seats).expect("a board").one_flip(one_flip);
    Decisions::new(memory).rules(rules).expect("two players")
}

pub(super) fn left(pairs: u16) -> impl Iterator<Item = PairCounts> {
    tables(pairs).into_iter().filter(|table| table.pairs() > 0)
}

fn shares(tally: &Tally) -> BTreeMap<(PairCounts, bool), Rational> {
    let total: u64 = tally.values().sum();
    tally.iter().map(|(&after, &deals)| (after, ratio(deals, total))).collect()
}

/// Returns the number of arrangements up to the names of unknown pairs.
fn arrangements(table: PairCounts) -> Natural {
    let mut dealt = 0u64;
    decks(table, &mut |_| dealt += 1);
    Natural::from(dealt / (1..=u64::from(table.unknown)).product::<u64>())
}

/// Compares the probabilities at a table with those among the `deals`. Returns the members that can be played there.
fn compare(
    table: PairCounts,
    deals: Deals,
    by: impl Fn(&Decisions, PairCounts, &Choice<'_, Decisions>, usize) -> Rational,
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
        let mut outcomes = BTreeMap::new();
        for (place, event) in choice.events.iter().enumerate() {
            let taken = event.points == 1;
            assert_eq!(event.turn_offset, u8::from(!taken), "a player who takes moves again");
            let share = outcomes.entry((event.next.table, taken)).or_insert_with(|| ratio(0, 1));
            *share += by(&game, table, &choice, place);
        }
        for (member, tally) in played {
            assert_eq!(outcomes, shares(&tally), "{member} at {table:?}");
            all.push(member);
        }
    }
    all
}

fn by_weight(_: &Decisions, _: PairCounts, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    ratio(choice.events[place].weight, choice.total)
}

fn by_count(game: &Decisions, table: PairCounts, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    let event = &choice.events[place];
    let ways = game.multiplicity(&Position { table, ..Position::default() }, event.event).expect("counted");
    ratio(arrangements(event.next.table) * ways, arrangements(table))
}

#[test]
fn every_tactic_matches_real_cards() {
    let mut played = BTreeSet::new();
    for table in left(DEALT) {
        played.extend(compare(table, decks, by_weight));
        compare(table, decks, by_count);
    }
    assert_eq!(played.len(), 20, "every tactic can be played somewhere");
}

/// Plays all pairs of kinds of cards, also those that depend on the first card: each is one of the tactics.
#[test]
fn every_turn_is_a_tactic() {
    let kinds = ["bmn", "bzn", "onb"];
    let old = ["bmn", "bzn"]
        .into_iter()
        .flat_map(|first| ["nek", "bmn", "bzn", "onb"].map(|second| format!("<{first},{second}>")));
    let blind = kinds.map(|second| format!("<onb,{second}>"));
    let seeing = ["nek", "bmn", "bzn", "onb"]
        .into_iter()
        .flat_map(|mated| kinds.map(|unmated| format!("<onb,{mated}:{unmated}>")));
    let turns: Vec<String> = old.chain(blind).chain(seeing).collect();
    for table in left(DEALT) {
        let played = |turn: &str| tally(table, turn, decks).map(|tally| shares(&tally));
        let tactics = Tactic::ALL.into_iter().filter(|tactic| tactic.fits(table));
        let known: Vec<_> =
            tactics.filter_map(|tactic| tactic.members().iter().find_map(|turn| played(turn))).collect();
        for turn in &turns {
            let Some(outcomes) = played(turn) else { continue };
            assert!(known.contains(&outcomes), "{turn} at {table:?}");
        }
    }
}

/// Compares the printed conditions with `fits`: of the cards, B are known, P of these with their mates, and u are new.
#[test]
fn tactics_fit_where_their_conditions_hold() {
    for table in left(DRAWN) {
        let PairCounts { known, half, unknown } = table;
        let (both, b) = (u64::from(2 * known), u64::from(2 * known + half));
        let u = u64::from(half + 2 * unknown);
        for tactic in Tactic::ALL {
            let holds = match tactic.condition() {
                "P>=2" => both >= 2,
                "B>=3, or B=2 and P=0" => b >= 3 || b == 2 && both == 0,
                "u>=1 and (P>=2 or B-P>=2)" => u >= 1 && (both >= 2 || b - both >= 2),
                "B>=P+1, u>=1" => b > both && u >= 1,
                "u>=1, B>=1" => u >= 1 && b >= 1,
                "u>=1" => u >= 1,
                "u>=1 and (B=P or P>=2 or B-P>=2)" => u >= 1 && (b == both || both >= 2 || b - both >= 2),
                "u>=2, B>=1" => u >= 2 && b >= 1,
                "u>=2" => u >= 2,
                other => panic!("{other:?} of {tactic}"),
            };
            assert_eq!(tactic.fits(table), holds, "{tactic} at {table:?}");
        }
    }
    let numbers = Tactic::ALL.map(|tactic| Tactic::of(tactic.number()));
    assert_eq!(numbers, Tactic::ALL.map(Some));
    let meanings: BTreeSet<_> = Tactic::ALL.into_iter().map(Tactic::meaning).collect();
    assert_eq!(meanings.len(), Tactic::ALL.len());
    assert_eq!([Tactic::of(0), Tactic::of(10)], [None; 2]);
}

#[test]
fn first_two_cards_give_the_distribution_of_all_deals() {
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
fn rules_change_only_passes() {
    let offered = |table: PairCounts, rules: Rules| {
        let mut choices = Choices::default();
        choices.fill(&game(table, 2, rules), &Position { table, ..Position::default() });
        let offer = |choice: Choice<'_, Decisions>| {
            let events = choice.events.iter().map(|event| (event.weight, event.event, event.next));
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
