//! Solitaire Memory for a player who forgets (the open question of Lardjane's review, with the rules given here).
//!
//! A player is three probabilities p, p', p''. Whenever the first card of a turn is open, he answers in one of two ways:
//!
//! - **The mate was turned before** (rule I): he finds it with p, mistakes another turned card for it with p', and turns
//!   a fresh card with 1 - p - p'. If only one of the wrong kinds lies on the table it gets 1 - p; if none, the mate is
//!   all that is left.
//! - **The mate is fresh** (rule II): he knows that it is, and turns a fresh card, with p''; else he turns a card that
//!   was turned before. If no other card was, a fresh one is certain.
//!
//! Of the cards of one kind each is as likely as any other. Play ends almost surely if and only if p > 0 or there is
//! only one pair.

mod play;
mod recall;
mod rules;

pub use play::{Card, Logged, MOST_PLAYED};
pub use recall::{NAMES, Recall, WrongRecall};
pub use rules::{Chance, Possibility, Trial, Turn, Variant, steps};

use super::{ImpossibleSolitaire, NKP, Tableau, check, layer, rank, titled};
use crate::depict::{Board, Code, Depict, EventKind, Tile};
use crate::game::{Choices, Game, NoAction, Points, Rank, Weight};

/// Solitaire Memory, played by one who forgets.
///
/// The state between two turns is how many symbols have no, one or two cards turned and not collected. There are about
/// N³/6 of them for N pairs. Play comes back to a state only by a turn that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imperfect {
    pairs: u16,
    /// The pairs with which play is over.
    left: u16,
    model: Variant,
    recall: Recall,
}

impl Imperfect {
    /// A board of `pairs` pairs, all face down.
    ///
    /// # Errors
    /// Without pairs or with too many, if play may never end, or if the weights of the cards and of the recall do not
    /// fit a machine word together.
    pub fn new(pairs: u16, model: Variant, recall: Recall) -> Result<Self, ImpossibleSolitaire> {
        check(pairs)?;
        if pairs > 1 && recall.weight(Chance::Mate) == 0 {
            return Err(ImpossibleSolitaire::NeverEnds);
        }
        // A choice weighs the common denominator times the ordered pairs of fresh cards, at most.
        let cards = 2 * u64::from(pairs);
        if recall.denominator().checked_mul(cards * (cards - 1)).is_none() {
            return Err(ImpossibleSolitaire::TooFine { denominator: recall.denominator(), pairs });
        }
        Ok(Self { pairs, left: 0, model, recall })
    }

    /// The same game, over once no more than so many pairs are `left`.
    pub fn until(self, left: u16) -> Self {
        Self { left, ..self }
    }

    /// The pairs of the board.
    pub fn pairs(&self) -> u16 {
        self.pairs
    }

    /// The rule for the first card of a turn.
    pub fn model(&self) -> Variant {
        self.model
    }

    /// The player's recall.
    pub fn recall(&self) -> &Recall {
        &self.recall
    }

    /// The game in words, in one line.
    pub fn title(&self) -> String {
        format!("{}, model {}, {}", titled(self.pairs), self.model, self.recall)
    }

    /// Iterates over what can happen in `table`: the steps with their weights.
    fn weighted(&self, table: Tableau) -> impl Iterator<Item = (Weight, Possibility)> {
        let steps = steps(self.model, table);
        // Denominators of shares are 1, the fresh cards, and the ordered pairs of them: the greatest is common.
        let total = steps.iter().map(|step| step.share.1).max().unwrap_or(1);
        steps.into_iter().map(move |step| {
            let (ways, of) = step.share;
            (self.recall.weight(step.chance) * ways * (total / of), step)
        })
    }
}

impl Game for Imperfect {
    type State = Tableau;
    type Action = NoAction;
    type Event = Turn;

    fn start(&self) -> Tableau {
        Tableau { pairs: self.pairs, turned: 0, known: 0 }
    }

    fn expand(&self, table: &Tableau, choices: &mut Choices<Self>) {
        if table.pairs > self.left {
            let turn = choices.chance();
            self.weighted(*table)
                .fold(turn, |turn, (weight, step)| turn.event(weight, step.turn, || step.next));
        }
    }

    /// The cards turned so far and the pairs collected: a turn that changes neither changes nothing.
    fn layer(&self, table: &Tableau) -> u32 {
        layer(*table, self.pairs)
    }

    fn rank(&self, table: &Tableau) -> Option<Rank> {
        Some(rank(*table, self.pairs, self.pairs))
    }

    fn points(&self, _: Turn) -> Points {
        1
    }

    explored_here!();
}

impl Depict for Imperfect {
    fn measures(&self) -> &'static [&'static str] {
        &["pairs", "turned", "known_pairs"]
    }

    fn measure(&self, table: &Tableau, numbers: &mut Vec<i32>) {
        numbers.extend([table.pairs, table.turned, table.known].map(i32::from));
    }

    /// (n, k, p), as with perfect memory.
    fn words(&self, table: &Tableau, text: &mut String) {
        text.push_str(&format!("({}, {}, {})", table.pairs, table.turned, table.known));
    }

    /// A column is a pair: the collected, the known, the half known, the unseen.
    fn board(&self, table: &Tableau, _: &[Points]) -> Board {
        let columns = [
            (self.pairs - table.pairs, [Tile::Taken(0), Tile::Taken(0)]),
            (table.known, [Tile::Known, Tile::Known]),
            (table.singles(), [Tile::Known, Tile::Hidden]),
            (table.unseen(), [Tile::Hidden, Tile::Hidden]),
        ];
        Board::of_columns(columns.into_iter())
    }

    fn kind(&self, turn: Turn) -> EventKind {
        const LOOKS: [usize; Turn::ALL.len()] = [1, 9, 8, 10, 2, 3, 4, 5];
        EventKind::new(turn.name(), turn.meaning(), LOOKS[turn as usize])
    }

    fn codes(&self) -> Vec<Code> {
        vec![Code::new("(n, k, p)", NKP)]
    }

    fn unit(&self) -> Option<&'static str> {
        Some("turns")
    }
}
