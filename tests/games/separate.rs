//! Memory for players with separate memories, against real cards that each player remembers or not.

use std::collections::{BTreeMap, HashMap};

use chancetree::exact::{Rational, ratio};
use chancetree::game::{Choices, Game};
use chancetree::games::memory::limited::{
    ForgetfulGame, RecalledTable, SeatStrategy, SharedMemory, Strategy,
};
use chancetree::games::memory::separate::{Beliefs, PairKind, SeparateMemory};
use chancetree::games::memory::{ImpossibleMemory, MAX_PAIRS};

use super::limited::{BOLD, SAFE, STRATEGIES, solved, value};
use oracles::fixed::Fixed;
use oracles::separate_memories::{Distribution, distribution, takes};

/// Returns a board without remembered cards.
fn fresh(pairs: u16, singles: u16, memories: &[Option<u16>]) -> SeparateMemory {
    SeparateMemory::new(0, pairs, 0, singles, memories.to_vec()).expect("a board")
}

fn by(game: SeparateMemory, plays: &[SeatStrategy]) -> SeparateMemory {
    game.plays(plays.to_vec()).expect("one for all, or one for each")
}

/// Returns limits for two players: each up to `most`, or unlimited.
fn two(most: u16) -> Vec<Vec<Option<u16>>> {
    let limits: Vec<Option<u16>> = (0..=most).map(Some).chain([None]).collect();
    limits.iter().flat_map(|&first| limits.iter().map(move |&second| vec![first, second])).collect()
}

/// Returns the outcomes of each strategy at a table; the key of a turn without a choice is `None`.
fn outcomes_of(game: &SeparateMemory, table: &Beliefs) -> BTreeMap<Option<Strategy>, Distribution> {
    let mut choices = Choices::default();
    choices.fill(game, table);
    let mut distributions = BTreeMap::new();
    for choice in choices.iter() {
        let mut distribution = Distribution::new();
        let least = choice.events.iter().map(|event| event.weight).min().expect("something happens");
        let divides = |factor: u64| choice.events.iter().all(|event| event.weight % factor == 0);
        assert!(!(2..=least).any(divides), "weights have a common factor");
        for event in choice.events {
            let taken = event.points == 1;
            assert_eq!(event.turn_offset, u8::from(!taken), "a player who takes moves again");
            let share = distribution.entry((event.next.clone(), taken)).or_insert_with(|| ratio(0, 1));
            *share += ratio(event.weight, choice.total);
        }
        assert!(distributions.insert(choice.action, distribution).is_none(), "one choice for each strategy");
    }
    distributions
}

/// Compares every table of a game with real cards, and its value with the values of its successors.
fn certify(game: &SeparateMemory, memories: &[Option<u16>], plays: &[SeatStrategy]) {
    let (graph, solution) = solved(game);
    let nodes: BTreeMap<&Beliefs, usize> =
        (0..graph.node_count()).map(|node| (graph.state(node), node)).collect();
    assert!(nodes.keys().all(|table| table.pairs() > 0 || !game.decides(table)), "at the end");
    for (&table, &node) in nodes.iter().filter(|(table, _)| table.pairs() > 0) {
        let what = format!("{table:?}, {memories:?} in memory, {plays:?}");
        let found = outcomes_of(game, table);
        let value = solution.value(node);
        let after = |distribution: &Distribution| {
            let mut sum = vec![ratio(0, 1); memories.len()];
            for ((next, taken), share) in distribution {
                let mut worth = solution.value(nodes[next]);
                if *taken {
                    worth[0] += ratio(1, 1);
                } else {
                    worth.rotate_right(1);
                }
                for (sum, worth) in sum.iter_mut().zip(worth) {
                    *sum += share * worth;
                }
            }
            sum
        };
        let taken = takes(table);
        if !taken.is_empty() {
            let found = &found[&None];
            let (next, takes) = found.keys().next().expect("a pair is taken");
            assert!(found.len() == 1 && *takes && taken.contains(next), "{what}");
            assert!(!game.decides(table), "{what}");
            assert_eq!(value, after(found), "{what}");
            continue;
        }
        let real = STRATEGIES.map(|strategy| distribution(table, memories, strategy));
        let decides = table.remembered(table.mover) > 0;
        assert_eq!(game.decides(table), decides, "{what}");
        let play = plays[usize::from(table.mover) % plays.len()];
        let expected = match play {
            SeatStrategy::Best if decides => STRATEGIES.map(Some).into_iter().zip(real.clone()).collect(),
            SeatStrategy::Always(Strategy::Safe) => BTreeMap::from([(None, real[1].clone())]),
            _ => BTreeMap::from([(None, real[0].clone())]),
        };
        assert_eq!(found, expected, "{what}");
        let worth: Vec<Vec<Rational>> = expected.values().map(after).collect();
        let best = worth.iter().map(|worth| &worth[0]).max();
        assert_eq!(Some(&value[0]), best, "{what}");
        assert!(worth.contains(&value), "{what}");
        assert_eq!(value.iter().sum::<Rational>(), ratio(table.pairs(), 1), "{what}");
    }
}

#[test]
fn optimal_play_of_two_players_matches_real_cards() {
    for memories in two(3) {
        for plays in [vec![SeatStrategy::Best], vec![BOLD], vec![SAFE, SeatStrategy::Best]] {
            for (pairs, singles) in [(2, 0), (2, 1), (3, 0)] {
                certify(&by(fresh(pairs, singles, &memories), &plays), &memories, &plays);
            }
        }
    }
}

#[test]
fn optimal_play_of_more_players_matches_real_cards() {
    let best = [SeatStrategy::Best];
    for memories in [[Some(1), Some(2)], [Some(2), Some(1)], [None, Some(1)], [Some(0), Some(3)]] {
        certify(&fresh(4, 0, &memories), &memories, &best);
    }
    certify(&fresh(3, 2, &[Some(2), Some(1)]), &[Some(2), Some(1)], &best);
    let three = [Some(2), Some(0), Some(1)];
    certify(&fresh(3, 0, &three), &three, &best);
    certify(
        &by(fresh(2, 1, &three), &[BOLD, SeatStrategy::Best, SAFE]),
        &three,
        &[BOLD, SeatStrategy::Best, SAFE],
    );
}

#[test]
fn initially_known_cards_are_known_to_all_players() {
    for memories in [[Some(2), Some(3)], [None, Some(2)]] {
        for (half, unknown, seen, unseen) in [(1, 2, 0, 0), (1, 1, 1, 0), (1, 1, 1, 1), (2, 1, 0, 1)] {
            let game = SeparateMemory::new(half, unknown, seen, unseen, memories.to_vec()).expect("a board");
            let kind = |first, second| PairKind { first, second };
            let all = [
                (kind(0, None), unseen),
                (kind(0, Some(0)), unknown),
                (kind(0, Some(3)), half),
                (kind(3, None), seen),
            ];
            let kinds = all.into_iter().filter(|(_, count)| *count > 0).collect();
            assert_eq!(game.start(), Beliefs { kinds, mover: 0 });
            certify(&game, &memories, &[SeatStrategy::Best]);
        }
    }
}

/// Players with unlimited memory, or with none, play the shared game.
#[test]
fn unlimited_or_no_memory_equals_the_shared_game() {
    for players in 2..=3 {
        for (pairs, singles) in [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 0)] {
            for memory in [None, Some(0)] {
                for play in [SeatStrategy::Best, BOLD, SAFE] {
                    let start =
                        RecalledTable { unknown: pairs, unseen_singles: singles, ..RecalledTable::default() };
                    let shared = SharedMemory::new(start, players, memory).expect("a board");
                    let own = fresh(pairs, singles, &vec![memory; usize::from(players)]);
                    assert_eq!(
                        value(&by(own, &[play])),
                        value(&shared.plays(vec![play]).expect("one for all")),
                        "{players} players, {pairs} pairs, {singles} singles, {memory:?}, {play:?}"
                    );
                }
            }
        }
    }
}

/// With unlimited memories, turns have the names and probabilities of the shared game.
#[test]
fn turns_have_the_names_of_the_shared_game() {
    for (half, unknown, singles, unseen_singles) in [(1, 2, 0, 0), (2, 2, 1, 1), (0, 3, 0, 2), (1, 2, 0, 3)] {
        let start = RecalledTable { half, unknown, singles, unseen_singles, ..RecalledTable::default() };
        let shared = SharedMemory::new(start, 2, None).expect("a board");
        let own =
            SeparateMemory::new(half, unknown, singles, unseen_singles, vec![None; 2]).expect("a board");
        let mut chances = [BTreeMap::new(), BTreeMap::new()];
        let mut choices = Choices::default();
        choices.fill(&shared, &shared.start());
        for choice in choices.iter() {
            for event in choice.events {
                let sum =
                    chances[0].entry((choice.action, event.event.turned)).or_insert_with(|| ratio(0, 1));
                *sum += ratio(event.weight, choice.total);
            }
        }
        let mut choices = Choices::default();
        choices.fill(&own, &own.start());
        for choice in choices.iter() {
            for event in choice.events {
                assert_eq!(event.event.forgotten, 0, "there is no limit");
                let sum =
                    chances[1].entry((choice.action, event.event.turned)).or_insert_with(|| ratio(0, 1));
                *sum += ratio(event.weight, choice.total);
            }
        }
        assert_eq!(chances[0], chances[1], "{start:?}");
    }
}

/// A player who sees two new cards forgets as many cards as do not fit.
#[test]
fn forgotten_cards_are_counted_over_all_players() {
    for (memories, forgotten) in [([0, 0, 0], 6), ([0, 1, 2], 3), ([1, 1, 5], 2), ([2, 2, 2], 0)] {
        let game = fresh(3, 0, &memories.map(Some));
        let mut choices = Choices::default();
        choices.fill(&game, &game.start());
        for event in choices.iter().flat_map(|choice| choice.events) {
            let passed = event.points == 0;
            assert_eq!(event.event.forgotten, if passed { forgotten } else { 0 }, "{memories:?}");
            let remembered = [0, 1, 2].map(|seat| event.next.remembered(seat));
            assert_eq!(
                remembered,
                if passed { memories.map(|memory| u32::from(memory).min(2)) } else { [0; 3] }
            );
        }
    }
}

#[test]
fn a_limit_that_is_never_reached_has_no_effect() {
    for other in [Some(0), Some(2), None] {
        for (pairs, singles) in [(2, 0), (3, 1), (4, 0)] {
            let all = 2 * pairs + singles;
            for memory in [all, all + 5] {
                let game = |memory| value(&fresh(pairs, singles, &[memory, other]));
                assert_eq!(game(Some(memory)), game(None), "{pairs} pairs, {singles} singles, {other:?}");
            }
        }
    }
}

/// Two players with equal memories have equal values after a swap of seats.
#[test]
fn the_order_of_seats_changes_no_value() {
    let swap = |bits: u16| (bits & 1) << 1 | bits >> 1;
    for memory in [Some(0), Some(1), Some(2), Some(3), None] {
        let (graph, solution) = solved(&fresh(3, 1, &[memory, memory]));
        let nodes: BTreeMap<&Beliefs, usize> =
            (0..graph.node_count()).map(|node| (graph.state(node), node)).collect();
        let mut pairs = 0;
        for (table, &node) in &nodes {
            let mirrored = table.kinds.iter().map(|&(kind, count)| {
                let (first, second) = (swap(kind.first), kind.second.map(swap));
                match second {
                    Some(second) => {
                        (PairKind { first: first.min(second), second: Some(first.max(second)) }, count)
                    }
                    None => (PairKind { first, second }, count),
                }
            });
            let kinds: BTreeMap<PairKind, u16> = mirrored.collect();
            let other = Beliefs { kinds: kinds.into_iter().collect(), mover: 1 - table.mover };
            if let Some(&other) = nodes.get(&other) {
                assert_eq!(solution.value(node), solution.value(other), "{table:?}, {memory:?}");
                pairs += u32::from(table.pairs() > 0);
            }
        }
        assert!(pairs > 2, "{memory:?}: {pairs} tables to compare");
    }
}

#[test]
fn fixing_a_strategy_at_a_table_never_helps() {
    let memories = [Some(2), Some(3)];
    let game = fresh(3, 0, &memories);
    let (graph, solution) = solved(&game);
    let decided = (0..graph.node_count()).filter(|&node| game.decides(graph.state(node)));
    let table = graph.state(decided.max_by_key(|&node| graph.state(node).pairs()).expect("a choice")).clone();
    let start = solution.value(graph.start());
    let values =
        STRATEGIES.map(|strategy| value(&Fixed::new(&game, HashMap::from([(table.clone(), strategy)]))));
    let own = usize::from(table.mover);
    assert!(values.iter().all(|values| values[own] <= start[own]), "a fixed strategy does no better");
    assert!(values.contains(&start), "one of the strategies is optimal");
}

/// Impossible boards are refused with the right error, and boards at the limits are accepted.
#[test]
fn impossible_boards_are_refused() {
    const MOST: u16 = MAX_PAIRS;
    let refused = |[half, unknown, singles, unseen]: [u16; 4], memories: &[Option<u16>]| {
        SeparateMemory::new(half, unknown, singles, unseen, memories.to_vec()).err()
    };
    let too_many = u64::from(MOST) + 1;
    let two = &[None, None][..];
    for (board, memories, why) in [
        ([0, 0, 1, 1], two, Some(ImpossibleMemory::NoPairs)),
        ([1, MOST, 0, 0], two, Some(ImpossibleMemory::TooManyPairs(too_many))),
        ([0, 1, MOST + 1, 0], two, Some(ImpossibleMemory::TooManySingles(MOST + 1))),
        ([0, 1, 0, MOST + 2], two, Some(ImpossibleMemory::TooManySingles(MOST + 2))),
        // Layer numbers have 32 bits.
        ([0, MOST, 0, 0], &[None], None),
        (
            [0, MOST, MOST, MOST],
            two,
            Some(ImpossibleMemory::TooManyLayers { pairs: MOST.into(), players: 2 }),
        ),
        ([0, 9_458, 0, 0], &[None; 16], None),
        ([0, 9_459, 0, 0], &[None; 16], Some(ImpossibleMemory::TooManyLayers { pairs: 9_459, players: 16 })),
        ([0, 1, 0, 0], &[], Some(ImpossibleMemory::Players(0))),
        ([0, 1, 0, 0], &[Some(1); 17], Some(ImpossibleMemory::Players(17))),
        ([2, 1, 3, 9], &[Some(5), Some(4)], Some(ImpossibleMemory::Memory { remembered: 5, memory: 4 })),
        ([2, 1, 3, 9], &[Some(5), None], None),
    ] {
        assert_eq!(refused(board, memories), why, "{board:?}, {memories:?}");
    }
    // The last card of the largest game overflows neither the layer nor the count of remembered cards.
    let game = fresh(9_458, 0, &[None; 16]);
    let kind = PairKind { first: u16::MAX, second: Some(u16::MAX) };
    let table = |pairs| Beliefs { kinds: vec![(kind, pairs)], mover: 0 };
    let layers = (9_458 * 3 * 16 + 1) as u32;
    assert_eq!(game.layer(&table(1)), 9_457 * layers + 2 * 16);
    let most = Beliefs { kinds: vec![(PairKind { first: 1, second: None }, MOST), (kind, MOST)], mover: 0 };
    assert_eq!(most.remembered(0), 3 * u32::from(MOST));
    for plays in [0, 2, 4] {
        let game = fresh(1, 0, &[None; 3]);
        let why = ImpossibleMemory::Plays { plays, players: 3 };
        assert_eq!(game.plays(vec![SeatStrategy::Best; plays]).err(), Some(why));
    }
}
