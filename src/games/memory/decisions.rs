//! Memory as a game of decisions (Gerez 1983; Zwick & Paterson 1993; Alfthan 2007).

mod depict;
mod play;
mod rules;

use crate::model::order;
use play::pairs;
pub use rules::{Objective, Rules, Stalemate, WinPayoff};

use super::policy::{Play, Policy};
use super::tactic::Tactic;
use super::{ImpossibleMemory, MAX_PAIRS, Memory, PairCounts, TurnEvent, digits, for_all_or_each};
use crate::exact::Natural;
use crate::game::{Choices, Game, Rank, Seat};
use serde::{Deserialize, Serialize};

/// The state between two turns.
///
/// ```
/// use chancetree::games::memory::decisions::{Decisions, Position};
/// use chancetree::games::memory::{Memory, PairCounts};
/// use chancetree::prelude::*;
///
/// let game = Decisions::new(Memory::new(3, 2)?);
/// let table = PairCounts { unknown: 3, ..PairCounts::default() };
/// assert_eq!(game.start(), Position { table, lead: 0, passes: 0, mover: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The board, as all players know it.
    pub table: PairCounts,
    /// The mover's lead in pairs over the other player if players play to win; otherwise 0. It is clamped to
    /// one more than the pairs that are left.
    pub lead: i32,
    /// The number of consecutive passes just made, 0 to 2; the second one ends the game.
    pub passes: u8,
    /// The seat to move if the seats play differently; otherwise 0.
    pub mover: Seat,
}

/// Memory between players who choose tactics.
///
/// Two passes in a row end the game. For stationary play this is equivalent to endless
/// passing: if both players gain by passing again, neither ever takes another pair. The remaining pairs are
/// then shared evenly (Gerez 1983), or, if players play to win, the game is scored by [`Stalemate`]. Both
/// rules give every position the same value. If players play to win, a single pass is worth the smaller of
/// two values: the value after the opponent's best answer without a pass, and the value of endless passing.
/// The opponent may answer by ending the game.
///
/// ```
/// use chancetree::games::memory::Memory;
/// use chancetree::games::memory::decisions::{Decisions, Objective};
/// use chancetree::prelude::*;
///
/// let game = Decisions::new(Memory::new(3, 2)?);
/// let best = game.explore().run()?.maximize(&Objective::Pairs)?;
/// // Values count cards. The player who begins expects less than half of the six cards.
/// assert_eq!(best.value(best.graph().start()), [ratio(14, 5), ratio(16, 5)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Decisions {
    memory: Memory,
    /// One entry for all seats, or one per seat.
    plays: Vec<Play>,
    /// The tactics available to seats that play best.
    tactics: Vec<Tactic>,
    rules: Rules,
    objective: Objective,
    stalemate: Stalemate,
    lead: i32,
    passed: u8,
    take_first: bool,
    to_the_end: bool,
}

impl Decisions {
    /// Creates a game in which all players play optimally for pairs, with all tactics and without passing.
    pub fn new(memory: Memory) -> Self {
        Self {
            memory,
            plays: vec![Play::Best],
            tactics: Tactic::ALL.to_vec(),
            rules: Rules::NoPass,
            objective: Objective::Pairs,
            stalemate: Stalemate::Draw,
            lead: 0,
            passed: 0,
            take_first: false,
            to_the_end: false,
        }
    }

    /// Sets the strategy of the seats: one entry for all, or one for each seat.
    ///
    /// # Errors
    /// Returns an error if there is neither one entry nor one for each seat.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::{Decisions, Objective};
    /// use chancetree::games::memory::policy::{Play, Policy};
    /// use chancetree::games::memory::tactic::Tactic;
    /// use chancetree::games::memory::{ImpossibleMemory, Memory};
    /// use chancetree::prelude::*;
    ///
    /// // The best play against a robot that always turns two new cards.
    /// let plays = vec![Play::Best, Play::By(Policy::Always(Tactic::T6))];
    /// let game = Decisions::new(Memory::new(3, 2)?).plays(plays.clone())?;
    /// let best = game.explore().run()?.maximize(&Objective::Pairs)?;
    /// assert_eq!(best.value(best.graph().start()), [ratio(14, 5), ratio(16, 5)]);
    ///
    /// let refused = Decisions::new(Memory::new(3, 3)?).plays(plays).unwrap_err();
    /// assert_eq!(refused, ImpossibleMemory::Plays { plays: 2, players: 3 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(self, plays: Vec<Play>) -> Result<Self, ImpossibleMemory> {
        Ok(Self { plays: for_all_or_each(plays, self.memory.seats())?, ..self })
    }

    /// Sets the tactics that are available to seats that play best.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::Decisions;
    /// use chancetree::games::memory::tactic::Tactic;
    /// use chancetree::games::memory::{Memory, PairCounts};
    /// use chancetree::prelude::*;
    ///
    /// let board = PairCounts { known: 1, half: 1, ..PairCounts::default() };
    /// let game = Decisions::new(Memory::from(board, 2)?).tactics(vec![Tactic::T6, Tactic::T1]);
    /// assert_eq!(game.allowed(&game.start()), [Tactic::T1, Tactic::T6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tactics(mut self, mut tactics: Vec<Tactic>) -> Self {
        order::sort_unique(&mut tactics);
        self.tactics = tactics;
        self
    }

    /// Sets the rules of passing.
    ///
    /// # Errors
    /// Returns an error if passing is allowed and the number of players is not 2: no rule is known for
    /// sharing the remaining pairs among more players who all pass.
    ///
    /// ```
    /// use chancetree::games::memory::decisions::{Decisions, Rules};
    /// use chancetree::games::memory::{ImpossibleMemory, Memory};
    ///
    /// let three_players = Decisions::new(Memory::new(3, 3)?);
    /// assert_eq!(three_players.rules(Rules::FreePass), Err(ImpossibleMemory::Passing(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(mut self, rules: Rules) -> Result<Self, ImpossibleMemory> {
        if rules != Rules::NoPass && self.memory.seats() != 2 {
            return Err(ImpossibleMemory::Passing(self.memory.seats()));
        }
        self.rules = rules;
        Ok(self)
    }

    /// Sets the players' objective. The first player begins with a lead of `lead` pairs over the second,
    /// which matters only if players play to win.
    ///
    /// # Errors
    /// Returns an error if players play to win and their number is not 2.
    ///
    /// ```
    /// use chancetree::games::memory::Memory;
    /// use chancetree::games::memory::decisions::{Decisions, Objective, Stalemate};
    /// use chancetree::prelude::*;
    ///
    /// let game = Decisions::new(Memory::new(3, 2)?).with_objective(Objective::Win, Stalemate::Draw, 0)?;
    /// let best = game.explore().run()?.maximize(&Objective::Win)?;
    /// // The value of a seat is its probability to win less its probability to lose.
    /// assert_eq!(best.value(best.graph().start()), [ratio(-1, 15), ratio(1, 15)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_objective(
        mut self,
        objective: Objective,
        stalemate: Stalemate,
        lead: i32,
    ) -> Result<Self, ImpossibleMemory> {
        if objective == Objective::Win && self.memory.seats() != 2 {
            return Err(ImpossibleMemory::Winning(self.memory.seats()));
        }
        (self.objective, self.stalemate) = (objective, stalemate);
        self.lead = if objective == Objective::Win { lead } else { 0 };
        Ok(self)
    }

    /// Starts the game after `passes` consecutive passes; more than 2 count as 2.
    pub fn passed(mut self, passes: u8) -> Self {
        self.passed = passes.min(2);
        self
    }

    /// Makes a player who knows two or more pairs take one, without a choice.
    ///
    /// This changes no value if taking is best in every position with one known pair. In that case a position
    /// with c known pairs is worth 2 c cards more than the same position without them. One more known pair
    /// then adds two cards to the value of taking. It adds two to any other tactic if that tactic takes a
    /// pair, and none otherwise.
    ///
    /// Has no effect unless [`may_take_first`](Self::may_take_first) holds.
    pub fn take_first(mut self) -> Self {
        self.take_first = self.may_take_first();
        self
    }

    /// Lets players choose even after the game is decided. No value changes. The solution then has a tactic
    /// for every position that can be reached.
    pub fn to_the_end(mut self) -> Self {
        self.to_the_end = true;
        self
    }

    /// Returns `true` if the argument of [`take_first`](Self::take_first) applies: two players both play
    /// best, for pairs, a player who takes a pair moves again, and T1 is available.
    pub fn may_take_first(&self) -> bool {
        self.memory.seats() == 2
            && !self.memory.is_one_flip()
            && self.objective == Objective::Pairs
            && self.plays == [Play::Best]
            && self.tactics.contains(&Tactic::T1)
    }

    /// Returns the players' objective.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Returns `true` if a player who takes a pair does not move again.
    pub fn is_one_flip(&self) -> bool {
        self.memory.is_one_flip()
    }

    /// Returns the rules of passing.
    pub fn passing(&self) -> Rules {
        self.rules
    }

    /// Returns `true` if the mover plays by a [`Policy::Table`].
    pub fn follows_table(&self, position: &Position) -> bool {
        matches!(self.play(position), Play::By(Policy::Table(_)))
    }

    fn play(&self, position: &Position) -> &Play {
        &self.plays[usize::from(position.mover) % self.plays.len()]
    }
}

impl Game for Decisions {
    type State = Position;
    type Action = Tactic;
    type Event = TurnEvent;

    fn start(&self) -> Position {
        let table = self.memory.start();
        let most = i32::from(table.pairs()) + 1;
        Position { table, lead: self.lead.clamp(-most, most), passes: self.passed, mover: 0 }
    }

    fn expand(&self, position: &Position, choices: &mut Choices<Self>) {
        let decides = *self.play(position) == Play::Best;
        for tactic in self.allowed(position) {
            let events = if decides { choices.action(tactic) } else { choices.chance() };
            let turns = tactic.turns(position.table).into_iter().filter(|&(weight, _)| weight > 0);
            turns.fold(events, |events, (weight, turn)| {
                events
                    .event(weight, turn, || self.next(position, turn))
                    .points(turn.points())
                    .pass_by(self.memory.turn_offset(turn))
            });
        }
    }

    /// Returns the layer of [`Memory`], which a pass does not change.
    fn layer(&self, position: &Position) -> u32 {
        self.memory.layer(&position.table)
    }

    /// Adds the lead, the passes and the mover to the digits of a table.
    ///
    /// A lead is at most one more than the number of pairs left. Each pair left adds at least 2 to the difference
    /// between the layer and 4 for each pair of the board. The lead also changes by at most 1 for each taken pair,
    /// which adds 4 to the layer.
    fn rank(&self, position: &Position) -> Option<Rank> {
        let Position { table, lead, passes, mover } = *position;
        // With two known pairs or more, a player who takes first takes one, except at the start. A turn of two cards
        // makes at most two more pairs known.
        let known = if self.take_first { self.start().table.known.max(1) + 2 } else { MAX_PAIRS };
        let [known, half] = digits(table, self.memory.start().pairs(), known);
        let most = match self.objective {
            Objective::Pairs => 0,
            Objective::Win => {
                let layer = self.layer(position);
                let left = 4 * pairs(self.memory.start()) - layer;
                (left / 2 + 1).min(layer / 4 + self.lead.unsigned_abs())
            }
        };
        let ahead = (i64::from(lead) + i64::from(most)) as u64;
        let passing = self.rules != Rules::NoPass || self.passed > 0;
        let movers = if self.plays.len() > 1 { self.memory.seats() } else { 1 };
        Some(Rank::of([
            known,
            half,
            (ahead, 2 * u64::from(most) + 1),
            (passes.into(), if passing { 3 } else { 1 }),
            (mover.into(), movers.into()),
        ]))
    }

    fn seats(&self) -> Seat {
        self.memory.seats()
    }

    fn multiplicity(&self, position: &Position, turn: TurnEvent) -> Option<u64> {
        let half = u64::from(position.table.half);
        Some(match turn {
            TurnEvent::A | TurnEvent::C | TurnEvent::E | TurnEvent::F | TurnEvent::J | TurnEvent::P => 1,
            TurnEvent::B | TurnEvent::D | TurnEvent::G | TurnEvent::I => half,
            TurnEvent::H => half * half.saturating_sub(1),
            TurnEvent::K => half.saturating_sub(1),
        })
    }

    /// The arrangements of the remaining cards after both players have passed.
    fn remaining_arrangements(&self, position: &Position) -> Option<Natural> {
        self.is_stalemate(position).then(|| position.table.arrangements())
    }

    explored_here!(saved);
}
