//! Random games of Memory between players of all kinds.

use super::super::checkpoint::{NOWHERE, Saved, UNSAVED};
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::memory::{self, Position};
use super::super::odds::{Deciders, robots};
use super::super::print::Answer;
use super::super::solved::{decided, discovered, induced};
use super::super::watch::{Several, Watch};
use super::sampled::Sampling;
use crate::evaluate::bidirectional;
use crate::games::memory::family::{Decide, LimitedMemory};

/// Who plays, and how often.
struct Players {
    decide: Decide,
    limited: LimitedMemory,
    sampling: Sampling,
}

/// The play of players who are not told otherwise.
const DEFAULT: &str = "robots";

pub(in crate::cli) fn memory(
    question: &Question,
    (sampling,): (Sampling,),
    watch: &Watch,
) -> Result<(), Fail> {
    let (board, decide, limited) = memory::asked(question)?;
    let players = Players { decide, limited, sampling };
    let one = |position, saved: Saved<'_>| players.one(&position, saved, watch);
    players.sampling.run(question, board.positions()?, watch, one)
}

impl Players {
    /// The games on one board.
    fn one(&self, position: &Position, saved: Saved<'_>, watch: &Watch) -> Result<Several<Answer>, Fail> {
        if self.limited.is_given() {
            let (answer, model) = self.deciders(watch).settled(position.clone())?;
            let model = model.expect("asked for with the distribution");
            return self.sampling.of(&answer.sampled(&model), saved, watch);
        }
        if !self.decide.is_robots() {
            return self.decided(position, saved, watch);
        }
        self.decide.check_robots()?;
        let graph = discovered(&position.game, watch)?;
        let answer = robots::one(position.clone(), false, NOWHERE, watch)?;
        self.sampling.of(&answer.sampled(&graph), saved, watch)
    }

    /// Those who decide or forget, with the distribution of their scores.
    fn deciders<'a>(&'a self, watch: &'a Watch) -> Deciders<'a> {
        let Self { decide, limited, .. } = self;
        Deciders { decide, limited, distribution: true, checkpoints: NOWHERE, watch }
    }

    /// Players who decide and forget nothing.
    fn decided(&self, position: &Position, saved: Saved<'_>, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let solved = decided(self.decide.game(position, DEFAULT)?, UNSAVED, watch)?;
        let induced = induced(&solved, watch)?;
        let mut answer = self.deciders(watch).answer(position.clone(), &solved, Some(&induced))?;
        if answer.outcomes.is_none() {
            answer.outcomes =
                Some(bidirectional::odds(&induced, &position.scores, &run).map_err(explain)?.outcomes);
        }
        self.sampling.of(&answer.sampled_decided(&solved.game, &induced), saved, watch)
    }
}
