//! Ranges of games: counts of all boards up to a size against the largest board alone, and guesses of equally likely numbers.

use chancetree::games::guess::{Guess, UniformOdds};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Graph, Job};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{count, counts, solve, trees};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

/// Counts the states and trees of boards up to a size: all together, and the largest board alone.
fn nested(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("counts");
    group.sample_size(10);
    let job = Job::default();
    for pairs in [50, 100, 200] {
        group.bench_function(BenchmarkId::new("up to", pairs), |bencher| {
            bencher.iter(|| {
                let graph = Graph::of(&Memory::new(pairs, 2).expect("a board"), &job).expect("finite");
                let nodes = graph.nodes();
                let start = |unknown| nodes[&PairCounts { unknown, ..PairCounts::default() }];
                let starts: Vec<usize> = (1..=pairs).map(start).collect();
                let trees = trees(graph.model(), &starts, &job).expect("no cycle");
                let counts = counts(graph.model(), &starts, &[], &job).expect("no cycle");
                assert_eq!((counts[9].states, trees[9].nodes.to_string()), (781, "648039".to_owned()));
                counts
            });
        });
        group.bench_function(BenchmarkId::new("alone", pairs), |bencher| {
            bencher.iter(|| {
                let graph = Graph::of(&Memory::new(pairs, 2).expect("a board"), &job).expect("finite");
                count(graph.model(), &[], &job).expect("no cycle")
            });
        });
    }
    group.finish();
}

/// Equally likely numbers, by the lengths of intervals and by the graph.
fn guess(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("guess");
    group.sample_size(10);
    let lengths = |numbers| UniformOdds::up_to(numbers, 3, |_| Ok::<_, ()>(())).expect("nothing stops it");
    for numbers in [1_000, 2_000, 4_000, 8_000] {
        group.bench_function(BenchmarkId::new("lengths", numbers), |bencher| {
            bencher.iter(|| {
                let odds = lengths(numbers);
                assert_eq!(odds.hits(numbers).iter().sum::<u32>(), u32::from(numbers));
                odds
            });
        });
    }
    for numbers in [250, 500, 1_000] {
        group.bench_function(BenchmarkId::new("graph", numbers), |bencher| {
            bencher.iter(|| {
                let game = Guess::new(numbers, 3).expect("a game");
                let graph = Graph::of(&game, &Job::default()).expect("finite");
                solve(&graph, &Gain, &Job::default()).expect("no cycle").ties
            });
        });
    }
    group.finish();
}

criterion_group!(benches, nested, guess);
criterion_main!(benches);
