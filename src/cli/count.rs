//! `count`: how many states, transitions and ends, and how large the tree without merging would be.

mod mines;

use super::fail::Fail;
use super::memory::Board;
use super::print::{self, Format, Print, SCHEMA};
use super::range::Numbers;
use super::solitaire::Solitaire;
use super::watch::Watch;
use crate::evaluate::counts::{Counts, Tree, count};
use crate::exact::Natural;
use crate::game::{Game, Points};
use crate::model::{Error, Graph};
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
    Solitaire {
        #[command(flatten)]
        solitaire: Solitaire,
        #[command(flatten)]
        print: Print,
    },
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

/// A game that is counted, and what was found.
struct Counted<G> {
    title: String,
    parameters: Value,
    game: G,
    scores: Vec<Points>,
}

/// Games of one family, and how they are told.
struct Asked<'a, G> {
    family: &'a str,
    /// What one of them is called.
    one: &'a str,
    is_range: bool,
    /// What numbers a layer, where that says something to people.
    layers: Option<&'a str>,
    games: Vec<Counted<G>>,
}

impl Count {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        match self.family {
            Family::Memory { board, print } => {
                let counted = |position: super::memory::Position| Counted {
                    title: position.title(),
                    parameters: position.parameters(),
                    game: position.game,
                    scores: position.scores,
                };
                let asked = Asked {
                    family: "memory",
                    one: "board",
                    is_range: matches!(board.pairs(), Numbers::Several(_)),
                    layers: Some("cards turned up + cards taken"),
                    games: board.positions()?.into_iter().map(counted).collect(),
                };
                board.plan(watch);
                asked.run(print, watch)
            }
            Family::Solitaire { solitaire, print } => {
                let counted = |asked: super::solitaire::Asked| Counted {
                    title: asked.title(),
                    parameters: asked.parameters(),
                    game: asked.game,
                    scores: vec![0],
                };
                let asked = Asked {
                    family: "solitaire",
                    one: "board",
                    is_range: solitaire.is_range(),
                    layers: None,
                    games: solitaire.games()?.into_iter().map(counted).collect(),
                };
                asked.run(print, watch)
            }
            Family::Mines(mines) => mines.run(watch),
        }
    }
}

impl<G: Game> Asked<'_, G> {
    fn run(self, print: Print, watch: &Watch) -> Result<(), Fail> {
        let Asked { family, one, is_range, layers, games } = self;
        let count = |counted: Counted<G>| {
            let found = explored(&counted.game, &counted.scores, watch);
            found.map(|found| (counted, found)).map_err(|error| watch.explain(error))
        };
        let several = watch.phase("count", || watch.several(one, games, count))?;
        let counts = &several.done;
        watch.clear();
        match print.format {
            Format::Text => {
                let texts = counts.iter().map(|(counted, found)| text(&counted.title, found, layers));
                print::print(&texts.collect::<Vec<_>>().join("\n"))
            }
            Format::Json => {
                let mut all: Vec<Value> =
                    counts.iter().map(|(counted, found)| value(family, &counted.parameters, found)).collect();
                print::json(&if is_range { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) => {
                let header = ["states", "transitions", "merged", "ends", "tree_nodes", "tree_leaves"];
                let row = |(counted, (counts, tree)): &(Counted<G>, (Counts, Tree))| {
                    let numbers = [counts.states, counts.transitions, counts.merged(), counts.ends];
                    let mut row = numbers.map(|number| number.to_string()).to_vec();
                    row.extend([tree.nodes.to_string(), tree.leaves.to_string()]);
                    (counted.parameters.clone(), row)
                };
                print::table(style, &print::asked(&header.map(str::to_owned), counts.iter().map(row)))
            }
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

/// Layers in text are shown up to this many; a list longer than a screen says nothing to people.
const MOST_LAYERS: usize = 40;

fn text(title: &str, (counts, tree): &(Counts, Tree), meaning: Option<&str>) -> String {
    let rows = [
        ("states", counts.states.to_string()),
        ("transitions", counts.transitions.to_string()),
        ("transpositions merged", counts.merged().to_string()),
        ("ends", counts.ends.to_string()),
        ("tree nodes", tree.nodes.to_string()),
        ("tree leaves", tree.leaves.to_string()),
    ];
    let rows: Vec<_> = rows.map(|(name, number)| vec![format!("  {name}"), number]).into();
    let mut text = format!("{title}\n\n{}", print::aligned(&rows));
    let Some(meaning) = meaning else { return text };
    let layers: Vec<_> = counts.layers.iter().map(|(layer, states)| format!("{layer}: {states}")).collect();
    if layers.len() <= MOST_LAYERS {
        text.push_str(&format!("\nStates by layer ({meaning}): {}\n", layers.join(", ")));
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
