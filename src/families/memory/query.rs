//! Boards of Memory, as the parameters of a command describe them.

use super::family::{LimitedMemory, PlaySettings, ScoredBoard, Start};
use super::lineup::Lineup;
use crate::family::favoured::joined;
use crate::family::{GameArguments, Query, Refusal, counted};
use crate::model::order;
use std::sync::Arc;

/// A board, and its players.
pub type BoardSetup = (ScoredBoard, Lineup);

/// The parameters that set the size of a board.
pub const SIZES: &[&str] = &["pairs", "cards"];

/// Returns each board with its players. The default way to play is `play`, and all players have the same way to play. Boards are
/// sorted by the number of players, then by size.
///
/// # Errors
/// If there is no such board or memory.
pub fn boards(query: &Query<'_>, play: &str) -> Result<Vec<BoardSetup>, Refusal> {
    let games = query.games;
    let decide = Arc::new(PlaySettings::read(&games[0], play));
    let one = |given| {
        let position = ScoredBoard::of(given)?;
        let lineup = Lineup { decide: Arc::clone(&decide), limited: LimitedMemory::read(given)? };
        Ok::<_, Refusal>((position, lineup))
    };
    let mut boards = games.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    // Reports use the terms of limited memory either for all boards or for none.
    if boards.iter().any(|(_, lineup)| lineup.limited.is_limited()) {
        boards.iter_mut().for_each(|(_, lineup)| lineup.limited.require_limit());
    }
    Ok(boards)
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
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{} {one}s", joined(&numbers))
}

/// Returns the boards in groups with the same number of players.
pub fn by_players(boards: &[ScoredBoard]) -> Vec<Vec<ScoredBoard>> {
    boards.chunk_by(|one, next| one.scores.len() == next.scores.len()).map(<[_]>::to_vec).collect()
}
