//! Every kind of work that can be saved resumes to the same result: stopped at every tick, and killed after every save.

use std::fmt::Debug;
use std::io::{self, Read};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use chancetree::exact::Natural;
use chancetree::game::{Choices, Game, NoAction, Points, StateCodec};
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Decisions, Objective};
use chancetree::model::{
    DeferredWork, Error, Graph, Job, Model, Progress, Stop, Store, StoreError, WriteWork,
};
use chancetree::payoff::{Gain, PayoffTable};
use chancetree_engine::evaluate::{
    ApproximateOdds, Distribution, Masses, RoundedEvaluation, absorption_probabilities, approximate, count,
    distribution, distributions, evaluate, evaluate_rounded, forward, odds, solve, solve_rounded,
};

use oracles::board::{Fractions, graph};
use oracles::monitors::StopAfter;
use oracles::random::{Shape, cases, counting, toys};
use oracles::toy::{Toy, event};

/// A key, or `None` for any, and the bytes that were saved under it.
type Entry = (Option<String>, Vec<u8>);

/// A store in memory that keeps every save and loads the last one.
#[derive(Default)]
pub(super) struct TestStore {
    saved: Mutex<Vec<Entry>>,
    /// The work to be saved with the next save.
    deferred: Mutex<Vec<(String, DeferredWork)>>,
    /// Whether each step is saved, not only the step at which work stops.
    always: bool,
}

impl TestStore {
    /// Returns a store that loads these bytes for every key.
    pub(super) fn of(saved: Vec<u8>) -> Self {
        Self::with(vec![(None, saved)])
    }

    pub(super) fn with(saved: Vec<Entry>) -> Self {
        Self { saved: Mutex::new(saved), ..Self::default() }
    }

    pub(super) fn always() -> Self {
        Self { always: true, ..Self::default() }
    }

    pub(super) fn all(self) -> Vec<Vec<u8>> {
        self.entries().into_iter().map(|(_, bytes)| bytes).collect()
    }

    pub(super) fn entries(self) -> Vec<Entry> {
        self.saved.into_inner().expect("no panic")
    }
}

impl Store for TestStore {
    fn is_due(&self, _: &str) -> bool {
        self.always
    }

    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.saved.lock().expect("no panic").push((Some(key.to_owned()), bytes));
        self.save_deferred()
    }

    fn save_deferred(&self) -> io::Result<()> {
        for (key, work) in self.deferred.lock().expect("no panic").drain(..) {
            let Some(mut write) = work() else { continue };
            let mut bytes = Vec::new();
            write(&mut bytes)?;
            self.saved.lock().expect("no panic").push((Some(key), bytes));
        }
        Ok(())
    }

    fn defer(&self, key: &str, work: DeferredWork) {
        self.deferred.lock().expect("no panic").push((key.to_owned(), work));
    }

    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let saved = self.saved.lock().expect("no panic");
        let is_of = |(of, _): &&Entry| of.as_deref().is_none_or(|of| of == key);
        let last = saved.iter().rfind(is_of).map(|(_, bytes)| bytes.clone());
        Ok(last.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn save_failed(&self, error: &io::Error) {
        panic!("memory takes everything: {error}");
    }
}

/// Returns a job that saves its work in `store`.
pub(super) fn job_in(store: &TestStore) -> Job<'_> {
    Job::default().saved_in(store)
}

/// Up to this number, work is stopped at every tick; beyond, at fewer and fewer ticks.
const EVERY: usize = 64;

/// Checks that work resumes to the same result: killed after each save, of which there are at least `saves`, and stopped again
/// and again, each time at a later tick.
pub(super) fn resumes<T: Debug + PartialEq>(
    saves: usize,
    work: impl Fn(&Job<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let whole = work(&Job::default());
    let store = TestStore::always();
    assert_eq!(work(&job_in(&store)), whole);
    let all = store.entries();
    assert!(all.len() >= saves, "{} saves, but there are {saves} steps", all.len());
    for done in 1..=all.len() {
        assert_eq!(work(&job_in(&TestStore::with(all[..done].to_vec()))), whole);
    }
    let store = TestStore::default();
    let mut ticks = 0;
    loop {
        let monitor = StopAfter::new(ticks);
        match work(&Job { monitor: &monitor, ..job_in(&store) }) {
            Err(Error::Stop(Stop::ByMonitor(_))) => {}
            other => {
                assert_eq!(other, whole);
                assert!(ticks > 0, "the work never ticks");
                break;
            }
        }
        ticks += if ticks < EVERY { 1 } else { ticks / 4 };
    }
    whole
}

/// Returns the result of work that resumes.
pub(super) fn resumed<T: Debug + PartialEq>(saves: usize, work: impl Fn(&Job<'_>) -> Result<T, Error>) -> T {
    resumes(saves, work).expect("a result")
}

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
pub(super) fn kinds<G: StateCodec + 'static>() -> [(&'static str, usize, Kind<G>); 14] {
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
    for (name, passes, kind) in
        kinds::<Fan>().into_iter().filter(|&(name, passes, _)| passes > 0 && name != "counts")
    {
        let saves = passes * (rounds(&graph) + 1);
        let result = resumes(saves, |job| kind(&fan, &graph, &[0, 0], job));
        assert!(result.is_ok(), "{name}");
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

/// Returns `true` if saved bytes were refused, as damaged or of other work.
pub(super) fn is_refused<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::Store(StoreError::Io(_) | StoreError::Unfit)))
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

/// Saved doubles that are truncated, too long, or of other work are refused.
#[test]
fn doubles_of_other_work_are_refused() {
    let board = Memory::new(12, 2).expect("a board");
    let work = |job: &Job<'_>| approximate(&board, &[0, 0], 12, 1e-9, job);
    let store = TestStore::always();
    work(&job_in(&store)).expect("it ends");
    let bytes = store.all().swap_remove(30);
    for length in [0, 8, 40, bytes.len() / 2, bytes.len() - 8] {
        assert!(is_refused(&work(&job_in(&TestStore::of(bytes[..length].to_vec())))));
    }
    assert!(is_refused(&work(&job_in(&TestStore::of([&bytes[..], &[0; 8]].concat())))));
    // Saves of another query, and of another game.
    let other = Memory::new(11, 2).expect("a board");
    for (board, scores, most) in [(&board, &[0, 1], 12), (&board, &[0, 0], 13), (&other, &[0, 0], 12)] {
        let store = TestStore::of(bytes.clone());
        let found = approximate(board, scores, most, 1e-9, &job_in(&store));
        assert!(matches!(found, Err(Error::Store(StoreError::Unfit))));
    }
}

/// Saved values and counts that are truncated or of other work are refused.
#[test]
fn values_of_other_work_are_refused() {
    let board = Decisions::new(Memory::new(4, 2).expect("a board"));
    let solved = graph(&board);
    let decided = |store: &TestStore| solve(&solved, &Objective::Pairs, &job_in(store)).map(drop);
    let toy = Toy::new(1).chance(0, [event(1, 'a', 1), event(2, 'b', 2)]).end(1).end(2);
    let fractions = graph(&toy);
    let fraction = |store: &TestStore| solve(&fractions, &Gain, &job_in(store)).map(drop);
    let counted = |store: &TestStore| count(&solved, &[0, 0], &job_in(store)).map(drop);
    type Work<'a> = &'a dyn Fn(&TestStore) -> Result<(), Error>;
    for (work, step) in [(&decided as Work<'_>, 10), (&fraction, 2), (&counted, 5)] {
        let store = TestStore::always();
        work(&store).expect("it ends");
        let (key, bytes) = store.entries().swap_remove(step - 1);
        assert_eq!(work(&TestStore::with(vec![(key.clone(), bytes.clone())])), Ok(()));
        assert!(is_refused(&work(&TestStore::with(vec![(key, bytes[..bytes.len() - 8].to_vec())]))));
    }
    let store = TestStore::always();
    decided(&store).expect("it ends");
    let bytes = store.all().swap_remove(3);
    assert!(is_refused(&counted(&TestStore::of(bytes.clone()))));
    let other = solve(&solved, &Objective::Win, &job_in(&TestStore::of(bytes)));
    assert!(matches!(other, Err(Error::Store(StoreError::Unfit))));
}

/// A save of one query is refused for another query.
#[test]
fn work_of_another_query_is_refused() {
    let board = graph(&Memory::new(4, 2).expect("a board"));
    let nodes: Vec<usize> = (0..board.node_count()).collect();
    let backward =
        |wanted: &[usize], store: &TestStore| distributions(&board, wanted, &job_in(store)).map(|_| ());
    let forward =
        |scores: &[Points], store: &TestStore| distribution(&board, scores, &job_in(store)).map(|_| ());
    let both = |scores: &[Points], store: &TestStore| odds(&board, scores, &job_in(store)).map(|_| ());
    let third_save = |work: &dyn Fn(&TestStore) -> Result<(), Error>| {
        let store = TestStore::always();
        work(&store).expect("only chance");
        store.all().swap_remove(2)
    };
    let bytes = third_save(&|store| backward(&nodes[..1], store));
    assert_eq!(backward(&nodes[..1], &TestStore::of(bytes.clone())), Ok(()));
    for other in [&nodes[1..2], &nodes[..2]] {
        assert!(matches!(
            backward(other, &TestStore::of(bytes.clone())),
            Err(Error::Store(StoreError::Unfit))
        ));
    }
    let bytes = third_save(&|store| forward(&[0, 0], store));
    assert_eq!(forward(&[0, 0], &TestStore::of(bytes.clone())), Ok(()));
    assert!(matches!(forward(&[1, 0], &TestStore::of(bytes.clone())), Err(Error::Store(StoreError::Unfit))));
    assert!(matches!(both(&[0, 0], &TestStore::of(bytes)), Err(Error::Store(StoreError::Unfit))));
    let bytes = third_save(&|store| both(&[0, 0], store));
    assert_eq!(both(&[0, 0], &TestStore::of(bytes.clone())), Ok(()));
    assert!(matches!(both(&[0, 2], &TestStore::of(bytes.clone())), Err(Error::Store(StoreError::Unfit))));
    assert!(matches!(forward(&[0, 0], &TestStore::of(bytes)), Err(Error::Store(StoreError::Unfit))));
}

/// A failed save is skipped while work continues, and reported when work is stopped.
#[test]
fn failed_saves_are_skipped_or_reported() {
    #[derive(Default)]
    struct Full(AtomicUsize);
    impl Store for Full {
        fn is_due(&self, _: &str) -> bool {
            true
        }
        fn save(&self, _: &str, _: WriteWork<'_>) -> io::Result<()> {
            Err(io::Error::other("no room"))
        }
        fn save_failed(&self, error: &io::Error) {
            assert_eq!(error.to_string(), "no room");
            self.0.fetch_add(1, Relaxed);
        }
        fn load(&self, _: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
            Ok(None)
        }
    }
    let board = graph(&Memory::new(4, 2).expect("a board"));
    let full = Full::default();
    let whole = odds(&board, &[0, 0], &Job::default().saved_in(&full));
    assert_eq!(whole, odds(&board, &[0, 0], &Job::default()));
    assert!(full.0.load(Relaxed) > 2);
    // Before the work begins there is nothing to save.
    let stopped = |ticks: usize| {
        let monitor = StopAfter::new(ticks);
        let full = Full::default();
        let job = Job { monitor: &monitor, ..Job::default().saved_in(&full) };
        distribution(&board, &[0, 0], &job)
    };
    assert!(matches!(stopped(0), Err(Error::Stop(Stop::ByMonitor(_)))));
    assert!((3..6).all(
        |ticks| matches!(stopped(ticks), Err(Error::Store(StoreError::Io(why))) if why.contains("no room"))
    ));
}
