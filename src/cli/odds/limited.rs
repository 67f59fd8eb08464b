//! The odds of players who forget, or who meet singles.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::solved::{induced, settled};
use super::{DEFAULT, Deciders};
use crate::evaluate::absorb::absorption_probabilities;
use crate::evaluate::distribution::Distribution;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::limited::Limited;
use crate::games::memory::odds::Odds;
use crate::games::memory::separate::Separate;
use crate::model;
use serde_json::{Value, json};
use std::sync::Arc;

/// The answer for one board, and the game in which only chance is left.
type Answered = (Odds, Option<Arc<model::Model>>);

impl Deciders<'_> {
    /// The answer for one board of players who forget, and the game in which only chance is left, if the distribution is
    /// asked for or both play to win: then the score is a part of the state, for it decides what is best.
    pub(in crate::cli) fn settled(&self, position: Position) -> Result<Answered, Fail> {
        match self.limited.is_own() {
            true => self.settled_by::<Separate>(position),
            false => self.settled_by::<Limited>(position),
        }
    }

    fn settled_by<G: Model>(&self, position: Position) -> Result<Answered, Fail> {
        let Self { decide, limited, distribution, checkpoints, watch } = *self;
        let (objective, run) = (decide.objective(), watch.run());
        let game = limited.game::<G>(&position, decide, DEFAULT)?;
        let mut answer = self.blank(position);
        let saved = (checkpoints, &work("odds", &answer.parameters));
        let settled = settled(game, &answer.position, objective, saved, watch)?;
        answer.measure_solved(&settled.graph, &settled.solution);
        match objective {
            Objective::Win => answer.value = Some(settled.values().swap_remove(0)),
            Objective::Pairs => {
                answer.expect(settled.values().into_iter());
                if !distribution {
                    return Ok((answer, None));
                }
            }
        }
        let explain = |error| watch.explain(error);
        let induced = induced(&settled, watch)?;
        let left = Arc::clone(induced.model());
        let scored = induced.scored(&answer.position.scores, &run).map_err(explain)?;
        let ends =
            watch.phase("distribution", || absorption_probabilities(&scored, &run)).map_err(explain)?;
        let ends = ends.into_iter().map(|(node, share)| (scored.scores(node).to_vec(), share));
        answer.ended(Distribution::of(scored.seats(), ends), objective, distribution);
        Ok((answer, Some(left)))
    }
}

/// The name of work on players who forget, for checkpoints.
pub(in crate::cli) fn work(verb: &str, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters })
}
