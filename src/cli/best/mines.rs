//! The best play of Minesweeper: the worth of every first cell, or of every hidden cell of a position.

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::mines::refused;
use crate::cli::print::{self, Answers, Print, Stream};
use crate::family::{Given, Partial, Refusal, SavedParts, range, several};
use crate::games::mines::best::{
    Compared, Opened, echo_fresh, echo_position, report_fresh, report_position, title_fresh,
};
use crate::games::mines::family::{Asked, impossible, up_to};
use crate::games::mines::field::Field;
use crate::games::mines::game::{FirstCell, FirstClick};
use crate::games::mines::grid::ImpossibleMines;
use crate::model::Job;
use serde_json::json;

/// The place where unfinished work is saved, and the form in which answers are printed.
type Options = (Checkpoints, Print);

pub(in crate::cli) fn mines(question: &Inquiry<'_>, options: Options, context: &Context) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let click = if own.is_given("safe") { FirstClick::Safe } else { Asked(&games[0]).first_click() };
    if let Some(most) = own.text("up-to").and_then(|text| up_to(text).ok()) {
        return boards(most, (question, click), options, context);
    }
    let lowest = own.is_given("lowest");
    match games[0].text("board") {
        Some(_) => position(&question.one()?, question, lowest, options, context),
        None => firsts(games, question, (click, lowest), options, context),
    }
}

/// The subject of a question about several boards.
const ABOUT: &str = "Minesweeper, best play";

/// Tells the worth of every first cell of fresh boards.
fn firsts(
    games: &[Given],
    question: &Inquiry<'_>,
    (click, lowest): (FirstClick, bool),
    (checkpoints, print): Options,
    context: &Context,
) -> Result<(), Fail> {
    let options = match click {
        FirstClick::Any => " --play strong".to_owned(),
        click => format!(" --play strong --first-click {}", click.name()),
    };
    let field = |given| Asked(given).field().map_err(|why| refused(Asked(given), question, why, &options));
    let fields: Vec<Field> = games.iter().map(field).collect::<Result<_, _>>()?;
    for field in &fields {
        // Every first cell is listed.
        let room = FirstCell::Anywhere.cells(field.grid(), click, field.mines().into());
        room.map_err(|why| {
            question.refused(match why {
                ImpossibleMines::Opening { .. } => Refusal::new(why.to_string()).help("--first-click safe"),
                _ => impossible(&why),
            })
        })?;
    }
    let asked = json!({ "first_click": click.name(), "lowest": lowest });
    let answers = Answers::new("mines", ABOUT, question.is_range(), &[]);
    let titled = |field: &Field| (title_fresh(field, click), echo_fresh(field, click));
    let stream =
        Stream::new(answers, fields.iter().map(titled), print, context).held(checkpoints.folder().is_some());
    let one = |field: Field, job: &Job<'_>| {
        let parameters = echo_fresh(&field, click);
        let cells = context.run(job, |job| Opened::firsts(&field, click, lowest, job))?;
        let answer = print::Answered { parameters, report: report_fresh(&field, click, &cells) };
        stream.push_all(Partial::whole([answer]))
    };
    checkpoints.run(&question.range(&asked)?, context, |job| {
        stream.finish(context.phase("solve", || range(job, "board", fields, one)))
    })
}

/// Tells the worth of every hidden cell of a position.
fn position(
    given: &Given,
    question: &Inquiry<'_>,
    lowest: bool,
    (checkpoints, print): Options,
    context: &Context,
) -> Result<(), Fail> {
    let asked = Asked(given);
    let position =
        asked.position().map_err(|refusal| question.refused(refusal))?.expect("a position is given");
    let field = position.field().map_err(|why| refused(asked, question, why, " --play strong"))?;
    let board = &position.board;
    let parameters = echo_position(&field, board);
    checkpoints.run(&question.range(&json!({ "lowest": lowest }))?, context, |job| {
        let solve = || context.run(job, |job| Opened::next(&field, board, lowest, job));
        let (cells, placements, most) = context.phase("solve", solve)?;
        context.clear();
        if placements == 0 {
            return Err(question.refused(position.refused(&ImpossibleMines::Position)));
        }
        print::one("mines", parameters, report_position(board, &cells, [placements, most]), print, context)
    })
}

/// Tells whether lowest risk is the best play, board by board.
fn boards(
    (most_rows, most_cols): (u8, u8),
    (question, click): (&Inquiry<'_>, FirstClick),
    (checkpoints, print): Options,
    context: &Context,
) -> Result<(), Fail> {
    if click == FirstClick::Opening {
        let what = "small boards are compared, and many of them leave no room for an opening";
        return Err(Fail::usage(what).help("--first-click safe"));
    }
    let (short, long) = (most_rows.min(most_cols), most_rows.max(most_cols));
    let boards = Compared::boards(short, long);
    let parameters = json!({ "up_to": [short, long], "first_click": click.name() });
    checkpoints.run(&question.range(&parameters)?, context, |job| {
        let done = SavedParts::open(job, "board", Some(boards.len()))?;
        let one = |(place, (rows, cols, mines)): (u64, (u8, u8, u8))| {
            let field = Field::new(rows.into(), cols.into(), mines.into())
                .map_err(|error| Fail::usage(error.to_string()))?;
            done.part(place, |job| {
                context.phase("solve", || context.run(job, |job| Compared::of(&field, click, job)))
            })
        };
        let found = several(&context.job(), "board", (0..).zip(boards).collect::<Vec<_>>(), one);
        context.show(done.end(found)?, |boards, _| {
            print::one("mines", parameters, Compared::report(boards, click), print, context)
        })
    })
}
