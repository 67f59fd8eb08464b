//! `deal`: one deal of Memory for one player, turn by turn, and drawn.

use super::described::Inquiry;
use super::fail::Fail;
use super::picture::PictureFormat;
use super::print::{self, Format, Print};
use super::watch::Watch;
use crate::games::solitaire::dealt::{Dealt, Listed};
use clap::Args;
use serde_json::json;
use std::path::Path;

/// The form in which a deal is shown.
#[derive(Debug, Args)]
pub(super) struct Drawing {
    /// How to print the result, or to draw the link diagram
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn solitaire(question: &Inquiry, (drawing,): (Drawing,), watch: &Watch) -> Result<(), Fail> {
    let own = question.own()?;
    let drawn = match drawing.format {
        Format::Own(name) => Some(PictureFormat::named(name)),
        _ => None,
    };
    if own.is_given("all") {
        if drawn.is_some() {
            return Err(Fail::usage("a diagram is of one deal, not of all").help("-o deals.csv"));
        }
        return list(own.whole("pairs"), drawing.format, watch);
    }
    drawn.flatten().map_or(Ok(()), |kind| kind.check(Path::new("-")))?;
    let game = Dealt::asked(&own, || watch.stopped())?
        .ok_or_else(|| watch.ended("before a typical deal was found"))?;
    let title = game.title();
    match drawn {
        Some(Some(kind)) => kind.print(game.arcs(&title).svg(), &title, watch),
        Some(None) => print::drawing(&game.arcs(&title).dot()),
        None => print(&game, drawing.format),
    }
}

/// Prints all deals of so many pairs, a line each.
fn list(pairs: u16, format: Format, watch: &Watch) -> Result<(), Fail> {
    let mut all = Vec::new();
    for deal in Listed::all(pairs)? {
        if watch.stopped() {
            return Err(watch.ended("before all deals were played"));
        }
        all.push(deal);
    }
    print::long("solitaire", &json!({ "pairs": pairs }), &all, Listed::table, Print::plain(format))
}

fn print(game: &Dealt, format: Format) -> Result<(), Fail> {
    let mut parameters = game.parameters();
    if let Format::Table(_) = format {
        parameters["cards"] = json!(game.names);
    }
    print::one("solitaire", parameters, game.report(), Print::plain(format))
}
