//! All deals of a board: a line each. There are many, so that little is held of each.

use super::deal::Deal;
use crate::family::{ColumnOf, Datum, Refusal, Table, Within};

/// The most pairs of which all deals are listed: 135,135 of them.
const MOST_LISTED: u16 = 7;

/// The cards of a deal and what they come to, in some fifty bytes.
pub struct Listed {
    /// The symbols, from 1, in the order of the table.
    cards: Box<[u16]>,
    /// The [quantities](Deal::quantities).
    numbers: [u16; 5],
}

impl Listed {
    /// Returns all deals of a board that play differently, each once: (2N - 1)!! of them.
    ///
    /// # Errors
    /// If there are more than 7 pairs, whose deals are too many to read.
    pub fn all(pairs: u16) -> Result<impl Iterator<Item = Self>, Refusal> {
        if pairs > MOST_LISTED {
            let what =
                format!("all deals are listed up to {MOST_LISTED} pairs; {pairs} have too many to read");
            return Err(
                Refusal::new(what).help(format!("--pairs {MOST_LISTED} --all, or --pairs {pairs} --seed 1"))
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

    /// Returns a line for each of some deals, for people and for one format for programs or all.
    pub fn table(deals: &[Self], within: Within) -> Table {
        let named = |format: Within, one: &Self| match within == format || within == Within::All {
            true => one.cards().into(),
            false => Datum::Nothing,
        };
        let fields: [ColumnOf<'_, &Self>; 7] = [
            ("deal", Some("deal"), &|one| named(Within::Tables, one)),
            ("cards", None, &|one| named(Within::Json, one)),
            ("turns", Some("turns"), &|one| one.numbers[0].into()),
            ("lucky", Some("lucky"), &|one| one.numbers[1].into()),
            ("first_position", Some("first position"), &|one| one.numbers[2].into()),
            ("first_turn", Some("first turn"), &|one| one.numbers[3].into()),
            ("remembered", Some("remembered"), &|one| one.numbers[4].into()),
        ];
        let table = Table::of("deals", deals, &fields).main().whole();
        table.only(Within::Tables, &["deal"]).only(Within::Json, &["cards"])
    }
}
