//! Policy files: what `best --save` writes and `--play FILE` reads.

use super::decide::{Decide, Solved, named};
use super::fail::Fail;
use super::input;
use super::target::Target;
use super::watch::Watch;
use crate::game::Game as _;
use crate::games::memory::Table;
use crate::games::memory::decisions::{Objective, Position, Rules};
use crate::games::memory::policy::Policy;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The version of the form of policies.
const SCHEMA: u32 = 1;

/// The columns of a position, in the file's order.
const COLUMNS: [&str; 6] = ["known_pairs", "half_known", "unknown", "lead", "passes", "tactic"];

/// Writes the policy of a solved game.
///
/// A player who plays by it may meet one who passes where the best would not, in a game to win that is decided: those
/// positions are solved for it, too.
pub(crate) fn save(solved: &Solved, decide: &Decide, mut target: Target, watch: &Watch) -> Result<(), Fail> {
    let game = &solved.game;
    let everywhere = match game.wanted() == Objective::Win && game.passing() != Rules::NoPass {
        true => Some(Solved::whole(game.clone().to_the_end(), watch)?),
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
        "rules": decide.rules_name(),
        "objective": decide.objective_name(),
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

/// Reads a policy for a game with this objective and these rules.
pub(crate) fn load(path: &Path, objective: Objective, rules: Rules) -> Result<Policy, Fail> {
    let wrong = |what: &str| Fail::usage(format!("{}: {what}", path.display()));
    let text = input::text(path)?;
    let file: Value =
        serde_json::from_str(&text).map_err(|error| wrong(&format!("no policy file: {error}")))?;
    if file["family"] != "memory" || file["columns"] != json!(COLUMNS) {
        return Err(wrong("no policy file: best --save writes one"));
    }
    if file["objective"] == "win" && objective == Objective::Pairs {
        return Err(wrong("the policy is for players who want to win").help("--objective win"));
    }
    if file["rules"] != "no-pass" && rules == Rules::NoPass {
        return Err(wrong("the policy may pass, and --rules no-pass forbids it").help("--rules tactical"));
    }
    let rows = file["positions"].as_array().ok_or_else(|| wrong("there are no positions"))?;
    let mut tactics = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        let entry = entry(row).ok_or_else(|| {
            wrong(&format!("position {} is not a list of {}", index + 1, COLUMNS.join(", ")))
        })?;
        tactics.insert(entry.0, entry.1);
    }
    Ok(Policy::Table(Arc::new(tactics)))
}

fn entry(row: &Value) -> Option<(Position, crate::games::memory::tactic::Tactic)> {
    let [known, half, unknown, lead, passes, tactic] = row.as_array()?.as_slice() else { return None };
    let pairs = |value: &Value| value.as_u64().and_then(|number| u16::try_from(number).ok());
    let table = Table { known: pairs(known)?, half: pairs(half)?, unknown: pairs(unknown)? };
    let lead = i32::try_from(lead.as_i64()?).ok()?;
    let passes = u8::try_from(passes.as_u64()?).ok()?;
    Some((Position { table, lead, passes, mover: 0 }, named(tactic.as_str()?)?))
}
