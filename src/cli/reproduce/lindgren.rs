//! Lindgren (2000): mine probabilities from equations over zeros and ones, worked examples, a game played
//! through, and a simulation study.
//!
//! What was printed is stored as printed; what is true follows from the positions.

mod examples;
mod played;
mod tables;

use super::{Row, Section, Study};
use crate::cli::fail::{Fail, Status};
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational};
use chancetree::games::mines::board::Board;
use chancetree::games::mines::risk::{Risk, Unknown};

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    let mut sections = examples::sections(watch)?;
    sections.push(played::section(watch)?);
    sections.extend(tables::sections(watch)?);
    Ok(Study { name: "lindgren", title: "Lindgren (2000), A study of Minesweeper", sections })
}

/// The probabilities of a position that is written here.
fn risk(text: &str, watch: &Watch) -> Result<Risk, Fail> {
    let board: Board = text.parse().expect("the position is written right");
    Risk::of(&board, &watch.run()).map_err(|why| unknown(why, watch))
}

fn unknown(why: Unknown, watch: &Watch) -> Fail {
    match why {
        Unknown::Engine(error) => watch.explain(error),
        other => Fail::new(Status::Failed, other.to_string()),
    }
}

/// Whether a decimal as printed is the value, rounded or cut to its digits.
fn is_printed(printed: &str, value: &Rational) -> bool {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let cut = exact::decimal(value, digits + 30);
    let rounded = exact::decimal(value, digits);
    let cut = if digits == 0 { cut.split('.').next().unwrap_or_default() } else { &cut[..cut.len() - 30] };
    printed == rounded || printed == cut
}
