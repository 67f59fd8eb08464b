//! The odds of players who forget, in doubles with a bound on each error.

use super::{BoardOdds, OddsQuery, with_draw};
use crate::evaluate::solve_rounded;
use crate::family::CommandError;
use crate::game::Game;
use crate::memory::decisions::Objective;
use crate::memory::family::{ForgetfulFamilyGame, ScoredBoard};
use crate::memory::solved::{check_doubles, solve_forgetful};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Gain, PayoffTable};

impl OddsQuery<'_> {
    /// Returns the odds of players who forget, in doubles whose bounds are at most `width` apart if doubles allow it. If two
    /// players play to win, the score is part of the state.
    pub(super) fn rounded<G: ForgetfulFamilyGame>(
        &self,
        position: ScoredBoard,
        width: f64,
        job: &Job<'_>,
    ) -> Result<BoardOdds, CommandError> {
        let objective = self.lineup.decide.objective();
        check_doubles(&self.lineup.decide, position.scores.len())?;
        let game = self.lineup.game::<G>(&position)?;
        let mut odds = BoardOdds::of_deciders(position, self.lineup);
        let job = job.unsaved();
        let solved = solve_forgetful(&game, &odds.position, (objective, Some(width)), &job)?;
        odds.set_solved_size(&solved);
        odds.error = solved.error();
        match objective {
            Objective::Win => odds.value = Some(solved.values().swap_remove(0)),
            Objective::Pairs => odds.set_expected(solved.values().into_iter()),
        }
        if job.is_stop_recorded() {
            // Wide bounds do not determine the play that the other numbers follow from.
            return Ok(odds);
        }
        let rounded = job
            .phase("policy", || solved.induced(&job))
            .and_then(|induced| job.phase("distribution", || odds.round(&induced, width, &job)));
        match rounded {
            Err(error) if job.records(&error) => {}
            rounded => rounded?,
        }
        Ok(odds)
    }
}

impl BoardOdds {
    /// Sets the outcomes and the expected pairs in doubles. `induced` is the game in which all players follow a policy. Numbers
    /// that a limit stops stay as they are.
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
        // A stop leaves wide bounds, which would also replace the narrow bounds on numbers that are known.
        if job.is_stop_recorded() {
            return Ok(());
        }
        self.outcomes = Some(with_draw(wins.value(scored.start())));
        self.widen(wins.error());
        let gains =
            solve_rounded(induced.model(), PayoffTable::of(induced, &Gain), width, &job.section("gains"))?;
        if job.is_stop_recorded() {
            return Ok(());
        }
        self.set_expected(gains.value(induced.start()).into_iter());
        self.widen(gains.error());
        Ok(())
    }

    /// Widens the bound on the errors to the error of one more number.
    fn widen(&mut self, error: Option<f64>) {
        self.error = [self.error, error].into_iter().flatten().max_by(f64::total_cmp);
    }
}
