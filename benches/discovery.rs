//! Discovery of the explicit graph, and its evaluation: one thread and two, against a plain hash map that only merges equal
//! states.

use chancetree::exact::Natural;
use chancetree::game::{Choices, Game};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Graph, Job};
use chancetree::payoff::Outcome;
use chancetree_engine::evaluate::{evaluate, evaluate_rounded};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oracles::ledger::Ledger;
use oracles::ranked::Ranked;
use std::collections::HashMap;
use std::hint::black_box;

const BOARDS: [(u16, u8, usize); 3] = [(100, 2, 685_711), (200, 2, 5_411_411), (40, 3, 731_397)];

fn with_scores(pairs: u16, players: u8) -> Ledger<Memory> {
    Ledger::new(Memory::new(pairs, players).expect("a board"), &[])
}

/// Breadth-first search with the standard library's map: the obvious implementation.
fn plain_map(game: &Ledger<Memory>) -> usize {
    let mut numbers = HashMap::from([(game.start(), 0usize)]);
    let mut states = vec![game.start()];
    let mut choices = Choices::default();
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        choices.fill(game, &state);
        for event in choices.events() {
            let fresh = numbers.len();
            numbers.entry(event.next).or_insert_with(|| {
                states.push(event.next);
                fresh
            });
        }
        at += 1;
    }
    states.len()
}

fn discovery(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("discovery");
    group.sample_size(10);
    for (pairs, players, states) in BOARDS {
        let game = with_scores(pairs, players);
        let board = format!("{pairs} pairs, {players} players");
        group.throughput(Throughput::Elements(states as u64));
        group.bench_function(BenchmarkId::new(&board, "plain map, states only"), |bencher| {
            bencher.iter(|| assert_eq!(plain_map(black_box(&game)), states));
        });
        for threads in [1, 2] {
            let job = Job { threads, ..Job::default() };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            group.bench_function(BenchmarkId::new(&board, format!("{threads} threads")), |bencher| {
                bencher.iter(|| {
                    let found = pool.install(|| Graph::of(black_box(&game), &job)).expect("a graph");
                    assert_eq!(found.node_count(), states);
                    found
                });
            });
        }
        let below = Memory::new(pairs, players).expect("a board");
        group.bench_function(BenchmarkId::new(&board, "derived from tables"), |bencher| {
            bencher.iter(|| {
                let tables = Graph::of(black_box(&below), &Job::default());
                let found = tables.and_then(|tables| tables.with_scores(&[], None, &Job::default()));
                let found = found.expect("a graph");
                assert_eq!(found.node_count(), states);
                found
            });
        });
    }
    group.finish();
}

/// Tables alone, which have ranks: merged by rank, and by the maps of games without ranks.
fn ranks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
    for pairs in [30, 100, 300, 1000] {
        let game = Memory::new(pairs, 2).expect("a board");
        let hidden = Ranked { game: &game, rank: |_: &PairCounts| None };
        let states = usize::from(pairs).pow(2) + 1;
        group.sample_size(if pairs < 300 { 100 } else { 10 });
        group.throughput(Throughput::Elements(states as u64));
        group.bench_function(BenchmarkId::new("ranked", pairs), |bencher| {
            bencher.iter(|| {
                let found = Graph::of(black_box(&game), &Job::default()).expect("a graph");
                assert_eq!(found.node_count(), states);
                found
            });
        });
        group.bench_function(BenchmarkId::new("mapped", pairs), |bencher| {
            bencher.iter(|| {
                let found = Graph::of(black_box(&hidden), &Job::default()).expect("a graph");
                assert_eq!(found.node_count(), states);
                found
            });
        });
    }
    group.finish();
}

/// A state with many actions in descending order, each of which ends the game.
#[derive(Clone)]
struct Descending(u32);

impl Game for Descending {
    type State = bool;
    type Action = u32;
    type Event = u32;

    fn start(&self) -> bool {
        false
    }

    fn expand(&self, over: &bool, choices: &mut Choices<Self>) {
        if !over {
            for action in (0..self.0).rev() {
                choices.action(action).event(1, action, || true);
            }
        }
    }

    fn layer(&self, over: &bool) -> u32 {
        u32::from(*over)
    }
}

/// The check that no two choices have the same action.
fn actions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("actions that descend");
    for actions in [2000, 4000, 8000] {
        group.throughput(Throughput::Elements(actions.into()));
        group.bench_function(BenchmarkId::from_parameter(actions), |bencher| {
            bencher.iter(|| {
                let found = Graph::of(black_box(&Descending(actions)), &Job::default()).expect("a graph");
                assert_eq!((found.node_count(), found.edge_count()), (2, actions as usize));
            });
        });
    }
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("graph evaluation");
    group.sample_size(10);
    for (pairs, players, states) in BOARDS.into_iter().filter(|board| board.2 < 1_000_000) {
        let game = with_scores(pairs, players);
        let graph = Graph::of(&game, &Job::default()).expect("a graph");
        let outcomes = usize::from(players) + 1;
        let payoffs = |node: usize| {
            let mut payoffs = vec![Natural::default(); outcomes];
            payoffs[Outcome::of(game.scores(graph.state(node))).index(players)] = Natural::from(1u32);
            payoffs
        };
        group.throughput(Throughput::Elements(states as u64));
        for threads in [1, 2] {
            let job = Job { threads, ..Job::default() };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let id =
                BenchmarkId::new(format!("{pairs} pairs, {players} players"), format!("{threads} threads"));
            group.bench_function(id, |bencher| {
                bencher.iter(|| pool.install(|| evaluate(&graph, outcomes, payoffs, &job)).expect("odds"));
            });
            let id = BenchmarkId::new(
                format!("{pairs} pairs, {players} players"),
                format!("{threads} threads, rounded"),
            );
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    let rounded = pool.install(|| evaluate_rounded(&graph, outcomes, payoffs, &job));
                    rounded.expect("odds")
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, discovery, ranks, actions, evaluation);
criterion_main!(benches);
