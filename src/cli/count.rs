//! `count`: how many states, transitions and ends, and how large the tree without merging would be.

mod mines;
mod solitaire;

use super::fail::Fail;
use super::memory::{Board, Position};
use super::print::{self, Format, Print, SCHEMA};
use super::range::Numbers;
use super::watch::Watch;
use chancetree::evaluate::counts::{Counts, Tree, count};
use chancetree::exact::Natural;
use chancetree::game::{Game, Points};
use chancetree::model::{Error, Graph};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// How many states, transitions, ends, and how large the tree would be.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree count memory --pairs 8 --players 2\n  chancetree count memory --help"
)]
pub(crate) struct Count {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory between robots with perfect memory (Bondarenko 2021)
    ///
    /// A state is the scores, the pairs known whole, by half and not at all,
    /// and the player to move, ends included; the player to move at an end is
    /// whoever took the last pair. The tree is counted without being built.
    #[command(after_help = "\
Examples:
  chancetree count memory --pairs 8 --players 2
  chancetree count memory --pairs 100 --format json")]
    Memory {
        #[command(flatten)]
        board: Board,
        #[command(flatten)]
        print: Print,
    },
    /// Memory for one player who forgets nothing (Lardjane 2024)
    ///
    /// A state is (n, k, p): the pairs that are left, the cards that were
    /// turned and are not collected, the pairs known among them.
    #[command(after_help = "\
Examples:
  chancetree count solitaire --pairs 8
  chancetree count solitaire --pairs 1..=20 --format csv")]
    Solitaire(solitaire::SolitaireCount),
    /// Minesweeper on a small board (Lindgren 2000)
    ///
    /// A state is what is seen of the board, up to turns and mirrors; all games
    /// that are won end in one state. Where nobody decides, those that are lost
    /// end in one for each number of mines left, else in one.
    #[command(after_help = "\
Examples:
  chancetree count mines --rows 4 --cols 4 --mines 3
  chancetree count mines --rows 3 --cols 3 --mines 2 --unmerged --every-order")]
    Mines(mines::MinesCount),
}

impl Count {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let (board, print) = match self.family {
            Family::Memory { board, print } => (board, print),
            Family::Solitaire(solitaire) => return solitaire.run(watch),
            Family::Mines(mines) => return mines.run(watch),
        };
        let count = |position: Position| {
            let found = explored(&position.game, &position.scores, watch);
            found.map(|found| (position, found)).map_err(|error| watch.explain(error))
        };
        let positions = board.positions()?;
        board.plan(watch);
        let several = watch.phase("count", || watch.several("board", positions, count))?;
        let counts = &several.done;
        watch.clear();
        match print.format {
            Format::Text => print::print(
                &counts.iter().map(|(position, found)| text(position, found)).collect::<Vec<_>>().join("\n"),
            ),
            Format::Json => {
                let value =
                    |(position, found): &(Position, _)| value("memory", &position.parameters(), found);
                let mut all: Vec<Value> = counts.iter().map(value).collect();
                print::json(&match board.pairs() {
                    Numbers::One(_) => all.remove(0),
                    Numbers::Several(_) => Value::Array(all),
                })
            }
            Format::Csv => print::print(&table(counts)),
        }?;
        several.end()
    }
}

/// A whole number that other programs read exactly: as a number as long as a double holds it, else as text.
fn whole(number: &Natural) -> Value {
    let text = number.to_string();
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => json!(number),
        _ => json!(text),
    }
}

/// The counts of a game of a family.
fn value(family: &str, parameters: &Value, (counts, tree): &(Counts, Tree)) -> Value {
    let layers = counts.layers.iter().map(|(layer, states)| json!({ "layer": layer, "states": states }));
    json!({
        "schema": SCHEMA,
        "family": family,
        "parameters": parameters,
        "states": counts.states,
        "transitions": counts.transitions,
        "merged": counts.merged(),
        "ends": counts.ends,
        "tree_nodes": whole(&tree.nodes),
        "tree_leaves": whole(&tree.leaves),
        "layers": layers.collect::<Value>(),
    })
}

fn table(counts: &[(Position, (Counts, Tree))]) -> String {
    let header = ["pairs", "players", "states", "transitions", "merged", "ends", "tree_nodes", "tree_leaves"];
    let row = |(position, (counts, tree)): &(Position, (Counts, Tree))| {
        let row = vec![
            position.pairs.to_string(),
            position.scores.len().to_string(),
            counts.states.to_string(),
            counts.transitions.to_string(),
            counts.merged().to_string(),
            counts.ends.to_string(),
            tree.nodes.to_string(),
            tree.leaves.to_string(),
        ];
        (position.parameters(), row)
    };
    print::asked(&header.map(str::to_owned), counts.iter().map(row))
}

/// Layers in text are shown up to this many; a list longer than a screen says nothing to people.
const MOST_LAYERS: usize = 40;

fn text(position: &Position, (counts, tree): &(Counts, Tree)) -> String {
    let rows = [
        ("states", counts.states.to_string()),
        ("transitions", counts.transitions.to_string()),
        ("transpositions merged", counts.merged().to_string()),
        ("ends", counts.ends.to_string()),
        ("tree nodes", tree.nodes.to_string()),
        ("tree leaves", tree.leaves.to_string()),
    ];
    let rows: Vec<_> = rows.map(|(name, number)| vec![format!("  {name}"), number]).into();
    let mut text = format!("{}\n\n{}", position.title(), print::aligned(&rows));
    let layers: Vec<_> = counts.layers.iter().map(|(layer, states)| format!("{layer}: {states}")).collect();
    if layers.len() <= MOST_LAYERS {
        text.push_str(&format!("\nStates by layer (cards turned up + cards taken): {}\n", layers.join(", ")));
    } else {
        text.push_str(&format!("\n{} layers; --format json lists the states of each.\n", layers.len()));
    }
    text
}

/// Explores a game and counts it.
fn explored<G: Game>(game: &G, scores: &[Points], watch: &Watch) -> Result<(Counts, Tree), Error> {
    let run = watch.run();
    count(Graph::of(game, &run)?.model(), scores, &run)
}
