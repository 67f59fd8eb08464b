//! Measures the time for a component of many states, in exact arithmetic, and its growth.

use chancetree::evaluate::{absorption_probabilities, solve};
use chancetree::exact::{Rational, one};
use chancetree::game::{Choices, Game, NoAction, Seat};
use chancetree::games::memory::forgetting::{SeatStrategy, Strategy};
use chancetree::games::memory::separate::SeparateMemory;
use chancetree::model::{Graph, Job};
use chancetree::payoff::Gain;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Two players move in turn among places that all lead to each other; finding the exit scores.
#[derive(Clone)]
struct Maze(u64);

impl Game for Maze {
    type State = Option<u64>;
    type Action = NoAction;
    type Event = char;

    fn start(&self) -> Option<u64> {
        Some(0)
    }

    fn expand(&self, place: &Option<u64>, choices: &mut Choices<Self>) {
        if let Some(place) = *place {
            let to = |step: u64| Some((place * step + step) % self.0);
            // All places differ, so that numbers grow as in a game.
            choices
                .chance()
                .event(7 + place, 'a', || Some((place + 1) % self.0))
                .event(3 + place % 11, 'b', || to(7))
                .pass()
                .event(5 + place % 13, 'c', || to(31))
                .pass()
                .event(1 + place % 3, 'o', || None)
                .points(1);
        }
    }

    fn layer(&self, place: &Option<u64>) -> u32 {
        u32::from(place.is_none())
    }

    fn seats(&self) -> Seat {
        2
    }
}

fn components(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cycles");
    group.sample_size(10);
    for places in [50, 100, 200, 400, 800] {
        let (game, job) = (Maze(places), Job::default());
        let graph = Graph::of(&game, &job).expect("finite");
        assert_eq!(graph.node_count() as u64, places + 1);
        group.bench_with_input(BenchmarkId::new("solve", places), &graph, |bencher, graph| {
            bencher.iter(|| {
                let value = solve(graph, &Gain, &job).expect("play ends").value(graph.start());
                assert_eq!(value.iter().sum::<Rational>(), one());
                black_box(value)
            });
        });
    }
    group.finish();
}

/// Three bold players with separate memories: followed to the final scores, as by `fair`, and solved.
fn memories(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("memories");
    group.sample_size(10);
    for pairs in [3, 4, 5] {
        let game = SeparateMemory::new(0, pairs, 0, 0, vec![Some(2), Some(4), Some(3)]).expect("a board");
        let game = game.plays(vec![SeatStrategy::Always(Strategy::Bold)]).expect("all play alike");
        let job = Job::default();
        group.bench_function(BenchmarkId::new("followed", pairs), |bencher| {
            bencher.iter(|| {
                let graph = Graph::of(&game, &job).expect("finite");
                let scored = graph.with_scores(&[0, 0, 0], None, &job).expect("no limit");
                let ends = absorption_probabilities(scored.model(), &job).expect("play ends");
                assert_eq!(ends.iter().map(|(_, share)| share).sum::<Rational>(), one());
                ends
            });
        });
        group.bench_function(BenchmarkId::new("solved", pairs), |bencher| {
            bencher.iter(|| {
                let graph = Graph::of(&game, &job).expect("finite");
                solve(&graph, &Gain, &job).expect("play ends").value(graph.start())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, components, memories);
criterion_main!(benches);
