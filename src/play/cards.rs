//! Cards on a table, in the state that all players could know.

use super::PlayError;
use super::memory::MAX_PAIRS;
use super::turn::{FirstCard, FirstChoice, SecondChoice, mate};
use crate::depict::{Board, Tile};
use crate::family::counted;
use crate::game::Seat;
use crate::games::game_log::check_pairs;
use crate::games::memory::PairCounts;
use serde_json::Value;

/// The state of a card, as all players could know it.
///
/// ```
/// use chancetree::model::Job;
/// use chancetree::play::memory::CardState;
/// use chancetree::play::solitaire::SolitaireSession;
///
/// let job = Job::default();
/// let mut game = SolitaireSession::new(vec![1, 1, 2, 2], &job)?;
/// game.play(0, &job)?;
/// game.play(1, &job)?;
/// assert_eq!(game.cards()[1..3], [CardState::Taken(0), CardState::New]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardState {
    /// Never turned, or forgotten.
    New,
    /// Turned, and remembered.
    Known,
    /// Taken by a seat.
    Taken(Seat),
}

/// The cards of a game in progress. The deal determines their symbols.
#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) all: Vec<CardState>,
    /// The first card of the turn, once it is turned.
    pub(crate) open: Option<(usize, FirstCard)>,
    /// The cards of the previous turn, until the next one begins.
    pub(crate) shown: Vec<usize>,
}

impl Cards {
    /// Creates `number` cards, face down.
    pub(crate) fn new(number: usize) -> Self {
        Self { all: vec![CardState::New; number], open: None, shown: Vec::new() }
    }

    /// Returns an error if the card at `place` cannot be turned. `taken` is the message for a card that is
    /// gone.
    pub(crate) fn check(&self, place: usize, taken: &str) -> Result<(), PlayError> {
        match self.all.get(place) {
            None => Err(PlayError::refused(format!("there is no card {}", place + 1))),
            Some(CardState::Taken(_)) => Err(PlayError::refused(taken)),
            Some(_) if self.is_open(place) => Err(PlayError::refused("this card is already open")),
            Some(_) => Ok(()),
        }
    }

    /// Returns `true` if the card at `place` is the first card of this turn.
    pub(crate) fn is_open(&self, place: usize) -> bool {
        self.open.is_some_and(|(first, _)| first == place)
    }

    /// Returns how a turn begins with the card at `place` of a deal, and the kind of that card.
    pub(crate) fn first(&self, deal: &[u16], place: usize) -> (FirstChoice, FirstCard) {
        match (self.all[place] == CardState::New, self.all[mate(deal, place)] == CardState::Known) {
            (true, true) => (FirstChoice::New, FirstCard::Mated),
            (true, false) => (FirstChoice::New, FirstCard::Unmated),
            (false, true) => (FirstChoice::Paired, FirstCard::Paired),
            (false, false) => (FirstChoice::Single, FirstCard::Single),
        }
    }

    /// Returns the kind of the second card of a turn, and whether both cards are a pair.
    pub(crate) fn second(&self, deal: &[u16], open: usize, place: usize) -> (SecondChoice, bool) {
        let pair = mate(deal, open) == place;
        match self.all[place] {
            CardState::New => (SecondChoice::New, pair),
            _ => (if pair { SecondChoice::Mate } else { SecondChoice::Old }, pair),
        }
    }

    /// Begins a turn.
    pub(crate) fn begin(&mut self, place: usize, first: FirstCard) {
        self.open = Some((place, first));
        self.shown.clear();
    }

    /// Returns the cards in full rows, with at least as many columns as rows. `face` returns the text of a
    /// card that lies face up.
    pub(crate) fn board(&self, face: impl Fn(usize) -> Option<String>) -> Board {
        let tile = |(place, card): (usize, &CardState)| match (face(place), *card) {
            (_, CardState::Taken(seat)) => Tile::Taken(seat),
            (Some(picture), _) => Tile::Open(picture),
            (None, CardState::Known) => Tile::Known,
            (None, CardState::New) => Tile::Hidden,
        };
        let tiles: Vec<Tile> = self.all.iter().enumerate().map(tile).collect();
        let fits = |columns: &usize| columns * columns >= tiles.len() && tiles.len().is_multiple_of(*columns);
        let columns = (1..=tiles.len()).find(fits).unwrap_or(1);
        Board { rows: tiles.chunks(columns).map(<[Tile]>::to_vec).collect() }
    }
}

/// Counts the pairs of a deal by the number of their known cards.
pub(crate) fn table(deal: &[u16], cards: &[CardState]) -> PairCounts {
    let mut table = PairCounts::default();
    let pairs = (0..deal.len()).map(|place| (place, mate(deal, place))).filter(|(place, mate)| place < mate);
    for (place, mate) in pairs {
        match (cards[place], cards[mate]) {
            (CardState::Taken(_), _) => {}
            (CardState::Known, CardState::Known) => table.known += 1,
            (CardState::New, CardState::New) => table.unknown += 1,
            _ => table.half += 1,
        }
    }
    table
}

/// Returns the deal of a log.
pub(crate) fn logged_deal(parameters: &Value) -> Result<Vec<u16>, PlayError> {
    let cards = parameters["deal"].as_array();
    let cards = cards.ok_or_else(|| PlayError::refused("deal is missing or not a list of symbols"))?;
    let pairs = cards.len() / 2;
    if cards.len() > 2 * usize::from(MAX_PAIRS) || !cards.len().is_multiple_of(2) || pairs == 0 {
        let cards = counted(cards.len(), "card");
        return Err(PlayError::refused(format!("deal has {cards}, but a board has 1 to {MAX_PAIRS} pairs")));
    }
    let symbol = |value: &Value| {
        let symbol = value.as_u64().filter(|symbol| (1..=pairs as u64).contains(symbol));
        let wrong = || PlayError::refused(format!("deal: {value} is not a symbol from 1 to {pairs}"));
        symbol.map(|symbol| symbol as u16).ok_or_else(wrong)
    };
    let cards: Vec<u16> = cards.iter().map(symbol).collect::<Result<_, _>>()?;
    let often = |symbol: u16| cards.iter().filter(|card| **card == symbol).count();
    match (1..=pairs as u16).find(|&symbol| often(symbol) != 2) {
        Some(symbol) => {
            let times = counted(often(symbol), "time");
            Err(PlayError::refused(format!("deal: symbol {symbol} occurs {times}, but each occurs twice")))
        }
        None => check_pairs(parameters).map(|()| cards).map_err(PlayError::Refused),
    }
}
