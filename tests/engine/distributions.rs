//! The engine against itself on boards that are too large for the oracles, and the properties that its shortcuts rely on.

use chancetree_engine::evaluate::{Evaluation, evaluate};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;

use super::threads::with_two;
use num_bigint::BigUint;
use num_traits::One;

use chancetree::exact::{Natural, Rational};
use chancetree::game::{Choices, Game, Points, Seat};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Graph, Job};
use chancetree_engine::evaluate::{ForwardResult, distributions, forward};

use super::assert_same;
use oracles::board::{Board, Fractions, distribution_to_come, graph, joint, won, worth_by_distribution};
use oracles::lead::Lead;
use oracles::ledger::{Ledger, Situation};

fn memory(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("a board that exists")
}

fn followed<G: Game>(game: &G, scores: &[Points], threads: usize) -> ForwardResult {
    forward(game, scores, &Job { threads, ..Job::default() }).expect("only chance")
}

fn evaluated<G: Game<State = Situation<PairCounts>>>(
    ledger: &Ledger<Memory>,
    graph: &Graph<G>,
    threads: usize,
) -> Evaluation {
    let job = Job { threads, ..Job::default() };
    let outcomes = usize::from(ledger.seats()) + 1;
    evaluate(graph, outcomes, |node| won(ledger, graph.state(node)), &job).expect("only chance")
}

fn assert_same_forward(one: &ForwardResult, other: &ForwardResult, what: &str) {
    assert!(one.distribution.iter().eq(other.distribution.iter()), "{what}");
    assert_eq!(
        (one.states, one.transitions, one.ends, &one.layers),
        (other.states, other.transitions, other.ends, &other.layers),
        "{what}"
    );
}

/// Returns the arrangements of the hidden cards of a table: u! / (2^e e!).
fn arrangements(table: PairCounts, factorials: &[BigUint]) -> BigUint {
    let pairs = usize::from(table.unknown);
    &factorials[table.unseen() as usize] / (&factorials[pairs] << pairs)
}

#[test]
fn multiplicities_weights_and_layers_are_consistent() {
    const MOST: u16 = 40;
    let mut factorials = vec![BigUint::one()];
    for n in 1..=2 * u32::from(MOST) {
        factorials.push(factorials.last().expect("0! is there") * n);
    }
    // The start has no influence on the choices at other tables.
    let game = Memory::from(PairCounts { known: MOST, half: 0, unknown: 0 }, 2).expect("a board");
    let mut choices = Choices::default();
    for known in 0..=2 {
        for half in 0..=MOST - known {
            for unknown in 0..=MOST - known - half {
                let table = PairCounts { known, half, unknown };
                choices.fill(&game, &table);
                if table.pairs() == 0 {
                    assert!(choices.is_empty());
                    continue;
                }
                assert_eq!(choices.len(), 1, "{table:?}");
                let choice = choices.iter().next().expect("one");
                let unseen = table.unseen();
                if known == 0 && unseen > 1 {
                    assert_eq!(choice.total, unseen * (unseen - 1), "{table:?}");
                }
                assert_eq!(choice.events.iter().map(|event| event.weight).sum::<u64>(), choice.total);
                for event in choice.events {
                    let what = format!("{} in {table:?}", event.event);
                    let ways = game.multiplicity(&table, event.event).expect("Memory counts");
                    let by_ways = arrangements(event.next, &factorials) * ways * choice.total;
                    assert_eq!(by_ways, arrangements(table, &factorials) * event.weight, "{what}");
                    let taken = table.pairs() - event.next.pairs();
                    assert_eq!(event.points, i32::from(taken), "{what}");
                    assert_eq!(event.turn_offset, 1 - taken as Seat, "{what}");
                }
            }
        }
    }
}

#[test]
fn layers_ascend_along_every_event() {
    for start in [(0, 0, 40), (2, 9, 14), (0, 40, 0), (3, 0, 0)] {
        let board = Board::new(start, &[0, 0]);
        let graph = graph(&board.memory());
        for edge in 0..graph.edge_count() {
            let (from, to, _) = graph.edge(edge);
            assert!(graph.layer(from) < graph.layer(to), "{:?}", graph.state(from));
            assert!(graph.ply(from) < graph.ply(to), "{:?}", graph.state(from));
        }
        assert!(graph.is_acyclic());
    }
    // A fresh board of n pairs reaches n^2 + 1 tables.
    for pairs in [1, 2, 17, 40] {
        assert_eq!(graph(&memory(pairs, 2)).node_count(), usize::from(pairs).pow(2) + 1);
    }
}

/// Multiplicities and common denominators give the same result, up to denominators of several words.
#[test]
fn multiplicities_change_no_distribution() {
    let fresh = [(1, 1), (7, 2), (13, 3), (10, 5), (8, 9), (25, 2), (25, 1), (60, 2), (16, 4)];
    for (pairs, players) in fresh {
        let what = format!("{pairs} pairs, {players} players");
        let counting = memory(pairs, players);
        let dividing = Fractions(counting.clone());
        let scores: Vec<Points> = (0..Points::from(players)).map(|seat| 7 * seat % 5).collect();
        let one = followed(&counting, &scores, 1);
        assert_same_forward(&one, &followed(&dividing, &scores, 1), &what);
        let job = Job::default();
        let distribution = joint(&distribution_to_come(&counting, &job).plus(&scores).expect("few points"));
        assert_eq!(
            distribution,
            joint(&distribution_to_come(&dividing, &job).plus(&scores).expect("few points")),
            "{what}"
        );
        assert_eq!(distribution, joint(&one.distribution), "{what}");
    }
    let greatest = followed(&memory(25, 2), &[], 1).distribution;
    assert!(greatest.iter().any(|(_, share)| share.denom().bits() > 64), "a denominator of several words");
    let wide = followed(&memory(60, 2), &[], 1).distribution;
    assert!(wide.masses().any(|(_, number)| number.bits() > 256), "a count of several words");
}

#[test]
fn multiplicities_change_no_node() {
    for (pairs, players, every) in [(6, 3, 1), (9, 2, 1), (25, 2, 41)] {
        let ledger = Ledger::new(memory(pairs, players), &[1]);
        let dividing = Fractions(ledger.clone());
        let (one, other) = (graph(&ledger), graph(&dividing));
        assert_eq!(one.node_count(), other.node_count());
        let by_ways = evaluated(&ledger, &one, 1);
        let by_shares = evaluated(&ledger, &other, 1);
        for node in (0..one.node_count()).step_by(every) {
            assert_eq!(one.state(node), other.state(node));
            assert_eq!(by_ways.odds(node), by_shares.odds(node), "{:?}", one.state(node));
            assert_eq!(by_ways.reach(node), by_shares.reach(node), "{:?}", one.state(node));
            assert!(by_shares.odds(node).iter().sum::<Rational>().is_one());
        }
    }
}

/// Boards with layers that are large enough (1 MiB) for a second thread; smaller layers are not shared.
#[test]
fn threads_change_no_distribution() {
    fn check_forward<G: Game + Clone + Send + Debug>(game: &G)
    where
        G::State: Send,
    {
        let one = followed(game, &[2, 1], 1);
        let two = with_two(|| followed(game, &[2, 1], 2));
        assert_same_forward(&one, &two, &format!("{game:?}"));
    }
    fn check_backward<G: Game<State = PairCounts>>(game: &G) {
        let job = Job { threads: 2, ..Job::default() };
        let one = distribution_to_come(game, &Job::default());
        assert!(one == with_two(|| distribution_to_come(game, &job)), "{} seats", game.seats());
    }
    check_forward(&memory(52, 3));
    check_forward(&memory(28, 4));
    check_forward(&Fractions(memory(60, 2)));
    check_forward(&Fractions(memory(28, 3)));
    check_backward(&memory(42, 3));
    check_backward(&memory(25, 4));
    check_backward(&Fractions(memory(50, 2)));
    check_backward(&Fractions(memory(28, 3)));
}

#[test]
fn threads_change_no_graph() {
    let longest = |graph: &Graph<Ledger<Memory>>| graph.layers().iter().map(|layer| layer.1.len()).max();
    for (pairs, players, every) in [(5, 2, 1), (30, 2, 97), (11, 7, 1_999)] {
        let ledger = Ledger::new(memory(pairs, players), &[0, 3]);
        let graph = Graph::of(&ledger, &Job::default()).expect("a finite game");
        let two = with_two(|| Graph::of(&ledger, &Job { threads: 2, ..Job::default() })).expect("finite");
        assert_same(&graph, &two, &format!("{pairs} pairs, {players} players"));
        assert!(graph.cut().is_empty());
        // Large enough to share every part of the work: 2 chunks of 4096 states in one layer.
        assert!(players < 3 || longest(&graph) > Some(8192), "{:?}", longest(&graph));
        let one = evaluated(&ledger, &graph, 1);
        let two = with_two(|| evaluated(&ledger, &graph, 2));
        for node in (0..graph.node_count()).step_by(every) {
            assert_eq!(one.odds(node), two.odds(node));
            assert_eq!(one.reach(node), two.reach(node));
        }
    }
}

/// Every smaller board is a state of a larger board.
#[test]
fn one_sweep_includes_all_smaller_boards() {
    const MOST: u16 = 12;
    for players in 1..=5 {
        let game = memory(MOST, players);
        let all = graph(&game);
        let place: BTreeMap<_, _> = (0..all.node_count()).map(|node| (*all.state(node), node)).collect();
        let wanted: Vec<_> =
            (1..=MOST).map(|pairs| place[&PairCounts { unknown: pairs, ..PairCounts::default() }]).collect();
        let distributions = distributions(&all, &wanted, &Job::default()).expect("only chance");
        for (pairs, distribution) in (1..).zip(&distributions) {
            let small = followed(&memory(pairs, players), &[], 1).distribution;
            assert_eq!(joint(distribution), joint(&small), "{pairs} pairs, {players} players");
        }
    }
}

/// Returns the least number of events on a path to each node.
fn distances<G: Game>(graph: &Graph<G>) -> Vec<u32> {
    let mut away = vec![u32::MAX; graph.node_count()];
    away[graph.start()] = 0;
    let mut frontier = VecDeque::from([graph.start()]);
    while let Some(node) = frontier.pop_front() {
        for edge in graph.edges_of(node) {
            let next = graph.edge(edge).1;
            if away[next] == u32::MAX {
                away[next] = away[node] + 1;
                frontier.push_back(next);
            }
        }
    }
    away
}

/// Checks that a graph cut off at a depth, with given values of its last nodes, has the odds of the whole graph.
fn assert_cut<B, G>(ledger: &Ledger<Memory>, below: &B, game: &G, depth: u32)
where
    B: Game<State = PairCounts>,
    G: Game<State = Situation<PairCounts>>,
{
    let what = format!("{ledger:?}, depth {depth}");
    let whole = graph(game);
    let found = evaluated(ledger, &whole, 1);
    let place: BTreeMap<_, _> = (0..whole.node_count()).map(|node| (*whole.state(node), node)).collect();
    let away = distances(&whole);

    let part = Graph::to_depth(game, depth, &Job::default()).expect("a finite game");
    let near = away.iter().filter(|&&away| away <= depth).count();
    assert_eq!(part.node_count(), near, "{what}");
    let all = graph(below);
    let tables: BTreeMap<_, _> = (0..all.node_count()).map(|node| (*all.state(node), node)).collect();
    let wanted: Vec<_> = part.cut().iter().map(|&node| tables[&part.state(node).state]).collect();
    let distributions = distributions(&all, &wanted, &Job::default()).expect("only chance");
    let worth = |node: usize| match part.cut().binary_search(&node) {
        Ok(at) => worth_by_distribution(ledger, part.state(node), &distributions[at]),
        Err(_) => won(ledger, part.state(node)),
    };
    let outcomes = usize::from(ledger.seats()) + 1;
    let odds = evaluate(&part, outcomes, worth, &Job::default()).expect("only chance");
    let mut last = Rational::default();
    for node in 0..part.node_count() {
        let twin = place[part.state(node)];
        assert_eq!(part.is_end(node), whole.is_end(twin), "{what}");
        assert_eq!(part.is_cut(node), away[twin] == depth && !whole.is_end(twin), "{what}");
        assert_eq!(odds.odds(node), found.odds(twin), "{what}, {:?}", part.state(node));
        if part.edges_of(node).is_empty() {
            last += odds.reach(node);
        }
    }
    assert!(last.is_one(), "play reaches exactly one last node, {what}");
}

#[test]
fn a_cut_graph_has_the_odds_of_the_whole_graph() {
    for (pairs, players) in [(1, 1), (4, 2), (9, 2), (7, 3), (6, 4)] {
        let game = memory(pairs, players);
        let ledger = Ledger::new(game.clone(), &[1]);
        for depth in 0..=14 {
            assert_cut(&ledger, &game, &ledger, depth);
        }
    }
}

/// Without multiplicities, the values of cut nodes have no common denominator.
#[test]
fn a_cut_graph_of_fractions_has_the_odds_of_the_whole_graph() {
    for (pairs, players) in [(4, 2), (7, 3)] {
        let game = memory(pairs, players);
        let ledger = Ledger::new(game.clone(), &[1]);
        for depth in 0..=9 {
            assert_cut(&ledger, &Fractions(game.clone()), &Fractions(ledger.clone()), depth);
        }
    }
}

#[test]
fn expected_leads_match_the_recursion() {
    let mut lead = Lead::default();
    for pairs in 1..=24 {
        let expected = followed(&memory(pairs, 2), &[], 1).distribution.expected();
        assert_eq!(&expected[0] - &expected[1], lead.fresh(pairs.into()), "{pairs} pairs");
    }
}

/// The masses are the numerators of the fractions.
#[test]
fn masses_are_numerators_over_their_sum() {
    let distribution = followed(&memory(12, 3), &[], 1).distribution;
    let total: Natural = distribution.masses().map(|(_, number)| number).sum();
    for ((points, share), (same, number)) in distribution.iter().zip(distribution.masses()) {
        assert_eq!(points, same);
        assert_eq!(share, Rational::new(number.clone().into(), total.clone().into()));
    }
}
