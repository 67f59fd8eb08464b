//! Odds, best play and who is favoured: the values of a game, found by what its model is; and how large that is.

use super::Asked;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::evaluate::{self, Counts, Solution, Tree, reduced_first};
use crate::exact::Rational;
use crate::family::favoured::{SPREAD_MEANS, tell as tell_favoured};
use crate::family::{
    CommandError, Explored, Partial, Playable, Refusal, Report, StartValues, Worth, answers,
    explored_and_solved, several, sized,
};
use crate::model::{Job, Model};

/// An explored game, whatever it is.
type AnyExplored<'a> = Box<dyn Explored + 'a>;

/// A game, explored and solved for what its players want.
pub(super) struct Evaluated<'a> {
    pub(super) explored: AnyExplored<'a>,
    pub(super) solution: Solution,
}

impl<'a> Evaluated<'a> {
    /// A game, of which `fits` refuses what cannot be answered before it is solved; checkpoints name what is solved. Fewer
    /// choices are tried first, if the game has such.
    pub(super) fn kept(
        asked: &'a Asked,
        fits: impl Fn(&Model) -> Result<(), Refusal>,
        job: &Job<'_>,
        most_states: u64,
        context: &Context,
    ) -> Result<Self, Fail> {
        let fits = |explored: &AnyExplored<'_>| {
            explored.check()?;
            fits(explored.model())
        };
        let one = |game: &'a dyn Playable, job: &Job<'_>| {
            let explore = |job: &Job<'_>| game.explore(&Job { most_states, ..*job });
            let solve =
                |explored: &AnyExplored<'_>, job: &Job<'_>| explored.solve(0, &Job { most_states, ..*job });
            let (explored, solution) = explored_and_solved(explore, fits, solve, job)?;
            Ok::<_, CommandError>(Self { explored, solution })
        };
        // Once all choices were begun, it is known that fewer do not do.
        let all = job.section("all");
        let reduced = asked.game.reduced().filter(|_| !all.store.is_some_and(|store| store.has()));
        let reduced = reduced.map(|game| || one(game, &job.section("reduced")));
        let holds = |solved: &Self| solved.explored.holds(&solved.solution);
        reduced_first(reduced, holds, || one(&*asked.game, &all)).map_err(|error| context.failure(error))
    }

    /// A whole game, of which a verb asks.
    fn of(asked: &'a Asked, job: &Job<'_>, context: &Context) -> Result<Self, Fail> {
        Self::kept(asked, |_| Ok(()), job, context.job().most_states, context)
    }

    /// A whole game.
    pub(super) fn whole(asked: &'a Asked, context: &Context) -> Result<Self, Fail> {
        Self::of(asked, &context.job(), context)
    }

    pub(super) fn model(&self) -> &Model {
        self.explored.model()
    }

    /// Returns what each seat may expect from the start, the first player first.
    pub(super) fn value(&self) -> Vec<Rational> {
        self.explored.value(&self.solution, self.model().start())
    }

    /// Returns what each seat may expect of every worth, while everybody plays for the first.
    pub(super) fn values(
        &self,
        asked: &Asked,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<Vec<Vec<Rational>>, Fail> {
        let mut all = vec![self.value()];
        if asked.game.worths.len() == 1 {
            return Ok(all);
        }
        context.run(&job.section("worths"), |job| {
            let induced =
                context.phase("policy", || self.explored.induced(&self.solution, &job.unsaved()))?;
            for worth in 1..asked.game.worths.len() {
                let found =
                    context.phase("solve", || induced.solve(worth, &job.section(&worth.to_string())))?;
                all.push(induced.value(&found, induced.model().start()));
            }
            Ok(all)
        })
    }
}

/// Finds the values of a game that needs no graph for a verb; `None` for other games.
fn evaluated(asked: &Asked, context: &Context) -> Result<Option<StartValues>, Fail> {
    context.tried("evaluate", || asked.game.evaluate(&context.job()))
}

/// Finds what everybody may expect; `None` where another process says so.
pub(super) fn odds(
    asked: &Asked,
    (machines, _checkpoints, job): (&Machines, &Checkpoints, &Job<'_>),
    context: &Context,
) -> Result<Option<Report>, Fail> {
    #[cfg(feature = "distributed")]
    let travels = asked.game.travels();
    #[cfg(not(feature = "distributed"))]
    let travels = true;
    machines.check((!travels).then_some("this game cannot travel from one process to another"), context)?;
    let mut report = Report::new(asked.title());
    #[cfg(feature = "distributed")]
    if machines.is_given() {
        let work = asked.work("odds");
        let solve = || {
            machines.solve(&work, _checkpoints, context, |cluster, sections| {
                asked.game.share(cluster, sections, &context.job()).expect("the game travels")
            })
        };
        let Some(found) = context.phase("evaluate", solve)? else { return Ok(None) };
        answers::tell(&asked.game.worths, &found.values, &mut report);
        answers::tell_size([found.states, found.transitions], Some(found.ties), &mut report);
        return Ok(Some(report));
    }
    if let Some(found) = evaluated(asked, context)? {
        answers::tell(&asked.game.worths, &[found.values], &mut report);
        answers::tell_size([found.states, found.transitions], Some(found.ties), &mut report);
        return Ok(Some(report));
    }
    let solved = Evaluated::of(asked, job, context)?;
    answers::tell(&asked.game.worths, &solved.values(asked, job, context)?, &mut report);
    answers::tell_solved_size(&*solved.explored, &solved.solution, &mut report);
    Ok(Some(report))
}

/// Finds the worth of every action: at the start, or in every position in which somebody decides.
pub(super) fn best(asked: &Asked, every: bool, job: &Job<'_>, context: &Context) -> Result<Report, Fail> {
    let solved = Evaluated::of(asked, job, context)?;
    answers::decided(&*solved.explored, asked.family)?;
    let mut report = Report::new(asked.title());
    let worth = &asked.game.worths[0];
    answers::tell_best(&*solved.explored, &solved.solution, worth, every, &mut report);
    answers::tell_solved_size(&*solved.explored, &solved.solution, &mut report);
    Ok(report)
}

/// Finds who is favoured. People see the spread of the seats if `shows_spread`.
pub(super) fn fair(
    asked: &Asked,
    shows_spread: bool,
    job: &Job<'_>,
    context: &Context,
) -> Result<Report, Fail> {
    let worth = answers::winning(asked.family, &*asked.game)?;
    let wins = match evaluated(asked, context)? {
        Some(found) => vec![found.values],
        None => Evaluated::of(asked, job, context)?.values(asked, job, context)?,
    };
    let wins = &wins[worth];
    let mut report = Report::new(asked.title());
    let name = |seat| format!("player {}", seat + 1);
    tell_favoured(&mut report, wins, &answers::nobody(wins), name, shows_spread);
    if wins.len() > 2 {
        report.remarks.push(vec![SPREAD_MEANS.into()]);
    }
    Ok(report)
}

/// Counts states, transitions and ends, and the tree without merging where it has an end.
pub(super) fn count(asked: &Asked, job: &Job<'_>, context: &Context) -> Result<Report, Fail> {
    context.run(job, |job| {
        let explored = context.phase("count", || asked.game.explore(job))?;
        let model = explored.model();
        if !model.is_acyclic() {
            return Ok(sized::cyclic(asked.title(), model));
        }
        let unscored = is_sum(asked).then(|| model.scoring(&|_| 0));
        let model = unscored.as_ref().unwrap_or(model);
        let found = evaluate::count(model, asked.game.scores.as_deref().unwrap_or_default(), job)?;
        Ok(sized_report(asked, found))
    })
}

/// Counts games of which the last contains the others, ascending by size, in one pass: the largest game is explored, and the
/// trees below all starts are found together. `each` takes the report of each game. A stop leaves the games that are done.
pub(super) fn counts<R>(
    games: Vec<Asked>,
    context: &Context,
    each: impl Fn(&Asked, Report) -> Result<R, Fail>,
) -> Result<Partial<R, Fail>, Fail> {
    let alone = |asked: Asked| each(&asked, count(&asked, &context.job(), context)?);
    let Some(largest) = games.last().filter(|_| games.len() > 1) else {
        return several(&context.job(), "game", games, alone);
    };
    let (job, pace) = (context.job(), context.pace());
    let explored = context.phase("count", || pace.pass(0.0, 0.3, || largest.game.explore(&job)));
    let (states, layers): (Vec<_>, Vec<u32>) = games.iter().map(|asked| asked.game.start()).unzip();
    let found = match &explored {
        Ok(explored) => {
            explored.nodes(&states).filter(|_| explored.model().is_acyclic()).map(|nodes| (explored, nodes))
        }
        // A limit that the largest game passes may leave room for others.
        Err(_) => None,
    };
    let Some((explored, nodes)) = found else {
        drop(explored);
        return several(&context.job(), "game", games, alone);
    };
    let unscored = is_sum(largest).then(|| explored.model().scoring(&|_| 0));
    let model: &Model = unscored.as_ref().unwrap_or(explored.model());
    let trees = context.tried("count", || pace.pass(0.3, 0.6, || evaluate::trees(model, &nodes, &job)))?;
    let all = games.iter().zip(nodes).zip(layers).zip(trees).collect::<Vec<_>>();
    let scores = largest.game.scores.as_deref().unwrap_or_default();
    let mut count = evaluate::counter(model, scores, &job).map_err(|error| context.explain(error))?;
    pace.pass(0.6, 1.0, || {
        several(&context.job(), "game", all, |(((asked, node), layer), tree)| {
            let mut counts = context.tried("count", || count(node))?;
            // A game counts its layers from its own start.
            let before = model.layer(node) - layer;
            counts.layers.iter_mut().for_each(|(layer, _)| *layer -= before);
            each(asked, sized_report(asked, (counts, tree)))
        })
    })
}

/// Reports how large a game is.
fn sized_report(asked: &Asked, found: (Counts, Tree)) -> Report {
    let layers = asked.game.looks.layers;
    sized::report(asked.title(), found, (!layers.is_empty()).then_some(layers))
}

/// Returns whether points are a mere sum that one player alone expects, and no part of where the game stands.
fn is_sum(asked: &Asked) -> bool {
    asked.game.scores.is_none() || asked.game.seats == 1 && matches!(asked.game.worths[0], Worth::Expected(_))
}
