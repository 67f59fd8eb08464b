//! Memory as a game of decisions (Gerez 1983; Zwick & Paterson 1993; Alfthan 2007).

mod depict;
mod rules;

pub use rules::{Objective, Rules, Stalemate, Wins};

use super::policy::{Play, Policy};
use super::tactic::Tactic;
use super::{ImpossibleMemory, MOST_PAIRS, Memory, PairCounts, Turn, digits, for_all_or_each};
use crate::exact::Natural;
use crate::game::{Choices, Game, Points, Rank, Seat};

/// The state between two turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The board, as all players know it.
    pub table: PairCounts,
    /// The mover's lead in pairs over the other, where players want to win; otherwise 0. Once it cannot be caught up,
    /// it is one pair more than are left.
    pub lead: i32,
    /// The number of passes just made, 0 to 2; the second one ends the game.
    pub passes: u8,
    /// The seat to move if the seats play differently; otherwise 0.
    pub mover: Seat,
}

/// Memory between players who decide.
///
/// A pass that is answered by a pass ends the game. For stationary play this is the same as passing for ever: of two
/// who both gain by passing again, none ever takes more. What is left is then shared evenly (Gerez 1983), or, where
/// players want to win, the game is judged by [`Stalemate`]. What a position is worth is the same under both rules. A
/// pass by itself is worth, to players who want to win, the less of what the other's best answer without a pass leaves
/// and of what passing for ever pays: he may answer it by ending the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Decisions {
    memory: Memory,
    /// The play of each seat; one for all, or one a seat.
    plays: Vec<Play>,
    /// The tactics that those may choose who play best.
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
    /// Creates a game on a board in which all players play optimally with all tactics, without passing, for pairs.
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

    /// Sets how the seats play: one entry for all, or one for each seat.
    ///
    /// # Errors
    /// If there is neither one entry nor one for each seat.
    pub fn plays(self, plays: Vec<Play>) -> Result<Self, ImpossibleMemory> {
        Ok(Self { plays: for_all_or_each(plays, self.memory.seats())?, ..self })
    }

    /// Sets the tactics that a seat may choose from if it plays best.
    pub fn tactics(mut self, mut tactics: Vec<Tactic>) -> Self {
        tactics.sort_unstable();
        tactics.dedup();
        self.tactics = tactics;
        self
    }

    /// Sets the rules of passing.
    ///
    /// # Errors
    /// If passing is allowed and there are not exactly two players: no rule is known that shares what is left among
    /// more players when all of them pass.
    pub fn rules(mut self, rules: Rules) -> Result<Self, ImpossibleMemory> {
        if rules != Rules::NoPass && self.memory.seats() != 2 {
            return Err(ImpossibleMemory::Passing(self.memory.seats()));
        }
        self.rules = rules;
        Ok(self)
    }

    /// Sets the players' objective. The first player begins with a lead of `lead` pairs over the second, which counts
    /// only if players want to win.
    ///
    /// # Errors
    /// If players want to win and there are not exactly two of them.
    pub fn objective(
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

    /// Begins the game after `passes` passes in a row; more than 2 count as 2.
    pub fn passed(mut self, passes: u8) -> Self {
        self.passed = passes.min(2);
        self
    }

    /// Makes a player who knows two pairs or more take one, without a choice.
    ///
    /// This changes no value where taking is best in every position with one known pair. For then a position with c
    /// known pairs is worth 2 c cards more than the same without them, and one known pair more makes taking worth two
    /// cards more, and any other tactic two more if it takes a pair and none if it does not.
    ///
    /// Nothing changes if taking is not best by the kind of the game (see [`may_take_first`](Self::may_take_first)).
    pub fn take_first(mut self) -> Self {
        self.take_first = self.may_take_first();
        self
    }

    /// Leaves the players a choice in games that are already decided, too. No value changes; the solution then has a
    /// tactic for every position that either may come to by any play of both.
    pub fn to_the_end(mut self) -> Self {
        self.to_the_end = true;
        self
    }

    /// Returns `true` if the argument of [`take_first`](Self::take_first) holds: there are two players who both play
    /// best, for pairs, and may choose T1.
    pub fn may_take_first(&self) -> bool {
        self.memory.seats() == 2
            && self.objective == Objective::Pairs
            && self.plays == [Play::Best]
            && self.tactics.contains(&Tactic::T1)
    }

    /// The players' objective.
    pub fn wanted(&self) -> Objective {
        self.objective
    }

    /// The rules of passing.
    pub fn passing(&self) -> Rules {
        self.rules
    }

    /// Returns `true` if the mover plays by a [`Policy::Table`], which names a tactic for certain positions.
    pub fn is_looked_up(&self, position: &Position) -> bool {
        matches!(self.play(position), Play::By(Policy::Table(_)))
    }

    fn play(&self, position: &Position) -> &Play {
        &self.plays[usize::from(position.mover) % self.plays.len()]
    }

    /// Returns `true` if the rules and the cards allow `tactic`.
    pub fn allows(&self, tactic: Tactic, table: PairCounts) -> bool {
        match (tactic, self.rules) {
            (Tactic::T2, Rules::NoPass) => false,
            (Tactic::T2, Rules::FreePass) => table.pairs() > 0,
            _ => tactic.fits(table),
        }
    }

    /// Returns `true` if both players have just passed.
    pub fn is_stalemate(&self, position: &Position) -> bool {
        position.passes == 2
    }

    /// Returns `true` if pairs are left in the end `position` although the players have not both passed: the mover is
    /// allowed none of the tactics that fit it. Only meaningful for ends.
    pub fn is_stuck(&self, position: &Position) -> bool {
        position.table.pairs() > 0 && !self.is_stalemate(position)
    }

    /// Returns the winner in the end `position`, counted from its mover, where players want to win; `None` for a draw.
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        if self.is_stalemate(position) && self.stalemate == Stalemate::Draw {
            return None;
        }
        match position.lead.signum() {
            0 => None,
            lead => Some(Seat::from(lead < 0)),
        }
    }

    /// Returns `true` if players who want to win have nothing to decide any more: the lead cannot be caught up, and
    /// nobody passes it away.
    fn is_decided(&self, position: &Position) -> bool {
        // One of these two always fits, and comes before a pass among equals. Who may do neither can be led to where he
        // must pass, for a draw.
        let need_not_pass = [Tactic::T1, Tactic::T6].iter().all(|tactic| self.tactics.contains(tactic));
        let no_draw = self.stalemate == Stalemate::Score || self.plays == [Play::Best];
        let is_kept = self.rules == Rules::NoPass || need_not_pass && no_draw;
        let is_beyond = position.lead.unsigned_abs() > pairs(position.table);
        self.objective == Objective::Win && is_beyond && is_kept && !self.to_the_end
    }

    /// The tactics open to the mover: one if a policy decides, none if the game is over or a policy names none. A game
    /// that is already decided leaves a choice only at the start and after a pass.
    pub fn allowed(&self, position: &Position) -> Vec<Tactic> {
        if position.table.pairs() == 0 || self.is_stalemate(position) {
            return Vec::new();
        }
        let allows = |tactic: &Tactic| self.allows(*tactic, position.table);
        let mut allowed: Vec<Tactic> = match self.play(position) {
            Play::By(policy) => policy.tactic(position, |tactic| allows(&tactic)).into_iter().collect(),
            Play::Best => self.tactics.iter().copied().filter(allows).collect(),
        };
        let later = *position != self.start();
        if later && self.is_decided(position) {
            // The first of equals, but who is ahead has no reason to pass, for a draw, if he can do something else.
            let first = allowed.iter().position(|&tactic| tactic != Tactic::T2);
            match (position.passes, first) {
                (0, Some(first)) => allowed = vec![allowed[first]],
                (0, None) => allowed.truncate(1),
                _ => {}
            }
        }
        if later && self.take_first && position.table.known >= 2 {
            allowed.truncate(1);
        }
        allowed
    }

    /// The position after a turn.
    fn next(&self, position: &Position, turn: Turn) -> Position {
        let table = position.table.after(turn);
        let mut next = Position { table, passes: 0, ..*position };
        if turn.takes() {
            next.lead += i32::from(self.objective == Objective::Win);
        } else {
            next.lead = -next.lead;
            if self.plays.len() > 1 {
                next.mover = (position.mover + 1) % self.memory.seats();
            }
        }
        if turn == Turn::P {
            next.passes = position.passes + 1;
        }
        let most = i32::from(table.pairs()) + 1;
        next.lead = next.lead.clamp(-most, most);
        next
    }
}

fn pairs(table: PairCounts) -> u32 {
    u32::from(table.pairs())
}

impl Game for Decisions {
    type State = Position;
    type Action = Tactic;
    type Event = Turn;

    fn start(&self) -> Position {
        let table = self.memory.start();
        let most = i32::from(table.pairs()) + 1;
        Position { table, lead: self.lead.clamp(-most, most), passes: self.passed, mover: 0 }
    }

    fn expand(&self, position: &Position, choices: &mut Choices<Self>) {
        let decides = *self.play(position) == Play::Best;
        for tactic in self.allowed(position) {
            let events = if decides { choices.action(tactic) } else { choices.chance() };
            tactic.turns(position.table).iter().fold(events, |events, &(weight, turn)| {
                events.event(weight, turn, || self.next(position, turn))
            });
        }
    }

    /// Returns the layer of the robots; a pass stays where it is.
    fn layer(&self, position: &Position) -> u32 {
        self.memory.layer(&position.table)
    }

    fn rank(&self, position: &Position) -> Option<Rank> {
        let Position { table, lead, passes, mover } = *position;
        // A player who takes first never has more than two known pairs more.
        let known = if self.take_first { self.start().table.known.max(1) + 2 } else { MOST_PAIRS };
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

    fn passes(&self, turn: Turn) -> Seat {
        Seat::from(!turn.takes())
    }

    fn points(&self, turn: Turn) -> Points {
        Points::from(turn.takes())
    }

    fn ways(&self, position: &Position, turn: Turn) -> Option<u64> {
        let half = u64::from(position.table.half);
        Some(match turn {
            Turn::A | Turn::C | Turn::E | Turn::F | Turn::J | Turn::P => 1,
            Turn::B | Turn::D | Turn::G | Turn::I => half,
            Turn::H => half * half.saturating_sub(1),
            Turn::K => half.saturating_sub(1),
        })
    }

    /// The arrangements of the cards that are left when both players have passed.
    fn hidden(&self, position: &Position) -> Option<Natural> {
        self.is_stalemate(position).then(|| position.table.arrangements())
    }

    explored_here!(saved);
}

impl crate::game::Travel for Decisions {
    fn pack(&self, position: &Position, bytes: &mut Vec<u8>) {
        let Position { table, lead, passes, mover } = position;
        bytes.extend([*passes, *mover]);
        bytes.extend(lead.to_le_bytes());
        self.memory.pack(table, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Position> {
        let (&[passes, mover], rest) = bytes.split_first_chunk::<2>()?;
        let (&lead, table) = rest.split_first_chunk()?;
        let position =
            Position { table: self.memory.unpack(table)?, lead: i32::from_le_bytes(lead), passes, mover };
        (mover < self.seats() && passes <= 2).then_some(position)
    }
}
