//! The command `best` of Memory: the value of every tactic or strategy on a board, and tables of boards.

use super::decisions::{Decisions, Objective, Rules};
use super::family::{PlaySettings, ScoredBoard, merged};
use super::query::{self, BoardSetup, SIZES};
use super::solved::{solve_deciders, solve_whole};
use super::strategies::valuation::ForgetfulValuation;
use super::strategies::{self, Continue};
use super::table_rows::table_cells;
use super::tactics::{self, DEFAULT, TacticCell, TacticRow, grid, table};
use crate::family::{
    AnswerDocument, AnswerLayout, AnswerPlan, Approximation, CommandError, FileContents, FileRequest,
    GameAnswer, Grouping, Partial, Query, Refusal, Report, Solved, Task, counted, enter_width,
};
use crate::model::Job;
use chancetree_export::chart::Squares;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The options of best play.
#[derive(Deserialize)]
struct MemoryBestArgs {
    #[serde(rename = "continue")]
    after: Continue,
    save: Option<String>,
    #[serde(default)]
    force: bool,
}

/// The play after the evaluated turn, the wanted distance of bounds in doubles, and whether the policy is saved.
#[derive(Clone, Copy)]
struct BestRequest {
    after: Continue,
    width: Option<f64>,
    is_saved: bool,
}

/// Plans best play on one board, a table of a range of boards, or best play on each of several boards.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let games = query::boards(query, DEFAULT)?;
    let MemoryBestArgs { after, save, force } = query.options();
    let is_limited = games[0].1.limited.is_limited();
    let (is_saved, is_table) = (save.is_some(), query.varies(SIZES));
    if is_table {
        let why = "the table of a range of boards includes all starts; only a single board can have its own \
                   start";
        query::check_fresh(query.games, why)?;
        if games[0].0.names.0.is_some() {
            let refusal =
                Refusal::unfit("names", "has no effect on a table of boards, which names no player");
            return Err(refusal.help("leave out --names"));
        }
    }
    let width = query.options::<Approximation>().width()?;
    if width.is_some() && (is_table || is_saved) {
        let what = "a table or a saved policy needs fractions, which show which tactics are equal";
        return Err(Refusal::new(what).help("leave out --approximate"));
    }
    if is_table || is_saved {
        let names = if is_table { SIZES } else { &[] };
        let why =
            "a table or a saved policy needs one number of players, one number of singles and one start";
        query.same_but(names, why)?;
    }
    if query.is_picture() && !is_table {
        let what = format!("{} draws the table of best tactics, which needs a range of boards", query.format);
        return Err(Refusal::new(what).help(format!("--pairs 1..={}", games[games.len() - 1].0.pairs)));
    }
    if after == Continue::Pure && !is_limited {
        let why = "needs players who are bold or safe";
        return Err(Refusal::unfit_value("continue", after.name(), why).help("--memory unlimited"));
    }
    if is_limited && is_saved {
        let what = "--save writes policies of tactics; bold and safe play need no policy file";
        return Err(Refusal::new(what).help("leave out --save"));
    }
    if save.as_deref() == Some("-") && !query.has_file {
        let what = "the policy and the result cannot both go to stdout";
        return Err(Refusal::new(what).help("--save - -o best.txt"));
    }
    let plan = match (is_table, is_limited) {
        (false, _) => each(query, games, BestRequest { after, width, is_saved }),
        (true, true) => decisions_plan(games, after, query.is_picture())?,
        (true, false) => {
            let form = if query.is_picture() {
                TableForm::Picture
            } else if query.format == "bfile" {
                TableForm::Starts
            } else if query.is_for_people() && !query.has_columns {
                TableForm::Table
            } else {
                TableForm::Cells
            };
            tactics_plan(games, form, is_saved)
        }
    };
    let file = save.map(|path| FileRequest {
        path: path.into(),
        replaces: force,
        option: ["--save", "policy.json"],
    });
    Ok(AnswerPlan { file, ..plan }.identified(json!({ "pure": after == Continue::Pure, "width": width })))
}

/// Plans best play on each of several boards.
fn each(
    query: &Query<'_>,
    games: Vec<BoardSetup>,
    BestRequest { after, width, is_saved }: BestRequest,
) -> AnswerPlan {
    let task = |(position, lineup): BoardSetup| {
        let mut own = parameters(&position, &lineup.decide);
        if lineup.limited.is_limited() {
            let valuation = ForgetfulValuation { lineup: &lineup, after, width };
            let mut echo = valuation.parameters(position.parameters());
            enter_width(width, &mut echo);
            let valued = move |job: &Job<'_>| {
                let valuation = ForgetfulValuation { lineup: &lineup, after, width };
                valuation.check(position.scores.len())?;
                valuation.report(&position, job)
            };
            return Task::new("", own, valued).answering_with(echo);
        }
        enter_width(width, &mut own);
        Task::with_file("", own, move |job| {
            let (report, solved) = one(&position, &lineup.decide, job)?;
            let report = if width.is_some() { report.in_doubles() } else { report };
            Ok((report, is_saved.then(|| policy_file(&solved, &lineup.decide, job)).transpose()?))
        })
    };
    let plan = AnswerPlan::of("", "board", games.into_iter().map(task).collect());
    plan.laid_out(AnswerLayout { is_whole: query.is_range(), ..AnswerLayout::default() })
}

/// Plans the table of decisions between bold and safe play, for a range of boards.
fn decisions_plan(games: Vec<BoardSetup>, after: Continue, is_picture: bool) -> Result<AnswerPlan, Refusal> {
    let lineup = games[0].1.clone();
    let boards: Vec<ScoredBoard> = games.into_iter().map(|(position, _)| position).collect();
    let width = None;
    ForgetfulValuation { lineup: &lineup, after, width }.check(boards[0].scores.len())?;
    Ok(AnswerPlan::one("", Value::Null, move |job| {
        let valuation = ForgetfulValuation { lineup: &lineup, after, width };
        let pairs: Vec<u16> = boards.iter().map(|board| board.pairs).collect();
        let players = boards[0].scores.len();
        let Partial { done: cells, stop } = valuation.cells(boards, job)?;
        let (memory, play) = (lineup.limited.title(), lineup.decide.title_of_decisions());
        let grid = strategies::grid(&cells, format!("Memory, {players} players; {memory}; {play}"));
        if is_picture {
            return Ok(Partial::until([picture(&grid)], stop));
        }
        let mut parameters = valuation.parameters(json!({ "players": players }));
        parameters["pairs"] = json!(pairs);
        let report = strategies::report(&cells, &grid);
        Ok(Partial::until([GameAnswer::new(parameters, report)], stop))
    }))
}

/// Returns the report on all tactics on one board, and the solved game.
fn one(
    position: &ScoredBoard,
    decide: &PlaySettings,
    job: &Job<'_>,
) -> Result<(Report, Solved<Decisions>), CommandError> {
    let solved = solve_deciders(&decide.game(position)?, job)?;
    let title = format!("{}\n{}", position.title_with("player", ""), decide.title_of_decisions());
    let mut report = tactics::report(&solved, title);
    if let Some(name) = position.names.given(0) {
        report.remarks.insert(0, vec![format!("{name} is to move.").into()]);
    }
    Ok((report, solved))
}

/// Returns the policy of a solved game as the contents of a file.
///
/// The file includes positions that best play never reaches but a player who follows the policy may: in a decided game
/// played to win, an opponent may pass where the best tactic would not. These positions are solved for the file.
fn policy_file(
    solved: &Solved<Decisions>,
    decide: &PlaySettings,
    job: &Job<'_>,
) -> Result<FileContents, CommandError> {
    let game = solved.graph().game();
    let everywhere = match game.objective() == Objective::Win && game.passing() != Rules::NoPass {
        true => Some(solve_whole(&game.clone().to_the_end(), &job.unsaved())?),
        false => None,
    };
    let (text, positions) = decide.file(game, everywhere.as_ref().unwrap_or(solved));
    Ok(FileContents { text, note: format!("{positions} positions") })
}

/// The form of a table of best tactics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableForm {
    /// An answer for each cell, for programs.
    Cells,
    /// An answer for each board before a card is known, for sequences by the number of pairs.
    Starts,
    /// One table, for people.
    Table,
    /// A picture.
    Picture,
}

/// Plans the table of best tactics of a range of boards.
fn tactics_plan(games: Vec<BoardSetup>, form: TableForm, is_saved: bool) -> AnswerPlan {
    let decide = Arc::clone(&games[0].1.decide);
    let boards: Vec<ScoredBoard> = games.into_iter().map(|(position, _)| position).collect();
    let blank: Vec<_> = boards.iter().map(|board| (String::new(), parameters(board, &decide))).collect();
    let about = match form {
        TableForm::Starts => format!("Best play of Memory; {}", decide.title_of_decisions()),
        _ => String::new(),
    };
    let plan = AnswerPlan::new(about, blank, move |job, _| {
        let position = boards[boards.len() - 1].clone();
        let solve = |board: &ScoredBoard, job: &Job<'_>| solve_deciders(&decide.game(board)?, job);
        let whole = is_saved.then(|| solve(&position, &job.section("0"))).transpose()?;
        let found = table_cells(
            boards,
            |largest, job| whole.is_none().then(|| solve(largest, job)).transpose(),
            |own, _, board| row(whole.as_ref().or(own.as_ref()), board, &decide, job),
            |board, row| TacticCell::of_row(board.pairs, row, &parameters(board, &decide)),
            job,
        );
        let Partial { done: cells, stop } = found?;
        let file = whole.map(|solved| policy_file(&solved, &decide, job)).transpose()?;
        let grid = grid(&cells, grid_title(&position, &decide, &cells));
        let mut answers = match form {
            TableForm::Table => vec![GameAnswer::new(Value::Null, table(&grid))],
            TableForm::Picture => vec![picture(&grid)],
            TableForm::Cells | TableForm::Starts => {
                let is_shown = |cell: &&TacticCell| form == TableForm::Cells || cell.singles == 0;
                let answer = |cell: &TacticCell| GameAnswer::new(cell.parameters(), cell.report());
                cells.iter().filter(is_shown).map(answer).collect()
            }
        };
        if let Some(answer) = answers.first_mut() {
            answer.file = file;
        }
        Ok(Partial { done: answers, stop })
    });
    plan.laid_out(AnswerLayout { grouping: Grouping::Together, ..AnswerLayout::default() })
}

/// Returns a table of best tactics as a picture.
fn picture(grid: &Squares) -> GameAnswer {
    GameAnswer::document(Value::Null, AnswerDocument::Picture { svg: grid.svg(), title: grid.title.clone() })
}

/// Returns the title of the largest board, with the range of boards instead of its pairs.
fn grid_title(position: &ScoredBoard, decide: &PlaySettings, cells: &[TacticCell]) -> String {
    let title = position.title_with("player", &format!("; {}", decide.title_of_decisions()));
    let [first, last] = [cells.first(), cells.last()].map(|cell| cell.map_or(0, |cell| cell.pairs));
    title.replacen(&counted(position.pairs, "pair"), &format!("{first} to {last} pairs"), 1)
}

/// Returns the parameters that JSON repeats: the board, and the ways to play.
fn parameters(position: &ScoredBoard, decide: &PlaySettings) -> Value {
    merged(position.parameters(), decide.parameters())
}

/// Returns the row of a board. `solved` is a larger board.
fn row(
    solved: Option<&Solved<Decisions>>,
    position: &ScoredBoard,
    decide: &PlaySettings,
    job: &Job<'_>,
) -> Result<TacticRow, CommandError> {
    // The larger board contains the positions of all boards, unless a position has a lead, which depends on the taken
    // pairs.
    let shared = solved.filter(|solved| solved.graph().game().objective() == Objective::Pairs);
    let solve = |position: &ScoredBoard| solve_deciders(&decide.game(position)?, &job.unsaved());
    let alone = |table| solve(&position.at(table)?);
    let tick = || {
        let place = "before the row of a board was complete";
        job.check().map_err(|error| CommandError::of(error, place))
    };
    match shared {
        Some(solved) => tactics::row(solved, position.pairs, alone, tick),
        None => tactics::row(&solve(position)?, position.pairs, alone, tick),
    }
}
