//! Estimates of recall from a log: their errors, tests of fit, and the information that a game carries.
//!
//! The estimates are exact fractions; errors and tests of fit are floats.

use super::log::{Answers, Told};
use super::visits::Expected;
use super::{NAMES, Recall};
use crate::exact::{self, Rational};
use crate::statistics::chi_squared;

/// An estimate of one of p, p', p''.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The name of the parameter.
    pub name: &'static str,
    /// The maximum of the likelihood, exact; `None` where the log tells nothing about it.
    pub value: Option<Rational>,
    /// Answers that tell about it.
    pub trials: u64,
    /// The standard error, from the Fisher information of the trials that were seen.
    pub error: f64,
}

impl Estimate {
    /// The score interval (Wilson 1927) for a deviation of `z`: that of a share among as many trials as would have the
    /// same standard error.
    pub fn interval(&self, z: f64) -> Option<(f64, f64)> {
        let value = exact::double(self.value.as_ref()?);
        let spread = value * (1.0 - value);
        let trials = if self.error > 0.0 { spread / self.error.powi(2) } else { self.trials as f64 };
        let z2 = z * z / trials;
        let middle = (value + z2 / 2.0) / (1.0 + z2);
        let half = (z2 * (spread + z2 / 4.0)).sqrt() / (1.0 + z2);
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

/// The variances of the estimates of p, p' and p'', from F, R and S trials: the inverse of the Fisher information
///
/// I_pp = F (1/p + 1/q) + R/(p (1 - p)), I_pp' = F/q, I_p'p' = F (1/p' + 1/q), I_p''p'' = S/(p'' (1 - p'')),
///
/// with q = 1 - p - p'. Written with p' = (1 - p) f it needs no division by q or p', and holds at the edges. `None`
/// where there is no trial.
pub fn variances(values: &[Rational; 3], [both, one, search]: &[Rational; 3]) -> [Option<Rational>; 3] {
    let [p, other, fresh] = values;
    let rest = exact::one() - p;
    let over = |top: Rational, bottom: &Rational| (*bottom != exact::zero()).then(|| top / bottom);
    let mate = over(p * &rest, &(both + one));
    let share = over(other.clone(), &rest).unwrap_or_else(exact::zero);
    // Given p, f is the share of turned cards among F (1 - p) wrong answers.
    let wrong = over(&rest * &share * (exact::one() - &share), both);
    let mistake = mate.as_ref().zip(wrong).map(|(mate, wrong)| &share * &share * mate + wrong);
    [mate, mistake, over(fresh * (exact::one() - fresh), search)]
}

/// The maximum of the likelihood: p = (A + R1)/(A + B + C + R1 + R0), p' = (1 - p) B/(B + C), p'' = E1/(E1 + E0).
pub fn estimates(answers: &Answers) -> [Estimate; 3] {
    let [mates, others, new] = answers.both;
    let whole = |number: u64| exact::ratio(number, 1);
    let share = |part: u64, all: u64| (all > 0).then(|| exact::ratio(part, all));
    let (both, one, search) = (mates + others + new, answers.one.iter().sum(), answers.search.iter().sum());
    let p = share(mates + answers.one[0], both + one);
    // With p = 1 nobody is wrong, and nothing is mistaken.
    let wrong = if others + new == 0 { (both > 0).then(exact::zero) } else { share(others, others + new) };
    let other = p.as_ref().zip(wrong).map(|(p, wrong)| (exact::one() - p) * wrong);
    let values = [p, other, share(answers.search[0], search)];
    let points = values.clone().map(|value| value.unwrap_or_else(exact::zero));
    let variances = variances(&points, &[whole(both), whole(one), whole(search)]);
    let mut all = NAMES.into_iter().zip(values).zip(variances).zip([both + one, both, search]);
    [(); 3].map(|()| {
        let (((name, value), variance), trials) = all.next().expect("three of each");
        let error = variance.map_or(f64::NAN, |variance| exact::double(&variance).sqrt());
        Estimate { name, value, trials, error }
    })
}

/// The information that a game carries about a player, exact. The variances are those of p, p' and p'', in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Information {
    /// The expected numbers F, R, S of answers that tell something.
    pub trials: [Rational; 3],
    /// The variance of each estimate, times the games; `None` where a game tells nothing.
    pub a_game: [Option<Rational>; 3],
    /// The variance of each estimate, times the turns.
    pub a_turn: [Option<Rational>; 3],
}

/// Returns the information that a game carries about a player for whom `expected` holds.
pub fn information(recall: &Recall, expected: &Expected<Rational>) -> Information {
    let trials = [&expected.both, &expected.one, &expected.search].map(Clone::clone);
    let a_game = variances(recall.values(), &trials);
    let a_turn = a_game.clone().map(|variance| variance.map(|variance| variance * &expected.turns));
    Information { trials, a_game, a_turn }
}

/// A test of fit: how far counts are from what the model says.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The hypothesis that is tested.
    pub what: &'static str,
    /// The likelihood ratio statistic G.
    pub g: f64,
    /// Degrees of freedom.
    pub freedom: u32,
    /// The probability of a G at least as large, if the model holds and there are many trials.
    pub p_value: f64,
}

/// Tests whether p, p' and p'' are constants, as the model says: the same with one wrong kind of card as with both, and
/// the same with few cards to remember as with many (half of the turns each). The last entry is the test of all
/// together.
pub fn fits(told: &Told) -> Vec<Fit> {
    let all = told.answers();
    let [mates, others, new] = all.both;
    let mut fits = vec![fit("p with one or two wrong kinds", &[&[mates, others + new], &all.one])];
    let (few, many) = halves(told);
    fits.push(fit("p, p' with few or many cards", &[&few.both, &many.both]));
    fits.push(fit("p with few or many cards, one wrong kind", &[&few.one, &many.one]));
    fits.push(fit("p'' with few or many cards", &[&few.search, &many.search]));
    let (g, freedom) = fits.iter().fold((0.0, 0), |(g, freedom), fit| (g + fit.g, freedom + fit.freedom));
    fits.push(Fit { what: "together", g, freedom, p_value: chi_squared(g, freedom) });
    fits
}

/// The answers with few and with many cards to remember, as evenly as whole numbers of cards let them be split.
fn halves(told: &Told) -> (Answers, Answers) {
    let count =
        |answers: &Answers| answers.both.iter().chain(&answers.one).chain(&answers.search).sum::<u64>();
    let whole: u64 = told.by_load.values().map(count).sum();
    let (mut few, mut many) = (Told::default(), Told::default());
    let mut seen = 0;
    for (load, answers) in &told.by_load {
        let half = if 2 * seen < whole { &mut few } else { &mut many };
        half.by_load.insert(*load, *answers);
        seen += count(answers);
    }
    (few.answers(), many.answers())
}

/// The G test that rows of counts have one distribution.
fn fit(what: &'static str, rows: &[&[u64]]) -> Fit {
    let sums: Vec<f64> = rows.iter().map(|row| row.iter().sum::<u64>() as f64).collect();
    let width = rows[0].len();
    let columns: Vec<f64> =
        (0..width).map(|column| rows.iter().map(|row| row[column]).sum::<u64>() as f64).collect();
    let whole: f64 = sums.iter().sum();
    let mut g = 0.0;
    for (row, sum) in rows.iter().zip(&sums) {
        for (&count, column) in row.iter().zip(&columns) {
            if count > 0 {
                let count = count as f64;
                g += 2.0 * count * (count * whole / (sum * column)).ln();
            }
        }
    }
    let full = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count().saturating_sub(1) as u32;
    let freedom = full(&sums) * full(&columns);
    let g = g.max(0.0);
    Fit { what, g, freedom, p_value: chi_squared(g, freedom) }
}
