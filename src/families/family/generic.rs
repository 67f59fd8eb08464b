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
use super::seat_chart::{SeatChances, SeatChartStyle, seat_chart};
use super::seat_table::add_seats;
use super::{
    AnswerLayout, AnswerPlan, Approximation, CommandError, Family, GameAnswer, Grouping, NoSink, Partial,
    PlayerNames, Query, Refusal, Report, SharedPlan, Sink, add_method, answers, bounds_so_far, enter_width,
    named, range,
};
#[cfg(feature = "distributed")]
use crate::distributed::{StoreSections, cluster::Cluster};
use crate::model::Job;
use serde::Deserialize;
use serde_json::{Value, json};

/// The formats of the command `fair` that draw the seats, with their descriptions.
pub const SEAT_CHARTS: &[(&str, &str)] = &[
    ("svg", "A chart of the seats of a game, or of a range of games"),
    ("png", "A bitmap"),
    ("pdf", "A file for printing"),
];

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
        answers::ensure_decisions(&*solved.explored, family)?;
        let payoff = &game.game.payoffs[0];
        answers::add_best(&*solved.explored, &solved.solution, payoff, every, &mut report);
        if let Some(name) = game.game.names.given(0) {
            let words = match every {
                true => {
                    format!(
                        "{name} is to move in the first position. Each value is that of the player to move."
                    )
                }
                false => format!("{name} is to move."),
            };
            report.remarks.insert(0, vec![words.into()]);
        }
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
    let games = DescribedGame::all(query)?;
    let pictured = query.is_picture().then(|| pictured(query, &games)).transpose()?;
    let plan = plan(family, games, width, move |game, mut report, job| {
        let payoff_index = answers::winning(family, &*game.game)?;
        let PayoffValues { values, error } = match game.evaluated(job)? {
            Some(found) => PayoffValues { values: vec![found.values], error: width.map(|_| 0.0) },
            None => SolvedGame::of(game, width, job)?.values(game, job)?,
        };
        let wins = &values[payoff_index];
        let name = |seat| game.game.names.of(seat);
        // The spread and the lead are equal between two players.
        let shows_spread = has_several || game.game.seats > 2;
        let draw = answers::no_winner(wins);
        add_favoured(&mut report, wins, &draw, error, name, shows_spread);
        add_seats(&mut report, (wins, &draw), error, &game.game.names);
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
    let plan = plan.laid_out(AnswerLayout { is_aligned: true, ..AnswerLayout::default() });
    Ok(match pictured {
        None => plan,
        Some((games, style)) => plan.drawn(games, style),
    })
}

/// Returns the size and the names of each game of a picture, and its words.
///
/// # Errors
/// If the games differ in more than one parameter.
fn pictured(
    query: &Query<'_>,
    games: &[DescribedGame],
) -> Result<(Vec<(f64, PlayerNames)>, SeatChartStyle), Refusal> {
    let varied: Vec<&str> = query.ranges.iter().map(|(name, _)| *name).collect();
    if let [_, second, ..] = query.ranges {
        let what = "a picture needs a range of one parameter, not of several";
        return Err(Refusal::new(what).help(format!("--{} {}", second.0, second.1)));
    }
    let size = |parameters: &Value| varied.first().and_then(|name| parameters.get(*name)?.as_f64());
    let all = games.iter().zip(1..).map(|(game, place)| {
        (size(&game.parameters()).unwrap_or_else(|| f64::from(place)), game.game.names.clone())
    });
    let style = SeatChartStyle {
        title: format!("{}: who wins", query.family.about()),
        sizes: varied.first().map_or_else(String::new, |name| (*name).to_owned()),
        no_winner: "no one wins",
        share_means: "Share: P(win) plus an equal part of P(no one wins).",
        in_percent: query.in_percent,
    };
    Ok((all.collect(), style))
}

impl AnswerPlan {
    /// Returns a plan that draws the chances of the seats in the answers. `games` has the size and the names of each game.
    fn drawn(self, games: Vec<(f64, PlayerNames)>, style: SeatChartStyle) -> Self {
        let work = self.work;
        let draw = move |job: &Job<'_>, _: &dyn Sink| {
            let found = work(job, &NoSink)?;
            let chances =
                found.done.iter().zip(games).filter_map(|(answer, (size, names))| {
                    SeatChances::of_report(&answer.report, size, names)
                });
            let chances: Vec<SeatChances> = chances.collect();
            let answers = if chances.is_empty() { Vec::new() } else { vec![seat_chart(&chances, &style)] };
            Ok(Partial::until(answers, found.stop))
        };
        let layout = AnswerLayout { grouping: Grouping::Together, ..AnswerLayout::default() };
        Self { work: Box::new(draw), layout, ..self }
    }
}

/// Refuses names for a command that names no player.
///
/// # Errors
/// If a game has names.
fn check_nameless(command: &str, games: &[DescribedGame]) -> Result<(), Refusal> {
    match games.iter().find_map(|game| game.game.names.0.as_ref()) {
        None => Ok(()),
        Some(_) => {
            let refusal =
                Refusal::unfit("names", format!("has no effect on {command}, which names no player"));
            Err(refusal.help("leave out --names"))
        }
    }
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
            bounds_so_far(job, |job| {
                let answer = GameAnswer::new(parameters(&game), complete(&game, report, job)?);
                sink.answer(&answer).map(|()| answer)
            })
        })
    });
    AnswerPlan { cost, ..plan }.identified(json!({ "every": false, "width": width }))
}
