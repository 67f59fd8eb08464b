//! The best play of Minesweeper: the worth of every first cell, or of every hidden cell of a position.

use super::super::described::Question;
use super::super::fail::Fail;
use super::super::mines::refused;
use super::super::print::{self, Answers, Print};
use super::super::watch::Watch;
use crate::family::{Given, Refusal};
use crate::games::mines::best::{Compared, Firsts, Next};
use crate::games::mines::family::{Asked, SMALL, up_to};
use crate::games::mines::field::Field;
use crate::games::mines::game::{FirstClick, Start};
use crate::games::mines::grid::Impossible;
use serde_json::json;

pub(in crate::cli) fn mines(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let click = if own.is_given("safe") { FirstClick::Safe } else { Asked(&games[0]).first_click() };
    if let Some(most) = own.text("up-to").and_then(|text| up_to(text).ok()) {
        return boards(most, click, print, watch);
    }
    let lowest = own.is_given("lowest");
    match games[0].text("board") {
        Some(_) => position(&question.one()?, question, lowest, print, watch),
        None => firsts(&games, question, (click, lowest), print, watch),
    }
}

/// The subject of a question about several boards.
const ABOUT: &str = "Minesweeper, best play";

/// Tells the worth of every first cell of fresh boards.
fn firsts(
    games: &[Given],
    question: &Question,
    (click, lowest): (FirstClick, bool),
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let options = match click {
        FirstClick::Any => " --play strong".to_owned(),
        click => format!(" --play strong --first-click {}", click.name()),
    };
    let field = |given| Asked(given).field().map_err(|why| refused(Asked(given), question, why, &options));
    let fields: Vec<Field> = games.iter().map(field).collect::<Result<_, _>>()?;
    for field in &fields {
        let room = Start::Chosen.cells(field.grid(), click, field.mines().into());
        room.map_err(|why| question.refused(Refusal::new(why.to_string()).instead(SMALL)))?;
    }
    let one = |field: Field| {
        let found = Firsts::of(field, click, lowest, &watch.run());
        let found = found.map_err(|error| watch.explain(error))?;
        Ok(print::Answer { parameters: found.parameters(), report: found.report() })
    };
    let several = watch.phase("solve", || watch.several("board", fields, one))?;
    several.show(watch, |all| Answers::new("mines", ABOUT, question.is_range(), all).print(print))
}

/// Tells the worth of every hidden cell of a position.
fn position(
    given: &Given,
    question: &Question,
    lowest: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let asked = Asked(given);
    let position =
        asked.position().map_err(|refusal| question.refused(refusal))?.expect("a position is given");
    let field = position.field().map_err(|why| refused(asked, question, why, " --play strong"))?;
    let found = watch.phase("solve", || Next::of(&field, position.board.clone(), lowest, &watch.run()));
    let found = found.map_err(|error| watch.explain(error))?;
    watch.clear();
    if found.placements == 0 {
        return Err(question.refused(position.refused(&Impossible::Position)));
    }
    let all = [print::Answer { parameters: found.parameters(&field), report: found.report() }];
    Answers::new("mines", ABOUT, false, &all).print(print)
}

/// Tells whether lowest risk is the best play, board by board.
fn boards(
    (most_rows, most_cols): (u8, u8),
    click: FirstClick,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    if click == FirstClick::Opening {
        let what = "small boards are compared, and many of them leave no room for an opening";
        return Err(Fail::usage(what).help("--first-click safe"));
    }
    let (short, long) = (most_rows.min(most_cols), most_rows.max(most_cols));
    let fields = Compared::boards(short, long);
    let one = |(rows, cols, mines): (u8, u8, u8)| {
        let field = Field::new(rows.into(), cols.into(), mines.into())
            .map_err(|error| Fail::usage(error.to_string()))?;
        let compared = watch.phase("solve", || Compared::of(&field, click, &watch.run()));
        compared.map_err(|error| watch.explain(error))
    };
    watch.several("board", fields, one)?.show(watch, |boards| {
        let parameters = json!({ "up_to": [short, long], "first_click": click.name() });
        let all = [print::Answer { parameters, report: Compared::report(boards, click) }];
        Answers::new("mines", ABOUT, false, &all).print(print)
    })
}
