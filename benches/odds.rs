//! Exact odds of Memory: every evaluator, sequential and with all threads. Every measurement checks its answer.

use chancetree::games::memory::Memory;
use chancetree::model::{Graph, Job};
use chancetree_engine::evaluate::{self, count, distributions, forward};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Pairs, players, and the states of the model's definition.
const BOARDS: [(u16, u8, u64); 5] =
    [(40, 2, 45_491), (100, 2, 685_711), (200, 2, 5_411_411), (40, 3, 731_397), (20, 4, 312_135)];

fn threads() -> [usize; 2] {
    [1, std::thread::available_parallelism().map_or(1, usize::from).max(2)]
}

/// Measures one evaluator on all boards; `evaluate` returns the number of states.
fn bench(criterion: &mut Criterion, name: &str, evaluate: impl Fn(&Memory, &Job<'_>) -> u64) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for (pairs, players, states) in BOARDS {
        group.throughput(Throughput::Elements(states));
        for threads in threads() {
            let game = Memory::new(pairs, players).expect("a board");
            let job = Job { threads, ..Job::default() };
            let id = BenchmarkId::new(format!("{pairs} pairs, {players} players"), threads);
            group.bench_with_input(id, &game, |bencher, game| {
                bencher.iter(|| assert_eq!(evaluate(black_box(game), &job), states));
            });
        }
    }
    group.finish();
}

fn explored(game: &Memory, job: &Job<'_>) -> Graph<Memory> {
    Graph::of(game, job).expect("a graph")
}

fn odds(criterion: &mut Criterion) {
    bench(criterion, "odds from both ends", |game, job| {
        evaluate::odds(&explored(game, job), &[], job).expect("an answer").states
    });
    bench(criterion, "distribution on the graph", |game, job| {
        evaluate::distribution(&explored(game, job), &[], job).expect("an answer").states
    });
    bench(criterion, "distribution in a hash map", |game, job| {
        forward(game, &[], job).expect("an answer").states
    });
    bench(criterion, "counts on the graph", |game, job| {
        count(&explored(game, job), &[], job).expect("an answer").0.states
    });
}

/// Computes all boards up to a size in one pass.
fn sweep(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(10);
    for (pairs, players) in [(40, 2), (100, 2), (30, 3)] {
        for threads in threads() {
            let id = BenchmarkId::new(format!("to {pairs} pairs, {players} players"), threads);
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    let game = Memory::new(black_box(pairs), players).expect("a board");
                    let job = Job { threads, ..Job::default() };
                    let graph = Graph::of(&game, &job).expect("a graph");
                    let wanted: Vec<usize> = (0..graph.node_count())
                        .filter(|&node| graph.state(node).half == 0 && graph.state(node).known == 0)
                        .collect();
                    assert_eq!(wanted.len(), usize::from(pairs) + 1);
                    distributions(&graph, &wanted, &job).expect("distributions")
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, odds, sweep);
criterion_main!(benches);
