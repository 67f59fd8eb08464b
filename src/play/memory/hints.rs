//! The mover's options and their values.

use super::prospects::Prospects;
use super::setup::{Moment, Ways};
use crate::Wrong;
use crate::evaluate::solve::solve;
use crate::exact::{Rational, ratio};
use crate::games::memory::decisions::Objective;
use crate::games::memory::forgetting::{Forgetful, Strategy};
use crate::games::memory::tactic::Tactic;
use crate::model::{Run, order};
use crate::payoff::Gain;
use crate::turn::{First, Second};

/// An option of the mover, which is a tactic, a strategy or a second card, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The name of the option.
    pub name: String,
    /// A description, in a few words.
    pub meaning: String,
    /// Pairs in the end, or P(win) - P(loss) where players want to win, with best play afterwards.
    pub worth: Rational,
}

impl Prospects {
    /// Returns the mover's options, best first, supposing that he plays best from now on and the others as they do.
    ///
    /// # Errors
    /// A limit.
    pub fn hints(&self, moment: &Moment, first: Option<First>, run: &Run<'_>) -> Result<Vec<Hint>, Wrong> {
        let mut best = Self::new(self.setup.with_best(moment.mover));
        let mut hints = match first {
            None => best.tactics(moment, run)?,
            Some(first) => {
                let options = best.seconds(moment, first, run)?;
                let hint = |(second, odds): (Second, Vec<Rational>)| {
                    let (name, meaning) = match second {
                        Second::Mate => ("mate", "take the pair"),
                        Second::New => ("new", "another new card"),
                        Second::Old => ("known", "a card that is known, showing nothing"),
                    };
                    let worth = self.setup.worth(&odds, moment.mover);
                    Hint { name: name.to_owned(), meaning: meaning.to_owned(), worth }
                };
                options.into_iter().map(hint).collect()
            }
        };
        order::sort(&mut hints, |a, b| b.worth.cmp(&a.worth));
        Ok(hints)
    }

    fn tactics(&self, moment: &Moment, run: &Run<'_>) -> Result<Vec<Hint>, Wrong> {
        let own = ratio(moment.scores[usize::from(moment.mover)], 1);
        match &self.setup.ways {
            Ways::Perfect(plays) => {
                let solved = self.solved(moment, plays.clone(), run)?;
                let best = solved.best.as_ref().expect("the mover plays best");
                let actions = best.actions(best.graph.start());
                let hint = |tactic: Tactic, value: &Rational| Hint {
                    name: tactic.to_string(),
                    meaning: tactic.meaning().to_owned(),
                    worth: match self.setup.objective {
                        Objective::Pairs => value / ratio(2, 1) + &own,
                        Objective::Win => value.clone(),
                    },
                };
                let hints = actions.iter().filter_map(|valued| Some(hint(valued.action?, &valued.values[0])));
                Ok(hints.collect())
            }
            Ways::Forgetful(plays, _) => strategies(&self.limited(moment, plays.clone()), moment, &own, run),
            Ways::Own(plays, _) => {
                let minds = &moment.own.as_ref().expect("each remembers for himself").minds;
                strategies(&self.setup.separate(minds.clone(), plays), moment, &own, run)
            }
        }
    }
}

/// Returns what bold and safe are worth to the mover, who has so many pairs.
fn strategies<G: Forgetful + Clone>(
    game: &G,
    moment: &Moment,
    pairs: &Rational,
    run: &Run<'_>,
) -> Result<Vec<Hint>, Wrong> {
    let graph = game.graph(run)?;
    let solution = solve(game, &graph, &Gain, run)?;
    let actions = solution.actions(graph.start());
    let hint = |strategy: Option<Strategy>, value: &Rational| {
        let (name, meaning) = match strategy {
            None if moment.table.known > 0 => ("take", "the pair that is remembered"),
            Some(Strategy::Safe) => ("safe", "one new card, then one that is remembered"),
            None | Some(Strategy::Bold) => ("bold", "two new cards"),
        };
        Hint { name: name.to_owned(), meaning: meaning.to_owned(), worth: value + pairs }
    };
    Ok(actions.iter().map(|valued| hint(valued.action, &valued.values[0])).collect())
}
