//! `best`: what every action is worth, and the table of best tactics.

mod limited;
mod mines;
mod solitaire;
mod tactics;
mod told;

use super::checkpoint::{Checkpoints, Whole};
use super::decide::{tie_rule, work};
use super::described::Question;
use super::fail::Fail;
use super::limited_memory::Continue;
use super::memory::{self, Board, Position};
use super::picture::Kind;
use super::policy;
use super::print::{self, Print};
use super::solved::Solved;
use super::target::Target;
use super::watch::Watch;
use crate::exact::Rational;
use crate::family::{ColumnOf, Datum, Report, Table};
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::{Decide, merged};
use crate::games::memory::tactic::Tactic;
use limited::Forgetting;
pub(super) use mines::mines;
use serde_json::Value;
pub(super) use solitaire::solitaire;
use std::path::Path;
use told::Told;

/// The play of players who are not told otherwise.
const DEFAULT: &str = "best";

/// The best play of Memory.
pub(super) fn memory(
    question: &Question,
    (print, checkpoints): (Print, Checkpoints),
    watch: &Watch,
) -> Result<(), Fail> {
    let ((board, decide, limited), own) = (memory::asked(question)?, question.own()?);
    let after = if own.word("continue") == Some("pure") { Continue::Pure } else { Continue::Best };
    let (save, picture) = (own.text("save").map(Path::new), Kind::of(&print.format));
    let board = board.of_one_number()?;
    let range = board.pairs().is_range();
    if range && !board.is_fresh() {
        return Err(Fail::usage(
            "the table of best tactics has all starts in it; a start in the middle is of one board",
        )
        .help(board.leave_out()));
    }
    if let Some(kind) = picture.filter(|_| !range) {
        let what =
            format!("{} is a picture of the table, and the table is of a range of boards", kind.name());
        return Err(Fail::usage(what).help(format!("--pairs 1..={}", board.pairs().last())));
    }
    picture.map_or(Ok(()), |kind| kind.check(Path::new("-")))?;
    let told = if limited.is_given() {
        if save.is_some() {
            return Err(Fail::usage("--save writes policies of tactics; bold and safe are named by --play")
                .help("leave out --save"));
        }
        let forgetting = Forgetting { decide: &decide, limited: &limited, after, watch };
        let told = forgetting.told(&board, &checkpoints, question)?;
        watch.clear();
        told
    } else {
        if after == Continue::Pure {
            return Err(
                Fail::usage("--continue pure is for players who are bold or safe").help("--memory unlimited")
            );
        }
        let target = save.map(|path| Target::open(path, own.is_given("force"))).transpose()?;
        let (told, solved) =
            tactics(&board, (&decide, print), target.is_some(), (&checkpoints, question), watch)?;
        watch.clear();
        if let Some((target, solved)) = target.zip(solved) {
            policy::save(&solved, &decide, target, watch)?;
        }
        told
    };
    told.print(picture, print, watch)
}

/// Boards have places below this.
const PLACES: u64 = 1 << 16;

/// The worth of all tactics on one board, or the table of a range; and the game of which all of it follows, if a board is
/// one or the game `is_saved`.
fn tactics(
    board: &Board,
    (decide, print): (&Decide, Print),
    is_saved: bool,
    (checkpoints, question): (&Checkpoints, &Question),
    watch: &Watch,
) -> Result<(Told, Option<Solved<Decisions>>), Fail> {
    let position = board.position(board.pairs().last())?;
    let solve = |board: &Board, checkpoints: &Checkpoints| {
        let largest = board.position(board.pairs().last())?;
        let game = decide.game(&largest, DEFAULT)?;
        let work = work("best", &game, &parameters(&largest, decide));
        Solved::of(game, (checkpoints, &work), watch)
    };
    if !board.pairs().is_range() {
        let solved = solve(board, checkpoints)?;
        let parameters = parameters(&position, decide);
        let report = one(&solved, &position, decide);
        return Ok((Told::one(print::Answer { parameters, report }), Some(solved)));
    }
    let pairs: Vec<u16> = board.pairs().iter().collect();
    let whole = Whole { what: "board", parts: Some(pairs.len()), places: PLACES };
    let rows = checkpoints.in_parts(whole, (question, &Value::Null), watch)?;
    let solved = is_saved.then(|| solve(board, &checkpoints.of_part(0))).transpose()?;
    let block = |pairs: Vec<u16>| {
        let place = u64::from(*pairs.last().expect("a block is not empty"));
        let is_done = pairs.iter().all(|&pairs| rows.has(pairs.into()));
        let board = board.among(pairs);
        let own = (solved.is_none() && !is_done).then(|| solve(&board, &checkpoints.of_part(place)));
        let own = own.transpose()?;
        tactics::cells(solved.as_ref().or(own.as_ref()), &board, decide, &rows, watch)
    };
    let found = watch.blocks("board", pairs, |&pairs| pairs, block);
    let (cells, whole) = rows.end(found, watch)?.apart();
    let title = position.title_with("player", &format!("; {}", decide.title(DEFAULT)));
    let grid = tactics::grid(&cells, tactics::title(&title, &position, &cells));
    let answers = match print.format {
        print::Format::Text => vec![tactics::table(&grid)],
        _ => cells.iter().map(tactics::Cell::answer).collect(),
    };
    Ok((Told { answers, is_range: true, grid: Some(grid), whole }, solved))
}

/// One position: every action.
fn one(solved: &Solved<Decisions>, position: &Position, decide: &Decide) -> Report {
    let start = solved.graph.start();
    let actions = solved.actions(start);
    let value = solved.worth(start)[0].clone();
    let is_win = solved.game.wanted() == Objective::Win;
    let mut report = Report::new(format!("{}\n{}", position.title_with("player", ""), decide.title(DEFAULT)));
    report.add("value", &value);
    report.add("tie_rule", tie_rule());
    report.add("states", solved.graph.node_count());
    report.add("ties", solved.solution.ties);
    let shown = |head| Some(head).filter(|_| !actions.is_empty());
    let members = |tactic: Tactic| tactic.members().iter().map(ToString::to_string).collect();
    let fields: [ColumnOf<'_, &(Tactic, Rational)>; 8] = [
        ("", shown(""), &|(_, worth)| if *worth == value { "*" } else { "" }.into()),
        ("action", None, &|(tactic, _)| Datum::Name(tactic.to_string())),
        ("", shown("tactic"), &|(tactic, _)| format!("{tactic} {}", tactic.meaning()).into()),
        ("members", None, &|(tactic, _)| Datum::Names(members(*tactic))),
        ("condition", None, &|(tactic, _)| tactic.condition().into()),
        ("value", shown(if is_win { "P(win) - P(loss)" } else { "pairs" }), &|(_, worth)| worth.into()),
        ("difference", shown("against the best"), &|(_, worth)| (worth - &value).into()),
        ("best", None, &|(_, worth)| (*worth == value).into()),
    ];
    report.tables.push(Table::of("actions", &actions, &fields).main());
    let ties = actions.iter().filter(|(_, worth)| *worth == value).count() > 1;
    report.remarks.push(match actions.is_empty() {
        true => vec!["Nothing is decided here; the mover may expect ".into(), value.into(), ".".into()],
        false => vec![if ties { "* best, a tie." } else { "* best." }.into()],
    });
    if is_win && actions.iter().any(|(tactic, _)| *tactic == Tactic::T2) {
        report.remarks.push(vec!["A pass that is answered by a pass ends the game.".into()]);
    }
    report.note = format!(
        "{}, {} of them with a tie; the first of {} is taken.",
        print::count(solved.graph.node_count(), "position"),
        solved.solution.ties,
        tie_rule()
    );
    report
}

/// The parameters as JSON repeats them: the board and how it is played.
fn parameters(position: &Position, decide: &Decide) -> Value {
    merged(position.parameters(), decide.parameters(DEFAULT))
}
