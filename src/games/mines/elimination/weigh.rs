//! The weight of the placements with a mine in each cell, from a backward pass through the tables of an
//! elimination.

use super::{EliminatedIsland, TapeEntry, add_trimmed};
use crate::exact::limbs::{limbs, natural, width};
use crate::exact::{Natural, binomials};
use crate::model::{Error, Job, Progress};

/// The summed weights of the placements that have a mine in a given cell.
#[derive(Debug)]
pub(in crate::mines) struct CellWeights {
    /// For each clue, the weight of each cell that only this clue counts.
    pub(in crate::mines) alone: Vec<Natural>,
    /// For each group, the weight of each of its cells.
    pub(in crate::mines) shared: Vec<Natural>,
}

impl EliminatedIsland {
    /// Sums, for every cell, the weights of all placements with a mine there. A placement with `i` mines
    /// above the minimum has weight `weights[i]`.
    ///
    /// The pass runs backward through the tape, from the weights of each table to the weights of its inputs.
    pub(in crate::mines) fn weigh(
        &self,
        weights: &[Natural],
        job: &Job<'_>,
        progress: Progress,
    ) -> Result<CellWeights, Error> {
        let (_, ways) = self.by_mines();
        let total: Natural = ways.iter().zip(weights).map(|(ways, weight)| ways * weight).sum();
        let wide = width(total.bits() as u32);
        let mut table_weights: Vec<Vec<u64>> = vec![Vec::new(); self.tape.len()];
        let mut last = vec![0; self.top().span * wide];
        // The greatest excess has the fewest mines.
        for (into, (weight, ways)) in last.chunks_mut(wide).rev().zip(weights.iter().zip(&ways)) {
            // A weight without placements may be larger than the total, so it is skipped.
            if ways.bits() > 0 {
                let weight = limbs(weight);
                into[..weight.len()].copy_from_slice(&weight);
            }
        }
        *table_weights.last_mut().expect("a clue begins with a table") = last;
        let nothing = Natural::default();
        let mut weighed = CellWeights {
            alone: vec![nothing.clone(); self.constraints.alone.len()],
            shared: vec![nothing; self.constraints.shared.len()],
        };
        for (place, (step, table)) in self.tape.iter().enumerate().rev() {
            if matches!(step, TapeEntry::Begin) {
                continue;
            }
            job.tick(progress)?;
            let ahead = std::mem::take(&mut table_weights[place]);
            let before = &self.tape[place - 1].1;
            let mut behind = vec![0; before.sums.keys.len() * before.span * wide];
            let at = |row: u32, excess: usize, span: usize| (row as usize * span + excess) * wide;
            match step {
                TapeEntry::Begin => {}
                TapeEntry::Finish { clue, targets } => {
                    let alone_ways = &self.alone_ways[*clue];
                    // The weight of each number of mines among the cells that only `clue` counts.
                    let mut mine_weights = vec![0; alone_ways.len() * wide];
                    for (source, target) in (0..).zip(targets) {
                        let Some((target, mines)) = *target else { continue };
                        for (excess, own) in before.row(source) {
                            let after = excess + before.least - table.least;
                            let weight = &ahead[at(target, after, table.span)..][..wide];
                            let ways = &alone_ways[mines as usize];
                            add_trimmed(&mut behind[at(source, excess, before.span)..][..wide], weight, ways);
                            add_trimmed(&mut mine_weights[at(mines, 0, 1)..][..wide], weight, own);
                        }
                    }
                    weighed.alone[*clue] = one_cell(self.constraints.alone[*clue], mine_weights.chunks(wide));
                }
                TapeEntry::Join { other, targets } => {
                    let with = &self.tape[*other].1;
                    let mut theirs = vec![0; with.sums.keys.len() * with.span * wide];
                    for &[source, other, target] in targets {
                        for (more, by) in with.row(other) {
                            for (excess, own) in before.row(source) {
                                let after = excess + more + before.least + with.least - table.least;
                                let weight = &ahead[at(target, after, table.span)..][..wide];
                                add_trimmed(
                                    &mut behind[at(source, excess, before.span)..][..wide],
                                    weight,
                                    by,
                                );
                                add_trimmed(&mut theirs[at(other, more, with.span)..][..wide], weight, own);
                            }
                        }
                    }
                    table_weights[*other] = theirs;
                }
            }
            table_weights[place - 1] = behind;
        }
        for (group, shared) in self.constraints.shared.iter().enumerate() {
            let (table, excess) = (&self.tape[group].1, shared.clues.len() - 1);
            let weight = |mines: usize| &table_weights[group][mines * (table.span + excess) * wide..][..wide];
            weighed.shared[group] = one_cell(shared.size, (0..table.sums.keys.len()).map(weight));
        }
        Ok(weighed)
    }
}

/// Returns the weight of a mine in one of `size` cells. `weights` has, for each number of mines, the weight
/// of one choice of cells.
fn one_cell<'a>(size: u32, weights: impl ExactSizeIterator<Item = &'a [u64]>) -> Natural {
    let Some(most) = weights.len().checked_sub(2) else { return Natural::default() };
    let others = binomials(u64::from(size) - 1, most as u64);
    weights.skip(1).zip(&others).map(|(weight, ways)| natural(weight) * ways).sum()
}
