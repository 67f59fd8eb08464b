//! Exploration and solution of a game of any family.

use super::DescribedGame;
use crate::evaluate::{Solution, reduced_first};
use crate::exact::Rational;
use crate::family::{CommandError, Explored, Playable, Refusal, explored_and_solved};
use crate::model::{Job, Model};

/// An explored game of any family.
type AnyExplored<'a> = Box<dyn Explored + 'a>;

/// A game, explored and solved for its first worth.
pub struct SolvedGame<'a> {
    /// The explored game.
    pub explored: AnyExplored<'a>,
    /// The solution.
    pub solution: Solution,
}

impl<'a> SolvedGame<'a> {
    /// Explores and solves a game. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is passed, the game cannot be solved, or work cannot be saved or read.
    pub fn of(game: &'a DescribedGame, job: &Job<'_>) -> Result<Self, CommandError> {
        Self::checked(game, |_| Ok(()), job.most_states, job)
    }

    /// Explores and solves a game of at most `most_states` states. `fits` refuses an explored game that cannot be
    /// answered. A reduced form of the game is solved first, if there is one.
    ///
    /// # Errors
    /// As [`of`](Self::of), and the errors of `fits`.
    pub fn checked(
        game: &'a DescribedGame,
        fits: impl Fn(&Model) -> Result<(), Refusal>,
        most_states: u64,
        job: &Job<'_>,
    ) -> Result<Self, CommandError> {
        let fits = |explored: &AnyExplored<'a>| {
            explored.check()?;
            fits(explored.model())
        };
        let one = |game: &'a dyn Playable, job: &Job<'_>| {
            let explore = |job: &Job<'_>| game.explore(&Job { most_states, ..*job });
            let solve =
                |explored: &AnyExplored<'a>, job: &Job<'_>| explored.solve(0, &Job { most_states, ..*job });
            let (explored, solution) = explored_and_solved(explore, fits, solve, job)?;
            Ok::<_, CommandError>(Self { explored, solution })
        };
        // Saved work on all choices implies that the reduced form did not suffice.
        let all = job.section("all");
        let reduced = game.game.reduced().filter(|_| !all.store.is_some_and(|store| store.has()));
        let reduced = reduced.map(|game| || one(game, &job.section("reduced")));
        let holds = |solved: &Self| solved.explored.holds(&solved.solution);
        reduced_first(reduced, holds, || one(&*game.game, &all))
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        self.explored.model()
    }

    /// Returns the expected payoff of each seat at the start, the first player's first.
    pub fn value(&self) -> Vec<Rational> {
        self.explored.value(&self.solution, self.model().start())
    }

    /// Returns the expected payoffs of each seat by every worth, while all players maximise the first worth.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn values(&self, game: &DescribedGame, job: &Job<'_>) -> Result<Vec<Vec<Rational>>, CommandError> {
        let mut all = vec![self.value()];
        if game.game.worths.len() == 1 {
            return Ok(all);
        }
        let job = job.section("worths");
        let induced = job.phase("policy", || self.explored.induced(&self.solution, &job.unsaved()))?;
        for worth in 1..game.game.worths.len() {
            let found = job.phase("solve", || induced.solve(worth, &job.section(&worth.to_string())))?;
            all.push(induced.value(&found, induced.model().start()));
        }
        Ok(all)
    }
}
