//! `deal`: one deal of Memory for one player, turn by turn, and drawn.

mod list;

use super::described::Question;
use super::ending;
use super::fail::Fail;
use super::picture::Kind;
use super::print::{Answer, Answers, Format, Print};
use super::target::Target;
use super::watch::Watch;
use crate::family::Given;
use crate::games::solitaire::MOST_DEALT;
use crate::games::solitaire::deal::Deal;
use crate::games::solitaire::dealt::Dealt;
use clap::{Args, ValueEnum};
use list::Listed;
use serde_json::json;
use std::path::PathBuf;

/// How a deal is shown.
#[derive(Debug, Args)]
pub(super) struct Drawing {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Draw the link diagram, too [default: what the end of the name of the file
    /// says]
    #[arg(long = "as", value_enum, value_name = "FORMAT", conflicts_with = "all")]
    picture: Option<As>,
    /// The file of the diagram, or - for stdout, with nothing else there
    /// [default: in output/, named after the pairs]
    #[arg(short, long, value_name = "FILE|-", conflicts_with = "all")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// The most pairs of which all deals are listed: 135,135 of them.
const MOST_ALL: u16 = 7;

/// How a deal is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum As {
    /// A picture
    Svg,
    /// The same in pixels
    Png,
    /// The same for print
    Pdf,
    /// For Graphviz
    Dot,
}

pub(super) fn solitaire(question: &Question, (mut drawing,): (Drawing,), watch: &Watch) -> Result<(), Fail> {
    if let Some(output) = &drawing.output {
        drawing.picture = ending::needed("--as", drawing.picture, output)?;
    }
    let own = question.own()?;
    if own.is_given("all") {
        return list(own.whole("pairs"), drawing.format, watch);
    }
    let (deal, names) = deal(&own, watch)?;
    let game = Dealt::of(deal, names);
    let Some(picture) = drawing.picture else { return print(&game, drawing.format) };
    let (title, kind) = (game.title(), Kind::of(&picture));
    let end = kind.map_or("dot", Kind::name);
    let usual = || PathBuf::from("output").join(format!("solitaire-pairs{}-deal.{end}", game.deal.pairs()));
    let path = drawing.output.unwrap_or_else(usual);
    kind.map_or(Ok(()), |kind| kind.check(&path))?;
    let bytes = match kind {
        Some(kind) => kind.paint(game.arcs(&title).svg(), &title, None, watch)?,
        None => game.arcs(&title).dot().into_bytes(),
    };
    let mut target = Target::open(&path, drawing.force)?;
    if !target.put(&bytes)? {
        return Ok(());
    }
    if let Some(note) = target.finish(bytes.len() as u64)? {
        watch.note(&note);
        return print(&game, drawing.format);
    }
    Ok(())
}

/// The deal that was asked for, with the names of its cards in order.
fn deal(own: &Given, watch: &Watch) -> Result<(Deal, Vec<String>), Fail> {
    if let Some(cards) = own.text("cards") {
        let names: Vec<String> = cards
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        if names.len() > 2 * usize::from(MOST_DEALT) {
            let most = 2 * MOST_DEALT;
            return Err(Fail::usage(format!("{} cards, but at most {most} are played", names.len())));
        }
        let deal =
            Deal::new(&names).map_err(|error| Fail::usage(error.to_string()).help("--cards \"1 2 1 2\""))?;
        return Ok((deal, names));
    }
    let needed = || {
        Fail::usage("a deal is needed: --cards, or --pairs with --name, --seed or --all")
            .help("--pairs 6 --name typical")
    };
    let pairs = own.optional("pairs").ok_or_else(needed)?;
    let deal = match (own.word("name"), own.optional("seed")) {
        (Some("shortest"), _) => Deal::shortest(pairs),
        (Some("longest"), _) => Deal::longest(pairs),
        (Some(_), _) => {
            let stop = || watch.stopped();
            Deal::typical(pairs, stop).ok_or_else(|| watch.ended("before a typical deal was found"))?
        }
        (None, Some(seed)) => Deal::shuffled(pairs, seed),
        (None, None) => return Err(needed()),
    };
    let names = deal.cards().iter().map(|symbol| (symbol + 1).to_string()).collect();
    Ok((deal, names))
}

fn list(pairs: u16, format: Format, watch: &Watch) -> Result<(), Fail> {
    if pairs > MOST_ALL {
        let what = format!("all deals are listed up to {MOST_ALL} pairs; {pairs} have too many to read");
        return Err(Fail::usage(what).help(format!("--pairs {MOST_ALL} --all, or --pairs {pairs} --seed 1")));
    }
    let mut rows = Vec::new();
    for deal in Deal::all(pairs) {
        if watch.stopped() {
            return Err(watch.ended("before all deals were played"));
        }
        rows.push(Listed::of(&deal));
    }
    list::print(format, pairs, &rows)
}

fn print(game: &Dealt, format: Format) -> Result<(), Fail> {
    let mut parameters = json!({ "pairs": game.deal.pairs() });
    if let Format::Table(_) = format {
        parameters["cards"] = json!(game.names);
    }
    let all = [Answer { parameters, report: game.report() }];
    Answers::new("solitaire", "", false, &all).print(Print::new(format, None))
}
