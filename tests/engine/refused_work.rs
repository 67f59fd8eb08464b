//! Saved work that is damaged or of other work, and saves that fail.

use super::test_store::{TestStore, is_refused, job_in};
use chancetree::game::Points;
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Decisions, Objective};
use chancetree::model::{Error, Job, Stop, Store, StoreError, WriteWork};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::{approximate, count, distribution, distributions, odds, solve};
use oracles::board::graph;
use oracles::monitors::StopAfter;
use oracles::toy::{Toy, event};
use std::io::{self, Read};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

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
