//! The steps between nodes: what leads into one, and what out of it.

use super::Measure;
use crate::engine::row::{Plans, Row, Score, Term};
use crate::engine::scale::{Common, Scale, Step, steps};
use crate::engine::{Error, expand, name};
use crate::game::{Choices, Game, Points, Seat};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A finished row; what it holds is counted while it lives.
pub(in crate::engine) struct Held<const K: usize> {
    pub(in crate::engine) row: Row<K>,
    live: Arc<AtomicU64>,
}

impl<const K: usize> Held<K> {
    pub(in crate::engine) fn new(row: Row<K>, live: &Arc<AtomicU64>) -> Arc<Self> {
        live.fetch_add(row.bytes(), Relaxed);
        Arc::new(Self { row, live: Arc::clone(live) })
    }
}

impl<const K: usize> Drop for Held<K> {
    fn drop(&mut self) {
        self.live.fetch_sub(self.row.bytes(), Relaxed);
    }
}

/// A step into a node, from a row that is finished.
pub(in crate::engine) struct Incoming<const K: usize> {
    pub(in crate::engine) from: Arc<Held<K>>,
    pub(in crate::engine) step: Step,
    pub(in crate::engine) shift: Score<K>,
    pub(in crate::engine) points: Points,
}

impl<const K: usize> Incoming<K> {
    /// A row as it is, over the denominator `scale`.
    pub(in crate::engine) fn whole(from: Arc<Held<K>>, scale: Scale) -> Self {
        Self { from, step: Step { weight: 1, total: 1, scale }, shift: Score::ZERO, points: 0 }
    }
}

/// A step out of a node.
pub(in crate::engine) struct Outgoing<G: Game> {
    pub(in crate::engine) next: (G::State, Seat),
    pub(in crate::engine) weight: u64,
    pub(in crate::engine) total: u64,
    pub(in crate::engine) points: Points,
}

impl<G: Game> Outgoing<G> {
    /// The step into the next node, from the row of a node in which `mover` moves, over the denominator `scale`.
    pub(in crate::engine) fn enter<const K: usize>(
        &self,
        from: &Arc<Held<K>>,
        scale: Scale,
        mover: Seat,
    ) -> Result<Incoming<K>, Error> {
        from.row.most_after(self.points).ok_or(Error::PointsOverflow)?;
        Ok(Incoming {
            from: Arc::clone(from),
            step: Step { weight: self.weight, total: self.total, scale },
            shift: Score::one(mover, self.points),
            points: self.points,
        })
    }
}

/// Nodes, each with the steps into it.
pub(in crate::engine) type Frontier<G, const K: usize> =
    HashMap<(<G as Game>::State, Seat), Vec<Incoming<K>>, RandomState>;

pub(in crate::engine) fn gather<const K: usize>(
    incoming: &[Incoming<K>],
    common: &Common,
    support: bool,
    plans: &Plans<K>,
) -> Row<K> {
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
    if support { Row::support(&terms, plans) } else { Row::sum(&terms, plans) }
}

pub(in crate::engine) fn outgoing<G: Game>(
    game: &G,
    measure: Measure,
    (state, mover): &(G::State, Seat),
    choices: &mut Choices<G>,
) -> Result<Vec<Outgoing<G>>, Error> {
    expand(game, state, choices)?;
    if choices.len() > 1 {
        return Err(Error::Decision(name(state)));
    }
    let Some(choice) = choices.iter().next() else { return Ok(Vec::new()) };
    let steps = match measure {
        Measure::Probability => steps(game, state, &choice)?,
        Measure::Histories | Measure::Support => vec![(1, 1); choice.events.len()],
    };
    let seats = u32::from(game.seats());
    let out = choice.events.iter().zip(steps).map(|(event, (weight, total))| Outgoing {
        next: (
            event.next.clone(),
            ((u32::from(*mover) + u32::from(game.passes(event.event))) % seats) as Seat,
        ),
        weight,
        total,
        points: game.points(event.event),
    });
    Ok(out.collect())
}
