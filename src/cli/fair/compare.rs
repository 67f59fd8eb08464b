//! Ways to play compared: which of them makes a board fairest, if all play so.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::players::Players;
use super::{named, tied};
use crate::exact::Rational;
use crate::games::memory::fair::{Way, wants};
use crate::model::order;

/// Ways to play that are compared where none are named; the last, the rule by parity, is one for two players.
pub(super) const USUAL: [&str; 4] = ["robots", "safe", "best", "parity"];

/// Those ways where memory is limited.
pub(super) const FORGETFUL: [&str; 3] = ["bold", "safe", "best"];

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
    let want = wants(&ways[0], players.want()).map_or_else(String::new, |want| format!("{want}\n"));
    format!("\nFairest: {}.\n{want}", fairest.collect::<Vec<_>>().join(", "))
}
