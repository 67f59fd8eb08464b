//! The evaluators against each other and against the oracles: robots that play real cards, and the paper's recursion
//! without merging. Everything is compared as fractions.

mod common;

use chancetree::engine::Run;
use chancetree::engine::backward::{laws, seated, solve};
use chancetree::engine::discovery::{discover, discover_to};
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::exact::{Natural, Rational, ratio};
use chancetree::game::{Choices, Game};
use chancetree::games::memory::{Event, Memory, Table};
use chancetree::payoff::{Gain, Outcome, Payoff};
use chancetree::transform::ledger::{Ledger, Situation};
use chancetree::transform::unfolded::Unfolded;
use common::answers::{
    Fractions, Joint, backward_joint, evaluated, followed, game, graph_joint, joint, outcomes, scores, worth,
};
use common::cards::Start;
use common::{deals, known, lead, recursion};
use std::collections::BTreeMap;

const ALONE: Run<'static> = Run { threads: 1, most_states: u64::MAX, most_bytes: u64::MAX, observer: &() };

fn together<T: Send>(work: impl FnOnce(&Run<'_>) -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    pool.install(|| work(&Run { threads: 2, ..ALONE }))
}

/// Beginnings, and middles of games with unequal scores.
fn starts() -> Vec<Start> {
    let mut all: Vec<Start> =
        (1..=6).flat_map(|pairs| (1..=4).map(move |players| Start::fresh(pairs, players))).collect();
    for (known, half, unknown) in
        [(0, 1, 0), (1, 0, 0), (2, 1, 1), (0, 3, 1), (1, 2, 2), (0, 0, 3), (0, 2, 3)]
    {
        for scores in [vec![0], vec![1, 0], vec![0, 2], vec![2, 1, 2], vec![0, 0, 0, 3]] {
            all.push(Start { unknown, half, known, scores, mover: 0 });
        }
    }
    all
}

#[test]
fn all_evaluators_and_oracles_agree() {
    for start in starts() {
        let seats = start.scores.len();
        let found = followed(&start, Measure::Probability, &ALONE);
        let law = joint(found.law.iter());
        let paper = recursion::unmerged(&start);
        assert_eq!(law, paper.joint, "{start:?}");
        assert_eq!(law, backward_joint(&start, &ALONE), "{start:?}");
        let (graph, evaluation) = evaluated(&game(&start), &scores(&start), &ALONE);
        assert_eq!(law, graph_joint(&graph, &evaluation, seats), "{start:?}");
        let mut odds = paper.win.clone();
        odds.push(paper.draw.clone());
        assert_eq!(found.law.outcomes(), odds, "{start:?}");
        assert_eq!(evaluation.odds(graph.start()), odds, "{start:?}");
        assert_eq!(found.law.expected(), paper.expected, "{start:?}");
        let tally = deals::tally_matchings(&start);
        let cards: Joint = tally.scores.iter().map(|(s, n)| (s.clone(), ratio(*n, tally.total))).collect();
        assert_eq!(law, cards, "{start:?}");
    }
}

/// Situation by situation and step by step what robots with real cards come through.
#[test]
fn the_graph_is_what_robots_come_through() {
    for start in starts().into_iter().filter(|start| start.unknown + start.half <= 5) {
        let seats = start.scores.len();
        let seen = deals::law(&start);
        let (graph, evaluation) = evaluated(&game(&start), &scores(&start), &ALONE);
        let situation = |node: usize| {
            let Situation { state, scores, mover } = graph.state(node);
            common::cards::Situation {
                scores: scores[..seats].iter().map(|&points| u32::from(points)).collect(),
                known: state.known.into(),
                half: state.half.into(),
                unknown: state.unknown.into(),
                mover: (*mover).into(),
            }
        };
        let counts = followed(&start, Measure::Support, &ALONE);
        assert_eq!(counts.states as usize, seen.situations.len(), "{start:?}");
        assert_eq!(counts.transitions as usize, seen.transitions.len(), "{start:?}");
        assert_eq!(graph.node_count(), seen.situations.len(), "{start:?}");
        assert_eq!(graph.edge_count(), seen.transitions.len(), "{start:?}");
        for node in 0..graph.node_count() {
            let deals = seen.situations[&situation(node)];
            assert_eq!(evaluation.reach(node), ratio(deals, seen.total));
            assert_eq!(evaluation.odds(node).iter().sum::<Rational>(), ratio(1, 1));
            for edge in graph.edges_of(node) {
                let (_, target, label) = graph.edge(edge);
                let event = match label.event {
                    Event::A => common::cards::Event::A,
                    Event::B => common::cards::Event::B,
                    Event::C => common::cards::Event::C,
                    Event::D => common::cards::Event::D,
                    Event::E => common::cards::Event::E,
                };
                let taken = seen.transitions[&(situation(node), event, situation(target))];
                assert_eq!(ratio(label.weight, label.total), ratio(taken, deals));
            }
        }
    }
}

#[test]
fn the_tree_is_counted_as_it_is_walked() {
    for start in starts() {
        let paper = recursion::unmerged(&start);
        let found = followed(&start, Measure::Histories, &ALONE);
        assert_eq!(found.histories, Some(Natural::from(paper.nodes)), "{start:?}");
        assert_eq!(found.leaves(), Some(&Natural::from(paper.leaves)), "{start:?}");
        let ledger = Ledger::new(game(&start), &scores(&start));
        let tree = Unfolded(ledger.clone());
        let graph = Graph::from(discover(&tree, &ALONE).expect("a tree"));
        assert_eq!(graph.node_count() as u64, paper.nodes, "{start:?}");
        let outcomes = start.scores.len() + 1;
        let numbers = graph
            .evaluate(&tree, outcomes, |node| worth(&ledger, &graph.state(node).state), &ALONE)
            .expect("numbers");
        let (dag, merged) = evaluated(&game(&start), &scores(&start), &ALONE);
        assert_eq!(numbers.odds(graph.start()), merged.odds(dag.start()), "{start:?}");
        let mut reach: BTreeMap<_, Rational> = BTreeMap::new();
        for node in 0..graph.node_count() {
            *reach.entry(graph.state(node).state).or_insert_with(chancetree::exact::zero) +=
                numbers.reach(node);
        }
        for node in 0..dag.node_count() {
            assert_eq!(reach[dag.state(node)], merged.reach(node), "{start:?}");
        }
    }
}

/// With ways the engine counts, without them it keeps denominators: the digits are the same.
#[test]
fn counting_ways_changes_no_digit() {
    for (pairs, players) in [(1, 1), (7, 3), (12, 2), (25, 2), (10, 5)] {
        let counted = Memory::new(pairs, players).expect("a board");
        let plain = Fractions(counted.clone());
        let by_ways = forward(&counted, &[], Measure::Probability, &ALONE).expect("odds");
        let by_fractions = forward(&plain, &[], Measure::Probability, &ALONE).expect("odds");
        assert_eq!(joint(by_ways.law.iter()), joint(by_fractions.law.iter()));
        let back =
            |graph: &Graph<Fractions<Memory>>| laws(&plain, graph, &[graph.start()], &ALONE).expect("laws");
        let graph = Graph::from(discover(&plain, &ALONE).expect("a graph"));
        assert_eq!(joint(back(&graph)[0].iter()), joint(by_ways.law.iter()));
        let (first, numbers) = evaluated(&counted, &[], &ALONE);
        let (second, fractions) = evaluated(&plain, &[], &ALONE);
        assert_eq!(first.node_count(), second.node_count());
        for node in (0..first.node_count()).step_by(7) {
            assert_eq!(numbers.odds(node), fractions.odds(node));
            assert_eq!(numbers.reach(node), fractions.reach(node));
        }
    }
}

/// F = u! / (2^e e!) arrangements of u unseen cards: each event takes its ways of them to each arrangement after it.
#[test]
fn ways_are_counts_of_arrangements() {
    let factorial = |n: u64| (1..=n).fold(Natural::from(1u32), |product, k| product * k);
    let arrangements = |table: &Table| {
        factorial(table.unseen()) / ((Natural::from(1u32) << table.unknown) * factorial(table.unknown.into()))
    };
    let game = Memory::new(40, 2).expect("a board");
    let mut choices = Choices::default();
    for (half, unknown) in (0..=40).flat_map(|half| (0..=40 - half).map(move |unknown| (half, unknown))) {
        for known in 0..=u16::from(half + unknown < 40) {
            let table = Table { known, half, unknown };
            choices.fill(&game, &table);
            for choice in choices.iter() {
                for event in choice.events {
                    let ways = game.ways(&table, event.event).expect("Memory counts");
                    let taken = arrangements(&event.next) * ways * choice.total;
                    assert_eq!(taken, arrangements(&table) * event.weight, "{table:?} {}", event.event);
                    assert!(game.layer(&event.next) > game.layer(&table));
                }
            }
        }
    }
}

/// More seats than a word of a key holds.
#[test]
fn large_tables_agree_with_the_recursion() {
    for players in 5..=16 {
        let start =
            Start { unknown: 4, half: 1, known: 1, scores: (0..players as u32).rev().collect(), mover: 0 };
        let paper = recursion::unmerged(&start);
        let found = followed(&start, Measure::Probability, &ALONE);
        assert_eq!(joint(found.law.iter()), paper.joint, "{players}");
        assert_eq!(backward_joint(&start, &ALONE), paper.joint, "{players}");
        let (graph, evaluation) = evaluated(&game(&start), &scores(&start), &ALONE);
        assert_eq!(evaluation.odds(graph.start()), outcomes(&paper.joint), "{players}");
    }
}

/// Boards so large that layers are shared among threads.
#[test]
fn threads_change_nothing() {
    let state = |graph: &Graph<Ledger<Memory>>| -> Vec<_> {
        (0..graph.node_count()).map(|node| *graph.state(node)).collect()
    };
    for (pairs, players) in [(24, 4), (110, 2)] {
        let game = Memory::new(pairs, players).expect("a board");
        let odds = |run: &Run<'_>| forward(&game, &[], Measure::Probability, run).expect("odds");
        let (one, two) = (odds(&ALONE), together(odds));
        assert_eq!(one.law, two.law);
        assert_eq!((one.states, one.transitions, one.ends), (two.states, two.transitions, two.ends));
        assert_eq!(one.layers, two.layers);
        let back = |run: &Run<'_>| {
            let graph = Graph::from(discover(&game, run).expect("a graph"));
            laws(&game, &graph, &[graph.start()], run).expect("laws")
        };
        let law = back(&ALONE);
        assert_eq!(law, together(back));
        assert_eq!(law[0], one.law);
        let (first, numbers) = evaluated(&game, &[], &ALONE);
        let (second, others) = together(|run| evaluated(&game, &[], run));
        // Discovery shares layers of so many states.
        let shared = first.layers().iter().any(|(_, nodes)| nodes.len() > 8192);
        assert!(shared || players == 2, "no layer is shared");
        assert_eq!(first.layers(), second.layers());
        assert!(state(&first) == state(&second));
        for edge in 0..first.edge_count() {
            assert_eq!(first.edge(edge), second.edge(edge));
        }
        for node in (0..first.node_count()).step_by(101) {
            assert_eq!(numbers.odds(node), others.odds(node));
            assert_eq!(numbers.reach(node), others.reach(node));
        }
    }
}

/// One pass of the backward evaluator answers for all smaller boards.
#[test]
fn a_sweep_is_every_board_by_itself() {
    for players in 1..=5 {
        let game = Memory::new(10, players).expect("a board");
        let graph = Graph::from(discover(&game, &ALONE).expect("a graph"));
        let wanted: Vec<usize> = (1..=10)
            .map(|unknown| {
                let table = Table { unknown, ..Table::default() };
                (0..graph.node_count()).find(|&node| *graph.state(node) == table).expect("a smaller board")
            })
            .collect();
        let found = laws(&game, &graph, &wanted, &ALONE).expect("laws");
        for (pairs, law) in (1..=10).zip(found) {
            let game = Memory::new(pairs, players).expect("a board");
            let alone = forward(&game, &[], Measure::Probability, &ALONE).expect("odds");
            assert_eq!(law, alone.law, "{pairs} pairs, {players} players");
        }
    }
}

/// What a cut graph says of its nodes is what the whole graph says of them, counted or in fractions.
#[test]
fn a_cut_graph_keeps_its_odds() {
    fn check<G: Game<State = Table> + Clone>(game: &G) {
        let seats = game.seats();
        let (whole, numbers) = evaluated(game, &[], &ALONE);
        let place: BTreeMap<_, usize> =
            (0..whole.node_count()).map(|node| (*whole.state(node), node)).collect();
        let below = Graph::from(discover(game, &ALONE).expect("a graph"));
        let ledger = Ledger::new(game.clone(), &[]);
        for depth in 0..7 {
            let graph = Graph::from(discover_to(&ledger, depth, &ALONE).expect("a graph"));
            assert!(!graph.cut().is_empty());
            let beyond = |node: usize| {
                let Situation { state, scores, mover } = graph.state(node);
                if !graph.is_cut(node) {
                    return worth(&ledger, graph.state(node));
                }
                let wanted =
                    (0..below.node_count()).find(|&node| below.state(node) == state).expect("it is there");
                let law = laws(game, &below, &[wanted], &ALONE).expect("laws").remove(0);
                let mut worth = vec![Natural::default(); usize::from(seats) + 1];
                for (points, number) in law.numbers() {
                    let more = seated(points, *mover);
                    let ends: Vec<_> = more.iter().zip(scores).map(|(more, have)| more + have).collect();
                    worth[Outcome::of(&ends).index(seats)] += number;
                }
                worth
            };
            let found = graph.evaluate(&ledger, usize::from(seats) + 1, beyond, &ALONE).expect("numbers");
            for node in 0..graph.node_count() {
                assert_eq!(found.odds(node), numbers.odds(place[graph.state(node)]), "depth {depth}");
            }
            assert_eq!(found.reach(graph.start()), ratio(1, 1));
        }
    }
    let game = Memory::new(7, 3).expect("a board");
    check(&game);
    check(&Fractions(game));
}

/// The value of a game by the solver is the expectation of its law, and of its outcomes.
#[test]
fn solving_agrees_with_the_laws() {
    struct Win;
    impl Payoff<Ledger<Memory>> for Win {
        fn event(&self, _: &Ledger<Memory>, _: Event) -> i64 {
            0
        }
        fn end(&self, ledger: &Ledger<Memory>, state: &Situation<Table>, seat: u8) -> i64 {
            let absolute = (state.mover + seat) % ledger.seats();
            i64::from(ledger.outcome(state) == Outcome::Won(absolute))
        }
    }
    for (pairs, players) in [(1, 1), (6, 2), (5, 3), (4, 4)] {
        let game = Memory::new(pairs, players).expect("a board");
        let found = forward(&game, &[], Measure::Probability, &ALONE).expect("odds");
        let graph = Graph::from(discover(&game, &ALONE).expect("a graph"));
        let solved = solve(&game, &graph, &Gain, &ALONE).expect("values");
        assert_eq!(solved.values[graph.start()], found.law.expected());
        let ledger = Ledger::new(game, &[]);
        let graph = Graph::from(discover(&ledger, &ALONE).expect("a graph"));
        let solved = solve(&ledger, &graph, &Win, &ALONE).expect("values");
        assert_eq!(solved.values[graph.start()], found.law.outcomes()[..usize::from(players)]);
    }
}

#[test]
fn known_values_are_found() {
    for row in known::rows("memory_odds") {
        let number = |column: &str| row[column].parse::<usize>().expect("a number");
        let start = Start::fresh(number("pairs"), number("players"));
        let found = followed(&start, Measure::Histories, &ALONE);
        let odds = followed(&start, Measure::Probability, &ALONE).law.outcomes();
        let fraction = |value: &Rational| {
            if value.is_integer() {
                value.to_integer().to_string()
            } else {
                format!("{}/{}", value.numer(), value.denom())
            }
        };
        let value = match &*row["quantity"] {
            "win 1" => fraction(&odds[0]),
            "win 2" => fraction(&odds[1]),
            "draw" => fraction(odds.last().expect("a draw")),
            "states" => found.states.to_string(),
            "transitions" => found.transitions.to_string(),
            "tree nodes" => found.histories.as_ref().expect("counted").to_string(),
            "tree leaves" => found.leaves().expect("counted").to_string(),
            "states without scores" => {
                discover(&game(&start), &ALONE).expect("a graph").states.len().to_string()
            }
            // The first two turns are checked by `reproduce`.
            other if other.starts_with("first turn") || other.starts_with("second turn") => continue,
            other => panic!("who checks {other}?"),
        };
        assert_eq!(value, row["value"], "{row:?}");
    }
}

#[test]
fn the_lead_of_the_first_player_is_known() {
    let mut leads = lead::Lead::default();
    for pairs in 1..=30 {
        let game = Memory::new(pairs, 2).expect("a board");
        let expected = forward(&game, &[], Measure::Probability, &ALONE).expect("odds").law.expected();
        assert_eq!(&expected[0] - &expected[1], leads.fresh(pairs.into()), "{pairs}");
    }
}
