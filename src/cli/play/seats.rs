//! Reads who sits at a board of Memory: as it is typed, and as a log has it.

use super::super::fail::Fail;
use super::super::policy::opened;
use super::super::spelled::spelled;
use crate::game::MOST_SEATS;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Decide;
use crate::games::memory::family::{Remembered, memory};
use crate::games::memory::policy::Play;
use crate::play::memory::{HUMAN, Setup, Ways};
use clap::Args;
use clap::builder::ArgPredicate;
use serde_json::Value;

/// Who sits where, and what they remember.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Players")]
pub(super) struct Seats {
    /// Who sits where, up to 8: human, or a way to play: robots, best, bold,
    /// safe, parity, zwick-paterson, a tactic T1 to T9, or a file that best
    /// --save wrote
    #[arg(
        long,
        value_name = "S1,S2,...",
        value_delimiter = ',',
        default_value = "human,robots",
        default_value_if("entry", ArgPredicate::IsPresent, "human,human")
    )]
    seats: Vec<String>,
    /// How the odds suppose that people play
    #[arg(long, value_name = "WAY", default_value = "robots")]
    people: String,
    /// What those want who play best [default: win between two, else pairs]
    ///
    /// Two who may pass, or who forget, play for pairs.
    #[arg(long, value_parser = spelled::<Objective>())]
    objective: Option<Objective>,
    /// Two known cards that are no pair may be shown: a pass. After two of them
    /// what is left is shared
    #[arg(long)]
    passing: bool,
    /// Cards that all players remember together, or unlimited; or one limit for
    /// each player: 2,5. What is too much is forgotten at random, and they are
    /// bold or safe (Sjölund & Åstrand) [default: unlimited]
    #[arg(long, value_name = "M|M1,M2", allow_hyphen_values = true, value_parser = memory)]
    memory: Option<Remembered>,
}

/// The most seats that the screen has room for.
pub(super) const MOST: usize = 8;

/// The reason for which odds take long to work out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
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
    pub(super) fn most(self, seats: usize) -> u16 {
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
        (1..=super::MOST_PAIRS).take_while(|&pairs| limit(pairs.into())).last().unwrap_or(1)
    }
}

impl Seats {
    /// Returns the number of seats.
    pub(super) fn count(&self) -> usize {
        self.seats.len()
    }

    /// Returns what those want who play best. Somebody has to: between robots nobody wants anything.
    fn wanted(&self) -> Objective {
        let best = self.seats.iter().chain([&self.people]).any(|way| way == "best");
        let two = self.seats.len() == 2 && !self.passing && self.memory.is_none();
        let usual = if two && best { Objective::Win } else { Objective::Pairs };
        self.objective.unwrap_or(usual)
    }

    /// Returns `true` if the players forget.
    pub(super) fn forget(&self) -> bool {
        self.memory.is_some()
    }

    /// Returns what helps if a page cannot play this.
    pub(super) fn help_of_page(&self) -> &'static str {
        match self.memory {
            Some(Remembered::Own(_)) => "--memory 3",
            _ => "--seats human,robots",
        }
    }

    /// The game on a board that is dealt like this.
    pub(super) fn setup(&self, deal: Vec<u16>, seed: u64) -> Result<Setup, Fail> {
        self.placed(deal, seed, true)
    }

    /// Returns the same game for a page or a log, where nobody waits for the odds at every card.
    pub(super) fn setup_at_leisure(&self, deal: Vec<u16>, seed: u64) -> Result<Setup, Fail> {
        self.placed(deal, seed, false)
    }

    fn placed(&self, deal: Vec<u16>, seed: u64, at_every_card: bool) -> Result<Setup, Fail> {
        let Self { seats, people, passing, memory, .. } = self;
        let players = seats.len();
        let objective = self.wanted();
        if players > MOST {
            return Err(Fail::usage(format!("{players} seats, but at most {MOST} fit on the screen"))
                .help("--seats human,robots"));
        }
        if people == HUMAN {
            return Err(
                Fail::usage("--people says how the odds suppose that people play").help("--people robots")
            );
        }
        if players != 2 && objective == Objective::Win {
            return Err(Fail::usage(format!("{players} seats, but playing to win is defined for 2"))
                .help("--objective pairs"));
        }
        if *passing && (players != 2 || objective == Objective::Win || memory.is_some()) {
            return Err(Fail::usage("passing is for two players who play for pairs and forget nothing")
                .help("leave out --passing"));
        }
        let ways: Vec<String> =
            seats.iter().map(|seat| if seat == HUMAN { people } else { seat }).cloned().collect();
        let policies = opened(&ways)?;
        let decide = Decide::of(ways, objective, *passing).with_policies(policies);
        let pairs = (deal.len() / 2) as u16;
        let ways = match memory {
            None => Ways::Perfect(decide.plays().map_err(|refusal| {
                Fail::from(refusal)
                    .typed("--rules tactical", "--passing")
                    .typed("--rules no-pass", "play without --passing")
            })?),
            Some(_) if objective == Objective::Win => {
                return Err(
                    Fail::usage("with --memory the game is played for pairs").help("--objective pairs")
                );
            }
            Some(Remembered::Shared(memory)) => Ways::Forgetful(decide.strategies("robots")?, *memory),
            Some(Remembered::Own(memories)) if memories.len() != players => {
                let memories = memories.len();
                return Err(Fail::usage(format!(
                    "{memories} memories, but {players} seats; one is for each"
                ))
                .help("--seats human,robots --memory 2,5"));
            }
            Some(Remembered::Own(memories)) => Ways::Own(decide.strategies("robots")?, memories.clone()),
        };
        let effort = match &ways {
            // If somebody may pass, known pairs are left lying.
            Ways::Perfect(plays) if *passing || plays.contains(&Play::Best) => Effort::Best,
            Ways::Perfect(_) => Effort::Robots,
            Ways::Forgetful(..) => Effort::Forgetful,
            Ways::Own(..) => Effort::Own,
        };
        let most = effort.most(players);
        if at_every_card && pairs > most {
            let who = match effort {
                Effort::Robots => format!("{players} players have"),
                Effort::Best => format!("best play of {players} has"),
                Effort::Forgetful | Effort::Own => format!("{players} players who forget have"),
            };
            return Err(Fail::usage(format!("{pairs} pairs, but {who} boards of up to {most}"))
                .help(format!("--pairs {most}")));
        }
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

    /// The seats of a log.
    pub(super) fn read(parameters: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let seats: Option<Vec<String>> =
            parameters["seats"].as_array().and_then(|seats| seats.iter().map(text).collect());
        let seats = seats.filter(|seats| (1..=usize::from(MOST_SEATS)).contains(&seats.len()));
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
