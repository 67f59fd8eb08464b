//! How many states and transitions solitaire Memory has.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::solitaire::{Asked, Solitaire};
use super::super::watch::Watch;
use super::{merged, tree, whole};
use chancetree::engine::forward::{Forward, Measure, forward};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct SolitaireCount {
    #[command(flatten)]
    solitaire: Solitaire,
    #[command(flatten)]
    print: Print,
}

impl SolitaireCount {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        run(&self.solitaire, self.print, watch)
    }
}

fn run(solitaire: &Solitaire, print: Print, watch: &Watch) -> Result<(), Fail> {
    let count = |asked: Asked| {
        let found = forward(&asked.game, &[0], Measure::Histories, &watch.run());
        found.map(|found| (asked, found)).map_err(|error| watch.explain(error))
    };
    let counts: Vec<(Asked, Forward)> =
        watch.phase("count", || solitaire.games()?.into_iter().map(count).collect::<Result<_, _>>())?;
    watch.clear();
    match print.format {
        Format::Text => print::print(
            &counts.iter().map(|(asked, found)| text(asked, found)).collect::<Vec<_>>().join("\n"),
        ),
        Format::Json => {
            let mut all: Vec<Value> = counts.iter().map(|(asked, found)| value(asked, found)).collect();
            print::json(&if solitaire.is_range() { Value::Array(all) } else { all.remove(0) })
        }
        Format::Csv => {
            let header = ["pairs", "states", "transitions", "merged", "tree_nodes", "tree_leaves"];
            let mut text = print::csv(&header.map(str::to_owned));
            for (asked, found) in &counts {
                let (nodes, leaves) = tree(found);
                let numbers = [found.states, found.transitions, merged(found)].map(|n| n.to_string());
                let [states, transitions, merged] = numbers;
                text.push_str(&print::csv(&[
                    asked.pairs.to_string(),
                    states,
                    transitions,
                    merged,
                    nodes.to_string(),
                    leaves.to_string(),
                ]));
            }
            print::print(&text)
        }
    }
}

fn value(asked: &Asked, found: &Forward) -> Value {
    let (nodes, leaves) = tree(found);
    let layers = found.layers.iter().map(|(layer, states)| json!({ "layer": layer, "states": states }));
    json!({
        "schema": SCHEMA,
        "family": "solitaire",
        "parameters": asked.parameters(),
        "states": found.states,
        "transitions": found.transitions,
        "merged": merged(found),
        "ends": found.ends,
        "tree_nodes": whole(nodes),
        "tree_leaves": whole(leaves),
        "layers": layers.collect::<Value>(),
    })
}

fn text(asked: &Asked, found: &Forward) -> String {
    let (nodes, leaves) = tree(found);
    let rows = [
        ("states", found.states.to_string()),
        ("transitions", found.transitions.to_string()),
        ("transpositions merged", merged(found).to_string()),
        ("tree nodes", nodes.to_string()),
        ("tree leaves", leaves.to_string()),
    ];
    let rows: Vec<_> = rows.map(|(name, number)| vec![format!("  {name}"), number]).into();
    format!("{}\n\n{}", asked.title(), print::aligned(&rows))
}
