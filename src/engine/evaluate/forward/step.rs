//! The steps between nodes: what leads into one, and what out of it.

use crate::evaluate::forward::Measure;
use crate::evaluate::row::{Plans, Row, Score, Term};
use crate::evaluate::scale::{Common, Scale, Step, steps};
use crate::game::{Choices, Game, Points, Seat};
use crate::model::{Error, expand, name};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A finished row; what it holds is counted while it lives.
pub(crate) struct Held<const K: usize> {
    pub(crate) row: Row<K>,
    live: Arc<AtomicU64>,
}

impl<const K: usize> Held<K> {
    pub(crate) fn new(row: Row<K>, live: &Arc<AtomicU64>) -> Arc<Self> {
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
pub(crate) struct Incoming<const K: usize> {
    pub(crate) from: Arc<Held<K>>,
    pub(crate) step: Step,
    pub(crate) shift: Score<K>,
    pub(crate) points: Points,
}

impl<const K: usize> Incoming<K> {
    /// A row as it is, over the denominator `scale`.
    pub(crate) fn whole(from: Arc<Held<K>>, scale: Scale) -> Self {
        Self { from, step: Step { weight: 1, total: 1, scale }, shift: Score::ZERO, points: 0 }
    }
}

/// A step out of a node.
pub(crate) struct Outgoing<G: Game> {
    pub(crate) next: (G::State, Seat),
    pub(crate) weight: u64,
    pub(crate) total: u64,
    pub(crate) points: Points,
}

impl<G: Game> Outgoing<G> {
    /// The step into the next node, from the row of a node in which `mover` moves, over the denominator `scale`.
    pub(crate) fn enter<const K: usize>(
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
pub(crate) type Frontier<G, const K: usize> =
    HashMap<(<G as Game>::State, Seat), Vec<Incoming<K>>, RandomState>;

pub(crate) fn gather<const K: usize>(
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

pub(crate) fn outgoing<G: Game>(
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
