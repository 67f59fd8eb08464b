//! The report on a deal, played turn by turn, and the list of all deals of a board.

mod answer;

pub(super) use answer::answer;

use super::deal::{Block, Deal, PlayedTurn};
use super::pages::MAX_DEALT;
use crate::family::{ColumnOf, FormatScope, Refusal, Report, ReportValue, Table, counted};
use crate::named_enum;
use chancetree_export::chart::Arcs;
use serde::Deserialize;
use serde_json::{Value, json};

named_enum! {
    /// A deal by name.
    pub enum DealName {
        Shortest: "shortest", "Every pair side by side: one turn for each pair";
        Longest: "longest", "Second cards match earlier cards: 2N - 1 turns";
        Typical: "typical", "The first random deal with the expected number of turns";
    }
}

/// The options of a deal.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct DealArgs {
    cards: Option<String>,
    pairs: Option<u16>,
    seed: Option<u64>,
    name: Option<DealName>,
    all: bool,
}

impl DealArgs {
    fn pairs(&self) -> Result<u16, Refusal> {
        self.pairs.ok_or_else(|| deal_needed(6))
    }
}

/// Returns the refusal of options without a deal.
fn deal_needed(pairs: u16) -> Refusal {
    Refusal::new("no deal is given: use --cards, or --pairs with --name, --seed or --all")
        .help(format!("--pairs {pairs} --name typical"))
}

/// A deal with the turns of its play.
pub struct Dealt {
    /// The deal.
    pub deal: Deal,
    /// The names of its cards, in the order of the table.
    pub names: Vec<String>,
    /// The name of the deal or the seed, if it was chosen that way.
    name: Option<DealName>,
    seed: Option<u64>,
    steps: Vec<PlayedTurn>,
    blocks: Vec<Block>,
}

impl Dealt {
    /// Plays a deal whose cards have these names.
    pub fn of(deal: Deal, names: Vec<String>) -> Self {
        let (steps, blocks) = (deal.play(), deal.blocks());
        Self { deal, names, name: None, seed: None, steps, blocks }
    }

    /// Creates and plays a deal from parameters: from its cards, or from a number of pairs with a name or a seed.
    /// Returns `None` if `stop` returns `true` before the deal is found.
    ///
    /// # Errors
    /// If the parameters do not determine a deal.
    pub fn from_options(args: &DealArgs, stop: impl FnMut() -> bool) -> Result<Option<Self>, Refusal> {
        if let Some(cards) = &args.cards {
            let names: Vec<String> = cards
                .split(|letter: char| letter.is_whitespace() || letter == ',')
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
            let most = 2 * usize::from(MAX_DEALT);
            if names.len() > most {
                return Err(Refusal::new(format!("{} cards, but at most {most} are played", names.len())));
            }
            let deal = Deal::new(&names)
                .map_err(|error| Refusal::new(error.to_string()).help("--cards '1 2 1 2'"))?;
            return Ok(Some(Self::of(deal, names)));
        }
        let (pairs, &DealArgs { name, seed, .. }) = (args.pairs()?, args);
        let deal = match (name, seed) {
            (Some(DealName::Shortest), _) => Some(Deal::shortest(pairs)),
            (Some(DealName::Longest), _) => Some(Deal::longest(pairs)),
            (Some(DealName::Typical), _) => Deal::typical(pairs, stop),
            (None, Some(seed)) => Some(Deal::shuffled(pairs, seed)),
            (None, None) => return Err(deal_needed(pairs)),
        };
        let names = |deal: &Deal| deal.cards().iter().map(|symbol| (symbol + 1).to_string()).collect();
        Ok(deal.map(|deal| {
            let names = names(&deal);
            Self { name, seed, ..Self::of(deal, names) }
        }))
    }

    /// Returns the title of the deal.
    pub fn title(&self) -> String {
        let pairs = self.deal.pairs();
        let (pairs, turns) = (counted(pairs, "pair"), counted(self.steps.len(), "turn"));
        let by = match (self.name, self.seed) {
            (Some(name), _) => format!("; {name}"),
            (None, Some(seed)) => format!("; seed {seed}"),
            (None, None) => String::new(),
        };
        format!("Solitaire Memory, a deal of {pairs}: {turns}{by}")
    }

    /// Returns the parameters that JSON repeats.
    pub fn parameters(&self) -> Value {
        json!({ "pairs": self.deal.pairs(), "name": self.name.map(DealName::name), "seed": self.seed })
    }

    /// Returns the link diagram, under a title.
    pub fn arcs<'a>(&'a self, title: &'a str) -> Arcs<'a> {
        let cards = self.deal.cards();
        let both = (0..cards.len()).map(|place| (place, self.deal.mate(place), cards[place]));
        let pairs = both.filter(|(place, mate, _)| place < mate).collect();
        let blocks = self.blocks.iter().map(|block| block.from).collect();
        Arcs { title, names: &self.names, pairs, blocks }
    }

    fn odd(&self) -> usize {
        self.blocks.iter().filter(|block| block.length % 2 == 1).count()
    }

    /// Returns the cards of a block.
    fn cards(&self, block: &Block) -> String {
        self.names[block.from..block.from + block.length].join(" ")
    }

    /// Returns the report on the deal.
    pub fn report(&self) -> Report {
        let cards = self.names.join(" ");
        let standard = || self.deal.cards().iter().map(|symbol| symbol + 1);
        let mut report = Report::new(format!("{}\n{cards}", self.title()));
        report.add_json("cards", ReportValue::each(self.names.iter().cloned()));
        report.add_json("standard", ReportValue::each(standard()));
        let numbers = self.deal.quantities();
        for (name, number) in numbers {
            report.add_json(name, number);
        }
        report.add_json("odd_blocks", self.odd());
        report.tables.extend([self.play(), self.shown()]);
        let block = |block: &Block| {
            let cards = &self.names[block.from..block.from + block.length];
            [ReportValue::each(cards.iter().cloned()), block.length.into(), block.is_lucky().into()]
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

    /// Returns the table of turns for programs.
    fn play(&self) -> Table {
        let names =
            |step: &PlayedTurn| ReportValue::each(step.places.map(|place| self.names[place].as_str()));
        let fields: [ColumnOf<'_, (usize, &PlayedTurn)>; 10] = [
            ("turn", None, &|(turn, _)| (turn + 1).into()),
            ("event", None, &|(_, step)| step.turn.to_string().into()),
            ("places", None, &|(_, step)| ReportValue::each(step.places.map(|place| place + 1))),
            ("cards", None, &|(_, step)| names(step)),
            ("state", None, &|(_, PlayedTurn { after, .. })| {
                ReportValue::each([after.pairs, after.turned, after.known])
            }),
            ("first", None, &|(_, step)| (step.places[0] + 1).into()),
            ("second", None, &|(_, step)| (step.places[1] + 1).into()),
            ("pairs_left", None, &|(_, step)| step.after.pairs.into()),
            ("turned", None, &|(_, step)| step.after.turned.into()),
            ("known_pairs", None, &|(_, step)| step.after.known.into()),
        ];
        Table::of("play", self.steps.iter().enumerate(), &fields)
            .main()
            .only(FormatScope::Json, &["places", "cards", "state"])
            .only(FormatScope::Tables, &["turn", "first", "second", "pairs_left", "turned", "known_pairs"])
    }

    /// Returns the table of turns for people. Its first row is the board before the first turn.
    fn shown(&self) -> Table {
        let state = |left: u16, turned: u16, known: u16| format!("({left},{turned},{known})");
        let none = String::new;
        let start = ["0".to_owned(), none(), none(), none(), state(self.deal.pairs(), 0, 0)];
        let row = |(turn, step): (usize, &PlayedTurn)| {
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
        Table::shown(heads, rows.map(|row| row.map(ReportValue::Words)))
    }
}

/// The maximum number of pairs for a list of all deals, which has 135,135 entries.
const MAX_LISTED: u16 = 7;

/// A compact deal with its quantities, of about fifty bytes, since lists have many deals.
pub struct ListedDeal {
    /// The symbols, from 1, in the order of the table.
    cards: Box<[u16]>,
    /// The [quantities](Deal::quantities).
    numbers: [u16; 5],
}

impl ListedDeal {
    /// Returns all (2N - 1)!! deals of a board that differ by more than the names of the pairs.
    ///
    /// # Errors
    /// If there are more than 7 pairs, which would have too many deals to read.
    pub fn all(pairs: u16) -> Result<impl Iterator<Item = Self>, Refusal> {
        if pairs > MAX_LISTED {
            let what =
                format!("all deals are listed up to {MAX_LISTED} pairs; {pairs} have too many to read");
            return Err(
                Refusal::new(what).help(format!("--pairs {MAX_LISTED}, or --seed 1 instead of --all"))
            );
        }
        Ok(Deal::all(pairs).map(|deal| Self::of(&deal)))
    }

    fn of(deal: &Deal) -> Self {
        let cards = deal.cards().iter().map(|&symbol| symbol as u16 + 1).collect();
        Self { cards, numbers: deal.quantities().map(|(_, number)| number as u16) }
    }

    fn cards(&self) -> String {
        let mut text = String::with_capacity(3 * self.cards.len());
        let mut number = itoa::Buffer::new();
        for &card in &self.cards {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(number.format(card));
        }
        text
    }

    /// Returns a table with one row for each deal, for people and for one machine-readable format or all.
    pub fn table(deals: &[Self], within: FormatScope) -> Table {
        let named = |format: FormatScope, one: &Self| match within == format || within == FormatScope::All {
            true => one.cards().into(),
            false => ReportValue::Nothing,
        };
        let fields: [ColumnOf<'_, &Self>; 7] = [
            ("deal", Some("deal"), &|one| named(FormatScope::Tables, one)),
            ("cards", None, &|one| named(FormatScope::Json, one)),
            ("turns", Some("turns"), &|one| one.numbers[0].into()),
            ("lucky", Some("lucky"), &|one| one.numbers[1].into()),
            ("first_position", Some("first position"), &|one| one.numbers[2].into()),
            ("first_turn", Some("first turn"), &|one| one.numbers[3].into()),
            ("remembered", Some("remembered"), &|one| one.numbers[4].into()),
        ];
        let table = Table::of("deals", deals, &fields).main().whole();
        table.only(FormatScope::Tables, &["deal"]).only(FormatScope::Json, &["cards"])
    }
}
