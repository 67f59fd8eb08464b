//! The engine on random small games, against recursion and elimination without its shortcuts.

use chancetree_engine::evaluate::evaluate;
use std::collections::{BTreeMap, BTreeSet};

use super::threads::with_two;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use super::states;
use chancetree::exact::{Natural, Rational};
use chancetree::game::{Points, Seat};
use chancetree::model::{Error, Graph, Job, Stop};
use chancetree::payoff::{Gain, Outcome};
use chancetree_engine::evaluate::{
    count, counts, distributions, forward, from_first_player, odds, solve, trees,
};
use oracles::ledger::Ledger;
use oracles::unfolded::Unfolded;

use oracles::board::{graph, joint, won, worth_by_distribution};
use oracles::random::{
    Shape, Walk, by_elimination, cases, comes_back, counting, policies, reachable, sorted, toys, worth,
};
use oracles::toy::Toy;

const ALONE: Job<'static> = Job::new();
const TWO: Job<'static> = Job { threads: 2, ..ALONE };

const CHANCE: Shape = Shape { seats: 6, states: 8, decides: false, cycles: false, heavy: true, least: 0 };

const LOSSES: Shape = Shape { least: -3, ..CHANCE };

const MANY: Shape = Shape { seats: 16, states: 7, ..CHANCE };

fn outcomes(joint: &BTreeMap<Vec<Points>, Rational>, seats: Seat) -> Vec<Rational> {
    let mut outcomes = vec![Rational::zero(); usize::from(seats) + 1];
    for (scores, share) in joint {
        outcomes[Outcome::of(scores).index(seats)] += share;
    }
    outcomes
}

fn too_many<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Stop(Stop::TooManyStates { .. })))
}

fn graph_of(toy: &Toy) -> Graph<Toy> {
    Graph::of(toy, &ALONE).expect("finite")
}

/// Compares the counts of the graph, for the whole game and from an inner state.
fn assert_counts(toy: &Toy, scores: &[Points], walk: &Walk) {
    let (found, tree) = count(&graph_of(toy), scores, &ALONE).expect("only chance");
    assert_eq!((tree.nodes, tree.leaves), (Natural::from(walk.nodes), Natural::from(walk.leaves)));
    let expected = (walk.reach.len() as u64, walk.transitions.len() as u64, walk.ends.len() as u64);
    assert_eq!((found.states, found.transitions, found.ends), expected);
    assert_eq!(found.layers, layers(toy, walk));
    let graph = Graph::of(toy, &ALONE).expect("only chance");
    let nodes: Vec<usize> = (0..graph.node_count()).collect();
    let own = counts(&graph, &nodes, scores, &ALONE).expect("only chance");
    assert_eq!(with_two(|| counts(&graph, &nodes, scores, &TWO)).expect("only chance"), own);
    let below = trees(&graph, &nodes, &ALONE).expect("only chance");
    for ((node, own), below) in nodes.into_iter().zip(own).zip(below) {
        let within = Toy { start: *graph.state(node), ..toy.clone() };
        assert_eq!((own, below), count(&graph_of(&within), scores, &ALONE).expect("only chance"));
    }
}

/// Returns the number of states in each layer.
fn layers(toy: &Toy, walk: &Walk) -> Vec<(u32, u64)> {
    let mut layers: BTreeMap<u32, u64> = BTreeMap::new();
    for (state, ..) in walk.reach.keys() {
        *layers.entry(toy.states[*state].0).or_default() += 1;
    }
    layers.into_iter().collect()
}

/// Compares the forward evaluator: distribution and counts, for every number of threads.
fn assert_forward(toy: &Toy, scores: &[Points], walk: &Walk) {
    let found = forward(toy, scores, &ALONE).expect("only chance");
    let expected = (walk.reach.len() as u64, walk.transitions.len() as u64, walk.ends.len() as u64);
    assert_eq!((found.states, found.transitions, found.ends), expected);
    assert_eq!(found.layers, layers(toy, walk));
    assert_eq!(joint(&found.distribution), walk.joint);
    let two = with_two(|| forward(toy, scores, &TWO)).expect("only chance");
    assert_eq!((two.states, &two.layers), (found.states, &found.layers));
    assert!(two.distribution.iter().eq(found.distribution.iter()));
}

/// Compares the bidirectional evaluator: odds without a distribution, and counts.
fn assert_odds(toy: &Toy, scores: &[Points], walk: &Walk) {
    let found = odds(&graph_of(toy), scores, &ALONE).expect("only chance");
    let wins = outcomes(&walk.joint, toy.seats);
    assert_eq!(found.outcomes, wins);
    for (seat, expected) in found.expected.iter().enumerate() {
        let points = |scores: &[Points]| Rational::from_integer(scores[seat].into());
        assert_eq!(*expected, walk.joint.iter().map(|(scores, share)| points(scores) * share).sum());
    }
    assert_eq!((found.states, found.transitions), (walk.reach.len() as u64, walk.transitions.len() as u64));
    assert_eq!(with_two(|| odds(&graph_of(toy), scores, &TWO)).expect("only chance"), found);
}

/// Compares the graph with scores: its nodes, its numbers, and the same numbers when cut off at each depth.
fn assert_graph(toy: &Toy, scores: &[Points], walk: &Walk) {
    let seats = usize::from(toy.seats);
    let ledger = Ledger::new(toy.clone(), scores);
    let whole = graph(&ledger);
    let place = |node: usize| {
        let here = whole.state(node);
        (here.state, usize::from(here.mover), ledger.scores(here).to_vec())
    };
    assert_eq!((whole.node_count(), whole.edge_count()), (walk.reach.len(), walk.transitions.len()));
    let found = evaluate(&whole, seats + 1, |node| won(&ledger, whole.state(node)), &ALONE).expect("chance");
    let mut odds = BTreeMap::new();
    for node in 0..whole.node_count() {
        assert_eq!(found.reach(node), walk.reach[&place(node)], "{:?}", whole.state(node));
        let from = Walk::from(toy, place(node));
        assert_eq!(found.odds(node), outcomes(&from.joint, toy.seats), "{:?}", whole.state(node));
        odds.insert(place(node), found.odds(node));
    }
    let bare = graph(toy);
    for depth in 0..=4 {
        let part = Graph::to_depth(&ledger, depth, &ALONE).expect("finite");
        let wanted: Vec<_> = (0..part.node_count())
            .map(|node| (0..bare.node_count()).find(|&at| *bare.state(at) == part.state(node).state))
            .map(|node| node.expect("a state below"))
            .collect();
        let distributions = distributions(&bare, &wanted, &ALONE).expect("only chance");
        let worth = |node: usize| worth_by_distribution(&ledger, part.state(node), &distributions[node]);
        let found = evaluate(&part, seats + 1, worth, &ALONE).expect("only chance");
        for node in 0..part.node_count() {
            let here = part.state(node);
            let key = (here.state, usize::from(here.mover), ledger.scores(here).to_vec());
            assert_eq!(found.odds(node), odds[&key], "depth {depth}, {here:?}");
        }
        let last = (0..part.node_count()).filter(|&node| part.edges_of(node).is_empty());
        assert!(last.map(|node| found.reach(node)).sum::<Rational>().is_one(), "depth {depth}");
    }
}

/// Compares the backward evaluator: distributions of all states, seen from their movers, and expected points.
fn assert_backward(toy: &Toy, scores: &[Points]) {
    let bare = graph(toy);
    let all: Vec<_> = (0..bare.node_count()).collect();
    let found = distributions(&bare, &all, &ALONE).expect("only chance");
    assert_eq!(found, with_two(|| distributions(&bare, &all, &TWO)).expect("only chance"));
    let near = Graph::to_depth(toy, 99, &ALONE).expect("finite");
    assert_eq!(distributions(&near, &all, &ALONE).expect("only chance"), found, "explored step by step");
    let solution = solve(&bare, &Gain, &ALONE).expect("values");
    let no_scores = vec![0; usize::from(toy.seats)];
    for node in all {
        let distribution = &found[node];
        assert_eq!(solution.value(node), distribution.expected());
        for mover in 0..toy.seats {
            let turned: BTreeMap<_, _> = distribution
                .iter()
                .map(|(points, share)| (from_first_player(points, mover), share))
                .collect();
            let walk = Walk::from(toy, (*bare.state(node), mover.into(), no_scores.clone()));
            assert_eq!(turned, walk.joint, "state {}, mover {mover}", bare.state(node));
        }
    }
    let from_start = found[bare.start()].clone().plus(scores).expect("few points");
    assert_eq!(joint(&from_start), Walk::from(toy, (0, 0, scores.to_vec())).joint);
}

/// Compares the tree without merging.
fn assert_tree(toy: &Toy, scores: &[Points], walk: &Walk) {
    let ledger = Ledger::new(toy.clone(), scores);
    let game = Unfolded(ledger.clone());
    let tree = graph(&game);
    let leaves = (0..tree.node_count()).filter(|&node| tree.is_end(node)).count();
    assert_eq!((tree.node_count() as u64, leaves as u64), (walk.nodes, walk.leaves));
    let worth = |node| won(&ledger, &tree.state(node).state);
    let found = evaluate(&tree, usize::from(toy.seats) + 1, worth, &ALONE).expect("only chance");
    assert_eq!(found.odds(tree.start()), outcomes(&walk.joint, toy.seats));
    let mut reach: BTreeMap<_, BigRational> = BTreeMap::new();
    for node in 0..tree.node_count() {
        let here = &tree.state(node).state;
        let place = (here.state, usize::from(here.mover), ledger.scores(here).to_vec());
        *reach.entry(place).or_default() += found.reach(node);
    }
    assert_eq!(reach, walk.reach);
}

proptest! {
    #![proptest_config(cases(256))]

    /// Three evaluators, the tree and plain recursion agree exactly.
    #[test]
    fn evaluators_agree_on_games_of_chance(
        toy in prop_oneof![toys(CHANCE), counting(CHANCE), toys(LOSSES), counting(LOSSES)],
        scores in prop::collection::vec(-2 as Points..4, CHANCE.seats as usize),
    ) {
        let scores = &scores[..usize::from(toy.seats)];
        let walk = Walk::from(&toy, (0, 0, scores.to_vec()));
        assert_forward(&toy, scores, &walk);
        assert_counts(&toy, scores, &walk);
        assert_odds(&toy, scores, &walk);
        assert_backward(&toy, scores);
        assert_graph(&toy, scores, &walk);
        assert_tree(&toy, scores, &walk);
    }

    /// Keys of two and of four words.
    #[test]
    fn evaluators_agree_on_many_seats(
        toy in prop_oneof![toys(MANY), counting(Shape { least: -3, ..MANY })],
        first in -4 as Points..9,
    ) {
        let mut scores = vec![0; usize::from(toy.seats)];
        scores[0] = first;
        let walk = Walk::from(&toy, (0, 0, scores.clone()));
        assert_forward(&toy, &scores, &walk);
        assert_counts(&toy, &scores, &walk);
        assert_odds(&toy, &scores, &walk);
        assert_backward(&toy, &scores);
    }

    /// Chance with cycles: values match elimination, and evaluators that cannot follow cycles report the same state.
    #[test]
    fn evaluators_agree_on_cycles_of_chance(
        toy in toys(Shape { seats: 4, states: 7, decides: false, cycles: true, heavy: false, least: -3 }),
    ) {
        let graph = graph(&toy);
        let solution = solve(&graph, &Gain, &ALONE).expect("values");
        let expected = by_elimination(&toy, &vec![0; toy.states.len()]);
        for node in 0..graph.node_count() {
            prop_assert_eq!(&solution.value(node), &expected[*graph.state(node)]);
        }
        let back = reachable(&toy).into_iter().filter(|&state| comes_back(&toy, state));
        let least = back.min_by_key(|&state| (toy.states[state].0, state));
        prop_assert_eq!(graph.is_acyclic(), least.is_none());
        let refused = least.map(|state| Error::Cycle(state.to_string()));
        prop_assert_eq!(forward(&toy, &[], &ALONE).err(), refused.clone());
        prop_assert_eq!(distributions(&graph, &[0], &ALONE).err(), refused.clone());
        prop_assert_eq!(evaluate(&graph, 1, |_| vec![1u32.into()], &ALONE).err(), refused);
    }

    /// Compares with backward induction: the first of equal actions is taken, and every state with a tie is counted.
    #[test]
    fn decisions_without_cycles_match_backward_induction(
        toy in toys(Shape { seats: 4, states: 12, decides: true, cycles: false, heavy: true, least: -3 }),
    ) {
        let graph = graph(&toy);
        let solution = solve(&graph, &Gain, &ALONE).expect("values");
        let seats = usize::from(toy.seats);
        let mut values = vec![vec![BigRational::zero(); seats]; toy.states.len()];
        let mut policy = vec![0; toy.states.len()];
        let mut ties = 0;
        let reached = reachable(&toy);
        for state in (0..toy.states.len()).rev() {
            let choice_values: Vec<_> = sorted(&toy, state).iter().map(|choice| worth(&toy, choice, &values)).collect();
            let Some(best) = choice_values.iter().map(|worth| &worth[0]).max() else { continue };
            let equal: Vec<_> = (0..choice_values.len()).filter(|&choice| choice_values[choice][0] == *best).collect();
            ties += u64::from(equal.len() > 1 && reached.contains(&state));
            policy[state] = equal[0];
            values[state] = choice_values[equal[0]].clone();
        }
        for node in 0..graph.node_count() {
            let state = *graph.state(node);
            prop_assert_eq!((&solution.value(node), solution.policy[node]), (&values[state], policy[state]));
        }
        prop_assert_eq!(solution.ties, ties);
        let decides = reached.iter().filter(|&&state| toy.states[state].1.len() > 1);
        let least = decides.min_by_key(|&&state| (toy.states[state].0, state));
        let refused = least.map(|state| Error::Decision(state.to_string()));
        prop_assert_eq!(distributions(&graph, &[0], &ALONE).err(), refused.clone());
        prop_assert_eq!(evaluate(&graph, 1, |_| vec![1u32.into()], &ALONE).err(), refused);
    }

    /// One player in a cycle gets the value of the best policy, with each policy evaluated separately (Howard 1960).
    #[test]
    fn one_player_in_a_cycle_gets_the_best_policy(
        toy in toys(Shape { seats: 1, states: 6, decides: true, cycles: true, heavy: false, least: 0 }),
    ) {
        let graph = graph(&toy);
        let solution = solve(&graph, &Gain, &ALONE).expect("values");
        let reached = reachable(&toy);
        let mut best = vec![BigRational::zero(); toy.states.len()];
        for policy in policies(&toy, &reached) {
            for (best, value) in best.iter_mut().zip(by_elimination(&toy, &policy)) {
                *best = value[0].clone().max(best.clone());
            }
        }
        let mut taken = vec![0; toy.states.len()];
        for node in 0..graph.node_count() {
            prop_assert_eq!(&solution.value(node)[0], &best[*graph.state(node)]);
            taken[*graph.state(node)] = solution.policy[node];
        }
        let earned = by_elimination(&toy, &taken);
        for &state in &reached {
            prop_assert_eq!(&earned[state][0], &best[state], "the policy has the reported value");
        }
    }

    /// Several players in a cycle: values are those of the policy, and no player gains by one other choice.
    #[test]
    fn several_players_in_a_cycle_have_a_stable_policy(
        toy in toys(Shape { seats: 3, states: 6, decides: true, cycles: true, heavy: false, least: -3 }),
    ) {
        let graph = graph(&toy);
        let solution = match solve(&graph, &Gain, &ALONE) {
            Ok(solution) => solution,
            // With several players no policy may be stable, or each may rather wait for ever than give in; another game is tried
            // instead.
            Err(Error::NoStablePolicy(_) | Error::NeverEnds(_)) => {
                return Err(TestCaseError::reject("no stable policy"));
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let seats = usize::from(toy.seats);
        let mut values = vec![vec![BigRational::zero(); seats]; toy.states.len()];
        let mut taken = vec![0; toy.states.len()];
        for node in 0..graph.node_count() {
            values[*graph.state(node)].clone_from(&solution.value(node));
            taken[*graph.state(node)] = solution.policy[node];
        }
        let earned = by_elimination(&toy, &taken);
        for state in reachable(&toy) {
            prop_assert_eq!(&earned[state], &values[state]);
            for choice in sorted(&toy, state) {
                prop_assert!(worth(&toy, choice, &values)[0] <= values[state][0]);
            }
        }
    }

    /// Discovery finds exactly the reachable states; a limit of their number does not stop it, a limit of one fewer does.
    #[test]
    fn limits_count_states_once(
        toy in toys(Shape { seats: 2, states: 9, decides: true, cycles: true, heavy: false, least: 0 }),
    ) {
        let reached = reachable(&toy);
        let most = reached.len() as u64;
        let enough = Job { most_states: most, ..ALONE };
        let scant = Job { most_states: most - 1, ..ALONE };
        for threads in [1, 2] {
            let found = with_two(|| Graph::of(&toy, &Job { threads, ..enough })).expect("as many as allowed");
            prop_assert_eq!(&states(&found).copied().collect::<BTreeSet<_>>(), &reached);
            prop_assert_eq!(found.node_count(), reached.len());
            let stopped = with_two(|| Graph::of(&toy, &Job { threads, ..scant }));
            prop_assert!(too_many(&stopped));
        }
        let near = Graph::to_depth(&toy, 9, &enough).expect("as many as allowed");
        prop_assert_eq!(states(&near).copied().collect::<BTreeSet<_>>(), reached);
        prop_assert!(too_many(&Graph::to_depth(&toy, 9, &scant)));
    }
}
