//! Mine probabilities on expert boards: games stopped where no cell is safe, and scattered numbers. Every measurement
//! checks its answer.

use chancetree::exact::{Rational, ratio};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::risk::Risk;
use chancetree::model::Run;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use support::{Random, in_mid_game, scattered};

/// Every cell of every board as a fraction.
fn measure(criterion: &mut Criterion, name: &str, boards: &[SeenBoard]) {
    for board in boards {
        let risk = Risk::of(board, &Run::default()).expect("a position of a game");
        let sum: Rational = risk.all().into_iter().map(|(_, risk)| risk).sum();
        assert_eq!(sum, ratio(board.mines(), 1));
    }
    let mut group = criterion.benchmark_group("risk");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let of = |board| Risk::of(black_box(board), &Run::default()).expect("a position of a game");
            boards.iter().map(|board| of(board).all().len()).sum::<usize>()
        });
    });
    group.finish();
}

fn risk(criterion: &mut Criterion) {
    let mut random = Random(2000);
    let games: Vec<SeenBoard> =
        std::iter::from_fn(|| Some(in_mid_game(&mut random))).flatten().take(50).collect();
    measure(criterion, "50 games", &games);
    for numbers in [20, 40, 60] {
        let boards: Vec<SeenBoard> = (0..10).map(|_| scattered(numbers, &mut random)).collect();
        measure(criterion, &format!("10 boards, {numbers} scattered numbers"), &boards);
    }
}

criterion_group!(benches, risk);
criterion_main!(benches);
