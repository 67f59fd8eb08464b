//! Threads change no result. The boards are wide enough for the work to be shared.

use chancetree::exact::{Natural, one, ratio};
use chancetree::model::{Graph, Job};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{distributions, evaluate, forward, solve};
use rayon::ThreadPoolBuilder;

use super::assert_same;
use super::lattice::Lattice;

/// Runs work on a pool of two threads, however many the machine has.
pub(crate) fn with_two<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(2).build().expect("two threads").install(work)
}

/// Runs the engine on a pool of two threads.
pub(crate) fn on_two_threads<T: Send>(work: impl FnOnce(&Job<'_>) -> T + Send) -> T {
    with_two(|| work(&Job { threads: 2, ..Job::default() }))
}

/// A lattice with one diagonal in a layer; and one with several, so that steps stay inside layers of more than 8000 states.
const LATTICES: [Lattice; 2] = [Lattice { side: 28, thick: 1 }, Lattice { side: 28, thick: 16 }];

#[test]
fn discovery_finds_the_same_on_two_threads() {
    for lattice in &LATTICES {
        let alone = Graph::of(lattice, &Job::default()).unwrap();
        let together = on_two_threads(|job| Graph::of(lattice, job).unwrap());
        assert_eq!(alone.node_count(), 29usize.pow(3));
        assert_eq!(alone.edge_count(), 3 * 28 * 29 * 29);
        assert_same(&alone, &together, "two threads");
        let most = alone.layers().iter().map(|(_, states)| states.len()).max().unwrap();
        assert!(most > if lattice.thick == 1 { 600 } else { 8192 }, "{most} in the largest layer");
    }
}

#[test]
fn evaluation_finds_the_same_on_two_threads() {
    let lattice = &LATTICES[1];
    let graph = Graph::of(lattice, &Job::default()).unwrap();
    let evaluate = |job: &Job<'_>| evaluate(&graph, 1, |_| vec![Natural::from(1u32)], job).unwrap();
    let (alone, together) = (evaluate(&Job::default()), on_two_threads(evaluate));
    for node in 0..graph.node_count() {
        assert_eq!(alone.reach(node), together.reach(node), "{:?}", graph.state(node));
        assert_eq!(together.odds(node), [one()]);
    }
    // Far from the walls, paths are multinomial: (1, 2, 3) is reached in 60 orders, each with 1/6 * (2/6)^2 * (3/6)^3.
    let inner = (0..graph.node_count()).find(|&node| *graph.state(node) == [1, 2, 3]).unwrap();
    assert_eq!(together.reach(inner), ratio(60 * 4 * 27, 46_656));
}

#[test]
fn distributions_are_the_same_on_two_threads() {
    let job = Job::default();
    let [thin, thick] = &LATTICES;
    let graph = Graph::of(thin, &job).unwrap();
    let back = |job: &Job<'_>| distributions(&graph, &[graph.start()], job).unwrap().swap_remove(0);
    let sweep = |lattice: &Lattice, job: &Job<'_>| forward(lattice, &[], job).unwrap();
    let alone = back(&job);
    assert_eq!(on_two_threads(back), alone, "distributions");
    let swept = sweep(thin, &job);
    let other = on_two_threads(|job| sweep(thin, job));
    assert_eq!(
        (&other.distribution, &other.layers, other.states),
        (&swept.distribution, &swept.layers, swept.states),
        "forward"
    );
    let inside = on_two_threads(|job| sweep(thick, job));
    assert_eq!((inside.states, inside.ends), (swept.states, swept.ends));
    // All evaluators find the same distribution, and all 28 points are scored.
    let odds = |distribution: &chancetree::evaluate::Distribution| -> Vec<_> {
        distribution.iter().map(|(points, odds)| (points.to_vec(), odds)).collect()
    };
    assert_eq!(odds(&swept.distribution), odds(&alone));
    assert_eq!(odds(&inside.distribution), odds(&alone));
    assert!(alone.iter().all(|(points, _)| points[0] + points[1] == 28));
    let solution = solve(&graph, &Gain, &job).unwrap();
    assert_eq!(solution.value(graph.start()), alone.expected());
}
