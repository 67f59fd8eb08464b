//! Ranks: the guarantees of the games, the use of ranks in the engine, and errors for invalid ranks.

use std::fmt::Debug;
use std::sync::LazyLock;

use chancetree::exact::ratio;
use chancetree::game::{Game, Rank, Seat};
use chancetree::games::guess::Guess;
use chancetree::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy as Strategies, SharedMemory, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
use chancetree::games::solitaire::{self, Solitaire};
use chancetree::model::{Error, GameError, Graph, Job};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{assert_same, states};
use oracles::ranked::Ranked;
use oracles::toy::{Toy, event};

fn on_threads<G: Game>(game: &G, threads: usize) -> Result<Graph<G>, Error> {
    let job = Job { threads, ..Job::default() };
    if threads == 1 {
        return Graph::of(game, &job);
    }
    let pool = if threads == 2 { &TWO } else { &EIGHT };
    assert_eq!(pool.current_num_threads(), threads);
    pool.install(|| Graph::of(game, &job))
}

static TWO: LazyLock<ThreadPool> = LazyLock::new(|| pool(2));
static EIGHT: LazyLock<ThreadPool> = LazyLock::new(|| pool(8));

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads are available")
}

/// Compares exploration with ranks and without, on one thread and on several. Wide layers are shared on two threads, too.
fn assert_same_with_ranks<G: Game + Debug>(game: &G) -> Graph<G> {
    let without = Ranked { game, rank: |_: &G::State| None };
    let plain = on_threads(&without, 1).expect("a finite game");
    let found = on_threads(game, 1).expect("valid ranks");
    let what = format!("{game:?}");
    assert_same(&found, &plain, &what);
    assert_same(&on_threads(game, 8).expect("valid ranks"), &plain, &what);
    assert_same(&on_threads(&without, 8).expect("a finite game"), &plain, &what);
    found
}

/// Checks that ranks are unique, below the number of places, and in the order of states. Returns states and places.
fn assert_ranked<G: Game + Debug>(game: &G) -> (u64, u64) {
    let found = assert_same_with_ranks(game);
    let mut all = 0;
    for (layer, nodes) in found.layers() {
        let states: Vec<_> = states(&found).skip(nodes.start).take(nodes.len()).collect();
        let ranks: Vec<Rank> = states.iter().map(|state| game.rank(state).expect("a rank")).collect();
        let what = || format!("layer {layer} of {game:?}: {states:?}");
        assert!(ranks.windows(2).all(|pair| pair[0].place < pair[1].place), "{}", what());
        assert!(ranks.iter().all(|rank| rank.places == ranks[0].places), "{}", what());
        assert!(ranks.last().is_none_or(|rank| rank.place < rank.places), "{}", what());
        all += ranks[0].places;
    }
    (found.node_count() as u64, all)
}

/// Checks that all layers together have at most `most` places for each state.
fn assert_dense((states, places): (u64, u64), most: u64, game: &impl Debug) {
    assert!(places <= most * states, "{places} places for {states} states: {game:?}");
}

fn robots() -> Play {
    Play::By(Policy::Always(Tactic::T6))
}

fn memory(known: u16, half: u16, unknown: u16, players: Seat) -> Memory {
    Memory::from(PairCounts { known, half, unknown }, players).expect("a board")
}

#[test]
fn tables_of_robots_have_ranks() {
    for pairs in [1, 2, 3, 10, 41, 70] {
        let game = memory(0, 0, pairs, 2);
        assert_dense(assert_ranked(&game), 5, &game);
    }
    for known in 0..=3 {
        for half in 0..=9 {
            for unknown in 0..=9 {
                if known + half + unknown > 0 {
                    assert_ranked(&memory(known, half, unknown, 3));
                }
            }
        }
    }
}

#[test]
fn positions_with_decisions_have_ranks() {
    let boards = [(0, 0, 1), (0, 0, 2), (0, 0, 9), (1, 3, 4), (4, 0, 3), (0, 7, 0), (2, 2, 2)];
    for (known, half, unknown) in boards {
        for rules in [Rules::NoPass, Rules::Tactical, Rules::FreePass] {
            let game = Decisions::new(memory(known, half, unknown, 2)).rules(rules).expect("two players");
            for passed in 0..=2 {
                let game = game.clone().passed(passed);
                assert_ranked(&game);
                assert_ranked(&game.take_first());
            }
            for lead in [-40, -2, 0, 3, 5] {
                let game = game.clone().with_objective(Objective::Win, Stalemate::Score, lead);
                assert_ranked(&game.expect("two players"));
            }
            let game = game.plays(vec![Play::Best, robots()]).expect("two ways");
            assert_ranked(&game);
            let one_flip = Decisions::new(memory(known, half, unknown, 2).one_flip(true)).rules(rules);
            let one_flip = one_flip.expect("two players");
            assert_ranked(&one_flip);
            assert_ranked(
                &one_flip.with_objective(Objective::Win, Stalemate::Score, 2).expect("two players"),
            );
            assert_ranked(&game.with_objective(Objective::Win, Stalemate::Draw, 1).expect("two players"));
        }
    }
    let three = Decisions::new(memory(0, 1, 6, 3));
    assert_ranked(&three.plays(vec![Play::Best, robots(), Play::Best]).expect("three ways"));
    let game = Decisions::new(memory(0, 0, 30, 2));
    assert_dense(assert_ranked(&game), 4, &game);
    assert_dense(assert_ranked(&game.take_first()), 4, &"forced");
}

#[test]
fn tables_of_limited_memory_have_ranks() {
    let best = Strategies::Best;
    for memory in [0, 1, 2, 3, 5, 40] {
        for (unknown, half, singles) in [(1, 0, 0), (7, 0, 0), (4, 0, 3), (5, 1, 2), (3, 0, 9)] {
            for mover in 0..2 {
                let start = RecalledTable {
                    half,
                    unknown,
                    unseen_singles: singles,
                    mover,
                    ..RecalledTable::default()
                };
                let game = SharedMemory::new(start, 2, Some(memory));
                // Half-known cards must fit into the memory.
                assert_eq!(game.is_ok(), half <= memory, "{start:?} with {memory}");
                let Ok(game) = game else { continue };
                assert_ranked(&game);
                let safe = Strategies::Always(Strategy::Safe);
                assert_ranked(&game.plays(vec![best, safe]).expect("two ways"));
            }
        }
    }
}

#[test]
fn solitaire_has_ranks() {
    for pairs in [1, 2, 3, 12, 40] {
        let game = Solitaire::new(pairs).expect("a board");
        assert_dense(assert_ranked(&game), 3, &game);
        assert_dense(assert_ranked(&game.blind(true)), 4, &game);
        let game = solitaire::decisions::CardByCard::new(pairs.min(14)).expect("a board");
        assert_dense(assert_ranked(&game), 12, &game);
        assert_ranked(&game.blind(true));
        for model in [Variant::KnownFirst, Variant::FreshFirst] {
            let recall = Recall::new(ratio(3, 4), ratio(1, 8), ratio(4, 5)).expect("probabilities");
            let game = ImperfectSolitaire::new(pairs.min(14), model, recall).expect("a board");
            assert_dense(assert_ranked(&game), 4, &game);
        }
    }
    for (pairs, turned, known) in [(5, 3, 1), (6, 6, 3), (7, 4, 0), (4, 8, 4)] {
        let game = Solitaire::from(solitaire::Tableau { pairs, turned, known }).expect("a board");
        assert_ranked(&game);
        assert_ranked(&game.blind(true));
    }
}

#[test]
fn intervals_have_ranks() {
    for numbers in [1, 2, 3, 20] {
        let game = Guess::new(numbers, 2).expect("a game");
        assert_ranked(&game);
        let weights: Vec<u64> = (0..numbers).map(|number| 1 + u64::from(number) * 5 % 3).collect();
        let weighted = game.clone().weights(&weights).expect("as many");
        assert_ranked(&weighted);
        for guesses in [1, 2, 4, 19, 50] {
            assert_ranked(&game.clone().guesses(guesses).expect("some"));
            assert_ranked(&weighted.clone().guesses(guesses).expect("some"));
        }
    }
}

/// The number of states of a layer of the wide game: enough for several threads.
const WIDE: usize = 10_000;

/// Returns a start and four layers of [`WIDE`] states: from each state of the first, play leads to half of the states of the
/// next, and from each of these to another state in its layer.
fn wide() -> Toy {
    let state = |layer: usize, at: usize| 1 + (layer - 1) * WIDE + at % WIDE;
    let mut toy = Toy::new(1).chance(0, (0..WIDE).map(|at| event(1, 'a', state(1, at))).collect::<Vec<_>>());
    for layer in 1..=4 {
        for at in 0..WIDE {
            let mut events = Vec::new();
            if layer > 1 && at % 2 == 0 {
                events.push(event(1, 'i', state(layer, at + 2 * (at / 7) + 1)));
            }
            if layer < 4 {
                events.push(event(2, 'n', state(layer + 1, 2 * at)));
                events.push(event(3, 'm', state(layer + 1, 34 * at)));
            }
            toy = if events.is_empty() { toy.end(layer as u32) } else { toy.chance(layer as u32, events) };
        }
    }
    toy
}

/// The ranks of the wide game: in order, or scattered over more places.
fn places(state: usize, scattered: bool) -> Option<Rank> {
    let at = (state + WIDE - 1) % WIDE;
    Some(match scattered {
        false => Rank { place: at as u64, places: WIDE as u64 },
        true => Rank { place: (3 * (at * 4001 % WIDE)) as u64, places: 3 * WIDE as u64 },
    })
}

#[test]
fn wide_layers_are_merged_by_rank() {
    let toy = wide();
    let plain = on_threads(&toy, 1).expect("a finite game");
    assert!(plain.layers().iter().any(|(_, states)| states.len() > 8192), "nothing to share");
    for threads in [1, 2, 8] {
        for scattered in [false, true] {
            let game = Ranked { game: &toy, rank: |state: &usize| places(*state, scattered) };
            let found = on_threads(&game, threads).expect("valid ranks");
            assert_same(&found, &plain, &format!("{threads} threads, scattered: {scattered}"));
        }
        // Far more places than states: a table would be too large.
        let sparse = |state: &usize| Some(Rank { place: (*state as u64) << 40, places: u64::MAX });
        let game = Ranked { game: &toy, rank: sparse };
        assert_same(&on_threads(&game, threads).expect("too few states"), &plain, "sparse");
    }
}

#[test]
fn invalid_ranks_are_reported() {
    // 0 leads to 1, 2 and 3, which are a layer of four places.
    let steps = (1..=3).map(|state| event(1, 'a', state)).collect::<Vec<_>>();
    let toy = Toy::new(1).chance(0, steps).end(1).end(1).end(1);
    let error = |ranks: [Option<u64>; 4]| {
        let rank = |state: &usize| ranks[*state].map(|place| Rank { place, places: 4 });
        let [one, two] = [1, 2].map(|threads| on_threads(&Ranked { game: &toy, rank }, threads).map(drop));
        assert_eq!(one, two);
        one
    };
    assert_eq!(error([Some(3), Some(3), Some(0), Some(1)]), Ok(()));
    let same = Error::Game(GameError::SameRank { one: "2".into(), other: "3".into() });
    assert_eq!(same.to_string(), "2 and 3 have the same rank");
    assert_eq!(error([Some(0), Some(1), Some(0), Some(0)]), Err(same));
    let none = Error::Game(GameError::NoRank("3".into()));
    assert_eq!(none.to_string(), "the rank of 3 is not a rank of its layer");
    assert_eq!(error([Some(0), Some(1), Some(2), Some(4)]), Err(none.clone()));
    assert_eq!(error([Some(0), Some(1), Some(2), Some(u64::MAX)]), Err(none.clone()));
    assert_eq!(error([Some(0), Some(1), Some(2), None]), Err(none));
    assert_eq!(error([Some(4), Some(1), Some(2), Some(3)]), Err(Error::Game(GameError::NoRank("0".into()))));
}

#[test]
fn invalid_ranks_in_wide_layers_are_reported() {
    let toy = wide();
    for threads in [1, 2, 8] {
        let last = 2 * WIDE - 1;
        let refused = |place: Option<u64>| {
            let rank = |state: &usize| match place {
                Some(place) if *state == last => Some(Rank { place, places: WIDE as u64 }),
                _ => places(*state, false),
            };
            on_threads(&Ranked { game: &toy, rank }, threads).map(drop)
        };
        assert_eq!(refused(None), Ok(()));
        assert_eq!(refused(Some(WIDE as u64)), Err(Error::Game(GameError::NoRank(last.to_string()))));
        let twin = last - 2;
        let same = Error::Game(GameError::SameRank { one: twin.to_string(), other: last.to_string() });
        assert_eq!(refused(Some(WIDE as u64 - 4)), Err(same), "{threads} threads");
    }
}

/// A rank beyond 64 bits exceeds any table.
#[test]
fn digits_make_a_rank() {
    assert_eq!(Rank::of([]), Rank { place: 0, places: 1 });
    assert_eq!(Rank::of([(2, 3), (0, 1), (4, 5)]), Rank { place: 14, places: 15 });
    assert_eq!(Rank::of([(1, 1 << 40), (1, 1 << 40)]).places, u64::MAX);
}
