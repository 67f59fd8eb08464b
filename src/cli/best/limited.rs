//! Bold or safe: what each strategy is worth.

mod strategies;
mod table;

use super::super::checkpoint::Checkpoints;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::odds::limited::work;
use super::super::print;
use super::super::watch::Watch;
use super::{DEFAULT, Told};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, LimitedMemory, Model, merged};
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::games::memory::strategies::Continue;
use serde_json::{Value, json};

/// Players who forget, and how play goes on after the turn that is valued.
#[derive(Clone, Copy)]
pub(super) struct Forgetting<'a> {
    pub(super) decide: &'a Decide,
    pub(super) limited: &'a LimitedMemory,
    pub(super) after: Continue,
    pub(super) watch: &'a Watch,
}

impl Forgetting<'_> {
    /// The worth of both strategies on one board, or the table of a range.
    pub(super) fn told(
        &self,
        board: &Board,
        checkpoints: &Checkpoints,
        question: &Question,
    ) -> Result<Told, Fail> {
        if self.decide.objective() == Objective::Win && self.after == Continue::Pure {
            return Err(
                Fail::usage("--continue pure is for players who want pairs").help("--objective pairs")
            );
        }
        match self.limited.is_own() {
            true => self.told_by::<Separate>(board, checkpoints, question),
            false => self.told_by::<Limited>(board, checkpoints, question),
        }
    }

    fn told_by<G: Model>(
        &self,
        board: &Board,
        checkpoints: &Checkpoints,
        question: &Question,
    ) -> Result<Told, Fail> {
        if board.pairs().is_range() {
            return self.table::<G>(board, checkpoints, question);
        }
        let position = board.only()?;
        let parameters = self.parameters(position.parameters());
        let strategies = self.strategies::<G>(&position, (checkpoints, &work("best", &parameters)))?;
        let title = position.title_with("player", &format!("; {}", self.limited.title()));
        let report = strategies.report(&format!("{title}\n{}", self.decide.title(DEFAULT)));
        Ok(Told::one(print::Answer { parameters, report }))
    }

    /// The game on a board.
    fn game<G: Model>(&self, position: &Position) -> Result<G, Fail> {
        Ok(self.limited.game::<G>(position, self.decide, DEFAULT)?)
    }

    /// All that was asked, as JSON repeats it.
    fn parameters(&self, board: Value) -> Value {
        let mut parameters =
            merged(merged(board, self.decide.parameters(DEFAULT)), self.limited.parameters());
        parameters["continue"] = json!(if self.after == Continue::Pure { "pure" } else { "best" });
        parameters
    }
}
