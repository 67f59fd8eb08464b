//! The steps into nodes.

use crate::evaluate::{
    row::{Plans, Row, Score, Term},
    scale::{Common, Denominator, Step},
};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A finished row; what it holds is counted while it lives.
pub(crate) struct LiveRow<const K: usize> {
    pub(crate) row: Row<K>,
    live: Arc<AtomicU64>,
}

impl<const K: usize> LiveRow<K> {
    pub(crate) fn new(row: Row<K>, live: &Arc<AtomicU64>) -> Arc<Self> {
        live.fetch_add(row.bytes(), Relaxed);
        Arc::new(Self { row, live: Arc::clone(live) })
    }

    /// The same times the arrangements that an end hides, if it counts them.
    pub(crate) fn times(self: &Arc<Self>, hidden: Option<Natural>, plans: &Plans<K>) -> Arc<Self> {
        match hidden {
            Some(hidden) => Self::new(self.row.times(&hidden, plans), &self.live),
            None => Arc::clone(self),
        }
    }
}

impl<const K: usize> Drop for LiveRow<K> {
    fn drop(&mut self) {
        self.live.fetch_sub(self.row.bytes(), Relaxed);
    }
}

/// A row that is finished, delivered to a node by a step.
pub(crate) struct Delivery<const K: usize> {
    pub(crate) from: Arc<LiveRow<K>>,
    pub(crate) step: Step,
    pub(crate) shift: Score<K>,
    pub(crate) points: Points,
}

impl<const K: usize> Delivery<K> {
    /// A row as it is, over the denominator `scale`.
    pub(crate) fn whole(from: Arc<LiveRow<K>>, scale: Denominator) -> Self {
        Self { from, step: Step { weight: 1, total: 1, scale }, shift: Score::ZERO, points: 0 }
    }

    /// The step with this share, weight and total, from the row of a node in which `mover` moves, over the denominator
    /// `scale`.
    pub(crate) fn enter(
        from: &Arc<LiveRow<K>>,
        (weight, total): (u64, u64),
        scale: Denominator,
        mover: Seat,
        points: Points,
    ) -> Result<Self, Error> {
        from.row.most_after(points).ok_or(Error::PointsOverflow)?;
        let step = Step { weight, total, scale };
        Ok(Self { from: Arc::clone(from), step, shift: Score::one(mover, points), points })
    }
}

pub(crate) fn gather<const K: usize>(incoming: &[Delivery<K>], common: &Common, plans: &Plans<K>) -> Row<K> {
    let terms: Vec<_> = incoming
        .iter()
        .map(|incoming| Term {
            row: &incoming.from.row,
            turned: 0,
            shift: incoming.shift,
            points: incoming.points,
            factor: common.factor(incoming.step),
        })
        .collect();
    Row::sum(&terms, plans)
}
