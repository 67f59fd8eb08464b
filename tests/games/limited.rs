//! Memory with limited memory: published values, and distributions of turns with real cards.

use std::collections::HashMap;

use chancetree::evaluate::{OptimalPlay, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::game::Game;
use chancetree::games::memory::decisions::{Decisions, Objective};
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy, SharedMemory, Strategy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{ImpossibleMemory, MAX_PAIRS, Memory, PairCounts};
use chancetree::model::{Graph, Job};
use chancetree::payoff::Gain;
use petgraph::algo::kosaraju_scc;

use oracles::fixed::Fixed;
use oracles::limited_memory::{Best, memories};

pub(super) const STRATEGIES: [Strategy; 2] = [Strategy::Bold, Strategy::Safe];

pub(super) const BOLD: SeatStrategy = SeatStrategy::Always(Strategy::Bold);

pub(super) const SAFE: SeatStrategy = SeatStrategy::Always(Strategy::Safe);

pub(super) fn solved<G: Game>(game: &G) -> (Graph<G>, OptimalPlay<G>) {
    let graph = Graph::of(game, &Job::default()).expect("finite");
    let solution = solve(&graph, &Gain, &Job::default()).expect("play ends");
    (graph, solution)
}

pub(super) fn value<G: Game>(game: &G) -> Vec<Rational> {
    let (graph, solution) = solved(game);
    solution.value(graph.start())
}

/// Returns the mover's expected value if `strategy` is played whenever the first table recurs.
fn value_of_strategy(game: &SharedMemory, strategy: Strategy) -> Rational {
    value(&Fixed::new(game, HashMap::from([(game.start(), strategy)]))).swap_remove(0)
}

pub(super) fn at(
    pairs: u16,
    unknown: u16,
    singles: u16,
    unseen: u16,
    memory: Option<u16>,
    players: u8,
) -> SharedMemory {
    let start = RecalledTable {
        half: pairs - unknown,
        unknown,
        singles: singles - unseen,
        unseen_singles: unseen,
        ..RecalledTable::default()
    };
    SharedMemory::new(start, players, memory).expect("a position")
}

/// Returns the game with `plays`.
pub(super) fn by(game: SharedMemory, plays: &[SeatStrategy]) -> SharedMemory {
    game.plays(plays.to_vec()).expect("one for all, or one for each")
}

#[test]
fn without_singles_a_constant_strategy_is_optimal() {
    for memory in memories(6) {
        let mut best = Best::of(memory);
        for pairs in 1..=8 {
            for unknown in (0..=pairs).filter(|unknown| memory.is_none_or(|memory| pairs - unknown <= memory))
            {
                let game = at(pairs, unknown, 0, 0, memory, 2);
                let (graph, solution) = solved(&game);
                for node in 0..graph.node_count() {
                    let table = *graph.state(node);
                    let what = format!("{table:?}, {memory:?} in memory");
                    let [bold, safe] = best.both(table);
                    let worth = bold.clone().max(safe.clone());
                    assert_eq!(
                        solution.value(node),
                        [worth.clone(), ratio(table.pairs(), 1) - worth],
                        "{what}"
                    );
                    if bold != safe {
                        let better = if bold > safe { Strategy::Bold } else { Strategy::Safe };
                        assert_eq!(solution.action(node), Some(better), "{what}");
                    }
                }
                if pairs <= 5 {
                    assert_eq!(
                        STRATEGIES.map(|strategy| value_of_strategy(&game, strategy)),
                        best.both(game.start()),
                        "{pairs}, {unknown}, {memory:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_limit_that_is_never_reached_has_no_effect() {
    for (singles, players) in [(0, 2), (0, 3), (1, 2), (2, 2), (2, 3)] {
        for pairs in 1..=5 {
            for unseen in 0..=singles {
                let game = |memory| at(pairs, pairs, singles, unseen, memory, players);
                let all = 2 * pairs + singles;
                for plays in [SeatStrategy::Best, BOLD, SAFE] {
                    let worth = value(&by(game(None), &[plays]));
                    for memory in [all, all + 3] {
                        assert_eq!(value(&by(game(Some(memory)), &[plays])), worth, "{pairs}, {singles}");
                    }
                }
            }
        }
    }
}

/// A player who takes known pairs and decides only about the second card has the tactics T1, T5 and T6.
#[test]
fn perfect_memory_equals_tactics_t1_t5_and_t6() {
    for players in 1..=3 {
        for pairs in 1..=12 {
            for unknown in 0..=pairs {
                let table = PairCounts { known: 0, half: pairs - unknown, unknown };
                let game = Decisions::new(Memory::from(table, players).expect("a board")).tactics(vec![
                    Tactic::T1,
                    Tactic::T5,
                    Tactic::T6,
                ]);
                let graph = Graph::of(&game, &Job::default()).expect("finite");
                let cards =
                    solve(&graph, &Objective::Pairs, &Job::default()).expect("no cycle").value(graph.start());
                let pairs: Vec<_> = value(&at(pairs, unknown, 0, 0, None, players));
                let pairs: Vec<_> = pairs.into_iter().map(|pairs| pairs * ratio(2, 1)).collect();
                assert_eq!(pairs, cards, "{players} players at {table:?}");
            }
        }
    }
}

/// Every turn turns two random cards.
#[test]
fn without_memory_every_turn_is_random() {
    for singles in 0..=3 {
        let mut worth = ratio(0, 1);
        for pairs in 1..=8u16 {
            let pictures = (0..pairs).chain(0..pairs).chain(pairs..pairs + singles);
            let cards: Vec<u16> = pictures.collect();
            let (mut same, mut all) = (0u64, 0u64);
            for first in 0..cards.len() {
                for second in (0..cards.len()).filter(|&second| second != first) {
                    all += 1;
                    same += u64::from(cards[first] == cards[second]);
                }
            }
            // v = p(1 + w) + (1 - p)(n - v)
            let (take, pass) = (ratio(same, all), ratio(all - same, all));
            worth = (take * (worth + ratio(1, 1)) + &pass * ratio(pairs, 1)) / (ratio(1, 1) + pass);
            let other = ratio(pairs, 1) - &worth;
            for plays in [SeatStrategy::Best, BOLD, SAFE] {
                let game = by(at(pairs, pairs, singles, singles, Some(0), 2), &[plays]);
                assert_eq!(value(&game), [worth.clone(), other.clone()], "{pairs} pairs, {singles} singles");
            }
        }
    }
}

#[test]
fn the_order_of_seats_changes_no_value() {
    for memory in memories(5) {
        for singles in 0..=2 {
            let game = |mover| {
                let game = at(4, 4, singles, singles, memory, 2);
                SharedMemory::new(RecalledTable { mover, ..game.start() }, 2, memory).expect("a position")
            };
            let best = value(&game(0));
            assert_eq!(value(&by(game(0), &[SeatStrategy::Best; 2])), best);
            for other in [BOLD, SAFE] {
                let first = value(&by(game(0), &[SeatStrategy::Best, other]));
                assert_eq!(
                    value(&by(game(1), &[other, SeatStrategy::Best])),
                    first,
                    "the mover's value comes first"
                );
                assert!(first[0] >= best[0], "best play gains against worse play");
                let second = value(&by(game(0), &[other, SeatStrategy::Best]));
                assert!(second[0] <= best[0], "no play beats best play");
                assert!(first[0] >= value(&by(game(0), &[other]))[0], "best play may choose any strategy");
            }
        }
    }
}

/// With a full memory, singles and halves displace each other, and play returns to earlier states.
#[test]
fn large_cycles_are_solved() {
    for (pairs, singles, memory, plays) in [
        (6, 2, 8, vec![SeatStrategy::Best]),
        (6, 2, 6, vec![SeatStrategy::Best]),
        (6, 2, 4, vec![SeatStrategy::Best]),
        (12, 2, 8, vec![SeatStrategy::Best]),
        (8, 6, 6, vec![SeatStrategy::Best]),
        (10, 8, 8, vec![SeatStrategy::Best]),
        (7, 4, 4, vec![SeatStrategy::Best, BOLD]),
        (9, 8, 8, vec![SAFE, SeatStrategy::Best]),
    ] {
        let start = at(pairs, pairs, singles, singles, Some(memory), 2);
        let (graph, solution) = solved(&by(start, &plays));
        let total: Rational = solution.value(graph.start()).iter().sum();
        assert_eq!(total, ratio(pairs, 1));
        let back = graph.reverse_edges();
        let components = kosaraju_scc(graph.view().with(&back));
        let largest = components.iter().map(Vec::len).max().expect("a state");
        // Counts the ways to fill the memory with halves and singles; if all cards of a table fit, no turn passes.
        let full = (0..=singles.min(memory)).filter(|single| {
            let half = memory - single;
            half <= pairs && (half, *single) != (pairs, singles)
        });
        assert_eq!(
            largest,
            (full.count() * plays.len()).max(1),
            "{pairs} pairs, {singles} singles, {memory}"
        );
    }
}

/// Impossible boards are refused with the right error, and boards at the limits are accepted.
#[test]
fn impossible_boards_are_refused() {
    const MOST: u16 = MAX_PAIRS;
    let of_robots = |unknown, players| Memory::from(PairCounts { known: 1, half: 1, unknown }, players).err();
    let too_many = |more: u16| Some(ImpossibleMemory::TooManyPairs(u64::from(MOST + more)));
    assert_eq!([of_robots(MOST - 2, 16), of_robots(MOST - 1, 16)], [None, too_many(1)]);
    assert_eq!([of_robots(MOST, 2), of_robots(1, 17)], [too_many(2), Some(ImpossibleMemory::Players(17))]);
    let on = |known, half, unknown, singles, unseen_singles| RecalledTable {
        known,
        half,
        unknown,
        singles,
        unseen_singles,
        mover: 0,
    };
    let refused = |start, players, memory| SharedMemory::new(start, players, memory).err();
    let too_many = u64::from(MOST) + 1;
    for (start, players, memory, why) in [
        (on(0, 0, 0, 1, 1), 2, None, Some(ImpossibleMemory::NoPairs)),
        (on(0, 1, MOST, 0, 0), 2, None, Some(ImpossibleMemory::TooManyPairs(too_many))),
        (on(0, 0, 1, MOST + 1, 0), 2, None, Some(ImpossibleMemory::TooManySingles(MOST + 1))),
        (on(0, 0, 1, 0, MOST + 2), 2, None, Some(ImpossibleMemory::TooManySingles(MOST + 2))),
        (on(0, 0, MOST, MOST, MOST), 16, None, None),
        (on(0, 0, 1, 0, 0), 0, None, Some(ImpossibleMemory::Players(0))),
        (on(0, 0, 1, 0, 0), 17, None, Some(ImpossibleMemory::Players(17))),
        (on(2, 0, 1, 0, 0), 2, None, Some(ImpossibleMemory::Known(2))),
        (on(1, 2, 1, 3, 9), 2, Some(6), Some(ImpossibleMemory::Memory { remembered: 7, memory: 6 })),
        (on(1, 2, 1, 3, 9), 2, Some(7), None),
    ] {
        assert_eq!(refused(start, players, memory), why, "{start:?}, {players} players, {memory:?}");
    }
    for plays in [0, 2, 4] {
        let game = SharedMemory::new(on(0, 0, 1, 0, 0), 3, None).expect("a board");
        let why = ImpossibleMemory::Plays { plays, players: 3 };
        assert_eq!(game.plays(vec![SeatStrategy::Best; plays]).err(), Some(why));
    }
}
