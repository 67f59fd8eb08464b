//! The players at a board of Memory, and the setup that follows: as people say it, and as a log has it.

use super::setup::{HUMAN, Setup, Ways};
use crate::family::{Help, Refusal};
use crate::game;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Decide, MOST_PLAYED, Remembered, memory};
use crate::games::memory::policy::Play;
use crate::log::names;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most pairs of a board that people play on.
pub const MOST_PAIRS: u16 = MOST_PLAYED;

/// The most seats that a screen has room for.
pub const MOST_SEATS: usize = 8;

/// Texts of policy files, by the names of the ways to play that they are: each with the name that people are told.
pub type Policies = BTreeMap<String, (String, String)>;

/// Reads the policy files among ways to play; other ways are left alone.
pub type Open<'a> = dyn Fn(&[String]) -> Result<Policies, Refusal> + 'a;

/// The players, seat by seat, and what they remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The seats: `human`, or a way to play.
    pub seats: Vec<String>,
    /// The way in which the odds suppose that people play.
    pub people: String,
    /// The objective of those who play best; by default to win between two, else pairs.
    pub objective: Option<Objective>,
    /// True if a player may pass.
    pub passing: bool,
    /// The cards that are remembered; all, if `None`.
    pub memory: Option<Remembered>,
}

/// The reason for which odds take long to work out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Nobody decides.
    Robots,
    /// Somebody plays best, or asks for a hint: every tactic of every position is valued.
    Best,
    /// Cards are forgotten: play comes back, and every score has cycles of its own.
    Forgetful,
    /// Each player forgets by himself: a table for each way to share out what is remembered.
    Own,
}

impl Effort {
    /// The most pairs of a board with so many seats, so that the odds of a card take some tenths of a second at worst.
    pub fn most(self, seats: usize) -> u16 {
        let limit = |pairs: u64| {
            // Tables, and on each of them all ways to share out the pairs.
            let shares = (1..seats as u64).fold(1, |ways, seat| ways * (pairs + seat) / seat);
            let work = pairs * pairs * shares;
            match self {
                Self::Robots => work <= 2_000_000,
                Self::Best => work * pairs <= 4_000_000 && pairs <= 20,
                Self::Forgetful => work <= 20_000 && pairs <= 12,
                Self::Own => work <= 300,
            }
        };
        (1..=MOST_PAIRS).take_while(|&pairs| limit(pairs.into())).last().unwrap_or(1)
    }
}

impl Seats {
    /// Returns what those want who play best. Somebody has to: between robots nobody wants anything.
    fn wanted(&self) -> Objective {
        let best = self.seats.iter().chain([&self.people]).any(|way| way == "best");
        let two = self.seats.len() == 2 && !self.passing && self.memory.is_none();
        let usual = if two && best { Objective::Win } else { Objective::Pairs };
        self.objective.unwrap_or(usual)
    }

    /// The game on a board that is dealt like this; `open` reads policy files among the ways to play.
    ///
    /// # Errors
    /// If there is no such game, or its odds take longer than anybody waits at every card.
    pub fn setup(&self, deal: Vec<u16>, seed: u64, open: &Open<'_>) -> Result<Setup, Refusal> {
        let setup = self.setup_at_leisure(deal, seed, open)?;
        let effort = match &setup.ways {
            // If somebody may pass, known pairs are left lying.
            Ways::Perfect(plays) if self.passing || plays.contains(&Play::Best) => Effort::Best,
            Ways::Perfect(_) => Effort::Robots,
            Ways::Forgetful(..) => Effort::Forgetful,
            Ways::Own(..) => Effort::Own,
        };
        let (pairs, players) = (setup.pairs(), self.seats.len());
        let most = effort.most(players);
        if pairs <= most {
            return Ok(setup);
        }
        let who = match effort {
            Effort::Robots => format!("{players} players have"),
            Effort::Best => format!("best play of {players} has"),
            Effort::Forgetful | Effort::Own => format!("{players} players who forget have"),
        };
        Err(Refusal::new(format!("{pairs} pairs, but {who} boards of up to {most}"))
            .help(format!("--pairs {most}")))
    }

    /// Returns the same game for a page or a log, where nobody waits for the odds at every card.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn setup_at_leisure(&self, deal: Vec<u16>, seed: u64, open: &Open<'_>) -> Result<Setup, Refusal> {
        let Self { seats, people, passing, memory, .. } = self;
        let players = seats.len();
        let objective = self.wanted();
        if players > MOST_SEATS {
            return Err(Refusal::new(format!("{players} seats, but at most {MOST_SEATS} fit on the screen"))
                .help("--seats human,robots"));
        }
        if people == HUMAN {
            return Err(
                Refusal::new("--people says how the odds suppose that people play").help("--people robots")
            );
        }
        if players != 2 && objective == Objective::Win {
            return Err(Refusal::new(format!("{players} seats, but playing to win is defined for 2"))
                .help("--objective pairs"));
        }
        if *passing && (players != 2 || objective == Objective::Win || memory.is_some()) {
            return Err(Refusal::new("passing is for two players who play for pairs and forget nothing")
                .help("leave out --passing"));
        }
        let ways: Vec<String> =
            seats.iter().map(|seat| if seat == HUMAN { people } else { seat }).cloned().collect();
        let policies = open(&ways)?;
        let decide = Decide::of(ways, objective, *passing).with_policies(policies);
        let ways = match memory {
            None => Ways::Perfect(decide.plays().map_err(|refusal| in_options(refusal, seats))?),
            Some(_) if objective == Objective::Win => {
                return Err(
                    Refusal::new("with --memory the game is played for pairs").help("--objective pairs")
                );
            }
            Some(Remembered::Shared(memory)) => Ways::Forgetful(decide.strategies()?, *memory),
            Some(Remembered::Own(memories)) if memories.len() != players => {
                let memories = memories.len();
                return Err(Refusal::new(format!(
                    "{memories} memories, but {players} seats; one is for each"
                ))
                .help("--seats human,robots --memory 2,5"));
            }
            Some(Remembered::Own(memories)) => Ways::Own(decide.strategies()?, memories.clone()),
        };
        Ok(Setup {
            deal,
            names: seats.clone(),
            people: people.clone(),
            ways,
            objective,
            passing: *passing,
            seed,
            pictures: None,
        })
    }

    /// Reads the seats of a log.
    ///
    /// # Errors
    /// Says what is missing or wrong.
    pub fn read(parameters: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let seats = names(&parameters["seats"])
            .filter(|seats| (1..=usize::from(game::MOST_SEATS)).contains(&seats.len()));
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
        let wrong = || "memory is no number of cards, nor one for each seat".to_owned();
        let limits = limits.ok_or_else(wrong)?.map(|limits| memory(&limits.join(",")));
        Ok(Self {
            seats: seats.ok_or("seats are missing, or no list of names")?,
            people: text(&parameters["people"]).ok_or("people is missing, or not a way to play")?,
            objective: Some(objective.ok_or("objective is pairs or win")?),
            passing: parameters["passing"] == true,
            memory: limits.transpose().map_err(|_| wrong())?,
        })
    }
}

/// The refusal of a way to play, in the options of a game in which passing is one of its own, and some seats are of people.
fn in_options(Refusal { what, help }: Refusal, seats: &[String]) -> Refusal {
    let own = |ways: String| {
        let each_way = || seats.iter().zip(ways.split(','));
        let each: Vec<&str> = each_way().map(|(seat, way)| if seat == HUMAN { HUMAN } else { way }).collect();
        if !each.iter().eq(seats) {
            return Help::Value("seats", each.join(","));
        }
        // It is people who do not play so.
        match each_way().find(|(seat, _)| *seat == HUMAN) {
            Some((_, way)) => Help::Value("people", way.to_owned()),
            None => Help::Value("play", ways.clone()),
        }
    };
    let passing = |options: String| {
        options.replace("--rules tactical", "--passing").replace("--rules no-pass", "play without --passing")
    };
    let help = help.map(|help| match help {
        Help::Value("play", ways) => own(ways),
        Help::Options(options) => Help::Options(passing(options)),
        other => other,
    });
    Refusal { what: passing(what), help }
}
