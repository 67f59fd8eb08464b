//! Stochastic games of two sides, in compressed rows.

use crate::{DoubleDouble, Scaled};
use chancetree_model::csr::Csr;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The next state of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextState {
    /// A state of the game.
    State(u32),
    /// A terminal, by its number.
    Terminal(u32),
}

/// A stochastic game between two sides. The leaving side maximises the expected payoff, and the other side minimises it.
///
/// The payoff of a play is the sum of its rewards and of the value of the terminal that it reaches. A play that reaches no
/// terminal counts as the worst play for the leaving side. If no choice has a reward, [`SparseGameBuilder::staying`] can give
/// such plays a payoff instead, which must be no greater than the value of any terminal.
///
/// The leaving side must have a strategy that reaches a terminal almost surely, whatever the other side does. It has one if it
/// can force a positive probability of reaching a terminal from every state.
#[derive(Default)]
pub struct SparseGame {
    pub(crate) choice_offsets: Vec<u32>,
    pub(crate) branch_offsets: Vec<u32>,
    /// The state of each choice.
    pub(crate) sources: Vec<u32>,
    /// The next state of each branch. Terminals follow the states.
    pub(crate) targets: Vec<u32>,
    /// The probability of each branch times a power of two, the same for all branches of a choice. Self-loops are left out.
    pub(crate) weights: Vec<DoubleDouble>,
    /// The reward of each choice times the same power of two; empty if all are 0. The size of a reward that is not 0 is at least
    /// `2^-1000`, so a smaller reward has an absolute error.
    pub(crate) rewards: Vec<DoubleDouble>,
    /// For each state, whether the leaving side decides there.
    pub(crate) is_leaver: Vec<bool>,
    /// A lower and an upper bound on the value of each terminal.
    pub(crate) terminals: Vec<(DoubleDouble, DoubleDouble)>,
    /// The payoff of a play without end.
    pub(crate) staying: Option<f64>,
    /// The choices that lead to each state.
    pub(crate) incoming: Csr,
}

/// Hashes all data that determine the bounds.
impl Hash for SparseGame {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { choice_offsets, branch_offsets, targets, weights, rewards, .. } = self;
        (choice_offsets, branch_offsets, targets, weights, rewards).hash(hasher);
        (&self.is_leaver, &self.terminals, self.staying.map(f64::to_bits)).hash(hasher);
    }
}

impl SparseGame {
    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.is_leaver.len()
    }

    /// Returns a state from which play never ends under some strategies of both sides. Returns `None` if play reaches a terminal
    /// almost surely under all strategies. Cost: linear in the number of branches.
    pub fn endless_state(&self) -> Option<u32> {
        let states = self.state_count();
        let mut open: Vec<u32> = (0..states as u32).map(|state| self.choices(state).len() as u32).collect();
        let mut is_counted = vec![false; self.sources.len()];
        let mut queue = Vec::new();
        let mut next = 0;
        let mut count = |choice: u32, queue: &mut Vec<u32>| {
            if !std::mem::replace(&mut is_counted[choice as usize], true) {
                let state = self.sources[choice as usize];
                open[state as usize] -= 1;
                if open[state as usize] == 0 {
                    queue.push(state);
                }
            }
        };
        for choice in 0..self.sources.len() as u32 {
            if self.targets(choice).iter().any(|&target| target as usize >= states) {
                count(choice, &mut queue);
            }
        }
        while next < queue.len() {
            for &choice in self.incoming.get(queue[next] as usize) {
                count(choice, &mut queue);
            }
            next += 1;
        }
        (0..states as u32).find(|&state| open[state as usize] > 0)
    }

    #[inline]
    pub(crate) fn choices(&self, state: u32) -> Range<u32> {
        self.choice_offsets[state as usize]..self.choice_offsets[state as usize + 1]
    }

    #[inline]
    pub(crate) fn branches(&self, choice: u32) -> Range<usize> {
        self.branch_offsets[choice as usize] as usize..self.branch_offsets[choice as usize + 1] as usize
    }

    /// Returns the next states of a choice, other than its own state.
    #[inline]
    pub(crate) fn targets(&self, choice: u32) -> &[u32] {
        &self.targets[self.branches(choice)]
    }

    /// Returns the reward of a choice in the scale of its branches.
    #[inline]
    pub(crate) fn reward(&self, choice: u32) -> DoubleDouble {
        self.rewards.get(choice as usize).copied().unwrap_or_default()
    }
}

/// Builds a [`SparseGame`], state by state.
pub struct SparseGameBuilder {
    game: SparseGame,
    states: u32,
    /// The branches of the current choice.
    open: Vec<(u32, Scaled)>,
    reward: Scaled,
    has_rewards: bool,
}

impl SparseGameBuilder {
    /// Creates a builder of a game with this number of states.
    pub fn new(states: u32) -> Self {
        let game = SparseGame { choice_offsets: vec![0], branch_offsets: vec![0], ..SparseGame::default() };
        Self { game, states, open: Vec::new(), reward: Scaled::of_whole(0), has_rewards: false }
    }

    /// Adds a terminal with this value, and returns it.
    pub fn terminal(&mut self, value: Scaled) -> NextState {
        let is_zero = value.is_zero();
        let value = value.over_power(0);
        let is_whole = value.low == 0.0 && value.high.fract() == 0.0 && value.high.abs() < 2f64.powi(53);
        // A part of a number may be below the least double, and a number below 2^-1000 counts as 0.
        let error = if is_zero || is_whole && value.high != 0.0 {
            0.0
        } else {
            2f64.powi(-100) * value.high.abs() + 2f64.powi(-990)
        };
        let by = |error| value.plus(DoubleDouble { high: error, low: 0.0 });
        self.game.terminals.push((by(-error), by(error)));
        NextState::Terminal(self.game.terminals.len() as u32 - 1)
    }

    /// Gives a payoff to plays without end. It must be no greater than the value of any terminal, and the game must have no
    /// rewards.
    pub fn staying(&mut self, payoff: f64) {
        self.game.staying = Some(payoff);
    }

    /// Adds the next state. `is_leaver` is set if the leaving side decides there.
    pub fn state(&mut self, is_leaver: bool) {
        self.game.is_leaver.push(is_leaver);
        self.game.choice_offsets.push(self.game.sources.len() as u32);
    }

    /// Adds a branch to the choice that is added next. The probability must be positive.
    pub fn branch(&mut self, target: NextState, probability: Scaled) {
        let target = match target {
            NextState::State(state) => state,
            NextState::Terminal(number) => self.states + number,
        };
        self.open.push((target, probability));
    }

    /// Sets the reward of the choice that is added next. The default is 0.
    pub fn reward(&mut self, reward: Scaled) {
        self.reward = reward;
    }

    /// Adds a choice of the state that was added last, with the branches since the last choice. Their probabilities must add up to
    /// 1.
    ///
    /// # Panics
    /// Panics if there is no state.
    pub fn choice(&mut self) {
        let state = self.game.is_leaver.len() as u32 - 1;
        let game = &mut self.game;
        let others = self.open.iter().filter(|(target, _)| *target != state);
        let scale = others.clone().map(|(_, share)| share.exponent).max().unwrap_or(0);
        for (target, share) in others {
            game.targets.push(*target);
            game.weights.push(share.over_power(scale));
        }
        self.has_rewards |= !self.reward.is_zero();
        game.rewards.push(self.reward.nonzero_over_power(scale));
        game.sources.push(state);
        game.branch_offsets.push(game.targets.len() as u32);
        game.choice_offsets[state as usize + 1] = game.sources.len() as u32;
        self.open.clear();
        self.reward = Scaled::of_whole(0);
    }

    /// Returns the game.
    ///
    /// # Panics
    /// Panics if the number of states is not the number given to [`Self::new`].
    pub fn finish(self) -> SparseGame {
        let mut game = self.game;
        assert_eq!(game.is_leaver.len(), self.states as usize, "each state is added once");
        if !self.has_rewards {
            game.rewards = Vec::new();
        }
        let branches = (0..game.sources.len() as u32).flat_map(|choice| {
            let targets = game.targets(choice).iter().filter(|&&target| target < self.states);
            targets.map(move |&target| (target as usize, choice as usize))
        });
        game.incoming = Csr::new(self.states as usize, branches);
        game
    }
}
