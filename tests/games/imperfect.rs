//! Solitaire Memory for a player who forgets, against individual cards, perfect memory, the engine, and values computed by
//! hand and by other programs.

use chancetree::evaluate::solve;
use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::game::{Game as _, Points};
use chancetree::games::solitaire::decisions::{FailedTurns, Rule};
use chancetree::games::solitaire::{ImpossibleSolitaire, Solitaire, distributions, means};
use chancetree::model::{Error, Graph, Job, Stop};
use chancetree::payoff::{Gain, Payoff};
use chancetree_families::solitaire::imperfect::distributions::{Chances, MAX_TURNS, NoDistribution};
use chancetree_families::solitaire::imperfect::expectations::Expected;
use chancetree_families::solitaire::imperfect::symbolic::functions;
use chancetree_families::solitaire::imperfect::{
    ImperfectSolitaire, ImperfectTurn, LUCKY_TURNS, MOST_REMEMBERED, Recall, TURNED, Tables, Variant,
    turn_outcomes,
};
use proptest::prelude::*;
use std::collections::HashMap;

use oracles::forgetful_solitaire::{Card, Oracle};
use oracles::monitors::StopAfter;

pub(super) const MODELS: [Variant; 2] = [Variant::KnownFirst, Variant::FreshFirst];

pub(super) const RUN: Job<'static> = Job::new();

pub(super) fn recall(p: (i64, i64), other: (i64, i64), fresh: (i64, i64)) -> Recall {
    let number = |(top, bottom): (i64, i64)| ratio(top, bottom);
    Recall::new(number(p), number(other), number(fresh)).expect("probabilities")
}

fn game(pairs: u16, model: Variant, recall: &Recall) -> ImperfectSolitaire {
    ImperfectSolitaire::new(pairs, model, recall.clone()).expect("a game")
}

fn tables(pairs: u16, model: Variant, recall: &Recall) -> Tables {
    Tables::of(&game(pairs, model, recall), &RUN).expect("no limit")
}

/// Returns the tables up to the first pair.
fn first(pairs: u16, model: Variant, recall: &Recall) -> Tables {
    Tables::of(&game(pairs, model, recall).until(pairs - 1), &RUN).expect("no limit")
}

pub(super) fn expected(pairs: u16, model: Variant, recall: &Recall) -> Expected<Rational> {
    tables(pairs, model, recall).expected(&RUN).expect("no limit")
}

/// The player of the examples in the notes.
fn example() -> Recall {
    recall((3, 4), (1, 8), (4, 5))
}

pub(super) fn list<V: Clone>(found: &Expected<V>) -> [V; 7] {
    let Expected {
        turns, lucky, first_turn, first_position, remembered, failed_second, failed_either, ..
    } = found;
    [turns, lucky, first_turn, first_position, remembered, failed_second, failed_either].map(Clone::clone)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn expectations_match_individual_cards(p in 1i64..=12, other in 0i64..=12, fresh in 0i64..=12, pairs in 1u16..=3) {
        let recall = recall((p, 12), (other.min(12 - p), 12), (fresh, 12));
        for model in MODELS {
            let oracle = Oracle { model, recall: recall.clone() };
            let cards = vec![Card::Fresh; 2 * usize::from(pairs)];
            let counted = oracle.expected(&cards, 0, &mut HashMap::new());
            prop_assert_eq!(&list(&expected(pairs, model, &recall))[..], &counted[..7]);
            let variance = |tables: Tables| tables.turns_variance(&RUN).expect("no limit");
            prop_assert_eq!(variance(tables(pairs, model, &recall)), &counted[7] - &counted[0] * &counted[0]);
            prop_assert_eq!(variance(first(pairs, model, &recall)), &counted[8] - &counted[2] * &counted[2]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn functions_match_numeric_values(p in 1i64..=60, other in 0i64..=59, fresh in 0i64..=60, pairs in 1u16..=3) {
        let recall = recall((p, 60), (other.min(60 - p), 60), (fresh, 60));
        for model in MODELS {
            let found = functions(pairs, model, &RUN).expect("functions");
            let numbers = expected(pairs, model, &recall);
            prop_assert_eq!(list(&found).map(|function| function.at(&recall)), list(&numbers).map(Some));
            let Expected { both, one, search, .. } = &found;
            let three = [both, one, search].map(|function| function.at(&recall));
            prop_assert_eq!(three, [numbers.both, numbers.one, numbers.search].map(Some));
        }
    }
}

/// Checks that each computation checks its limits several times and can be stopped at each check.
#[test]
fn long_work_can_be_stopped() {
    type Work<'a> = &'a dyn Fn(&Job<'_>) -> Result<(), Error>;
    let ended = |found: Result<(), NoDistribution>| match found {
        Err(NoDistribution::Ended(error)) => Err(error),
        Err(other) => panic!("{other}"),
        Ok(()) => Ok(()),
    };
    let (game, player) =
        (tables(9, Variant::FreshFirst, &example()), game(9, Variant::FreshFirst, &example()));
    let (tail, rule) = (ratio(1, 1000), Rule { pair: 2, lucky: 5, miss: -1, failed: FailedTurns::Every });
    let works: [Work<'_>; 10] = [
        &|job| Tables::of(&player, job).map(drop),
        &|job| game.expected_but_remembered(job).map(drop),
        &|job| game.turns_variance(job).map(drop),
        &|job| game.score_variance(rule, job).map(drop),
        &|job| game.by_value(MOST_REMEMBERED, job).map(drop),
        &|job| game.by_value(LUCKY_TURNS, job).map(drop),
        &|job| game.by_value(TURNED, job).map(drop),
        &|job| functions(3, Variant::FreshFirst, job).map(drop),
        &|job| ended(game.turns(&tail, job).map(drop)),
        &|job| ended(game.score(rule, &tail, job).map(drop)),
    ];
    for (at, work) in works.iter().enumerate() {
        let all = StopAfter::never();
        work(&Job { monitor: &all, ..RUN }).expect("no limit");
        let ticks = all.ticks();
        assert!(ticks > 3, "work {at}: {ticks}");
        for most in [0, 1, ticks - 1] {
            let found = work(&Job { monitor: &StopAfter::new(most), ..RUN });
            assert!(
                matches!(found, Err(Error::Stop(Stop::ByMonitor(_)))),
                "work {at}, tick {most}: {found:?}"
            );
        }
        work(&Job { monitor: &StopAfter::new(ticks), ..RUN }).expect("it ends in time");
    }
}

/// Returns the probability of the values that are not listed.
fn unlisted(distribution: &Chances) -> Rational {
    distribution.tail().map_or_else(zero, |(_, tail)| tail)
}

/// The omitted tail is strictly below the requested bound, and no distribution exceeds the most turns.
#[test]
fn tails_are_below_the_requested_bound() {
    let game_of_two = tables(2, Variant::KnownFirst, &example());
    let rule = Rule { pair: 2, lucky: 5, miss: -1, failed: FailedTurns::Every };
    let tail = ratio(1, 100);
    let turns = |tail: &Rational| unlisted(&game_of_two.turns(tail, &RUN).expect("a distribution"));
    let score = |tail: &Rational| unlisted(&game_of_two.score(rule, tail, &RUN).expect("a distribution"));
    for rest in [&turns as &dyn Fn(&Rational) -> Rational, &score] {
        let first = rest(&tail);
        assert!(first < tail && rest(&first) < first);
        assert_eq!(rest(&(&first * ratio(1_000_001, 1_000_000))), first);
    }
    let slow = tables(2, Variant::KnownFirst, &recall((1, 1_000), (0, 1), (1, 1)));
    let Err(NoDistribution::TooLong(unlisted)) = slow.turns(&ratio(1, 1_000_000), &RUN) else {
        panic!("a tail that long");
    };
    let whole = slow.turns(&(unlisted * ratio(1_000_001, 1_000_000)), &RUN).expect("a distribution");
    assert_eq!(whole.greatest(), None);
    assert_eq!(whole.iter().next_back().map(|(turns, _)| *turns), Some(MAX_TURNS.into()));
}

#[test]
fn distributions_match_individual_cards() {
    for model in MODELS {
        for (pairs, last) in [(2, 9), (3, 7)] {
            let tail = ratio(1, 10i64.pow(9));
            let oracle = Oracle { model, recall: example() };
            let games = [tables(pairs, model, &example()), first(pairs, model, &example())];
            for (first, game) in [false, true].into_iter().zip(games) {
                let distribution = game.turns(&tail, &RUN).expect("a distribution");
                let sum: Rational = distribution.iter().map(|(_, chance)| chance).sum();
                assert_eq!(sum + unlisted(&distribution), one());
                assert!(unlisted(&distribution) < tail);
                let found = |turn: i64| {
                    let chance = distribution.iter().find(|(value, _)| **value == turn);
                    chance.map_or_else(zero, |(_, chance)| chance)
                };
                for (turn, chance) in (1..).zip(oracle.distribution(usize::from(pairs), last, first)) {
                    assert_eq!(found(turn), chance, "{model} {pairs} {turn} {first}");
                }
            }
        }
    }
}

/// The missing part of an expectation is between bounds for a geometric tail.
#[test]
fn truncated_distributions_approach_the_expectations() {
    for model in MODELS {
        let game = tables(6, model, &example());
        let distribution = game.turns(&ratio(1, 10i64.pow(12)), &RUN).expect("a distribution");
        let head = distribution.expected_value();
        let missing = game.expected_but_remembered(&RUN).expect("expectations").turns - head;
        let (least, _) = distribution.iter().next_back().expect("some are listed");
        assert!(missing > ratio(*least, 1) * unlisted(&distribution));
        assert!(missing < ratio(2 * least, 1) * unlisted(&distribution), "{model}");
    }
}

/// Perfect recall equals perfect memory: all quantities under model K, the turns and lucky pairs under model L.
#[test]
fn perfect_recall_equals_perfect_memory() {
    let sure = recall((1, 1), (0, 1), (1, 1));
    for pairs in 1..=9u16 {
        let at = usize::from(pairs) - 1;
        let board = Solitaire::new(pairs).expect("a board").graph(&RUN).expect("no limit");
        let same = |distribution: &Chances, deals: &distributions::Deals| {
            assert!(distribution.iter().eq(deals.iter()));
            assert_eq!(distribution.tail(), None);
        };
        let game = tables(pairs, Variant::KnownFirst, &sure);
        let tail = ratio(1, 2_000_000_000);
        same(
            &game.turns(&ratio(1, 10i64.pow(15)), &RUN).expect("a distribution"),
            &distributions::turns(&board, &RUN).expect("distributions")[at],
        );
        same(
            &game.by_value(LUCKY_TURNS, &RUN).expect("a distribution"),
            &distributions::lucky(&board, &RUN).expect("distributions")[at],
        );
        same(
            &game.by_value(MOST_REMEMBERED, &RUN).expect("a distribution"),
            &distributions::remembered(&board, &RUN).expect("distributions")[at],
        );
        let first = first(pairs, Variant::KnownFirst, &sure);
        same(&first.by_value(TURNED, &RUN).expect("a distribution"), &distributions::first_position(pairs));
        same(&first.turns(&tail, &RUN).expect("a distribution"), &distributions::first_turn(pairs));
        let found = expected(pairs, Variant::FreshFirst, &sure);
        assert_eq!((found.turns, found.lucky), (means::turns(pairs), means::lucky(pairs)));
    }
}

/// A payoff that counts the turns that match a predicate.
struct Count(fn(ImperfectTurn) -> bool);

impl Payoff<ImperfectSolitaire> for Count {
    fn event(&self, _: &ImperfectSolitaire, turn: ImperfectTurn, _: Points) -> i64 {
        i64::from(self.0(turn))
    }
}

#[test]
fn engine_agrees_with_the_tables() {
    let job = Job::default();
    for recall in [example(), recall((1, 3), (2, 3), (1, 2)), recall((1, 7), (0, 1), (0, 1))] {
        for model in MODELS {
            let game = game(7, model, &recall);
            let graph = Graph::of(&game, &job).expect("states");
            let turns = solve(&graph, &Gain, &job).expect("an answer");
            let lucky = solve(&graph, &Count(|turn| turn == ImperfectTurn::Lucky), &job).expect("an answer");
            let tables = Tables::of(&game, &job).expect("tables");
            let found = tables.expected_but_remembered(&RUN).expect("expectations");
            assert_eq!(turns.value(graph.start()), [found.turns]);
            assert_eq!(lucky.value(graph.start()), std::slice::from_ref(&found.lucky));
            assert_eq!(
                tables.by_value(LUCKY_TURNS, &RUN).expect("a distribution").expected_value(),
                found.lucky
            );
            let positions = first(7, model, &recall).by_value(TURNED, &RUN).expect("a distribution");
            assert_eq!(positions.expected_value(), found.first_position);
        }
    }
    assert_eq!(game(7, Variant::KnownFirst, &example()).start().pairs, 7);
}

/// The name of a turn follows from the table after it: from the number of fresh cards, and from those whose mate had been
/// turned.
#[test]
fn turns_are_named_after_their_cards() {
    for model in MODELS {
        let game = game(6, model, &example());
        let graph = Graph::of(&game, &Job::default()).expect("states");
        let mut seen = std::collections::BTreeSet::new();
        for node in 0..graph.node_count() {
            let table = *graph.state(node);
            for step in turn_outcomes(model, table) {
                let fresh = table.fresh() - step.next.fresh();
                let (first, second) = match step.turn {
                    ImperfectTurn::Found => ("mate", "mate"),
                    ImperfectTurn::Lucky => ("alone", "mate"),
                    ImperfectTurn::Mistaken => ("mate", "old"),
                    ImperfectTurn::Stale => ("alone", "old"),
                    ImperfectTurn::WrongHalf => ("mate", "half"),
                    ImperfectTurn::WrongNew => ("mate", "new"),
                    ImperfectTurn::Half => ("alone", "half"),
                    ImperfectTurn::New => ("alone", "new"),
                };
                assert_eq!(step.turn.collects(), step.next.pairs < table.pairs, "{step:?}");
                if !step.turn.collects() {
                    // A first card whose mate was turned completes a pair if it was fresh itself.
                    let opened = fresh - u16::from(second != "old");
                    let completed = u16::from(first == "mate" && opened == 1) + u16::from(second == "half");
                    assert_eq!(step.next.known - table.known, completed, "{step:?} from {table:?}");
                    assert!(opened == 1 || first == "mate", "{step:?} from {table:?}");
                }
                seen.insert(step.turn);
            }
        }
        assert_eq!(seen.len(), 8, "{seen:?}");
    }
}

#[test]
fn one_pair_takes_one_turn_and_no_pairs_are_refused() {
    let never = recall((0, 1), (1, 2), (1, 2));
    let one_pair = tables(1, Variant::KnownFirst, &never).expected(&RUN).expect("one turn");
    assert_eq!((one_pair.turns, one_pair.lucky), (one(), one()));
    assert_eq!(
        ImperfectSolitaire::new(0, Variant::KnownFirst, example()),
        Err(ImpossibleSolitaire::Pairs(0))
    );
}
