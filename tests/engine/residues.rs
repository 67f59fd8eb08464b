//! Odds against residues modulo a prime, on boards that are too large for recursion with fractions: every state with its scores
//! is followed, with a residue as its probability.

use chancetree::evaluate::{distribution, odds};
use chancetree::exact::Rational;
use chancetree::game::Seat;
use chancetree::games::memory::Memory;
use chancetree::model::{Graph, Job};
use oracles::residues::{followed, residue};

#[test]
fn residues_agree() {
    for (pairs, scores) in [
        (70, vec![0, 0]),
        (61, vec![7, 2]),
        (24, vec![0, 0, 0]),
        (20, vec![0, 5, 1]),
        (12, vec![0; 4]),
        (8, vec![0, 2, 0, 1, 1, 0]),
    ] {
        let game = Memory::new(pairs, scores.len() as Seat).expect("a board");
        let graph = Graph::of(&game, &Job::default()).expect("a graph");
        let (outcomes, expected, states) = followed(&game, &scores);
        let found = odds(&graph, &scores, &Job::default()).expect("odds");
        let of = |values: &[Rational]| values.iter().map(residue).collect::<Vec<_>>();
        assert_eq!(
            (of(&found.outcomes), of(&found.expected)),
            (outcomes, expected),
            "{pairs} pairs, {scores:?}"
        );
        assert_eq!(found.states, states);
        let whole = distribution(&graph, &scores, &Job::default()).expect("a distribution");
        assert_eq!(
            (whole.distribution.outcomes(), whole.distribution.expected()),
            (found.outcomes, found.expected)
        );
    }
}
