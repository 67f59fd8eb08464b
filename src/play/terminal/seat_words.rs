//! The words of the screen for the players of a game.

use crate::family::PlayerNames;
use crate::family::favoured::joined;
use crate::game::Seat;
use crate::memory::{HUMAN, played_by};

/// The displayed name of one of several people without a name.
const PERSON: &str = "person";

/// The displayed name of the only person.
const YOU: &str = "you";

/// Returns the words for a robot with this label.
fn robot(label: &str) -> String {
    if label == "robot" { label.to_owned() } else { format!("{label} robot") }
}

/// The players of a game: how each seat plays, and the names of the players.
#[derive(Clone, Copy)]
pub(super) struct SeatWords<'a> {
    pub(super) plays: &'a [String],
    pub(super) names: &'a PlayerNames,
}

impl SeatWords<'_> {
    /// Returns the displayed name of every seat: the player's name, `you` for the only person, `person`, `robot`, or
    /// the name of the play.
    pub(super) fn labels(self) -> Vec<String> {
        let people = self.plays.iter().filter(|play| *play == HUMAN).count();
        let label = |(seat, play): (usize, &String)| match (self.names.given(seat), play == HUMAN) {
            (Some(name), _) => name.to_owned(),
            (None, true) if people == 1 => YOU.to_owned(),
            (None, true) => PERSON.to_owned(),
            (None, false) => played_by(play).to_owned(),
        };
        self.plays.iter().enumerate().map(label).collect()
    }

    /// Returns all players for titles, such as `you against 2 robots`.
    pub(super) fn players(self) -> String {
        let labels = self.labels();
        let count = |label: &String| labels.iter().filter(|other| *other == label).count();
        let called = |(seat, label): (usize, &String)| match (self.names.given(seat), self.is_human(seat)) {
            (Some(name), _) => name.to_owned(),
            (None, true) if label == PERSON => format!("player {}", seat + 1),
            (None, true) => label.clone(),
            (None, false) if count(label) == 1 => format!("a {}", robot(label)),
            (None, false) => format!("{} {}", robot(label), seat + 1),
        };
        let all: Vec<String> = labels.iter().enumerate().map(called).collect();
        match (&labels[..], &all[..]) {
            ([you, other, ..], _) if you == YOU && labels.len() > 2 && count(other) == labels.len() - 1 => {
                format!("you against {} {}s", labels.len() - 1, robot(other))
            }
            (_, [one, other]) => format!("{one} against {other}"),
            (_, all) => joined(all),
        }
    }

    fn is_human(self, seat: usize) -> bool {
        self.plays[seat] == HUMAN
    }

    /// Returns the words for a player in a sentence, and `true` if they are `you`.
    pub(super) fn subject(self, seat: usize) -> (String, bool) {
        let labels = self.labels();
        let robots = (0..self.plays.len()).filter(|&seat| !self.is_human(seat)).count();
        match self.names.given(seat) {
            Some(name) => (name.to_owned(), false),
            None if labels[seat] == YOU => (YOU.to_owned(), true),
            None if !self.is_human(seat) && robots == 1 => (format!("the {}", robot(&labels[seat])), false),
            None => (self.names.of(seat), false),
        }
    }

    /// Returns the sentence about a player, such as `player 1 turns 8`, with the words of the screen: `you turn 8`.
    pub(super) fn addressed(self, text: &str, seat: Option<Seat>) -> String {
        let spoken = || {
            let seat = usize::from(seat?);
            let rest = text.strip_prefix(&self.names.of(seat))?.strip_prefix(' ')?;
            let (verb, rest) = rest.split_once(' ')?;
            let (who, is_you) = self.subject(seat);
            let verb = if is_you { verb.strip_suffix('s')? } else { verb };
            Some(format!("{who} {verb} {rest}"))
        };
        spoken().unwrap_or_else(|| text.to_owned())
    }

    /// Returns the winner with the verb, such as `you win` or `player 2 (robot) wins`.
    pub(super) fn winner(self, seat: usize) -> String {
        match self.subject(seat) {
            (you, true) => format!("{you} win"),
            (who, false) if who != self.names.of(seat) || self.names.given(seat).is_some() => {
                format!("{who} wins")
            }
            (who, false) => format!("{who} ({}) wins", self.labels()[seat]),
        }
    }
}
