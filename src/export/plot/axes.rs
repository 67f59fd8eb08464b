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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stretch(scale: Scale, low: f64, high: f64) -> Stretch {
        Stretch { scale, ends: (low, high), pixels: (100.0, 500.0) }
    }

    #[test]
    fn numbers_are_round() {
        let numbers = |scale, low, high, most| -> String {
            let ticks = stretch(scale, low, high).ticks(most);
            ticks.into_iter().map(number).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(numbers(Scale::Share, 0.0, 1.0, 10), "0 0.2 0.4 0.6 0.8 1");
        assert_eq!(numbers(Scale::Share, 0.0, 1.0, 11), "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
        assert_eq!(numbers(Scale::Whole, 0.4, 6.6, 7), "1 2 3 4 5 6");
        assert_eq!(numbers(Scale::Whole, 1.0, 2.0, 10), "1 2");
        assert_eq!(numbers(Scale::Even, -0.03, 0.11, 4), "0 0.05 0.1");
        assert_eq!(numbers(Scale::Powers, 10.0, 10_000.0, 4), "10 100 1000 10000");
        assert_eq!(numbers(Scale::Powers, 3.0, 60.0, 10), "5 10 20 50");
        assert_eq!(numbers(Scale::Powers, 1.0, 1e6, 4), "1 100 10000 1000000");
    }

    #[test]
    fn numbers_are_written_without_what_is_left_of_a_step() {
        assert_eq!(number(3.0 * 0.1), "0.3");
        assert_eq!(number(-0.25), "\u{2212}0.25");
        assert_eq!(number(-1e-9), "0");
        assert_eq!(number(100.0), "100");
    }

    proptest! {
        #[test]
        fn they_lie_within_the_ends_and_are_neither_many_nor_few(
            low in -1e4..1e4_f64, size in 1e-3..1e5_f64, most in 4..16_usize, whole in any::<bool>(),
        ) {
            let scale = if whole { Scale::Whole } else { Scale::Even };
            let stretch = stretch(scale, low, low + size);
            let ticks = stretch.ticks(most);
            prop_assert!(ticks.len() <= most);
            prop_assert!(whole || ticks.len() >= most / 3, "{} of {most}", ticks.len());
            for number in &ticks {
                prop_assert!((low - size * 1e-6..=low + size * (1.0 + 1e-6)).contains(number));
                prop_assert!(!whole || number.fract() == 0.0);
            }
        }

        #[test]
        fn powers_lie_evenly(low in 1e-3..1e3_f64, decades in 0.5..8.0_f64, most in 4..16_usize) {
            let stretch = stretch(Scale::Powers, low, low * 10_f64.powf(decades));
            let ticks = stretch.ticks(most);
            prop_assert!(ticks.len() <= most);
            let (first, last) = stretch.ends;
            prop_assert!((stretch.place(first) - 100.0).abs() < 1e-6 && (stretch.place(last) - 500.0).abs() < 1e-6);
            prop_assert!((stretch.place((first * last).sqrt()) - 300.0).abs() < 1e-6);
        }
    }
}
