//! The steps out of nodes that are named by their states, since they may belong to another process.

use crate::distributed::parcel::Place;
use crate::evaluate::forward::Incoming;
use crate::evaluate::scale::shares;
use crate::game::{Choices, Game, Points, Seat};
use crate::model::{Error, expand, name};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Nodes, each with the steps into it.
pub(crate) type Frontier<G, const K: usize> = HashMap<Place<G>, Vec<Incoming<K>>, RandomState>;

/// A step out of a node.
pub(crate) struct Outgoing<G: Game> {
    pub(crate) next: Place<G>,
    /// A weight and a total.
    pub(crate) share: (u64, u64),
    pub(crate) points: Points,
}

/// Returns all steps out of a node.
pub(crate) fn outgoing<G: Game>(
    game: &G,
    (state, mover): &Place<G>,
    choices: &mut Choices<G>,
) -> Result<Vec<Outgoing<G>>, Error> {
    expand(game, state, choices)?;
    if choices.len() > 1 {
        return Err(Error::Decision(name(state)));
    }
    let Some(choice) = choices.iter().next() else { return Ok(Vec::new()) };
    let steps: Vec<_> =
        choice.events.iter().map(|event| (event.weight, game.ways(state, event.event))).collect();
    let shares = shares(steps.iter().copied()).ok_or_else(|| Error::MixedWays(name(state)))?;
    let seats = u32::from(game.seats());
    let out = choice.events.iter().zip(shares).map(|(event, share)| Outgoing {
        next: (
            event.next.clone(),
            ((u32::from(*mover) + u32::from(game.passes(event.event))) % seats) as Seat,
        ),
        share,
        points: game.points(event.event),
    });
    Ok(out.collect())
}
