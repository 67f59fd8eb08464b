//! Exploration moves states: states on the heap are not allocated again.

use chancetree::game::{Choices, Game, NoAction};
use chancetree::model::{Graph, Job};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The number of clones of all states.
static CLONES: AtomicU64 = AtomicU64::new(0);

/// The heads so far, and the number of throws.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Thrown(u32, u32);

impl Clone for Thrown {
    fn clone(&self) -> Self {
        CLONES.fetch_add(1, Relaxed);
        Self(self.0, self.1)
    }
}

/// A hundred throws of a coin.
#[derive(Clone)]
struct Coin;

impl Game for Coin {
    type State = Thrown;
    type Action = NoAction;
    type Event = u32;

    fn start(&self) -> Thrown {
        Thrown(0, 0)
    }

    fn expand(&self, &Thrown(heads, throws): &Thrown, choices: &mut Choices<Self>) {
        if throws < 100 {
            let next = |head| Thrown(heads + head, throws + 1);
            choices.chance().event(1, 0, || next(0)).event(1, 1, || next(1));
        }
    }

    fn layer(&self, state: &Thrown) -> u32 {
        state.1
    }
}

#[test]
fn exploring_clones_no_state() {
    for threads in [1, 2] {
        CLONES.store(0, Relaxed);
        let graph = Graph::of(&Coin, &Job { threads, ..Job::default() }).expect("a hundred throws");
        assert_eq!((graph.node_count(), graph.edge_count()), (5151, 10_100));
        assert_eq!(CLONES.load(Relaxed), 0, "clones with {threads} threads");
    }
}
