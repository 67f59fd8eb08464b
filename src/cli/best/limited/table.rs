//! The table of strategies by pairs and unknown pairs: bold or safe.

use super::super::told::Told;
use super::super::{DEFAULT, PLACES};
use super::Forgetting;
use crate::cli::checkpoint::{Checkpoints, Parts, UNSAVED, Whole};
use crate::cli::described::Question;
use crate::cli::fail::Fail;
use crate::cli::memory::Board;
use crate::cli::odds::limited::work;
use crate::cli::print;
use crate::cli::solved::settled as solve;
use crate::cli::watch::Several;
use crate::games::memory;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::strategies::{Cell, Continue, decision, grid, report};
use serde_json::json;
use std::collections::HashMap;

/// The unknown pairs and the decision of each cell of a row.
type Row = Vec<(u64, u64)>;

impl Forgetting<'_> {
    /// Makes the table.
    pub(super) fn table<G: Model>(
        &self,
        board: &Board,
        checkpoints: &Checkpoints,
        question: &Question,
    ) -> Result<Told, Fail> {
        let pairs: Vec<u16> = board.pairs().iter().collect();
        let whole = Whole { what: "board", parts: Some(pairs.len()), places: PLACES };
        let asked = self.parameters(json!({}));
        let rows = checkpoints.in_parts(whole, (question, &asked), self.watch)?;
        let block = |pairs| self.cells::<G>(&board.among(pairs), &rows, checkpoints);
        let found = self.watch.blocks("board", pairs, |&pairs| pairs, block);
        let (cells, whole) = rows.end(found, self.watch)?.apart();
        let (memory, play) = (self.limited.title(), self.decide.title(DEFAULT));
        let grid = grid(&cells, format!("Memory, {} players; {memory}; {play}", board.players()));
        let mut parameters = self.parameters(json!({ "players": board.players() }));
        parameters["pairs"] = board.pairs().iter().collect();
        let answers = vec![print::Answer { parameters, report: report(&cells, &grid) }];
        Ok(Told { answers, is_range: false, grid: Some(grid), whole })
    }

    /// The cells, row by row. The paper's tables begin with one unknown pair: without any, every new card has its mate in
    /// memory.
    fn cells<G: Model>(
        &self,
        board: &Board,
        rows: &Parts<Row>,
        checkpoints: &Checkpoints,
    ) -> Result<Several<Cell>, Fail> {
        let Self { decide, limited, after, watch } = *self;
        let largest = board.position(board.pairs().last())?;
        let start = limited.start(&largest)?;
        let room = |pairs: u16, unknown: u16| {
            limited.limit().is_none_or(|limit| pairs - unknown + start.singles <= limit)
        };
        // All smaller tables follow from the largest, unless something is remembered there that was forgotten here, or what
        // is best depends on the score.
        let is_win = decide.objective() == Objective::Win;
        let whole = match after {
            _ if board.pairs().iter().all(|pairs| rows.has(pairs.into())) => None,
            Continue::Best if !is_win && room(largest.pairs, largest.pairs) => {
                let game = self.game::<G>(&largest)?;
                let part = checkpoints.of_part(largest.pairs.into());
                let saved = (&part, &work("best", &self.parameters(largest.parameters())));
                let settled = solve(game, &largest, Objective::Pairs, saved, watch)?;
                let nodes = 0..settled.graph.node_count();
                let places: HashMap<G::State, usize> =
                    nodes.map(|node| (settled.graph.state(node).clone(), node)).collect();
                Some((settled, places))
            }
            _ => None,
        };
        let row = |pairs: u16| {
            let mut cells = Vec::new();
            for unknown in (1..=pairs).filter(|&unknown| room(pairs, unknown)) {
                let position = board.starting(memory::Table { known: 0, half: pairs - unknown, unknown })?;
                let game = self.game::<G>(&position)?;
                let place =
                    whole.as_ref().and_then(|(settled, places)| Some((settled, *places.get(&game.start())?)));
                let decision = match (place, after) {
                    (Some((settled, node)), _) => decision(&settled.strategies(node)),
                    (None, Continue::Best) => {
                        let settled = solve(game, &position, decide.objective(), UNSAVED, watch)?;
                        decision(&settled.strategies(settled.graph.start()))
                    }
                    (None, Continue::Pure) => self.strategies::<G>(&position, UNSAVED)?.decision(),
                };
                cells.push((unknown.into(), decision.into()));
            }
            Ok(cells)
        };
        let told = |pairs: u16| {
            let right = |row: &Row| {
                row.iter()
                    .all(|&(unknown, decision)| (1..=u64::from(pairs)).contains(&unknown) && decision <= 2)
            };
            let row = rows.part(pairs.into(), right, watch, || row(pairs))?;
            let cell =
                |(unknown, decision)| Cell { pairs, unknown: unknown as u16, decision: decision as u8 };
            Ok(Several::whole(row.into_iter().map(cell).collect()))
        };
        watch.parts("board", board.pairs().iter().collect::<Vec<_>>(), told)
    }
}
