//! Boards of Memory, as the parameters of a command describe them.

use super::family::{LimitedMemory, PlaySettings, ScoredBoard, Start};
use crate::family::{GameArguments, Query, Refusal, counted};
use crate::model::order;
use serde_json::Value;

/// A board, and the memory of its players.
pub type BoardSetup = (ScoredBoard, LimitedMemory);

/// The parameters that set the size of a board.
pub const SIZES: &[&str] = &["pairs", "cards"];

/// Returns the ways to play, and each board with the memory of its players. The default way to play is `play`. Boards
/// are sorted by the number of players, then by size.
///
/// # Errors
/// If there is no such board or memory.
pub fn boards(query: &Query<'_>, play: &str) -> Result<(PlaySettings, Vec<BoardSetup>), Refusal> {
    let games = query.games;
    let names = games[0].value("names").and_then(Value::as_array);
    if let Some(names) = names.filter(|_| query.varies(&["players"])) {
        let what = "names need one number of players, not a range";
        return Err(Refusal::new(what).help(format!("--players {}", names.len())));
    }
    let one = |given| Ok::<_, Refusal>((ScoredBoard::of(given)?, LimitedMemory::read(given)?));
    let mut boards = games.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    // Reports use the terms of limited memory either for all boards or for none.
    if boards.iter().any(|(_, limited)| limited.is_limited()) {
        boards.iter_mut().for_each(|(_, limited)| limited.require_limit());
    }
    Ok((PlaySettings::read(&games[0], play), boards))
}

/// Returns whether every board is fresh: no card is known, and no pair is taken.
///
/// # Errors
/// If there is no such board.
pub fn are_fresh(games: &[GameArguments]) -> Result<bool, Refusal> {
    for given in games {
        if !ScoredBoard::of(given)?.is_fresh() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Checks that every board is fresh.
///
/// # Errors
/// If a board is not fresh; the message is `why`.
pub fn check_fresh(games: &[GameArguments], why: &str) -> Result<(), Refusal> {
    match are_fresh(games)? {
        true => Ok(()),
        false => Err(Refusal::new(why).help(games[0].read::<Start>().leave_out())),
    }
}

/// Describes the numbers of players of all boards, with `one` as the word for a player: "2 robots", "2 to 4 robots" or
/// "2, 4 and 5 robots".
pub fn players(boards: &[BoardSetup], one: &str) -> String {
    let mut numbers: Vec<usize> = boards.iter().map(|(position, _)| position.scores.len()).collect();
    order::sort_unique(&mut numbers);
    let [first, .., last] = numbers[..] else { return counted(numbers[0], one) };
    if last - first == numbers.len() - 1 && numbers.len() > 2 {
        return format!("{first} to {last} {one}s");
    }
    let before: Vec<String> = numbers[..numbers.len() - 1].iter().map(ToString::to_string).collect();
    format!("{} and {last} {one}s", before.join(", "))
}

/// Returns the boards in groups with the same number of players.
pub fn by_players(boards: &[ScoredBoard]) -> Vec<Vec<ScoredBoard>> {
    boards.chunk_by(|one, next| one.scores.len() == next.scores.len()).map(<[_]>::to_vec).collect()
}
