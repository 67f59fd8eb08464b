//! Bold or safe: what each strategy is worth, on one board or in a table by pairs and unknown pairs.

use super::Table;
use crate::model::Job;

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::memory::ScoredBoard;
use crate::cli::solved::settled;
use crate::exact::Rational;
use crate::family::{GameAnswer, Partial, SavedParts, Solved, blocks, parts};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Remembering;
use crate::games::memory::forgetting::Strategy;
use crate::games::memory::limited::Limited;
use crate::games::memory::separate::Separate;
use crate::games::memory::strategies::found::{Forgetting, Solver};
use crate::games::memory::strategies::{DecisionCell, grid, report};
use serde_json::{Value, json};

/// Solves under a context.
struct Solving<'a>(&'a Job<'a>, &'a Context);

impl Solver for Solving<'_> {
    type Stop = Fail;

    fn solve<G: Remembering>(
        &self,
        game: &G,
        position: &ScoredBoard,
        objective: Objective,
        asked: Option<&Value>,
    ) -> Result<Solved<G>, Fail> {
        let job = if asked.is_some() { self.0 } else { &self.0.unsaved() };
        settled(game, position, objective, job, self.1)
    }

    fn whenever<G: Remembering>(&self, solved: &Solved<G>, strategy: Strategy) -> Result<Rational, Fail> {
        self.1.tried("solve", || solved.whenever(strategy, &self.1.job()))
    }
}

/// The worth of both strategies on one board.
pub(super) fn one(
    forgetting: Forgetting<'_>,
    position: &ScoredBoard,
    job: &Job<'_>,
    context: &Context,
) -> Result<GameAnswer, Fail> {
    forgetting.check()?;
    let (parameters, solving) = (forgetting.parameters(position.parameters()), Solving(job, context));
    let strategies = match forgetting.limited.is_own() {
        true => forgetting.strategies::<Separate, _>(position, Some(&parameters), &solving),
        false => forgetting.strategies::<Limited, _>(position, Some(&parameters), &solving),
    }?;
    let title = position.title_with("player", &forgetting.limited.remembered());
    let report = strategies.report(&format!("{title}\n{}", forgetting.decide.title()));
    Ok(GameAnswer::new(parameters, report))
}

/// The table of a range.
pub(super) fn table(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    job: &Job<'_>,
    context: &Context,
) -> Result<Table, Fail> {
    forgetting.check()?;
    match forgetting.limited.is_own() {
        true => table_by::<Separate>(forgetting, boards, job, context),
        false => table_by::<Limited>(forgetting, boards, job, context),
    }
}

fn table_by<G: Remembering>(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    job: &Job<'_>,
    context: &Context,
) -> Result<Table, Fail> {
    let (memory, play) = (forgetting.limited.title(), forgetting.decide.title());
    let pairs: Vec<u16> = boards.iter().map(|board| board.pairs).collect();
    let players = boards[0].scores.len();
    let rows = SavedParts::open(job, "board", Some(pairs.len()))?;
    let block = |boards| cells::<G>(forgetting, boards, &rows, job, context);
    let found = blocks(&context.job(), "board", (boards, 2), |board| board.pairs, block);
    let Partial { done: cells, stop } = rows.end(found)?;
    let grid = grid(&cells, format!("Memory, {players} players; {memory}; {play}"));
    let mut parameters = forgetting.parameters(json!({ "players": players }));
    parameters["pairs"] = json!(pairs);
    let answers = vec![GameAnswer::new(parameters, report(&cells, &grid))];
    Ok(Table { answers, is_range: false, grid, stop })
}

/// The cells, row by row.
fn cells<G: Remembering>(
    forgetting: Forgetting<'_>,
    boards: Vec<ScoredBoard>,
    rows: &SavedParts<'_, Vec<(u16, u8)>>,
    job: &Job<'_>,
    context: &Context,
) -> Result<Partial<DecisionCell, Fail>, Fail> {
    let largest = boards[boards.len() - 1].clone();
    let name = largest.pairs.to_string();
    let job = &job.section(&name);
    let solving = Solving(&job, context);
    let is_done = boards.iter().all(|board| rows.has(board.pairs.into()));
    let block = forgetting.block::<G, _>(&largest, is_done, &solving)?;
    let told = |ScoredBoard { pairs, .. }: ScoredBoard| {
        let row = || block.row(pairs, |table| Ok(largest.at(table)?), &solving);
        Ok(Partial::whole(DecisionCell::of_row(pairs, rows.part(pairs.into(), |_| row())?)))
    };
    parts(&context.job(), "board", boards, told)
}
