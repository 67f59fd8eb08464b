//! Ways to play compared: which of them makes a board fairest, if all play so.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::odds::decided;
use super::super::print::{self, Print};
use super::super::watch::Watch;
use super::{favoured, lead};
use chancetree::exact::{self, Rational};
use serde_json::{Value, json};

/// Ways to play that are compared where none are named; the last, the rule by parity, is one for two players.
pub(super) const USUAL: [&str; 4] = ["robots", "safe", "best", "parity"];

/// The fairest pairs of a board and a way to play that are named.
const NAMED: usize = 5;

/// A way that all play, and what becomes of a board.
pub(super) struct Way {
    name: String,
    /// P(each seat wins) and P(draw).
    outcomes: Vec<Rational>,
}

/// A board under all ways to play that are compared.
pub(super) fn ways(position: &Position, names: &[String], watch: &Watch) -> Result<Vec<Way>, Fail> {
    let way = |name: &String| {
        let answer = decided::one(position.clone(), &Decide::playing(name), true, watch);
        // What else it needs cannot be typed here.
        let answer = answer.map_err(|fail| match fail.is_stop() {
            true => fail,
            false => fail.help(format!("--compare {}", USUAL.join(","))),
        })?;
        Ok(Way { name: name.clone(), outcomes: answer.outcomes.expect("asked for") })
    };
    names.iter().map(way).collect()
}

impl Way {
    fn wins(&self) -> &[Rational] {
        &self.outcomes[..self.outcomes.len() - 1]
    }

    fn lead(&self) -> Rational {
        lead(self.wins())
    }
}

/// The way that makes a board fairest, the first of equals.
fn fairest(ways: &[Way]) -> Option<&Way> {
    // The first of the least is wanted.
    ways.iter().min_by_key(|way| way.lead())
}

/// The ways of one board, with all chances.
pub(super) fn text(ways: &[Way], print: Print) -> String {
    let players = ways[0].wins().len();
    let mut rows = vec![
        ["  play of all".to_owned()]
            .into_iter()
            .chain((1..=players).map(|seat| format!("P({seat} wins)")))
            .chain(["P(draw)", "favoured"].map(str::to_owned))
            .collect::<Vec<_>>(),
    ];
    for way in ways {
        let chances = way.outcomes.iter().map(|value| print.decimal(value));
        let row = [format!("  {}", way.name)].into_iter().chain(chances).chain([favoured(way.wins(), print)]);
        rows.push(row.collect());
    }
    let best = fairest(ways).map_or("", |way| &way.name);
    format!("{}\nFairest if all play: {best}.\n", print::aligned(&rows))
}

/// The ways of several boards: who is favoured, and by how much.
pub(super) fn table(boards: &[(u16, &[Way])], print: Print) -> String {
    let names = boards[0].1.iter().map(|way| way.name.clone());
    let mut rows: Vec<Vec<String>> =
        vec![["pairs".to_owned()].into_iter().chain(names).chain(["fairest".to_owned()]).collect()];
    for (pairs, ways) in boards {
        let cells = ways.iter().map(|way| favoured(way.wins(), print).replace("player ", ""));
        let best = fairest(ways).map_or_else(String::new, |way| way.name.clone());
        rows.push([pairs.to_string()].into_iter().chain(cells).chain([best]).collect());
    }
    let all = boards.iter().flat_map(|(pairs, ways)| ways.iter().map(move |way| (way.lead(), *pairs, way)));
    let mut all: Vec<(Rational, u16, &Way)> = all.collect();
    all.sort_by(|(one, ..), (two, ..)| one.cmp(two));
    let named = all.iter().take(NAMED).map(|(_, pairs, way)| format!("{pairs} pairs ({})", way.name));
    format!(
        "\nWhich player is favoured if all play so, and by how much\n\n{}\nFairest: {}.\n",
        print::aligned(&rows),
        named.collect::<Vec<_>>().join(", ")
    )
}

/// The ways of one board as JSON.
pub(super) fn json(ways: &[Way], print: Print) -> Value {
    let best = fairest(ways).map(|way| way.name.as_str());
    let entry = |way: &Way| {
        json!({
            "play": way.name,
            "outcomes": print.numbers(&way.outcomes),
            "lead": print.number(&way.lead()),
            "fairest": best == Some(&way.name),
        })
    };
    ways.iter().map(entry).collect()
}

/// The names of the columns that the ways add to a CSV table.
pub(super) fn header(names: &[String]) -> Vec<String> {
    let columns = names
        .iter()
        .flat_map(|name| ["favoured", "lead", "lead_exact"].map(|column| format!("{name}_{column}")));
    columns.chain((!names.is_empty()).then(|| "fairest_play".to_owned())).collect()
}

/// Their cells.
pub(super) fn csv(ways: &[Way], print: Print) -> Vec<String> {
    let cells = ways.iter().flat_map(|way| {
        let seat = super::most(way.wins()).map_or_else(String::new, |seat| (seat + 1).to_string());
        [seat, print.decimal(&way.lead()), exact::fraction(&way.lead())]
    });
    cells.chain(fairest(ways).map(|way| way.name.clone())).collect()
}
