//! The models of `tests/models`: values that Storm has computed, and values with a formula.

use super::{assert_contained, explore, folder, read, sizes, value, value_of};
use chancetree_exact::{Rational, fraction, one, ratio, zero};
use chancetree_prism::{Job, PropertyFile, ValueBounds};
use std::collections::BTreeMap;

/// Checks all values of `values.csv`. `tests/foreign/check_models.py` computes them with Storm, except those with the source
/// `chancetree`.
#[test]
fn models_have_the_known_values() {
    let mut reader = csv::Reader::from_path(folder().join("values.csv")).expect("a file");
    let mut models: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for row in reader.records() {
        let row = row.expect("a row");
        models
            .entry((row[0].to_owned(), row[1].to_owned()))
            .or_default()
            .push((row[2].to_owned(), row[3].to_owned()));
    }
    assert!(models.len() > 50);
    for ((model, constants), rows) in models {
        let explored = explore(&read(&model), &constants).expect(&model);
        let stem = model.split('.').next().unwrap_or_default();
        let file = PropertyFile::parse(&read(&format!("{stem}.props"))).expect(stem);
        let mut found = vec![sizes(&explored)];
        for property in file.properties() {
            let name = format!("{model}: {property}");
            let value = explored.check(&property, &Job::default()).expect(&name);
            let bounds =
                explored.check_in::<ValueBounds>(&property, Some(1e-9), &Job::default()).expect(&name);
            assert_contained(&value, &bounds, &name);
            found.push(value.to_string());
        }
        let expected: Vec<&String> = rows.iter().map(|(_, value)| value).collect();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{model} {constants}");
    }
}

/// The probability that a gambler with `start` units of `goal` gets rich, if a round is won with probability `p`.
fn gamblers_chance(start: i32, goal: i32, p: &Rational) -> Rational {
    let odds = (one() - p) / p;
    if odds == one() {
        return ratio(start, goal);
    }
    (one() - odds.pow(start)) / (one() - odds.pow(goal))
}

#[test]
fn a_gambler_has_the_chance_of_the_formula() {
    for (goal, p, text) in [(6, ratio(1, 2), "1/2"), (10, ratio(2, 5), "0.4"), (45, ratio(51, 100), "0.51")] {
        let explored = explore(&read("gambler.pm"), &format!("N={goal},p={text}")).expect("a model");
        let chance = gamblers_chance((goal + 2) / 3, goal, &p);
        assert_eq!(value(&explored, "P=? [ F \"rich\" ]"), Ok(fraction(&chance)));
        assert_eq!(value(&explored, "P=? [ F \"ruined\" ]"), Ok(fraction(&(one() - chance))));
    }
}

#[test]
fn coupons_take_harmonic_time() {
    for n in [1, 2, 5, 12] {
        let explored = explore(&read("coupons.pm"), &format!("N={n}")).expect("a model");
        let harmonic: Rational = (1..=n).map(|k| ratio(1, k)).sum();
        assert_eq!(value(&explored, "R=? [ F have=N ]"), Ok(fraction(&(harmonic * ratio(n, 1)))));
    }
}

/// Each number of red balls is equally likely.
#[test]
fn an_urn_of_polya_is_uniform() {
    let explored = explore(&read("polya.pm"), "N=9").expect("a model");
    for red in 1..=10 {
        assert_eq!(value(&explored, &format!("P=? [ F \"end\" & red={red} ]")), Ok("1/10".to_owned()));
    }
}

#[test]
fn a_mutant_is_fixed_with_the_probability_of_moran() {
    let explored = explore(&read("moran.pm"), "N=8").expect("a model");
    let inverse = ratio(2, 3);
    let fixed = (one() - &inverse) / (one() - inverse.pow(8));
    assert_eq!(value(&explored, "P=? [ F i=N ]"), Ok(fraction(&fixed)));
}

/// The best of n candidates is found by passing the first r-1: the greatest value over r (Lindley 1961).
#[test]
fn the_secretary_problem_has_the_value_of_lindley() {
    for n in [1, 3, 4, 10] {
        let explored = explore(&read("secretary.nm"), &format!("N={n}")).expect("a model");
        let of_threshold = |r: i64| -> Rational {
            if r == 1 { ratio(1, n) } else { (r..=n).map(|k| ratio(r - 1, (k - 1) * n)).sum() }
        };
        let best = (1..=n).map(of_threshold).fold(zero(), Rational::max);
        assert_eq!(value(&explored, "Pmax=? [ F won ]"), Ok(fraction(&best)), "{n}");
    }
}

/// The expected time of Herman's protocol from three tokens with gaps a, b, c is 4abc/n (McIver and Morgan 2005).
#[test]
fn three_tokens_of_herman_meet_in_the_known_time() {
    let mut text = read("herman7.pm");
    let block = text.find("init\n").expect("an init block");
    text.replace_range(
        block..,
        "init x1=0 & x2=1 & x3=1 & x4=1 & x5=0 & x6=1 & x7=1 endinit rewards true : 1; endrewards",
    );
    let explored = explore(&text, "").expect("a model");
    // The tokens are at 3, 4 and 7: the gaps are 1, 3 and 3.
    assert_eq!(value(&explored, "R=? [ F tokens=1 ]"), Ok(fraction(&ratio(4 * 9, 7))));
}

#[test]
fn birthdays_meet_in_the_time_of_ramanujans_function() {
    let explored = explore(&read("birthdays.pm"), "N=23").expect("a model");
    // 1 + Q(n), with Q(n) the sum of n!/((n-k)! n^k) over k from 1 (Knuth 1968).
    let mut term = one();
    let mut sum = one();
    for k in 0..23 {
        term *= ratio(23 - k, 23);
        sum += &term;
    }
    assert_eq!(value(&explored, "R=? [ F shared ]"), Ok(fraction(&sum)));
}

#[test]
fn textbook_games_have_the_values_of_textbooks() {
    assert_eq!(value_of(&read("craps.pm"), "P=? [ F state=2 ]"), "244/495");
    assert_eq!(value_of(&read("die.pm"), "R=? [ F \"done\" ]"), "11/3");
    let tennis = explore(&read("tennis.pm"), "p=3/5").expect("a model");
    assert_eq!(value(&tennis, "P=? [ F over & a>b ]"), Ok(tennis_chance()));
}

/// The sum of a win before deuce, p^4 (1 + 4q + 10q^2), and of a win after deuce, 20 p^3 q^3 p^2/(p^2 + q^2), at p = 3/5.
fn tennis_chance() -> String {
    let (p, q) = (ratio(3, 5), ratio(2, 5));
    let early = p.pow(4) * (one() + ratio(4, 1) * &q + ratio(10, 1) * q.pow(2));
    let deuce = ratio(20, 1) * p.pow(3) * q.pow(3) * p.pow(2) / (p.pow(2) + q.pow(2));
    fraction(&(early + deuce))
}

/// Two throws of player 1 against two of player 2 are solved here by enumeration.
#[test]
fn a_game_of_dice_has_the_value_of_an_enumeration() {
    // Player 2 throws again if the first throw is lower than x.
    let loss = |x: i64| ratio(x - 1, 6).pow(2);
    let keep = |x: i64| loss(x);
    let again: Rational = (1..=6).map(|x| keep(x) / ratio(6, 1)).sum();
    let first: Rational = (1..=6).map(|x| keep(x).max(again.clone()) / ratio(6, 1)).sum();
    let explored = explore(&read("dice_game.prism"), "N=2").expect("a model");
    assert_eq!(value(&explored, "<<one>> Pmax=? [ F \"one\" ]"), Ok(fraction(&first)));
    assert_eq!(value(&explored, "<<two>> Pmin=? [ F \"one\" ]"), Ok(fraction(&first)));
}
