//! Solitaire Memory: distributions against all deals played with real cards, closed forms, and the engine.

use chancetree::exact::{Natural, Rational, matchings, one, ratio, zero};
use chancetree::game::Game as _;
use chancetree::games::solitaire::decisions::{CardByCard, FailedTurns, Rule};
use chancetree::games::solitaire::distributions::{self, Deals};
use chancetree::games::solitaire::quantities::Quantities;
use chancetree::games::solitaire::{MAX_PAIRS, ScoredTurns, Solitaire, means};
use chancetree::model::{Error, Graph, Job, Stop};
use chancetree_engine::evaluate::{forward, solve};
use oracles::solitaire::{Played, all_deals};
use std::collections::BTreeMap;

fn distribution(all: &[Played], value: impl Fn(&Played) -> i64) -> BTreeMap<i64, Natural> {
    let mut distribution = BTreeMap::<i64, u64>::new();
    for played in all {
        *distribution.entry(value(played)).or_default() += 1;
    }
    distribution.into_iter().map(|(value, number)| (value, number.into())).collect()
}

fn map(deals: &Deals) -> BTreeMap<i64, Natural> {
    deals.masses().map(|(value, number)| (*value, number.clone())).collect()
}

type Boards = fn(&Graph<Solitaire>, &Job<'_>) -> Result<Vec<Deals>, Error>;

fn explored(pairs: u16) -> Graph<Solitaire> {
    Solitaire::new(pairs).expect("a board").graph(&Job::default()).expect("no limit")
}

/// Returns the distributions of all boards of up to `pairs` pairs.
fn boards(distributions: Boards, pairs: u16) -> Vec<Deals> {
    let deals = distributions(&explored(pairs), &Job::default()).expect("no limit");
    assert_eq!(deals.len(), usize::from(pairs));
    deals
}

fn last(distributions: Boards, pairs: u16) -> Deals {
    boards(distributions, pairs).pop().expect("a board")
}

fn mean(deals: &Deals) -> Rational {
    let sum: Rational =
        deals.masses().map(|(value, number)| ratio(number.clone(), 1) * ratio(*value, 1)).sum();
    sum / ratio(deals.total().clone(), 1)
}

#[test]
fn distributions_match_all_deals() {
    for pairs in 1..=7 {
        let all = all_deals(pairs);
        assert_eq!(Natural::from(all.len()), matchings(pairs.into()));
        assert_eq!(map(&last(distributions::turns, pairs)), distribution(&all, |played| played.turns));
        assert_eq!(map(&last(distributions::lucky, pairs)), distribution(&all, |played| played.lucky));
        assert_eq!(
            map(&last(distributions::remembered, pairs)),
            distribution(&all, |played| played.remembered)
        );
        assert_eq!(
            map(&distributions::first_position(pairs)),
            distribution(&all, |played| played.first_position)
        );
        assert_eq!(map(&distributions::first_turn(pairs)), distribution(&all, |played| played.first_turn));
        for played in &all {
            assert_eq!(2 * played.turns, 4 * i64::from(pairs) - played.odd - 2 * played.lucky);
            // Only a turn of two fresh cards can fail.
            assert_eq!(played.failed[..2], [0, 0]);
        }
        for [pair, lucky, miss] in [[3, 1, -2], [3, 1, 0], [0, 0, -7], [-1, -1, -1], [5, -4, 3], [2, 2, 1]] {
            let scores = distribution(&all, |played| {
                pair * (i64::from(pairs) - played.lucky) + lucky * played.lucky + miss * played.failed[2]
            });
            let rule = Rule { pair, lucky, miss, failed: FailedTurns::Every };
            let found = distributions::score(&explored(pairs), rule, &Job::default()).expect("no limit");
            assert!(found.iter().all(|deals| deals.masses().is_sorted_by_key(|(score, _)| *score)));
            assert_eq!(map(&found[found.len() - 1]), scores, "{pair},{lucky},{miss}");
        }
    }
}

#[test]
fn closed_forms_match_the_means_of_the_distributions() {
    for (pairs, turns) in (1..).zip(boards(distributions::turns, 120)) {
        assert_eq!(mean(&turns), means::turns(pairs), "turns of {pairs}");
        assert_eq!(*turns.total(), matchings(pairs.into()));
        assert_eq!(turns.expected_value(), means::turns(pairs));
        let (least, most) = (i64::from(pairs), 2 * i64::from(pairs) - 1);
        let ends: Vec<i64> = turns.iter().map(|(value, _)| *value).collect();
        assert_eq!((ends.first(), ends.last()), (Some(&least), Some(&most)));
    }
    for (pairs, lucky) in (1..).zip(boards(distributions::lucky, 60)) {
        assert_eq!(mean(&lucky), means::lucky(pairs), "lucky turns of {pairs}");
    }
    for pairs in 1..=100 {
        assert_eq!(mean(&distributions::first_position(pairs)), means::first_position(pairs));
        assert_eq!(mean(&distributions::first_turn(pairs)), means::first_turn(pairs));
    }
}

/// Each board, solved from its start to its ends, has the same two distributions.
#[test]
fn the_engine_has_the_same_distributions() {
    const MOST: u16 = 20;
    for counted in [ScoredTurns::Turns, ScoredTurns::Lucky] {
        let all = match counted {
            ScoredTurns::Turns => boards(distributions::turns, MOST),
            _ => boards(distributions::lucky, MOST),
        };
        for (pairs, deals) in (1..).zip(all) {
            let game = Solitaire::new(pairs).expect("a board").counting(counted);
            let found = forward(&game, &[0], &Job::default()).expect("no limit");
            let distribution: BTreeMap<i64, Rational> =
                found.distribution.iter().map(|(scores, chance)| (i64::from(scores[0]), chance)).collect();
            let ours = deals.iter().map(|(value, chance)| (*value, chance));
            assert_eq!(distribution, ours.collect::<BTreeMap<_, _>>());
        }
    }
}

/// Limits apply during the computation of a distribution.
#[test]
fn work_can_be_stopped() {
    let graph = explored(10);
    let few = Job { most_bytes: 1 << 12, ..Job::default() };
    for distribution in [distributions::turns, distributions::lucky, distributions::remembered] {
        assert!(matches!(distribution(&graph, &few), Err(Error::Stop(Stop::TooMuchMemory { .. }))));
    }
    let few = Job { most_states: 40, ..Job::default() };
    let explored = Solitaire::new(10).expect("a board").graph(&few);
    assert!(matches!(explored, Err(Error::Stop(Stop::TooManyStates { .. }))));
}

#[test]
fn boards_have_limits() {
    assert!(Solitaire::new(0).is_err() && Solitaire::new(MAX_PAIRS + 1).is_err());
    assert!(Solitaire::new(MAX_PAIRS).is_ok());
    assert_eq!(one() - one(), zero());
}

fn best(pairs: u16, rule: Rule) -> Rational {
    let game = CardByCard::new(pairs).expect("a board");
    let graph = Graph::of(&game, &Job::default()).expect("no limit");
    assert!(graph.is_acyclic());
    solve(&graph, &rule, &Job::default()).expect("an end").value(graph.start())[0].clone()
}

/// The closed forms use no states: the turns of the strategy, and the score of a player who turns up all cards two by two
/// before collecting any, with N / (2N - 1) lucky turns on average.
#[test]
fn best_play_follows_the_strategy_or_delays_collecting() {
    let kellner = |failed| Rule { pair: 3, lucky: 1, miss: -2, failed };
    for pairs in 1..=20 {
        let (n, two) = (ratio(pairs, 1), ratio(2, 1));
        let (turns, lucky) = (means::turns(pairs), means::lucky(pairs));
        assert_eq!(best(pairs, Rule::TURNS), -&turns);
        assert_eq!(
            best(pairs, kellner(FailedTurns::Every)),
            &n * ratio(5, 1) - &lucky * &two - &turns * &two
        );
        let soonest = &n * ratio(3, 1) - &lucky * &two;
        let waiting = &n * ratio(3, 1) - &two * ratio(pairs, 2 * pairs - 1);
        let slow = best(pairs, kellner(FailedTurns::Either));
        assert_eq!(slow, if pairs >= 3 { waiting.clone() } else { soonest.clone() });
        assert_eq!(slow > soonest, pairs >= 3);
        // Only a second card that was turned before counts as a failure here, which allows more than above.
        assert!(best(pairs, kellner(FailedTurns::Second)) >= slow);
    }
    assert!(CardByCard::check(Rule { miss: 1, ..Rule::TURNS }).is_err());
    assert!(CardByCard::check(Rule { miss: 0, ..Rule::TURNS }).is_ok());
}

/// Compares forward computation of the score with sweeps from the ends.
#[test]
fn forward_scores_match_sweeps_from_the_ends() {
    let most = 9;
    for (pair, lucky, miss) in [(3, 1, -2), (1, 3, -2), (1, 4, 6), (-5, -9, 4), (0, 6, -4), (2, 2, 0)] {
        let rewards = Rule { pair, lucky, miss, failed: FailedTurns::Every };
        let turns = boards(distributions::turns, most);
        let luck = boards(distributions::lucky, most);
        let remembered = boards(distributions::remembered, most);
        let scores = distributions::score(&explored(most), rewards, &Job::default()).expect("no limit");
        for pairs in 1..=most {
            let at = usize::from(pairs) - 1;
            let game = Quantities::new(pairs, Some(rewards)).expect("a board");
            let found = forward(&game, &[], &Job::default()).expect("distributions");
            let found = distributions::of_quantities(&game, &found.distribution);
            let expected = [&turns, &luck, &remembered, &scores].map(|all| all[at].clone());
            assert_eq!(found, expected, "{pairs} pairs, {rewards:?}");
        }
    }
    let unscored = Quantities::new(7, None).expect("a board");
    let found = forward(&unscored, &[], &Job::default()).expect("distributions");
    assert!(distributions::of_quantities(&unscored, &found.distribution)[3].is_empty());
    assert!(Quantities::new(0, None).is_err());
    let wide = Rule { pair: 1_000_000, lucky: 1, miss: 7, failed: FailedTurns::Every };
    assert!(Quantities::new(1, Some(wide)).is_err());
}
