//! Games of Minesweeper, as verbs with code of their own ask for them.

use super::described::Question;
use super::fail::Fail;
use super::position::Known;
use super::watch::Watch;
use crate::family::Given;
use crate::games::mines::family::{Asked, Position, SMALL};
use crate::games::mines::field::Field;
use crate::games::mines::game::{FirstClick, Mines, Play, Start, Ties};
use crate::games::mines::grid::Impossible;
use std::path::Path;

/// The games that the odds are asked of.
pub(crate) fn games(question: &Question, watch: &Watch) -> Result<Vec<(Given, Mines)>, Fail> {
    let all = question.games()?;
    question.fits(&all, watch)?;
    all.into_iter().map(|given| game(&given, question, watch).map(|game| (given, game))).collect()
}

fn game(given: &Given, question: &Question, watch: &Watch) -> Result<Mines, Fail> {
    let (asked, refused) = (Asked(given), |refusal| question.refused(refusal));
    asked.how().map_err(refused)?;
    let options = simulated(asked);
    let Some(position) = asked.position().map_err(refused)? else {
        return asked.fresh(field(asked, question, &options)?).map_err(refused);
    };
    let path = Path::new(given.text("board").unwrap_or_default());
    let field = of_position(&position, &options)?;
    let begun = asked.begun(field, &position.board).map_err(refused)?;
    begun.map_err(|why| Known(asked.known()).disagrees(path, position.board, why, watch))
}

/// Returns the field of a position; if it is too large, `options` are those of the simulation that answers instead.
pub(crate) fn of_position(position: &Position, options: &str) -> Result<Field, Fail> {
    let instead = format!("chancetree simulate mines --board {}{options}", position.typed);
    position.field().map_err(|refusal| Fail::usage(refusal.what).help(instead))
}

/// Returns a fresh board; if it is too large, `options` are those of the simulation that answers instead.
pub(crate) fn field(asked: Asked<'_>, question: &Question, options: &str) -> Result<Field, Fail> {
    let ((rows, cols), mines) = asked.laid().map_err(|refusal| question.refused(refusal))?;
    Field::new(rows, cols, mines).map_err(|error| {
        let board = match asked.known().preset {
            Some(preset) => format!("--preset {}", preset.name()),
            None => format!("--rows {rows} --cols {cols} --mines {mines}"),
        };
        Fail::usage(error.to_string()).help(match error {
            Impossible::Mines { .. } => question.small_board(),
            _ => format!("chancetree simulate mines {board}{options}"),
        })
    })
}

impl Question {
    /// A board that can be played, as it is typed.
    pub(crate) fn small_board(&self) -> String {
        format!("chancetree {} mines {SMALL}", self.verb())
    }
}

/// Returns what is typed to simulate the same game, the board left out.
fn simulated(asked: Asked<'_>) -> String {
    let mut options = String::new();
    match asked.how() {
        Ok(Play::Best) => options.push_str(" --play strong"),
        Ok(Play::Lowest(ties)) if ties != Ties::Free && asked.0.is_given("ties") => {
            options.push_str(&format!(" --ties {}", ties.name()));
        }
        _ => {}
    }
    if !matches!(asked.start(), Start::Anywhere | Start::Chosen) {
        options.push_str(&format!(" --start {}", asked.start()));
    }
    if asked.first_click() != FirstClick::Any {
        options.push_str(&format!(" --first-click {}", asked.first_click().name()));
    }
    options
}
