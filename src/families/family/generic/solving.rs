//! Exploration and solution of a game of any family.

use super::DescribedGame;
use crate::evaluate::Solution;
use crate::exact::Rational;
use crate::family::{CommandError, Explored, Playable, Refusal, explored_and_solved, reduced_or_whole};
use crate::model::{Job, Model, StopRecord};

/// An explored game of any family.
type AnyExplored<'a> = Box<dyn Explored + 'a>;

/// The expected payoffs at the start of a game.
#[derive(Default)]
pub struct PayoffValues {
    /// For each payoff of the game, the expected value of each seat, the first player's first.
    pub values: Vec<Vec<Rational>>,
    /// A bound on the error of each value, or `None` if values are exact.
    pub error: Option<f64>,
}

impl PayoffValues {
    /// Adds the values of the payoff with index `payoff_index` in a game without decisions.
    pub(super) fn add(
        &mut self,
        induced: &dyn Explored,
        payoff_index: usize,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<(), CommandError> {
        let found = job.phase("solve", || induced.solve(payoff_index, width, job))?;
        self.values.push(induced.value(&found, induced.model().start()));
        self.error = induced.error(&found).map(|error| error.max(self.error.unwrap_or_default()));
        Ok(())
    }
}

/// A game, explored and solved for its first payoff.
pub struct SolvedGame<'a> {
    /// The explored game.
    pub explored: AnyExplored<'a>,
    /// The solution.
    pub solution: Solution,
    /// The wanted distance of the bounds on each value, or `None` for fractions.
    pub width: Option<f64>,
}

impl<'a> SolvedGame<'a> {
    /// Explores and solves a game, in doubles if there is a `width`; see [`Explored::solve`]. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, the game cannot be solved, or work cannot be saved or read.
    pub fn of(game: &'a DescribedGame, width: Option<f64>, job: &Job<'_>) -> Result<Self, CommandError> {
        Self::checked(game, |_| Ok(()), job.most_states, width, job)
    }

    /// Explores and solves a game of at most `most_states` states. `fits` refuses an explored game that cannot be
    /// answered. A reduced form of the game is solved first in fractions, if there is one.
    ///
    /// # Errors
    /// As [`of`](Self::of), and the errors of `fits`.
    pub fn checked(
        game: &'a DescribedGame,
        fits: impl Fn(&Model) -> Result<(), Refusal>,
        most_states: u64,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Self, CommandError> {
        let fits = |explored: &AnyExplored<'a>| {
            explored.check()?;
            fits(explored.model())
        };
        let one = |game: &'a dyn Playable, job: &Job<'_>| {
            let explore = |job: &Job<'_>| game.explore(&Job { most_states, ..*job });
            let solved = |explored: &AnyExplored<'a>, job: &Job<'_>| {
                explored.solve(0, width, &Job { most_states, ..*job })
            };
            let (explored, solution) = explored_and_solved(explore, fits, solved, job)?;
            Ok::<_, CommandError>(Self { explored, solution, width })
        };
        let reduced = game.game.reduced().filter(|_| width.is_none());
        let holds = |solved: &Self| solved.explored.has_values_of_full_game(&solved.solution);
        reduced_or_whole(reduced, &*game.game, holds, one, job)
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        self.explored.model()
    }

    /// Returns the expected payoff of each seat at the start, the first player's first.
    pub fn value(&self) -> Vec<Rational> {
        self.explored.value(&self.solution, self.model().start())
    }

    /// Returns a bound on the error of each value, or `None` if values are exact.
    pub fn error(&self) -> Option<f64> {
        self.explored.error(&self.solution)
    }

    /// Returns the expected value of every payoff for each seat, while all players maximise the first payoff.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn values(&self, game: &DescribedGame, job: &Job<'_>) -> Result<PayoffValues, CommandError> {
        let mut all = PayoffValues { values: vec![self.value()], error: self.error() };
        if game.game.payoffs.len() == 1 {
            return Ok(all);
        }
        if let Some(stop) = job.stop_record.and_then(StopRecord::stop) {
            // Wide bounds on the first payoff do not determine the play that the others follow from.
            return Err(stop.clone().into());
        }
        let job = job.section("payoffs");
        let induced = job.phase("policy", || self.explored.induced(&self.solution, &job.unsaved()))?;
        for payoff_index in 1..game.game.payoffs.len() {
            all.add(&*induced, payoff_index, self.width, &job.section(&payoff_index.to_string()))?;
        }
        Ok(all)
    }
}
