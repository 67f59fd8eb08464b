//! Exact odds of Memory: the forward and the backward evaluator, sequential and with all threads. Every measurement
//! checks its answer.

use chancetree::engine::Run;
use chancetree::engine::backward::laws;
use chancetree::engine::discovery::discover;
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::games::memory::Memory;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Pairs, players, and the states of the model's definition.
const BOARDS: [(u16, u8, u64); 5] =
    [(40, 2, 45_491), (100, 2, 685_711), (200, 2, 5_411_411), (40, 3, 731_397), (20, 4, 312_135)];

fn threads() -> [usize; 2] {
    [1, std::thread::available_parallelism().map_or(1, usize::from).max(2)]
}

fn odds(criterion: &mut Criterion) {
    for (name, measure) in
        [("odds", Measure::Probability), ("histories", Measure::Histories), ("support", Measure::Support)]
    {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for (pairs, players, states) in BOARDS {
            group.throughput(Throughput::Elements(states));
            for threads in threads() {
                let game = Memory::new(pairs, players).expect("a board");
                let run = Run { threads, ..Run::default() };
                let id = BenchmarkId::new(format!("{pairs} pairs, {players} players"), threads);
                group.bench_with_input(id, &game, |bencher, game| {
                    bencher.iter(|| {
                        let found = forward(black_box(game), &[], measure, &run).expect("an answer");
                        assert_eq!(found.states, states);
                        found
                    });
                });
            }
        }
        group.finish();
    }
}

/// All boards up to a size in one pass.
fn sweep(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sweep");
    group.sample_size(10);
    for (pairs, players) in [(40, 2), (100, 2), (30, 3)] {
        for threads in threads() {
            let id = BenchmarkId::new(format!("to {pairs} pairs, {players} players"), threads);
            group.bench_function(id, |bencher| {
                bencher.iter(|| {
                    let game = Memory::new(black_box(pairs), players).expect("a board");
                    let run = Run { threads, ..Run::default() };
                    let graph = Graph::from(discover(&game, &run).expect("a graph"));
                    let wanted: Vec<usize> = (0..graph.node_count())
                        .filter(|&node| graph.state(node).half == 0 && graph.state(node).known == 0)
                        .collect();
                    assert_eq!(wanted.len(), usize::from(pairs) + 1);
                    laws(&game, &graph, &wanted, &run).expect("laws")
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, odds, sweep);
criterion_main!(benches);
