//! Addition plans: the positions in the summands of the numbers of a sum of rows.

use crate::evaluate::row::score_set::{ENTRY_BYTES, Operand, OperandKey, Run, ScoreSet, place};
use crate::exact::sums::{LANES, NO_PLACE, Places};
use crate::game::Seat;
use crate::model::score::Lane;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

/// The plan of a sum of rows with given score sets.
#[derive(Debug)]
pub(crate) struct AdditionPlan<const K: usize> {
    pub(crate) scores: Arc<ScoreSet<K>>,
    operands: Vec<Operand<K>>,
    max_lead: Option<Lane>,
    gather_map: OnceLock<GatherMap>,
    /// The bytes of all plans.
    bytes: Arc<AtomicU64>,
}

/// The positions of the terms of each number of a sum.
#[derive(Debug)]
pub(crate) struct GatherMap {
    /// Ranges of the sum. A summand in lines has all numbers of a block, in consecutive positions, or none.
    pub(crate) blocks: Vec<SumBlock>,
    /// The positions of the numbers of each summand.
    pub(crate) sources: Vec<Source>,
    /// The numbers that are merged into the number of a canonical score vector.
    pub(crate) merged: Vec<MergedNumber>,
}

impl GatherMap {
    fn bytes(&self) -> u64 {
        let places = self.sources.iter().map(|source| match source {
            Source::Lines { firsts: places, .. } | Source::Listed(places) => size_of_val(&places[..]),
        });
        (size_of_val(&self.blocks[..]) + size_of_val(&self.merged[..]) + places.sum::<usize>()) as u64
    }
}

/// A number of a summand that is added to the number of a canonical score vector of the sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MergedNumber {
    pub(crate) summand: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// A range of numbers of a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumBlock {
    pub(crate) at: u32,
    pub(crate) count: u32,
}

/// The positions of the numbers of a summand.
#[derive(Debug)]
pub(crate) enum Source {
    /// The position of the first number of every block, or [`NO_PLACE`], and whether positions descend from there.
    Lines { firsts: Vec<u32>, back: bool },
    /// The position of every number of the sum, or [`NO_PLACE`].
    Listed(Vec<u32>),
}

impl Source {
    /// Returns the positions of the numbers of a block that begins in the sum at `at`, unless the summand has none.
    #[inline]
    pub(crate) fn places(&self, block: usize, at: usize, count: usize) -> Option<Places<'_>> {
        match self {
            Self::Lines { firsts, .. } if firsts[block] == NO_PLACE => None,
            Self::Lines { firsts, back: false } => Some(Places::Ascending(firsts[block])),
            Self::Lines { firsts, back: true } => Some(Places::Descending(firsts[block])),
            Self::Listed(places) => Some(Places::List(&places[at..at + count])),
        }
    }
}

impl<const K: usize> AdditionPlan<K> {
    /// Creates a plan, and adds its bytes to the bytes of all plans.
    pub(crate) fn new(
        scores: Arc<ScoreSet<K>>,
        operands: Vec<Operand<K>>,
        max_lead: Option<Lane>,
        bytes: &Arc<AtomicU64>,
    ) -> Self {
        let keys = (operands.len() + 1) * size_of::<OperandKey<K>>();
        let own = size_of::<Self>() + operands.len() * size_of::<Operand<K>>() + keys + ENTRY_BYTES;
        bytes.fetch_add(own as u64, Relaxed);
        Self { scores, operands, max_lead, gather_map: OnceLock::new(), bytes: Arc::clone(bytes) }
    }

    /// Returns the positions of the terms, which are computed at the first call.
    pub(crate) fn gather_map(&self) -> &GatherMap {
        self.gather_map.get_or_init(|| {
            let (mut lines, mut merged): (Vec<LineRuns<K>>, _) = (Vec::new(), Vec::new());
            for (operand, summand) in self.operands.iter().zip(0..) {
                let (kept, mut others) = operand.canonical_runs(self.max_lead);
                lines.push(LineRuns::of(self.placed(kept), operand.rotation));
                others.sort_unstable();
                let place = |run: Run<K>| MergedNumber { summand, from: run.at, to: run.from };
                merged.extend(self.placed(others).into_iter().map(place));
            }
            let long =
                lines.iter().filter(|lines| lines.order != RunOrder::Listed).flat_map(|lines| &lines.runs);
            let mut cuts: Vec<u32> = long.flat_map(|run| [run.from, run.to]).collect();
            cuts.extend([0, place(self.scores.len)]);
            cuts.sort();
            cuts.dedup();
            let blocks: Vec<SumBlock> =
                cuts.windows(2).map(|ends| SumBlock { at: ends[0], count: ends[1] - ends[0] }).collect();
            let source = |lines: &LineRuns<K>| {
                let mut runs = lines.runs.iter();
                let mut run = runs.next();
                let back = lines.order == RunOrder::Descending;
                let mut at = |place: u32| {
                    while run.is_some_and(|run| run.to <= place) {
                        run = runs.next();
                    }
                    run.filter(|run| run.from <= place).map_or(NO_PLACE, |run| match back {
                        true => run.at - (place - run.from),
                        false => run.at + (place - run.from),
                    })
                };
                if lines.order == RunOrder::Listed {
                    return Source::Listed((0..place(self.scores.len)).map(at).collect());
                }
                Source::Lines { firsts: blocks.iter().map(|block| at(block.at)).collect(), back }
            };
            let sources = lines.iter().map(source).collect();
            let gather_map = GatherMap { blocks, sources, merged };
            self.bytes.fetch_add(gather_map.bytes(), Relaxed);
            gather_map
        })
    }

    /// Converts the ranges of runs of an operand, in ascending order, to ranges of the sum.
    fn placed(&self, mut runs: Vec<Run<K>>) -> Vec<Run<K>> {
        let mut own = self.scores.runs.iter();
        let mut target = own.next();
        for run in &mut runs {
            while target.is_some_and(|own| own.line != run.line || own.to <= run.from) {
                target = own.next();
            }
            let target = target.expect("the sum has the runs of every operand, in the same order");
            let count = run.to - run.from;
            run.from = target.at + run.from - target.from;
            run.to = run.from + count;
        }
        runs
    }
}

/// The order of the numbers of a run in the row of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunOrder {
    Ascending,
    Descending,
    /// Runs are too short to be worth a block each.
    Listed,
}

/// The runs of an operand, as ranges of the sum.
struct LineRuns<const K: usize> {
    runs: Vec<Run<K>>,
    order: RunOrder,
}

impl<const K: usize> LineRuns<K> {
    fn of(runs: Vec<Run<K>>, rotation: Seat) -> Self {
        if rotation == 0 {
            return Self { runs, order: RunOrder::Ascending };
        }
        // With two seats, a rotation reverses a line.
        let mut back = runs.clone();
        back.dedup_by(|next, last| {
            let behind = last.to == next.from && last.at == next.at + (last.to - last.from);
            if behind {
                last.to = next.to;
            }
            behind
        });
        if back.len() <= 1 + runs.len() / LANES {
            return Self { runs: back, order: RunOrder::Descending };
        }
        Self { runs, order: RunOrder::Listed }
    }
}
