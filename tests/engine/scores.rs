//! The distribution of a forgetful player's score, against individual cards, the distributions of the turns and of perfect
//! memory, and a separate computation of the expectation.

use chancetree::evaluate::Side;
use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::game::Game as _;
use chancetree::games::solitaire::decisions::{FailedTurns, Rule};
use chancetree::games::solitaire::{Solitaire, distributions};
use chancetree::model::{Error, Job, Stop};
use chancetree_families::solitaire::imperfect::distributions::{Chances, NoDistribution};
use chancetree_families::solitaire::imperfect::{ImperfectSolitaire, Recall, Tables, Variant};
use oracles::forgetful_solitaire::Oracle;
use proptest::prelude::*;

const MODELS: [Variant; 2] = [Variant::KnownFirst, Variant::FreshFirst];
const FAILED_TURNS: [FailedTurns; 3] = [FailedTurns::Either, FailedTurns::Second, FailedTurns::Every];

const RUN: Job<'static> = Job::new();

/// The player of the examples in the documentation.
fn example() -> Recall {
    Recall::new(ratio(3, 4), ratio(1, 8), ratio(4, 5)).expect("probabilities")
}

fn game(pairs: u16, model: Variant, recall: &Recall) -> Tables {
    let game = ImperfectSolitaire::new(pairs, model, recall.clone()).expect("a game");
    Tables::of(&game, &RUN).expect("tables")
}

fn score(game: &Tables, rule: Rule, tail: &Rational) -> Chances {
    game.score(rule, tail, &RUN).expect("a distribution")
}

/// Returns the probability of the scores that are not listed.
fn left(distribution: &Chances) -> Rational {
    distribution.tail().map_or_else(zero, |(_, left)| left)
}

fn chance(distribution: &Chances, score: i64) -> Rational {
    distribution.iter().find(|(value, _)| **value == score).map_or_else(zero, |(_, chance)| chance)
}

/// Returns the points of a turn, by its cards.
fn worth(rule: Rule, pair: bool, [first, second]: [bool; 2]) -> i64 {
    let failed = match rule.failed {
        FailedTurns::Second => second,
        FailedTurns::Either => first || second,
        FailedTurns::Every => true,
    };
    match (pair, first || second) {
        (true, true) => rule.pair,
        (true, false) => rule.lucky,
        (false, _) => {
            if failed {
                rule.miss
            } else {
                0
            }
        }
    }
}

/// Compares a distribution with that of games of at most `turns` turns. If failed turns cost points, an unfinished game can gain
/// only the points of its remaining pairs, so the probabilities of higher scores are complete. If failed turns gain points, those
/// of lower scores are.
fn agrees(pairs: u16, model: Variant, recall: &Recall, rule: Rule, turns: usize) {
    let oracle = Oracle { model, recall: recall.clone() };
    let [over, open] = oracle.scores(pairs.into(), turns, |pair, seen| worth(rule, pair, seen));
    let tail = ratio(1, 1000);
    let distribution = score(&game(pairs, model, recall), rule, &tail);
    let sum: Rational = distribution.iter().map(|(_, chance)| chance).sum();
    let left = left(&distribution);
    assert_eq!(sum + &left, one());
    assert!(left < tail);
    let unfinished: Rational = open.values().sum();
    let best = i64::from(pairs) * rule.pair.max(rule.lucky).max(0);
    let least = i64::from(pairs) * rule.pair.min(rule.lucky).min(0);
    let mut whole = 0;
    for (score, found) in distribution.iter() {
        let counted = over.get(score).cloned().unwrap_or_else(zero);
        let complete = match rule.miss {
            ..=0 => open.keys().all(|open| open + best < *score),
            _ => open.keys().all(|open| open + least > *score),
        };
        if complete {
            whole += 1;
            assert_eq!(found, counted, "{model} {pairs} {rule:?} {score}");
        } else {
            assert!(found >= counted && found <= counted + &unfinished, "{model} {pairs} {rule:?} {score}");
        }
    }
    assert!(rule.miss == 0 || whole > 0, "{model} {pairs} {rule:?}");
    // The listed scores end where the tail begins.
    for (score, counted) in over {
        let is_listed = match distribution.tail() {
            None => true,
            Some((Side::Lesser, _)) => distribution.iter().next().is_some_and(|(least, _)| *least <= score),
            Some((Side::Greater, _)) => {
                distribution.iter().next_back().is_some_and(|(most, _)| *most >= score)
            }
        };
        assert!(is_listed || left >= counted);
        assert!(!is_listed || chance(&distribution, score) >= counted);
    }
}

#[test]
fn scores_match_individual_cards() {
    for model in MODELS {
        for failed in FAILED_TURNS {
            for (pair, lucky, miss) in [(3, 1, -2), (1, 4, -1), (2, 2, 3), (-1, 5, 2), (3, 1, 0)] {
                agrees(2, model, &example(), Rule { pair, lucky, miss, failed }, 14);
            }
            agrees(3, model, &example(), Rule { pair: 3, lucky: 1, miss: -2, failed }, 12);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_rule_agrees(
        p in 1i64..=6, other in 0i64..=6, fresh in 0i64..=6,
        (pair, lucky, miss) in (-3i64..=3, -3i64..=3, -3i64..=3), reading in 0usize..3,
    ) {
        let recall = Recall::new(ratio(p, 6), ratio(other.min(6 - p), 6), ratio(fresh, 6)).expect("probabilities");
        for model in MODELS {
            agrees(2, model, &recall, Rule { pair, lucky, miss, failed: FAILED_TURNS[reading] }, 24);
        }
    }
}

#[test]
fn one_point_less_per_turn_gives_the_distribution_of_turns() {
    let tail = ratio(1, 10i64.pow(9));
    for model in MODELS {
        let game = game(5, model, &example());
        let turns = game.turns(&tail, &RUN).expect("a distribution");
        let distribution = score(&game, Rule::TURNS, &tail);
        assert_eq!(distribution.tail(), Some((Side::Lesser, left(&turns))));
        let mirrored: Vec<_> = turns.iter().rev().map(|(turns, chance)| (-turns, chance)).collect();
        assert!(distribution.iter().map(|(score, chance)| (*score, chance)).eq(mirrored.iter().cloned()));
        assert_eq!(distribution.greatest(), mirrored.last().map(|(score, chance)| (score, chance.clone())));
        assert_eq!(distribution.least(), None);
        assert_eq!(distribution.quantile(&left(&turns)), None);
        let variance = game.score_variance(Rule::TURNS, &RUN).expect("a variance");
        assert_eq!(variance, game.turns_variance(&RUN).expect("a variance"));
    }
}

#[test]
fn perfect_recall_scores_like_perfect_memory() {
    let sure = Recall::new(one(), zero(), one()).expect("probabilities");
    for pairs in 1..=7u16 {
        for (failed, miss) in [(FailedTurns::Either, 0), (FailedTurns::Second, 0), (FailedTurns::Every, -2)] {
            let rewarded = Rule { pair: 3, lucky: 1, miss, failed: FailedTurns::Every };
            let board = Solitaire::new(pairs).expect("a board").graph(&RUN).expect("no limit");
            let deals = distributions::score(&board, rewarded, &RUN).expect("distributions");
            let rule = Rule { pair: 3, lucky: 1, miss: -2, failed };
            let distribution =
                score(&game(pairs, Variant::KnownFirst, &sure), rule, &ratio(1, 10i64.pow(18)));
            assert!(distribution.iter().eq(deals[usize::from(pairs) - 1].iter()));
            assert_eq!(distribution.tail(), None);
        }
    }
}

/// Expectation and variance come from one walk without a distribution; a long distribution has nearly the same values.
#[test]
fn moments_agree_with_a_long_distribution() {
    let tail = ratio(1, 10i64.pow(18));
    for model in MODELS {
        for failed in FAILED_TURNS {
            for (pair, lucky, miss) in [(3, 1, -2), (1, 4, 1)] {
                let rule = Rule { pair, lucky, miss, failed };
                let game = game(4, model, &example());
                let distribution = score(&game, rule, &tail);
                let found = game.expected_but_remembered(&RUN).expect("expectations");
                let misses = match failed {
                    FailedTurns::Either => found.failed_either,
                    FailedTurns::Second => found.failed_second,
                    FailedTurns::Every => found.turns - ratio(4, 1),
                };
                let mean =
                    ratio(4 * pair, 1) + found.lucky * ratio(lucky - pair, 1) + misses * ratio(miss, 1);
                let variance = game.score_variance(rule, &RUN).expect("a variance");
                let near = |a: Rational, b: Rational, size: i64| {
                    let difference = if a > b { a - b } else { b - a };
                    // Scores in the tail are of the order of a hundred.
                    zero() < difference && difference < ratio(size, 1) * left(&distribution)
                };
                assert!(near(distribution.expected_value(), mean, 1_000), "{model} {rule:?}");
                assert!(near(distribution.variance(), variance, 100_000), "{model} {rule:?}");
            }
        }
    }
}

#[test]
fn scores_that_take_too_long_are_refused() {
    let game = game(6, Variant::KnownFirst, &example());
    let rule = Rule { pair: 3, lucky: 1, miss: -2, failed: FailedTurns::Either };
    let few = Job { most_bytes: 1 << 10, ..RUN };
    let ended = game.score(rule, &ratio(1, 1000), &few);
    assert!(
        matches!(ended, Err(NoDistribution::Ended(Error::Stop(Stop::TooMuchMemory { .. })))),
        "{ended:?}"
    );
    // Scores a thousand apart, with everything in between: the next lucky turn is too far away.
    let game = self::game(3, Variant::KnownFirst, &example());
    let rule = Rule { lucky: 3000, miss: -1, ..rule };
    assert!(matches!(game.score(rule, &ratio(1, 1000), &RUN), Err(NoDistribution::TooManyScores(_))));
}
