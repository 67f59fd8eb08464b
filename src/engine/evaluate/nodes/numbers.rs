//! Some whole numbers for every node, round by round, the numbers of a round in one array of limbs.

use crate::evaluate::checkpoint;
use crate::evaluate::nodes::Masses;
use crate::evaluate::row::Factor;
use crate::evaluate::scale::Denominator;
use crate::exact::{Natural, limbs};
use std::io::{self, Read, Write};

/// The address of a node's numbers.
#[derive(Clone, Copy, Debug)]
struct Address {
    /// The place at which its limbs begin in those of its round.
    at: u32,
    /// The greatest number's bits.
    bits: u32,
    scale: Denominator,
}

/// The numbers of one round, packed.
#[derive(Debug, Default)]
struct Packed {
    places: Vec<Address>,
    limbs: Vec<u64>,
}

/// Some numbers for every node of the rounds that are kept.
#[derive(Debug)]
pub(crate) struct Numbers {
    /// Numbers a node.
    each: usize,
    rounds: Vec<Packed>,
    bytes: u64,
}

/// The bytes that the numbers of a round may need.
pub(crate) const MOST_BYTES: u64 = (u32::MAX as u64) * size_of::<u64>() as u64;

/// A node as the rounds know it: its round, and its place there.
pub(crate) type At = (u32, u32);

/// The numbers of some nodes, on their way into a round.
#[derive(Default)]
pub(crate) struct Chunk {
    /// Bits and scale of each node.
    nodes: Vec<(u32, Denominator)>,
    limbs: Vec<u64>,
}

impl Chunk {
    /// Adds a node with given numbers.
    pub(crate) fn seed(&mut self, (numbers, scale): &(Masses, Denominator)) {
        let bits = numbers.iter().map(Natural::bits).max().unwrap_or(0) as u32;
        for number in numbers {
            let end = self.limbs.len() + limbs::width(bits);
            self.limbs.extend(limbs::limbs(number));
            self.limbs.resize(end, 0);
        }
        self.nodes.push((bits, *scale));
    }

    /// Adds a node with the sum of other nodes' numbers, each times a factor.
    #[inline]
    pub(crate) fn sum(&mut self, known: &Numbers, terms: &[(At, Factor)], scale: Denominator) {
        let each = known.each;
        let most = terms.iter().map(|(at, factor)| known.place(*at).bits + factor.bits()).max().unwrap_or(0);
        let width = limbs::width(limbs::bits_of_sum(most, terms.len()));
        let begin = self.limbs.len();
        self.limbs.resize(begin + width * each, 0);
        let sum = &mut self.limbs[begin..];
        for (at, factor) in terms {
            for (into, number) in sum.chunks_exact_mut(width).zip(known.numbers(*at)) {
                factor.add_product(into, &number[..number.len().min(width)]);
            }
        }
        let bits = sum.chunks_exact(width).map(limbs::bits).max().unwrap_or(0);
        let tight = limbs::width(bits);
        if tight < width {
            for index in 0..each {
                sum.copy_within(index * width..index * width + tight, index * tight);
            }
            self.limbs.truncate(begin + each * tight);
        }
        self.nodes.push((bits, scale));
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.nodes[..]) + size_of_val(&self.limbs[..])) as u64
    }
}

impl Numbers {
    pub(crate) fn new(rounds: usize, each: usize) -> Self {
        Self { each, rounds: (0..rounds).map(|_| Packed::default()).collect(), bytes: 0 }
    }

    #[inline]
    fn place(&self, (round, index): At) -> Address {
        self.rounds[round as usize].places[index as usize]
    }

    /// The numbers of a node.
    #[inline]
    pub(crate) fn numbers(&self, at: At) -> impl Iterator<Item = &[u64]> {
        let place = self.place(at);
        let width = limbs::width(place.bits);
        self.rounds[at.0 as usize].limbs[place.at as usize..][..width * self.each].chunks_exact(width)
    }

    /// Returns how many there are of each node.
    pub(crate) fn each(&self) -> usize {
        self.each
    }

    /// The first number of a node.
    pub(crate) fn first(&self, at: At) -> &[u64] {
        self.numbers(at).next().expect("each node has one")
    }

    /// The denominator that they are over, by its place.
    #[inline]
    pub(crate) fn scale(&self, at: At) -> Denominator {
        self.place(at).scale
    }

    /// The sum of the numbers of a node.
    pub(crate) fn sum(&self, at: At, sum: &mut Vec<u64>) {
        sum.clear();
        sum.resize(limbs::width(self.place(at).bits) + 1, 0);
        for number in self.numbers(at) {
            limbs::add_product(sum, number, 1);
        }
        sum.truncate(limbs::width(limbs::bits(sum)));
    }

    /// Adds the next nodes of a round. Returns `false` and adds nothing if the round would have 2^32 limbs or more.
    #[must_use]
    pub(crate) fn put(&mut self, round: usize, chunk: Chunk) -> bool {
        let each = self.each;
        let size = |bits: u32| limbs::width(bits) * each;
        let into = &mut self.rounds[round];
        let all = into.limbs.len() + chunk.nodes.iter().map(|&(bits, _)| size(bits)).sum::<usize>();
        if u32::try_from(all).is_err() {
            return false;
        }
        self.bytes += chunk.bytes() + chunk.nodes.len() as u64 * 4;
        let mut at = into.limbs.len();
        for (bits, scale) in chunk.nodes {
            into.places.push(Address { at: at as u32, bits, scale });
            at += size(bits);
        }
        into.limbs.extend_from_slice(&chunk.limbs);
        true
    }

    /// Gives back the room that a round does not need.
    pub(crate) fn settle(&mut self, round: usize) {
        self.rounds[round].places.shrink_to_fit();
        self.rounds[round].limbs.shrink_to_fit();
    }

    /// Forgets a round.
    pub(crate) fn forget(&mut self, round: usize) {
        let Packed { places, limbs } = std::mem::take(&mut self.rounds[round]);
        self.bytes -= (size_of_val(&places[..]) + size_of_val(&limbs[..])) as u64;
    }

    /// The bytes they hold.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the numbers of a round.
    pub(crate) fn write(&self, round: usize, out: &mut dyn Write) -> io::Result<()> {
        let Packed { places, limbs } = &self.rounds[round];
        let place = |place: &Address| checkpoint::put(out, &[place.bits.into(), place.scale.into()]);
        places.iter().try_for_each(place)?;
        checkpoint::put(out, limbs)
    }

    /// Reads the numbers of a round of so many nodes, over the denominators that `scale` knows.
    pub(crate) fn read(
        &mut self,
        round: usize,
        nodes: u32,
        scale: &dyn Fn(u64) -> Option<Denominator>,
        input: &mut dyn Read,
    ) -> io::Result<()> {
        let mut chunk = Chunk::default();
        let mut limbs = 0;
        for _ in 0..nodes {
            let [bits, over] = checkpoint::some(input)?;
            let bits = u32::try_from(bits).map_err(|_| checkpoint::nonsense())?;
            limbs += (limbs::width(bits) * self.each) as u64;
            chunk.nodes.push((bits, scale(over).ok_or_else(checkpoint::nonsense)?));
        }
        checkpoint::sound(limbs <= u32::MAX.into())?;
        chunk.limbs = checkpoint::take(input, limbs)?;
        checkpoint::sound(self.put(round, chunk))?;
        self.settle(round);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Chunk, Numbers};

    #[test]
    fn a_round_of_too_many_limbs_is_refused() {
        // Only the sizes count: the limbs themselves would not fit.
        let chunk = |nodes: usize| Chunk { nodes: vec![(64 << 22, 0); nodes], limbs: Vec::new() };
        let mut numbers = Numbers::new(1, 1);
        assert!(!numbers.put(0, chunk(1 << 10)));
        assert_eq!((numbers.bytes(), numbers.rounds[0].places.len()), (0, 0));
        assert!(numbers.put(0, chunk((1 << 10) - 1)));
        assert_eq!(numbers.place((0, 1022)).at, 1022 << 22);
    }
}
