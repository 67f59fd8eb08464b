//! Saved exploration: games that take long to explore, threads, and saves that are refused.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use chancetree::game::{Choices, Game, Seat, StateCodec};
use chancetree::games::memory::separate::SeparateMemory;
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener, Ties};
use chancetree::games::solitaire::quantities::Quantities;
use chancetree::games::{memory, solitaire};
use chancetree::model::{Error, Graph, Job, Stop};

use super::lattice::Lattice;
use super::resume::{description, kinds};
use super::test_store::{TestStore, is_refused, job_in, resumed};
use super::threads::on_two_threads;
use oracles::monitors::StopAfter;

fn explored<G: StateCodec + 'static>(game: &G, job: &Job<'_>) -> Result<Vec<String>, Error> {
    Ok(description(&Graph::saved(game, job)?))
}

/// Saves that are truncated anywhere, too long or of another game are refused.
#[test]
fn damaged_saves_and_saves_of_other_games_are_refused() {
    let lattice = Lattice { side: 2, thick: 2 };
    let store = TestStore::always();
    explored(&lattice, &job_in(&store)).expect("a finite game");
    let all = store.all();
    for bytes in &all {
        for at in 0..bytes.len() {
            let short = explored(&lattice, &job_in(&TestStore::of(bytes[..at].to_vec())));
            assert!(is_refused(&short), "{at} of {} bytes", bytes.len());
        }
        let long = [&bytes[..], &[0]].concat();
        assert!(is_refused(&explored(&lattice, &job_in(&TestStore::of(long)))));
    }
    let last = all.last().expect("something was saved").clone();
    let other = explored(&Lattice { side: 3, thick: 3 }, &job_in(&TestStore::of(last)));
    assert!(is_refused(&other), "another game");
}

/// Steps inside wide layers: two threads resume the work of one thread, and the other way round.
#[test]
fn wide_layers_resume_on_any_number_of_threads() {
    let lattice = Lattice { side: 28, thick: 16 };
    let whole = explored(&lattice, &Job::default()).expect("a finite game");
    for ticks in [3, 9, 14] {
        let monitor = StopAfter::new(ticks);
        let (alone, together) = (TestStore::default(), TestStore::default());
        let stopped = explored(&lattice, &Job { monitor: &monitor, ..job_in(&alone) });
        assert!(matches!(stopped, Err(Error::Stop(Stop::ByMonitor(_)))), "after {ticks} ticks");
        assert_eq!(on_two_threads(|job| explored(&lattice, &job.saved_in(&alone))).as_ref(), Ok(&whole));
        let stopped = on_two_threads(|job| {
            let monitor = StopAfter::new(ticks);
            explored(&lattice, &Job { monitor: &monitor, ..job.saved_in(&together) })
        });
        assert!(matches!(stopped, Err(Error::Stop(Stop::ByMonitor(_)))), "after {ticks} ticks");
        assert_eq!(explored(&lattice, &job_in(&together)).as_ref(), Ok(&whole));
    }
}

#[test]
fn games_that_take_long_to_explore_resume() {
    fn resumes<G: StateCodec + 'static>(game: &G) {
        let whole = description(&Graph::of(game, &Job::default()).expect("a finite game"));
        assert_eq!(resumed(1, |job| explored(game, job)), whole);
    }
    let field = Field::new(2, 3, 2).expect("a board");
    for play in [Opener::Lowest(Ties::Random), Opener::Best] {
        let game = Mines::new(field.clone(), play, FirstCell::Anywhere, FirstClick::Any).expect("a game");
        resumes(&game);
    }
    let memories = vec![Some(1), None, Some(2)];
    resumes(&SeparateMemory::new(0, 2, 0, 1, memories).expect("a board"));
    resumes(&memory::decisions::Decisions::new(memory::Memory::new(3, 2).expect("a board")));
    resumes(&solitaire::decisions::CardByCard::new(3).expect("a board"));
    resumes(&Quantities::new(3, None).expect("a board"));
}

/// Two players walk to one of two ends, and `expansions` counts the states that are expanded.
#[derive(Debug, Clone)]
struct Walk {
    decides: bool,
    has_cycles: bool,
    expansions: Arc<AtomicUsize>,
}

/// The greatest place.
const LAST: u8 = 30;

/// The number of labels: one for each choice and event.
const LABELS: usize = 4;

impl Game for Walk {
    type State = u8;
    type Action = bool;
    type Event = bool;

    fn start(&self) -> u8 {
        LAST / 2
    }

    fn expand(&self, &place: &u8, choices: &mut Choices<Self>) {
        self.expansions.fetch_add(1, Relaxed);
        if place == 0 || place >= LAST {
            return;
        }
        for runs in [true, false] {
            let mut choice = match self.decides {
                true => choices.action(runs),
                false if runs => choices.chance(),
                false => return,
            };
            choice = choice.event(2 + u64::from(runs), true, || (place + 2).min(LAST)).points(1);
            let (other, turn_offset) = if self.has_cycles { (place - 1, 1) } else { (place + 1, 1) };
            choice.event(1, false, || other).pass_by(turn_offset);
        }
    }

    fn seats(&self) -> Seat {
        2
    }
}

/// Every kind of work is stopped at every tick after exploring. The resumed work expands at most one state for each label.
#[test]
fn work_that_is_stopped_after_exploring_explores_nothing_again() {
    let mut stopped_kinds = BTreeSet::new();
    for (decides, has_cycles) in [(false, false), (false, true), (true, false), (true, true)] {
        let expansions = Arc::new(AtomicUsize::new(0));
        let game = Walk { decides, has_cycles, expansions: Arc::clone(&expansions) };
        Graph::of(&game, &Job::default()).expect("a finite game");
        let states = expansions.load(Relaxed);
        // Some kinds explore on their own. Where play returns to a state, scores grow without end.
        let kinds = kinds::<Walk>().into_iter().filter(|(name, ..)| {
            let is_other = name.contains("stream") || *name == "exploring";
            !is_other && (!has_cycles || name.starts_with("optimal") || name.starts_with("absorption"))
        });
        for (name, _, kind) in kinds {
            let work = |job: &Job<'_>| {
                expansions.store(0, Relaxed);
                let graph = Graph::saved(&game, job)?;
                kind(&game, &graph, &[0, 0], &job.section("values"))
            };
            // Some kinds of work refuse decisions or cycles.
            let Ok(whole) = work(&Job::default()) else { continue };
            for ticks in 0.. {
                let (store, monitor) = (TestStore::default(), StopAfter::new(ticks));
                let stopped = work(&Job { monitor: &monitor, ..job_in(&store) });
                if stopped == Ok(whole.clone()) {
                    break;
                }
                assert!(matches!(stopped, Err(Error::Stop(Stop::ByMonitor(_)))), "{name}: {stopped:?}");
                let is_explored = expansions.load(Relaxed) >= states;
                assert_eq!(work(&job_in(&store)).as_ref(), Ok(&whole), "{name} after {ticks} ticks");
                if is_explored {
                    let again = expansions.load(Relaxed);
                    assert!(again <= LABELS, "{name} after {ticks} ticks: {again} states are expanded again");
                    stopped_kinds.insert(name);
                }
            }
        }
    }
    assert_eq!(stopped_kinds.len(), 11, "{stopped_kinds:?}");
}
