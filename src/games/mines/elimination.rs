//! Counts the placements of an island for all numbers of mines at once, without enumerating them.
//!
//! To eliminate a clue, everything that touches it is combined: the cells that no other clue counts, the
//! groups shared with later clues, and the tables of earlier eliminations. A table contains, for each
//! combination of partial sums of the clues in its scope, the number of ways to obtain it. This is variable
//! elimination on the graph of clues (Bertelè and Brioschi, 1972). Its cost grows with the width of that
//! graph, not with the number of cells. A backward pass through the same tables gives the counts of single
//! cells.
//!
//! Mines are counted indirectly. If n clues count a mine, it is included n times in the sum of all numbers.
//! The number of mines is therefore that sum minus the *excess*, which is n - 1 per mine. Cells that only one
//! clue counts have no excess, which keeps the tables short.

mod key;
mod table;
mod weigh;

use crate::exact::Natural;
use crate::exact::limbs::{self, add_long_product, bits_of_sum, natural, width};
use crate::model::order::sort_indices;
use crate::model::{Error, Job, Progress, order};
use key::{Index, KeyLayout, PackedSums, field};
use table::{PartialSums, SumTable, choices};

/// A group of cells that the same two or more clues count.
#[derive(Clone, Debug)]
pub(super) struct SharedCells {
    pub(super) size: u32,
    /// The clues, ascending; at least two.
    pub(super) clues: Vec<usize>,
}

/// The equations of an island.
#[derive(Clone, Debug, Default)]
pub(super) struct Constraints {
    /// The number of each clue.
    pub(super) sums: Vec<u32>,
    /// For each clue, the number of cells that no other clue counts.
    pub(super) alone: Vec<u32>,
    pub(super) shared: Vec<SharedCells>,
}

/// The reason an island was not counted.
#[derive(Debug)]
pub(super) enum EliminationError {
    /// No placement is left at this clue.
    Contradiction(usize),
    /// The partial sums of this many clues must be combined at once, and do not fit a key.
    Wide(usize),
    /// A limit of the job was exceeded.
    Stopped(Error),
}

/// What an elimination computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableDetail {
    /// The possible partial sums, which show whether a placement exists.
    Sums,
    /// The number of placements.
    Ways,
}

/// An entry of the tape: how a table was made from the one before.
#[derive(Debug)]
enum TapeEntry {
    /// The initial table of a clue, or the table of a group of cells.
    Begin,
    /// A product with table `other`. Each target is the key of the previous table, the key of `other` and the
    /// resulting key.
    Join { other: usize, targets: Vec<[u32; 3]> },
    /// The elimination of `clue`. For each key, the resulting key and the number of mines among the cells
    /// that only `clue` counts.
    Finish { clue: usize, targets: Vec<Option<(u32, u32)>> },
}

/// An island after elimination.
#[derive(Debug)]
pub(super) struct EliminatedIsland {
    constraints: Constraints,
    detail: TableDetail,
    /// For each clue, the binomial coefficients of the number of cells that only this clue counts.
    alone_ways: Vec<Vec<Vec<u64>>>,
    /// Each entry with its table. Its input is the table before it. The tables of the groups come first.
    tape: Vec<(TapeEntry, SumTable)>,
}

/// Computes `into += from * by`, ignoring leading zero limbs.
fn add_trimmed(into: &mut [u64], from: &[u64], by: &[u64]) {
    fn trim(limbs: &[u64]) -> &[u64] {
        &limbs[..limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
    }
    if let ([into], &[from], &[by]) = (&mut *into, from, by) {
        // The common case: one limb each.
        let sum = from.checked_mul(by).and_then(|product| into.checked_add(product));
        *into = sum.expect("the bound on all sums holds");
        return;
    }
    let (from, by) = (trim(from), trim(by));
    if !from.is_empty() {
        add_long_product(into, from, by);
    }
}

/// Returns `true` if a placement satisfies the constraints. Combines as many keys as a count, but needs no
/// long numbers.
pub(super) fn is_consistent(
    constraints: Constraints,
    order: &[usize],
    job: &Job<'_>,
) -> Result<bool, EliminationError> {
    match EliminatedIsland::with_detail(constraints, order, TableDetail::Sums, job, &mut Progress::default())
    {
        Ok(_) => Ok(true),
        Err(EliminationError::Contradiction(_)) => Ok(false),
        Err(other) => Err(other),
    }
}

impl EliminatedIsland {
    /// Counts the placements by eliminating the clues in `order`.
    pub(super) fn new(
        constraints: Constraints,
        order: &[usize],
        job: &Job<'_>,
        progress: &mut Progress,
    ) -> Result<Self, EliminationError> {
        Self::with_detail(constraints, order, TableDetail::Ways, job, progress)
    }

    fn with_detail(
        constraints: Constraints,
        order: &[usize],
        detail: TableDetail,
        job: &Job<'_>,
        progress: &mut Progress,
    ) -> Result<Self, EliminationError> {
        let table = |group: &SharedCells| {
            let sums = group.clues.iter().map(|&clue| constraints.sums[clue]);
            let most = sums.min().unwrap_or(0).min(group.size);
            Ok((TapeEntry::Begin, SumTable::of(group, most, &constraints.sums, detail)?))
        };
        let tape = constraints.shared.iter().map(table).collect::<Result<_, _>>()?;
        let alone_ways = match detail {
            TableDetail::Sums => Vec::new(),
            TableDetail::Ways => constraints
                .alone
                .iter()
                .zip(&constraints.sums)
                .map(|(&size, &sum)| choices(size, sum.min(size)))
                .collect(),
        };
        let mut counted = Self { constraints, detail, alone_ways, tape };
        let mut groups = vec![Vec::new(); counted.constraints.sums.len()];
        for (group, shared) in counted.constraints.shared.iter().enumerate() {
            shared.clues.iter().for_each(|&clue| groups[clue].push(group));
        }
        let mut used = vec![false; counted.constraints.shared.len()];
        // The tables that later clues must include.
        let mut open: Vec<usize> = Vec::new();
        for &clue in order {
            let in_scope =
                |table: &usize| counted.tape[*table].1.sums.layout.fields.iter().any(|field| field.0 == clue);
            let (mut own, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(in_scope);
            open = rest;
            let keys = |table: usize| counted.tape[table].1.sums.keys.len();
            order::sort(&mut own, |&one, &other| keys(other).cmp(&keys(one)));
            let fresh: Vec<usize> = groups[clue].iter().copied().filter(|&group| !used[group]).collect();
            fresh.iter().for_each(|&group| used[group] = true);
            own.extend(fresh);
            let end = counted.eliminate(clue, &own, job, progress)?;
            open.push(end);
        }
        assert_eq!(open.len(), 1, "the clues of an island are connected");
        Ok(counted)
    }

    /// Combines everything that touches `clue`, and returns the tape index of the table without it.
    fn eliminate(
        &mut self,
        clue: usize,
        tables: &[usize],
        job: &Job<'_>,
        progress: &mut Progress,
    ) -> Result<usize, EliminationError> {
        let in_tables =
            tables.iter().flat_map(|&table| &self.tape[table].1.sums.layout.fields).map(|field| field.0);
        let mut scope: Vec<usize> = in_tables.chain([clue]).collect();
        sort_indices(&mut scope);
        scope.dedup();
        let layout = KeyLayout::new(scope.iter().copied(), &self.constraints.sums)?;
        let sums = PartialSums { keys: vec![layout.bias(&self.constraints.sums)], layout };
        let begin = match self.detail {
            TableDetail::Sums => SumTable { sums, ..SumTable::default() },
            TableDetail::Ways => SumTable { sums, least: 0, span: 1, width: 1, bits: 1, ways: vec![1] },
        };
        self.push(TapeEntry::Begin, begin, job, progress)?;
        for &table in tables {
            let (step, table) = self.join(table, job, progress)?;
            self.push(step, table, job, progress)?;
        }
        scope.retain(|&other| other != clue);
        let (step, table) = self.finish(clue, KeyLayout::new(scope.into_iter(), &self.constraints.sums)?);
        if table.sums.keys.is_empty() {
            return Err(EliminationError::Contradiction(clue));
        }
        self.push(step, table, job, progress)?;
        Ok(self.tape.len() - 1)
    }

    fn push(
        &mut self,
        step: TapeEntry,
        table: SumTable,
        job: &Job<'_>,
        progress: &mut Progress,
    ) -> Result<(), EliminationError> {
        progress.states += table.sums.keys.len() as u64;
        progress.layer += 1;
        self.tape.push((step, table));
        job.tick(*progress).map_err(EliminationError::Stopped)
    }

    /// Checks the limits at every 256th `source` while a table is built, because it can be far larger than earlier
    /// tables. `bytes` is the memory that is allocated next.
    fn check(
        &self,
        source: usize,
        keys: usize,
        bytes: usize,
        job: &Job<'_>,
        progress: &Progress,
    ) -> Result<(), EliminationError> {
        if !source.is_multiple_of(256) {
            return Ok(());
        }
        let states = progress.states + keys as u64;
        job.reserve(bytes as u64, Progress { states, ..*progress }).map_err(EliminationError::Stopped)
    }

    fn top(&self) -> &SumTable {
        &self.tape.last().expect("a clue begins with a table").1
    }

    /// Returns the product of the last table and table `other`.
    fn join(
        &self,
        other: usize,
        job: &Job<'_>,
        progress: &Progress,
    ) -> Result<(TapeEntry, SumTable), EliminationError> {
        let (from, with) = (self.top(), &self.tape[other].1);
        let layout = &from.sums.layout;
        let fields = &with.sums.layout.fields;
        let places: Vec<_> = fields.iter().map(|f| (f.1, f.2, layout.shift(f.0).0)).collect();
        let aligned =
            |key: &PackedSums| places.iter().map(|&(at, bits, to)| field(*key, at, bits) << to).sum();
        let others: Vec<PackedSums> = with.sums.keys.iter().map(aligned).collect();
        let guard = layout.guard();
        let (mut targets, mut keys, mut index) = (Vec::new(), Vec::new(), Index::default());
        for (source, &key) in from.sums.keys.iter().enumerate() {
            for (place, &other) in others.iter().enumerate() {
                let to = key + other;
                if to & guard == 0 {
                    targets.push([source as u32, place as u32, index.of(to, &mut keys)]);
                }
            }
            self.check(source, keys.len(), 0, job, progress)?;
        }
        let sums = PartialSums { layout: layout.clone(), keys };
        if self.detail == TableDetail::Sums {
            return Ok((TapeEntry::Join { other, targets }, SumTable { sums, ..SumTable::default() }));
        }
        let (least, span) = (from.least + with.least, from.span + with.span - 1);
        // Bounds the number of terms per entry: each pair of keys contributes at most this many pairs of
        // excesses.
        let terms = targets.len().saturating_mul(from.span.min(with.span));
        let width = width(bits_of_sum(from.bits + with.bits, terms));
        self.check(0, sums.keys.len(), 8 * sums.keys.len() * span * width, job, progress)?;
        let mut ways = vec![0; sums.keys.len() * span * width];
        for (at, &[source, place, target]) in targets.iter().enumerate() {
            self.check(at, sums.keys.len(), 0, job, progress)?;
            let into = &mut ways[target as usize * span * width..][..span * width];
            for (more, by) in with.row(place) {
                for (excess, own) in from.row(source) {
                    add_trimmed(&mut into[(excess + more) * width..][..width], own, by);
                }
            }
        }
        Ok((TapeEntry::Join { other, targets }, SumTable::tight(sums, least, span, width, ways)))
    }

    /// Returns the last table without `clue`. The cells that only `clue` counts contain the mines that its
    /// partial sum lacks.
    fn finish(&self, clue: usize, layout: KeyLayout) -> (TapeEntry, SumTable) {
        let (from, sum) = (self.top(), self.constraints.sums[clue]);
        let (shift, bits) = from.sums.layout.shift(clue);
        let biases = from.sums.layout.bias(&self.constraints.sums);
        let place = |field: &(usize, u32, u32)| (from.sums.layout.shift(field.0).0, field.2, field.1);
        let places: Vec<_> = layout.fields.iter().map(place).collect();
        let (mut keys, mut index) = (Vec::new(), Index::default());
        let target = |key: &PackedSums| {
            // No field is smaller than its bias, so the subtraction does not borrow.
            let key = key - biases;
            let missing = sum - field(key, shift, bits) as u32;
            if missing > self.constraints.alone[clue] {
                return None;
            }
            let kept = places.iter().map(|&(at, bits, to)| field(key, at, bits) << to).sum();
            Some((index.of(kept, &mut keys), missing))
        };
        let targets: Vec<Option<(u32, u32)>> = from.sums.keys.iter().map(target).collect();
        let sums = PartialSums { layout, keys };
        if self.detail == TableDetail::Sums {
            return (TapeEntry::Finish { clue, targets }, SumTable { sums, ..SumTable::default() });
        }
        let alone_ways = &self.alone_ways[clue];
        let alone_bits = alone_ways.iter().map(|ways| limbs::bits(ways)).max().unwrap_or(0);
        let width = width(bits_of_sum(from.bits + alone_bits, targets.len()));
        let mut ways = vec![0; sums.keys.len() * from.span * width];
        for (source, target) in (0..).zip(&targets) {
            let Some((target, missing)) = *target else { continue };
            let into = &mut ways[target as usize * from.span * width..][..from.span * width];
            for (excess, own) in from.row(source) {
                add_trimmed(&mut into[excess * width..][..width], own, &alone_ways[missing as usize]);
            }
        }
        (TapeEntry::Finish { clue, targets }, SumTable::tight(sums, from.least, from.span, width, ways))
    }

    /// Returns the minimum number of mines on the island, and the numbers of placements with that many mines,
    /// one more, and so on.
    pub(super) fn by_mines(&self) -> (usize, Vec<Natural>) {
        let sum: usize = self.constraints.sums.iter().map(|&sum| sum as usize).sum();
        let table = self.top();
        let ways: Vec<Natural> = table.ways.chunks_exact(table.width).rev().map(natural).collect();
        (sum + 1 - table.least - table.span, ways)
    }
}
