//! Estimation of a player's recall: formulas against the likelihood, and estimates from simulated games against the
//! Cramér–Rao bound.

use chancetree::exact::{Rational, double, ratio};
use chancetree::model::Job;
use chancetree::statistics::{chi_squared, deviation};
use chancetree_families::solitaire::imperfect::fit::{Information, estimates, fits, information, variances};
use chancetree_families::solitaire::imperfect::log::{
    AnswerCounts, Card, LogError, LoggedTurn, TurnData, replay,
};
use chancetree_families::solitaire::imperfect::{ImperfectSolitaire, Recall, Tables, Variant};

const MODELS: [Variant; 2] = [Variant::KnownFirst, Variant::FreshFirst];

fn recall() -> Recall {
    Recall::new(ratio(3, 5), ratio(3, 10), ratio(4, 5)).expect("probabilities")
}

fn game(pairs: u16, model: Variant) -> ImperfectSolitaire {
    ImperfectSolitaire::new(pairs, model, recall()).expect("a game")
}

fn tables(game: &ImperfectSolitaire) -> Tables {
    Tables::of(game, &Job::default()).expect("tables")
}

/// Returns the log of the first `games` simulated games.
fn played(game: &ImperfectSolitaire, seed: u64, games: u64) -> Vec<LoggedTurn> {
    (1..=games).flat_map(|number| game.play(seed, number, 100_000).expect("it ends")).collect()
}

fn turn_data(game: &ImperfectSolitaire, seed: u64, games: u64) -> TurnData {
    replay(&played(game, seed, games), None).expect("a log").all
}

/// Returns the log-likelihood of `answers`, without the terms that do not depend on the player.
fn likelihood(answers: &AnswerCounts, [p, other, fresh]: [f64; 3]) -> f64 {
    let AnswerCounts { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = *answers;
    let terms =
        [(a, p), (b, other), (c, 1.0 - p - other), (r1, p), (r0, 1.0 - p), (e1, fresh), (e0, 1.0 - fresh)];
    terms.into_iter().map(|(count, chance)| count as f64 * chance.ln()).sum()
}

#[test]
fn estimates_maximize_the_likelihood() {
    for answers in [
        AnswerCounts { both: [31, 12, 7], one: [9, 5], search: [40, 3] },
        AnswerCounts { both: [5, 1, 1], one: [80, 2], search: [3, 40] },
    ] {
        let found = estimates(&answers);
        let point = [0, 1, 2].map(|at: usize| double(found[at].value.as_ref().expect("a value")));
        let most = likelihood(&answers, point);
        for step in [1e-3, 1e-2] {
            for (dx, dy, dz) in [(1., 0., 0.), (0., 1., 0.), (0., 0., 1.), (1., 1., 0.), (1., -1., 0.)] {
                for sign in [1.0, -1.0] {
                    let near = [
                        point[0] + sign * step * dx,
                        point[1] + sign * step * dy,
                        point[2] + sign * step * dz,
                    ];
                    assert!(likelihood(&answers, near) < most, "{answers:?} {near:?}");
                }
            }
        }
    }
}

/// With no zero among the values, the variances are the inverse of the information matrix.
#[test]
fn variances_invert_the_information() {
    let [p, other, fresh] = recall().values().clone();
    let [both, one, search]: [Rational; 3] = [ratio(31, 2), ratio(7, 3), ratio(9, 1)];
    let whole = || ratio(1, 1);
    let q = whole() - &p - &other;
    let pp = &both * (p.recip() + q.recip()) + &one / (&p * (whole() - &p));
    let (po, oo) = (&both / &q, &both * (other.recip() + q.recip()));
    let determinant = &pp * &oo - &po * &po;
    let expected = [oo / &determinant, pp / &determinant, &fresh * (whole() - &fresh) / &search];
    assert_eq!(variances(recall().values(), &[both, one, search]), expected.map(Some));
}

#[test]
fn simulated_games_match_the_expectations() {
    for model in MODELS {
        let (game, games) = (game(5, model), 4000);
        let expected = tables(&game).expected_but_remembered(&Job::default()).expect("expectations");
        let lengths: Vec<f64> =
            (1..=games).map(|number| game.play(3, number, 100_000).expect("it ends").len() as f64).collect();
        let mean = lengths.iter().sum::<f64>() / games as f64;
        let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / games as f64;
        let error = (variance / games as f64).sqrt();
        assert!((mean - double(&expected.turns)).abs() < 4.0 * error, "{model}: {mean} ± {error}");
        let AnswerCounts { both, one, search } = turn_data(&game, 3, games).answers();
        let trials = [both.iter().sum::<u64>(), one.iter().sum(), search.iter().sum()];
        for (found, expected) in trials.into_iter().zip([&expected.both, &expected.one, &expected.search]) {
            let (found, expected) = (found as f64 / games as f64, double(expected));
            assert!((found - expected).abs() < 0.05 * expected, "{model}: {found} for {expected}");
        }
    }
}

/// Over many logs, the variance of the estimates is close to the bound.
#[test]
fn variances_of_estimates_reach_the_bound() {
    let (logs, games) = (400, 60);
    for model in MODELS {
        let game = game(5, model);
        let expected = tables(&game).expected_but_remembered(&Job::default()).expect("expectations");
        let Information { trials, a_game: bounds, a_turn } = information(game.recall(), &expected);
        assert_eq!(trials, [&expected.both, &expected.one, &expected.search].map(Clone::clone));
        let by_turns = bounds.clone().map(|bound| bound.map(|bound| bound * &expected.turns));
        assert_eq!(a_turn, by_turns, "a bound per turn is a bound per game times the turns of a game");
        let all: Vec<[f64; 3]> = (0..logs)
            .map(|seed| {
                estimates(&turn_data(&game, seed, games).answers())
                    .map(|estimate| double(&estimate.value.expect("sixty games give an estimate")))
            })
            .collect();
        for (at, truth) in game.recall().values().iter().enumerate() {
            let bound = double(bounds[at].as_ref().expect("a bound")) / games as f64;
            let mean = all.iter().map(|found| found[at]).sum::<f64>() / logs as f64;
            let variance = all.iter().map(|found| (found[at] - mean).powi(2)).sum::<f64>() / logs as f64;
            let bias = mean - double(truth);
            assert!(
                bias.abs() < 4.0 * (bound / logs as f64).sqrt() + 0.1 * bound.sqrt(),
                "{model} {at}: {bias}"
            );
            // The variance of a sample variance over 400 logs is 2/400 of its square: one deviation is 7 %.
            assert!((0.75..1.3).contains(&(variance / bound)), "{model} {at}: {}", variance / bound);
        }
    }
}

#[test]
fn a_constant_player_fits_and_a_changing_one_does_not() {
    let game = game(8, Variant::KnownFirst);
    let data = turn_data(&game, 11, 400);
    for fit in fits(&data) {
        assert!(fit.p_value > 0.001 && fit.freedom > 0, "{fit:?}");
    }
    // A player who remembers few cards well and many cards badly.
    let mut uneven = TurnData { games: 1, turns: 100, ..TurnData::default() };
    uneven.by_load.insert(1, AnswerCounts { both: [40, 5, 5], one: [10, 1], search: [30, 2] });
    uneven.by_load.insert(6, AnswerCounts { both: [10, 30, 10], one: [2, 9], search: [10, 22] });
    let all = fits(&uneven);
    let together = &all[all.len() - 1];
    assert!(together.p_value < 1e-6, "{together:?}");
}

/// Each end of an interval is z deviations from the estimate, by the deviation at that end (Wilson 1927), for the number of
/// trials that gives the standard error of the estimate.
#[test]
fn intervals_end_at_the_limits_of_the_score_test() {
    for answers in [
        AnswerCounts { both: [31, 12, 7], one: [9, 5], search: [40, 3] },
        AnswerCounts { both: [5, 1, 1], one: [80, 2], search: [3, 40] },
        AnswerCounts { both: [2, 1, 1], one: [0, 1], search: [0, 4] },
        AnswerCounts { both: [6, 0, 0], one: [3, 0], search: [9, 0] },
    ] {
        for estimate in estimates(&answers) {
            let value = double(estimate.value.as_ref().expect("a value"));
            for z in [0.5, 1.96, 3.3] {
                let (low, high) = estimate.interval(z).expect("a value");
                let trials = match estimate.error > 0.0 {
                    true => value * (1.0 - value) / (estimate.error * estimate.error),
                    false => estimate.trials as f64,
                };
                for end in [low, high] {
                    let (far, allowed) = ((end - value).powi(2), z * z * end * (1.0 - end) / trials);
                    assert!((far - allowed).abs() < 1e-12, "{estimate:?}, {z}: {end}");
                }
                assert!(
                    0.0 <= low && low <= value && value <= high && high <= 1.0 && low < high,
                    "{estimate:?}"
                );
            }
        }
    }
    let nothing = estimates(&AnswerCounts { both: [0; 3], one: [2, 1], search: [0; 2] });
    assert_eq!(nothing.each_ref().map(|estimate| estimate.interval(2.0).is_some()), [true, false, false]);
    assert_eq!(nothing.map(|estimate| estimate.trials), [3, 0, 0]);
}

/// Compares with G computed from the entropies of explicit tables of counts.
#[test]
fn fits_match_the_tables_of_counts() {
    let few = AnswerCounts { both: [40, 5, 5], one: [10, 1], search: [30, 0] };
    let many = AnswerCounts { both: [10, 30, 10], one: [2, 9], search: [10, 0] };
    let more = AnswerCounts { both: [1, 2, 3], one: [4, 0], search: [5, 0] };
    let mut data = TurnData { games: 1, turns: 9, ..TurnData::default() };
    // 91 answers, then 71, then 15: the second half begins with the second load.
    data.by_load.extend([(1, few), (4, many), (6, more)]);
    let entropy = |counts: &[u64]| -> f64 {
        let terms =
            counts.iter().filter(|count| **count > 0).map(|&count| count as f64 * (count as f64).ln());
        terms.sum()
    };
    let tables: [(Vec<Vec<u64>>, u32); 4] = [
        (vec![vec![51, 55], vec![16, 10]], 1),
        (vec![vec![40, 5, 5], vec![11, 32, 13]], 2),
        (vec![vec![10, 1], vec![6, 9]], 1),
        // No answer was wrong: nothing to compare.
        (vec![vec![30, 0], vec![15, 0]], 0),
    ];
    let found = fits(&data);
    let mut all = 0.0;
    for (fit, (rows, freedom)) in found.iter().zip(&tables) {
        let sums: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
        let columns: Vec<u64> = (0..rows[0].len()).map(|at| rows.iter().map(|row| row[at]).sum()).collect();
        let whole = entropy(&rows.concat()) + entropy(&[sums.iter().sum()]);
        let g = 2.0 * (whole - entropy(&sums) - entropy(&columns));
        assert!((fit.g - g).abs() < 1e-9 && fit.g >= 0.0, "{fit:?}: {g}");
        assert_eq!((fit.freedom, fit.p_value), (*freedom, chi_squared(fit.g, *freedom)), "{fit:?}");
        all += g;
    }
    let together = &found[4];
    assert!((together.g - all).abs() < 1e-9 && together.freedom == 4, "{together:?}");
    assert_eq!((found.len(), together.p_value), (5, chi_squared(together.g, 4)));
}

/// Compares with finite sums for small degrees of freedom, and with the error function to twelve digits.
#[test]
fn tails_are_accurate_to_eleven_digits() {
    let near = |found: f64, value: f64| (found / value - 1.0).abs() < 1e-11;
    for (z, tail) in [
        (0.5, 0.617_075_077_451_973_8),
        (1.0, 0.317_310_507_862_914_1),
        (2.0, 0.045_500_263_896_358_42),
        (3.0, 0.002_699_796_063_260_188_6),
        (4.0, 6.334_248_366_623_984e-5),
        (6.0, 1.973_175_290_075_396e-9),
    ] {
        let x: f64 = z * z;
        assert!(near(chi_squared(x, 1), tail), "{z}: {}", chi_squared(x, 1));
        // Q(a + 1, y) - Q(a, y) = y^a e^-y / Γ(a + 1), y half of x.
        let (y, odd) = (x / 2.0, (2.0 * x / std::f64::consts::PI).sqrt() * (-x / 2.0).exp());
        let even = (-y).exp();
        for (freedom, value) in [
            (2, even),
            (3, tail + odd),
            (4, even * (1.0 + y)),
            (5, tail + odd * (1.0 + x / 3.0)),
            (6, even * (1.0 + y + y * y / 2.0)),
            (7, tail + odd * (1.0 + x / 3.0 + x * x / 15.0)),
        ] {
            assert!(
                near(chi_squared(x, freedom), value),
                "{x} {freedom}: {} {value}",
                chi_squared(x, freedom)
            );
        }
        assert!((deviation(1.0 - tail) - z).abs() < 1e-6 && (z > 4.0 || near(deviation(1.0 - tail), z)));
    }
    assert!(deviation(0.0) < 1e-12);
}

fn logged(game: u64, turn: u64, first: &str, second: &str) -> LoggedTurn {
    let card = |text| Card::read(text).expect("a card");
    LoggedTurn { game, turn, player: 0, first: card(first), second: card(second) }
}

/// Classifies a log of two pairs, and the first turns of a log of four pairs.
#[test]
fn answers_are_classified() {
    let log = [
        logged(1, 1, "1a", "2a"),
        logged(1, 2, "1b", "2a"),
        logged(1, 3, "1b", "2b"),
        logged(1, 4, "2b", "1a"),
        logged(1, 5, "1b", "1a"),
        logged(1, 6, "2b", "2a"),
    ];
    let data = replay(&log, None).expect("a log").all;
    assert_eq!((data.games, data.turns), (1, 6));
    let answers = data.answers();
    // Turns 2 and 3 allow both kinds of error, turns 4 and 5 only turned cards; turns 1 and 6 are certain.
    assert_eq!(answers, AnswerCounts { both: [0, 1, 1], one: [1, 1], search: [0, 0] });
    // Four pairs: without a known mate, the second card is turned once and fresh once.
    let log = [logged(1, 1, "1a", "2a"), logged(1, 2, "3a", "1a"), logged(1, 3, "4b", "4a")];
    let data = replay(&log, Some(4)).expect("a log").all;
    assert_eq!(data.answers(), AnswerCounts { both: [0; 3], one: [0; 2], search: [1, 1] });
    // The numbers of other cards turned before each first card.
    assert_eq!(data.by_load.into_keys().collect::<Vec<_>>(), [0, 2, 3]);
}

/// Two players with different recalls alternate: the estimates of each player are close to that player's recall. The log
/// combines solitaire games with each recall.
#[test]
fn each_player_has_separate_estimates() {
    let recalls = [[9, 0, 10], [4, 3, 6]].map(|tenths| tenths.map(|p| ratio(p, 10)));
    let (games, pairs) = (3_000u64, 6);
    let single = |recall: &[Rational; 3]| {
        let [p, other, fresh] = recall.clone();
        ImperfectSolitaire::new(
            pairs,
            Variant::KnownFirst,
            Recall::new(p, other, fresh).expect("probabilities"),
        )
        .expect("a game")
    };
    // Alternates games of the two players; each turn names its player.
    let mut log: Vec<LoggedTurn> = Vec::new();
    for number in 1..=games {
        let player = (number % 2) as u16;
        let turns = single(&recalls[usize::from(player)]).play(7, number, 100_000).expect("it ends");
        log.extend(turns.into_iter().map(|turn| LoggedTurn { player, ..turn }));
    }
    let data = replay(&log, None).expect("a log");
    assert_eq!(data.players.len(), 2);
    assert_eq!(data.players.iter().map(|data| data.turns).sum::<u64>(), data.all.turns);
    assert_eq!((data.all.games, data.players[0].games, data.players[1].games), (games, games / 2, games / 2));
    for (data, truth) in data.players.iter().zip(&recalls) {
        for (estimate, truth) in estimates(&data.answers()).iter().zip(truth) {
            let value = double(estimate.value.as_ref().expect("a value"));
            assert!((value - double(truth)).abs() <= 4.0 * estimate.error + 1e-9, "{estimate:?} {truth}");
        }
    }
    // One game with two turns of each player: player 1 finds the mate of a card that player 0 turned.
    let by = |player, turn: LoggedTurn| LoggedTurn { player, ..turn };
    let log = [
        by(0, logged(1, 1, "1a", "2a")),
        by(1, logged(1, 2, "3a", "4a")),
        by(0, logged(1, 3, "1b", "3a")),
        by(1, logged(1, 4, "1b", "1a")),
    ];
    let data = replay(&log, Some(5)).expect("a log");
    assert_eq!(data.players[0].answers(), AnswerCounts { both: [0, 1, 0], one: [0; 2], search: [0; 2] });
    assert_eq!(data.players[1].answers(), AnswerCounts { both: [1, 0, 0], one: [0; 2], search: [1, 0] });
    assert_eq!((data.players[0].turns, data.players[1].games), (2, 1));
    // A game counts for the players who took a turn in it.
    let game = |game| [logged(game, 1, "1a", "2a"), logged(game, 2, "1b", "1a"), logged(game, 3, "2b", "2a")];
    let [first, second, last] = game(1);
    let log = [&[first, by(1, second), by(1, last)], &game(2)[..]].concat();
    let data = replay(&log, None).expect("a log");
    assert_eq!((data.all.games, data.players[0].games, data.players[1].games), (2, 2, 1));
}

#[test]
fn broken_logs_are_reported() {
    let fine = [logged(1, 1, "1a", "2a"), logged(1, 2, "1b", "1a"), logged(1, 3, "2b", "2a")];
    assert!(replay(&fine, None).is_ok());
    let broken = |log: &[LoggedTurn], pairs: Option<u16>| replay(log, pairs).expect_err("a broken log");
    let mut log = fine.to_vec();
    log[2].turn = 4;
    assert_eq!(broken(&log, None), (2, LogError::Turn { game: 1, found: 4, expected: 3 }));
    // The error is the gap in the turns, not the cards that remain.
    log.remove(1);
    assert_eq!(broken(&log, None), (1, LogError::Turn { game: 1, found: 4, expected: 2 }));
    log = fine.to_vec();
    log[2] = logged(3, 1, "1a", "1b");
    assert_eq!(broken(&log, Some(2)), (2, LogError::Game { found: 3, expected: 2 }));
    log[2] = logged(1, 3, "2b", "2b");
    assert_eq!(broken(&log, Some(2)), (2, LogError::Same(Card { symbol: 2, second: true })));
    log[2] = logged(1, 3, "1b", "2a");
    assert_eq!(broken(&log, Some(2)), (2, LogError::Collected(Card { symbol: 1, second: true })));
    log[2] = logged(1, 3, "2b", "3a");
    let card = Card { symbol: 3, second: false };
    assert_eq!(broken(&log, Some(2)), (2, LogError::Symbols { card, symbols: 3, pairs: 2 }));
    assert_eq!(broken(&fine[..2], None), (1, LogError::Unfinished(1)));
    let mut log = fine.to_vec();
    log.push(logged(1, 4, "1a", "2a"));
    assert_eq!(broken(&log, Some(2)), (3, LogError::Over(1, 2)));
    for wrong in ["", "a", "3", "3c", "0a", "-1a", "+1a", "99999a", "1ab"] {
        assert_eq!(Card::read(wrong), None, "{wrong}");
    }
}
