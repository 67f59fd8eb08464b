//! Boards of Memory, as the parameters of a command describe them.

use super::family::{Decide, LimitedMemory, ScoredBoard, Start};
use crate::family::{Given, Refusal, counted};

/// A board, and the memory of its players.
pub type BoardSetup = (ScoredBoard, LimitedMemory);

/// The parameters that set the size of a board.
pub const SIZES: &[&str] = &["pairs", "cards"];

/// Returns how the players play, and each board with the memory of its players. Players play like `play` unless the
/// parameters say otherwise. Boards with fewer players come first; of as many players, the smaller boards.
///
/// # Errors
/// If there is no such board or memory.
pub fn boards(games: &[Given], play: &str) -> Result<(Decide, Vec<BoardSetup>), Refusal> {
    let one = |given| Ok::<_, Refusal>((ScoredBoard::of(given)?, LimitedMemory::read(given)?));
    let mut boards = games.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    // Reports on several boards use the terms of limited memory for all boards, or for none.
    if boards.iter().any(|(_, limited)| limited.is_given()) {
        boards.iter_mut().for_each(|(_, limited)| limited.give());
    }
    Ok((Decide::read(&games[0], play), boards))
}

/// Returns whether every board starts fresh: no card is known, and no pair is taken.
///
/// # Errors
/// If there is no such board.
pub fn are_fresh(games: &[Given]) -> Result<bool, Refusal> {
    for given in games {
        if !ScoredBoard::of(given)?.is_fresh() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Checks that every board starts fresh.
///
/// # Errors
/// If a board does not; the message is `why`.
pub fn check_fresh(games: &[Given], why: &str) -> Result<(), Refusal> {
    match are_fresh(games)? {
        true => Ok(()),
        false => Err(Refusal::new(why).help(Start::of(&games[0]).leave_out())),
    }
}

/// Describes the players of all boards, each of whom is called `one`: "2 robots", "2 to 4 robots" or "2, 4 and 5 robots".
pub fn players(boards: &[BoardSetup], one: &str) -> String {
    let mut numbers: Vec<usize> = boards.iter().map(|(position, _)| position.scores.len()).collect();
    numbers.sort_unstable();
    numbers.dedup();
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
