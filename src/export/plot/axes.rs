//! The positions of the numbers along an axis.

use super::Scale;

/// The stretch of an axis, and where it lies in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) scale: Scale,
    /// The least and the greatest number.
    pub(super) ends: (f64, f64),
    /// Their places in pixels.
    pub(super) pixels: (f64, f64),
}

impl Stretch {
    /// The place of a number in pixels.
    pub(super) fn place(&self, number: f64) -> f64 {
        let along = |number: f64| if self.scale == Scale::Powers { number.log10() } else { number };
        let (low, high) = (along(self.ends.0), along(self.ends.1));
        self.pixels.0 + (along(number) - low) / (high - low) * (self.pixels.1 - self.pixels.0)
    }

    /// The numbers that are written, ascending: round ones, at most `most` of them.
    ///
    /// Steps are 1, 2 or 5 of a power of ten, and whole where the scale is. A scale of powers has all powers of ten,
    /// and what lies between at 2 and 5 as well where there is room.
    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.ends;
        if self.scale == Scale::Powers {
            return powers(low, high, most);
        }
        let least = if self.scale == Scale::Whole { 1.0 } else { f64::MIN_POSITIVE };
        let rough = ((high - low) / most as f64).max(least);
        let ten = 10_f64.powf(rough.log10().floor());
        let counted = |step: f64| {
            // A rest of the division is no step.
            let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
            (first, (last - first) as usize + 1)
        };
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|digit| digit * ten);
        let fits = |step: &f64| *step >= least && counted(*step).1 <= most;
        let step = steps.into_iter().find(fits).unwrap_or(steps[4]);
        let (first, count) = counted(step);
        (0..count).map(|place| (first + place as f64) * step).collect()
    }
}

/// Numbers on a scale of powers.
fn powers(low: f64, high: f64, most: usize) -> Vec<f64> {
    let decades = (low.log10() + 1e-9).floor() as i32..=(high.log10() - 1e-9).ceil() as i32;
    let numbers = |digits: &[f64], every: usize| -> Vec<f64> {
        let tens = decades.clone().step_by(every);
        let all = tens.flat_map(|ten| digits.iter().map(move |digit| digit * 10_f64.powi(ten)));
        all.filter(|number| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(number)).collect()
    };
    let fine = numbers(&[1.0, 2.0, 5.0], 1);
    if fine.len() <= most {
        return fine;
    }
    numbers(&[1.0], decades.clone().count().div_ceil(most))
}

/// A number as it stands at an axis.
pub(super) fn number(value: f64) -> String {
    // A rest of the steps of an axis is no digit.
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
}
