//! The first pair: its place, and the turn that collects it.

use super::{CheckedAnswer, LawAnswers, MOST, PlayedDeal, PlayedDeals, boards};
use crate::exact::{Integer, Natural, Rational, fraction, ratio};
use crate::games::solitaire::distributions::{self, Deals};
use crate::games::solitaire::means;

/// Returns a(N, j): the number of deals whose first pair is completed by card j.
fn deals(distribution: &Deals, place: i64) -> Natural {
    distribution
        .masses()
        .find(|(value, _)| **value == place)
        .map_or_else(Natural::default, |(_, number)| number.clone())
}

/// Returns 2^N N!.
fn numerator(pairs: u16) -> Natural {
    (1..=pairs).fold(Natural::from(1u32), |product, k| product * (2 * u32::from(k)))
}

fn sum(distribution: &Deals) -> Natural {
    distribution.masses().map(|(place, number)| number * place.unsigned_abs()).sum()
}

fn floor(value: &Rational) -> Integer {
    value.floor().to_integer()
}

pub(super) fn laws(answers: &mut LawAnswers<'_>, played: &PlayedDeals) {
    let all: Vec<Deals> = (1..=MOST).map(distributions::first_position).collect();
    let of = |pairs: u16| &all[usize::from(pairs) - 1];
    let places = |n: u16| of(n).masses().all(|(place, _)| (2..=i64::from(n) + 1).contains(place));
    let recurrence = |n: u16| {
        n == 1
            || (2..=i64::from(n) + 1).all(|j| {
                let stays = deals(of(n - 1), j) * (2 * u64::from(n) - 1).saturating_sub(j as u64);
                deals(of(n), j) == stays + deals(of(n - 1), j - 1) * (j as u64 - 1)
            })
    };
    let factor = |n: u16| n == 1 || sum(of(n)) == sum(of(n - 1)) * (2 * u64::from(n));
    let wrong_factor =
        (2..=MOST).filter(|&n| sum(of(n)) != sum(of(n - 1)) * (Natural::from(1u32) << n)).count();
    let mean_of = |n: u16| of(n).expected_value() == means::first_position(n);
    let turn = |n: u16| distributions::first_turn(n).expected_value();
    let bounds = |n: u16| {
        let least = Rational::from(floor(&(means::first_position(n) / Integer::from(2))));
        least <= turn(n) && turn(n) <= least + ratio(2, 1)
    };
    // The turn as a function of the place, as the slides have it.
    let formula = |played: &PlayedDeal| {
        let block = &played.blocks[0];
        let turns = match (block.length % 2, block.paired) {
            (1, _) => block.length.div_ceil(2),
            (_, true) => block.length / 2,
            _ => block.length / 2 + 1,
        };
        played.steps.iter().position(|step| step.turn.collects()) == Some(turns - 1)
    };
    let one = deals(of(1), 2);
    let found = [
        ("place of the first pair", boards(MOST, places)),
        ("a(1, 2)", CheckedAnswer::with_verdict(one.to_string(), one != Natural::from(1u32))),
        ("a(N, j) by a(N - 1, .)", boards(MOST, recurrence)),
        ("sum of j a(N, j)", boards(MOST, |n| sum(of(n)) == numerator(n))),
        ("induction, factor", {
            let mended = boards(MOST, factor);
            let text = format!("2N, {}", mended.words());
            CheckedAnswer::with_verdict(text, !(mended.is_right() && wrong_factor > 0))
        }),
        ("its expectation", boards(MOST, mean_of)),
        ("its turn by its place j", played.check(formula)),
        ("bounds on its expectation", boards(MOST, bounds)),
        ("expected turn of it, N = 6", format!("{} (exact)", fraction(&turn(6))).into()),
    ];
    answers.add_all("first", found);
}
