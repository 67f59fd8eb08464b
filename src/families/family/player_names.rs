//! The names of players in answers for people.

use super::{Parameter, Refusal, counted, shell_word};
use crate::game::MAX_SEATS;
use serde::Deserialize;

/// The names of the players. Players without names are numbered.
///
/// ```
/// use chancetree::family::PlayerNames;
///
/// let names = PlayerNames(Some(vec!["Anna".to_owned(), "Ben".to_owned()]));
/// assert_eq!((names.of(0), names.short(0), names.given(1)), ("Anna".to_owned(), "Anna".to_owned(), Some("Ben")));
/// assert!(names.check(2).is_ok() && names.check(3).is_err());
///
/// let numbers = PlayerNames::default();
/// assert_eq!([numbers.of(0), numbers.first(0), numbers.short(0)], ["player 1", "Player 1", "1"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct PlayerNames(pub Option<Vec<String>>);

impl PlayerNames {
    /// The names as a parameter that implies the number of players.
    pub const OF_ALL: Parameter =
        Parameter::names("names", "Names instead of --players; the first player begins", |_| false)
            .with_placeholder("ANNA,BEN,...");

    /// The names as an option of the command `play`.
    pub const OF_PLAY: Parameter = Parameter::names(
        "names",
        "Names of the people, or of all seats [if --seats is not set: human for each name]",
        |_| false,
    )
    .details("A single name plays against a robot.")
    .with_placeholder("ANNA,BEN,...")
    .heading("Players");

    /// Returns the name of a seat, such as `player 1` or `Anna`.
    pub fn of(&self, seat: usize) -> String {
        self.given(seat).map_or_else(|| format!("player {}", seat + 1), str::to_owned)
    }

    /// Returns the name of a seat for a narrow column, such as `1` or `Anna`.
    pub fn short(&self, seat: usize) -> String {
        self.given(seat).map_or_else(|| (seat + 1).to_string(), str::to_owned)
    }

    /// Returns the name of a seat at the beginning of a sentence.
    pub fn first(&self, seat: usize) -> String {
        self.given(seat).map_or_else(|| format!("Player {}", seat + 1), str::to_owned)
    }

    /// Returns the name that was given to a seat.
    pub fn given(&self, seat: usize) -> Option<&str> {
        self.0.as_ref()?.get(seat).map(String::as_str)
    }

    /// Checks the names of `players` players.
    ///
    /// # Errors
    /// If a name is empty, used twice or has a comma between quotes, or the number of names is not the number of players.
    pub fn check(&self, players: usize) -> Result<(), Refusal> {
        let Some(names) = &self.0 else { return Ok(()) };
        let numbered = |from: usize, to: usize| (from..=to).map(|player| format!("P{player}"));
        let suggested = |all: Vec<String>| format!("--names {}", shell_word(&all.join(",")));
        let named = names.len();
        if named > usize::from(MAX_SEATS) {
            let what = format!("{named} names, but at most {MAX_SEATS} players can play");
            return Err(Refusal::new(what).help(suggested(names[..usize::from(MAX_SEATS)].to_vec())));
        }
        let is_twice = |(at, name): &(usize, &String)| names[..*at].contains(name);
        // A name between quotes that was split at its comma.
        let begins = names.iter().position(|name| name.starts_with('"') && name.matches('"').count() == 1);
        let is_split = begins.is_some_and(|at| names[at..].iter().skip(1).any(|name| name.ends_with('"')));
        let problem = match names.iter().enumerate().find(is_twice) {
            _ if is_split => Some("a comma separates names, also between quotes".to_owned()),
            _ if names.iter().any(|name| name.trim().is_empty()) => Some("a name is empty".to_owned()),
            twice => twice.map(|(_, name)| format!("the name {name:?} is used twice")),
        };
        if let Some(what) = problem {
            return Err(Refusal::new(what).help(suggested(numbered(1, named.max(2)).collect())));
        }
        if named == players {
            return Ok(());
        }
        // Each player needs a name. Players without one get a number.
        let all = names.iter().take(players).cloned().chain(numbered(named + 1, players)).collect();
        let what = format!("{} for {}", counted(named, "name"), counted(players, "player"));
        Err(Refusal::new(what).help(suggested(all)))
    }
}
