//! Memory for one player with actual cards: the expected number of turns, and its changes by luck and
//! choices.
//!
//! Any two cards may be turned, as a player who forgets would. The odds assume perfect memory and the fewest
//! expected turns from now on (Foerster & Wattenhofer 2013; Velleman & Warrington 2013).

use super::cards::{CardState, Cards, logged_deal, table};
use super::memory::shuffled;
use super::mixture;
use super::session::labels;
use super::turn::{self, FirstCard, SecondChoice};
use super::{NamedNumber, PlayError, PlayedGame, Session, StepOutcome};
use crate::evaluate::forward;
use crate::exact::{self, Rational, ratio};
use crate::export::path::Scene;
use crate::family::counted;
use crate::games::memory::PairCounts;
use crate::games::memory::tactic::Tactic;
use crate::games::solitaire::imperfect::log;
use crate::games::solitaire::{self, ScoredTurns};
use crate::model::{Error, Job};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem::replace;

/// A session of solitaire.
pub type SolitaireSession = Session<SolitaireGame>;

/// A game of solitaire with actual cards.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::model::Job;
/// use chancetree::play::memory::CardState;
/// use chancetree::play::solitaire::SolitaireSession;
///
/// // The expected turns and lucky turns of two pairs.
/// let job = Job::default();
/// let mut game = SolitaireSession::new(vec![1, 2, 1, 2], &job)?;
/// assert_eq!(game.values, [ratio(8, 3), ratio(2, 3)]);
///
/// // The first two cards are no pair. The player then turns any new card.
/// game.play(0, &job)?;
/// game.play(1, &job)?;
/// assert_eq!((game.turns, game.face(1), game.remembered(0)), (1, Some(2), Some(1)));
/// assert_eq!((game.cards()[2], game.hint()), (CardState::New, None));
/// assert_eq!(game.values, [ratio(3, 1), ratio(0, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolitaireGame {
    deal: Vec<u16>,
    /// The seed of the deal, if any.
    pub seed: Option<u64>,
    cards: Cards,
    /// The table at the beginning of this turn.
    pub table: PairCounts,
    /// The number of completed turns.
    pub turns: u32,
    /// The number of lucky turns so far, in which two new cards were a pair.
    pub lucky: u32,
    /// The expected numbers of turns and lucky turns of the whole game.
    pub values: Vec<Rational>,
    /// The expected values before the first turn, in the order of `values`.
    pub begun: Vec<Rational>,
    found: ExpectedTurns,
}

/// The expected numbers of turns and lucky turns from a table on. The cache of a clone is empty, so that copies
/// of a game stay small.
#[derive(Debug, Default)]
struct ExpectedTurns(HashMap<PairCounts, Vec<Rational>>);

impl Clone for ExpectedTurns {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Returns the expected numbers of turns and lucky turns from `table` on.
fn expected(table: PairCounts, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let PairCounts { known, half, unknown } = table;
    if table.pairs() == 0 {
        return Ok(vec![exact::zero(); 2]);
    }
    let start = solitaire::Tableau { pairs: known + half + unknown, turned: 2 * known + half, known };
    let game = solitaire::Solitaire::from(start).expect("no more pairs than the board had");
    let mean = |counted| {
        let distribution = forward(&game.counting(counted), &[0], job)?.distribution;
        Ok::<_, Error>(distribution.expected().remove(0))
    };
    Ok(vec![mean(ScoredTurns::Turns)?, mean(ScoredTurns::Lucky)?])
}

/// Returns the second card of the strategy with the fewest expected turns.
fn plan(table: PairCounts, first: FirstCard) -> SecondChoice {
    let tactic = if table.known > 0 { Tactic::T1 } else { Tactic::T6 };
    turn::second_choice(tactic, first)
        .or_else(|| turn::default_second_choice(table, first))
        .expect("a second card can follow any first card")
}

impl SolitaireSession {
    /// Creates a game with all cards face down, dealt from a seed.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    ///
    /// ```
    /// use chancetree::model::Job;
    /// use chancetree::play::solitaire::SolitaireSession;
    ///
    /// let game = SolitaireSession::seeded(3, 1, &Job::default())?;
    /// assert_eq!((game.seed, game.cards().len()), (Some(1), 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seeded(pairs: u16, seed: u64, job: &Job<'_>) -> Result<Self, PlayError> {
        let mut session = Self::new(shuffled(pairs, seed), job)?;
        session.game.seed = Some(seed);
        Ok(session)
    }

    /// Creates a game from the parameters of a log.
    ///
    /// # Errors
    /// Returns an error if the deal is missing or invalid, or a limit is exceeded.
    pub fn begin(parameters: &Value, job: &Job<'_>) -> Result<Self, PlayError> {
        Self::new(logged_deal(parameters)?, job)
    }

    /// Creates a game with all cards face down, from the symbols in the order of the table.
    ///
    /// # Errors
    /// Returns an error if a symbol does not occur exactly twice, or a limit is exceeded.
    pub fn new(deal: Vec<u16>, job: &Job<'_>) -> Result<Self, PlayError> {
        let names: Vec<String> = deal.iter().map(ToString::to_string).collect();
        solitaire::deal::Deal::new(&names).map_err(PlayError::refused)?;
        let table = PairCounts { unknown: (deal.len() / 2) as u16, ..PairCounts::default() };
        let mut game = SolitaireGame {
            cards: Cards::new(deal.len()),
            deal,
            seed: None,
            table,
            turns: 0,
            lucky: 0,
            values: Vec::new(),
            begun: Vec::new(),
            found: ExpectedTurns::default(),
        };
        game.values = game.between(table, 0, 0, job)?;
        game.begun.clone_from(&game.values);
        Ok(Self::of(game))
    }
}

impl SolitaireGame {
    /// Returns the expected turns and lucky turns of the whole game, between two turns.
    fn between(
        &mut self,
        table: PairCounts,
        turns: u32,
        lucky: u32,
        job: &Job<'_>,
    ) -> Result<Vec<Rational>, PlayError> {
        let left = match self.found.0.entry(table) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => place.insert(expected(table, job)?),
        };
        Ok(vec![&left[0] + ratio(turns, 1), &left[1] + ratio(lucky, 1)])
    }

    /// Returns the expected values after the kind of the second card is chosen.
    fn chosen(
        &mut self,
        first: FirstCard,
        second: SecondChoice,
        job: &Job<'_>,
    ) -> Result<Vec<Rational>, PlayError> {
        let mut parts = Vec::new();
        // Two known cards that are not a pair may be shown.
        for follow in turn::turn_outcomes(self.table, first, second, true) {
            let lucky = self.lucky + u32::from(is_lucky(first, second, follow.taken));
            parts.push((follow.weight, self.between(follow.table, self.turns + 1, lucky, job)?));
        }
        Ok(mixture(&parts))
    }

    /// Returns the symbol at `place` if the card lies face up.
    pub fn face(&self, place: usize) -> Option<u16> {
        (self.cards.is_open(place) || self.cards.shown.contains(&place)).then(|| self.deal[place])
    }

    /// Returns the symbol at `place` if the card was turned and is not collected.
    pub fn remembered(&self, place: usize) -> Option<u16> {
        (self.cards.all[place] == CardState::Known).then(|| self.deal[place])
    }

    /// Returns the cards.
    pub fn cards(&self) -> &[CardState] {
        &self.cards.all
    }

    fn mate(&self, place: usize) -> usize {
        turn::mate(&self.deal, place)
    }

    fn first(&mut self, place: usize, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        let (begin, first) = self.cards.first(&self.deal, place);
        let (mut parts, mut after) = (Vec::new(), Vec::new());
        for (weight, possible) in turn::first_cards(self.table, begin) {
            let values = self.chosen(possible, plan(self.table, possible), job)?;
            if possible == first {
                after.clone_from(&values);
            }
            parts.push((weight, values));
        }
        let before = replace(&mut self.values, after.clone());
        self.cards.begin(place, first);
        let what = match first {
            FirstCard::Mated => "its mate was turned before",
            FirstCard::Unmated => "a new card",
            FirstCard::Paired => "turned before, as its mate was",
            FirstCard::Single => "turned before",
        };
        Ok(StepOutcome {
            seat: None,
            measured: Some([before, mixture(&parts), after]),
            // A log has a line for each turn.
            logged: None,
            text: format!("{}: {what}", self.deal[place]),
        })
    }

    fn second(
        &mut self,
        open: usize,
        first: FirstCard,
        place: usize,
        job: &Job<'_>,
    ) -> Result<StepOutcome, PlayError> {
        let (second, pair) = self.cards.second(&self.deal, open, place);
        let chosen = self.chosen(first, second, job)?;
        let lucky = self.lucky + u32::from(is_lucky(first, second, pair));
        let mut cards = self.cards.all.clone();
        let card = if pair { CardState::Taken(0) } else { CardState::Known };
        [open, place].into_iter().for_each(|at| cards[at] = card);
        let table = table(&self.deal, &cards);
        let after = self.between(table, self.turns + 1, lucky, job)?;
        let before = replace(&mut self.values, after.clone());
        self.cards = Cards { all: cards, open: None, shown: vec![open, place] };
        (self.table, self.lucky) = (table, lucky);
        self.turns += 1;
        let what = match pair {
            true if is_lucky(first, second, pair) => "a pair, by luck",
            true => "a pair",
            false => "no pair",
        };
        Ok(StepOutcome {
            seat: None,
            measured: Some([before, chosen, after]),
            logged: Some(json!({
                "game": 1,
                "turn": self.turns,
                "first": self.card(open).to_string(),
                "second": self.card(place).to_string(),
                "places": [open + 1, place + 1],
            })),
            text: format!("turn {}: {} and {}: {what}", self.turns, self.deal[open], self.deal[place]),
        })
    }

    /// Returns the card as logs of solitaire name it; `a` is the first of the two on the table.
    fn card(&self, place: usize) -> log::Card {
        log::Card { symbol: self.deal[place], second: self.mate(place) < place }
    }

    /// Returns the known card to turn now, or `None` for any new card, by the strategy with the fewest
    /// expected turns.
    pub fn hint(&self) -> Option<usize> {
        let turned = |place: usize| self.cards.all[place] == CardState::Known;
        match self.cards.open {
            None => (0..self.cards.all.len()).find(|&place| turned(place) && turned(self.mate(place))),
            Some((open, FirstCard::Mated | FirstCard::Paired)) => Some(self.mate(open)),
            Some(_) => None,
        }
    }
}

fn is_lucky(first: FirstCard, second: SecondChoice, taken: bool) -> bool {
    taken && first == FirstCard::Unmated && second == SecondChoice::New
}

impl PlayedGame for SolitaireGame {
    /// The place of a card to turn, from 0.
    type Entry = usize;

    fn family(&self) -> &'static str {
        "solitaire"
    }

    fn parameters(&self) -> Value {
        json!({ "pairs": self.deal.len() / 2, "seed": self.seed, "deal": self.deal })
    }

    fn parse(&self, step: &Value) -> Result<Vec<usize>, PlayError> {
        let places = step["places"].as_array().map(Vec::as_slice).unwrap_or_default();
        let place = |value: &Value| {
            let place = value.as_u64().and_then(|place| usize::try_from(place).ok()?.checked_sub(1));
            place.filter(|&place| place < self.deal.len())
        };
        let [Some(first), Some(second)] = places.iter().map(place).collect::<Vec<_>>()[..] else {
            let cards = self.deal.len();
            return Err(PlayError::refused(format!("places of two cards from 1 to {cards} are needed")));
        };
        for (name, place) in [("first", first), ("second", second)] {
            let card = self.card(place).to_string();
            let place = place + 1;
            ensure!(step[name] == card.as_str(), "the {name} card at place {place} is {card} in this deal");
        }
        let turn = self.turns + 1;
        ensure!(step["turn"] == turn, "turn {} where turn {turn} is expected", step["turn"]);
        Ok(vec![first, second])
    }

    fn apply(&mut self, place: usize, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        ensure!(!self.is_over(), "all pairs are collected");
        self.cards.check(place, "this pair is collected")?;
        match self.cards.open {
            None => self.first(place, job),
            Some((open, first)) => self.second(open, first, place, job),
        }
    }

    fn is_over(&self) -> bool {
        self.table.pairs() == 0
    }

    fn position(&self) -> String {
        let PairCounts { known, half, unknown } = self.table;
        let turns = counted(self.turns, "turn");
        match self.is_over() {
            true => format!("over after {turns}, {} of them lucky", self.lucky),
            false => format!("{known} known, {half} half known, {unknown} unknown, {turns} done"),
        }
    }

    fn scene(&self) -> Scene {
        let board = self.cards.board(|place| self.face(place).map(|symbol| symbol.to_string()));
        Scene { board: Some(board), seats: 1, ..Scene::default() }
    }

    fn odds(&self) -> Vec<NamedNumber> {
        let turns = &self.values[0] - ratio(self.turns, 1);
        vec![
            NamedNumber::new("expected_turns", "E(turns of the game)", self.values[0].clone()),
            NamedNumber::new("expected_lucky", "E(lucky turns of the game)", self.values[1].clone()),
            NamedNumber::new("expected_turns_left", "E(turns left)", turns),
        ]
    }

    /// Measures the turns and the lucky turns of the whole game.
    fn measured(&self) -> Vec<[String; 2]> {
        labels(self.odds().into_iter().take(2))
    }
}
