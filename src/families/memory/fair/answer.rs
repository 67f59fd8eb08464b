//! The command `fair` of Memory: the favoured player, and head starts or ways to play that make a board fair.

use super::compensation::{BoardCompensation, NO_COMPENSATION, SHARE_MEANS};
use super::players::{BoardEvaluator, BoardOutcome, Evaluations};
use super::{ComparedStrategy, HeadStart, MIXED_WANT, default_ways, is_mixed, objective_for_all, summary};
use crate::evaluate::checkpoint::fingerprint;
use crate::family::favoured::fairest;
use crate::family::seat_chart::{SeatChances, SeatChartStyle, seat_chart};
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, GameAnswer, Grouping, Help, OrBare, Partial, Query, Refusal,
    Report, Sink, counted, named, run_parts, shell_word,
};
use crate::game::{Game as _, Seat};
use crate::memory::decisions::Objective;
use crate::memory::family::{DEFAULT, PlaySettings, ScoredBoard, no_one_plays_best};
use crate::memory::lineup::Lineup;
use crate::memory::query::{self, BoardSetup, SIZES, by_players};
use crate::model::Job;
use crate::model::order::inserted;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The meaning of a head start on several boards.
const HEAD_START: &str = "Head start: points before the first turn; all pairs stay on the table.\n";

/// The meaning of a compensation on several boards.
const COMPENSATION: &str =
    "Compensation: points of each seat before the first turn that bring the shares nearest to each other.\n";

/// The players of all boards, and the ways to play that are compared.
struct Comparison {
    lineup: Lineup,
    /// The ways to play.
    ways: Vec<String>,
    /// The default ways to play.
    usual: &'static [&'static str],
    /// The greatest number of players of a board.
    most: Seat,
    /// `true` if the objective depends on the number of players.
    is_mixed: bool,
}

/// The strategies on each board.
type BoardStrategies = Mutex<Vec<Vec<ComparedStrategy>>>;

/// The options of the command.
#[derive(Deserialize)]
struct FairArgs {
    compare: Option<OrBare<Vec<String>>>,
}

/// Plans the favoured players, and the head starts or ways to play that make boards fair.
pub(in crate::memory) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let games = query::boards(query, DEFAULT)?;
    let boards: Vec<ScoredBoard> = games.iter().map(|(position, _)| position.clone()).collect();
    let comparison = Arc::new(Comparison::of(query, &boards, &games[0].1)?);
    let is_range = query.varies(SIZES);
    let titled = boards.iter().map(|position| comparison.titled(position, is_range)).collect();
    let style = query.is_picture().then(|| comparison.chart_style(query, &boards));
    let (about, identity) = (comparison.about(&games), comparison.identity());
    // The summary compares the strategies on all boards.
    let strategies: Arc<BoardStrategies> = Arc::default();
    let (shared, noted) = (Arc::clone(&comparison), Arc::clone(&strategies));
    let grouping = if style.is_some() { Grouping::Together } else { Grouping::PerGame };
    let plan = AnswerPlan::new(about, titled, move |job, sink| {
        shared.answers((&boards, is_range), style.as_ref(), &noted, job, sink)
    });
    let summary = move |all: &[GameAnswer]| comparison.summary(all, &strategies);
    let layout = AnswerLayout { line_digits: Some(6), is_aligned: true, grouping, ..AnswerLayout::default() };
    let plan = AnswerPlan { summary: Some(Box::new(summary)), ..plan };
    Ok(plan.laid_out(layout).identified(identity))
}

impl Comparison {
    /// Reads the ways to play from the options of `query`. Refuses boards and options that do not fit.
    fn of(query: &Query<'_>, boards: &[ScoredBoard], lineup: &Lineup) -> Result<Self, Refusal> {
        let Lineup { decide, limited } = lineup;
        let FairArgs { compare: compared } = query.options();
        let sizes = ["pairs", "cards", "players", "unknown", "known-pairs"];
        query.same_but(&sizes, "this command needs one number of singles, not a range")?;
        check(query, boards, decide)?;
        check_picture(query)?;
        let seats: Vec<Seat> = by_players(boards).iter().map(|boards| boards[0].game.seats()).collect();
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
        if lineup.are_robots() {
            let check = if ways.is_empty() { PlaySettings::check_robots } else { PlaySettings::check_number };
            seats.iter().try_for_each(|&players| check(decide, players.into()))?;
        }
        let decides = !decide.is_robots();
        if decide.tactics.is_some() && !decides && !ways.is_empty() && !ways.iter().any(|name| name == "best")
        {
            return Err(no_one_plays_best("compare", &format!("{},best", ways.join(","))));
        }
        let policies: BTreeMap<_, _> = inserted(ways.iter().filter_map(|name| {
            let (shown, text) = query.command_options.file(name)?;
            Some((name.clone(), (shown.to_owned(), text.to_owned())))
        }));
        let wants = !lineup.are_robots() || !ways.is_empty();
        let decide = objective_for_all((**decide).clone().with_policies(policies), wants, &seats);
        let is_mixed = is_mixed(&decide, &seats);
        Ok(Self { lineup: Lineup::new(decide, limited.clone()), ways, usual, most, is_mixed })
    }

    /// Returns `true` if people see the spread, because a board has more than two players.
    fn shows_spread(&self) -> bool {
        self.most > 2
    }

    /// Identifies the compared ways. A policy may come from a file, and a file name does not identify its contents.
    fn identity(&self) -> Value {
        json!({ "names": self.ways, "checksum": fingerprint(&format!("{:?}", self.lineup.decide)) })
    }

    /// Describes all boards.
    fn about(&self, games: &[BoardSetup]) -> String {
        let players = self.lineup.of_players(self.most);
        // The boards of a comparison have players of several kinds.
        let is_of_robots = players.are_robots() && self.ways.is_empty();
        let who = query::players(games, if is_of_robots { "robot" } else { "player" });
        let memory = if players.are_robots() { " with perfect memory" } else { "" };
        let board = format!("Memory, {who}{memory}{}", games[0].0.variation());
        let heading = if self.is_mixed { players.mixed_heading(&board) } else { players.heading(&board) };
        let what = match self.ways.is_empty() {
            true if self.shows_spread() => {
                "Who is favoured, and the points before the first turn that make the game fair"
            }
            true => "Who is favoured, and the head start that makes the game fair",
            false => "Who is favoured if all players play this way",
        };
        format!("{heading}\n{what}")
    }

    /// Returns the title and the parameters of a board.
    fn titled(&self, position: &ScoredBoard, is_range: bool) -> (String, Value) {
        let players = self.lineup.of_players(position.game.seats());
        let title = match is_range && !self.ways.is_empty() {
            true => players.title_of_comparison(position),
            false => players.title(position),
        };
        (title, players.parameters(position))
    }

    /// Returns the words of a picture of the boards.
    fn chart_style(&self, query: &Query<'_>, boards: &[ScoredBoard]) -> SeatChartStyle {
        let board = match query.varies(&["players"]) {
            true => counted(boards[0].pairs, "pair"),
            false => counted(self.most, "player"),
        };
        SeatChartStyle {
            title: format!("Memory, {board}: who wins"),
            sizes: "pairs of the board".to_owned(),
            no_winner: "a draw",
            share_means: SHARE_MEANS,
            in_percent: query.in_percent,
        }
    }

    /// Answers each board, or all boards by one picture if there is a `style`. Adds the strategies on each board to
    /// `strategies`.
    fn answers(
        &self,
        (boards, is_range): (&[ScoredBoard], bool),
        style: Option<&SeatChartStyle>,
        strategies: &BoardStrategies,
        job: &Job<'_>,
        sink: &dyn Sink,
    ) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
        let evaluations = Evaluations::open(job)?;
        let mut drawn = Vec::new();
        let found = run_parts(job, "number of players", by_players(boards), |boards| {
            let lineup = self.lineup.of_players(boards[0].game.seats());
            let evaluator = BoardEvaluator::new(lineup, &evaluations);
            evaluator.boards(boards, is_range, self.ways.len(), |outcome: BoardOutcome| {
                let ways = compare(&outcome, self, &evaluator)?;
                let (report, compensation) = report(&outcome, &ways, &evaluator, self.shows_spread())?;
                let parameters = evaluator.lineup.parameters(&outcome.position);
                if style.is_some() {
                    drawn.push(seat_chances(&report, &outcome, compensation));
                }
                let answer = GameAnswer::new(parameters, report);
                if style.is_none() {
                    sink.answer(&answer)?;
                }
                strategies.lock().unwrap_or_else(PoisonError::into_inner).push(ways);
                Ok(answer)
            })
        });
        let found = evaluations.parts.end(found)?;
        match style.filter(|_| !drawn.is_empty()) {
            Some(style) => Ok(Partial::until([seat_chart(&drawn, style)], found.stop)),
            None => Ok(found),
        }
    }

    /// Summarizes the answers of several boards.
    fn summary(&self, all: &[GameAnswer], strategies: &BoardStrategies) -> String {
        if !self.ways.is_empty() {
            let players = self.lineup.of_players(self.most);
            let want = if self.is_mixed { MIXED_WANT } else { players.want() };
            let strategies = strategies.lock().unwrap_or_else(PoisonError::into_inner);
            return summary(&named(all), &strategies, (want, self.lineup.limited.variant()));
        }
        let reports = all.iter().map(|answer| &answer.report);
        let has_all = all.iter().all(|answer| answer.report.value("compensation").is_some());
        fairest(&named(all).into_iter().zip(reports).collect::<Vec<_>>()) + &head_starts(self.most, has_all)
    }
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
    ways: &[ComparedStrategy],
    evaluator: &BoardEvaluator<'_>,
    shows_spread: bool,
) -> Result<(Report, Option<BoardCompensation>), CommandError> {
    let lineup = &evaluator.lineup;
    let ahead = |seat, points| evaluator.ahead(outcome, seat, points);
    let head_start = HeadStart::of(outcome.wins(), outcome.position.pairs, ahead)?;
    let mut report = Report::new(lineup.title(&outcome.position));
    let names = (&outcome.position.names, shows_spread);
    let compensation = evaluator.compensation(outcome, head_start.as_ref())?;
    let help = (head_start.as_ref(), compensation.as_ref());
    super::add_board(&outcome.outcomes, help, names, &mut report);
    let variant = lineup.limited.variant();
    super::add_ways(ways, names, (lineup.want(), variant), &mut report);
    // The title names the players' own ways to play, too.
    if !lineup.are_robots() && !ways.iter().any(|way| evaluator.all_play(&way.name)) {
        let listed: Vec<&str> = ways.iter().map(|way| way.name.as_str()).collect();
        // The objective of best play is a remark on the ways that are listed.
        let legend = match listed.contains(&"best") {
            true => lineup.decide.legend_besides(&listed, variant),
            false => lineup.decide.legend(variant),
        };
        report.remarks.extend(legend.into_iter().map(|line| vec![line.into()]));
    }
    Ok((report, compensation))
}

/// Returns the outcomes of a board for each way to play. `outcome` is the outcome of the players' own way.
fn compare(
    outcome: &BoardOutcome,
    comparison: &Comparison,
    evaluator: &BoardEvaluator<'_>,
) -> Result<Vec<ComparedStrategy>, CommandError> {
    let all = comparison.ways.len() + 1;
    let way = |(number, name): (usize, &String)| {
        if evaluator.all_play(name) {
            return Ok(ComparedStrategy { name: name.clone(), outcomes: outcome.outcomes.clone() });
        }
        // The players' own way was the first of all.
        let found = evaluator.part(number + 1, all, || evaluator.playing(name).outcome(&outcome.position));
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
        Ok(ComparedStrategy { name: name.clone(), outcomes: found.outcomes })
    };
    comparison.ways.iter().enumerate().map(way).collect()
}
