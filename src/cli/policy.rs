//! Policy files: what `best --save` writes and `--play FILE` reads.

use super::checkpoint::UNSAVED;
use super::fail::Fail;
use super::input;
use super::solved::Solved;
use super::target::Target;
use super::watch::Watch;
use crate::family::Refusal;
use crate::game::Game as _;
use crate::games::memory::Table;
use crate::games::memory::decisions::{Decisions, Objective, Position, Rules};
use crate::games::memory::family::{COLUMNS, Decide, may_be_file};
use crate::play::memory::Policies;
use serde_json::json;
use std::io::Write as _;
use std::path::Path;

/// The version of the form of policies.
const SCHEMA: u32 = 1;

/// Writes the policy of a solved game.
///
/// A player who plays by it may meet one who passes where the best would not, in a game to win that is decided: those
/// positions are solved for it, too.
pub(crate) fn save(
    solved: &Solved<Decisions>,
    decide: &Decide,
    mut target: Target,
    watch: &Watch,
) -> Result<(), Fail> {
    let game = &solved.game;
    let everywhere = match game.wanted() == Objective::Win && game.passing() != Rules::NoPass {
        true => Some(Solved::whole(game.clone().to_the_end(), UNSAVED, watch)?),
        false => None,
    };
    let solved = everywhere.as_ref().unwrap_or(solved);
    let (graph, solution) = (&solved.graph, &solved.solution);
    let positions = (0..graph.node_count()).filter_map(|node| {
        let tactic = solution.action(graph, node)?;
        let Position { table: Table { known, half, unknown }, lead, passes, mover } = *graph.state(node);
        (mover == 0).then(|| json!([known, half, unknown, lead, passes, tactic.to_string()]).to_string())
    });
    let head = json!({
        "schema": SCHEMA,
        "family": "memory",
        "players": solved.game.seats(),
        "rules": decide.rules().name(),
        "objective": decide.objective().name(),
        "columns": COLUMNS,
    });
    let head = head.to_string();
    let positions: Vec<String> = positions.collect();
    let text = format!(
        "{},\"positions\":[\n{}\n]}}\n",
        head.strip_suffix('}').expect("an object"),
        positions.join(",\n")
    );
    if let Err(error) = target.write_all(text.as_bytes()) {
        return Err(target.failed(&error));
    }
    if let Some(note) = target.finish(text.len() as u64)? {
        watch.note(&format!("{note}: {} positions", positions.len()));
    }
    Ok(())
}

/// Opens the files among ways to play: as people are told them, and their texts, by name.
pub(crate) fn opened(names: &[String]) -> Result<Policies, Fail> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    files.map(|name| Ok((name.clone(), (name.clone(), input::text(Path::new(name))?)))).collect()
}

/// Opens them for the library, which knows no files.
pub(crate) fn for_seats(names: &[String]) -> Result<Policies, Refusal> {
    opened(names).map_err(|fail| Refusal::new(fail.what()))
}
