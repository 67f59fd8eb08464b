//! Whole numbers that edges multiply: alone, by a value that play has, or with the moments of what is counted.

use super::{Carry, Met, carry};
use crate::exact::Natural;
use crate::model::{Error, Model, Run};
use std::collections::BTreeMap;

/// Whole numbers: 1 where they start, and each edge multiplies them.
pub struct Products<'a> {
    /// Returns the factor of an edge.
    pub of: &'a (dyn Fn(usize) -> Natural + Sync),
    /// `true` if numbers are carried back, from the ends to the start.
    pub are_back: bool,
}

/// A multiplier of many numbers.
pub struct Multiplier {
    number: Natural,
    /// The factor, if it fits a word.
    word: Option<u64>,
    /// The room of the last product.
    room: Natural,
}

impl Carry for Products<'_> {
    type Number = Natural;
    type Factor = Multiplier;

    fn is_back(&self) -> bool {
        self.are_back
    }

    fn start(&self) -> Natural {
        Natural::from(1u32)
    }

    fn factor(&self, edge: usize) -> Multiplier {
        let number = (self.of)(edge);
        Multiplier { word: u64::try_from(&number).ok(), number, room: Natural::default() }
    }

    fn along(&self, factor: &mut Multiplier, number: &Natural) -> Natural {
        number * &factor.number
    }

    fn add_along(&self, sum: &mut Natural, factor: &mut Multiplier, number: &Natural) {
        match factor.word {
            Some(1) => *sum += number,
            Some(word) => {
                factor.room.clone_from(number);
                factor.room *= word;
                *sum += &factor.room;
            }
            None => *sum += number * &factor.number,
        }
    }

    fn bytes(number: &Natural) -> u64 {
        size_of::<Natural>() as u64 + number.bits() / 8
    }
}

/// Whole numbers with the first two moments of what is counted on the way: (all, sum, sum of squares), the sums over what
/// the numbers are of.
pub struct Moments<'a> {
    /// Returns the factor of an edge, alone, times what is counted on it and times the square of that; of what is random
    /// there, its expected value and that of its square.
    pub of: &'a (dyn Fn(usize) -> [Natural; 3] + Sync),
}

impl Carry for Moments<'_> {
    type Number = [Natural; 3];
    type Factor = [Natural; 3];

    fn start(&self) -> [Natural; 3] {
        [Natural::from(1u32), Natural::default(), Natural::default()]
    }

    fn factor(&self, edge: usize) -> [Natural; 3] {
        (self.of)(edge)
    }

    fn along(&self, [one, mean, square]: &mut [Natural; 3], numbers: &[Natural; 3]) -> [Natural; 3] {
        let [all, first, second] = numbers;
        [all * &*one, first * &*one + all * &*mean, second * &*one + first * &*mean * 2u32 + all * &*square]
    }

    fn add_along(&self, sum: &mut [Natural; 3], factor: &mut [Natural; 3], numbers: &[Natural; 3]) {
        sum.iter_mut().zip(self.along(factor, numbers)).for_each(|(sum, more)| *sum += more);
    }

    fn bytes(numbers: &[Natural; 3]) -> u64 {
        numbers.iter().map(Products::bytes).sum()
    }
}

/// Numbers, each with its value, by ascending values.
pub type NumbersByValue<N> = Vec<(i64, N)>;

/// Numbers by a value that play has: 0 where they start. A value that does not fit 64 bits is a panic.
///
/// Cost: one product for each value, edge by edge.
pub struct ByValue<'a, C> {
    /// The kind of the numbers.
    pub numbers: C,
    /// Returns what becomes of values along an edge.
    pub moved: &'a (dyn Fn(usize) -> Moved + Sync),
}

/// The change of values along an edge: so much is added, and there is a least that they come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The amount that is added.
    pub by: i64,
    /// The least value afterwards.
    pub least: i64,
}

impl Moved {
    /// Values to which so much is added.
    pub fn by(by: i64) -> Self {
        Self { by, least: i64::MIN }
    }

    /// Values that become at least this.
    pub fn to_least(least: i64) -> Self {
        Self { by: 0, least }
    }

    fn value(self, before: i64) -> i64 {
        before.checked_add(self.by).expect("values fit 64 bits").max(self.least)
    }
}

impl<C: Carry> Carry for ByValue<'_, C> {
    type Number = NumbersByValue<C::Number>;
    type Factor = (Moved, C::Factor);

    fn is_back(&self) -> bool {
        self.numbers.is_back()
    }

    fn start(&self) -> NumbersByValue<C::Number> {
        vec![(0, self.numbers.start())]
    }

    fn factor(&self, edge: usize) -> (Moved, C::Factor) {
        ((self.moved)(edge), self.numbers.factor(edge))
    }

    fn along(
        &self,
        factor: &mut (Moved, C::Factor),
        row: &NumbersByValue<C::Number>,
    ) -> NumbersByValue<C::Number> {
        let mut all = Vec::with_capacity(row.len());
        self.add_along(&mut all, factor, row);
        all
    }

    fn add_along(
        &self,
        sum: &mut NumbersByValue<C::Number>,
        (moved, factor): &mut (Moved, C::Factor),
        row: &NumbersByValue<C::Number>,
    ) {
        let mut at = 0;
        for (place, (value, number)) in row.iter().enumerate() {
            let value = moved.value(*value);
            at += sum[at..].iter().take_while(|(own, _)| *own < value).count();
            match sum.get_mut(at) {
                Some((own, sum)) if *own == value => self.numbers.add_along(sum, factor, number),
                None => sum.push((value, self.numbers.along(factor, number))),
                // From here on, values lie between those that are there.
                Some(_) => {
                    let own = sum.split_off(at);
                    return self.merge(sum, own, (*moved, factor), &row[place..]);
                }
            }
        }
    }

    fn bytes(row: &NumbersByValue<C::Number>) -> u64 {
        row.iter().map(|(_, number)| size_of::<i64>() as u64 + C::bytes(number)).sum()
    }
}

impl<C: Carry> ByValue<'_, C> {
    /// Adds a row and what an edge brings of another, where no value is less than those that are there.
    fn merge(
        &self,
        sum: &mut NumbersByValue<C::Number>,
        own: NumbersByValue<C::Number>,
        (moved, factor): (Moved, &mut C::Factor),
        row: &[(i64, C::Number)],
    ) {
        let mut own = own.into_iter().peekable();
        for (value, number) in row {
            let value = moved.value(*value);
            while let Some(one) = own.next_if(|(own, _)| *own <= value) {
                sum.push(one);
            }
            match sum.last_mut() {
                Some((last, sum)) if *last == value => self.numbers.add_along(sum, factor, number),
                _ => sum.push((value, self.numbers.along(factor, number))),
            }
        }
        sum.extend(own);
    }
}

/// The numbers of the nodes that were met, by a number that tells one from another.
pub type Tally<N> = BTreeMap<i64, N>;

/// Makes the driver of a kind where kinds are compiled for speed, whoever asks.
macro_rules! carried_here {
    ($($kind:ty: $number:ty),* $(,)?) => {
        $(impl $kind {
            /// Carries the numbers through a model: [`carry`], with a tally by number.
            ///
            /// # Errors
            /// As [`carry`].
            pub fn carry(
                &self,
                model: &Model,
                met: Met<'_, Tally<$number>, $number>,
                run: &Run<'_>,
            ) -> Result<Tally<$number>, Error> {
                carry(model, self, Tally::new(), met, run)
            }
        })*
    };
}
carried_here! {
    Products<'_>: Natural,
    Moments<'_>: [Natural; 3],
    ByValue<'_, Products<'_>>: NumbersByValue<Natural>,
}
