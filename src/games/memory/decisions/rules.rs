//! The rules of passing and the objectives, which are payoffs.

use super::{Decisions, Position};
use crate::game::{Points, Seat};
use crate::memory::TurnEvent;
use crate::payoff::Payoff;

named_enum! {
    /// The rules of passing: when a player may pass.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::Rules;
    ///
    /// assert_eq!(Rules::named("free-pass"), Some(Rules::FreePass));
    /// assert_eq!(Rules::default().meaning(), "Never");
    /// ```
    #[derive(Default)]
    pub enum Rules {
        #[default]
        NoPass: "no-pass", "Never";
        Tactical: "tactical", "With two known cards that do not match (T2)";
        FreePass: "free-pass", "Always";
    }
}

named_enum! {
    /// What a player tries to achieve.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::Objective;
    ///
    /// assert_eq!(Objective::ALL.map(Objective::name), ["pairs", "win"]);
    /// ```
    #[derive(Default)]
    pub enum Objective {
        #[default]
        Pairs: "pairs", "As many pairs as possible";
        Win: "win", "To win";
    }
}

named_enum! {
    /// The result of endless passing if players play to win.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::Stalemate;
    ///
    /// assert_eq!(Stalemate::named("score").map(Stalemate::meaning), Some("The leading player wins"));
    /// ```
    #[derive(Default)]
    pub enum Stalemate {
        #[default]
        Draw: "draw", "No one wins";
        Score: "score", "The leading player wins";
    }
}

/// A pair is worth 2, one for each card, so that the pairs left after two passes are shared in whole numbers.
/// A win is worth 1, a loss -1 and a draw 0.
impl Payoff<Decisions> for Objective {
    fn event(&self, _: &Decisions, _: TurnEvent, pairs: Points) -> i64 {
        if *self == Self::Pairs { 2 * i64::from(pairs) } else { 0 }
    }

    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        match (self, game.winner(position)) {
            (Self::Pairs, _) => position.table.pairs().into(),
            (Self::Win, None) => 0,
            (Self::Win, Some(winner)) => 2 * i64::from(winner == seat) - 1,
        }
    }
}

/// A payoff of 1 to the seat that wins.
///
/// ```
/// use chancetree::games::memory::Memory;
/// use chancetree::games::memory::decisions::{Decisions, Objective, Stalemate, WinPayoff};
/// use chancetree::prelude::*;
///
/// // The probability that each seat wins if both play to win.
/// let game = Decisions::new(Memory::new(3, 2)?).with_objective(Objective::Win, Stalemate::Draw, 0)?;
/// let best = game.explore().run()?.maximize(&Objective::Win)?;
/// let wins = best.induced(&Job::default())?.maximize(&WinPayoff)?;
/// assert_eq!(wins.value(wins.graph().start()), [ratio(7, 15), ratio(8, 15)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WinPayoff;

impl Payoff<Decisions> for WinPayoff {
    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        i64::from(game.winner(position) == Some(seat))
    }
}
