//! Every kind of work that can be saved resumes to the same result: stopped at every tick, and killed after every save.

use super::test_store::{TestStore, is_refused, job_in, resumed, resumes};
use proptest::prelude::*;
use std::fmt::Debug;

use rayon::ThreadPoolBuilder;

use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, NoAction, Points, StateCodec};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Graph, Job, Model, Progress, Stop, StoreError};
use chancetree::payoff::{Gain, PayoffTable};
use chancetree_engine::evaluate::{
    ApproximateOdds, Distribution, Masses, RoundedEvaluation, absorption_probabilities, approximate, count,
    counts, distribution, distributions, evaluate, evaluate_rounded, forward, odds, solve, solve_rounded,
};

use oracles::board::{Fractions, graph};
use oracles::monitors::StopAfter;
use oracles::random::{Shape, cases, counting, toys};

/// Returns the number of rounds of a model.
fn rounds(model: &Model) -> usize {
    model.by_ply().len()
}

/// Describes everything in a graph.
pub(super) fn description<G: StateCodec>(graph: &Graph<G>) -> Vec<String> {
    let node = |node: usize| {
        let edges =
            graph.edges_of(node).map(|edge| (graph.edge(edge), graph.weight(edge), *graph.edge_kind(edge)));
        let edges: Vec<_> =
            edges.map(|((_, target, label), weight, kind)| (target, *label, weight, kind)).collect();
        format!(
            "{:?} {} {edges:?} {:?}",
            graph.state(node),
            graph.layer(node),
            graph.remaining_arrangements(node)
        )
    };
    (0..graph.node_count()).map(node).collect()
}

/// A kind of work on a game and its graph, with the scores at the start. The result is a text.
pub(super) type Kind<G> = fn(&G, &Graph<G>, &[Points], &Job<'_>) -> Result<String, Error>;

/// Returns the masses of two outcomes in a node; their sum is the number of hidden arrangements, where that is counted.
fn masses(model: &Model, node: usize) -> Masses {
    let hidden = model.remaining_arrangements(node).cloned().unwrap_or_else(|| Natural::from(1u32));
    match node % 3 {
        0 => vec![hidden, Natural::default()],
        1 if model.remaining_arrangements(node).is_none() => {
            vec![Natural::from(node as u64), Natural::from(7u32)]
        }
        _ => vec![Natural::default(), hidden],
    }
}

/// Returns every kind of work that is the same for all games, with the number of passes whose rounds are saved.
pub(super) fn kinds<G: StateCodec + 'static>() -> [(&'static str, usize, Kind<G>); 15] {
    fn text(result: Result<impl Debug, Error>) -> Result<String, Error> {
        result.map(|result| format!("{result:?}"))
    }
    [
        ("exploring", 0, |game, _, _, job| text(Graph::saved(game, job).map(|graph| description(&graph)))),
        ("odds", 1, |_, graph, scores, job| text(odds(graph, scores, job))),
        ("joint distribution", 1, |_, graph, scores, job| {
            let whole = distribution(graph, scores, job)?;
            Ok(format!("{:?} {} {}", whole.distribution, whole.states, whole.transitions))
        }),
        ("distributions of all nodes", 1, |_, graph, _, job| {
            let nodes: Vec<usize> = (0..graph.node_count()).collect();
            text(distributions(graph, &nodes, job))
        }),
        ("counts", 2, |_, graph, scores, job| text(count(graph, scores, job))),
        ("counts from several nodes", 1, |_, graph, scores, job| {
            let nodes: Vec<usize> = (0..graph.node_count().min(3)).collect();
            text(counts(graph, &nodes, scores, job))
        }),
        ("optimal values", 0, |_, graph, _, job| text(solve(graph, &Gain, job))),
        ("optimal values in doubles", 0, |_, graph, _, job| {
            text(solve_rounded(graph.model(), PayoffTable::of(graph, &Gain), 1e-9, job))
        }),
        ("absorption probabilities", 0, |_, graph, _, job| text(absorption_probabilities(graph, job))),
        ("exact numbers of nodes", 2, |_, graph, _, job| {
            let model = graph.model();
            let all = evaluate(model, 2, |node| masses(model, node), job)?;
            text(Ok((0..model.node_count())
                .map(|node| (all.odds(node), all.reach(node)))
                .collect::<Vec<_>>()))
        }),
        ("rounded numbers of nodes", 2, |_, graph, _, job| {
            let model = graph.model();
            text(evaluate_rounded(model, 2, |node| masses(model, node), job))
        }),
        ("document of a graph", 0, |_, graph, scores, job| document(graph, scores, job)),
        ("rows of a stream", 0, |game, _, scores, job| text(followed(game, scores, job))),
        ("doubles of a stream", 0, |game, _, scores, job| {
            text(approximate(game, scores, scores.iter().sum::<Points>() + 3 * 8, 1e-3, job))
        }),
        ("exact doubles of a stream", 0, |game, _, scores, job| {
            text(approximate(game, scores, scores.iter().sum::<Points>() + 3 * 8, 1e-200, job))
        }),
    ]
}

/// Writes a document of the graph with the scores. If writing is stopped, its numbers are saved.
fn document<G: StateCodec>(graph: &Graph<G>, scores: &[Points], job: &Job<'_>) -> Result<String, Error> {
    const FINGERPRINT: u64 = 7;
    let scored = graph.with_scores(scores, None, &job.section("scores"))?;
    let place = job.section("rounded");
    let loaded = place.store.map_or(Ok(None), |store| store.load_value(FINGERPRINT))?;
    let evaluate = || evaluate_rounded(scored.model(), 2, |node| masses(&scored, node), job);
    let known: RoundedEvaluation = loaded.map_or_else(evaluate, Ok)?;
    let mut document = String::new();
    for node in 0..scored.node_count() {
        if let Err(stopped) = job.tick_at(node, Progress::default()) {
            place.store.map_or(Ok(()), |store| store.save_stopped_value(FINGERPRINT, &known))?;
            return Err(stopped);
        }
        let (odds, reach) = (known.odds(node), known.reach(node));
        document += &format!("{:?} {:?} {odds:?} {reach}\n", scored.state(node), scored.scores(node));
    }
    Ok(document)
}

/// Checks every kind of work on a game, and returns the kinds that have a result.
fn all_resume<G: StateCodec + 'static>(game: &G, scores: &[Points]) -> Vec<&'static str> {
    let graph = graph(game);
    let result = |&(name, passes, kind): &(&'static str, usize, Kind<G>)| {
        let work = |job: &Job<'_>| kind(game, &graph, scores, job);
        if work(&Job::default()).is_err() {
            return None;
        }
        resumed(passes * rounds(&graph), work);
        Some(name)
    };
    kinds::<G>().iter().filter_map(result).collect()
}

const CHANCE: Shape = Shape { seats: 6, states: 8, decides: false, cycles: false, heavy: true, least: -3 };

const DECIDES: Shape = Shape { seats: 4, decides: true, ..CHANCE };

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn work_that_is_stopped_or_killed_resumes(
        toy in prop_oneof![
            toys(CHANCE), counting(CHANCE), toys(Shape { seats: 16, states: 7, ..CHANCE }), toys(DECIDES),
            counting(DECIDES), toys(Shape { cycles: true, states: 6, heavy: false, ..DECIDES }),
            toys(Shape { cycles: true, heavy: false, ..CHANCE }),
        ],
        first in 0 as Points..4,
    ) {
        let mut scores = vec![0; usize::from(toy.seats)];
        scores[0] = first;
        all_resume(&toy, &scores);
    }
}

/// A game of chance has a result of every kind.
#[test]
fn every_kind_of_work_resumes_on_a_board() {
    let kinds: Vec<&str> = kinds::<Fan>().iter().map(|&(name, ..)| name).collect();
    assert_eq!(all_resume(&Fan { width: 5 }, &[1, 0]), kinds);
}

/// A round of many nodes is saved within the round: killed or stopped there, it resumes with the remaining nodes.
#[test]
fn a_stopped_round_resumes_with_its_other_nodes() {
    let fan = Fan { width: 34_000 };
    let graph = graph(&fan);
    for (name, passes, kind) in kinds::<Fan>().into_iter().filter(|&(_, passes, _)| passes > 0) {
        let saves = passes * (rounds(&graph) + 1);
        let result = resumes(saves, |job| kind(&fan, &graph, &[0, 0], job));
        assert!(result.is_ok(), "{name}");
    }
}

/// Odds that are stopped after two thirds of the checks of the whole work, again and again, are finished: what follows the two
/// sweeps is saved, too.
#[test]
fn odds_that_are_stopped_often_are_finished() {
    for players in [2, 3, 4] {
        let graph = graph(&Memory::new(10, players).expect("a board"));
        let counter = StopAfter::never();
        let whole = odds(&graph, &[], &Job { monitor: &counter, ..Job::default() });
        let store = TestStore::default();
        let is_whole = |_: &u32| {
            let monitor = &StopAfter::new(2 * counter.ticks() / 3);
            odds(&graph, &[], &Job { monitor, ..job_in(&store) }) == whole
        };
        let runs = (1..20).find(is_whole);
        assert!(runs.is_some_and(|runs| (2..6).contains(&runs)), "{players} players: {runs:?} runs");
    }
}

/// Play that leads to one of many states and from there to one of two ends, in two ways each.
#[derive(Clone, Debug)]
struct Fan {
    width: u32,
}

impl Game for Fan {
    type State = u32;
    type Action = NoAction;
    type Event = u32;

    fn start(&self) -> u32 {
        0
    }

    fn expand(&self, state: &u32, choices: &mut Choices<Self>) {
        let (ends, all) = (self.width + 1, 1..=self.width);
        match *state {
            0 => {
                let _ = all.fold(choices.chance(), |events, next| {
                    events.event(1, 2, move || next).event(1, 3, move || next).points(1)
                });
            }
            state if state < ends => {
                let weight = u64::from(state % 3) + 1;
                let _ =
                    choices.chance().event(weight, 0, move || ends).event(1, 1, move || ends + 1).points(1);
            }
            _ => {}
        }
    }

    fn layer(&self, state: &u32) -> u32 {
        u32::from(*state > 0) + u32::from(*state > self.width)
    }

    fn seats(&self) -> u8 {
        2
    }
}

/// The results of forward evaluation.
type Followed = (Distribution, [u64; 3], Vec<(u32, u64)>);

fn followed<G: Game>(game: &G, scores: &[Points], job: &Job<'_>) -> Result<Followed, Error> {
    let found = forward(game, scores, job)?;
    Ok((found.distribution, [found.states, found.transitions, found.ends], found.layers))
}

/// Layers of this board are shared among threads: work saved by some threads is resumed by others to the last bit, and the
/// saved bytes are the same.
#[test]
fn doubles_resume_on_any_number_of_threads() {
    let board = Memory::new(120, 2).expect("a board");
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let work = |threads: usize, store: Option<&TestStore>| -> Result<ApproximateOdds, Error> {
        let job = Job { threads, ..store.map_or_else(Job::default, job_in) };
        pool.install(|| approximate(&board, &[0, 0], 120, 1e-24, &job))
    };
    let whole = work(1, None);
    assert!(whole.is_ok());
    let all = [1, 3].map(|threads| {
        let store = TestStore::always();
        assert_eq!(work(threads, Some(&store)), whole);
        store.all()
    });
    assert_eq!(all[0], all[1]);
    assert!(all[0].windows(2).all(|two| two[0] != two[1]), "nothing is saved twice, not even at the end");
    // Work that is stopped before it is back at the saved step has nothing to save.
    let store = TestStore::of(all[0][300].clone());
    let monitor = &StopAfter::new(5);
    let stopped = approximate(&board, &[0, 0], 120, 1e-24, &Job { monitor, ..job_in(&store) });
    assert!(matches!(stopped, Err(Error::Stop(Stop::ByMonitor(_)))), "{stopped:?}");
    assert!(store.all() == [all[0][300].clone()], "the last save is unchanged");
    for step in [0, 150, 300, all[0].len() - 1] {
        for threads in [1, 3] {
            assert_eq!(work(threads, Some(&TestStore::of(all[0][step].clone()))), whole, "step {step}");
        }
    }
    // Saved numbers are not computed again: a change of one number changes the odds.
    let mut changed = all[0][300].clone();
    let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let is_likely = |bytes: &[u8]| (1e-20..0.9).contains(&number(bytes));
    // Six probabilities in a row do not occur by accident in other bytes.
    let (place, _) = changed
        .windows(48)
        .enumerate()
        .filter(|(_, window)| window.chunks_exact(8).all(is_likely))
        .max_by(|(_, one), (_, other)| number(&one[16..24]).total_cmp(&number(&other[16..24])))
        .expect("some numbers");
    let likely = &mut changed[place + 16..place + 24];
    let more = number(likely) * (1.0 + 1e-13);
    likely.copy_from_slice(&more.to_le_bytes());
    assert!(work(1, Some(&TestStore::of(changed))).is_ok_and(|other| Ok(other) != whole));
}

/// Rows resume on any number of threads. Saves that are truncated, too long, or of other work are refused.
#[test]
fn rows_resume_on_any_number_of_threads() {
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    // The longest layers are large enough for several threads.
    let board = Memory::new(52, 3).expect("a board");
    let work = |threads: usize, store: Option<&TestStore>| {
        let job = Job { threads, ..store.map_or_else(Job::default, job_in) };
        pool.install(|| followed(&board, &[0, 0, 0], &job))
    };
    let whole = work(1, None);
    let all = [1, 3].map(|threads| {
        let store = TestStore::always();
        assert_eq!(work(threads, Some(&store)), whole);
        store.all()
    });
    assert_eq!(all[0], all[1]);
    for step in [0, 40, all[0].len() - 1] {
        for threads in [1, 3] {
            assert_eq!(work(threads, Some(&TestStore::of(all[0][step].clone()))), whole, "step {step}");
        }
    }

    // With multiplicities, and with denominators.
    for dividing in [false, true] {
        let board = Memory::new(5, 2).expect("a board");
        let work = |scores: &[Points], store: &TestStore| match dividing {
            false => followed(&board, scores, &job_in(store)),
            true => followed(&Fractions(board.clone()), scores, &job_in(store)),
        };
        let store = TestStore::always();
        work(&[0, 0], &store).expect("only chance");
        let bytes = store.all().swap_remove(6);
        for length in [0, 8, 40, bytes.len() / 2, bytes.len() - 8] {
            assert!(is_refused(&work(&[0, 0], &TestStore::of(bytes[..length].to_vec()))));
        }
        let more = TestStore::of([&bytes[..], &[0; 8]].concat());
        assert!(is_refused(&work(&[0, 0], &more)));
        assert!(matches!(work(&[0, 1], &TestStore::of(bytes)), Err(Error::Store(StoreError::Unfit))));
    }
}
