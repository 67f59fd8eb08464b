//! Ways to play compared: which of them makes a board fairest, if all play so.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::players::Players;
use crate::games::memory::fair::Way;

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
