//! Whole numbers for every node. The numbers of a round are in one array of limbs.

use crate::evaluate::checkpoint::{read_value, save_value, words};
use crate::evaluate::denominators::DenominatorId;
use crate::evaluate::recurrence::NodeTurn;
use crate::evaluate::row::Factor;
use crate::evaluate::storage::{MemorySize, Storage};
use crate::exact::{Natural, limbs};
use crate::model::{Job, Model};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// The numbers of a node. Every node has the same count of numbers.
#[derive(Debug, Default)]
pub(crate) struct Limbs {
    /// The bits of the greatest number.
    bits: u32,
    /// The numbers, each as wide as the greatest.
    limbs: SmallVec<[u64; 16]>,
}

impl Limbs {
    /// Returns `each` zeros, with room for numbers of `bits` bits.
    #[inline]
    pub(crate) fn zeros(each: usize, bits: u32) -> Self {
        Self { bits, limbs: SmallVec::from_elem(0, each * limbs::width(bits)) }
    }

    /// Packs numbers.
    pub(crate) fn of(numbers: &[Natural]) -> Self {
        let bits = numbers.iter().map(Natural::bits).max().unwrap_or(0) as u32;
        let mut packed = Self { bits, limbs: SmallVec::new() };
        for number in numbers {
            let end = packed.limbs.len() + limbs::width(bits);
            packed.limbs.extend_from_slice(&limbs::limbs(number));
            packed.limbs.resize(end, 0);
        }
        packed
    }

    /// Adds a product to the number at `place`.
    #[inline]
    pub(crate) fn add_product(&mut self, place: usize, factor: &Factor, number: &[u64]) {
        let width = limbs::width(self.bits);
        // The sum fits the bits, so limbs above the width are 0.
        factor.add_product(&mut self.limbs[place * width..][..width], &number[..number.len().min(width)]);
    }

    /// Adds the numbers of a node.
    #[inline]
    pub(crate) fn add(&mut self, other: LimbsRef<'_>) {
        if other.limbs.len() == self.limbs.len() {
            // Adjacent numbers are added as one long number, since no sum exceeds its width.
            return limbs::add(&mut self.limbs, other.limbs);
        }
        let width = limbs::width(self.bits);
        for (sum, number) in self.limbs.chunks_exact_mut(width).zip(other.numbers()) {
            limbs::add(sum, number);
        }
    }

    /// Drops the limbs that are 0 in every number.
    #[inline]
    pub(crate) fn tighten(&mut self) {
        let width = limbs::width(self.bits);
        let each = self.limbs.len() / width;
        let (tight, bits) = limbs::tighten_in_place(&mut self.limbs, width);
        self.bits = bits;
        self.limbs.truncate(each * tight);
    }
}

/// A reference to the numbers of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimbsRef<'a> {
    bits: u32,
    limbs: &'a [u64],
}

impl<'a> LimbsRef<'a> {
    /// Returns the bits of the greatest number.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// Returns the numbers, each as 64-bit limbs, the least significant first.
    #[inline]
    pub(crate) fn numbers(self) -> impl Iterator<Item = &'a [u64]> {
        self.limbs.chunks_exact(limbs::width(self.bits))
    }

    /// Returns the number at `place`.
    #[inline]
    pub(crate) fn number(self, place: usize) -> &'a [u64] {
        let width = limbs::width(self.bits);
        &self.limbs[place * width..][..width]
    }

    /// Computes the sum of the numbers.
    pub(crate) fn sum(self, sum: &mut Vec<u64>) {
        sum.clear();
        sum.resize(limbs::width(self.bits) + 1, 0);
        for number in self.numbers() {
            limbs::add_product(sum, number, 1);
        }
        sum.truncate(limbs::width(limbs::bits(sum)));
    }
}

impl MemorySize for LimbsRef<'_> {
    #[inline]
    fn bytes(&self) -> u64 {
        size_of_val(self.limbs) as u64
    }
}

/// The address of a node's numbers in the array of its round.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Address {
    /// The first limb.
    first: u32,
    /// The bits of the greatest number.
    bits: u32,
    denominator: DenominatorId,
}

/// The numbers of one round.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ArenaRound {
    addresses: Vec<Address>,
    #[serde(with = "words")]
    limbs: Vec<u64>,
}

impl ArenaRound {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.addresses[..]) + size_of_val(&self.limbs[..])) as u64
    }
}

/// A use after all rounds.
const KEPT: u32 = u32::MAX;

/// The ply of each node and its place among the nodes of the ply.
pub(crate) type Addresses = Arc<[(u32, u32)]>;

/// The numbers of the nodes of a model. They take 20 bytes a node in addition to the limbs. A round is dropped after its last
/// use.
#[derive(Debug)]
pub(crate) struct Arena {
    /// The count of numbers of a node.
    each: usize,
    at: Addresses,
    rounds: Vec<ArenaRound>,
    /// The last round that uses each round, by ply; [`KEPT`] if the round is kept.
    last_users: Vec<u32>,
    bytes: u64,
}

/// The numbers of some nodes of a round.
#[derive(Debug)]
pub(crate) struct LimbBatch {
    /// The bits and the denominator of each node.
    nodes: Vec<(u32, DenominatorId)>,
    limbs: Vec<u64>,
}

impl Arena {
    /// Creates an arena with `each` numbers for each node, and with the addresses of another arena of the same model.
    pub(crate) fn of(at: Addresses, each: usize) -> Self {
        let rounds = at.iter().map(|&(ply, _)| ply as usize + 1).max().unwrap_or(0);
        Self {
            each,
            at,
            rounds: (0..rounds).map(|_| ArenaRound::default()).collect(),
            last_users: (0..rounds as u32).collect(),
            bytes: 0,
        }
    }

    /// Returns the addresses of the nodes.
    pub(crate) fn addresses(&self) -> Addresses {
        Arc::clone(&self.at)
    }

    /// Drops a round.
    fn discard(&mut self, ply: u32) {
        self.bytes -= std::mem::take(&mut self.rounds[ply as usize]).bytes();
    }

    /// Returns the numbers of a node.
    ///
    /// # Panics
    /// If the numbers are not stored.
    #[inline]
    pub(crate) fn numbers(&self, node: usize) -> LimbsRef<'_> {
        self.get((node, 0)).expect("numbers are kept while they are needed")
    }
}

impl Storage for Arena {
    type Value = Limbs;
    type Reference<'a> = LimbsRef<'a>;
    type Batch = LimbBatch;

    const LEAST_SHARED: usize = 64;

    fn empty_bytes(model: &Model, _: usize) -> u64 {
        (model.node_count() * size_of::<(u32, u32)>()) as u64
    }

    fn empty(model: &Model, _: usize, each: usize) -> Self {
        let mut sizes = vec![0; model.plies().iter().max().map_or(0, |&last| last as usize + 1)];
        let at = model.plies().iter().map(|&ply| {
            let size = &mut sizes[ply as usize];
            *size += 1;
            (ply, *size - 1)
        });
        Self::of(at.collect(), each)
    }

    #[inline]
    fn get(&self, (node, _): NodeTurn) -> Option<LimbsRef<'_>> {
        let (ply, place) = self.at[node];
        let round = &self.rounds[ply as usize];
        let &Address { first, bits, .. } = round.addresses.get(place as usize)?;
        let limbs = &round.limbs[first as usize..][..limbs::width(bits) * self.each];
        Some(LimbsRef { bits, limbs })
    }

    #[inline]
    fn denominator(&self, node: usize) -> DenominatorId {
        let (ply, place) = self.at[node];
        self.rounds[ply as usize].addresses[place as usize].denominator
    }

    fn batch(&self, places: usize) -> LimbBatch {
        LimbBatch { nodes: Vec::with_capacity(places), limbs: Vec::new() }
    }

    /// Appends zeros for a place without a value, because places are in the order of nodes.
    #[inline]
    fn push(
        &self,
        batch: &mut LimbBatch,
        _: NodeTurn,
        value: Option<Limbs>,
        denominator: DenominatorId,
    ) -> u64 {
        let Limbs { bits, limbs } = value.unwrap_or_else(|| Limbs::zeros(self.each, 0));
        if batch.nodes.is_empty() {
            // The numbers of a round have about the same width.
            batch.limbs.reserve(batch.nodes.capacity() * limbs.len());
        }
        batch.nodes.push((bits, denominator));
        batch.limbs.extend_from_slice(&limbs);
        (size_of::<Address>() + size_of_val(&limbs[..])) as u64
    }

    fn put(&mut self, ply: u32, batch: LimbBatch) -> bool {
        let each = self.each;
        let size = |bits: u32| limbs::width(bits) * each;
        let round = &mut self.rounds[ply as usize];
        let all = round.limbs.len() + batch.nodes.iter().map(|&(bits, _)| size(bits)).sum::<usize>();
        if u32::try_from(all).is_err() {
            return false;
        }
        self.bytes += (batch.nodes.len() * size_of::<Address>() + size_of_val(&batch.limbs[..])) as u64;
        let mut first = round.limbs.len();
        for (bits, denominator) in batch.nodes {
            round.addresses.push(Address { first: first as u32, bits, denominator });
            first += size(bits);
        }
        match round.limbs.is_empty() {
            true => round.limbs = batch.limbs,
            false => round.limbs.extend_from_slice(&batch.limbs),
        }
        true
    }

    fn retain(&mut self, node: usize, user: Option<u32>) {
        let ply = self.at[node].0;
        let last = &mut self.last_users[ply as usize];
        let user = user.unwrap_or(KEPT);
        if user.abs_diff(ply) > last.abs_diff(ply) {
            *last = user;
        }
    }

    fn release(&mut self, ply: u32, _: impl Iterator<Item = usize>) {
        let round = &mut self.rounds[ply as usize];
        round.addresses.shrink_to_fit();
        round.limbs.shrink_to_fit();
        for used in 0..self.rounds.len() as u32 {
            if used != ply && self.last_users[used as usize] == ply {
                self.discard(used);
            }
        }
    }

    fn drop_unused(&mut self, ply: u32, _: &[u32]) {
        if self.last_users[ply as usize] == ply {
            self.discard(ply);
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes + size_of_val(&self.at[..]) as u64
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.rounds)
    }

    fn read(
        &mut self,
        input: &mut dyn Read,
        _: &(dyn Fn(Limbs) -> Limbs + Sync),
        _: &mut dyn Iterator<Item = usize>,
        _: &Job<'_>,
    ) -> io::Result<()> {
        self.rounds = read_value(input)?;
        self.rounds.iter_mut().for_each(|round| round.addresses.shrink_to_fit());
        self.bytes = self.rounds.iter().map(ArenaRound::bytes).sum();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, LimbBatch, Storage};

    #[test]
    fn a_round_of_too_many_limbs_is_refused() {
        // The check uses the sizes alone, so the limbs are left out.
        let batch = |nodes: usize| LimbBatch { nodes: vec![(64 << 22, 0); nodes], limbs: Vec::new() };
        let mut arena = Arena::of([(0, 0)].into(), 1);
        let empty = arena.bytes();
        assert!(!arena.put(0, batch(1 << 10)));
        assert_eq!((arena.bytes(), arena.rounds[0].addresses.len()), (empty, 0));
        assert!(arena.put(0, batch((1 << 10) - 1)));
        assert_eq!(arena.rounds[0].addresses[1022].first, 1022 << 22);
    }
}
