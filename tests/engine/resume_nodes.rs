//! Saved numbers of all nodes: saves that are damaged or of other work.

use chancetree::exact::{Natural, Rational};
use chancetree::games::memory::Memory;
use chancetree::model::{Error, Job, Model};
use chancetree_engine::evaluate::{Masses, RoundedEvaluation, evaluate, evaluate_rounded};

use oracles::board::{graph, won};
use oracles::ledger::Ledger;
use oracles::toy::{Toy, event};

use super::test_store::{TestStore, is_refused, job_in};

/// The results for all nodes: odds and reach.
#[derive(Debug, PartialEq)]
enum Known {
    Exact(Vec<(Vec<Rational>, Rational)>),
    Rounded(RoundedEvaluation),
}

type Work<'a> = &'a dyn Fn(bool, &Job<'_>) -> Result<Known, Error>;

/// Computes the results for all nodes of a model.
fn known(
    model: &Model,
    (outcomes, worth): (usize, &(dyn Fn(usize) -> Masses + Sync)),
    exact: bool,
    job: &Job<'_>,
) -> Result<Known, Error> {
    if !exact {
        return Ok(Known::Rounded(evaluate_rounded(model, outcomes, worth, job)?));
    }
    let all = evaluate(model, outcomes, worth, job)?;
    Ok(Known::Exact((0..model.node_count()).map(|node| (all.odds(node), all.reach(node))).collect()))
}

/// Returns the number of rounds of both passes through a model.
fn rounds(model: &Model) -> usize {
    2 * model.by_ply().len()
}

/// Saved numbers of nodes that are truncated or of other work are refused.
#[test]
fn numbers_of_nodes_of_other_work_are_refused() {
    let ledger = Ledger::new(Memory::new(4, 2).expect("a board"), &[]);
    let counted = graph(&ledger);
    let outcomes = |node: usize| won(&ledger, counted.state(node));
    let toy = Toy::new(1)
        .chance(0, [event(2, 'a', 1), event(3, 'b', 2)])
        .chance(1, [event(1, 'a', 2), event(4, 'b', 3)])
        .chance(1, [event(1, 'a', 3), event(6, 'b', 4)])
        .end(1)
        .end(2);
    let weighted = graph(&toy);
    let shares = |node: usize| vec![Natural::from(node as u64), Natural::from(3u32)];
    let of_counted = |exact: bool, job: &Job<'_>| known(&counted, (3, &outcomes), exact, job);
    let of_weighted = |exact: bool, job: &Job<'_>| known(&weighted, (2, &shares), exact, job);
    for (work, rounds) in [(&of_counted as Work<'_>, rounds(&counted)), (&of_weighted, rounds(&weighted))] {
        for exact in [true, false] {
            let whole = work(exact, &Job::default()).expect("only chance");
            let store = TestStore::always();
            assert_eq!(work(exact, &job_in(&store)).as_ref(), Ok(&whole));
            let all = store.entries();
            for step in [rounds / 3, rounds / 2, rounds / 2 + 1, rounds - 1] {
                // Saves of doubles do not fit work on fractions.
                let saved = |length: usize| {
                    let mut saved = all[..step].to_vec();
                    saved[step - 1].1.truncate(length);
                    TestStore::with(saved)
                };
                let length = all[step - 1].1.len();
                assert_eq!(work(exact, &job_in(&saved(length))).as_ref(), Ok(&whole));
                assert!(is_refused(&work(!exact, &job_in(&saved(length)))));
                for length in [0, 8, 40, length / 2, length - 8] {
                    assert!(is_refused(&work(exact, &job_in(&saved(length)))));
                }
            }
        }
    }
}
