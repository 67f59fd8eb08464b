//! Measures how long a component of many states takes, in exact arithmetic, and how that grows.

use chancetree::evaluate::solve;
use chancetree::exact::{Rational, one};
use chancetree::game::{Choices, Game, NoAction, Points, Seat};
use chancetree::model::{Graph, Run};
use chancetree::payoff::Gain;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Two players in turn on places that all lead to each other: whoever finds the way out takes the point.
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
            // No two places alike: the numbers grow as they would in a game.
            choices
                .chance()
                .event(7 + place, 'a', || Some((place + 1) % self.0))
                .event(3 + place % 11, 'b', || to(7))
                .event(5 + place % 13, 'c', || to(31))
                .event(1 + place % 3, 'o', || None);
        }
    }

    fn layer(&self, place: &Option<u64>) -> u32 {
        u32::from(place.is_none())
    }

    fn seats(&self) -> Seat {
        2
    }

    fn passes(&self, event: char) -> Seat {
        Seat::from(event != 'a' && event != 'o')
    }

    fn points(&self, event: char) -> Points {
        Points::from(event == 'o')
    }
}

fn components(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cycles");
    group.sample_size(10);
    for places in [50, 100, 200, 400, 800] {
        let (game, run) = (Maze(places), Run::default());
        let graph = Graph::of(&game, &run).expect("finite");
        assert_eq!(graph.node_count() as u64, places + 1);
        group.bench_with_input(BenchmarkId::new("solve", places), &graph, |bencher, graph| {
            bencher.iter(|| {
                let value = solve(graph, &Gain, &run).expect("play ends").value(graph.start());
                assert_eq!(value.iter().sum::<Rational>(), one());
                black_box(value)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, components);
criterion_main!(benches);
