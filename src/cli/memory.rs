//! Boards of Memory as verbs ask for them: one, or a range.

use super::described::Inquiry;
use super::fail::Fail;
use super::print::count;
pub(crate) use crate::games::memory::family::ScoredBoard;
use crate::games::memory::family::{Decide, LimitedMemory, Start};

/// Boards, each with what its players remember: those of fewer players first, of as many the smaller ones.
pub(crate) type Each = Vec<(ScoredBoard, LimitedMemory)>;

/// The parameters that say how large a board is.
pub(crate) const SIZES: &[&str] = &["pairs", "cards"];

/// Returns how the players of the boards that a question is about play, and each board with what they remember there. Those
/// of whom nothing is said play like `play`.
pub(crate) fn asked(question: &Inquiry<'_>, play: &str) -> Result<(Decide, Each), Fail> {
    let games = question.games()?;
    let one = |given| Ok((ScoredBoard::of(given)?, LimitedMemory::read(given)?));
    let mut each: Each = games.iter().map(one).collect::<Result<_, Fail>>()?;
    // Of several boards, those without singles are told in the same terms as the others.
    if each.iter().any(|(_, limited)| limited.is_given()) {
        each.iter_mut().for_each(|(_, limited)| limited.give());
    }
    Ok((Decide::read(&games[0], play), each))
}

/// Returns `true` if every board starts fresh: no card is known, and no pair is taken.
pub(crate) fn are_fresh(question: &Inquiry<'_>) -> Result<bool, Fail> {
    for given in question.games()? {
        if !ScoredBoard::of(given)?.is_fresh() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Refuses boards that do not start fresh, and says why.
pub(crate) fn check_fresh(question: &Inquiry<'_>, why: &str) -> Result<(), Fail> {
    match are_fresh(question)? {
        true => Ok(()),
        false => Err(Fail::usage(why).help(Start::of(&question.games()?[0]).leave_out())),
    }
}

/// Describes the players of all `games`, each of which is called `one`: "2 robots", "2 to 4 robots" or "2, 4 and 5 robots".
pub(crate) fn who(games: &[(ScoredBoard, LimitedMemory)], one: &str) -> String {
    let mut numbers: Vec<usize> = games.iter().map(|(position, _)| position.scores.len()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let [first, .., last] = numbers[..] else { return count(numbers[0], one) };
    if last - first == numbers.len() - 1 && numbers.len() > 2 {
        return format!("{first} to {last} {one}s");
    }
    let before: Vec<String> = numbers[..numbers.len() - 1].iter().map(ToString::to_string).collect();
    format!("{} and {last} {one}s", before.join(", "))
}

/// The boards of each number of players.
pub(crate) fn by_players(boards: &[ScoredBoard]) -> Vec<Vec<ScoredBoard>> {
    boards.chunk_by(|one, next| one.scores.len() == next.scores.len()).map(<[_]>::to_vec).collect()
}
