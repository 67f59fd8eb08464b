//! Exploring that is killed after any portion, or stopped in one, and goes on: the same graph, to the last step.

use std::sync::atomic::AtomicUsize;

use proptest::prelude::*;

use chancetree::evaluate::checkpoint::Checkpointer;
use chancetree::game::Travel;
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{FirstClick, Mines, Play, Start, Ties};
use chancetree::model::{Error, Graph, Run};

use super::lattice::Lattice;
use super::resume::{Kept, Patience};
use super::threads::on_two_threads;
use oracles::random::{Shape, cases, counting, toys};

/// All that a graph says, in words.
fn told<G: Travel>(graph: &Graph<G>) -> Vec<String> {
    let node = |node: usize| {
        let edges =
            graph.edges_of(node).map(|edge| (graph.edge(edge), graph.weight(edge), *graph.kind(edge)));
        let edges: Vec<_> =
            edges.map(|((_, target, label), weight, kind)| (target, *label, weight, kind)).collect();
        format!("{:?} {} {edges:?} {:?}", graph.state(node), graph.layer(node), graph.hidden(node))
    };
    (0..graph.node_count()).map(node).collect()
}

fn explored<G: Travel>(game: &G, kept: Option<&Kept>, run: &Run<'_>) -> Result<Vec<String>, Error> {
    let kept = kept.map(|kept| kept as &dyn Checkpointer);
    Ok(told(&Graph::resumed(game, kept, run)?))
}

/// The graph, whatever was saved of it. Returns all that was saved.
fn goes_on<G: Travel>(game: &G) -> Vec<Vec<u8>> {
    let whole = told(&Graph::of(game, &Run::default()).expect("a finite game"));
    let kept = Kept::always();
    assert_eq!(explored(game, Some(&kept), &Run::default()).as_ref(), Ok(&whole));
    let saved = kept.all();
    for bytes in &saved {
        assert_eq!(explored(game, Some(&Kept::of(bytes.clone())), &Run::default()).as_ref(), Ok(&whole));
    }
    let kept = Kept::default();
    for looks in 0.. {
        let patience = Patience(AtomicUsize::new(looks));
        match explored(game, Some(&kept), &Run { observer: &patience, ..Run::default() }) {
            Err(Error::Stopped(_)) => {}
            other => {
                assert_eq!(other.as_ref(), Ok(&whole));
                break;
            }
        }
    }
    assert!(!kept.all().is_empty(), "it was stopped");
    saved
}

const CHANCE: Shape = Shape { seats: 6, states: 9, decides: false, cycles: false, heavy: true };

const DECIDES: Shape = Shape { seats: 4, decides: true, ..CHANCE };

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn exploring_that_is_stopped_goes_on(
        toy in prop_oneof![
            toys(CHANCE), counting(CHANCE), toys(DECIDES), toys(Shape { cycles: true, heavy: false, ..DECIDES })
        ],
    ) {
        goes_on(&toy);
    }
}

/// What somebody made is another graph, or refused; nothing panics, and nothing takes memory that is not there.
#[test]
fn nothing_is_believed_that_does_not_hold_together() {
    let lattice = Lattice { side: 2, thick: 2 };
    let saved = goes_on(&lattice);
    for bytes in &saved {
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1 << (at % 8);
            let _ = explored(&lattice, Some(&Kept::of(other)), &Run::default());
            let short = explored(&lattice, Some(&Kept::of(bytes[..at].to_vec())), &Run::default());
            assert!(matches!(short, Err(Error::NotSaved(_))), "{at} of {} bytes", bytes.len());
        }
        let long = [&bytes[..], &[0]].concat();
        assert!(matches!(
            explored(&lattice, Some(&Kept::of(long)), &Run::default()),
            Err(Error::NotSaved(_))
        ));
    }
    let last = saved.last().expect("something was saved").clone();
    let other = explored(&Lattice { side: 3, thick: 3 }, Some(&Kept::of(last)), &Run::default());
    assert!(matches!(other, Err(Error::NotSaved(_))), "another game");
}

/// Steps inside wide layers; what one thread leaves two go on from, and the other way.
#[test]
fn wide_layers_go_on_whatever_the_threads() {
    let lattice = Lattice { side: 28, thick: 16 };
    let whole = explored(&lattice, None, &Run::default()).expect("a finite game");
    for looks in [3, 9, 14] {
        let patience = Patience(AtomicUsize::new(looks));
        let (alone, together) = (Kept::default(), Kept::default());
        let stopped = explored(&lattice, Some(&alone), &Run { observer: &patience, ..Run::default() });
        assert!(matches!(stopped, Err(Error::Stopped(_))), "after {looks} looks");
        assert_eq!(on_two_threads(|run| explored(&lattice, Some(&alone), run)).as_ref(), Ok(&whole));
        let stopped = on_two_threads(|run| {
            let patience = Patience(AtomicUsize::new(looks));
            explored(&lattice, Some(&together), &Run { observer: &patience, ..*run })
        });
        assert!(matches!(stopped, Err(Error::Stopped(_))), "after {looks} looks");
        assert_eq!(explored(&lattice, Some(&together), &Run::default()).as_ref(), Ok(&whole));
    }
}

#[test]
fn minesweeper_goes_on() {
    let field = Field::new(2, 3, 2).expect("a board");
    for play in [Play::Lowest(Ties::Random), Play::Best] {
        let game = Mines::new(field.clone(), play, Start::Anywhere, FirstClick::Any).expect("a game");
        for bytes in goes_on(&game) {
            for at in (0..bytes.len()).step_by(61) {
                let mut other = bytes.clone();
                other[at] ^= 1 << (at % 8);
                let _ = explored(&game, Some(&Kept::of(other)), &Run::default());
            }
        }
    }
}
