//! Sums of multiples of many numbers at once: the loop in which the exact evaluators spend most of their
//! time.
//!
//! A table stores its numbers limb by limb: first the lowest limbs of all numbers, then the next limbs.
//! Neighbouring numbers are processed in parallel SIMD lanes, each with its own carry, so that no lane
//! depends on another.

use pulp::{Arch, Scalar, Simd, WithSimd};
use std::any::TypeId;

/// The largest number of summands of a sum.
pub const MAX_SUMMANDS: usize = 8;

/// The places of a summand's numbers in its table. Places are counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum Places<'a> {
    /// Consecutive places, ascending from this one.
    Ascending(u32),
    /// Consecutive places, descending from this one.
    Descending(u32),
    /// An explicit list, in which [`NO_PLACE`] means 0.
    List(&'a [u32]),
}

impl Places<'_> {
    /// Returns the place of the number that is added to number `along` of the sum, or `None` if there is none.
    #[inline]
    pub fn place(self, along: usize) -> Option<usize> {
        match self {
            Self::Ascending(first) => Some(first as usize + along),
            Self::Descending(first) => Some(first as usize - along),
            Self::List(places) => (places[along] != NO_PLACE).then_some(places[along] as usize),
        }
    }
}

/// The place of a number that a summand does not have.
pub const NO_PLACE: u32 = u32::MAX;

/// Numbers of a table, each multiplied by `by`.
#[derive(Clone, Copy, Debug)]
pub struct Summand<'a> {
    /// The limbs of the whole table.
    pub limbs: &'a [u64],
    /// The number of numbers in the table, at least one.
    pub len: usize,
    /// The places in the table of the numbers that are added.
    pub places: Places<'a>,
    /// The factor of the numbers.
    pub by: u64,
}

/// The number of numbers in a group, one for each 64-bit lane of the widest instruction set.
pub const LANES: usize = 8;

/// The target of a sum: `count` consecutive numbers of a table, beginning at place `at`. They are overwritten.
pub struct SumTarget<'a> {
    /// The limbs of the whole table.
    pub table: &'a mut [u64],
    /// The number of numbers in the table.
    pub len: usize,
    /// The place of the first number.
    pub at: usize,
    /// The number of numbers.
    pub count: usize,
}

/// Computes the sum of the summands for each number of the target. `room` is scratch space.
///
/// # Panics
/// Panics if a sum needs more limbs than the table has, a summand has more limbs, there are more than
/// [`MAX_SUMMANDS`], or the sum of the factors does not fit a limb.
pub fn sum(target: SumTarget<'_>, from: &[Summand<'_>], room: &mut Vec<u64>) {
    sum_on(Arch::new(), target, from, room);
}

/// Computes [`sum`] with a given instruction set.
fn sum_on(arch: Arch, target: SumTarget<'_>, from: &[Summand<'_>], room: &mut Vec<u64>) {
    let width = target.table.len() / target.len;
    assert!(from.iter().all(|from| from.limbs.len() <= width * from.len), "a summand is wider than its sum");
    let factors = from.iter().try_fold(0u64, |sum, from| sum.checked_add(from.by));
    let halves = factors.expect("the factors of a sum add up to less than a limb") <= HALF;
    match *from {
        [a] => target.sum(arch, [a], halves, room),
        [a, b] => target.sum(arch, [a, b], halves, room),
        [a, b, c] => target.sum(arch, [a, b, c], halves, room),
        [a, b, c, d] => target.sum(arch, [a, b, c, d], halves, room),
        _ => {
            // Pads with zero-weight operands.
            let none = Summand { limbs: &[], len: 1, places: Places::Ascending(0), by: 0 };
            let mut eight = [none; MAX_SUMMANDS];
            eight[..from.len()].copy_from_slice(from);
            target.sum(arch, eight, halves, room);
        }
    }
}

/// The greatest count of numbers whose scratch space is on the stack.
const SHORT: usize = 8 * LANES;

static ZEROS: [u64; SHORT] = [0; SHORT];

impl SumTarget<'_> {
    fn sum<const T: usize>(self, arch: Arch, from: [Summand<'_>; T], halves: bool, room: &mut Vec<u64>) {
        let mut ascending = true;
        for from in &from {
            ascending &= matches!(from.places, Places::Ascending(_));
        }
        let padded = self.count.next_multiple_of(LANES);
        let mut short = [0; SHORT];
        let (carries, zeros, copies) = if self.count < LANES {
            return self.one_by_one(&from);
        } else if ascending && padded <= SHORT {
            (&mut short[..padded], &ZEROS[..], &mut [][..])
        } else {
            room.clear();
            room.resize((if ascending { 2 } else { 2 + T }) * padded, 0);
            let (carries, room) = room.split_at_mut(padded);
            let (zeros, copies) = room.split_at_mut(padded);
            (carries, &*zeros, copies)
        };
        let sum = Sum { target: self, from, carries, zeros, copies };
        match (halves, ascending) {
            (true, true) => arch.dispatch(Lanes::<T, true>(sum)),
            (true, false) => arch.dispatch(Lanes::<T, false>(sum)),
            (false, _) => sum.whole_limbs(),
        }
    }

    /// Computes the sum number by number, for fewer numbers than lanes.
    fn one_by_one<const T: usize>(self, from: &[Summand<'_>; T]) {
        for along in 0..self.count {
            let mut places = [0; T];
            for (place, from) in places.iter_mut().zip(from) {
                *place = from.places.place(along).unwrap_or(from.limbs.len());
            }
            let mut carry = 0;
            for sum in self.table[self.at + along..].iter_mut().step_by(self.len) {
                let mut wide = u128::from(carry);
                for (place, from) in places.iter_mut().zip(from) {
                    if let Some(&limb) = from.limbs.get(*place) {
                        wide += u128::from(limb) * u128::from(from.by);
                    }
                    *place += from.len;
                }
                *sum = wide as u64;
                carry = (wide >> 64) as u64;
            }
            assert!(carry == 0, "{LOST}");
        }
    }
}

const LOST: &str = "a sum exceeds the width given by its bound";

/// A sum with its scratch space.
struct Sum<'a, const T: usize> {
    target: SumTarget<'a>,
    from: [Summand<'a>; T],
    /// The carries from limb to limb.
    carries: &'a mut [u64],
    /// Zeros, used for a summand with fewer limbs than the sum.
    zeros: &'a [u64],
    /// Copies of the limbs of summands whose places are not consecutive and ascending.
    copies: &'a mut [u64],
}

/// A sum that is computed in lanes. `ASCENDING` is `true` if all places are consecutive and ascending.
struct Lanes<'a, const T: usize, const ASCENDING: bool>(Sum<'a, T>);

impl<const T: usize, const ASCENDING: bool> WithSimd for Lanes<'_, T, ASCENDING> {
    type Output = ();

    /// Runs plain loops, which the compiler vectorises for each instruction set. All functions are inlined: a called
    /// function would not be compiled for the instruction set. Without SIMD, whole limbs are multiplied.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if TypeId::of::<S>() == TypeId::of::<Scalar>() {
            self.0.whole_limbs();
        } else {
            self.0.add_up::<true, ASCENDING>();
        }
    }
}

impl<const T: usize> Sum<'_, T> {
    /// Computes the sum with products of whole limbs, without lanes. It is not inlined: one copy of this code saves a tenth of
    /// a megabyte.
    #[inline(never)]
    fn whole_limbs(self) {
        self.add_up::<false, false>();
    }

    /// Computes the sum limb by limb, with products of half limbs or of whole limbs.
    #[inline(always)]
    fn add_up<const HALVES: bool, const ASCENDING: bool>(self) {
        let Self { target: SumTarget { table, len, at, count }, from, carries, zeros, copies } = self;
        let mut by = [0; T];
        for (by, from) in by.iter_mut().zip(&from) {
            *by = from.by;
        }
        let zeros = &zeros[..count];
        // The numbers that do not fill a group are processed together with the last numbers before them, with
        // separate carries.
        let full = count / LANES * LANES;
        for (index, plane) in table.chunks_exact_mut(len).enumerate() {
            let sum = &mut plane[at..at + count];
            let mut parts = [zeros; T];
            let mut copies = copies.chunks_exact_mut(carries.len());
            for (part, from) in parts.iter_mut().zip(&from) {
                let begin = index * from.len;
                if let Places::Ascending(first) = from.places {
                    if let Some(limbs) =
                        from.limbs.get(begin + first as usize..begin + first as usize + count)
                    {
                        *part = limbs;
                    }
                } else if !ASCENDING
                    && begin < from.limbs.len()
                    && let Some(copy) = copies.next()
                {
                    let copy = &mut copy[..count];
                    from.copy(index, copy);
                    *part = copy;
                }
            }
            let mut next = 0;
            while next < full {
                group::<T, HALVES>(&mut sum[next..], &parts, next, by, &mut carries[next..]);
                next += LANES;
            }
            if full < count {
                let last = count - LANES;
                group::<T, HALVES>(&mut sum[last..], &parts, last, by, &mut carries[full..]);
            }
        }
        let mut lost = 0;
        for &mut carry in carries {
            lost |= carry;
        }
        assert!(lost == 0, "{LOST}");
    }
}

/// The number of limbs that are reversed at a time: a loop of fixed length is vectorised as a whole.
const REVERSED: usize = 8 * LANES;

impl Summand<'_> {
    /// Copies limb `index` of the first numbers.
    #[inline(always)]
    fn copy(&self, index: usize, copy: &mut [u64]) {
        let plane = &self.limbs[index * self.len..][..self.len];
        match self.places {
            Places::Ascending(first) => copy.copy_from_slice(&plane[first as usize..][..copy.len()]),
            Places::Descending(first) => {
                copy_reversed(copy, &plane[first as usize + 1 - copy.len()..=first as usize]);
            }
            Places::List(places) => {
                let limb = |place: u32| if place == NO_PLACE { 0 } else { plane[place as usize] };
                let (groups, rest) = places[..copy.len()].as_chunks::<LANES>();
                let (copies, last) = copy.as_chunks_mut::<LANES>();
                for (copy, group) in copies.iter_mut().zip(groups) {
                    for lane in 0..LANES {
                        copy[lane] = limb(group[lane]);
                    }
                }
                for (copy, &place) in last.iter_mut().zip(rest) {
                    *copy = limb(place);
                }
            }
        }
    }
}

/// Copies limbs in reverse order. Reads blocks in ascending order, which is faster.
#[inline(always)]
fn copy_reversed(copy: &mut [u64], limbs: &[u64]) {
    let count = limbs.len();
    if count < REVERSED {
        for (copy, &limb) in copy.iter_mut().zip(limbs.iter().rev()) {
            *copy = limb;
        }
        return;
    }
    let mut begin = 0;
    while begin < count {
        // The last limbs are processed together with some before them.
        begin = begin.min(count - REVERSED);
        let limbs = &limbs[begin..begin + REVERSED];
        let copy = &mut copy[count - begin - REVERSED..count - begin];
        for at in 0..REVERSED {
            copy[at] = limbs[REVERSED - 1 - at];
        }
        begin += REVERSED;
    }
}

/// The mask of the lower half of a limb.
const HALF: u64 = u32::MAX as u64;

/// Computes one limb of each number of a group, and replaces the incoming carries by the outgoing ones.
#[inline(always)]
fn group<const T: usize, const HALVES: bool>(
    sum: &mut [u64],
    from: &[&[u64]; T],
    at: usize,
    by: [u64; T],
    carries: &mut [u64],
) {
    let mut now = [&[][..]; T];
    for (now, from) in now.iter_mut().zip(from) {
        *now = &from[at..at + LANES];
    }
    let (sum, carries) = (&mut sum[..LANES], &mut carries[..LANES]);
    for lane in 0..LANES {
        if HALVES {
            let (mut low, mut high) = (0u64, 0u64);
            for (from, by) in now.iter().zip(by) {
                // Nothing overflows: the sum of the factors fits half a limb.
                low = low.wrapping_add((from[lane] & HALF).wrapping_mul(by & HALF));
                high = high.wrapping_add((from[lane] >> 32).wrapping_mul(by & HALF));
            }
            let own = low.wrapping_add(high << 32);
            let whole = own.wrapping_add(carries[lane]);
            sum[lane] = whole;
            carries[lane] = (high >> 32) + u64::from(own < low) + u64::from(whole < own);
        } else {
            // Nothing exceeds 128 bits: the sum of the factors is less than 2^64, and so is the carry.
            let mut wide = u128::from(carries[lane]);
            for (from, by) in now.iter().zip(by) {
                wide += u128::from(from[lane]) * u128::from(by);
            }
            sum[lane] = wide as u64;
            carries[lane] = (wide >> 64) as u64;
        }
    }
}

// Explicit, because the benchmark includes this file from another folder.
#[cfg(test)]
#[path = "sums/tests.rs"]
mod tests;
