//! Bold or safe: what each strategy is worth, on one board or in a table by pairs and unknown pairs.

use super::Table;
use crate::cli::checkpoint::{Division, NOWHERE, Parts, SavedWork};
use crate::cli::context::{Context, Several};
use crate::cli::fail::Fail;
use crate::cli::memory::ScoredBoard;
use crate::cli::print;
use crate::cli::solved::settled;
use crate::exact::Rational;
use crate::family::Solved;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Remembering;
use crate::games::memory::forgetting::Strategy;
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::games::memory::strategies::found::{Forgetting, Solver};
use crate::games::memory::strategies::{DecisionCell, grid, report};
use serde_json::{Value, json};

/// Solves under a context.
struct Solving<'a>(&'a SavedWork, &'a Context);

impl Solver for Solving<'_> {
    type Stop = Fail;

    fn solve<G: Remembering>(
        &self,
        game: &G,
        position: &ScoredBoard,
        objective: Objective,
        asked: Option<&Value>,
    ) -> Result<Solved<G>, Fail> {
        let saved = if asked.is_some() { self.0 } else { NOWHERE };
        settled(game, position, objective, saved, self.1)
    }

    fn whenever<G: Remembering>(&self, solved: &Solved<G>, strategy: Strategy) -> Result<Rational, Fail> {
        self.1.tried("solve", || solved.whenever(strategy, &self.1.job()))
    }
}

/// The worth of both strategies on one board.
pub(super) fn one(
    forgetting: Forgetting<'_>,
    position: &ScoredBoard,
    saved: &SavedWork,
    context: &Context,
) -> Result<print::Answered, Fail> {
    forgetting.check()?;
    let (parameters, solving) = (forgetting.parameters(position.parameters()), Solving(saved, context));
    let strategies = match forgetting.limited.is_own() {
        true => forgetting.strategies::<Separate, _>(position, Some(&parameters), &solving),
        false => forgetting.strategies::<Limited, _>(position, Some(&parameters), &solving),
    }?;
    let title = position.title_with("player", &forgetting.limited.remembered());
    let report = strategies.report(&format!("{title}\n{}", forgetting.decide.title()));
    Ok(print::Answered { parameters, report })
}

/// The table of a range.
pub(super) fn table(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    saved: &SavedWork,
    context: &Context,
) -> Result<Table, Fail> {
    forgetting.check()?;
    match forgetting.limited.is_own() {
        true => table_by::<Separate>(forgetting, boards, saved, context),
        false => table_by::<Limited>(forgetting, boards, saved, context),
    }
}

fn table_by<G: Remembering>(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    saved: &SavedWork,
    context: &Context,
) -> Result<Table, Fail> {
    let (memory, play) = (forgetting.limited.title(), forgetting.decide.title());
    let pairs: Vec<u16> = boards.iter().map(|board| board.pairs).collect();
    let players = boards[0].scores.len();
    let whole = Division { what: "board", parts: Some(pairs.len()) };
    let rows = saved.in_parts(whole, context)?;
    let block = |boards| cells::<G>(forgetting, boards, &rows, saved, context);
    let found = context.blocks("board", boards, |board| board.pairs, block);
    let (cells, whole) = rows.end(found, context)?.apart();
    let grid = grid(&cells, format!("Memory, {players} players; {memory}; {play}"));
    let mut parameters = forgetting.parameters(json!({ "players": players }));
    parameters["pairs"] = json!(pairs);
    let answers = vec![print::Answered { parameters, report: report(&cells, &grid) }];
    Ok(Table { answers, is_range: false, grid, whole })
}

/// The cells, row by row.
fn cells<G: Remembering>(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    rows: &Parts<Vec<(u16, u8)>>,
    saved: &SavedWork,
    context: &Context,
) -> Result<Several<DecisionCell>, Fail> {
    let largest = boards[boards.len() - 1].clone();
    let saved = saved.section(largest.pairs);
    let solving = Solving(&saved, context);
    let is_done = boards.iter().all(|board| rows.has(board.pairs.into()));
    let block = forgetting.block::<G, _>(&largest, is_done, &solving)?;
    let told = |ScoredBoard { pairs, .. }: ScoredBoard| {
        let row = || block.row(pairs, |table| Ok(largest.at(table)?), &solving);
        Ok(Several::whole(DecisionCell::of_row(pairs, rows.part(pairs.into(), |_| row())?)))
    };
    context.parts("board", boards, told)
}
