//! `deal`: one deal of Memory for one player, turn by turn, and drawn.

use super::context::Context;
use super::described::Inquiry;
use super::ending;
use super::fail::Fail;
use super::picture::{PAINTS, PictureFormat};
use super::print::{self, Format, Print};
use super::target::Target;
use crate::games::solitaire::dealt::{Dealt, Listed};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

/// The form in which a deal is shown.
#[derive(Debug, Args)]
pub(super) struct Drawing {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Draw the link diagram, too [default: what the end of the name of the file
    /// says]
    #[arg(long = "as", value_enum, value_name = "FORMAT", conflicts_with = "all")]
    picture: Option<DrawnAs>,
    /// The file of the diagram, or - for stdout, with nothing else there
    /// [default: in output/, named after the pairs]; or of the result, if its
    /// name ends in json, csv, md, tex or txt
    #[arg(short, long, value_name = "FILE|-")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// The formats in which a deal is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawnAs {
    /// A picture
    Svg,
    /// The same in pixels
    #[value(hide = !PAINTS)]
    Png,
    /// The same for print
    #[value(hide = !PAINTS)]
    Pdf,
    /// For Graphviz
    Dot,
}

pub(super) fn solitaire(
    question: &Inquiry<'_>,
    (mut drawing,): (Drawing,),
    context: &Context,
) -> Result<(), Fail> {
    // Results go to the file by themselves.
    if let Some(output) = drawing.output.as_ref().filter(|_| !context.output().has_file()) {
        drawing.picture = ending::needed("--as", drawing.picture, output)?;
    }
    let own = question.own()?;
    if own.is_given("all") {
        if drawing.picture.is_some() {
            return Err(Fail::usage("a diagram is of one deal, not of all").help("-o deals.csv"));
        }
        return list(own.whole("pairs"), drawing.format, context);
    }
    let game = Dealt::asked(&own, || context.stopped())?
        .ok_or_else(|| context.ended("before a typical deal was found"))?;
    let Some(picture) = drawing.picture else { return print(&game, drawing.format, context) };
    let (title, kind) = (game.title(), PictureFormat::of(&picture));
    let end = ending::name(&picture);
    let usual = || PathBuf::from("output").join(format!("solitaire-pairs{}-deal.{end}", game.deal.pairs()));
    let path = drawing.output.unwrap_or_else(usual);
    kind.map_or(Ok(()), |kind| kind.check(&path, context))?;
    let bytes = match kind {
        Some(kind) => kind.paint(game.arcs(&title).svg(), &title, None, context)?,
        None => game.arcs(&title).dot().into_bytes(),
    };
    let mut target = Target::open(&path, drawing.force, ["-o", "deal.svg"], context)?;
    if !target.put(&bytes)? {
        return Ok(());
    }
    if let Some(note) = target.finish(bytes.len() as u64)? {
        context.note(&note);
        return print(&game, drawing.format, context);
    }
    Ok(())
}

/// Prints all deals of so many pairs, a line each.
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
