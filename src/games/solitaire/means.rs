//! Expectations of solitaire Memory as sums (after Velleman & Warrington 2013), for boards whose
//! distributions would take too long to compute.
//!
//! Every sum is over m, the length of a run of different cards. g(m) = 2^m C(N, m) / C(2N, m) is the
//! probability that m given cards of the table are all different. The blocks between collections are such
//! runs, and inclusion-exclusion gives their expectations. By binary splitting, a sum takes a few products of
//! numbers with N log2 N bits and one greatest common divisor.

use crate::exact::{Integer, Rational, ratio};

/// Returns the expected number of turns of a board of `pairs` pairs.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::means;
///
/// // One of the three deals of two pairs takes two turns, the others three.
/// assert_eq!(means::turns(2), ratio(8, 3));
/// ```
pub fn turns(pairs: u16) -> Rational {
    let n = i64::from(pairs);
    let weight = |m: i64| if m < 2 { (0, 1) } else { (sign(m) * (2 * n * m - m * m - 1), m * (m + 1)) };
    ratio(2 * n - 1, 1) + sum(n, weight)
}

/// Returns the expected number of turns of a board of `pairs` pairs if both cards of a turn are named before either is
/// turned.
pub fn blind_turns(pairs: u16) -> Rational {
    ratio(2 * i64::from(pairs) - 1, 1)
}

/// Returns the expected number of lucky turns.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::means;
///
/// // One of the three deals of two pairs has two lucky turns, the others none.
/// assert_eq!(means::lucky(2), ratio(2, 3));
/// ```
pub fn lucky(pairs: u16) -> Rational {
    sum(pairs.into(), |m| (sign(m), m))
}

/// Returns the expected place of the first card whose mate lies before it: 4^N / C(2N, N).
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::means;
///
/// // With two pairs, the second card completes a pair in one of three deals, and else the third.
/// assert_eq!(means::first_position(2), ratio(8, 3));
/// ```
pub fn first_position(pairs: u16) -> Rational {
    let n = i64::from(pairs);
    let all = split(1, n + 1, &|m| (4 * m, n + m), &|_| (0, 1));
    ratio(all.numerator, all.denominator)
}

/// Returns the expected number of the turn that collects the first pair.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::means;
///
/// // With two pairs, the first turn collects a pair in one of three deals, and else the second.
/// assert_eq!(means::first_turn(2), ratio(5, 3));
/// ```
pub fn first_turn(pairs: u16) -> Rational {
    let n = i64::from(pairs);
    // Combines two sums: half of all terms with alternating signs, minus the terms of odd length over 2N - m.
    let weight = |m: i64| match m % 2 {
        0 => (-1, 2),
        _ => (2 * n - m - 2, 2 * (2 * n - m)),
    };
    (first_position(pairs) + ratio(1, 1)) / Integer::from(2) + sum(n, weight)
}

/// Returns -1 for even `m` and 1 for odd `m`.
fn sign(m: i64) -> i64 {
    if m % 2 == 0 { -1 } else { 1 }
}

/// Returns the sum of the fraction `weight(m)` times g(m) over m from 1 to n.
fn sum(n: i64, weight: impl Fn(i64) -> (i64, i64)) -> Rational {
    // g(m) / g(m - 1)
    let step = |m: i64| (2 * (n - m + 1), 2 * n - m + 1);
    let part = split(1, n + 1, &step, &weight);
    ratio(part.sum, part.denominator * part.scale)
}

/// A part of a sum, not reduced: the product of its steps, and the value `sum / (denominator * scale)`.
struct PartialSum {
    numerator: Integer,
    denominator: Integer,
    scale: Integer,
    sum: Integer,
}

/// Returns the terms from `from` to `to - 1`, at least one, by binary splitting: multiplication is fast for
/// numbers of equal length.
fn split(
    from: i64,
    to: i64,
    step: &impl Fn(i64) -> (i64, i64),
    weight: &impl Fn(i64) -> (i64, i64),
) -> PartialSum {
    if to == from + 1 {
        let ((numerator, denominator), (weight, scale)) = (step(from), weight(from));
        let sum = Integer::from(numerator) * weight;
        return PartialSum {
            numerator: numerator.into(),
            denominator: denominator.into(),
            scale: scale.into(),
            sum,
        };
    }
    let middle = from.midpoint(to);
    let (left, right) = (split(from, middle, step, weight), split(middle, to, step, weight));
    PartialSum {
        sum: left.sum * &right.denominator * &right.scale + right.sum * &left.numerator * &left.scale,
        numerator: left.numerator * right.numerator,
        denominator: left.denominator * right.denominator,
        scale: left.scale * right.scale,
    }
}
