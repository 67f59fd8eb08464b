//! Models derived from models, against graphs of games that make the same change state by state.

use chancetree::evaluate::{solve, solve_model};
use chancetree::game::{Game, MAX_POINTS, Points, Seat};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Graph, Job, Model, Stop};
use chancetree::payoff::{Gain, Outcome, Payoff, PayoffTable};
use oracles::fixed::Fixed;
use oracles::ledger::{Ledger, Situation};
use oracles::random::{Shape, cases, toys};
use oracles::toy::{Toy, score};
use oracles::unfolded::Unfolded;
use proptest::prelude::*;
use std::collections::HashMap;

const SHAPE: Shape = Shape { seats: 3, states: 9, decides: true, cycles: false, heavy: false, least: -3 };

fn graph(toy: &Toy) -> Graph<Toy> {
    Graph::of(toy, &Job::default()).expect("finite")
}

/// Returns the edges of a node: points, turn offset, share, and target.
fn edges(model: &Model, node: usize) -> Vec<(Points, u8, (u64, u64), usize)> {
    let edge = |edge| {
        let kind = model.edge_kind(edge);
        (kind.points, kind.turn_offset, model.weight(edge), model.target(edge))
    };
    model.edges_of(node).map(edge).collect()
}

/// Compares a model with the graph of a game with the same states in the same order.
fn assert_same<G: Game>(model: &Model, other: &Graph<G>) {
    assert_eq!((model.node_count(), model.start()), (other.node_count(), other.start()));
    assert_eq!((model.layers(), model.plies()), (other.layers(), other.plies()));
    assert_eq!(model.is_acyclic(), other.is_acyclic());
    for node in 0..model.node_count() {
        assert_eq!(edges(model, node), edges(other, node));
        assert_eq!(model.is_end(node), other.is_end(node));
    }
}

/// Compares the product of a model with scores with the graph of the game that keeps the scores.
fn assert_scored<G: Game + Clone>(game: &G, scores: &[Points], depth: Option<u32>) {
    let (job, ledger) = (Job::default(), Ledger::new(game.clone(), scores));
    let (base, other) = match depth {
        None => (Graph::of(game, &job), Graph::of(&ledger, &job)),
        Some(depth) => (Graph::to_depth(game, depth, &job), Graph::to_depth(&ledger, depth, &job)),
    };
    let (base, other) = (base.expect("finite"), other.expect("finite"));
    let found = base.with_scores(scores, depth, &job).expect("no limits");
    assert_same(&found, &other);
    assert_eq!(found.cut(), other.cut());
    // Two bytes for the points of each seat, and one byte for the seat to move.
    let each = 2 * u64::from(game.seats()) + 1;
    let states = base.bytes() - base.model().bytes();
    assert_eq!(found.bytes() - found.model().bytes() - states, found.node_count() as u64 * each);
    for node in 0..other.node_count() {
        let situation = other.state(node);
        assert_eq!(found.scores(node), ledger.scores(situation));
        assert_eq!(found.mover(node), situation.mover);
        assert_eq!(found.outcome(node), ledger.outcome(situation));
        assert_eq!(found.state(node), &situation.state);
    }
}

/// Pays 1 to the winning seat and -1 to the others; 0 in a draw.
struct Lead;

impl Payoff<Ledger<Toy>> for Lead {
    fn end(&self, ledger: &Ledger<Toy>, end: &Situation<usize>, seat: Seat) -> i64 {
        match ledger.outcome(end) {
            Outcome::Drawn => 0,
            Outcome::Won(winner) if winner == (end.mover + seat) % ledger.seats() => 1,
            Outcome::Won(_) => -1,
        }
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// A policy applied to a model and a policy applied in every state give the same numbers.
    #[test]
    fn a_policy_on_a_model_matches_a_policy_on_states(
        toy in toys(SHAPE),
        back in toys(Shape { cycles: true, seats: 1, ..SHAPE }),
    ) {
        for toy in [toy, back] {
            let whole = graph(&toy);
            let solution = solve(&whole, &Gain, &Job::default()).expect("values");
            let induced = solution.induced(&Job::default()).expect("no limits");
            let fixed = Fixed::new(&toy, solution.actions_taken());
            let other = Graph::of(&fixed, &Job::default()).expect("a graph");
            assert_same(&induced, &other);
            for node in 0..other.node_count() {
                prop_assert_eq!(induced.state(node), other.state(node));
                prop_assert_eq!(induced.name(node), other.name(node));
            }
            let values = solve(&induced, &Gain, &Job::default()).expect("values");
            let node_of = whole.nodes();
            prop_assert_eq!(node_of.len(), whole.node_count());
            for node in 0..other.node_count() {
                prop_assert_eq!(values.value(node), solution.value(node_of[induced.state(node)]));
            }
        }
    }

    /// Fixing one decision leaves the others, as if the game had no other choice there.
    #[test]
    fn some_decisions_may_remain(toy in toys(SHAPE), state in 0..SHAPE.states) {
        let whole = graph(&toy);
        let taken = |node: usize| (*whole.state(node) == state && !whole.is_end(node)).then_some(0);
        let restricted = whole.restricted(&taken, &Job::default()).expect("no limits");
        let action = (0..whole.node_count()).find_map(|node| taken(node).map(|_| whole.edges_of(node).start));
        let action = action.and_then(|edge| whole.edge(edge).2.action);
        let fixed = Fixed::new(&toy, action.map(|action| (state, action)).into_iter().collect::<HashMap<_, _>>());
        assert_same(&restricted, &Graph::of(&fixed, &Job::default()).expect("a graph"));
    }

    /// Playing to win has the same value in the product with scores as in the game that keeps the scores.
    #[test]
    fn winning_has_the_same_value(
        toy in toys(SHAPE),
        scores in prop::collection::vec(0 as Points..4, SHAPE.seats as usize),
    ) {
        let (job, scores) = (Job::default(), &scores[..usize::from(toy.seats)]);
        let found = graph(&toy).with_scores(scores, None, &job).expect("no limits");
        let found = solve_model(found.model(), PayoffTable::of_winning(&found), &job).expect("values");
        let ledger = Ledger::new(toy, scores);
        let other = Graph::of(&ledger, &job).expect("a graph");
        let best = solve(&other, &Lead, &job).expect("values");
        prop_assert_eq!(&found, best.solution());
    }

    /// The product with scores is the graph of the game that keeps the scores.
    #[test]
    fn models_with_scores_match_games_with_scores(
        toy in toys(SHAPE),
        back in toys(Shape { cycles: true, ..SHAPE }),
        scores in prop::collection::vec(0 as Points..4, SHAPE.seats as usize),
        depth in 0u32..5,
    ) {
        for toy in [toy, back] {
            let scores = &scores[..usize::from(toy.seats)];
            assert_scored(&toy, scores, None);
            assert_scored(&toy, scores, Some(depth));
        }
    }
}

proptest! {
    #![proptest_config(cases(128))]

    /// The tree of a model is the graph of the game that records its history, to every depth.
    #[test]
    fn a_tree_has_a_node_for_every_history(
        toy in toys(Shape { states: 6, ..SHAPE }),
        back in toys(Shape { cycles: true, states: 5, ..SHAPE }),
        depth in 0u32..4,
    ) {
        for (toy, depth) in [(&toy, None), (&toy, Some(depth)), (&back, Some(depth))] {
            let game = Unfolded(toy.clone());
            let (base, other) = match depth {
                None => (graph(toy), Graph::of(&game, &Job::default())),
                Some(depth) => {
                    let base = Graph::to_depth(toy, depth, &Job::default()).expect("finite");
                    (base, Graph::to_depth(&game, depth, &Job::default()))
                }
            };
            let (tree, other) = (base.unfolded(depth, &Job::default()).expect("finite").0, other.expect("finite"));
            assert_eq!((tree.layers(), tree.plies(), tree.cut()), (other.layers(), other.plies(), other.cut()));
            for node in 0..other.node_count() {
                prop_assert_eq!(tree.state(node), &other.state(node).state);
                prop_assert_eq!(edges(&tree, node), edges(&other, node));
                for edge in other.edges_of(node) {
                    prop_assert_eq!(tree.edge(edge).2, other.edge(edge).2);
                }
            }
        }
    }
}

/// Scores of more seats need more words.
#[test]
fn scores_of_many_seats_are_kept_apart() {
    for (pairs, players) in [(4, 1), (4, 4), (3, 5), (3, 8), (3, 9), (2, 16)] {
        let game = Memory::new(pairs, players).expect("a board");
        let scores: Vec<Points> = (0..players).map(|seat| Points::from(seat % 3)).collect();
        assert_scored(&game, &scores, None);
        assert_scored(&game, &scores, Some(3));
    }
}

#[test]
fn points_beyond_the_limit_are_refused() {
    let toy = Toy::new(1).chance(0, vec![score(1, 'a', 1, 9)]).end(1);
    let found =
        graph(&toy).with_scores(&[MAX_POINTS - 9], None, &Job::default()).expect("they can be counted");
    assert_eq!(found.scores(1), [MAX_POINTS]);
    let refused = graph(&toy).with_scores(&[MAX_POINTS - 8], None, &Job::default());
    assert_eq!(refused.map(drop).expect_err("too many"), Error::PointsOverflow);
}

#[test]
fn limits_apply() {
    let toy = Toy::new(1).chance(0, vec![score(1, 'a', 1, 1), score(1, 'b', 1, 2)]).end(1);
    let few = Job { most_states: 2, ..Job::default() };
    let refused = graph(&toy).with_scores(&[], None, &few).map(drop).expect_err("three states");
    assert!(matches!(refused, Error::Stop(Stop::TooManyStates { limit: 2, .. })), "{refused}");
    let small = Job { most_bytes: 1, ..Job::default() };
    let refused = graph(&toy).restricted(&|_| None, &small).map(drop).expect_err("some bytes");
    assert!(matches!(refused, Error::Stop(Stop::TooMuchMemory { limit: 1, .. })), "{refused}");
}

/// A model that differs in points alone holds no copy of the nodes and edges.
#[test]
fn models_that_differ_in_points_share_their_edges() {
    let model = &Graph::of(&Memory::new(5, 2).expect("a board"), &Job::default()).expect("finite");
    let labels = model.labels().len();
    let other = model.scoring(&|label| label as Points);
    assert!(std::ptr::eq(model.plies(), other.plies()));
    assert_eq!(
        labels as Points - 1,
        (0..other.edge_count()).map(|edge| other.edge_kind(edge).points).max().unwrap_or(0)
    );
}
