//! How many states and transitions solitaire Memory has.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print};
use super::super::solitaire::{Asked, Solitaire};
use super::super::watch::Watch;
use super::{explored, value};
use chancetree::evaluate::counts::{Counts, Tree};
use clap::Args;
use serde_json::Value;

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
        let found = explored(&asked.game, &[0], watch);
        found.map(|found| (asked, found)).map_err(|error| watch.explain(error))
    };
    let games = solitaire.games()?;
    let several = watch.phase("count", || watch.several("board", games, count))?;
    let counts = &several.done;
    watch.clear();
    match print.format {
        Format::Text => print::print(
            &counts.iter().map(|(asked, found)| text(asked, found)).collect::<Vec<_>>().join("\n"),
        ),
        Format::Json => {
            let value = |(asked, found): &(Asked, _)| value("solitaire", &asked.parameters(), found);
            let mut all: Vec<Value> = counts.iter().map(value).collect();
            print::json(&if solitaire.is_range() { Value::Array(all) } else { all.remove(0) })
        }
        Format::Csv => {
            let header = ["states", "transitions", "merged", "tree_nodes", "tree_leaves"];
            let row = |(asked, (counts, tree)): &(Asked, (Counts, Tree))| {
                let numbers = [counts.states, counts.transitions, counts.merged()];
                let mut row = numbers.map(|number| number.to_string()).to_vec();
                row.extend([tree.nodes.to_string(), tree.leaves.to_string()]);
                (asked.parameters(), row)
            };
            let text = print::asked(&header.map(str::to_owned), counts.iter().map(row));
            print::print(&text)
        }
    }?;
    several.end()
}

fn text(asked: &Asked, (counts, tree): &(Counts, Tree)) -> String {
    let rows = [
        ("states", counts.states.to_string()),
        ("transitions", counts.transitions.to_string()),
        ("transpositions merged", counts.merged().to_string()),
        ("tree nodes", tree.nodes.to_string()),
        ("tree leaves", tree.leaves.to_string()),
    ];
    let rows: Vec<_> = rows.map(|(name, number)| vec![format!("  {name}"), number]).into();
    format!("{}\n\n{}", asked.title(), print::aligned(&rows))
}
