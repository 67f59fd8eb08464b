//! Commands that work for any family. They explore the game, and its model decides how it is evaluated.

mod counting;
mod described_game;
mod graph;
mod pages;
mod planning;
mod play;
mod simulation;
mod solving;

pub use described_game::{DescribedGame, with_files};
pub use graph::graph;
pub(crate) use graph::{check_options, draw};
pub(crate) use pages::PLAY_OPTIONS;
pub(crate) use play::played;
pub(crate) use simulation::{play_sample, simulate, simulation_layout};
pub use solving::{PayoffValues, SolvedGame};

#[cfg(feature = "distributed")]
use super::SharedAnswer;
use super::favoured::{SPREAD_MEANS, add_favoured, fairest};
use super::{
    AnswerLayout, AnswerPlan, Approximation, CommandError, Family, GameAnswer, Partial, Query, Refusal,
    Report, SharedPlan, add_method, answers, enter_width, named, range,
};
#[cfg(feature = "distributed")]
use crate::distributed::{StoreSections, cluster::Cluster};
use crate::model::Job;
use serde::Deserialize;
use serde_json::json;

/// Plans the expected payoffs of every player.
fn odds(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let games = DescribedGame::all(query)?;
    let width = query.options::<Approximation>().width()?;
    let shared = match (query.is_range(), query.is_shared) {
        _ if width.is_some() => Err("one process computes doubles"),
        (true, _) => Err("several processes can answer one game, not a range"),
        (false, false) => Err("one process answers"),
        (false, true) => shared(DescribedGame::of(query.family, query.last())?),
    };
    let plan = plan(query.family, games, width, move |game, mut report, job| {
        if let Some(found) = game.evaluated(job)? {
            answers::add_expected(&game.game, &[found.values], width.map(|_| 0.0), &mut report);
            answers::add_size([found.states, found.transitions], Some(found.ties), &mut report);
            return Ok(report);
        }
        let solved = SolvedGame::of(game, width, job)?;
        let PayoffValues { values, error } = solved.values(game, job)?;
        answers::add_expected(&game.game, &values, error, &mut report);
        answers::add_solved_size(&*solved.explored, &solved.solution, &mut report);
        Ok(report)
    });
    Ok(plan.shared(shared))
}

/// Plans the expected payoffs of every player, by several processes.
#[cfg(feature = "distributed")]
fn shared(game: DescribedGame) -> Result<SharedPlan, &'static str> {
    if !game.game.is_shareable() {
        return Err("this game cannot be distributed to several processes");
    }
    let identity = game.identity("odds");
    let work = move |cluster: Cluster, sections: &StoreSections<'_>, job: &Job<'_>| {
        let found =
            game.game.share(cluster, sections, job).expect("several processes can evaluate the game")?;
        Ok(found.map(|(found, exchanged)| {
            let mut report = Report::new(game.title());
            answers::add_expected(&game.game, &found.values, None, &mut report);
            answers::add_size([found.states, found.transitions], Some(found.ties), &mut report);
            let answer = Ok(GameAnswer::new(game.parameters(), report));
            SharedAnswer { answer, states: found.states, exchanged }
        }))
    };
    Ok(SharedPlan { identity, work: Box::new(work) })
}

/// Plans the expected payoffs of every player, by several processes.
#[cfg(not(feature = "distributed"))]
fn shared(game: DescribedGame) -> Result<SharedPlan, &'static str> {
    let identity = game.identity("odds");
    drop(game);
    Ok(SharedPlan { identity })
}

/// The option of best play.
#[derive(Deserialize)]
struct BestOptions {
    #[serde(default)]
    every: bool,
}

/// Plans the value of every action: at the start, or in all decision positions.
fn best(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let BestOptions { every } = query.options();
    let family = query.family;
    let width = query.options::<Approximation>().width()?;
    let plan = plan(family, DescribedGame::all(query)?, width, move |game, mut report, job| {
        let solved = SolvedGame::of(game, width, job)?;
        answers::decided(&*solved.explored, family)?;
        let worth = &game.game.payoffs[0];
        answers::add_best(&*solved.explored, &solved.solution, worth, every, &mut report);
        answers::add_solved_size(&*solved.explored, &solved.solution, &mut report);
        Ok(report)
    });
    let layout = AnswerLayout { lists_tables: every, ..AnswerLayout::default() };
    Ok(plan.laid_out(layout).identified(json!({ "every": every, "width": width })))
}

/// Plans the favoured player of each game.
fn fair(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (family, has_several) = (query.family, query.varies(&["players"]));
    let width = query.options::<Approximation>().width()?;
    let plan = plan(family, DescribedGame::all(query)?, width, move |game, mut report, job| {
        let worth = answers::winning(family, &*game.game)?;
        let PayoffValues { values, error } = match game.evaluated(job)? {
            Some(found) => PayoffValues { values: vec![found.values], error: width.map(|_| 0.0) },
            None => SolvedGame::of(game, width, job)?.values(game, job)?,
        };
        let wins = &values[worth];
        let name = |seat| game.game.names.of(seat);
        // The spread and the lead are equal between two players.
        let shows_spread = has_several || game.game.seats > 2;
        add_favoured(&mut report, wins, &answers::nobody(wins), error, name, shows_spread);
        if wins.len() > 2 {
            report.remarks.push(vec![SPREAD_MEANS.into()]);
        }
        Ok(report)
    });
    let summary = |all: &[GameAnswer]| {
        let reports = all.iter().map(|answer| &answer.report);
        fairest(&named(all).into_iter().zip(reports).collect::<Vec<_>>())
    };
    let plan = AnswerPlan { summary: Some(Box::new(summary)), ..plan };
    // The widths of columns of words depend on all rows.
    Ok(plan.laid_out(AnswerLayout { is_aligned: true, ..AnswerLayout::default() }))
}

/// Plans a report on each game, in doubles if there is a `width`. `complete` adds the results to a report with a title.
fn plan(
    family: &dyn Family,
    games: Vec<DescribedGame>,
    width: Option<f64>,
    complete: impl Fn(&DescribedGame, Report, &Job<'_>) -> Result<Report, CommandError> + 'static,
) -> AnswerPlan {
    let parameters = move |game: &DescribedGame| {
        let mut parameters = game.parameters();
        enter_width(width, &mut parameters);
        parameters
    };
    let titled = games.iter().map(|game| (game.title(), parameters(game))).collect();
    let cost = games.last().and_then(|game| game.game.cost.clone());
    let plan = AnswerPlan::new(family.about(), titled, move |job, sink| {
        range(job, "game", games, |game: DescribedGame, job: &Job<'_>| {
            let mut report = Report::new(game.title());
            if width.is_some() {
                add_method(&mut report);
            }
            let answer = GameAnswer::new(parameters(&game), complete(&game, report, job)?);
            sink.answer(&answer)?;
            Ok(Partial::whole([answer]))
        })
    });
    AnswerPlan { cost, ..plan }.identified(json!({ "every": false, "width": width }))
}
