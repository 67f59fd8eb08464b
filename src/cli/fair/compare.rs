//! Ways to play compared: which of them makes a board fairest, if all play so.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print::{self, Print};
use super::players::Players;
use super::{favoured, lead, next, tied};
use crate::exact::{self, Rational};
use serde_json::{Value, json};

/// Ways to play that are compared where none are named; the last, the rule by parity, is one for two players.
pub(super) const USUAL: [&str; 4] = ["robots", "safe", "best", "parity"];

/// The same where memory is limited.
pub(super) const FORGETFUL: [&str; 3] = ["bold", "safe", "best"];

/// A way that all play, and what becomes of a board.
pub(super) struct Way {
    name: String,
    /// P(each seat wins) and P(draw).
    outcomes: Vec<Rational>,
}

/// A board under all ways to play that are compared.
pub(super) fn ways(
    position: &Position,
    names: &[String],
    usual: &[&str],
    players: &Players<'_>,
) -> Result<Vec<Way>, Fail> {
    let way = |name: &String| {
        let found = players.playing(name).found(position.clone());
        // What else it needs cannot be typed here.
        let found = found.map_err(|fail| match fail.is_stop() {
            true => fail,
            false => fail.help(format!("--compare {}", usual.join(","))),
        })?;
        Ok(Way { name: name.clone(), outcomes: found.outcomes })
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

/// The names of all ways that make a board fairest.
fn fairest(ways: &[Way]) -> Vec<&str> {
    let least = ways.iter().map(Way::lead).min();
    ways.iter().filter(|way| Some(way.lead()) == least).map(|way| way.name.as_str()).collect()
}

/// The ways of one board, with all chances.
pub(super) fn text(ways: &[Way], players: &Players<'_>, print: Print) -> String {
    let print = print.usually(6);
    let seats = ways[0].wins().len();
    let header = (0..seats).map(|seat| format!("P({} wins)", players.short(seat)));
    let mut rows = vec![
        ["  if all play".to_owned()]
            .into_iter()
            .chain(header)
            .chain(["P(draw)", "favoured", "next game"].map(str::to_owned))
            .collect::<Vec<_>>(),
    ];
    for way in ways {
        let chances = way.outcomes.iter().map(|value| print.decimal(value));
        let ends = [favoured(way.wins(), |seat| players.short(seat), print), next(way.wins(), players)];
        rows.push([format!("  {}", way.name)].into_iter().chain(chances).chain(ends).collect());
    }
    format!(
        "{}\nFairest if all play: {}.\n{}",
        print::aligned(&rows),
        fairest(ways).join(", "),
        wants(ways, players)
    )
}

/// What they want who decide, where somebody does.
fn wants(ways: &[Way], players: &Players<'_>) -> String {
    match ways.iter().any(|way| way.name == "best") {
        true => format!("Players who play best want {}.\n", players.want()),
        false => String::new(),
    }
}

/// The ways of several boards: who is favoured, and by how much.
pub(super) fn table(boards: &[(u16, &[Way])], players: &Players<'_>, print: Print) -> String {
    let names = boards[0].1.iter().map(|way| way.name.clone());
    let mut rows: Vec<Vec<String>> =
        vec![["pairs".to_owned()].into_iter().chain(names).chain(["fairest".to_owned()]).collect()];
    for (pairs, ways) in boards {
        let cells = ways.iter().map(|way| favoured(way.wins(), |seat| players.short(seat), print));
        rows.push([pairs.to_string()].into_iter().chain(cells).chain([fairest(ways).join(", ")]).collect());
    }
    let all = boards.iter().flat_map(|(pairs, ways)| ways.iter().map(move |way| (way.lead(), *pairs, way)));
    let mut all: Vec<(Rational, u16, &Way)> = all.collect();
    all.sort_by(|(one, ..), (two, ..)| one.cmp(two));
    let named = tied(&all, |(lead, ..)| lead).iter();
    let named = named.map(|(_, pairs, way)| format!("{} ({})", print::count(*pairs, "pair"), way.name));
    format!(
        "\nWhich player is favoured if all play so, and by how much\n\n{}\nFairest: {}.\n{}",
        print::aligned(&rows),
        named.collect::<Vec<_>>().join(", "),
        wants(boards[0].1, players)
    )
}

/// The ways of one board as JSON.
pub(super) fn json(ways: &[Way], print: Print) -> Value {
    let best = fairest(ways);
    let entry = |way: &Way| {
        json!({
            "play": way.name,
            "outcomes": print.numbers(&way.outcomes),
            "favoured": super::most(way.wins()).map(|seat| seat + 1),
            "lead": print.number(&way.lead()),
            "winner_sits": super::least(way.wins()) + 1,
            "fairest": best.contains(&way.name.as_str()),
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
    cells.chain((!ways.is_empty()).then(|| fairest(ways).join(" "))).collect()
}
