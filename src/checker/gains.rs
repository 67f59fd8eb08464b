//! The gains of choices over the choices of a strategy.

use crate::CheckError;
use crate::equations::{KNOWN, StrategyNumerators, StrategyValues};
use crate::exact::Integer;
use crate::model::{Job, Progress};
use crate::strategies::StrategySearch;
use chancetree_bounds::DoubleDouble;
use num_traits::{FromPrimitive as _, ToPrimitive as _};

/// The value of a choice minus the value of its state, for the player of the state: `(value + e) * 2^exponent`, with `e` at most
/// `error` in absolute value. Its sign is the sign of `value`.
#[derive(Clone, Copy, Default)]
pub(crate) struct ChoiceGain {
    value: DoubleDouble,
    error: f64,
    exponent: i64,
}

/// The relative error of a gain that is computed from exact values.
const ROUNDING: f64 = f64::EPSILON * f64::EPSILON * 16.0;

/// A gain from rounded values counts if it is greater than its error by this factor. Other gains are computed from exact values.
const CLEAR: f64 = (1u64 << 20) as f64;

/// The number of leading bits of a numerator and a denominator that a quotient is computed from.
const LEADING_BITS: u64 = 256;

/// The greatest power of 2 of a scaled gain. Less than the negative power counts as 0, up to an error of [`ChoiceGain::LEAST`].
const MAX_BITS: i64 = 1000;

impl ChoiceGain {
    /// The greatest absolute error of a scaled gain that is too small for doubles.
    pub(crate) const LEAST: f64 = 1e-300;

    /// Returns the quotient of two whole numbers, of which `below` is positive.
    fn of_quotient(above: &Integer, below: &Integer) -> Self {
        const QUOTIENT_BITS: u64 = 128;
        let (above_bits, below_bits) = (above.bits(), below.bits());
        let leading = |value: &Integer, bits: u64, wanted: u64| -> Integer {
            if bits > wanted { value >> (bits - wanted) } else { value << (wanted - bits) }
        };
        let above = leading(above, above_bits, LEADING_BITS + QUOTIENT_BITS);
        let quotient = above / leading(below, below_bits, LEADING_BITS);
        let high = quotient.to_f64().unwrap_or(0.0);
        let low = Integer::from_f64(high).and_then(|nearest| (quotient - nearest).to_f64()).unwrap_or(0.0);
        let value = DoubleDouble::of_sum(high, low);
        let exponent = above_bits as i64 - below_bits as i64 - QUOTIENT_BITS as i64;
        Self { value, error: high.abs() * ROUNDING, exponent }
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.value.high > 0.0
    }

    /// Returns a number with `2^number` close to the absolute value of a gain that is not 0.
    fn magnitude(&self) -> i64 {
        self.exponent + self.value.high.abs().log2() as i64
    }

    /// Returns the gain and its error, divided by `2^unit`.
    fn scaled(&self, unit: i64) -> (DoubleDouble, f64) {
        if self.value.high == 0.0 {
            return Default::default();
        }
        let bits = self.magnitude() - unit;
        if bits > MAX_BITS {
            return (DoubleDouble { high: f64::INFINITY.copysign(self.value.high), low: 0.0 }, 0.0);
        }
        if bits < -MAX_BITS {
            return Default::default();
        }
        // A single factor might be too small or too large for a double.
        let shift = (self.exponent - unit) as i32;
        let (first, second) = (2f64.powi(shift / 2), 2f64.powi(shift - shift / 2));
        let by = |part: f64| part * first * second;
        (DoubleDouble { high: by(self.value.high), low: by(self.value.low) }, by(self.error))
    }
}

/// The gains of the choices of one side, in the states in which it has several choices.
pub(crate) struct SideGains {
    /// The index of the first entry of each unknown state, and the number of entries.
    offsets: Vec<u32>,
    /// The allowed choices with their gains.
    entries: Vec<(u32, ChoiceGain)>,
}

impl SideGains {
    /// Returns the gains divided by `2^unit`: the gains of this side, or, without `is_own`, the gains of the other side, which have
    /// the opposite sign.
    pub(crate) fn scaled(&self, unit: i64, is_own: bool) -> ScaledGains<'_> {
        let sign = if is_own { 1.0 } else { -1.0 };
        let scaled = |&(choice, gain): &(u32, ChoiceGain)| {
            let (value, error) = gain.scaled(unit);
            let gain = DoubleDouble { high: sign * value.high, low: sign * value.low };
            ScaledGain { choice, gain, error }
        };
        ScaledGains { offsets: &self.offsets, gains: self.entries.iter().map(scaled).collect() }
    }

    /// Returns a number with `2^number` close to the greatest gain, or `None` if no gain is positive.
    pub(crate) fn greatest(&self) -> Option<i64> {
        let positive = self.entries.iter().filter(|(_, gain)| gain.is_positive());
        positive.map(|(_, gain)| gain.magnitude()).max()
    }
}

/// A choice with its gain, divided by a power of 2, and the error of the gain.
#[derive(Clone, Copy)]
pub(crate) struct ScaledGain {
    pub(crate) choice: u32,
    pub(crate) gain: DoubleDouble,
    pub(crate) error: f64,
}

/// The gains of the choices of one side, divided by a power of 2.
pub(crate) struct ScaledGains<'g> {
    offsets: &'g [u32],
    gains: Vec<ScaledGain>,
}

impl ScaledGains<'_> {
    /// Returns the gains of the allowed choices of an unknown state. There are none if another side decides, or if there is only
    /// one choice.
    pub(crate) fn of_place(&self, place: usize) -> &[ScaledGain] {
        &self.gains[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }
}

/// The exact and the rounded values of a strategy, from which gains are computed.
pub(crate) struct GainSource<'v> {
    numerators: StrategyNumerators<'v>,
    rounded: Vec<DoubleDouble>,
}

impl<'v> GainSource<'v> {
    pub(crate) fn new(values: &'v StrategyValues) -> Self {
        Self { numerators: StrategyNumerators::new(values), rounded: values.double_doubles() }
    }
}

impl StrategySearch<'_> {
    /// Returns the gains of the choices of one side: the reaching side if `is_reaching` is set, otherwise the other side.
    ///
    /// # Errors
    /// If a limit of the job is exceeded.
    pub(crate) fn gains(
        &self,
        strategy: &[u32],
        source: &mut GainSource<'_>,
        shares: &[DoubleDouble],
        is_reaching: bool,
        job: &Job<'_>,
    ) -> Result<SideGains, CheckError> {
        let equations = &self.equations;
        let mut gains = SideGains { offsets: vec![0], entries: Vec::new() };
        for (place, &state) in equations.states.iter().enumerate() {
            job.tick_at(place, Progress::default())?;
            if self.reaching.contains(state) == is_reaching && equations.space.choices(state).len() > 1 {
                for choice in self.allowed(state) {
                    let gain = match self.is_alike(state, choice, strategy[place] as usize) {
                        true => ChoiceGain::default(),
                        false => self.gain(place, choice, source, shares),
                    };
                    gains.entries.push((choice as u32, gain));
                }
            }
            gains.offsets.push(gains.entries.len() as u32);
        }
        Ok(gains)
    }

    /// Returns the gain of a choice of an unknown state.
    fn gain(
        &self,
        place: usize,
        choice: usize,
        source: &mut GainSource<'_>,
        shares: &[DoubleDouble],
    ) -> ChoiceGain {
        let state = self.equations.states[place];
        let (difference, error) = self.rounded_gain(place, choice, &source.rounded, shares);
        let mut gain = ChoiceGain { value: difference, error, exponent: 0 };
        let is_clear = difference.high.abs() > CLEAR * error && difference.high.is_finite();
        if !is_clear {
            let (above, below) = self.equations.difference(state, choice, &mut source.numerators);
            gain = if above == Integer::ZERO {
                ChoiceGain::default()
            } else {
                ChoiceGain::of_quotient(&above, &below)
            };
        }
        if !self.maximizes(state) {
            gain.value = DoubleDouble::default().minus(gain.value);
        }
        gain
    }

    /// Returns the value of a choice minus the value of its state, from rounded values, and a bound on the error.
    fn rounded_gain(
        &self,
        place: usize,
        choice: usize,
        rounded: &[DoubleDouble],
        shares: &[DoubleDouble],
    ) -> (DoubleDouble, f64) {
        let (equations, space) = (&self.equations, self.equations.space);
        let own = rounded[place];
        let (mut sum, mut size) = (DoubleDouble::default().minus(own), own.high.abs());
        let mut add = |term: DoubleDouble| {
            sum = sum.plus(term);
            size += term.high.abs();
        };
        let rewards = equations.rewards(equations.states[place], choice);
        let mut terms = 8.0;
        for part in rewards {
            add(DoubleDouble::of_fraction(part));
            terms += 1.0;
        }
        for branch in space.branches(choice) {
            let (target, share) = (space.targets[branch], shares[space.probabilities[branch] as usize]);
            match equations.places[target as usize] {
                KNOWN if equations.is_one(target) => add(share),
                KNOWN => {}
                place => add(share.times(rounded[place as usize])),
            }
            terms += 1.0;
        }
        // The values have an absolute error below 2^-110, and a relative error below 2^-104.
        (sum, (size + 1.0) * terms * ROUNDING)
    }
}
