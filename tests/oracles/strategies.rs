//! Bold or safe play with real cards: the expected values of every seat at every table, in doubles, by iteration over the
//! tables until nothing changes. Nothing here uses an equation, a component or a symmetry.

use chancetree::exact::double;
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy, Strategy};
use chancetree::games::memory::separate::Beliefs;
use std::collections::BTreeMap;

use super::{limited_memory, separate_memories};

const BOTH: [Strategy; 2] = [Strategy::Bold, Strategy::Safe];

/// A table with its mover.
pub trait Table: Clone + Ord {
    fn over(&self) -> bool;

    fn mover(&self) -> usize;

    /// Returns `true` if the tables differ at most in their movers.
    fn same(&self, other: &Self) -> bool;

    /// Returns `true` if the mover may choose.
    fn free(&self) -> bool;

    /// Returns the results of a turn: the probability, the next table, and whether a pair was taken.
    fn turn(&self, memories: &[Option<u16>], strategy: Strategy) -> Vec<(f64, Self, bool)>;
}

impl Table for RecalledTable {
    fn over(&self) -> bool {
        self.pairs() == 0
    }

    fn mover(&self) -> usize {
        self.mover.into()
    }

    fn same(&self, other: &Self) -> bool {
        *self == Self { mover: self.mover, ..*other }
    }

    fn free(&self) -> bool {
        self.known == 0 && self.half + self.singles > 0
    }

    /// The first limit is that of the shared memory.
    fn turn(&self, memories: &[Option<u16>], strategy: Strategy) -> Vec<(f64, Self, bool)> {
        let seen = Self { mover: 0, ..*self };
        let distribution =
            limited_memory::distribution(seen, memories[0], strategy, &limited_memory::drawn(seen));
        let next = |((mut next, taken), share): ((Self, bool), _)| {
            next.mover = (self.mover + u8::from(!taken)) % memories.len() as u8;
            (double(&share), next, taken)
        };
        distribution.into_iter().map(next).collect()
    }
}

impl Table for Beliefs {
    fn over(&self) -> bool {
        self.pairs() == 0
    }

    fn mover(&self) -> usize {
        self.mover.into()
    }

    fn same(&self, other: &Self) -> bool {
        self.kinds == other.kinds
    }

    fn free(&self) -> bool {
        separate_memories::takes(self).is_empty() && self.remembered(self.mover) > 0
    }

    fn turn(&self, memories: &[Option<u16>], strategy: Strategy) -> Vec<(f64, Self, bool)> {
        if let Some(next) = separate_memories::takes(self).pop_first() {
            return vec![(1.0, next, true)];
        }
        let distribution = separate_memories::distribution(self, memories, strategy);
        distribution.into_iter().map(|((next, taken), share)| (double(&share), next, taken)).collect()
    }
}

/// The results of one choice: the probability, the next table, and whether a pair was taken.
type Steps = Vec<(f64, usize, bool)>;

/// All tables with their choices.
pub struct Walk {
    seats: usize,
    movers: Vec<usize>,
    choices: Vec<Vec<(Strategy, Steps)>>,
    /// The expected values of each seat at each table.
    values: Vec<Vec<f64>>,
    policy: Vec<usize>,
}

impl Walk {
    /// Explores the tables from `start` on, with one memory for each seat; `held` fixes the strategy at some tables.
    pub fn of<T: Table>(
        start: T,
        memories: &[Option<u16>],
        plays: &[SeatStrategy],
        held: impl Fn(&T) -> Option<Strategy>,
    ) -> Self {
        let mut places = BTreeMap::from([(start.clone(), 0)]);
        let (mut tables, mut choices) = (vec![start], Vec::new());
        while let Some(table) = tables.get(choices.len()).cloned() {
            let play = plays[table.mover() % plays.len()];
            let offered = match (held(&table).or(play.always()), table.free()) {
                _ if table.over() => vec![],
                (_, false) => vec![Strategy::Bold],
                (Some(strategy), true) => vec![strategy],
                (None, true) => BOTH.to_vec(),
            };
            let mut steps = |strategy| {
                let place = |(share, next, taken): (f64, T, bool)| {
                    let new = places.len();
                    let place = *places.entry(next.clone()).or_insert(new);
                    if place == new {
                        tables.push(next);
                    }
                    (share, place, taken)
                };
                table.turn(memories, strategy).into_iter().map(place).collect()
            };
            choices.push(offered.into_iter().map(|strategy| (strategy, steps(strategy))).collect());
        }
        let movers = tables.iter().map(Table::mover).collect();
        let seats = memories.len();
        let values = vec![vec![0.0; seats]; tables.len()];
        let mut walk = Self { seats, movers, policy: vec![0; tables.len()], choices, values };
        walk.settle();
        walk
    }

    /// Returns the expected value of `seat` after a choice.
    fn after(&self, table: usize, choice: usize, seat: usize) -> f64 {
        let gain = |taken: bool| f64::from(u8::from(taken && self.movers[table] == seat));
        let steps = self.choices[table][choice].1.iter();
        steps.map(|&(share, next, taken)| share * (gain(taken) + self.values[next][seat])).sum()
    }

    /// Computes the values of the policy.
    fn evaluate(&mut self) {
        let mut change = 1.0;
        while change > 1e-14 {
            change = 0.0;
            for table in (0..self.choices.len()).rev().filter(|&table| !self.choices[table].is_empty()) {
                for seat in 0..self.seats {
                    let value = self.after(table, self.policy[table], seat);
                    change = f64::max(change, (value - self.values[table][seat]).abs());
                    self.values[table][seat] = value;
                }
            }
        }
    }

    /// Improves the policy of one seat after the other until no seat gains.
    fn settle(&mut self) {
        self.evaluate();
        let mut unchanged = 0;
        for round in 0.. {
            assert!(round < 1000, "the policy converges");
            let seat = round % self.seats;
            let mut better = self.policy.clone();
            for (table, place) in
                better.iter_mut().enumerate().filter(|(table, _)| self.movers[*table] == seat)
            {
                let worth = |choice| self.after(table, choice, seat);
                if self.choices[table].len() == 2 && worth(1 - *place) > worth(*place) + 1e-10 {
                    *place = 1 - *place;
                }
            }
            unchanged = if better == self.policy { unchanged + 1 } else { 0 };
            if unchanged == self.seats {
                return;
            }
            self.policy = better;
            self.evaluate();
        }
    }

    /// Returns the first player's expected value.
    pub fn value(&self) -> f64 {
        self.values[0][0]
    }

    /// Returns the first player's expected value of each possible strategy, used in the first turn only.
    pub fn once(&self) -> Vec<(Strategy, f64)> {
        let all = self.choices[0].iter().enumerate();
        all.map(|(choice, (strategy, _))| (*strategy, self.after(0, choice, 0))).collect()
    }
}
