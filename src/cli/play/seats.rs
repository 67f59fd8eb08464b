//! Who sits at a board of Memory: as it is typed, and as a log has it.

use super::super::decide::{Decide, ObjectiveName};
use super::super::fail::Fail;
use super::super::range::whole;
use chancetree::game::MOST_SEATS;
use chancetree::games::memory::MOST_PAIRS;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting;
use chancetree::games::memory::policy::Play;
use chancetree::play::memory::{HUMAN, Setup, Ways};
use clap::{Args, ValueEnum as _};
use serde_json::Value;

/// Who sits where, and what they remember.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Players")]
pub(super) struct Seats {
    /// Who sits where, up to 8: human, or a way to play: robots, best, bold,
    /// safe, parity, a tactic T1 to T9, or a file that best --save wrote
    #[arg(long, value_name = "S1,S2,...", value_delimiter = ',', default_value = "human,robots")]
    seats: Vec<String>,
    /// How the odds suppose that people play
    #[arg(long, value_name = "WAY", default_value = "robots")]
    people: String,
    /// What those want who play best
    #[arg(long, value_enum, default_value = "pairs")]
    objective: ObjectiveName,
    /// Cards that all players remember together; what is too much is forgotten
    /// by lot, and they are bold or safe (Sjölund & Åstrand) [default:
    /// unlimited]
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = whole(0, 2 * MOST_PAIRS))]
    memory: Option<u16>,
}

/// The most seats that the screen has room for.
pub(super) const MOST: usize = 8;

/// The most pairs of a board with somebody who plays best, or for a hint.
pub(super) const MOST_BEST: u16 = 20;

/// The most pairs of a board where cards are forgotten: play comes back, and every score has cycles of its own.
const MOST_FORGETFUL: u16 = 12;

impl Seats {
    /// The game on a board that is dealt like this.
    pub(super) fn setup(&self, deal: Vec<u16>, seed: u64) -> Result<Setup, Fail> {
        let Self { seats, people, objective, memory } = self;
        let players = seats.len();
        if players > MOST {
            return Err(Fail::usage(format!("{players} seats, but at most {MOST} fit on the screen"))
                .help("--seats human,robots"));
        }
        if people == HUMAN {
            return Err(
                Fail::usage("--people says how the odds suppose that people play").help("--people robots")
            );
        }
        if players != 2 && *objective == ObjectiveName::Win {
            return Err(Fail::usage(format!("{players} seats, but playing to win is defined for 2"))
                .help("--objective pairs"));
        }
        let ways: Vec<String> =
            seats.iter().map(|seat| if seat == HUMAN { people } else { seat }).cloned().collect();
        let decide = Decide::of(ways, *objective);
        let pairs = (deal.len() / 2) as u16;
        let most = |most: u16, whose: &str| match pairs > most {
            true => Err(Fail::usage(format!("{pairs} pairs, but {whose} on boards of up to {most}"))
                .help(format!("--pairs {most}"))),
            false => Ok(()),
        };
        let ways = match memory {
            None => {
                let plays = decide.plays()?;
                if plays.contains(&Play::Best) {
                    most(MOST_BEST, "best is played")?;
                }
                Ways::Perfect(plays)
            }
            Some(_) if *objective == ObjectiveName::Win => {
                return Err(
                    Fail::usage("with --memory the game is played for pairs").help("--objective pairs")
                );
            }
            Some(memory) => {
                most(MOST_FORGETFUL, "cards are forgotten")?;
                let plays: Vec<forgetting::Play> = decide.strategies("robots")?;
                Ways::Forgetful(plays, Some(*memory))
            }
        };
        let objective = match objective {
            ObjectiveName::Pairs => Objective::Pairs,
            ObjectiveName::Win => Objective::Win,
        };
        Ok(Setup { deal, names: seats.clone(), people: people.clone(), ways, objective, seed })
    }

    /// The seats of a log.
    pub(super) fn read(parameters: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let seats: Option<Vec<String>> =
            parameters["seats"].as_array().and_then(|seats| seats.iter().map(text).collect());
        let seats = seats.filter(|seats| (1..=usize::from(MOST_SEATS)).contains(&seats.len()));
        let objective =
            text(&parameters["objective"]).and_then(|name| ObjectiveName::from_str(&name, false).ok());
        let memory = &parameters["memory"];
        Ok(Self {
            seats: seats.ok_or("seats are missing, or no list of names")?,
            people: text(&parameters["people"]).ok_or("people is missing, or no way to play")?,
            objective: objective.ok_or("objective is pairs or win")?,
            memory: match memory.as_u64().map(u16::try_from) {
                Some(Ok(cards)) => Some(cards),
                None if memory.is_null() => None,
                _ => return Err("memory is no number of cards".to_owned()),
            },
        })
    }
}
