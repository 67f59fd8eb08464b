//! Tables of the number of ways to obtain partial sums.

use super::key::{KeyLayout, PackedSums};
use super::{EliminationError, SharedCells, TableDetail};
use crate::exact::binomials;
use crate::exact::limbs::{self, limbs, tighten, width};

/// A set of combinations of partial sums.
#[derive(Debug, Default)]
pub(super) struct PartialSums {
    pub(super) layout: KeyLayout,
    pub(super) keys: Vec<PackedSums>,
}

/// The number of ways for each key and excess. All numbers of a table have the same width, which grows from
/// table to table.
#[derive(Debug, Default)]
pub(super) struct SumTable {
    pub(super) sums: PartialSums,
    /// The least excess. It and `span` are 0 if only the possible sums are wanted.
    pub(super) least: usize,
    /// The number of consecutive excesses, beginning with `least`.
    pub(super) span: usize,
    /// The number of limbs per number.
    pub(super) width: usize,
    /// The bit length of the greatest number.
    pub(super) bits: u32,
    /// The numbers, by key and then by excess.
    pub(super) ways: Vec<u64>,
}

impl SumTable {
    /// Returns the table of a group with at most `most` mines: one key for each number of mines.
    pub(super) fn of(
        group: &SharedCells,
        most: u32,
        sums: &[u32],
        detail: TableDetail,
    ) -> Result<Self, EliminationError> {
        let layout = KeyLayout::new(group.clues.iter().copied(), sums)?;
        let one: PackedSums = layout.fields.iter().map(|field| 1 << field.1).sum();
        let keys = (0..=most.into()).map(|mines: PackedSums| one * mines).collect();
        let sums = PartialSums { layout, keys };
        if detail == TableDetail::Sums {
            return Ok(Self { sums, ..Self::default() });
        }
        let excess = group.clues.len() - 1;
        let span = most as usize * excess + 1;
        let choices = choices(group.size, most);
        let bits = choices.iter().map(|number| limbs::bits(number)).max().unwrap_or(0);
        let width = width(bits);
        let mut ways = vec![0; (most as usize + 1) * span * width];
        for (mines, number) in choices.iter().enumerate() {
            ways[(mines * span + mines * excess) * width..][..number.len()].copy_from_slice(number);
        }
        Ok(Self { sums, least: 0, span, width, bits, ways })
    }

    /// Creates a table and removes limbs and excesses that are zero for all keys.
    pub(super) fn tight(
        sums: PartialSums,
        least: usize,
        span: usize,
        width: usize,
        mut ways: Vec<u64>,
    ) -> Self {
        let (width, bits) = tighten(&mut ways, width);
        let rows = || ways.chunks_exact(span * width);
        let is_used = |excess: usize| rows().any(|row| !is_zero(&row[excess * width..][..width]));
        let first = (0..span).find(|&excess| is_used(excess)).unwrap_or(0);
        let last = (first..span).rfind(|&excess| is_used(excess)).unwrap_or(first);
        let kept = last + 1 - first;
        if kept < span {
            for key in 0..sums.keys.len() {
                let from = (key * span + first) * width;
                ways.copy_within(from..from + kept * width, key * kept * width);
            }
            ways.truncate(sums.keys.len() * kept * width);
            ways.shrink_to_fit();
        }
        Self { sums, least: least + first, span: kept, width, bits, ways }
    }

    /// Returns the nonzero numbers of a key with their excess above the least.
    pub(super) fn row(&self, key: u32) -> impl Iterator<Item = (usize, &[u64])> {
        let row = &self.ways[key as usize * self.span * self.width..][..self.span * self.width];
        row.chunks_exact(self.width).enumerate().filter(|(_, number)| !is_zero(number))
    }
}

fn is_zero(limbs: &[u64]) -> bool {
    limbs.iter().all(|&limb| limb == 0)
}

/// Returns the numbers of ways to choose 0 to `most` of `size` cells.
pub(super) fn choices(size: u32, most: u32) -> Vec<Vec<u64>> {
    binomials(u64::from(size), u64::from(most)).iter().map(limbs).collect()
}
