//! Solitaire Memory for a player who forgets (an open question of Lardjane's review, with the rules given
//! here).
//!
//! Three probabilities p, p' and p'' describe the player. When the first card of a turn is open, one of two
//! rules applies:
//!
//! - **The mate was turned before** (rule I): the player finds the mate with probability p, mistakes another
//!   turned card for it with p', and turns a fresh card with 1 - p - p'. If only one of the wrong kinds is on
//!   the table, it has probability 1 - p; if neither is, the mate is certain.
//! - **The mate is fresh** (rule II): with probability p'' the player knows this and turns a fresh card;
//!   otherwise the player turns a card that was turned before. If there is no other turned card, a fresh card
//!   is certain.
//!
//! All cards of one kind are equally likely. Play ends almost surely if and only if p > 0 or there is only
//! one pair.

mod play;
mod recall;
mod rules;

pub use play::{Card, LoggedTurn, MAX_PLAYED};
pub use recall::{NAMES, Recall, RecallError};
pub use rules::{Chance, ForgetfulTurnOutcome, ImperfectTurn, Trial, Variant, turn_outcomes};

use super::{ImpossibleSolitaire, NKP, Tableau, check, layer, rank, titled};
use crate::depict::{Board, Code, Depict, EventKind};
use crate::game::{Choices, Game, NoAction, Points, Rank, Weight};

/// Solitaire Memory, played by a player who forgets.
///
/// A state between two turns is the number of symbols with zero, one and two cards turned and not collected.
/// N pairs have about N³/6 states. Play returns to a state only by a turn that changes nothing.
///
/// ```
/// use chancetree::exact::{one, ratio, zero};
/// use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
/// use chancetree::prelude::*;
///
/// // A player who finds a turned mate in half of the cases.
/// let recall = Recall::new(ratio(1, 2), zero(), one())?;
/// let game = ImperfectSolitaire::new(2, Variant::KnownFirst, recall.clone())?;
/// assert_eq!((game.pairs(), game.model(), game.recall()), (2, Variant::KnownFirst, &recall));
/// assert_eq!(game.title(), "Solitaire Memory, 2 pairs, model K, p = 1/2, p' = 0, p'' = 1");
/// assert_eq!(game.explore().run()?.node_count(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImperfectSolitaire {
    pairs: u16,
    /// The number of remaining pairs at which play ends.
    left: u16,
    model: Variant,
    recall: Recall,
}

impl ImperfectSolitaire {
    /// Creates a game on a board of `pairs` pairs, all face down.
    ///
    /// # Errors
    /// Returns an error if the number of pairs is not allowed, play may never end, or the weights of cards
    /// and recall together do not fit a machine word.
    pub fn new(pairs: u16, model: Variant, recall: Recall) -> Result<Self, ImpossibleSolitaire> {
        check(pairs)?;
        if pairs > 1 && recall.weight(Chance::Mate) == 0 {
            return Err(ImpossibleSolitaire::NeverEnds);
        }
        // The total weight of a choice is at most the common denominator times the ordered pairs of cards.
        let cards = 2 * u64::from(pairs);
        if recall.denominator().checked_mul(cards * (cards - 1)).is_none() {
            return Err(ImpossibleSolitaire::TooFine { denominator: recall.denominator(), pairs });
        }
        Ok(Self { pairs, left: 0, model, recall })
    }

    /// Ends the game once at most `left` pairs remain.
    ///
    /// ```
    /// use chancetree::exact::{one, ratio, zero};
    /// use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
    /// use chancetree::prelude::*;
    ///
    /// let recall = Recall::new(ratio(1, 2), zero(), one())?;
    /// let game = ImperfectSolitaire::new(2, Variant::KnownFirst, recall)?;
    /// let states = |game: ImperfectSolitaire| game.explore().run().map(|graph| graph.node_count());
    /// assert_eq!((states(game.clone())?, states(game.until(1))?), (7, 6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn until(self, left: u16) -> Self {
        Self { left, ..self }
    }

    /// Returns the number of pairs of the board.
    pub fn pairs(&self) -> u16 {
        self.pairs
    }

    /// Returns the rule for the first card of a turn.
    pub fn model(&self) -> Variant {
        self.model
    }

    /// Returns the player's recall.
    pub fn recall(&self) -> &Recall {
        &self.recall
    }

    /// Describes the game in one line.
    pub fn title(&self) -> String {
        format!("{}, model {}, {}", titled(self.pairs), self.model, self.recall)
    }

    /// Returns the possible results of a turn at `table` with their weights.
    fn weighted(&self, table: Tableau) -> impl Iterator<Item = (Weight, ForgetfulTurnOutcome)> {
        let steps = turn_outcomes(self.model, table);
        // The denominators of shares are 1, the number of fresh cards, and the number of ordered pairs of
        // fresh cards. The greatest one is a common denominator.
        let total = steps.iter().map(|step| step.share.1).max().unwrap_or(1);
        steps.into_iter().map(move |step| {
            let (ways, of) = step.share;
            (self.recall.weight(step.chance) * ways * (total / of), step)
        })
    }
}

impl Game for ImperfectSolitaire {
    type State = Tableau;
    type Action = NoAction;
    type Event = ImperfectTurn;

    fn start(&self) -> Tableau {
        Tableau { pairs: self.pairs, turned: 0, known: 0 }
    }

    fn expand(&self, table: &Tableau, choices: &mut Choices<Self>) {
        if table.pairs > self.left {
            let turn = choices.chance();
            self.weighted(*table)
                .fold(turn, |turn, (weight, step)| turn.event(weight, step.turn, || step.next).points(1));
        }
    }

    /// Counts the cards turned and the pairs collected. A turn that changes neither number leaves the state
    /// unchanged.
    fn layer(&self, table: &Tableau) -> u32 {
        layer(*table, self.pairs)
    }

    fn rank(&self, table: &Tableau) -> Option<Rank> {
        Some(rank(*table, self.pairs, self.pairs))
    }

    explored_here!();
}

impl Depict for ImperfectSolitaire {
    fn measures(&self) -> &'static [&'static str] {
        &["pairs", "turned", "known_pairs"]
    }

    fn measure(&self, table: &Tableau, numbers: &mut Vec<i32>) {
        numbers.extend([table.pairs, table.turned, table.known].map(i32::from));
    }

    /// Writes (n, k, p), as for perfect memory.
    fn words(&self, table: &Tableau, text: &mut String) {
        text.push_str(&format!("({}, {}, {})", table.pairs, table.turned, table.known));
    }

    fn board(&self, table: &Tableau, _: &[Points]) -> Board {
        table.board(self.pairs)
    }

    fn kind(&self, turn: ImperfectTurn) -> EventKind {
        const LOOKS: [usize; ImperfectTurn::ALL.len()] = [1, 9, 8, 10, 2, 3, 4, 5];
        EventKind::new(turn.name(), turn.meaning(), LOOKS[turn as usize])
    }

    fn codes(&self) -> Vec<Code> {
        vec![Code::new("(n, k, p)", NKP)]
    }

    fn unit(&self) -> Option<&'static str> {
        Some("turns")
    }
}
