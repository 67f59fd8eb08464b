//! A deal, played turn by turn, and what is told of it.

use super::deal::{Block, Deal, Step};
use crate::family::{Datum, Report, Table, counted};
use chancetree_export::chart::Arcs;

/// A deal, played.
pub struct Dealt {
    /// The deal.
    pub deal: Deal,
    /// The names of its cards, in the order of the table.
    pub names: Vec<String>,
    steps: Vec<Step>,
    blocks: Vec<Block>,
}

impl Dealt {
    /// Plays a deal whose cards have these names.
    #[must_use]
    pub fn of(deal: Deal, names: Vec<String>) -> Self {
        let (steps, blocks) = (deal.play(), deal.blocks());
        Self { deal, names, steps, blocks }
    }

    /// Returns the deal in words.
    #[must_use]
    pub fn title(&self) -> String {
        let pairs = self.deal.pairs();
        let (pairs, turns) = (counted(pairs, "pair"), counted(self.steps.len(), "turn"));
        format!("Solitaire Memory, a deal of {pairs}: {turns}")
    }

    /// Returns the link diagram, under a title.
    #[must_use]
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

    /// The cards of a block.
    fn cards(&self, block: &Block) -> String {
        self.names[block.from..block.from + block.length].join(" ")
    }

    /// Returns what is told of it.
    #[must_use]
    pub fn report(&self) -> Report {
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
