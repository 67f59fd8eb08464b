//! Solitaire Memory: distributions in whole numbers, and expectations by sums.

use chancetree::exact::{fraction, ratio};
use chancetree::game::Game as _;
use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
use chancetree::games::solitaire::{Solitaire, distributions, means};
use chancetree::model::Job;
use chancetree_families::solitaire::imperfect::Tables;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn solitaire(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solitaire");
    group.sample_size(10);
    let job = Job::default();
    for pairs in [50, 100, 200] {
        group.bench_function(BenchmarkId::new("turns", pairs), |bencher| {
            bencher.iter(|| {
                let board = Solitaire::new(pairs).expect("a board").graph(&job).expect("no limit");
                let boards = distributions::turns(&board, &job).expect("no limit");
                assert_eq!(boards.len(), usize::from(pairs));
            });
        });
    }
    for pairs in [500, 1000, 2000] {
        group.bench_function(BenchmarkId::new("means", pairs), |bencher| {
            bencher.iter(|| assert!(!fraction(&means::turns(pairs)).is_empty()));
        });
    }
    let recall = Recall::new(ratio(3, 4), ratio(1, 8), ratio(4, 5)).expect("probabilities");
    for pairs in [10, 20, 40] {
        let game = ImperfectSolitaire::new(pairs, Variant::KnownFirst, recall.clone()).expect("a game");
        group.bench_function(BenchmarkId::new("expectations of a player who forgets", pairs), |bencher| {
            bencher.iter(|| {
                let job = Job::default();
                let expected =
                    Tables::of(&game, &job).and_then(|tables| tables.expected(&job)).expect("no limit");
                assert!(expected.turns > ratio(pairs, 1));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, solitaire);
criterion_main!(benches);
