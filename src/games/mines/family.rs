//! The description of the family: its parameters, and the game that follows from them.

use super::field::Field;
use super::game::{Aim, FirstClick, Mines, Play, Start, Ties};
use crate::family::{Family, Given, Instance, Parameter, Playable, Refusal, Verb, Worth};

/// Minesweeper, as a family.
pub struct Minesweeper;

const PARAMETERS: [Parameter; 3] = [
    Parameter::whole("rows", "Rows of the board", 1, 255).or("4"),
    Parameter::whole("cols", "Columns of the board", 1, 255).or("4"),
    Parameter::whole("mines", "Mines on it", 0, 65535).or("3"),
];

impl Family for Minesweeper {
    fn name(&self) -> &'static str {
        "mines"
    }

    fn about(&self) -> &'static str {
        "Minesweeper: lowest risk, best play, the risk of every cell"
    }

    fn source(&self) -> &'static str {
        "Lindgren 2000"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--rows 4 --cols 4 --mines 3"]
    }

    fn game(&self, given: &Given) -> Result<Box<dyn Playable>, Refusal> {
        let field = Field::new(given.whole("rows"), given.whole("cols"), given.whole("mines"))?;
        let game = Mines::new(field, Play::Lowest(Ties::Random), Start::Anywhere, FirstClick::Any)?;
        Ok(Instance::new(game, Worth::Wins { nobody: None }, Aim::Win).boxed())
    }

    fn tailored(&self) -> &'static [Verb] {
        &Verb::ALL
    }
}
