//! The engine against the oracles, on boards that the oracles can enumerate: distributions, counts, every situation, every step.

use chancetree_engine::evaluate::{Evaluation, evaluate};
use std::collections::BTreeMap;
use std::sync::LazyLock;

use num_rational::BigRational;
use num_traits::One;
use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use chancetree::exact::{Natural, Rational, ratio};
use chancetree::game::{Game, MAX_POINTS, Points, Seat};
use chancetree::games::memory::{Memory, PairCounts, TurnEvent};
use chancetree::model::{Graph, Job};
use chancetree::payoff::{Gain, Outcome, Payoff};
use chancetree_engine::evaluate::{
    self, Counts, ForwardResult, Tree, count, distributions, forward, from_first_player, solve,
};
use oracles::ledger::{Ledger, Situation};
use oracles::unfolded::Unfolded;

use oracles::board::{Board, Fractions, Joint, distribution_to_come, graph, joint, won};
use oracles::cards;
use oracles::deals::{self, distribution, tally_matchings};
use oracles::published::rows;
use oracles::random::cases;
use oracles::recursion::{Odds, unmerged};

/// Returns fresh boards that can be dealt in full, and starts in the middle of a game, including unusual ones.
fn boards(pairs: u16) -> Vec<Board> {
    let mut boards: Vec<_> =
        (1..=pairs).flat_map(|pairs| (1..=4).map(move |players| Board::fresh(pairs, players))).collect();
    for known in 0..=2 {
        for half in 0..=3 {
            for unknown in 0..=3 {
                for scores in [&[1][..], &[0, 2], &[3, 0, 1], &[1, 0, 2, 1]] {
                    if known + half + unknown > 0 {
                        boards.push(Board::new((known, half, unknown), scores));
                    }
                }
            }
        }
    }
    boards
}

fn followed(board: &Board) -> ForwardResult {
    forward(&board.memory(), &board.scores, &Job::default()).expect("only chance")
}

fn counted(board: &Board) -> (Counts, Tree) {
    count(&graph(&board.memory()), &board.scores, &Job::default()).expect("only chance")
}

/// Returns the distribution of the backward evaluator, plus the points already scored.
fn backward(board: &Board) -> Joint {
    joint(&distribution_to_come(&board.memory(), &Job::default()).plus(&board.scores).expect("few points"))
}

fn evaluated(ledger: &Ledger<Memory>, graph: &Graph<Ledger<Memory>>) -> Evaluation {
    let outcomes = usize::from(ledger.seats()) + 1;
    evaluate(graph, outcomes, |node| won(ledger, graph.state(node)), &Job::default()).expect("chance")
}

/// Returns the distribution of the explicit graph, with one outcome for each vector of final scores.
fn on_graph(board: &Board) -> Joint {
    let ledger = board.ledger();
    let graph = graph(&ledger);
    let ends: BTreeMap<Vec<Points>, usize> = (0..graph.node_count())
        .filter(|&node| graph.is_end(node))
        .map(|node| (ledger.scores(graph.state(node)).to_vec(), 0))
        .collect();
    let place: BTreeMap<_, _> = ends.into_keys().enumerate().map(|(at, scores)| (scores, at)).collect();
    let worth = |node| {
        let mut worth = vec![Natural::default(); place.len()];
        worth[place[&ledger.scores(graph.state(node)).to_vec()]] = Natural::one();
        worth
    };
    let found = evaluate(&graph, place.len(), worth, &Job::default()).expect("only chance");
    place.keys().cloned().zip(found.odds(graph.start())).collect()
}

/// Pays 1 to the seat with the strictly greatest score.
struct Win;

impl Payoff<Ledger<Memory>> for Win {
    fn end(&self, ledger: &Ledger<Memory>, end: &Situation<PairCounts>, seat: Seat) -> i64 {
        i64::from(ledger.outcome(end) == Outcome::Won((end.mover + seat) % ledger.seats()))
    }
}

/// Compares all evaluators of the distribution of a board with the paper's recursion.
fn assert_one_distribution(board: &Board, odds: &Odds) {
    let found = followed(board);
    assert_eq!(joint(&found.distribution), odds.joint, "forward, {board:?}");
    assert_eq!(backward(board), odds.joint, "backward, {board:?}");
    assert_eq!(on_graph(board), odds.joint, "on the graph, {board:?}");
    assert_eq!(found.distribution.len(), odds.joint.len(), "{board:?}");

    let mut outcomes = odds.win.clone();
    outcomes.push(odds.draw.clone());
    assert_eq!(found.distribution.outcomes(), outcomes, "outcomes, {board:?}");
    let ledger = board.ledger();
    let scored = graph(&ledger);
    assert_eq!(evaluated(&ledger, &scored).odds(scored.start()), outcomes, "odds, {board:?}");
    let solution = solve(&scored, &Win, &Job::default()).expect("no cycle");
    assert_eq!(solution.value(scored.start()), odds.win, "solved for wins, {board:?}");
    assert_eq!(solution.ties, 0, "no decisions");

    assert_eq!(found.distribution.expected(), odds.expected, "expected, {board:?}");
    assert_bidirectional_odds(board, &found);
    let memory = board.memory();
    let bare = graph(&memory);
    let gains = solve(&bare, &Gain, &Job::default()).expect("no cycle").value(bare.start());
    let expected: Vec<_> =
        gains.iter().zip(&board.scores).map(|(gain, &score)| gain + ratio(score, 1)).collect();
    assert_eq!(expected, odds.expected, "solved for points, {board:?}");
}

static TWO: LazyLock<ThreadPool> =
    LazyLock::new(|| ThreadPoolBuilder::new().num_threads(2).build().expect("two threads"));

/// Compares the odds of the bidirectional evaluator, with multiplicities and with fractions, on one thread and on two.
fn assert_bidirectional_odds(board: &Board, found: &ForwardResult) {
    let shared = Job { threads: 2, ..Job::default() };
    let memory = graph(&board.memory());
    let of_fractions = Graph::of(&Fractions(board.memory()), &Job::default()).expect("finite");
    for both in [
        evaluate::odds(&memory, &board.scores, &Job::default()),
        TWO.install(|| evaluate::odds(&memory, &board.scores, &shared)),
        evaluate::odds(&of_fractions, &board.scores, &Job::default()),
    ] {
        let both = both.expect("only chance");
        assert_eq!(both.outcomes, found.distribution.outcomes(), "bidirectional, {board:?}");
        assert_eq!(both.expected, found.distribution.expected(), "bidirectional, {board:?}");
        assert_eq!((both.states, both.transitions), (found.states, found.transitions), "{board:?}");
    }
}

/// Boards on which the forward and the backward side advance far before they meet; some boards are in the middle of a game.
#[test]
fn bidirectional_odds_match_the_distribution() {
    let mut boards = vec![Board::fresh(40, 2), Board::fresh(41, 2), Board::fresh(15, 3), Board::fresh(9, 4)];
    boards.push(Board::new((1, 5, 14), &[9, 2]));
    boards.push(Board::new((0, 4, 7), &[3, 0, 5]));
    boards.push(Board::fresh(30, 1));
    for board in boards {
        assert_bidirectional_odds(&board, &followed(&board));
    }
}

#[test]
fn evaluators_match_the_recursion_and_the_cards() {
    for board in boards(6) {
        let odds = unmerged(&board.start());
        assert_one_distribution(&board, &odds);
        let tally = tally_matchings(&board.start());
        let dealt: Joint =
            tally.scores.iter().map(|(scores, &deals)| (scores.clone(), tally.share(deals))).collect();
        assert_eq!(dealt, odds.joint, "{board:?}");
    }
    for players in 1..=4 {
        let board = Board::fresh(7, players);
        assert_one_distribution(&board, &unmerged(&board.start()));
    }
}

/// Scores of 5 seats need a second word, scores of more than 8 a third, up to four words.
#[test]
fn evaluators_match_the_recursion_for_many_seats() {
    for players in 5..=16 {
        for pairs in 1..=5 {
            let board = Board::fresh(pairs, players);
            assert_one_distribution(&board, &unmerged(&board.start()));
        }
        let scores: Vec<Points> = (0..players as Points).map(|seat| seat * 5 % 7).collect();
        for table in [(0, 3, 3), (2, 1, 3), (1, 2, 2), (0, 0, 6)] {
            let board = Board::new(table, &scores);
            assert_one_distribution(&board, &unmerged(&board.start()));
        }
    }
}

/// With nine pairs turned up one by one, the turn reaches the ninth seat, which needs a third word.
#[test]
fn the_turn_reaches_seats_in_every_word() {
    let job = Job::default();
    for players in [5, 9, 13, 16] {
        let memory = Memory::new(9, players).expect("a board");
        let distribution = forward(&memory, &[], &job).expect("only chance").distribution;
        let moved = usize::from(players).min(9);
        assert!(
            (0..moved).all(|seat| distribution.iter().any(|(points, _)| points[seat] > 0)),
            "{players} players"
        );
        assert_eq!(joint(&distribution), joint(&distribution_to_come(&memory, &job)), "{players} players");
        assert_eq!(
            joint(&distribution),
            joint(&distribution_to_come(&Fractions(memory), &job)),
            "{players} players"
        );
    }
}

fn key(situation: &Situation<PairCounts>, players: usize) -> cards::Situation {
    cards::Situation {
        scores: situation.scores[..players].to_vec(),
        known: situation.state.known.into(),
        half: situation.state.half.into(),
        unknown: situation.state.unknown.into(),
        mover: situation.mover.into(),
    }
}

fn card_event(event: TurnEvent) -> cards::Event {
    match event {
        TurnEvent::A => cards::Event::A,
        TurnEvent::B => cards::Event::B,
        TurnEvent::C => cards::Event::C,
        TurnEvent::D => cards::Event::D,
        TurnEvent::E => cards::Event::E,
        other => unreachable!("robots have no event {other}"),
    }
}

/// Checks that nodes and edges are exactly the situations and steps of the deals, with their shares.
fn assert_graph_matches_deals(board: &Board, seen: &deals::Distribution) {
    let ledger = board.ledger();
    let players = board.scores.len();
    let graph = graph(&ledger);
    let found = evaluated(&ledger, &graph);
    let keys: Vec<_> = (0..graph.node_count()).map(|node| key(graph.state(node), players)).collect();
    let reach: BTreeMap<_, _> =
        keys.iter().cloned().enumerate().map(|(node, key)| (key, found.reach(node))).collect();
    let shares: BTreeMap<_, _> = seen
        .situations
        .iter()
        .map(|(situation, &deals)| (situation.clone(), ratio(deals, seen.total)))
        .collect();
    assert_eq!(reach, shares, "reach, {board:?}");
    assert_eq!(keys.len(), shares.len(), "no situation is two nodes, {board:?}");

    let edges: BTreeMap<_, _> = (0..graph.edge_count())
        .map(|edge| {
            let (from, to, label) = graph.edge(edge);
            let step = (keys[from].clone(), card_event(label.event), keys[to].clone());
            let (weight, total) = graph.weight(edge);
            (step, ratio(weight, total))
        })
        .collect();
    let steps: BTreeMap<_, _> = seen
        .transitions
        .iter()
        .map(|(step, &deals)| (step.clone(), ratio(deals, seen.situations[&step.0])))
        .collect();
    assert_eq!(edges, steps, "steps, {board:?}");
    assert_eq!(graph.edge_count(), steps.len(), "no step is two edges, {board:?}");

    for node in 0..graph.node_count() {
        assert!(found.odds(node).iter().sum::<Rational>().is_one(), "{:?}", graph.state(node));
    }
    let ends = (0..graph.node_count()).filter(|&node| graph.is_end(node));
    assert!(ends.clone().map(|node| found.reach(node)).sum::<Rational>().is_one());

    let (followed, (counted, _)) = (followed(board), counted(board));
    let sizes = (shares.len() as u64, steps.len() as u64, ends.count() as u64);
    let layers: Vec<_> = graph.layers().iter().map(|(layer, nodes)| (*layer, nodes.len() as u64)).collect();
    assert_eq!((followed.states, followed.transitions, followed.ends), sizes, "{board:?}");
    assert_eq!((counted.states, counted.transitions, counted.ends), sizes, "{board:?}");
    assert_eq!((&followed.layers, &counted.layers), (&layers, &layers), "{board:?}");
}

#[test]
fn nodes_and_edges_match_the_deals() {
    for board in boards(6) {
        assert_graph_matches_deals(&board, &distribution(&board.start()));
    }
}

/// Checks the tree without merging: nodes and leaves by three counts, and the values of the merged graph.
fn assert_tree_matches_graph(board: &Board, odds: &Odds) {
    let ledger = board.ledger();
    let merged = graph(&ledger);
    let dag = evaluated(&ledger, &merged);
    let game = Unfolded(ledger.clone());
    let tree = graph(&game);
    let worth = |node| won(&ledger, &tree.state(node).state);
    let outcomes = board.scores.len() + 1;
    let found = evaluate(&tree, outcomes, worth, &Job::default()).expect("only chance");
    assert_eq!(found.odds(tree.start()), dag.odds(merged.start()), "{board:?}");

    let place: BTreeMap<_, _> = (0..merged.node_count()).map(|node| (*merged.state(node), node)).collect();
    let mut reach = vec![BigRational::default(); merged.node_count()];
    for node in 0..tree.node_count() {
        let here = place[&tree.state(node).state];
        reach[here] += found.reach(node);
        assert_eq!(found.odds(node), dag.odds(here), "{:?}", tree.state(node));
    }
    let once: Vec<_> = (0..merged.node_count()).map(|node| dag.reach(node)).collect();
    assert_eq!(reach, once, "{board:?}");

    let leaves = (0..tree.node_count()).filter(|&node| tree.is_end(node)).count();
    assert_eq!((tree.node_count() as u64, leaves as u64), (odds.nodes, odds.leaves), "{board:?}");
    assert_eq!(tree.edge_count() + 1, tree.node_count(), "a tree, {board:?}");
    let (_, counted) = counted(board);
    assert_eq!((counted.nodes, counted.leaves), (odds.nodes.into(), odds.leaves.into()), "{board:?}");
}

#[test]
fn the_tree_matches_the_graph() {
    for board in boards(7) {
        assert_tree_matches_graph(&board, &unmerged(&board.start()));
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// All evaluators agree on any position with any score.
    #[test]
    fn evaluators_agree_on_any_position(
        known in 0u16..=3,
        half in 0u16..=4,
        unknown in 0u16..=5,
        scores in prop::collection::vec(0 as Points..=9, 1..=10),
    ) {
        prop_assume!(known + half + unknown > 0);
        let board = Board::new((known, half, unknown), &scores);
        let odds = unmerged(&board.start());
        assert_one_distribution(&board, &odds);
        if half + 2 * unknown <= 10 {
            assert_graph_matches_deals(&board, &distribution(&board.start()));
            assert_tree_matches_graph(&board, &odds);
        }
    }

    /// The greatest possible score is not carried into the next seat.
    #[test]
    fn high_scores_do_not_overflow(seat in 0usize..6, table in (0u16..2, 0u16..3, 1u16..4)) {
        let mut scores = vec![0; 6];
        scores[seat] = MAX_POINTS - Points::from(table.0 + table.1 + table.2);
        let board = Board::new(table, &scores);
        prop_assert_eq!(joint(&followed(&board).distribution), unmerged(&board.start()).joint);
    }
}

/// The distribution from a node on, shifted to the first player's seat by `seated`, has the odds of that node.
#[test]
fn distributions_of_states_match_the_odds_of_nodes() {
    for (pairs, players) in [(9, 1), (9, 2), (8, 3), (7, 4), (6, 5)] {
        let board = Board::fresh(pairs, players);
        let (memory, ledger) = (board.memory(), board.ledger());
        let (bare, scored) = (graph(&memory), graph(&ledger));
        let all: Vec<_> = (0..bare.node_count()).collect();
        let found = distributions(&bare, &all, &Job::default()).expect("only chance");
        let place: BTreeMap<_, _> = all.iter().map(|&node| (*bare.state(node), node)).collect();
        let odds = evaluated(&ledger, &scored);
        for node in 0..scored.node_count() {
            let here = scored.state(node);
            let mut outcomes = vec![BigRational::default(); players + 1];
            for (points, share) in found[place[&here.state]].iter() {
                let points = from_first_player(points, here.mover);
                let end: Vec<Points> = points.iter().zip(here.scores).map(|(a, b)| a + b).collect();
                outcomes[Outcome::of(&end).index(players as Seat)] += share;
            }
            assert_eq!(outcomes, odds.odds(node), "{here:?}");
        }
    }
}

#[test]
fn the_engine_matches_published_values() {
    for row in rows("memory_odds") {
        let (pairs, players) =
            (row["pairs"].parse().expect("pairs"), row["players"].parse().expect("players"));
        let board = Board::fresh(pairs, players);
        let (found, tree) = counted(&board);
        let outcomes = followed(&board).distribution.outcomes();
        let value = match row["quantity"].rsplit_once(' ') {
            None if row["quantity"] == "draw" => outcomes[players].to_string(),
            None if row["quantity"] == "states" => found.states.to_string(),
            None if row["quantity"] == "transitions" => found.transitions.to_string(),
            Some(("states without", "scores")) => graph(&board.memory()).node_count().to_string(),
            Some(("tree", "nodes")) => tree.nodes.to_string(),
            Some(("tree", "leaves")) => tree.leaves.to_string(),
            Some(("win", seat)) => outcomes[seat.parse::<usize>().expect("a seat") - 1].to_string(),
            Some(("first turn", letter)) => {
                chance(PairCounts { unknown: pairs, ..PairCounts::default() }, letter)
            }
            Some(("second turn", letter)) => {
                chance(PairCounts { half: 2, unknown: pairs - 2, ..PairCounts::default() }, letter)
            }
            _ => panic!("no such quantity: {row:?}"),
        };
        assert_eq!(value, row["value"], "{row:?}");
    }
}

/// Returns the probability of one event of a turn.
fn chance(table: PairCounts, letter: &str) -> String {
    let graph = graph(&Memory::from(table, 2).expect("a board"));
    let mut edges = graph.edges_of(graph.start());
    let edge = edges.find(|&edge| graph.edge(edge).2.event.to_string() == letter).expect("it can happen");
    let (weight, total) = graph.weight(edge);
    ratio(weight, total).to_string()
}
