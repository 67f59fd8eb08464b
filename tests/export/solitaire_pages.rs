//! The pages of solitaire: results for comparison in a browser.

use chancetree::exact::fraction;
use chancetree::games::memory::PairCounts;
use chancetree::games::solitaire::{self, ScoredTurns, Solitaire};
use chancetree::model::Job;
use chancetree_engine::evaluate::forward;
use chancetree_play::page::{self, PageOptions};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Returns the distribution of the turns from a table on, and the expected lucky turns.
fn turns(table: PairCounts) -> Value {
    let PairCounts { known, half, unknown } = table;
    let start = solitaire::Tableau { pairs: table.pairs(), turned: 2 * known + half, known };
    let game = Solitaire::from(start).expect("a table");
    let of = |counted| forward(&game.counting(counted), &[0], &Job::default()).expect("it ends").distribution;
    let chances = of(ScoredTurns::Turns);
    let chances: Vec<Value> =
        chances.iter().map(|(turns, chance)| json!([turns[0], fraction(&chance)])).collect();
    json!({
        "table": { "known": known, "half": half, "unknown": unknown },
        "chances": chances, "lucky": fraction(&of(ScoredTurns::Lucky).expected()[0]),
    })
}

/// Writes a page of solitaire, and the distribution of turns from every table of its board, for comparison in a browser.
#[test]
#[ignore = "writes files for tests/foreign"]
fn turns_for_the_browser() {
    let folder =
        PathBuf::from(std::env::var("CHANCETREE_EXPORT_DIR").expect("CHANCETREE_EXPORT_DIR names a folder"));
    let pairs = 7;
    let page = page::solitaire(pairs, PageOptions { seed: Some(7), pause: 0 }).expect("a page");
    std::fs::write(folder.join("turns.html"), page).expect("a file");
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = PairCounts { known, half, unknown };
                if table.pairs() > 0 {
                    all.push(turns(table));
                }
            }
        }
    }
    std::fs::write(folder.join("turns.json"), json!(all).to_string()).expect("a file");
}
