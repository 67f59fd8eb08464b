//! The players of a game of Memory, from options or from a log, and the resulting setup.

use super::setup::{HUMAN, SeatPlays, Setup};
use crate::family::{PlayerNames, Refusal, parsed, shell_word};
use crate::game;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{InvalidPlay, MAX_PLAYED, PlaySettings, Remembered, unknown_play};
use crate::games::memory::policy::Play;
use crate::log::names;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The largest number of pairs of a board that people play on.
pub const MAX_PAIRS: u16 = MAX_PLAYED;

/// The largest number of seats that fit on a screen.
pub const MAX_SEATS: usize = 8;

/// The texts of policy files by the name of the play that uses them, each with the file name for messages.
pub type Policies = BTreeMap<String, (String, String)>;

/// Reads the policy files among the given plays, and ignores other plays.
pub type PolicyReader<'a> = dyn Fn(&[String]) -> Result<Policies, Refusal> + 'a;

/// The players, seat by seat, and their memories.
///
/// ```
/// use chancetree::play::memory::Seats;
/// use serde_json::json;
/// use std::collections::BTreeMap;
///
/// let seats = json!({"seats": ["human", "best"], "people": "best", "objective": "win"});
/// let seats: Seats = serde_json::from_value(seats)?;
/// let setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
/// assert_eq!((setup.seats(), setup.pairs()), (2, 2));
/// # Ok::<(), chancetree::family::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Seats {
    /// The seats: `human`, or the name of a play.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The names of the players: of all seats, or of the people.
    #[serde(default)]
    pub names: PlayerNames,
    /// The play that the odds assume for people.
    pub people: String,
    /// The objective of optimal play. By default, two players play to win and more players for pairs.
    pub objective: Option<Objective>,
    /// Whether a player may pass.
    #[serde(default)]
    pub passing: bool,
    /// The memories; `None` for perfect memory.
    #[serde(default, deserialize_with = "parsed")]
    pub memory: Option<Remembered>,
}

/// How expensive the odds of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// No player decides.
    Robots,
    /// A player plays optimally or requests a hint, so every tactic of every position is evaluated.
    Best,
    /// Cards are forgotten: play can return to earlier states, and every score has its own cycles.
    Forgetful,
    /// Memories are separate: there is a table for each distribution of the remembered cards.
    Separate,
}

impl Effort {
    /// Returns the largest number of pairs with which the odds after a card take at most some tenths of a
    /// second.
    pub(crate) fn most(self, seats: usize) -> u16 {
        let limit = |pairs: u64| {
            // The number of tables, times the ways to share out the pairs of a table.
            let shares = (1..seats as u64).fold(1, |count, seat| count * (pairs + seat) / seat);
            let work = pairs * pairs * shares;
            match self {
                Self::Robots => work <= 2_000_000,
                Self::Best => work * pairs <= 4_000_000 && pairs <= 20,
                Self::Forgetful => work <= 20_000 && pairs <= 12,
                Self::Separate => work <= 300,
            }
        };
        (1..=MAX_PAIRS).take_while(|&pairs| limit(pairs.into())).last().unwrap_or(1)
    }
}

/// Returns the names of all seats. If only people have names, robots are called after their play.
///
/// # Errors
/// Returns an error if there is not a name for each seat or for each person, or a name is empty or used twice.
///
/// ```
/// use chancetree::family::PlayerNames;
/// use chancetree::play::memory::named_seats;
///
/// let seats = ["human".to_owned(), "robots".to_owned()];
/// let names = named_seats(&seats, &PlayerNames(Some(vec!["Ann".to_owned()])))?;
/// assert_eq!(names.0, Some(vec!["Ann".to_owned(), "robot 2".to_owned()]));
/// # Ok::<(), chancetree::family::Refusal>(())
/// ```
pub fn named_seats(seats: &[String], names: &PlayerNames) -> Result<PlayerNames, Refusal> {
    let Some(named) = &names.0 else { return Ok(PlayerNames::default()) };
    let people = seats.iter().filter(|seat| *seat == HUMAN).count();
    if named.len() != people || people == seats.len() {
        names.check(seats.len())?;
        return Ok(names.clone());
    }
    let mut people = named.iter().cloned();
    let name = |(number, seat): (usize, &String)| match seat == HUMAN {
        true => people.next().unwrap_or_default(),
        false => format!("{} {number}", played_by(seat)),
    };
    let all = PlayerNames(Some((1..).zip(seats).map(name).collect()));
    all.check(seats.len())?;
    Ok(all)
}

/// Returns the seats for names if no seats were typed. Each name is that of a person; one person plays against `other`.
///
/// ```
/// use chancetree::family::PlayerNames;
/// use chancetree::play::memory::usual_seats;
///
/// assert_eq!(usual_seats(&PlayerNames(Some(vec!["Ann".to_owned()])), "best"), ["human", "best"]);
/// ```
pub fn usual_seats(names: &PlayerNames, other: &str) -> Vec<String> {
    let people = names.0.as_ref().map_or(1, Vec::len);
    let mut seats = vec![HUMAN.to_owned(); people];
    seats.extend((people == 1).then(|| other.to_owned()));
    seats
}

/// Returns the options that keep the first `most` seats and their names.
///
/// ```
/// use chancetree::family::PlayerNames;
/// use chancetree::play::memory::first_seats;
///
/// let (seats, named) = (["human", "best", "human"].map(str::to_owned), |names: &[&str]| {
///     PlayerNames(Some(names.iter().map(|name| (*name).to_owned()).collect()))
/// });
/// assert_eq!(first_seats(&seats, &PlayerNames::default(), 2), "--seats human,best");
/// // The names belong to the people, or to all seats.
/// assert_eq!(first_seats(&seats, &named(&["Ann", "Ben"]), 2), "--seats human,best --names Ann");
/// assert_eq!(first_seats(&seats, &named(&["Ann", "Ben", "Cy"]), 2), "--seats human,best --names Ann,Ben");
/// ```
pub fn first_seats(seats: &[String], names: &PlayerNames, most: usize) -> String {
    let mut kept = seats[..most.min(seats.len())].to_vec();
    let named = names.0.as_deref().unwrap_or_default();
    // Names of people need a person.
    if !named.is_empty() && named.len() != seats.len() && !kept.iter().any(|seat| seat == HUMAN) {
        kept[0] = HUMAN.to_owned();
    }
    let count = match named.len() == seats.len() {
        true => kept.len(),
        false => kept.iter().filter(|seat| *seat == HUMAN).count(),
    };
    let options = [("seats", &kept[..]), ("names", &named[..count.min(named.len())])];
    let options = options.iter().filter(|(_, values)| !values.is_empty());
    options
        .map(|(name, values)| format!("--{name} {}", shell_word(&values.join(","))))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Seats {
    /// Returns the given objective or the default one. The default is to win if one of two players plays optimally,
    /// no player may pass, and no player forgets; otherwise it is pairs.
    fn effective_objective(&self) -> Objective {
        let best = self.seats.iter().chain([&self.people]).any(|strategy| strategy == "best");
        let two = self.seats.len() == 2 && !self.passing && self.memory.is_none();
        let usual = if two && best { Objective::Win } else { Objective::Pairs };
        self.objective.unwrap_or(usual)
    }

    /// Returns the options that keep the first `most` seats, with their names and memories.
    pub(crate) fn first(&self, most: usize) -> String {
        let seats = first_seats(&self.seats, &self.names, most);
        match &self.memory {
            Some(Remembered::Own(memories)) => format!("{seats} --memory {}", each_memory(memories, most)),
            _ => seats,
        }
    }

    /// Creates the setup of a game with the given deal. `open` reads policy files.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or if its odds would take too long after every card.
    pub fn setup(&self, deal: Vec<u16>, seed: u64, open: &PolicyReader<'_>) -> Result<Setup, Refusal> {
        let setup = self.setup_without_limit(deal, seed, open)?;
        let effort = match &setup.plays {
            // If players may pass, known pairs can be left on the table.
            SeatPlays::Perfect(plays) if self.passing || plays.contains(&Play::Best) => Effort::Best,
            SeatPlays::Perfect(_) => Effort::Robots,
            SeatPlays::Forgetful(..) => Effort::Forgetful,
            SeatPlays::Separate(..) => Effort::Separate,
        };
        let (pairs, players) = (setup.pairs(), self.seats.len());
        let most = effort.most(players);
        if pairs <= most {
            return Ok(setup);
        }
        let who = match effort {
            Effort::Robots => format!("{players} players have"),
            Effort::Best => format!("best play of {players} has"),
            Effort::Forgetful | Effort::Separate => format!("{players} players who forget have"),
        };
        Err(Refusal::new(format!("{pairs} pairs, but {who} boards of up to {most}"))
            .help(format!("--pairs {most}")))
    }

    /// Creates the setup for a page or a log, without the limit of time per card.
    ///
    /// # Errors
    /// Returns an error if there is no such game.
    pub fn setup_without_limit(
        &self,
        deal: Vec<u16>,
        seed: u64,
        open: &PolicyReader<'_>,
    ) -> Result<Setup, Refusal> {
        let Self { seats, people, passing, memory, .. } = self;
        let players = seats.len();
        let objective = self.effective_objective();
        if players > MAX_SEATS {
            return Err(Refusal::new(format!("{players} seats, but at most {MAX_SEATS} fit on the screen"))
                .help(self.first(MAX_SEATS)));
        }
        if people == HUMAN {
            return Err(Refusal::new(
                "--people must be a strategy, because the odds assume that people play it",
            )
            .help("--people robots"));
        }
        if players != 2 && objective == Objective::Win {
            return Err(Refusal::new(format!("{players} seats, but playing to win is defined for 2"))
                .help("--objective pairs"));
        }
        if *passing && (players != 2 || objective == Objective::Win || memory.is_some()) {
            return Err(Refusal::new("passing needs two players who play for pairs and forget nothing")
                .help("leave out --passing"));
        }
        let strategies: Vec<String> =
            seats.iter().map(|seat| if seat == HUMAN { people } else { seat }).cloned().collect();
        let policies = open(&strategies)?;
        let decide = PlaySettings::of(strategies, objective, *passing).with_policies(policies);
        let plays = match memory {
            None => SeatPlays::Perfect(decide.plays().map_err(|invalid| refused(invalid, seats))?),
            Some(_) if objective == Objective::Win => {
                return Err(
                    Refusal::new("with --memory, players must play for pairs").help("--objective pairs")
                );
            }
            Some(Remembered::Shared(memory)) => SeatPlays::Forgetful(decide.strategies()?, *memory),
            Some(Remembered::Own(memories)) if memories.len() != players => {
                let what = format!("{} memories, but {players} seats; one is for each", memories.len());
                return Err(Refusal::new(what).value("memory", each_memory(memories, players)));
            }
            Some(Remembered::Own(memories)) => SeatPlays::Separate(decide.strategies()?, memories.clone()),
        };
        Ok(Setup {
            deal,
            names: seats.clone(),
            players: named_seats(&self.seats, &self.names)?,
            people: people.clone(),
            plays,
            objective,
            passing: *passing,
            seed,
            pictures: None,
        })
    }

    /// Reads the seats of a log.
    ///
    /// # Errors
    /// Returns a message about a missing or invalid parameter.
    pub fn read(parameters: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let seats = names(&parameters["seats"])
            .filter(|seats| (1..=usize::from(game::MAX_SEATS)).contains(&seats.len()));
        let objective = text(&parameters["objective"]).and_then(|name| Objective::named(&name));
        let limit = |value: &Value| match value {
            Value::String(_) => text(value),
            value => value.as_u64().map(|cards| cards.to_string()),
        };
        let limits = match &parameters["memory"] {
            Value::Null => Some(None),
            Value::Array(limits) => limits.iter().map(limit).collect::<Option<Vec<_>>>().map(Some),
            one => limit(one).map(|one| Some(vec![one])),
        };
        let wrong =
            || "memory is not a number of cards, and not a list with one number for each seat".to_owned();
        let limits = limits.ok_or_else(wrong)?.map(|limits| limits.join(",").parse::<Remembered>());
        let called = match &parameters["names"] {
            Value::Null => None,
            list => Some(names(list).ok_or("names are not a list of names")?),
        };
        Ok(Self {
            seats: seats.ok_or("seats are missing or not a list of names")?,
            names: PlayerNames(called),
            people: text(&parameters["people"]).ok_or("people is missing or not a strategy")?,
            objective: Some(objective.ok_or("objective is pairs or win")?),
            passing: parameters["passing"] == true,
            memory: limits.transpose().map_err(|_| wrong())?,
        })
    }
}

/// Returns the value of `--memory` for `players` seats, in which the memories are repeated or left out.
fn each_memory(memories: &[Option<u16>], players: usize) -> String {
    let words = |cards: &Option<u16>| cards.map_or_else(|| "unlimited".to_owned(), |cards| cards.to_string());
    memories.iter().map(words).cycle().take(players).collect::<Vec<_>>().join(",")
}

/// Returns the word for a player of the program by the name of its play.
pub(crate) fn played_by(play: &str) -> &str {
    if play == "robots" { "robot" } else { play }
}

/// Describes invalid play in the options of this command, which are `--seats`, `--people` and `--passing`.
fn refused(invalid: InvalidPlay, seats: &[String]) -> Refusal {
    match invalid {
        InvalidPlay::Passing(what, verb) => {
            Refusal::new(format!("{what}, and play without --passing {verb} it")).help("--passing")
        }
        InvalidPlay::Unknown(wrong) if seats.contains(&wrong) => unknown_play("seats", seats, &wrong),
        // The unknown name is the play of people.
        InvalidPlay::Unknown(wrong) => unknown_play("people", std::slice::from_ref(&wrong), &wrong),
        InvalidPlay::File(refusal) => refusal,
    }
}
