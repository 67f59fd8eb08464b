//! A deal of Memory for one player.

mod list;

use super::super::described::Question;
use super::super::ending;
use super::super::fail::Fail;
use super::super::picture::Kind;
use super::super::print::{Answer, Answers, Format, Print, count};
use super::super::target::Target;
use super::super::watch::Watch;
use crate::exact::{Integer, ratio};
use crate::export::chart::Arcs;
use crate::family::{Datum, Given, Report, Table};
use crate::games::solitaire::deal::{Block, Deal, Step};
use crate::games::solitaire::{MOST_DEALT, means};
use crate::random::Random;
use clap::{Args, ValueEnum};
use list::Listed;
use serde_json::json;
use std::path::PathBuf;

/// How a deal is shown.
#[derive(Debug, Args)]
pub(in crate::cli) struct Drawing {
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

pub(in crate::cli) fn solitaire(
    question: &Question,
    (mut drawing,): (Drawing,),
    watch: &Watch,
) -> Result<(), Fail> {
    if let Some(output) = &drawing.output {
        drawing.picture = ending::needed("--as", drawing.picture, output)?;
    }
    let own = question.own()?;
    if own.is_given("all") {
        return list(own.whole("pairs"), drawing.format, watch);
    }
    let (deal, names) = deal(&own, watch)?;
    let game = Game::of(deal, names);
    let Some(picture) = drawing.picture else { return game.print(drawing.format) };
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
        return game.print(drawing.format);
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
        (Some(_), _) => typical(pairs, watch)?,
        (None, Some(seed)) => shuffled(pairs, seed),
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

/// A random deal.
fn shuffled(pairs: u16, seed: u64) -> Deal {
    let mut random = Random::seeded(seed);
    Deal::random(pairs, |below| random.below(below as u64) as usize)
}

/// The first random deal with the expected number of turns, rounded.
fn typical(pairs: u16, watch: &Watch) -> Result<Deal, Fail> {
    let expected: Integer = (means::turns(pairs) + ratio(1, 2)).floor().to_integer();
    let mut seeds = 1..;
    loop {
        if watch.stopped() {
            return Err(watch.ended("before a typical deal was found"));
        }
        let deal = shuffled(pairs, seeds.next().expect("seeds do not end"));
        if Integer::from(deal.play().len()) == expected {
            return Ok(deal);
        }
    }
}

/// A deal, played.
struct Game {
    deal: Deal,
    names: Vec<String>,
    steps: Vec<Step>,
    blocks: Vec<Block>,
}

impl Game {
    fn of(deal: Deal, names: Vec<String>) -> Self {
        let (steps, blocks) = (deal.play(), deal.blocks());
        Self { deal, names, steps, blocks }
    }

    fn title(&self) -> String {
        let pairs = self.deal.pairs();
        let (pairs, turns) = (count(pairs, "pair"), count(self.steps.len(), "turn"));
        format!("Solitaire Memory, a deal of {pairs}: {turns}")
    }

    fn arcs<'a>(&'a self, title: &'a str) -> Arcs<'a> {
        let cards = self.deal.cards();
        let both = (0..cards.len()).map(|place| (place, self.deal.mate(place), cards[place]));
        let pairs = both.filter(|(place, mate, _)| place < mate).collect();
        let blocks = self.blocks.iter().map(|block| block.from).collect();
        Arcs { title, names: &self.names, pairs, blocks }
    }

    fn odd(&self) -> usize {
        self.blocks.iter().filter(|block| block.length % 2 == 1).count()
    }

    /// The cards of a block.
    fn cards(&self, block: &Block) -> String {
        self.names[block.from..block.from + block.length].join(" ")
    }

    fn print(&self, format: Format) -> Result<(), Fail> {
        let mut parameters = json!({ "pairs": self.deal.pairs() });
        if let Format::Table(_) = format {
            parameters["cards"] = json!(self.names);
        }
        let all = [Answer { parameters, report: self.report() }];
        Answers::new("solitaire", "", false, &all).print(Print::new(format, None))
    }

    fn report(&self) -> Report {
        let cards = self.names.join(" ");
        let standard = || self.deal.cards().iter().map(|symbol| symbol + 1);
        let mut report = Report::new(format!("{}\n{cards}", self.title()));
        report.add_json("cards", Datum::each(self.names.iter().cloned()));
        report.add_json("standard", Datum::each(standard()));
        let numbers = self.deal.quantities();
        for (name, number) in numbers {
            report.add_json(name, number);
        }
        report.add_json("odd_blocks", self.odd());
        report.tables.extend([self.play(), self.turns(), self.shown()]);
        let block = |block: &Block| {
            let cards = &self.names[block.from..block.from + block.length];
            [Datum::each(cards.iter().cloned()), block.length.into(), block.is_lucky().into()]
        };
        let columns = ["cards", "length", "lucky"].map(|key| (key, None));
        report.tables.push(Table::new("blocks", columns, self.blocks.iter().map(block)));
        let blocks: Vec<String> = self.blocks.iter().map(|block| self.cards(block)).collect();
        let standard: Vec<String> = standard().map(|symbol| symbol.to_string()).collect();
        let (pairs, odd) = (self.deal.pairs(), self.odd());
        let [_, (_, lucky), (_, place), (_, turn), (_, remembered)] = numbers;
        let turns = 2 * usize::from(pairs) - odd / 2 - lucky;
        let remarks = [
            format!("Blocks: {}", blocks.join(" / ")),
            format!("Standard: {}", standard.join(" ")),
            format!(
                "Turns 2N - o/2 - l = 2 * {pairs} - {odd}/2 - {lucky} = {turns}, with o odd blocks and l lucky turns."
            ),
            format!("First pair: card {place}, turn {turn}. Most cards to remember: {remembered}."),
        ];
        report.remarks.extend(remarks.map(|line| vec![line.into()]));
        report
    }

    /// The turns as JSON has them.
    fn play(&self) -> Table {
        let row = |step: &Step| {
            let table = step.after;
            let cards = step.places.map(|place| self.names[place].as_str());
            let places = step.places.map(|place| place + 1);
            let (places, cards) = (Datum::each(places), Datum::each(cards));
            [
                step.turn.to_string().into(),
                places,
                cards,
                Datum::each([table.pairs, table.turned, table.known]),
            ]
        };
        let columns = ["event", "places", "cards", "state"].map(|key| (key, None));
        Table::new("play", columns, self.steps.iter().map(row))
    }

    /// The turns as people are shown them, with the table before the first.
    fn shown(&self) -> Table {
        let state = |left: u16, turned: u16, known: u16| format!("({left},{turned},{known})");
        let none = String::new;
        let start = ["0".to_owned(), none(), none(), none(), state(self.deal.pairs(), 0, 0)];
        let row = |(turn, step): (usize, &Step)| {
            let ([first, second], table) = (step.places, step.after);
            [
                (turn + 1).to_string(),
                format!("{} {}", self.names[first], self.names[second]),
                format!("{} {}", first + 1, second + 1),
                step.turn.to_string(),
                state(table.pairs, table.turned, table.known),
            ]
        };
        let rows = std::iter::once(start).chain(self.steps.iter().enumerate().map(row));
        let heads = ["turn", "cards", "places", "", "state"];
        Table::shown(heads, rows.map(|row| row.map(Datum::Words)))
    }

    /// The turns as tables have them.
    fn turns(&self) -> Table {
        let row = |(turn, step): (usize, &Step)| {
            let [first, second] = step.places.map(|place| Datum::from(place + 1));
            let [left, turned, known] =
                [step.after.pairs, step.after.turned, step.after.known].map(Datum::from);
            [(turn + 1).into(), step.turn.to_string().into(), first, second, left, turned, known]
        };
        let columns = ["turn", "event", "first", "second", "pairs_left", "turned", "known_pairs"];
        let columns = columns.map(|key| (key, None));
        Table::new("", columns, self.steps.iter().enumerate().map(row)).main()
    }
}
