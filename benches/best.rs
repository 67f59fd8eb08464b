//! Best play: the solver on the game of decisions, in whole numbers.

use chancetree::evaluate::solve;
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use chancetree::model::{Graph, Job};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn best(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("best");
    group.sample_size(10);
    let fresh = |pairs| Decisions::new(Memory::new(pairs, 2).expect("a board"));
    let games = [
        ("no-pass", fresh(100).take_first()),
        ("tactical", fresh(100).rules(Rules::Tactical).expect("two").take_first()),
        ("all tactics everywhere", fresh(60)),
        ("win", fresh(36).with_objective(Objective::Win, Stalemate::Draw, 0).expect("two")),
    ];
    for (name, game) in games {
        let job = Job::default();
        let graph = Graph::of(&game, &job).expect("finite");
        group.throughput(Throughput::Elements(graph.edge_count() as u64));
        group.bench_function(BenchmarkId::new("solve", name), |bencher| {
            bencher.iter(|| solve(&graph, &game.objective(), &job).expect("no cycle").ties);
        });
    }
    group.finish();
}

criterion_group!(benches, best);
criterion_main!(benches);
