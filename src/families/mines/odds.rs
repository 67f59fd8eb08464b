//! The odds of a game of Minesweeper: the probability of winning, and the remaining mines of lost games.

use super::family::{MinesArgs, echo, refused};
use super::game::{Aim, Mines};
use crate::evaluate::{Distribution, ForwardResult, distribution, forward, solve};
use crate::exact::{self, Rational};
use crate::family::{
    AnswerPlan, ColumnOf, FormatScope, GameAnswer, GameArguments, Query, Refusal, Report, ReportValue,
    SharedPlan, Table, Task, TextVisibility, counted,
};
use crate::game::Game as _;
use crate::model::{Error, Job};
use serde_json::{Value, json};

/// Plans the odds of games of Minesweeper.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let one = |given: &GameArguments| {
        let args = MinesArgs::of(given);
        args.opener()?;
        let game = args.game().map_err(|why| refused(&args, why, &args.simulated()))?;
        Ok((args, game))
    };
    let games = query.games.iter().map(one).collect::<Result<Vec<(MinesArgs, Mines)>, Refusal>>()?;
    let shared = if games[0].1.decides() {
        Err("several processes cannot answer best play in Minesweeper")
    } else if games[0].1.position().is_some() {
        Err("several processes can answer a fresh board, not a position")
    } else if query.is_range() {
        Err("several processes can answer one board, not a range")
    } else if !query.is_shared {
        Err("one process answers")
    } else {
        let (args, game) = games[0].clone();
        let (title, parameters) = (args.title(&game), parameters(&args, &game));
        let work = json!({ "odds": "mines", "playing": parameters });
        Ok(SharedPlan::follow(work, game, vec![0], |found| {
            Ok(GameAnswer::new(parameters, MinesOdds::followed(&found).report(title)))
        }))
    };
    let task = |(args, game): (MinesArgs, Mines)| {
        let (title, aim) = (args.title(&game), args.aim());
        Task::new(title.clone(), parameters(&args, &game), move |job| {
            let find = || MinesOdds::of(&game, aim, job);
            let odds = job.phase("evaluate", || match job.store.is_none() && !game.decides() {
                true => job.upward(game.field().cells().into(), find),
                false => find(),
            });
            Ok(odds?.report(title.clone()))
        })
    };
    let tasks = games.into_iter().map(task).collect();
    Ok(AnswerPlan::of("Minesweeper", "board", tasks).identified(Value::Null).shared(shared))
}

/// Returns the parameters of a game that JSON repeats.
fn parameters(args: &MinesArgs, game: &Mines) -> Value {
    args.echo(echo(game.field()), game.position())
}

/// The odds of a game of Minesweeper.
pub struct MinesOdds {
    /// The probability of winning.
    pub win: Rational,
    /// The distribution of the remaining mines of lost games. `None` if the game has decisions.
    pub left: Option<Distribution<i64>>,
    /// The numbers of positions and transitions. `None` if the solver of best play does not visit every position.
    pub sizes: Option<[u64; 2]>,
}

impl MinesOdds {
    /// Returns the odds of a game: by the solver of best play if possible, otherwise layer by layer. The work can be
    /// saved. Saved work keeps the whole graph in memory, since exploration takes most of the time.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn of(game: &Mines, aim: Aim, job: &Job<'_>) -> Result<Self, Error> {
        if !game.decides() {
            if job.store.is_none() {
                return Ok(Self::followed(&forward(game, &[0], job)?));
            }
            let found = distribution(game.graph(job)?.model(), &[0], job)?;
            return Ok(Self::distributed(&found.distribution, [found.states, found.transitions]));
        }
        if aim == Aim::Win
            && let Some(win) = game.best(job)?
        {
            return Ok(Self { win, left: None, sizes: None });
        }
        let graph = game.graph(job)?;
        let value = solve(&graph, &aim, job)?.value(graph.start()).swap_remove(0);
        let win = if aim == Aim::Win { value } else { -value };
        Ok(Self { win, left: None, sizes: Some([graph.node_count() as u64, graph.edge_count() as u64]) })
    }

    /// Returns the odds of a game without decisions whose points are the remaining mines.
    pub fn followed(found: &ForwardResult) -> Self {
        Self::distributed(&found.distribution, [found.states, found.transitions])
    }

    /// Returns the odds from the distribution of the remaining mines, which are 0 in a won game.
    fn distributed(distribution: &Distribution, sizes: [u64; 2]) -> Self {
        let left = distribution.of_seat(0);
        let win = left.least().filter(|(left, _)| **left == 0).map_or_else(exact::zero, |(_, win)| win);
        let lost = left.masses().filter(|(left, _)| **left > 0).map(|(left, mass)| (*left, mass.clone()));
        Self { win, left: Some(Distribution::new(lost, None)), sizes: Some(sizes) }
    }

    /// Returns the report on the odds, with this title.
    pub fn report(&self, title: String) -> Report {
        let mut report = Report::new(title);
        report.show("win", "P(win)", &self.win).probability();
        if let Some(left) = &self.left {
            for (left, share) in left.iter() {
                let words = format!("P({} left | lost)", counted(left, "mine"));
                report.add_text(words, &share).probability().only(TextVisibility::Alone);
            }
            let mean = (!left.is_empty()).then(|| ReportValue::Exact(left.expected_value()));
            // Some games cannot be lost. In a range they have the same columns as other games.
            let shown = if mean.is_some() { TextVisibility::Always } else { TextVisibility::Listed };
            let (words, mean) =
                (vec!["E(mines left if lost)".to_owned()], mean.unwrap_or(ReportValue::NoFraction));
            report.put("mean_left_if_lost", words, mean, FormatScope::All).only(shown);
            let fields: [ColumnOf<'_, (&i64, Rational)>; 2] = [
                ("left", None, &|(left, _)| left.unsigned_abs().into()),
                ("probability", None, &|(_, share)| share.into()),
            ];
            report.tables.push(Table::of("left_if_lost", left.iter(), &fields));
        }
        report.add("states", self.sizes.map(|[states, _]| states));
        report.add("transitions", self.sizes.map(|[_, transitions]| transitions));
        if let Some([states, transitions]) = self.sizes {
            report.note = format!("{}, {}.", counted(states, "state"), counted(transitions, "transition"));
        }
        report
    }
}
