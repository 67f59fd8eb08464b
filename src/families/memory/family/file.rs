//! Policy files: writing and reading.

use super::play::{InvalidPlay, PlaySettings, named};
use crate::evaluate::OptimalPlay;
use crate::family::Refusal;
use crate::game::Game as _;
use crate::memory::PairCounts;
use crate::memory::decisions::{Decisions, Objective, Position as Place, Rules};
use crate::memory::policy::Policy;
use crate::memory::tactic::Tactic;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The version of the format of policy files.
const SCHEMA: u32 = 1;

/// The columns of a position in a policy file, in order.
const COLUMNS: [&str; 6] = ["known_pairs", "half_known", "unknown", "lead", "passes", "tactic"];

impl PlaySettings {
    /// Returns the policy of a solved game as a file, and the number of positions in it.
    pub fn file(&self, game: &Decisions, solved: &OptimalPlay<Decisions>) -> (String, usize) {
        let graph = solved.graph();
        let positions = (0..graph.node_count()).filter_map(|node| {
            let tactic = solved.action(node)?;
            let Place { table: PairCounts { known, half, unknown }, lead, passes, mover } =
                *graph.state(node);
            (mover == 0).then(|| json!([known, half, unknown, lead, passes, tactic.to_string()]).to_string())
        });
        let head = json!({
            "schema": SCHEMA,
            "family": "memory",
            "players": game.seats(),
            "rules": self.rules().name(),
            "objective": self.objective().name(),
            "columns": COLUMNS,
        });
        let head = head.to_string();
        let positions: Vec<String> = positions.collect();
        let head = head.strip_suffix('}').expect("an object");
        (format!("{head},\"positions\":[\n{}\n]}}\n", positions.join(",\n")), positions.len())
    }

    /// Reads a policy file for a game with this objective and these rules.
    pub(super) fn policy(&self, shown: &str, text: &str) -> Result<Policy, InvalidPlay> {
        let (objective, rules) = (self.objective(), self.rules());
        let wrong = |what: &str| Refusal::new(format!("{shown}: {what}"));
        let file: Value = serde_json::from_str(text)
            .map_err(|_| wrong("not a policy file; best --save writes policy files"))?;
        if file["family"] != "memory" || file["columns"] != json!(COLUMNS) {
            return Err(wrong("not a policy file; best --save writes policy files").into());
        }
        if file["objective"] == "win" && objective == Objective::Pairs {
            return Err(wrong("the policy was computed for the objective win")
                .help("--objective win")
                .into());
        }
        if file["rules"] != "no-pass" && rules == Rules::NoPass {
            return Err(InvalidPlay::Passing(format!("{shown}: the policy may pass"), "forbids"));
        }
        let rows = file["positions"].as_array().ok_or_else(|| wrong("the list positions is missing"))?;
        let mut tactics = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            let entry = entry(row).ok_or_else(|| {
                wrong(&format!("position {} is not a list of {}", index + 1, COLUMNS.join(", ")))
            })?;
            tactics.insert(entry.0, entry.1);
        }
        Ok(Policy::Table(Arc::new(tactics)))
    }
}

fn entry(row: &Value) -> Option<(Place, Tactic)> {
    let [known, half, unknown, lead, passes, tactic] = row.as_array()?.as_slice() else { return None };
    let pairs = |value: &Value| value.as_u64().and_then(|number| u16::try_from(number).ok());
    let table = PairCounts { known: pairs(known)?, half: pairs(half)?, unknown: pairs(unknown)? };
    let lead = i32::try_from(lead.as_i64()?).ok()?;
    let passes = u8::try_from(passes.as_u64()?).ok()?;
    Some((Place { table, lead, passes, mover: 0 }, named(tactic.as_str()?)?))
}
