//! Absorption probabilities, against known results, the forward distribution of games without cycles, and play with real cards
//! of games with cycles.

use std::collections::{BTreeMap, HashMap};

use chancetree::exact::{Rational, double, ratio};
use chancetree::game::{Game, Points};
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy, SharedMemory, Strategy};
use chancetree::games::memory::separate::SeparateMemory;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{Distribution, absorption_probabilities, forward, solve};

use oracles::fixed::Fixed;
use oracles::ledger::Ledger;
use oracles::limited_memory::{ScoredTable, scored_turns};
use oracles::toy::{Toy, event, pass};

fn graph<G: Game>(game: &G) -> Graph<G> {
    Graph::of(game, &Job::default()).expect("finite")
}

/// Returns the probability of every end of a toy.
fn shares(toy: &Toy) -> Vec<(usize, Rational)> {
    let graph = graph(toy);
    let ends = absorption_probabilities(&graph, &Job::default()).expect("play ends");
    ends.into_iter().map(|(node, share)| (*graph.state(node), share)).collect()
}

fn distribution<G: Game>(game: &G, scores: impl Fn(&G::State) -> Vec<Points>) -> Distribution {
    let graph = graph(game);
    let ends = absorption_probabilities(&graph, &Job::default()).expect("play ends");
    Distribution::of(ends.into_iter().map(|(node, share)| (scores(graph.state(node)), share)))
}

fn fresh(pairs: u16, singles: u16, memory: Option<u16>, players: u8) -> SharedMemory {
    let start = RecalledTable { unknown: pairs, unseen_singles: singles, ..RecalledTable::default() };
    SharedMemory::new(start, players, memory).expect("a board")
}

/// Gambler's ruin: with r = q/p the top is reached from i with probability (1 - r^i) / (1 - r^m), or i/m in a fair game (Feller
/// 1968, XIV.2).
#[test]
fn the_ruin_of_gamblers_matches_feller() {
    const TOP: usize = 9;
    for (up, down) in [(1u64, 1u64), (2, 1), (3, 5)] {
        for from in 1..TOP {
            // State 0 chooses the stake, states 1 to TOP - 1 are stakes.
            let (ruin, top) = (TOP, TOP + 1);
            let mut toy = Toy::new(1).chance(0, vec![event(1, '.', from)]);
            for stake in 1..TOP {
                let higher = if stake + 1 == TOP { top } else { stake + 1 };
                let lower = if stake == 1 { ruin } else { stake - 1 };
                toy = toy.chance(0, vec![event(up, 'u', higher), event(down, 'd', lower)]);
            }
            let r = ratio(down, up);
            let reached = if up == down {
                ratio(from as u64, TOP as u64)
            } else {
                (ratio(1, 1) - r.pow(from as i32)) / (ratio(1, 1) - r.pow(TOP as i32))
            };
            let expected: BTreeMap<usize, Rational> =
                BTreeMap::from([(ruin, ratio(1, 1) - &reached), (top, reached)]);
            let found: BTreeMap<usize, Rational> = shares(&toy.end(1).end(1)).into_iter().collect();
            assert_eq!(found, expected, "{up}:{down} from {from}");
        }
    }
}

/// Two cycles in a row. The first ends play with 1/4, and the second divides the other 3/4 equally between two ends.
#[test]
fn consecutive_cycles_share_the_probability() {
    let toy = Toy::new(2)
        .chance(0, vec![pass(3, 'r', 0), event(1, 'e', 2), event(3, 'n', 1)])
        .chance(1, vec![event(4, 'r', 1), event(1, 'e', 3), event(1, 'f', 4)])
        .end(2)
        .end(2)
        .end(2);
    assert_eq!(shares(&toy), [(2, ratio(1, 4)), (3, ratio(3, 8)), (4, ratio(3, 8))]);
}

#[test]
fn the_start_may_be_an_end() {
    assert_eq!(shares(&Toy::new(1).end(0)), [(0, ratio(1, 1))]);
}

#[test]
fn endless_play_and_decisions_are_reported() {
    let job = Job::default();
    let trap = Toy::new(1)
        .chance(0, vec![event(1, 'e', 3), event(1, 't', 1)])
        .chance(1, vec![event(1, 'x', 2)])
        .chance(1, vec![event(1, 'y', 1)])
        .end(1);
    assert!(matches!(absorption_probabilities(&graph(&trap), &job), Err(Error::NeverEnds(_))));
    let choice =
        Toy::new(1).decision(0, vec![('a', vec![event(1, 'x', 1)]), ('b', vec![event(1, 'y', 1)])]).end(1);
    assert!(matches!(absorption_probabilities(&graph(&choice), &job), Err(Error::Decision(_))));
}

#[test]
fn without_cycles_the_forward_distribution_agrees() {
    for (known, half, unknown) in [(0, 0, 5), (1, 2, 3), (0, 3, 0), (0, 0, 8)] {
        for players in 1..=3 {
            let game = Memory::from(PairCounts { known, half, unknown }, players).expect("a board");
            let scores = vec![0; usize::from(players)];
            let ahead = forward(&game, &scores, &Job::default()).expect("only chance").distribution;
            let ledger = Ledger::new(game, &scores);
            let distribution = distribution(&ledger, |end| ledger.scores(end).to_vec());
            assert!(distribution.iter().eq(ahead.iter()), "{known}, {half}, {unknown}, {players} players");
        }
    }
}

/// Checks that the distribution under optimal play has total 1 and the expected value of the solution.
fn assert_expectation<G: Game>(game: &G, what: &str) {
    let best = graph(game);
    let solution = solve(&best, &Gain, &Job::default()).expect("play ends");
    let fixed = Fixed::new(game, solution.actions_taken());
    let ledger = Ledger::new(fixed, &[]);
    let distribution = distribution(&ledger, |end| ledger.scores(end).to_vec());
    assert_eq!(distribution.iter().map(|(_, share)| share).sum::<Rational>(), ratio(1, 1), "{what}");
    assert_eq!(distribution.expected(), solution.value(best.start()), "{what}");
}

#[test]
fn distributions_have_the_expected_values_of_the_solution() {
    for memory in (0..=4).map(Some).chain([None]) {
        for (pairs, singles, players) in [(1, 0, 2), (3, 1, 2), (4, 0, 2), (5, 2, 2), (3, 1, 3)] {
            let what = format!("{pairs} pairs, {singles} singles, {players} players, {memory:?}");
            assert_expectation(&fresh(pairs, singles, memory, players), &what);
        }
    }
    for memories in [[Some(1), Some(2)], [Some(2), None], [Some(0), Some(1)]] {
        let game = SeparateMemory::new(0, 3, 0, 0, memories.to_vec()).expect("a board");
        assert_expectation(&game, &format!("{memories:?}"));
    }
}

/// Plays turn after turn until nearly all games have ended.
#[test]
fn scores_match_play_turn_by_turn() {
    for (memory, strategy, singles) in [
        (Some(1), Strategy::Bold, 0),
        (Some(2), Strategy::Safe, 0),
        (Some(2), Strategy::Bold, 1),
        (Some(0), Strategy::Bold, 0),
    ] {
        let game = fresh(3, singles, memory, 2);
        let start = game.start();
        let ledger = Ledger::new(game.plays(vec![SeatStrategy::Always(strategy)]).expect("one for all"), &[]);
        let exact = distribution(&ledger, |end| ledger.scores(end).to_vec());
        let mut known: HashMap<ScoredTable, Vec<(ScoredTable, f64)>> = HashMap::new();
        let mut now = BTreeMap::from([((start, [0; 2], 0), 1.0)]);
        let mut ended: BTreeMap<[Points; 2], f64> = BTreeMap::new();
        while now.values().sum::<f64>() > 1e-12 {
            let mut next = BTreeMap::new();
            for (node, share) in now {
                if node.0.pairs() == 0 {
                    *ended.entry(node.1).or_default() += share;
                    continue;
                }
                for (after, part) in known.entry(node).or_insert_with(|| scored_turns(node, memory, strategy))
                {
                    *next.entry(*after).or_default() += share * *part;
                }
            }
            now = next;
        }
        assert_eq!(ended.len(), exact.len());
        for (scores, share) in exact.iter() {
            let played = ended[&[scores[0], scores[1]]];
            assert!((double(&share) - played).abs() < 1e-9, "{memory:?}, {strategy}, {scores:?}: {played}");
        }
    }
}
