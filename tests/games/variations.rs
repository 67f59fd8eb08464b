//! Variations of the rules of Memory, against all deals of small boards played with real cards.

use chancetree::evaluate;
use chancetree::exact::{Natural, Rational, double, one, ratio, zero};
use chancetree::game::Seat;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::games::solitaire::decisions::{CardByCard, Rule};
use chancetree::games::solitaire::distributions::{self, Deals};
use chancetree::games::solitaire::{ScoredTurns, Solitaire, means};
use chancetree::model::Job;
use chancetree_engine::evaluate::solve;
use num_rational::{BigRational, Ratio};
use oracles::board::{graph, joint};
use oracles::cards::Start;
use oracles::deals::tally_arrangements;
use oracles::solitaire::{PlayedBlind, deals, play_blind};
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

fn blind(pairs: u16) -> Solitaire {
    Solitaire::new(pairs).expect("a board").blind(true)
}

/// Returns the results of all deals of `pairs` pairs, for a player who guesses at the end or does not.
fn all_blind(pairs: u16, guesses: bool) -> Vec<PlayedBlind> {
    let mut all = Vec::new();
    deals(&mut vec![0; 2 * usize::from(pairs)], 1, &mut |cards| all.push(play_blind(cards, guesses)));
    all
}

fn mean(all: &[PlayedBlind], value: impl Fn(&PlayedBlind) -> i64) -> Rational {
    ratio(all.iter().map(value).sum::<i64>(), all.len() as i64)
}

#[test]
fn blind_turns_match_all_deals() {
    let graph = graph(&blind(7));
    let job = Job::default();
    let found = [distributions::turns, distributions::lucky, distributions::remembered]
        .map(|distributions| distributions(&graph, &job).expect("no limit"));
    let values: [fn(&PlayedBlind) -> i64; 3] =
        [|played| played.turns, |played| played.lucky, |played| played.remembered];
    for pairs in 1..=7 {
        let all = all_blind(pairs, true);
        for (found, value) in found.iter().zip(values) {
            let mut counted = BTreeMap::<i64, Natural>::new();
            all.iter().for_each(|played| *counted.entry(value(played)).or_default() += 1u32);
            let found: &Deals = &found[usize::from(pairs) - 1];
            let found: BTreeMap<i64, Natural> =
                found.masses().map(|(value, number)| (*value, number.clone())).collect();
            assert_eq!(found, counted, "{pairs} pairs");
        }
    }
}

/// A player who names two fresh cards in the last turns, too, takes (2N - 1) + (N - 1)/(2N - 1) turns (Herman and others,
/// perplexus.info, 2017). N turns name two fresh cards, and each of them matches with probability 1/(2N - 1).
#[test]
fn blind_turns_have_closed_forms() {
    for pairs in 1..=7 {
        let n = i64::from(pairs);
        let (best, plain) = (all_blind(pairs, true), all_blind(pairs, false));
        assert_eq!(mean(&best, |played| played.turns), ratio(2 * n - 1, 1));
        assert_eq!(mean(&plain, |played| played.turns), ratio(2 * n - 1, 1) + ratio(n - 1, 2 * n - 1));
        assert_eq!(mean(&plain, |played| played.lucky), ratio(n, 2 * n - 1));
    }
    for pairs in (1..=20).chain([60]) {
        let expected = |counted| {
            let game = blind(pairs).counting(counted);
            evaluate::odds(graph(&game).model(), &[], &Job::default()).expect("only chance").expected
        };
        let n = i64::from(pairs);
        assert_eq!(expected(ScoredTurns::Turns), [means::blind_turns(pairs)]);
        assert_eq!(expected(ScoredTurns::Lucky), [ratio(n, 2 * n - 1)]);
        assert_eq!(means::blind_turns(pairs), ratio(2 * n - 1, 1));
    }
}

/// Best play among all ways to name two cards takes as many turns.
#[test]
fn blind_turns_are_fewest() {
    for pairs in 1..=20 {
        let graph = graph(&CardByCard::new(pairs).expect("a board").blind(true));
        let solution = solve(&graph, &Rule::TURNS, &Job::default()).expect("finite");
        assert_eq!(solution.value(graph.start()), [-means::blind_turns(pairs)], "{pairs} pairs");
    }
    for pairs in 1..=4 {
        let mut all = Vec::new();
        deals(&mut vec![0; 2 * pairs], 1, &mut |cards| all.push(cards.to_vec()));
        let fewest = fewest(&all, 0, 0, &mut BTreeMap::new());
        assert_eq!(fewest, Ratio::from(2 * pairs as i64 - 1), "{pairs} pairs");
    }
}

/// The places of collected cards and of turned cards as bits, and for each place that of the card known to match.
type Known = (u32, u32, Vec<Option<usize>>);

/// Returns the fewest expected turns for a player who has turned the places `turned`, has collected the places `gone` and
/// cannot tell `deals` apart. Tries every two places; turns that show nothing are left out.
fn fewest(deals: &[Vec<u8>], turned: u32, gone: u32, memo: &mut BTreeMap<Known, Ratio<i64>>) -> Ratio<i64> {
    let places = deals[0].len();
    let has = |places: u32, place: usize| places >> place & 1 == 1;
    let known = |deal: &[u8], turned: u32| -> Vec<Option<usize>> {
        let mate = |place: usize| (0..places).find(|&other| other != place && deal[other] == deal[place]);
        (0..places).map(|place| mate(place).filter(|&mate| has(turned, place) && has(turned, mate))).collect()
    };
    let key = (gone, turned, known(&deals[0], turned));
    if let Some(&fewest) = memo.get(&key) {
        return fewest;
    }
    let mut best = None;
    for one in (0..places).filter(|&place| !has(gone, place)) {
        for other in (one + 1..places).filter(|&place| !has(gone, place)) {
            let named = 1 << one | 1 << other;
            if turned & named == named && key.2[one] != Some(other) {
                continue;
            }
            let mut shown = BTreeMap::<Vec<Option<usize>>, Vec<Vec<u8>>>::new();
            for deal in deals {
                shown.entry(known(deal, turned | named)).or_default().push(deal.clone());
            }
            let mut turns = Ratio::from(1);
            for (known, rest) in shown {
                let taken = if known[one] == Some(other) { named } else { 0 };
                let share = Ratio::new(rest.len() as i64, deals.len() as i64);
                turns += share * fewest(&rest, turned | named, gone | taken, memo);
            }
            best = Some(best.map_or(turns, |best: Ratio<i64>| best.min(turns)));
        }
    }
    let fewest = best.unwrap_or_default();
    memo.insert(key, fewest);
    fewest
}
