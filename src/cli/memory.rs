//! Boards of Memory as verbs ask for them: one, or a range.

use super::described::Question;
use super::fail::Fail;
use super::print::count;
use super::range::Numbers;
use super::watch::Watch;
use crate::game::Seat;
use crate::games::memory::Table;
pub(crate) use crate::games::memory::family::Position;
use crate::games::memory::family::{Decide, LimitedMemory, Start, USUAL};
use crate::games::memory::plan::Robots;
use std::sync::Arc;

/// Boards, and who sits at them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Board {
    /// The pairs, if they do not follow from the cards on the table.
    pairs: Option<Numbers>,
    players: Numbers,
    /// The cards that are known and taken at the beginning of each.
    starts: Vec<Start>,
}

/// Boards, each with what its players remember.
pub(crate) type Each = Vec<(Position, LimitedMemory)>;

/// The boards that a question is about, how their players play, and each board with what they remember there. Those
/// of whom nothing is said play like `play`.
pub(crate) fn asked(question: &Question, play: &str) -> Result<(Board, Decide, Each), Fail> {
    let games = question.games()?;
    let one = |given| Ok((Position::of(given)?, LimitedMemory::read(given)?));
    let mut each: Each = games.iter().map(one).collect::<Result<_, Fail>>()?;
    // Of several boards, those without singles are told in the same terms as the others.
    if each.iter().any(|(_, limited)| limited.is_given()) {
        each.iter_mut().for_each(|(_, limited)| limited.give());
    }
    Ok((Board::of(question)?, Decide::read(&games[0], play), each))
}

impl Board {
    /// The boards that a question is about.
    pub(crate) fn of(question: &Question) -> Result<Self, Fail> {
        let cards = Numbers::of(question, "cards")?.map(Numbers::halved);
        let (pairs, players) = (Numbers::of(question, "pairs")?, Numbers::of(question, "players")?);
        let starts = question.games()?.iter().map(Start::of).collect();
        Ok(Self { pairs: pairs.or(cards), players: players.unwrap_or_default(), starts })
    }

    /// Fresh boards.
    pub(crate) fn fresh(pairs: Numbers, players: Seat) -> Self {
        let starts = vec![Start { players, ..Start::default() }];
        Self { pairs: Some(pairs), players: Numbers::one(players.into()), starts }
    }

    /// Names the command that says what robots with perfect memory take on the largest of the boards.
    pub(crate) fn plan(&self, watch: &Watch) {
        if self.is_fresh() {
            let robots = Robots { pairs: self.pairs().last(), players: self.players() };
            watch.plan("memory", Arc::new(robots), !self.is_range());
        }
    }

    /// Returns `true` if every board starts fresh: nothing known, nothing taken.
    pub(crate) fn is_fresh(&self) -> bool {
        self.starts.iter().all(Start::is_fresh)
    }

    /// Returns what to leave out for fresh boards, as it is typed.
    pub(crate) fn leave_out(&self) -> String {
        self.start().leave_out()
    }

    /// The pairs that were asked for, taken ones included.
    pub(crate) fn pairs(&self) -> Numbers {
        let given = || self.pairs.clone();
        self.start().pairs().map(Numbers::one).or_else(given).unwrap_or(Numbers::one(USUAL))
    }

    /// Some of the boards.
    pub(crate) fn among(&self, pairs: Vec<u16>) -> Self {
        Self { pairs: Some(Numbers::several(pairs)), ..self.clone() }
    }

    /// The players, the most of them of a range.
    pub(crate) fn players(&self) -> Seat {
        self.players.last() as Seat
    }

    /// Returns `true` if several boards were asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.pairs().is_range() || self.players.is_range()
    }

    /// The boards of each number of players.
    pub(crate) fn by_players(&self) -> Vec<Self> {
        self.players.iter().map(|players| Self { players: Numbers::one(players), ..self.clone() }).collect()
    }

    /// Those who sit there, all called `one`.
    pub(crate) fn who(&self, one: &str) -> String {
        if self.players.is_range() { format!("{one}s") } else { count(self.players(), one) }
    }

    /// The boards that start as the first of them does.
    pub(crate) fn positions(&self) -> Result<Vec<Position>, Fail> {
        let of = |board: Self| board.pairs().iter().map(|pairs| board.position(pairs)).collect::<Vec<_>>();
        self.by_players().into_iter().flat_map(of).collect()
    }

    /// Returns the same players at another table.
    pub(crate) fn starting(&self, table: Table) -> Result<Position, Fail> {
        let start = Start { position: Some(table), unknown: None, known_pairs: None, ..self.start() };
        Ok(start.position(start.pairs().expect("of a table"))?)
    }

    /// One board of so many pairs.
    pub(crate) fn position(&self, pairs: u16) -> Result<Position, Fail> {
        Ok(self.start().position(pairs)?)
    }

    /// Returns what is known and taken at the beginning, with the players asked for.
    fn start(&self) -> Start {
        Start { players: self.players(), ..self.starts.first().cloned().unwrap_or_default() }
    }
}
