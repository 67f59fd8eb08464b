//! The command `fair` of Memory: the favoured player, and head starts or ways to play that make a board fair.

use super::compensation::{BoardCompensation, NO_COMPENSATION, SHARE_MEANS};
use super::players::{BoardOutcome, Evaluations, Players};
use super::{HeadStart, MIXED_WANT, People, Way, alike, default_ways, is_mixed, summary};
use crate::evaluate::checkpoint::fingerprint;
use crate::family::favoured::fairest;
use crate::family::seat_chart::{SeatChances, SeatChartStyle, seat_chart};
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, GameAnswer, Grouping, Help, OrBare, Partial, Query, Refusal,
    Report, counted, named, run_parts, shell_word,
};
use crate::game::{Game as _, Seat};
use crate::memory::decisions::Objective;
use crate::memory::family::{DEFAULT, LimitedMemory, PlaySettings, ScoredBoard, no_one_plays_best};
use crate::memory::query::{self, SIZES, by_players};
use crate::model::order::inserted;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The meaning of a head start on several boards.
const HEAD_START: &str = "Head start: points before the first turn; all pairs stay on the table.\n";

/// The meaning of a compensation on several boards.
const COMPENSATION: &str =
    "Compensation: points of each seat before the first turn that bring the shares nearest to each other.\n";

/// The players of all boards, and the ways to play that are compared.
struct Comparison {
    decide: PlaySettings,
    limited: LimitedMemory,
    /// The ways to play.
    ways: Vec<String>,
    /// The default ways to play.
    usual: &'static [&'static str],
    /// `true` if a board has more than two players.
    shows_spread: bool,
}

impl Comparison {
    /// Returns the players of a board with `players` seats.
    fn people(&self, players: Seat) -> People<'_> {
        People::new(&self.decide, &self.limited, players)
    }
}

/// The options of the command.
#[derive(Deserialize)]
struct FairArgs {
    compare: Option<OrBare<Vec<String>>>,
}

/// Plans the favoured players, and the head starts or ways to play that make boards fair.
pub(in crate::memory) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (decide, games) = query::boards(query, DEFAULT)?;
    let FairArgs { compare: compared } = query.options();
    let boards: Vec<ScoredBoard> = games.iter().map(|(position, _)| position.clone()).collect();
    let limited = games[0].1.clone();
    let sizes = ["pairs", "cards", "players", "unknown", "known-pairs"];
    query.same_but(&sizes, "this command needs one number of singles, not a range")?;
    check(query, &boards, &decide)?;
    check_picture(query)?;
    let seats: Vec<Seat> = by_players(&boards).iter().map(|boards| boards[0].game.seats()).collect();
    let most = seats[seats.len() - 1];
    let usual = default_ways(limited.is_limited(), most);
    if compared.is_some() && query.is_picture() {
        return Err(Refusal::unfit("compare", "has no effect on a picture").help("leave out --compare"));
    }
    let ways = match compared {
        Some(OrBare::Value(names)) => names,
        None if query.is_range() || query.is_picture() => Vec::new(),
        _ => usual.iter().map(|name| (*name).to_owned()).collect(),
    };
    let decides = !decide.is_robots();
    if decide.has_rules() && !decides && !limited.is_limited() && ways.is_empty() {
        decide.check_robots()?;
    }
    if decide.tactics.is_some() && !decides && !ways.is_empty() && !ways.iter().any(|name| name == "best") {
        return Err(no_one_plays_best("compare", &format!("{},best", ways.join(","))));
    }
    let policies: BTreeMap<_, _> = inserted(ways.iter().filter_map(|name| {
        let (shown, text) = query.command_options.file(name)?;
        Some((name.clone(), (shown.to_owned(), text.to_owned())))
    }));
    let wants = decides || limited.is_limited() || !ways.is_empty();
    let decide = alike(decide.with_policies(policies), wants, &seats);
    let is_mixed = is_mixed(&decide, &seats);
    // A policy may come from a file, and a file name does not identify its contents.
    let identity = json!({ "names": ways, "rules": fingerprint(&format!("{decide:?}")) });
    let comparison = Arc::new(Comparison { decide, limited, ways, usual, shows_spread: most > 2 });
    let players = comparison.people(most);
    // The boards of a comparison have players of several kinds.
    let is_of_robots = players.are_robots() && comparison.ways.is_empty();
    let who = query::players(&games, if is_of_robots { "robot" } else { "player" });
    let memory = if players.are_robots() { " with perfect memory" } else { "" };
    let want = if is_mixed { MIXED_WANT } else { players.want() };
    let board = format!("Memory, {who}{memory}{}", boards[0].variation());
    let heading = if is_mixed { players.mixed_heading(&board) } else { players.heading(&board) };
    let what = match comparison.ways.is_empty() {
        true if most > 2 => "Who is favoured, and the points before the first turn that make the game fair",
        true => "Who is favoured, and the head start that makes the game fair",
        false => "Who is favoured if all players play this way",
    };
    let is_range = query.varies(SIZES);
    let titled = |position: &ScoredBoard| {
        let people = comparison.people(position.game.seats());
        let title = match is_range && !comparison.ways.is_empty() {
            true => people.title_of_comparison(position),
            false => people.title(position),
        };
        (title, people.parameters(position))
    };
    let titled = boards.iter().map(titled).collect();
    // The ways to play each board, which the summary compares.
    let compared: Arc<Mutex<Vec<Vec<Way>>>> = Arc::default();
    let (shared, noted) = (Arc::clone(&comparison), Arc::clone(&compared));
    let (is_picture, drawn) = (query.is_picture(), Mutex::new(Vec::new()));
    let style = SeatChartStyle {
        title: match query.varies(&["players"]) {
            true => format!("Memory, {}: who wins", counted(boards[0].pairs, "pair")),
            false => format!("Memory, {}: who wins", counted(most, "player")),
        },
        sizes: "pairs of the board".to_owned(),
        no_winner: "a draw",
        share_means: SHARE_MEANS,
        in_percent: query.in_percent,
    };
    let plan = AnswerPlan::new(format!("{heading}\n{what}"), titled, move |job, sink| {
        let evaluations = Evaluations::open(job)?;
        let found = run_parts(job, "number of players", by_players(&boards), |boards| {
            let players = Players::new(shared.people(boards[0].game.seats()), &evaluations);
            players.boards(boards, is_range, shared.ways.len(), |outcome: BoardOutcome| {
                let ways = compare(&outcome, &shared, &players)?;
                let (report, compensation) = report(&outcome, &ways, &players, shared.shows_spread)?;
                let parameters = players.people.parameters(&outcome.position);
                if is_picture {
                    let chances = seat_chances(&report, &outcome, compensation);
                    drawn.lock().unwrap_or_else(PoisonError::into_inner).push(chances);
                }
                let answer = GameAnswer::new(parameters, report);
                if !is_picture {
                    sink.answer(&answer)?;
                }
                noted.lock().unwrap_or_else(PoisonError::into_inner).push(ways);
                Ok(answer)
            })
        });
        let found = evaluations.parts.end(found)?;
        let boards = drawn.lock().unwrap_or_else(PoisonError::into_inner);
        match is_picture && !boards.is_empty() {
            true => Ok(Partial::until([seat_chart(&boards, &style)], found.stop)),
            false => Ok(found),
        }
    });
    let summary = move |all: &[GameAnswer]| match comparison.ways.is_empty() {
        true => {
            let reports = all.iter().map(|answer| &answer.report);
            let has_all = all.iter().all(|answer| answer.report.note != NO_COMPENSATION);
            fairest(&named(all).into_iter().zip(reports).collect::<Vec<_>>()) + &head_starts(most, has_all)
        }
        false => {
            let ways = compared.lock().unwrap_or_else(PoisonError::into_inner);
            summary(&named(all), &ways, (want, comparison.limited.variant()))
        }
    };
    let grouping = if is_picture { Grouping::Together } else { Grouping::PerGame };
    let layout = AnswerLayout { line_digits: Some(6), is_aligned: true, grouping, ..AnswerLayout::default() };
    let plan = AnswerPlan { summary: Some(Box::new(summary)), ..plan };
    Ok(plan.laid_out(layout).identified(identity))
}

/// Describes the head starts, or the compensations if a board has `most` players and these are more than two. `has_all` is
/// `true` if every board has a compensation.
fn head_starts(most: Seat, has_all: bool) -> String {
    match most {
        ..=2 => HEAD_START.to_owned(),
        _ if has_all => format!("{COMPENSATION}{SHARE_MEANS}\n"),
        _ => format!("{COMPENSATION}{SHARE_MEANS}\n{NO_COMPENSATION}\n"),
    }
}

/// Returns the chances of the seats for a picture.
fn seat_chances(
    report: &Report,
    outcome: &BoardOutcome,
    compensation: Option<BoardCompensation>,
) -> SeatChances {
    let (shares, compensation) = compensation.map(BoardCompensation::into_shares).unzip();
    SeatChances {
        title: report.title.clone(),
        shares,
        compensation,
        ..SeatChances::new(
            f64::from(outcome.position.pairs),
            outcome.position.names.clone(),
            outcome.outcomes.clone(),
        )
    }
}

/// Refuses a picture of boards that differ in both pairs and players.
fn check_picture(query: &Query<'_>) -> Result<(), Refusal> {
    if !query.is_picture() || !query.varies(&["players"]) || !query.varies(&["pairs", "cards"]) {
        return Ok(());
    }
    let what = "a picture needs one number of players or one number of pairs";
    Err(Refusal::new(what).help("--players 3"))
}

/// Returns a refusal of boards that cannot be compared.
fn check(query: &Query<'_>, boards: &[ScoredBoard], decide: &PlaySettings) -> Result<(), Refusal> {
    let players = boards[boards.len() - 1].scores.len();
    if boards[0].scores.len() < 2 {
        let help = match boards[0].names.given(0) {
            Some(name) => format!("--names {}", shell_word(&format!("{name},P2"))),
            None => "--players 2".to_owned(),
        };
        return Err(Refusal::new("a player alone always wins: use two or more players").help(help));
    }
    query::check_fresh(query.games, "this command needs a fresh board, without taken or known pairs")?;
    if players > 2 && decide.objective() == Objective::Win {
        let what = format!("{players} players, but playing to win is defined for 2");
        return Err(Refusal::new(what).help("--objective pairs"));
    }
    Ok(())
}

/// Reports on one board, and returns its compensation.
fn report(
    outcome: &BoardOutcome,
    ways: &[Way],
    players: &Players<'_>,
    shows_spread: bool,
) -> Result<(Report, Option<BoardCompensation>), CommandError> {
    let people = &players.people;
    let ahead = |seat, points| players.ahead(outcome, seat, points);
    let head_start = HeadStart::of(outcome.wins(), outcome.position.pairs, ahead)?;
    let mut report = Report::new(people.title(&outcome.position));
    let names = (&outcome.position.names, shows_spread);
    let compensation = players.compensation(outcome, head_start.as_ref())?;
    let help = (head_start.as_ref(), compensation.as_ref());
    super::add_board(&outcome.outcomes, help, names, &mut report);
    let variant = people.limited.variant();
    super::add_ways(ways, names, (people.want(), variant), &mut report);
    // The title names the players' own ways to play, too.
    if !people.are_robots() && !ways.iter().any(|way| players.all_play(&way.name)) {
        let listed: Vec<&str> = ways.iter().map(|way| way.name.as_str()).collect();
        // The objective of best play is a remark on the ways that are listed.
        let legend = match listed.contains(&"best") {
            true => people.decide.legend_besides(&listed, variant),
            false => people.decide.legend(variant),
        };
        report.remarks.extend(legend.into_iter().map(|line| vec![line.into()]));
    }
    Ok((report, compensation))
}

/// Returns the outcomes of a board for each way to play. `outcome` is the outcome of the players' own way.
fn compare(
    outcome: &BoardOutcome,
    comparison: &Comparison,
    players: &Players<'_>,
) -> Result<Vec<Way>, CommandError> {
    let all = comparison.ways.len() + 1;
    let way = |(number, name): (usize, &String)| {
        if players.all_play(name) {
            return Ok(Way { name: name.clone(), outcomes: outcome.outcomes.clone() });
        }
        // The players' own way was the first of all.
        let found = players.part(number + 1, all, || players.playing(name).outcome(&outcome.position));
        // The option of this command for ways to play has another name.
        let found = found.map_err(|error| match error {
            CommandError::Refused(refusal) => match &refusal.help {
                Some(Help::Value(option, right)) if option == "play" && !comparison.ways.contains(right) => {
                    let right = comparison.ways.iter().map(|way| if way == name { right } else { way });
                    let right = right.cloned().collect::<Vec<_>>().join(",");
                    refusal.value("compare", right).into()
                }
                Some(Help::Options(_) | Help::Instead(_) | Help::Ask(_)) => refusal.into(),
                _ => refusal.value("compare", comparison.usual.join(",")).into(),
            },
            error => error,
        })?;
        Ok(Way { name: name.clone(), outcomes: found.outcomes })
    };
    comparison.ways.iter().enumerate().map(way).collect()
}
