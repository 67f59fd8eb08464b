//! The odds of players who forget, in doubles with a bound on each error.

use super::{BoardOdds, Deciders, with_draw};
use crate::evaluate::solve_rounded;
use crate::family::CommandError;
use crate::game::Game;
use crate::memory::decisions::Objective;
use crate::memory::family::{ForgetfulFamilyGame, ScoredBoard};
use crate::memory::solved::{opposed, settled};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Gain, PayoffTable};

impl Deciders<'_> {
    /// Returns the odds of players who forget, in doubles whose bounds are at most `width` apart if doubles allow it. If two
    /// players play to win, the score is part of the state.
    pub(super) fn rounded<G: ForgetfulFamilyGame>(
        &self,
        position: ScoredBoard,
        width: f64,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        let objective = self.decide.objective();
        opposed(self.decide, position.scores.len())?;
        let game = self.limited.game::<G>(&position, self.decide)?;
        let mut odds = BoardOdds::of_deciders(position, self.decide, self.limited);
        let job = job.unsaved();
        let solved = settled(&game, &odds.position, (objective, Some(width)), &job)?;
        odds.measure_solved(&solved);
        odds.error = solved.error();
        odds.value = (objective == Objective::Win).then(|| solved.values().swap_remove(0));
        let induced = job.phase("policy", || solved.induced(&job))?;
        job.phase("distribution", || odds.round(&induced, width, &job))?;
        Ok(odds)
    }
}

impl BoardOdds {
    /// Sets the outcomes and the expected pairs in doubles. `induced` is the game in which all players follow a policy.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub(in crate::memory) fn round<G: Game>(
        &mut self,
        induced: &Graph<G>,
        width: f64,
        job: &Job<'_>,
    ) -> Result<(), Error> {
        let scored = self.scored(induced, job)?;
        let wins = solve_rounded(scored.model(), PayoffTable::of_wins(&scored), width, &job.section("wins"))?;
        let gains =
            solve_rounded(induced.model(), PayoffTable::of(induced, &Gain), width, &job.section("gains"))?;
        self.outcomes = Some(with_draw(wins.value(scored.start())));
        self.expect(gains.value(induced.start()).into_iter());
        let errors = [self.error, wins.error(), gains.error()];
        self.error = errors.into_iter().flatten().max_by(f64::total_cmp);
        Ok(())
    }
}
