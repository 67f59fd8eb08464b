//! `deal`: one deal of Memory for one player, turn by turn, and drawn.

use super::commands::Invocation;
use super::context::Context;
use super::fail::Fail;
use super::picture::PictureFormat;
use super::print::{self, Format, Print};
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

pub(super) fn solitaire(
    question: &Invocation<'_>,
    (drawing,): (Drawing,),
    context: &Context,
) -> Result<(), Fail> {
    let own = question.own()?;
    let drawn = match drawing.format {
        Format::Own(name) => Some(PictureFormat::named(name)),
        _ => None,
    };
    if own.is_given("all") {
        if drawn.is_some() {
            return Err(Fail::usage("a diagram is of one deal, not of all").help("-o deals.csv"));
        }
        return list(own.whole("pairs"), drawing.format, context);
    }
    drawn.flatten().map_or(Ok(()), |kind| kind.check(Path::new("-"), context))?;
    let game = Dealt::asked(&own, || context.stopped())?
        .ok_or_else(|| context.ended("before a typical deal was found"))?;
    let title = game.title();
    match drawn {
        Some(Some(kind)) => kind.print(game.arcs(&title).svg(), &title, context),
        Some(None) => context.output().drawing(&game.arcs(&title).dot()),
        None => print(&game, drawing.format, context),
    }
}

/// Prints all deals of `pairs` pairs, a line each.
fn list(pairs: u16, format: Format, context: &Context) -> Result<(), Fail> {
    let mut all = Vec::new();
    for deal in Listed::all(pairs)? {
        if context.stopped() {
            return Err(context.ended("before all deals were played"));
        }
        all.push(deal);
    }
    print::long("solitaire", &json!({ "pairs": pairs }), &all, Listed::table, Print::plain(format), context)
}

fn print(game: &Dealt, format: Format, context: &Context) -> Result<(), Fail> {
    let mut parameters = game.parameters();
    if let Format::Table(_) = format {
        parameters["cards"] = json!(game.names);
    }
    print::one("solitaire", parameters, game.report(), Print::plain(format), context)
}
