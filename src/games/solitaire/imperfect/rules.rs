//! The possible results of a turn: one definition for exact, symbolic and sampled evaluation.

use crate::solitaire::Tableau;
use crate::solitaire::decisions::FailedTurns;

named_enum! {
    /// The rule for the first card of a turn.
    ///
    /// ```
    /// use chancetree::games::solitaire::imperfect::Variant;
    ///
    /// assert_eq!(Variant::default().name(), "K");
    /// assert_eq!(Variant::named("L").map(Variant::meaning), Some("A fresh card, as long as there is one"));
    /// ```
    #[derive(Default)]
    pub enum Variant {
        #[default]
        KnownFirst: "K", "One of a known pair, if there is one; else a fresh card";
        /// Any card once no card is fresh:
        FreshFirst: "L", "A fresh card, as long as there is one";
    }
}

/// The probability of an answer, as an expression in p, p', p''.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::imperfect::{Chance, Recall};
///
/// let recall = Recall::new(ratio(1, 2), ratio(1, 3), ratio(3, 4))?;
/// // Over the common denominator 12.
/// let weights = [Chance::Certain, Chance::Mate, Chance::Stale].map(|chance| recall.weight(chance));
/// assert_eq!(weights, [12, 6, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// 1.
    Certain,
    /// p.
    Mate,
    /// p'.
    Other,
    /// 1 - p - p'.
    New,
    /// 1 - p.
    NotMate,
    /// p''.
    Fresh,
    /// 1 - p''.
    Stale,
}

named_enum! {
    /// The outcome of a turn. Rule I applies if the mate of the first card was turned before, otherwise rule
    /// II.
    ///
    /// ```
    /// use chancetree::games::solitaire::imperfect::ImperfectTurn;
    ///
    /// assert!(ImperfectTurn::Found.collects() && !ImperfectTurn::Mistaken.collects());
    /// assert_eq!(ImperfectTurn::named("lucky"), Some(ImperfectTurn::Lucky));
    /// assert_eq!(ImperfectTurn::Stale.meaning(), "its mate is fresh; a card that was turned before");
    /// ```
    pub enum ImperfectTurn {
        Found: "mate found", "the first card's mate was turned before, and is found";
        Mistaken: "mistaken card", "its mate was turned before; another turned card is mistaken for it";
        WrongHalf: "wrong fresh card, known mate", "its mate was turned before; a fresh card, whose own mate was too";
        WrongNew: "wrong fresh card", "its mate was turned before; a fresh card, whose own mate was not";
        Lucky: "lucky", "its mate is fresh; a fresh card, and they match";
        Half: "fresh card, known mate", "its mate is fresh; a fresh card, whose own mate was turned before";
        New: "fresh card", "its mate is fresh; a fresh card, whose own mate was not turned before";
        Stale: "card turned before", "its mate is fresh; a card that was turned before";
    }
}

impl ImperfectTurn {
    /// Returns `true` if the turn collects a pair.
    pub fn collects(self) -> bool {
        matches!(self, Self::Found | Self::Lucky)
    }
}

/// The information that an answer gives about the player's recall.
///
/// ```
/// use chancetree::games::solitaire::Tableau;
/// use chancetree::games::solitaire::imperfect::{Trial, Variant, turn_outcomes};
///
/// // The first turn of a game says nothing about the player.
/// let fresh = Tableau { pairs: 2, turned: 0, known: 0 };
/// assert!(turn_outcomes(Variant::KnownFirst, fresh).iter().all(|step| step.trial == Trial::Nothing));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trial {
    /// No information: the answer was certain.
    Nothing,
    /// Rule I with both wrong kinds on the table: information about p and p'.
    Both,
    /// Rule I with one wrong kind: information about p.
    One,
    /// Rule II with another turned card on the table: information about p''.
    Search,
}

/// A possible result of a turn. Its probability is `chance` times the fraction `share`.
///
/// ```
/// use chancetree::games::solitaire::Tableau;
/// use chancetree::games::solitaire::decisions::FailedTurns;
/// use chancetree::games::solitaire::imperfect::{Chance, ImperfectTurn, Variant, turn_outcomes};
///
/// let fresh = Tableau { pairs: 2, turned: 0, known: 0 };
/// let lucky = turn_outcomes(Variant::KnownFirst, fresh)[0];
/// assert_eq!((lucky.turn, lucky.chance, lucky.share), (ImperfectTurn::Lucky, Chance::Certain, (4, 12)));
/// assert!(!lucky.fails(fresh, FailedTurns::Every));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForgetfulTurnOutcome {
    /// The probability of the player's answer.
    pub chance: Chance,
    /// The probability of the cards, as a numerator and a denominator.
    pub share: (u64, u64),
    /// The outcome of the turn.
    pub turn: ImperfectTurn,
    /// The information that the answer gives about the player's recall.
    pub trial: Trial,
    /// The tableau after the turn.
    pub next: Tableau,
}

impl ForgetfulTurnOutcome {
    /// Returns `true` if this result at `table` counts as a failed turn.
    pub fn fails(&self, table: Tableau, failed: FailedTurns) -> bool {
        !self.turn.collects()
            && match failed {
                FailedTurns::Either => table.fresh() - self.next.fresh() < 2,
                FailedTurns::Second => matches!(self.turn, ImperfectTurn::Mistaken | ImperfectTurn::Stale),
                FailedTurns::Every => true,
            }
    }
}

/// Returns all possible results of a turn at `table`, each with a positive share. Returns none at the end.
///
/// ```
/// use chancetree::games::solitaire::Tableau;
/// use chancetree::games::solitaire::imperfect::{ImperfectTurn, Variant, turn_outcomes};
///
/// let fresh = Tableau { pairs: 2, turned: 0, known: 0 };
/// let turns: Vec<_> = turn_outcomes(Variant::KnownFirst, fresh).iter().map(|step| step.turn).collect();
/// assert_eq!(turns, [ImperfectTurn::Lucky, ImperfectTurn::New]);
/// ```
pub fn turn_outcomes(model: Variant, table: Tableau) -> Vec<ForgetfulTurnOutcome> {
    let mut steps = TurnOutcomes(Vec::new());
    let (singles, unseen, fresh) = (table.singles(), table.unseen(), table.fresh());
    let turns_known = match model {
        Variant::KnownFirst => table.known > 0,
        Variant::FreshFirst => fresh == 0,
    };
    if turns_known && table.pairs > 0 {
        steps.recall((1, 1), table);
    } else {
        let of = u64::from(fresh);
        if singles > 0 {
            steps.recall((u64::from(singles), of), turned(table, true));
        }
        if unseen > 0 {
            steps.search((2 * u64::from(unseen), of), turned(table, false));
        }
    }
    steps.0
}

/// Returns the tableau after turning a fresh card. `mate` is `true` if its mate was turned before.
fn turned(table: Tableau, mate: bool) -> Tableau {
    Tableau { turned: table.turned + 1, known: table.known + u16::from(mate), ..table }
}

struct TurnOutcomes(Vec<ForgetfulTurnOutcome>);

impl TurnOutcomes {
    fn push(&mut self, chance: Chance, share: (u64, u64), turn: ImperfectTurn, trial: Trial, next: Tableau) {
        self.0.push(ForgetfulTurnOutcome { chance, share, turn, trial, next });
    }

    /// Adds two kinds of fresh second cards: `halves`, whose mate was turned before, and `news`, whose symbol
    /// is unseen.
    fn fresh(
        &mut self,
        step: ForgetfulTurnOutcome,
        halves: (u64, ImperfectTurn),
        news: (u64, ImperfectTurn),
        of: u64,
    ) {
        for ((cards, turn), mate) in [(halves, true), (news, false)] {
            if cards > 0 {
                let share = (step.share.0 * cards, step.share.1 * of);
                self.0.push(ForgetfulTurnOutcome { share, turn, next: turned(step.next, mate), ..step });
            }
        }
    }

    /// Rule I. The first card is open; `table` counts it and its mate as turned.
    fn recall(&mut self, share: (u64, u64), table: Tableau) {
        let (others, fresh) = (table.turned - 2, u64::from(table.fresh()));
        let (mate, other, new, trial) = match (others > 0, fresh > 0) {
            (true, true) => (Chance::Mate, Chance::Other, Chance::New, Trial::Both),
            (true, false) => (Chance::Mate, Chance::NotMate, Chance::New, Trial::One),
            (false, true) => (Chance::Mate, Chance::Other, Chance::NotMate, Trial::One),
            (false, false) => (Chance::Certain, Chance::Other, Chance::New, Trial::Nothing),
        };
        let collected = Tableau { pairs: table.pairs - 1, turned: table.turned - 2, known: table.known - 1 };
        self.push(mate, share, ImperfectTurn::Found, trial, collected);
        if others > 0 {
            self.push(other, share, ImperfectTurn::Mistaken, trial, table);
        }
        let (halves, news) = (u64::from(table.singles()), 2 * u64::from(table.unseen()));
        let step =
            ForgetfulTurnOutcome { chance: new, share, turn: ImperfectTurn::WrongNew, trial, next: table };
        self.fresh(step, (halves, ImperfectTurn::WrongHalf), (news, ImperfectTurn::WrongNew), fresh);
    }

    /// Rule II. The first card is open and `table` counts it as turned; its mate is fresh.
    fn search(&mut self, share: (u64, u64), table: Tableau) {
        let others = table.turned - 1;
        let (chance, trial) =
            if others > 0 { (Chance::Fresh, Trial::Search) } else { (Chance::Certain, Trial::Nothing) };
        let of = u64::from(table.fresh());
        let collected = Tableau { pairs: table.pairs - 1, turned: table.turned - 1, known: table.known };
        self.push(chance, (share.0, share.1 * of), ImperfectTurn::Lucky, trial, collected);
        let (halves, news) = (u64::from(table.singles()) - 1, 2 * u64::from(table.unseen()));
        let step = ForgetfulTurnOutcome { chance, share, turn: ImperfectTurn::New, trial, next: table };
        self.fresh(step, (halves, ImperfectTurn::Half), (news, ImperfectTurn::New), of);
        if others > 0 {
            self.push(Chance::Stale, share, ImperfectTurn::Stale, trial, table);
        }
    }
}
