//! `games`: the families, their parameters, an example each.

use super::described::{self, Listed};
use super::fail::Fail;
use super::print::{self, Format, Print, SCHEMA};
use clap::{Args, Command};
use serde_json::{Value, json};

/// The families of games, their parameters, an example each.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree games
  chancetree games --verbs
  chancetree games --format json")]
pub(crate) struct Games {
    /// Which verbs answer for which family instead
    #[arg(long)]
    verbs: bool,
    #[command(flatten)]
    print: Print,
}

struct Family {
    name: &'static str,
    about: &'static str,
    source: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    example: &'static str,
}

const FAMILIES: [Family; 3] = [
    Family {
        name: "memory",
        about: "Memory (Concentration, Pairs) between robots that forget nothing",
        source: "Bondarenko 2021",
        parameters: &[
            ("--pairs N", "pairs of the board, or a range A..=B"),
            ("--players P", "players, 1 to 16"),
            ("--unknown J", "pairs of which no card is known"),
            ("--known-pairs C", "pairs of which both cards are known"),
            ("--scores A,B,...", "pairs that each player has taken"),
        ],
        example: "chancetree odds memory --pairs 8 --players 2",
    },
    Family {
        name: "solitaire",
        about: "Memory for one player, who may forget: turns, lucky turns, scores, estimates",
        source: "Lardjane 2024",
        parameters: &[
            ("--pairs N", "pairs of the board, or a range A..=B"),
            ("--score A,B,C", "points for a pair, a lucky turn, a failed turn"),
            ("--failed C|A|B", "which turns without a pair have failed"),
            ("--recall p,p',p''", "how well the player remembers; odds, graph, simulate, information"),
            ("--model K|L", "which card one who forgets turns first"),
            ("fit LOG", "the p, p', p'' that make a log of games likeliest"),
        ],
        example: "chancetree odds solitaire --pairs 8",
    },
    Family {
        name: "mines",
        about: "Minesweeper: lowest risk, best play, the risk of every cell",
        source: "Lindgren 2000",
        parameters: &[
            ("--rows R --cols C --mines M", "the board, at most 64 cells"),
            ("--play lowest|best", "how cells are chosen"),
            ("--ties random|last|...", "which cell of the lowest risk"),
            ("--start WHERE", "the first cell"),
            ("--first-click any|safe|opening", "what the first cell may hide"),
        ],
        example: "chancetree odds mines --rows 4 --cols 4 --mines 3",
    },
];

impl From<&Family> for Listed {
    fn from(family: &Family) -> Self {
        let own = |&(name, meaning): &(&str, &str)| (name.to_owned(), meaning.to_owned());
        Self {
            name: family.name,
            about: family.about,
            source: family.source,
            parameters: family.parameters.iter().map(own).collect(),
            example: family.example.to_owned(),
        }
    }
}

impl Games {
    pub(crate) fn run(self) -> Result<(), Fail> {
        if self.verbs {
            return verbs(self.print);
        }
        let own = if described::whose().is_own { &[][..] } else { &FAMILIES };
        let all: Vec<Listed> = own.iter().map(Listed::from).chain(described::games()).collect();
        match self.print.format {
            Format::Text => print::print(&all.iter().map(text).collect::<Vec<_>>().join("\n")),
            Format::Json => print::json(&all.iter().map(value).collect::<Value>()),
            Format::Table(style) => {
                let mut table = print::own_csv(&["family", "parameter", "meaning"].map(str::to_owned));
                for family in &all {
                    for (parameter, meaning) in &family.parameters {
                        let cells = [family.name.to_owned(), parameter.clone(), meaning.clone()];
                        table.push_str(&print::own_csv(&cells));
                    }
                }
                print::table(style, &table)
            }
        }
    }
}

/// A line a verb: whether it answers for each family, found by looking at the command line.
fn verbs(print: Print) -> Result<(), Fail> {
    let whole = super::command();
    let below =
        |page: &Command| page.get_subcommands().map(|it| it.get_name().to_owned()).collect::<Vec<_>>();
    let families = whole.find_subcommand("odds").map(below).unwrap_or_default();
    let is_one = |name: &String| families.contains(name);
    let pages: Vec<(&str, Vec<String>)> = whole
        .get_subcommands()
        .map(|page| (page.get_name(), below(page)))
        .filter(|(_, below)| below.iter().any(is_one))
        .collect();
    let answers = |below: &[String], family: &String| below.contains(family);
    match print.format {
        Format::Json => {
            let one = |family: &String| {
                let verbs = pages.iter().filter(|(_, below)| answers(below, family)).map(|(verb, _)| *verb);
                json!({ "schema": SCHEMA, "family": family, "verbs": verbs.collect::<Vec<_>>() })
            };
            print::json(&families.iter().map(one).collect::<Value>())
        }
        format => {
            let head = [vec!["verb".to_owned()], families.clone()].concat();
            let cell = |is_answered| if is_answered { "yes" } else { "-" }.to_owned();
            let row = |(verb, below): &(&str, Vec<String>)| {
                let cells = families.iter().map(|family| cell(answers(below, family)));
                [vec![(*verb).to_owned()], cells.collect()].concat()
            };
            let rows: Vec<Vec<String>> = [head].into_iter().chain(pages.iter().map(row)).collect();
            match format {
                Format::Table(style) => {
                    print::table(style, &rows.iter().map(|row| print::own_csv(row)).collect::<String>())
                }
                _ => print::print(&print::aligned(&rows)),
            }
        }
    }
}

fn text(family: &Listed) -> String {
    let rows: Vec<_> =
        family.parameters.iter().map(|(name, meaning)| vec![format!("  {name}"), meaning.clone()]).collect();
    let Listed { name, about, source, example, .. } = family;
    let source = if source.is_empty() { String::new() } else { format!(" ({source})") };
    format!("{name}: {about}{source}\n{}  {example}\n", print::aligned(&rows))
}

fn value(family: &Listed) -> Value {
    let parameters: Value =
        family.parameters.iter().map(|(name, meaning)| json!({ "name": name, "meaning": meaning })).collect();
    json!({
        "schema": SCHEMA,
        "family": family.name,
        "about": family.about,
        "source": family.source,
        "parameters": parameters,
        "example": family.example,
    })
}
