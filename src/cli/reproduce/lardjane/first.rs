//! The first pair: where it lies, and when it is collected.

use super::{LAWS, Row, Section, boards, mean, of_all, wrong};
use chancetree::exact::{Integer, Natural, Rational, fraction, ratio};
use chancetree::games::solitaire::deal::{Deal, Step};
use chancetree::games::solitaire::distributions::{self, Deals};
use chancetree::games::solitaire::means;

/// a(N, j): the deals whose first pair is complete with card j.
fn deals(distribution: &Deals, place: i64) -> Natural {
    distribution
        .iter()
        .find(|(value, _)| *value == place)
        .map_or_else(Natural::default, |(_, number)| number.clone())
}

/// 2^N N!
fn numerator(pairs: u16) -> Natural {
    (1..=pairs).fold(Natural::from(1u32), |product, k| product * (2 * u32::from(k)))
}

fn sum(distribution: &Deals) -> Natural {
    distribution.iter().map(|(place, number)| number * place.unsigned_abs()).sum()
}

fn floor(value: &Rational) -> Integer {
    value.floor().to_integer()
}

pub(super) fn section() -> Section {
    let all: Vec<Deals> = (1..=LAWS).map(distributions::first_position).collect();
    let of = |pairs: u16| &all[usize::from(pairs) - 1];
    let count = |holds: &dyn Fn(u16) -> bool| {
        wrong(LAWS, |pairs| Ok(holds(pairs))).expect("nothing is worked out that could be stopped")
    };
    let places = |n: u16| of(n).iter().all(|(place, _)| (2..=i64::from(n) + 1).contains(&place));
    let recurrence = |n: u16| {
        n == 1
            || (2..=i64::from(n) + 1).all(|j| {
                let stays = deals(of(n - 1), j) * (2 * u64::from(n) - 1).saturating_sub(j as u64);
                deals(of(n), j) == stays + deals(of(n - 1), j - 1) * (j as u64 - 1)
            })
    };
    let factor = |n: u16| n == 1 || sum(of(n)) == sum(of(n - 1)) * (2 * u64::from(n));
    let wrong_factor =
        (2..=LAWS).filter(|&n| sum(of(n)) != sum(of(n - 1)) * (Natural::from(1u32) << n)).count();
    let mean_of = |n: u16| mean(of(n)) == means::first_position(n);
    let turn = |n: u16| mean(&distributions::first_turn(n));
    let bounds = |n: u16| {
        let least = Rational::from(floor(&(means::first_position(n) / Integer::from(2))));
        least <= turn(n) && turn(n) <= least + ratio(2, 1)
    };
    // The turn by the place, as the slides have it.
    let formula = |deal: &Deal, steps: &[Step]| {
        let block = deal.blocks()[0];
        let turns = match (block.length % 2, block.paired) {
            (1, _) => block.length.div_ceil(2),
            (_, true) => block.length / 2,
            _ => block.length / 2 + 1,
        };
        steps.iter().position(|step| step.turn.collects()) == Some(turns - 1)
    };
    let one = deals(of(1), 2);
    let rows = vec![
        boards("place of the first pair", "2 to N + 1", count(&places), LAWS),
        Row::slip("a(1, 2)", "2", one.to_string(), one == Natural::from(1u32)),
        boards("a(N, j) by a(N - 1, .)", "two terms, 2N-1-j and j-1", count(&recurrence), LAWS),
        boards("sum of j a(N, j)", "2^N N!", count(&|n| sum(of(n)) == numerator(n)), LAWS),
        Row::slip(
            "induction, factor",
            "2^N",
            format!("2N, {}", super::super::so_in(count(&factor), LAWS.into(), "board")),
            count(&factor) == 0 && wrong_factor > 0,
        ),
        boards("its expectation", "2^2N / C(2N, N)", count(&mean_of), LAWS),
        of_all("its turn by its place j", "j/2, j/2 + 1/2, j/2 + 1", formula),
        boards("bounds on its expectation", "[2^(2N-1)/C(2N,N)] + 0 to 2", count(&bounds), LAWS),
        Row::answer("expected turn of it, N = 6", format!("{} (exact)", fraction(&turn(6))))
            .says("only bounds"),
    ];
    Section::list("first", "The first pair", rows)
}
