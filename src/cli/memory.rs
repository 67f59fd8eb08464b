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
    /// What is known and taken at the beginning, once or several times.
    starts: Vec<Start>,
}

/// The boards that a question is about, how their players play, and what they remember.
pub(crate) fn asked(question: &Question) -> Result<(Board, Decide, LimitedMemory), Fail> {
    let games = question.games()?;
    let first = &games[0];
    if question.numbers("singles")?.is_some_and(|typed| typed.several) {
        return Err(Fail::usage("this is of one number of singles, not of a range").help("--singles 0"));
    }
    Ok((Board::of(question)?, Decide::read(first), LimitedMemory::read(first)?))
}

impl Board {
    /// The boards that a question is about.
    pub(crate) fn of(question: &Question) -> Result<Self, Fail> {
        let cards = Numbers::of(question, "cards")?.map(Numbers::halved);
        let (pairs, players) = (Numbers::of(question, "pairs")?, Numbers::of(question, "players")?);
        let mut starts: Vec<Start> = Vec::new();
        for start in question.games()?.iter().map(Start::of) {
            let is_other =
                |known: &Start| (known.unknown, known.known_pairs) != (start.unknown, start.known_pairs);
            if starts.iter().all(is_other) {
                starts.push(start);
            }
        }
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
        self.pairs().is_range() || self.players.is_range() || self.starts.len() > 1
    }

    /// The boards of each number of players.
    pub(crate) fn by_players(&self) -> Vec<Self> {
        self.players.iter().map(|players| Self { players: Numbers::one(players), ..self.clone() }).collect()
    }

    /// Returns the same boards, but refuses a range of players.
    pub(crate) fn of_one_number(self) -> Result<Self, Fail> {
        match self.players.is_range() {
            false => Ok(self),
            true => Err(Fail::usage("this is of one number of players, not of a range")
                .help(format!("--players {}", self.players()))),
        }
    }

    /// Those who sit there, all called `one`.
    pub(crate) fn who(&self, one: &str) -> String {
        if self.players.is_range() { format!("{one}s") } else { count(self.players(), one) }
    }

    /// The boards that were asked for.
    pub(crate) fn positions(&self) -> Result<Vec<Position>, Fail> {
        let mut all = Vec::new();
        for board in self.by_players() {
            for start in &board.starts {
                let start = Start { players: board.players(), ..start.clone() };
                for pairs in board.pairs().iter() {
                    all.push(start.position(pairs)?);
                }
            }
        }
        Ok(all)
    }

    /// The only board, where a range makes no sense.
    pub(crate) fn only(&self) -> Result<Position, Fail> {
        self.clone().of_one_number()?;
        if let [_, .., last] = &self.starts[..] {
            let unknown = last.unknown.map(|unknown| format!("--unknown {unknown}"));
            let known = last.known_pairs.map(|known| format!("--known-pairs {known}"));
            let help = [unknown, known].into_iter().flatten().collect::<Vec<_>>().join(" ");
            return Err(Fail::usage("this is of one start, not of several").help(help));
        }
        let pairs = self.pairs();
        match pairs.is_range() {
            false => self.position(pairs.last()),
            true => {
                Err(Fail::usage("this is of one board, not of a range")
                    .help(format!("--pairs {}", pairs.last())))
            }
        }
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

    /// What is known and taken at the beginning, by the players that were asked for.
    fn start(&self) -> Start {
        Start { players: self.players(), ..self.starts.first().cloned().unwrap_or_default() }
    }
}
