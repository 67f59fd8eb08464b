//! The way in which the rows of a sum fit together: where the numbers of each sum come from.

use crate::evaluate::row::shape::{KEPT, Name, Part, Run, Shape, place};
use crate::exact::sums::{LANES, NOWHERE, Places};
use crate::game::{Points, Seat};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

/// The way in which summands of certain shapes add up.
#[derive(Debug)]
pub(crate) struct Plan<const K: usize> {
    pub(crate) shape: Arc<Shape<K>>,
    parts: Vec<Part<K>>,
    lead: Option<Points>,
    origins: OnceLock<Origins>,
    /// The bytes of all plans.
    bytes: Arc<AtomicU64>,
}

/// The origins of the numbers of a sum.
#[derive(Debug)]
pub(crate) struct Origins {
    /// Neighbours in the sum that every summand in lines has together, as neighbours, or has not at all.
    pub(crate) blocks: Vec<Block>,
    /// For each summand where its part comes from.
    pub(crate) sources: Vec<Source>,
    /// Numbers that others stand for.
    pub(crate) settled: Vec<Settled>,
}

impl Origins {
    fn bytes(&self) -> u64 {
        let places = self.sources.iter().map(|source| match source {
            Source::Lines { firsts: places, .. } | Source::Listed(places) => size_of_val(&places[..]),
        });
        (size_of_val(&self.blocks[..]) + size_of_val(&self.settled[..]) + places.sum::<usize>()) as u64
    }
}

/// A number of a summand whose score vector is settled: another one of the sum stands for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled {
    pub(crate) summand: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Neighbours in a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) at: u32,
    pub(crate) count: u32,
}

/// Places of the numbers of a summand.
#[derive(Debug)]
pub(crate) enum Source {
    /// For every block the place of its first number, or [`NOWHERE`], and whether the others lie before it.
    Lines { firsts: Vec<u32>, back: bool },
    /// For every number of the sum its place, or [`NOWHERE`].
    Listed(Vec<u32>),
}

impl Source {
    /// The places of the numbers of a block, which begins in the sum `at`, if there are any.
    #[inline]
    pub(crate) fn places(&self, block: usize, at: usize, count: usize) -> Option<Places<'_>> {
        match self {
            Self::Lines { firsts, .. } if firsts[block] == NOWHERE => None,
            Self::Lines { firsts, back: false } => Some(Places::Along(firsts[block])),
            Self::Lines { firsts, back: true } => Some(Places::Back(firsts[block])),
            Self::Listed(places) => Some(Places::Listed(&places[at..at + count])),
        }
    }
}

impl<const K: usize> Plan<K> {
    /// A plan that adds its bytes to those of all others.
    pub(crate) fn new(
        shape: Arc<Shape<K>>,
        parts: Vec<Part<K>>,
        lead: Option<Points>,
        bytes: &Arc<AtomicU64>,
    ) -> Self {
        let names = (parts.len() + 1) * size_of::<Name<K>>();
        let own = size_of::<Self>() + parts.len() * size_of::<Part<K>>() + names + KEPT;
        bytes.fetch_add(own as u64, Relaxed);
        Self { shape, parts, lead, origins: OnceLock::new(), bytes: Arc::clone(bytes) }
    }

    /// Returns the origins of the numbers, worked out when they are first asked for.
    pub(crate) fn origins(&self) -> &Origins {
        self.origins.get_or_init(|| {
            let (mut lines, mut settled): (Vec<Lines<K>>, _) = (Vec::new(), Vec::new());
            for (part, summand) in self.parts.iter().zip(0..) {
                let (kept, mut others) = part.settled(self.lead);
                lines.push(Lines::of(self.placed(kept), part.turned));
                others.sort_unstable();
                let place = |run: Run<K>| Settled { summand, from: run.at, to: run.from };
                settled.extend(self.placed(others).into_iter().map(place));
            }
            let long = lines.iter().filter(|lines| lines.kind != Order::Listed).flat_map(|lines| &lines.runs);
            let mut cuts: Vec<u32> = long.flat_map(|run| [run.from, run.to]).collect();
            cuts.extend([0, place(self.shape.len)]);
            cuts.sort();
            cuts.dedup();
            let blocks: Vec<Block> =
                cuts.windows(2).map(|ends| Block { at: ends[0], count: ends[1] - ends[0] }).collect();
            let source = |lines: &Lines<K>| {
                let mut runs = lines.runs.iter();
                let mut run = runs.next();
                let back = lines.kind == Order::Back;
                let mut at = |place: u32| {
                    while run.is_some_and(|run| run.to <= place) {
                        run = runs.next();
                    }
                    run.filter(|run| run.from <= place).map_or(NOWHERE, |run| match back {
                        true => run.at - (place - run.from),
                        false => run.at + (place - run.from),
                    })
                };
                if lines.kind == Order::Listed {
                    return Source::Listed((0..place(self.shape.len)).map(at).collect());
                }
                Source::Lines { firsts: blocks.iter().map(|block| at(block.at)).collect(), back }
            };
            let sources = lines.iter().map(source).collect();
            let origins = Origins { blocks, sources, settled };
            self.bytes.fetch_add(origins.bytes(), Relaxed);
            origins
        })
    }

    /// Runs of a part, in ascending order, from and to being places in the sum.
    fn placed(&self, mut runs: Vec<Run<K>>) -> Vec<Run<K>> {
        let mut own = self.shape.runs.iter();
        let mut target = own.next();
        for run in &mut runs {
            while target.is_some_and(|own| own.line != run.line || own.to <= run.from) {
                target = own.next();
            }
            let target = target.expect("the sum has the runs of every part, in the same order");
            let count = run.to - run.from;
            run.from = target.at + run.from - target.from;
            run.to = run.from + count;
        }
        runs
    }
}

/// The layout of the numbers of a run in the row of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Along,
    Back,
    /// Runs are too short to be worth a block each.
    Listed,
}

/// The runs of a part in the sum.
struct Lines<const K: usize> {
    runs: Vec<Run<K>>,
    kind: Order,
}

impl<const K: usize> Lines<K> {
    fn of(runs: Vec<Run<K>>, turned: Seat) -> Self {
        if turned == 0 {
            return Self { runs, kind: Order::Along };
        }
        // Between two seats a turn turns a line round.
        let mut back = runs.clone();
        back.dedup_by(|next, last| {
            let behind = last.to == next.from && last.at == next.at + (last.to - last.from);
            if behind {
                last.to = next.to;
            }
            behind
        });
        if back.len() <= 1 + runs.len() / LANES {
            return Self { runs: back, kind: Order::Back };
        }
        Self { runs, kind: Order::Listed }
    }
}
