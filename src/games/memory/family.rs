//! The description of the family: its parameters, and the game that follows from them.

use super::{MOST_PAIRS, Memory};
use crate::family::{Family, Given, Instance, Parameter, Playable, Refusal, Verb, Worth};
use crate::game::MOST_SEATS;
use crate::payoff::Gain;

/// Memory for several players, as a family.
pub struct Concentration;

const PARAMETERS: [Parameter; 2] = [
    Parameter::whole("pairs", "Pairs of the board", 1, MOST_PAIRS as u64).or("8"),
    Parameter::whole("players", "Players", 1, MOST_SEATS as u64).or("2").shown_as("P"),
];

impl Family for Concentration {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn about(&self) -> &'static str {
        "Memory (Concentration, Pairs) between robots that forget nothing"
    }

    fn source(&self) -> &'static str {
        "Bondarenko 2021"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--pairs 8"]
    }

    fn game(&self, given: &Given) -> Result<Box<dyn Playable>, Refusal> {
        let game = Memory::new(given.whole("pairs"), given.whole("players"))?;
        Ok(Instance::new(game, Worth::Expected("pairs"), Gain).boxed())
    }

    fn tailored(&self) -> &'static [Verb] {
        &Verb::ALL
    }
}
