//! The arithmetic of all rows: sums of multiples of long numbers, and products of two long numbers. Throughput counts the limbs
//! read and multiplied.

use chancetree_engine::exact::{limbs, sums};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use num_bigint::BigUint as Natural;
use std::hint::black_box;

fn number(seed: u64, width: usize) -> Vec<u64> {
    (0..width as u64).map(|place| (place + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
}

/// Adds one to four multiples by one word each, as for a step from state to state.
fn products_added(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sum of products");
    for width in [4, 16, 64, 4096] {
        let numbers: Vec<Vec<u64>> = (0..4).map(|seed| number(seed, width)).collect();
        for terms in 1..=4 {
            let from: Vec<&[u64]> = numbers[..terms].iter().map(|number| &number[..]).collect();
            let by = &[3, 1999, 17, 450][..terms];
            let expected: Natural = from.iter().zip(by).map(|(from, &by)| limbs::natural(from) * by).sum();
            let mut into = vec![0; width + 1];
            limbs::sum_products(&mut into, &from, by);
            assert_eq!(limbs::natural(&into), expected);
            group.throughput(Throughput::Elements((width * terms) as u64));
            group.bench_function(BenchmarkId::new(format!("{terms} terms"), width), |bencher| {
                bencher.iter(|| limbs::sum_products(black_box(&mut into), black_box(&from), black_box(by)));
            });
        }
    }
    group.finish();
}

/// Adds many numbers at once, limb by limb: in order, with two summands in reverse, or with two from a list.
fn lines(criterion: &mut Criterion) {
    use sums::{Places, SumTarget, Summand};
    let mut group = criterion.benchmark_group("sums of lines");
    for (len, width) in [(8, 4), (50, 4), (250, 16), (500, 64)] {
        let tables: Vec<Vec<u64>> = (0..4).map(|seed| number(seed, len * width)).collect();
        let list: Vec<u32> = (0..len as u32).map(|place| place * 31 % len as u32).collect();
        let ways = [
            ("along", Places::Ascending(0)),
            ("back", Places::Descending(len as u32 - 1)),
            ("listed", Places::List(&list)),
        ];
        for (name, places) in ways {
            let from: Vec<Summand<'_>> = tables
                .iter()
                .zip([3, 1999, 17, 450])
                .zip([Places::Ascending(0), places, Places::Ascending(0), places])
                .map(|((limbs, by), places)| Summand { limbs, len, places, by })
                .collect();
            let mut table = vec![0; len * (width + 1)];
            let mut room = Vec::new();
            group.throughput(Throughput::Elements((4 * len * width) as u64));
            group.bench_function(BenchmarkId::new(name, format!("{len} of {width} limbs")), |bencher| {
                bencher.iter(|| {
                    let target = SumTarget { table: black_box(&mut table), len, at: 0, count: len };
                    sums::sum(target, black_box(&from), &mut room);
                });
            });
        }
    }
    group.finish();
}

/// Multiplies a number of the forward side by one of the backward side, as where they meet.
fn products(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("long product");
    for width in [4, 16, 64] {
        let (from, by) = (number(1, width), number(2, width));
        let mut into = vec![0; 2 * width + 1];
        limbs::add_long_product(&mut into, &from, &by);
        assert_eq!(limbs::natural(&into), limbs::natural(&from) * limbs::natural(&by));
        group.throughput(Throughput::Elements((width * width) as u64));
        group.bench_function(BenchmarkId::from_parameter(width), |bencher| {
            bencher.iter(|| {
                into.fill(0);
                limbs::add_long_product(black_box(&mut into), black_box(&from), black_box(&by));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, products_added, lines, products);
criterion_main!(benches);
