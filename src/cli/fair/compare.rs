//! Ways to play compared: which of them makes a board fairest, if all play so.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::players::Players;
use super::{named, tied};
use crate::exact::Rational;
use crate::family::favoured::{favoured, lead, least, most, next, number, spread};
use crate::family::{Datum, Report, Shown, Table, Within};
use crate::model::order;

/// Ways to play that are compared where none are named; the last, the rule by parity, is one for two players.
pub(super) const USUAL: [&str; 4] = ["robots", "safe", "best", "parity"];

/// Those ways where memory is limited.
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
        let found = players.playing(name).found(position);
        // Play is said with another option here.
        let found = found.map_err(|fail| match fail.advises("--play") && !fail.is_stop() {
            true => fail.help(format!("--compare {}", usual.join(","))),
            false => fail,
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

    fn spread(&self) -> Rational {
        spread(self.wins())
    }
}

/// The names of all ways that make a board fairest.
fn fairest(ways: &[Way]) -> Vec<&str> {
    let least = ways.iter().map(Way::spread).min();
    ways.iter().filter(|way| Some(way.spread()) == least).map(|way| way.name.as_str()).collect()
}

/// Tells the ways of a board.
pub(super) fn tell(ways: &[Way], players: &Players<'_>, report: &mut Report) {
    if ways.is_empty() {
        return;
    }
    let best = fairest(ways);
    let (said, short) = (|text: &str| Datum::Words(text.to_owned()), |seat| players.short(seat));
    let seat = |way: &Way| most(way.wins()).map_or(Datum::Nothing, number);
    let lead = |way: &Way| Datum::Exact(way.lead());
    // In the line of a board, the ways have all the room.
    report.numbers.retain(|number| number.shown != Shown::Listed);
    report.numbers.iter_mut().for_each(|number| number.shown = Shown::Alone);
    for way in ways {
        report.tell(way.name.clone(), favoured(way.wins(), short)).only(Shown::Listed);
        report.put(&format!("{}_favoured", way.name), Vec::new(), seat(way), Within::Tables);
        report.put(&format!("{}_lead", way.name), Vec::new(), lead(way), Within::Tables);
    }
    report
        .put("fairest_play", vec!["fairest".to_owned()], Datum::Words(best.join(" ")), Within::Tables)
        .only(Shown::Listed);
    let row = |way: &Way| {
        vec![
            said(&way.name),
            Datum::Seats(way.outcomes.clone()),
            seat(way),
            lead(way),
            number(least(way.wins())),
            Datum::Flag(best.contains(&way.name.as_str())),
        ]
    };
    let keys = ["play", "outcomes", "favoured", "lead", "winner_sits", "fairest"];
    report.tables.push(Table::new("plays", keys.map(|key| (key, None)), ways.iter().map(row)));
    let shown = |way: &Way| {
        let chances =
            way.outcomes.iter().map(|chance| Datum::Parts(vec![("", Datum::Exact(chance.clone()))]));
        let ends = [favoured(way.wins(), short), Datum::Words(next(way.wins(), |seat| players.name(seat)))];
        [said(&way.name)].into_iter().chain(chances).chain(ends).collect()
    };
    let wins = (0..ways[0].wins().len()).map(|seat| Datum::Words(format!("P({} wins)", short(seat))));
    let head = [said("if all play")].into_iter().chain(wins);
    let head: Vec<Datum> = head.chain(["P(draw)", "favoured", "next game"].map(said)).collect();
    report.tables.push(Table::shown(vec![""; head.len()], [head].into_iter().chain(ways.iter().map(shown))));
    report.remarks.push(vec![format!("Fairest if all play: {}.", best.join(", ")).into()]);
    report.remarks.extend(wants(ways, players).map(|want| vec![want.into()]));
}

/// Returns what those want who decide, if somebody does.
fn wants(ways: &[Way], players: &Players<'_>) -> Option<String> {
    let decide = ways.iter().any(|way| way.name == "best");
    decide.then(|| format!("Players who play best want {}.", players.want()))
}

/// Tells which boards and ways are fairest of several.
pub(super) fn summary(boards: &[print::Answer], ways: &[Vec<Way>], players: &Players<'_>) -> String {
    let boards = named(boards);
    let all = boards
        .iter()
        .zip(ways)
        .flat_map(|(name, ways)| ways.iter().map(move |way| (way.spread(), name, way)));
    let mut all: Vec<(Rational, &String, &Way)> = all.collect();
    order::sort(&mut all, |(one, ..), (two, ..)| one.cmp(two));
    let fairest =
        tied(&all, |(spread, ..)| spread).iter().map(|(_, name, way)| format!("{name} ({})", way.name));
    let want = wants(&ways[0], players).map_or_else(String::new, |want| format!("{want}\n"));
    format!("\nFairest: {}.\n{want}", fairest.collect::<Vec<_>>().join(", "))
}
