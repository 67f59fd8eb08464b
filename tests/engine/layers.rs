//! Events within a layer: steps, transpositions, and equivalent states.

use chancetree_engine::evaluate::evaluate;
use std::collections::BTreeMap;

use chancetree::exact::{Natural, Rational, one, ratio};
use chancetree::game::{Game, Points, Seat};
use chancetree::model::{Graph, Job};
use chancetree_engine::evaluate::{count, distributions, forward};

use super::threads::on_two_threads;
use super::{assert_same, graph, solved, states, worth};
use oracles::ledger::Ledger;
use oracles::toy::{Move, Toy, passes, stays};

/// Returns a game with everything but one end in one layer, with paths of different lengths to state 3 and a pair of parallel
/// steps.
fn inside() -> Toy {
    Toy::new(2)
        .chance(4, [(1, stays('a', 1), 2), (2, passes('b', 0), 1), (3, passes('c', 2), 3)])
        .chance(4, [(1, passes('a', 0), 2), (4, stays('b', 1), 3)])
        .chance(4, [(2, stays('a', 0), 3), (5, passes('b', 3), 3), (0, stays('z', 0), 99)])
        .chance(4, [(1, passes('a', 1), 4), (1, passes('b', 1), 5)])
        .end(4)
        .end(6)
}

/// Returns the distribution of the final points by walking every history, without layers, merging or common denominators.
fn by_histories(toy: &Toy) -> BTreeMap<Vec<Points>, Rational> {
    let mut distribution = BTreeMap::new();
    let seats = usize::from(toy.seats);
    let mut open = vec![(toy.start, 0, vec![0; seats], one())];
    while let Some((state, mover, points, odds)) = open.pop() {
        let Some((_, steps)) = toy.states[state].1.first() else {
            *distribution.entry(points).or_default() += odds;
            continue;
        };
        let total: u64 = steps.iter().map(|step| step.0).sum();
        for &(weight, event, target) in steps.iter().filter(|step| step.0 > 0) {
            let mut after = points.clone();
            after[mover] += event.points;
            let next = (mover + usize::from(event.passes)) % seats;
            open.push((target, next, after, &odds * ratio(weight, total)));
        }
    }
    distribution
}

/// Asserts that every evaluator finds the distribution of the histories of `toy`.
fn assert_evaluators_agree(toy: Toy) {
    let job = Job::default();
    let expected = by_histories(&toy);
    let graph = graph(&toy);
    let found = forward(&toy, &[], &job).unwrap();
    let distribution = |distribution: &chancetree::evaluate::Distribution| -> BTreeMap<_, _> {
        distribution.iter().map(|(points, odds)| (points.to_vec(), odds)).collect()
    };
    assert_eq!(distribution(&found.distribution), expected, "forward");
    assert_eq!(
        distribution(&distributions(&graph, &[graph.start()], &job).unwrap()[0]),
        expected,
        "distributions"
    );
    assert_eq!(worth(&toy), found.distribution.expected(), "the expected values of the solution");

    // With the score in the state, ends are outcomes, and the graph has the states that the forward evaluator counts.
    let ledger = Ledger::new(toy, &[]);
    let scored = Graph::of(&ledger, &job).unwrap();
    let outcomes = usize::from(ledger.seats()) + 1;
    let end = |node: usize| {
        let mut worth = vec![Natural::default(); outcomes];
        worth[ledger.outcome(scored.state(node)).index(ledger.seats())] += 1u32;
        worth
    };
    let evaluation = evaluate(&scored, outcomes, end, &job).unwrap();
    assert_eq!(evaluation.odds(scored.start()), found.distribution.outcomes(), "evaluate");
    assert_eq!((scored.node_count() as u64, scored.edge_count() as u64), (found.states, found.transitions));
    let ends: Vec<usize> = (0..scored.node_count()).filter(|&node| scored.is_end(node)).collect();
    assert_eq!(ends.len() as u64, found.ends);
    let mut reached: BTreeMap<Vec<Points>, Rational> = BTreeMap::new();
    for end in ends {
        *reached.entry(ledger.scores(scored.state(end)).to_vec()).or_default() += evaluation.reach(end);
    }
    assert_eq!(reached, expected, "reach");
}

#[test]
fn every_evaluator_follows_steps_inside_a_layer() {
    assert_evaluators_agree(inside());
    let (_, tree) = count(&graph(&inside()), &[], &Job::default()).unwrap();
    // 2 paths lead to state 2, and 1 + 1 + 2 * 2 to state 3; each of the latter continues in two ways.
    assert_eq!(tree.leaves, Natural::from(12u32));
    assert_eq!(tree.nodes, Natural::from(1 + 1 + 2 + 6 + 12u32));
}

#[test]
fn evaluators_agree_on_large_turn_offsets() {
    let far = |name, passes: Seat, points| Move { name, passes, points };
    let steps = [(1, far('a', 255, 1), 1), (2, far('b', 7, 2), 1), (4, far('c', 0, 4), 1)];
    let toy = (0..3).fold(Toy::new(3), |toy, at: usize| {
        toy.chance(at as u32, steps.map(|step| (step.0, step.1, at + 1)))
    });
    assert_evaluators_agree(toy.end(3));
}

#[test]
fn the_depth_may_be_greater_than_the_game() {
    let toy = inside();
    let all = graph(&toy);
    assert!(all.edge_count() > 0 && graph(&Toy::new(1).end(0)).edge_count() == 0);
    assert_same(&Graph::to_depth(&toy, 9, &Job::default()).unwrap(), &all, "to a depth");
    assert!(states(&all).eq(&[0, 1, 2, 3, 4, 5]));
    assert_eq!(all.layers(), [(4, 0..5), (6, 5..6)]);
}

/// Arrangements are stored for ends only, not for inner or cut nodes.
#[test]
fn only_ends_have_arrangements() {
    let step = |name, target| [(1, passes(name, 1), target)];
    let mut toy = Toy::new(1).chance(0, step('a', 1)).chance(1, step('b', 2)).end(2);
    toy.hidden = vec![(0, 7), (1, 8), (2, 9)];
    let all = graph(&toy);
    for depth in 0..4 {
        let found = Graph::to_depth(&toy, depth, &Job::default()).expect("a finite game");
        let hidden: Vec<_> =
            (0..found.node_count()).map(|node| found.remaining_arrangements(node).cloned()).collect();
        let ends = (0..=depth.min(2)).map(|state| (state == 2).then(|| Natural::from(9u32)));
        assert_eq!(hidden, ends.collect::<Vec<_>>(), "{depth}");
        if depth >= 2 {
            assert_same(&found, &all, "to a depth");
        }
    }
}

#[test]
fn states_reached_again_inside_their_layer_are_merged() {
    // State 2 is reached from 0 and, one round later, from 1 and 3; state 0 is reached again at every distance. State 4, which the
    // previous layer leads to, is reached again inside its layer.
    let toy = Toy::new(1)
        .chance(1, [(1, stays('a', 0), 1), (1, stays('b', 0), 2), (1, stays('e', 0), 5)])
        .chance(1, [(1, stays('a', 0), 2), (1, stays('b', 0), 3), (1, stays('c', 0), 0)])
        .chance(1, [(1, stays('a', 0), 3), (1, stays('b', 0), 0), (1, stays('c', 0), 2)])
        .chance(1, [(1, stays('a', 0), 2), (1, stays('b', 0), 0), (1, stays('c', 0), 4)])
        .chance(1, [(1, stays('a', 0), 1), (1, stays('b', 0), 5)])
        .end(2)
        .chance(0, [(1, stays('a', 0), 0), (1, stays('b', 0), 4)])
        .start(6);
    let alone = graph(&toy);
    assert!(states(&alone).eq(&[6, 0, 1, 2, 3, 4, 5]));
    for (node, &state) in states(&alone).enumerate() {
        let steps = toy.states[state].1.first().map_or(&[][..], |(_, steps)| steps);
        let targets: Vec<usize> = alone.edges_of(node).map(|edge| *alone.state(alone.target(edge))).collect();
        assert_eq!(targets, steps.iter().map(|step| step.2).collect::<Vec<_>>(), "from {state}");
    }
    let together = on_two_threads(|job| Graph::of(&toy, job).unwrap());
    assert_same(&together, &alone, "two threads");
    assert_same(&Graph::to_depth(&toy, 9, &Job::default()).unwrap(), &alone, "to a depth");
}

/// Several starts, in different layers and with duplicates: each leads to the same states as alone.
#[test]
fn several_starts_lead_to_the_same_states_as_each_alone() {
    let toy = inside();
    let job = Job::default();
    for starts in [vec![3], vec![3, 4], vec![4, 3, 3, 5], vec![5], vec![2, 0]] {
        let all = Graph::from_any(&toy, starts.clone(), &job).expect("a finite game");
        assert_eq!(*all.state(all.start()), starts[0], "{starts:?}");
        let steps = |graph: &Graph<Toy>, from: usize| -> Vec<_> {
            let node = (0..graph.node_count()).find(|&node| *graph.state(node) == from).expect("a state");
            let step =
                |edge| (*graph.state(graph.target(edge)), graph.edge(edge).2.event, graph.weight(edge));
            graph.edges_of(node).map(step).collect()
        };
        let mut expected = std::collections::BTreeSet::new();
        for &start in &starts {
            let alone = graph(&inside().start(start));
            expected.extend((0..alone.node_count()).map(|node| *alone.state(node)));
            for node in 0..alone.node_count() {
                let state = *alone.state(node);
                assert_eq!(steps(&all, state), steps(&alone, state), "{state} of {starts:?}");
            }
        }
        let found: Vec<usize> = (0..all.node_count()).map(|node| *all.state(node)).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{starts:?}");
    }
}

#[test]
fn impossible_events_are_never_expanded() {
    // State 99 does not exist, and the toy panics for an event of weight 0.
    let steps =
        [(0, stays('x', 9), 99), (2, stays('a', 1), 1), (0, stays('y', 9), 99), (1, stays('b', 0), 1)];
    let toy = Toy::new(1).chance(0, steps).end(1);
    let graph = graph(&toy);
    let steps = (0..graph.edge_count()).map(|edge| (graph.edge(edge).2.event.name, graph.weight(edge)));
    assert_eq!(steps.collect::<Vec<_>>(), [('a', (2, 3)), ('b', (1, 3))]);
    assert_evaluators_agree(toy);
}

#[test]
fn equivalent_states_are_merged() {
    // A fair walk that ends at either side, with a point for each step: it is symmetric, and lasts place * (12 - place) steps.
    let walk = |twins: &[usize]| {
        let toy = (1..12).fold(Toy::new(1).end(1), |toy, place| {
            toy.chance(0, [(1, stays('u', 1), place + 1), (1, stays('d', 1), place - 1)])
        });
        toy.end(1).start(9).twins(twins.iter().copied())
    };
    let mirror: Vec<usize> = (0..=12).map(|place: usize| place.min(12 - place)).collect();
    let ((all, _), (half, solution)) = (solved(&walk(&[])), solved(&walk(&mirror)));
    assert_eq!(worth(&walk(&[])), [ratio(27, 1)]);
    assert_eq!(worth(&walk(&mirror)), [ratio(27, 1)]);
    assert_eq!((all.node_count(), half.node_count(), solution.policy.len()), (13, 7, 7));
    assert_eq!(*half.state(half.start()), 3, "the start has a representative, too");
}

#[test]
fn merging_twins_changes_no_distribution() {
    // Two coins in a row; state 3 * first + second, with 2 for "not yet thrown". A head scores.
    let coins = |twins: &[usize]| {
        let toy = (0..9).fold(Toy::new(1), |toy, state: usize| {
            let (first, second) = (state / 3, state % 3);
            let layer = u32::from(first < 2) + u32::from(second < 2);
            match (first, second) {
                (2, _) => toy.chance(layer, [(1, stays('h', 1), 3 + second), (2, stays('t', 0), second)]),
                (_, 2) => {
                    toy.chance(layer, [(1, stays('h', 1), 3 * first + 1), (2, stays('t', 0), 3 * first)])
                }
                _ => toy.end(layer),
            }
        });
        toy.start(8).twins(twins.iter().copied())
    };
    // One head and one tail are equivalent in any order.
    let equivalent = [0, 1, 2, 1, 4, 5, 6, 7, 8];
    let job = Job::default();
    let [apart, together] = [&[][..], &equivalent[..]].map(|twins| {
        let toy = coins(twins);
        let graph = graph(&toy);
        let back = distributions(&graph, &[graph.start()], &job).unwrap().swap_remove(0);
        let found = forward(&toy, &[], &job).unwrap();
        assert_eq!(found.distribution, back);
        (found, graph.node_count())
    });
    assert_eq!(apart.0.distribution, together.0.distribution);
    let odds: Vec<Rational> = together.0.distribution.iter().map(|(_, odds)| odds).collect();
    assert_eq!(odds, [4, 4, 1].map(|share| ratio(share, 9)));
    assert_eq!((apart.0.states, apart.1), (7, 7));
    assert_eq!((together.0.states, together.1), (6, 6));
}
