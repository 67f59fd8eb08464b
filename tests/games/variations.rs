//! Variations of the rules of Memory, against all deals of small boards played with real cards.

use chancetree::evaluate;
use chancetree::exact::{Rational, double, one, zero};
use chancetree::game::Seat;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::Job;
use num_rational::BigRational;
use oracles::board::{graph, joint};
use oracles::cards::Start;
use oracles::deals::tally_arrangements;
use std::collections::BTreeMap;

/// Returns the game of robots from `start` with one flip.
fn one_flip(start: &Start) -> Memory {
    let [known, half, unknown] =
        [start.known, start.half, start.unknown].map(|pairs| pairs.try_into().expect("a small board"));
    let table = PairCounts { known, half, unknown };
    Memory::from(table, start.scores.len() as Seat).expect("a board").one_flip(true)
}

fn odds(pairs: u16, players: Seat) -> Vec<Rational> {
    let game = Memory::new(pairs, players).expect("a board").one_flip(true);
    evaluate::odds(graph(&game).model(), &[], &Job::default()).expect("only chance").outcomes
}

/// Compares odds, expected pairs and the joint distribution of the scores with all deals.
fn assert_matches_all_deals(start: &Start) {
    let (tally, job) = (tally_arrangements(start), Job::default());
    let graph = graph(&one_flip(start));
    let odds = evaluate::odds(graph.model(), &start.scores, &job).expect("only chance");
    let found = evaluate::distribution(graph.model(), &start.scores, &job).expect("only chance").distribution;
    let scores: BTreeMap<Vec<i32>, BigRational> =
        tally.scores.iter().map(|(scores, &deals)| (scores.clone(), tally.share(deals))).collect();
    let mut outcomes = tally.wins();
    outcomes.push(tally.draws());
    assert_eq!(odds.outcomes, outcomes, "{start:?}");
    assert_eq!(odds.expected, tally.means(), "{start:?}");
    assert_eq!(joint(&found), scores, "{start:?}");
    assert_eq!(found.outcomes(), outcomes, "{start:?}");
}

#[test]
fn one_flip_matches_all_deals() {
    for players in 1..=4 {
        for pairs in 1..=5 {
            assert_matches_all_deals(&Start { one_flip: true, ..Start::fresh(pairs, players) });
        }
    }
    for (unknown, half, known) in [(0, 0, 1), (1, 1, 1), (2, 1, 0), (1, 3, 1), (2, 2, 2), (3, 2, 0)] {
        for scores in [vec![1], vec![0, 2], vec![2, 0, 1]] {
            assert_matches_all_deals(&Start { unknown, half, known, scores, mover: 0, one_flip: true });
        }
    }
}

/// One pair: the first player takes it. Two pairs and two players: each takes one pair, because after the
/// first turn every turn takes a pair.
#[test]
fn one_flip_matches_boards_solved_by_hand() {
    assert_eq!(odds(1, 2), [one(), zero(), zero()]);
    assert_eq!(odds(2, 2), [zero(), zero(), one()]);
    // Two of three players take one pair each.
    assert_eq!(odds(2, 3), [zero(), zero(), zero(), one()]);
    assert_eq!(odds(3, 1), [one(), zero()]);
}

/// Doubles with proven bounds contain the fractions.
#[test]
fn one_flip_has_the_same_odds_in_doubles() {
    let game = Memory::new(12, 3).expect("a board").one_flip(true);
    let job = Job::default();
    let exact = odds(12, 3);
    let found = evaluate::approximate(&game, &[0; 3], 12, 1e-24, &job).expect("only chance");
    for (bounded, exact) in found.outcomes.iter().zip(exact) {
        let value = double(&exact);
        assert!((bounded.value - value).abs() <= bounded.error + 1e-15, "{} and {value}", bounded.value);
    }
}
