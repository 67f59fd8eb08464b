//! The odds of players who forget, or who meet singles.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::solved::{induced, settled};
use super::Deciders;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Remembering;
use crate::games::memory::limited::Limited;
use crate::games::memory::odds::Odds;
use crate::games::memory::separate::Separate;
use serde_json::{Value, json};

impl Deciders<'_> {
    /// The answer for one board of players who forget. If both play to win, the score is a part of the state, for it decides
    /// what is best.
    pub(super) fn settled(&self, position: Position) -> Result<Odds, Fail> {
        match self.limited.is_own() {
            true => self.settled_by::<Separate>(position),
            false => self.settled_by::<Limited>(position),
        }
    }

    fn settled_by<G: Remembering>(&self, position: Position) -> Result<Odds, Fail> {
        let Self { decide, limited, distribution, checkpoints, watch } = *self;
        let (objective, run) = (decide.objective(), watch.run());
        let game = limited.game::<G>(&position, decide)?;
        let mut answer = self.blank(position);
        let saved = (checkpoints, &work("odds", &answer.parameters));
        let settled = settled(game, &answer.position, objective, saved, watch)?;
        answer.measure_solved(&settled.graph, &settled.solution);
        match objective {
            Objective::Win => answer.value = Some(settled.values().swap_remove(0)),
            Objective::Pairs => {
                answer.expect(settled.values().into_iter());
                if !distribution {
                    return Ok(answer);
                }
            }
        }
        let induced = induced(&settled, watch)?;
        watch.tried("distribution", || answer.settle(&induced, objective, distribution, &run))?;
        Ok(answer)
    }
}

/// The name of work on players who forget, for checkpoints.
pub(in crate::cli) fn work(verb: &str, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters })
}
