//! The limits of the expected values. Floating point, beside exact values.

use super::Found;
use crate::exact::double;
use crate::games::solitaire::distributions::{Deals, variance};
use crate::games::solitaire::means;
use std::f64::consts::{LN_2, PI};

/// The boards on which a limit is looked at.
const BOARDS: [u16; 3] = [10, 100, 1000];

/// Boards whose laws are at hand.
const SMALL: [u16; 3] = [15, 30, 60];

/// Computes what is left of a limit on each board, which must fall at least as fast as N^-`power`.
fn limit(power: f64, rest: impl Fn(u16) -> f64) -> Found {
    let rests = BOARDS.map(&rest);
    let shrinks = BOARDS.iter().zip(rests).all(|(&pairs, rest)| rest.abs() <= f64::from(pairs).powf(-power));
    let text: Vec<String> = rests.iter().map(|rest| format!("{rest:+.1e}")).collect();
    Found::judged(text.join(", "), shrinks)
}

pub(super) fn laws(all: &[Deals]) -> Vec<(&'static str, Found)> {
    let turns = |pairs: u16| {
        let n = f64::from(pairs);
        double(&means::turns(pairs)) - (3.0 - 2.0 * LN_2) * n - (0.875 - 2.0 * LN_2)
    };
    let lucky = |pairs: u16| double(&means::lucky(pairs)) - LN_2;
    let place = |pairs: u16| double(&means::first_position(pairs)) / (PI * f64::from(pairs)).sqrt() - 1.0;
    let first = |pairs: u16| double(&means::first_turn(pairs)) / ((PI * f64::from(pairs)).sqrt() / 2.0) - 1.0;
    let a_pair = |pairs: u16| double(&means::turns(pairs)) / f64::from(pairs) - 1.6;
    let spread = |pairs: u16| {
        let variance = variance(&all[usize::from(pairs) - 1]);
        double(&variance) / f64::from(pairs) - (4.0 * LN_2 * LN_2 - 2.0 * LN_2 - 0.5)
    };
    let spreads = SMALL.map(spread);
    let falls = spreads.iter().zip(SMALL).all(|(rest, pairs)| rest.abs() <= 1.0 / f64::from(pairs));
    let texts = spreads.map(|rest| format!("{rest:+.1e}")).join(", ");
    let texts = if falls { texts } else { format!("{texts}: no fit") };
    vec![
        ("turns less this", limit(1.0, turns)),
        ("turns / N less this", limit(0.5, a_pair)),
        ("lucky turns less this", limit(1.0, lucky)),
        ("first place / this - 1", limit(0.9, place)),
        ("first turn / this - 1", limit(0.2, first)),
        ("variance / N less this", texts.into()),
    ]
}
