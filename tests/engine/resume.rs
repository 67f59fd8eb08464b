//! Work that is killed after any step, or stopped in one, and goes on: the same answer, for every kind that can be saved.

use std::fmt::Debug;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use chancetree::evaluate::{
    Approximate, Counts, Distribution, Tree, absorption_probabilities, approximate, count, distribution,
    distributions, forward, odds, solve,
};
use chancetree::game::{Game, Points};
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Decisions, Objective};
use chancetree::model::{Error, Job, Model, Monitor, Progress, Store, WriteWork};
use chancetree::payoff::Gain;

use oracles::board::{Fractions, graph};
use oracles::random::{Shape, cases, counting, toys};
use oracles::toy::{Toy, event};

/// A key, or `None` for any, and the bytes that were saved under it.
type Entry = (Option<String>, Vec<u8>);

/// A store in memory. It remembers everything that was ever saved, and loads what was saved last.
#[derive(Default)]
pub(super) struct Kept {
    saved: Mutex<Vec<Entry>>,
    /// `true` if each step is saved, not only that in which work stops.
    always: bool,
}

impl Kept {
    /// Returns a store that loads these bytes for every key.
    pub(super) fn of(saved: Vec<u8>) -> Self {
        Self::with(vec![(None, saved)])
    }

    fn with(saved: Vec<Entry>) -> Self {
        Self { saved: Mutex::new(saved), always: false }
    }

    pub(super) fn always() -> Self {
        Self { always: true, ..Self::default() }
    }

    pub(super) fn all(self) -> Vec<Vec<u8>> {
        self.entries().into_iter().map(|(_, bytes)| bytes).collect()
    }

    fn entries(self) -> Vec<Entry> {
        self.saved.into_inner().expect("nobody panics")
    }
}

impl Store for Kept {
    fn is_due(&self, _: &str) -> bool {
        self.always
    }

    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.saved.lock().expect("nobody panics").push((Some(key.to_owned()), bytes));
        Ok(())
    }

    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let saved = self.saved.lock().expect("nobody panics");
        let is_of = |(of, _): &&Entry| of.as_deref().is_none_or(|of| of == key);
        let last = saved.iter().rfind(is_of).map(|(_, bytes)| bytes.clone());
        Ok(last.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn missed(&self, error: &io::Error) {
        panic!("memory takes everything: {error}");
    }
}

/// Returns the answer of work in several sections, which it must also give when it resumes after each save.
pub(super) fn goes_on_later<T: Debug + PartialEq>(work: impl Fn(&Job<'_>) -> Result<T, Error>) -> T {
    let answer = work(&Job::default()).expect("only chance");
    let kept = Kept::always();
    assert_eq!(work(&saved(&kept)).as_ref(), Ok(&answer));
    let entries = kept.entries();
    assert!(entries.iter().any(|(key, _)| key.as_deref() != Some("")), "some section is saved");
    for saves in 1..=entries.len() {
        assert_eq!(work(&saved(&Kept::with(entries[..saves].to_vec()))).as_ref(), Ok(&answer));
    }
    answer
}

/// Terms of work that is saved here.
pub(super) fn saved(kept: &Kept) -> Job<'_> {
    Job::default().saved_in(kept)
}

/// Stops the work at the look after so many.
pub(super) struct Patience(pub(super) AtomicUsize);

impl Monitor for Patience {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        match self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// The answer of some work, which it must also give when it goes on after each of its `steps`, and when it is stopped
/// again and again, a look later each time.
pub(super) fn goes_on<T: Debug + PartialEq>(steps: usize, work: impl Fn(&Job<'_>) -> Result<T, Error>) -> T {
    let answer = work(&Job::default()).expect("only chance");
    let kept = Kept::always();
    assert_eq!(work(&saved(&kept)).as_ref(), Ok(&answer));
    let all = kept.all();
    assert_eq!(all.len(), steps, "each step is saved");
    for bytes in all {
        assert_eq!(work(&saved(&Kept::of(bytes))).as_ref(), Ok(&answer));
    }
    let kept = Kept::default();
    let stopped = |looks: &usize| {
        let patience = Patience(AtomicUsize::new(*looks));
        match work(&Job { monitor: &patience, ..saved(&kept) }) {
            Err(Error::Stopped(_)) => true,
            other => {
                assert_eq!(other.as_ref(), Ok(&answer));
                false
            }
        }
    };
    let stops = (0..).take_while(stopped).count();
    assert!(!kept.all().is_empty() && stops > steps.min(2), "{stops} stops in {steps} steps");
    answer
}

/// Every kind: the odds from both ends, the distribution forward, all distributions backward.
fn all_go_on(model: &Model, scores: &[Points]) {
    let rounds = model.plies().iter().max().map_or(0, |&deepest| deepest as usize + 1);
    let nodes: Vec<usize> = (0..model.node_count()).collect();
    let both = goes_on(rounds, |job| odds(model, scores, job));
    let whole = goes_on(rounds, |job| {
        let whole = distribution(model, scores, job)?;
        Ok((whole.distribution, whole.states, whole.transitions))
    });
    assert_eq!((both.outcomes, both.states, both.transitions), (whole.0.outcomes(), whole.1, whole.2));
    let back = goes_on(rounds, |job| distributions(model, &nodes, job));
    assert_eq!(back[model.start()].clone().plus(scores), Ok(whole.0));
    let (counts, _) = counts_go_on(model, scores);
    assert_eq!((counts.states, counts.transitions), (whole.1, whole.2));
}

/// Optimal values and the odds of all ends, of games with cycles, too.
fn components_go_on(toy: &Toy) {
    let graph = graph(toy);
    each_goes_on(|job| solve(&graph, &Gain, job));
    each_goes_on(|job| absorption_probabilities(&graph, job));
}

/// The same as [`goes_on`], of work that may fail, and that looks at the limits but seldom.
fn each_goes_on<T: Debug + PartialEq>(work: impl Fn(&Job<'_>) -> Result<T, Error>) {
    let whole = work(&Job::default());
    if let Err(Error::Decision(_)) = whole {
        return;
    }
    let kept = Kept::always();
    assert_eq!(work(&saved(&kept)), whole);
    let all = kept.all();
    assert!(!all.is_empty());
    for bytes in all {
        assert_eq!(work(&saved(&Kept::of(bytes))), whole);
    }
    let kept = Kept::default();
    let stopped = |looks: &usize| {
        let patience = Patience(AtomicUsize::new(*looks));
        match work(&Job { monitor: &patience, ..saved(&kept) }) {
            Err(Error::Stopped(_)) => true,
            other => {
                assert_eq!(other, whole);
                false
            }
        }
    };
    assert!((0..).take_while(stopped).count() > 0);
}

/// The counts of states and histories, of games with decisions, too.
fn counts_go_on(model: &Model, scores: &[Points]) -> (Counts, Tree) {
    let rounds = model.plies().iter().max().map_or(0, |&deepest| deepest as usize + 1);
    goes_on(rounds, |job| count(model, scores, job))
}

const CHANCE: Shape = Shape { seats: 6, states: 8, decides: false, cycles: false, heavy: true };

const MANY: Shape = Shape { seats: 16, states: 7, ..CHANCE };

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn work_that_is_stopped_goes_on(
        toy in prop_oneof![toys(CHANCE), counting(CHANCE), toys(MANY)],
        first in 0 as Points..4,
    ) {
        let mut scores = vec![0; usize::from(toy.seats)];
        scores[0] = first;
        all_go_on(&graph(&toy), &scores);
    }
}

const DECIDES: Shape = Shape { seats: 4, states: 8, decides: true, cycles: false, heavy: true };

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn components_that_are_stopped_go_on(
        toy in prop_oneof![
            toys(DECIDES), counting(DECIDES), toys(Shape { cycles: true, states: 6, heavy: false, ..DECIDES }),
            toys(Shape { cycles: true, heavy: false, ..CHANCE })
        ],
    ) {
        components_go_on(&toy);
        let model = graph(&toy);
        if model.is_acyclic() {
            counts_go_on(&model, &vec![1; usize::from(toy.seats)]);
        }
    }
}

/// All that is found of play that is followed.
type Followed = (Distribution, [u64; 3], Vec<(u32, u64)>);

fn followed<G: Game>(game: &G, scores: &[Points], job: &Job<'_>) -> Result<Followed, Error> {
    let found = forward(game, scores, job)?;
    Ok((found.distribution, [found.states, found.transitions, found.ends], found.layers))
}

/// Play that is followed with rows and with doubles, where every step leaves its layer: then it is saved layer by layer.
fn followed_go_on(toy: &Toy, scores: &[Points], threshold: f64) {
    let most = scores.iter().sum::<Points>() + 3 * 8;
    if let Err(error) = approximate(toy, scores, most, 0.0, &Job::default()) {
        assert!(matches!(error, Error::StaysInLayer(_)), "{error}");
        // The whole of it is held, once that is known.
        goes_on_later(|job| followed(toy, scores, job));
        return;
    }
    let work = |job: &Job<'_>| approximate(toy, scores, most, threshold, job);
    let kept = Kept::always();
    work(&saved(&kept)).expect("it ends");
    goes_on(kept.all().len(), work);
    let layers = forward(toy, scores, &Job::default()).expect("only chance").layers.len();
    goes_on(layers, |job| followed(toy, scores, job));
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn followed_play_that_is_stopped_goes_on(
        toy in prop_oneof![toys(CHANCE), counting(CHANCE), toys(MANY)],
        first in 0 as Points..4,
        threshold in prop_oneof![Just(1e-200), Just(1e-3), Just(0.1)],
    ) {
        let mut scores = vec![0; usize::from(toy.seats)];
        scores[0] = first;
        followed_go_on(&toy, &scores, threshold);
    }
}

/// The numbers of states depend on threads, and layers of this board are shared among them: what some threads leave others
/// go on from, to the last bit, and what is saved is the same.
#[test]
fn doubles_go_on_whatever_the_threads() {
    let board = Memory::new(120, 2).expect("a board");
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let work = |threads: usize, kept: Option<&Kept>| -> Result<Approximate, Error> {
        let job = Job { threads, ..kept.map_or_else(Job::default, saved) };
        pool.install(|| approximate(&board, &[0, 0], 120, 1e-24, &job))
    };
    let whole = work(1, None);
    assert!(whole.is_ok());
    let all = [1, 3].map(|threads| {
        let kept = Kept::always();
        assert_eq!(work(threads, Some(&kept)), whole);
        kept.all()
    });
    assert_eq!(all[0], all[1]);
    assert!(all[0].windows(2).all(|two| two[0] != two[1]), "nothing is saved twice, not at the end either");
    // Who is stopped on the way to where the work stood has nothing to save.
    let kept = Kept::of(all[0][300].clone());
    let monitor = &Patience(AtomicUsize::new(5));
    let stopped = approximate(&board, &[0, 0], 120, 1e-24, &Job { monitor, ..saved(&kept) });
    assert!(matches!(stopped, Err(Error::Stopped(_))), "{stopped:?}");
    assert!(kept.all() == [all[0][300].clone()], "it is still what was saved last");
    for step in [0, 150, 300, all[0].len() - 1] {
        for threads in [1, 3] {
            assert_eq!(work(threads, Some(&Kept::of(all[0][step].clone()))), whole, "step {step}");
        }
    }
    // Saved numbers are not computed again: if one of them is changed, the odds change, too.
    let mut changed = all[0][300].clone();
    let number = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let is_likely = |bytes: &[u8]| (1e-20..0.9).contains(&number(bytes));
    // Six probabilities side by side are no accident of other bytes.
    let (place, _) = changed
        .windows(48)
        .enumerate()
        .filter(|(_, window)| window.chunks_exact(8).all(is_likely))
        .max_by(|(_, one), (_, other)| number(&one[16..24]).total_cmp(&number(&other[16..24])))
        .expect("some numbers");
    let likely = &mut changed[place + 16..place + 24];
    let more = number(likely) * (1.0 + 1e-13);
    likely.copy_from_slice(&more.to_le_bytes());
    assert!(work(1, Some(&Kept::of(changed))).is_ok_and(|other| Ok(other) != whole));
}

/// Rows go on whatever the threads. What is cut short, too long, or of other work is refused.
#[test]
fn rows_resume_on_any_number_of_threads() {
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    // Of its longest layers there is enough to be added up for threads to share.
    let board = Memory::new(52, 3).expect("a board");
    let work = |threads: usize, kept: Option<&Kept>| {
        let job = Job { threads, ..kept.map_or_else(Job::default, saved) };
        pool.install(|| followed(&board, &[0, 0, 0], &job))
    };
    let whole = work(1, None);
    let all = [1, 3].map(|threads| {
        let kept = Kept::always();
        assert_eq!(work(threads, Some(&kept)), whole);
        kept.all()
    });
    assert_eq!(all[0], all[1]);
    for step in [0, 40, all[0].len() - 1] {
        for threads in [1, 3] {
            assert_eq!(work(threads, Some(&Kept::of(all[0][step].clone()))), whole, "step {step}");
        }
    }

    // Counting ways, and over denominators.
    for dividing in [false, true] {
        let board = Memory::new(5, 2).expect("a board");
        let work = |scores: &[Points], kept: &Kept| match dividing {
            false => followed(&board, scores, &saved(kept)),
            true => followed(&Fractions(board.clone()), scores, &saved(kept)),
        };
        let kept = Kept::always();
        work(&[0, 0], &kept).expect("only chance");
        let bytes = kept.all().swap_remove(6);
        for length in [0, 8, 40, bytes.len() / 2, bytes.len() - 8] {
            assert!(matches!(
                work(&[0, 0], &Kept::of(bytes[..length].to_vec())),
                Err(Error::NotSaved(_) | Error::UnfitSave)
            ));
        }
        let more = Kept::of([&bytes[..], &[0; 8]].concat());
        assert!(matches!(work(&[0, 0], &more), Err(Error::NotSaved(_) | Error::UnfitSave)));
        assert!(matches!(work(&[0, 1], &Kept::of(bytes)), Err(Error::UnfitSave)));
    }
}

/// Saved doubles that are cut short, too long, or of other work are refused.
#[test]
fn doubles_of_other_work_are_refused() {
    let board = Memory::new(12, 2).expect("a board");
    let work = |job: &Job<'_>| approximate(&board, &[0, 0], 12, 1e-9, job);
    let kept = Kept::always();
    work(&saved(&kept)).expect("it ends");
    let bytes = kept.all().swap_remove(30);
    for length in [0, 8, 40, bytes.len() / 2, bytes.len() - 8] {
        assert!(matches!(
            work(&saved(&Kept::of(bytes[..length].to_vec()))),
            Err(Error::NotSaved(_) | Error::UnfitSave)
        ));
    }
    assert!(matches!(
        work(&saved(&Kept::of([&bytes[..], &[0; 8]].concat()))),
        Err(Error::NotSaved(_) | Error::UnfitSave)
    ));
    // Of another question, and of another game.
    let other = Memory::new(11, 2).expect("a board");
    for (board, scores, most) in [(&board, &[0, 1], 12), (&board, &[0, 0], 13), (&other, &[0, 0], 12)] {
        let kept = Kept::of(bytes.clone());
        let found = approximate(board, scores, most, 1e-9, &saved(&kept));
        assert!(matches!(found, Err(Error::UnfitSave)));
    }
}

/// Saved values and counts that are cut short or of other work are refused.
#[test]
fn values_of_other_work_are_refused() {
    let board = Decisions::new(Memory::new(4, 2).expect("a board"));
    let solved = graph(&board);
    let decided = |kept: &Kept| solve(&solved, &Objective::Pairs, &saved(kept)).map(drop);
    let toy = Toy::new(1).chance(0, [event(1, 'a', 1), event(2, 'b', 2)]).end(1).end(2);
    let fractions = graph(&toy);
    let fraction = |kept: &Kept| solve(&fractions, &Gain, &saved(kept)).map(drop);
    let counted = |kept: &Kept| count(&solved, &[0, 0], &saved(kept)).map(drop);
    type Work<'a> = &'a dyn Fn(&Kept) -> Result<(), Error>;
    for (work, step) in [(&decided as Work<'_>, 10), (&fraction, 2), (&counted, 5)] {
        let kept = Kept::always();
        work(&kept).expect("it ends");
        let bytes = kept.all().swap_remove(step - 1);
        assert_eq!(work(&Kept::of(bytes.clone())), Ok(()));
        assert!(matches!(
            work(&Kept::of(bytes[..bytes.len() - 8].to_vec())),
            Err(Error::NotSaved(_) | Error::UnfitSave)
        ));
    }
    let kept = Kept::always();
    decided(&kept).expect("it ends");
    let bytes = kept.all().swap_remove(3);
    assert!(matches!(counted(&Kept::of(bytes.clone())), Err(Error::NotSaved(_) | Error::UnfitSave)));
    let other = solve(&solved, &Objective::Win, &saved(&Kept::of(bytes)));
    assert!(matches!(other, Err(Error::UnfitSave)));
}

/// Work that is saved of one question is no answer to another, whoever forgets to look.
#[test]
fn work_of_another_question_is_refused() {
    let board = graph(&Memory::new(4, 2).expect("a board"));
    let nodes: Vec<usize> = (0..board.node_count()).collect();
    let backward = |wanted: &[usize], kept: &Kept| distributions(&board, wanted, &saved(kept)).map(|_| ());
    let forward = |scores: &[Points], kept: &Kept| distribution(&board, scores, &saved(kept)).map(|_| ());
    let both = |scores: &[Points], kept: &Kept| odds(&board, scores, &saved(kept)).map(|_| ());
    let begun = |work: &dyn Fn(&Kept) -> Result<(), Error>| {
        let kept = Kept::always();
        work(&kept).expect("only chance");
        kept.all().swap_remove(2)
    };
    let bytes = begun(&|kept| backward(&nodes[..1], kept));
    assert_eq!(backward(&nodes[..1], &Kept::of(bytes.clone())), Ok(()));
    for other in [&nodes[1..2], &nodes[..2]] {
        assert!(matches!(backward(other, &Kept::of(bytes.clone())), Err(Error::UnfitSave)));
    }
    let bytes = begun(&|kept| forward(&[0, 0], kept));
    assert_eq!(forward(&[0, 0], &Kept::of(bytes.clone())), Ok(()));
    assert!(matches!(forward(&[1, 0], &Kept::of(bytes.clone())), Err(Error::UnfitSave)));
    assert!(matches!(both(&[0, 0], &Kept::of(bytes)), Err(Error::UnfitSave)));
    let bytes = begun(&|kept| both(&[0, 0], kept));
    assert_eq!(both(&[0, 0], &Kept::of(bytes.clone())), Ok(()));
    assert!(matches!(both(&[0, 2], &Kept::of(bytes.clone())), Err(Error::UnfitSave)));
    assert!(matches!(forward(&[0, 0], &Kept::of(bytes)), Err(Error::UnfitSave)));
}

/// Nowhere to save: while work goes on that is missed and no more, but whoever stops it is told.
#[test]
fn what_cannot_be_saved_is_missed_or_told() {
    #[derive(Default)]
    struct Full(AtomicUsize);
    impl Store for Full {
        fn is_due(&self, _: &str) -> bool {
            true
        }
        fn save(&self, _: &str, _: WriteWork<'_>) -> io::Result<()> {
            Err(io::Error::other("no room"))
        }
        fn missed(&self, error: &io::Error) {
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
    let stopped = |looks: usize| {
        let patience = Patience(AtomicUsize::new(looks));
        let full = Full::default();
        let job = Job { monitor: &patience, ..Job::default().saved_in(&full) };
        distribution(&board, &[0, 0], &job)
    };
    assert!(matches!(stopped(0), Err(Error::Stopped(_))));
    assert!(
        (3..6).all(|looks| matches!(stopped(looks), Err(Error::NotSaved(why)) if why.contains("no room")))
    );
}
