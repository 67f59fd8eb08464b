//! Mine probabilities on expert boards: games stopped where no cell is safe, and scattered numbers; then positions of n, 2n
//! and 4n numbers or cells, which show the growth of the cost. Every measurement checks its result.

use chancetree::exact::{Rational, ratio};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::risk::{Risk, RiskError};
use chancetree::games::mines::simulate::StartingBoard;
use chancetree::games::mines::system::{Contradiction, VisibleCell};
use chancetree::model::Job;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oracles::minefield::ring;
use std::hint::black_box;
use support::{Random, in_mid_game, scattered};

/// Measures every cell of every board as a fraction.
fn measure(criterion: &mut Criterion, name: &str, boards: &[SeenBoard]) {
    for board in boards {
        let risk = Risk::of(board, &Job::default()).expect("a position of a game");
        let sum: Rational = risk.all().into_iter().map(|(_, risk)| risk).sum();
        assert_eq!(sum, ratio(board.mines(), 1));
    }
    let mut group = criterion.benchmark_group("risk");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let of = |board| Risk::of(black_box(board), &Job::default()).expect("a position of a game");
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

/// An odd ring contradicts itself and needs all of its numbers for that; an even ring has two placements.
fn rings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rings");
    group.sample_size(10);
    for cells in [200, 400, 800] {
        let (odd, even) = (ring(cells + 1), ring(cells));
        group.bench_function(BenchmarkId::new("contradiction", cells + 1), |bencher| {
            bencher.iter(|| match Risk::of_system(black_box(&odd), &Job::default()) {
                Err(RiskError::Contradiction(Contradiction::Clues(places))) => {
                    assert_eq!(places.len(), cells + 1);
                }
                other => panic!("{other:?}"),
            });
        });
        group.bench_function(BenchmarkId::new("two placements", cells), |bencher| {
            bencher.iter(|| {
                let risk = Risk::of_system(black_box(&even), &Job::default()).expect("two placements");
                assert_eq!(risk.placements(), &2u32.into());
            });
        });
    }
    group.finish();
}

/// Deals the mines of a game that continues from a square board with one open number.
fn deals(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deals from a position");
    group.sample_size(10);
    for side in [60, 120, 240] {
        let mut cells = vec![VisibleCell::Hidden; side * side];
        cells[side + 1] = VisibleCell::Open(1);
        let board = SeenBoard::new(side, cells, side * side / 6).expect("a position");
        let table = StartingBoard::from_position(board, &Job::default()).expect("a position");
        group.throughput(Throughput::Elements((side * side) as u64));
        group.bench_function(BenchmarkId::from_parameter(side * side), |bencher| {
            bencher.iter(|| {
                let deal = table.deal(1, black_box(1), &Job::default()).expect("a deal");
                assert_eq!(deal.mines.iter().filter(|&&mine| mine).count(), side * side / 6);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, risk, rings, deals);
criterion_main!(benches);
