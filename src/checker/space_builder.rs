//! The builder of state spaces.

use crate::exact::{self, Rational};
use crate::{SpaceKind, StateSpace};
use foldhash::fast::FixedState;
use num_traits::{Signed as _, ToPrimitive as _};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use thiserror::Error;

/// The reason for which a state space cannot be built. Numbers count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpaceError {
    /// A state has no choice.
    #[error("state {0} has no choice; add a self-loop to a state in which nothing happens")]
    NoChoice(u32),
    /// A choice has no branch.
    #[error("a choice of state {0} has no branch")]
    NoBranch(u32),
    /// A state of a Markov chain has several choices.
    #[error("state {0} has several choices; a Markov chain has one choice for each state")]
    SeveralChoices(u32),
    /// The probabilities of a choice do not add up to 1.
    #[error("the probabilities of a choice of state {state} add up to {sum}; they must add up to 1")]
    Sum {
        /// The state.
        state: u32,
        /// The sum of the probabilities.
        sum: String,
    },
    /// A probability is negative.
    #[error("a probability of state {0} is negative")]
    Negative(u32),
    /// A branch leads to a state that does not exist.
    #[error("state {state} leads to state {target}; there are states 0 to {last}")]
    NoTarget {
        /// The source of the branch.
        state: u32,
        /// The missing state.
        target: u32,
        /// The last state.
        last: u32,
    },
    /// The owner of a state is not a player of the game.
    #[error("state {0} has no player; in a game each state has a player")]
    NoOwner(u32),
    /// There is no state.
    #[error("there is no state; a state space has at least one")]
    Empty,
    /// There is no initial state, or it does not exist.
    #[error("there is no initial state; at least one state must be initial")]
    NoInitial,
    /// The numbers of states, choices or branches exceed 32 bits.
    #[error("more than {} states, choices or branches", u32::MAX)]
    TooLarge,
}

/// Builds a state space: states in order, for each state its choices, for each choice its branches.
///
/// ```
/// use chancetree_checker::{SpaceBuilder, SpaceKind, exact::{one, ratio}};
///
/// let mut builder = SpaceBuilder::new(SpaceKind::Chain);
/// builder.state(0);
/// builder.choice("throw");
/// builder.branch(0, &ratio(1, 3));
/// builder.branch(1, &ratio(2, 3));
/// builder.state(0);
/// builder.choice("");
/// builder.branch(1, &one());
/// builder.initial(0);
/// assert_eq!(builder.finish()?.branch_count(), 3);
/// # Ok::<(), chancetree_checker::SpaceError>(())
/// ```
///
/// A builder without an [error](Self::check) can be saved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "SavedBuilder")]
pub struct SpaceBuilder {
    space: StateSpace,
    /// The branches of the last choice.
    open: Vec<(u32, u32)>,
    /// The indices of the fractions, by numerator and denominator if both fit a word: to hash a [`Rational`] takes many divisions.
    #[serde(skip)]
    short_indices: HashMap<(u64, u64), u32, FixedState>,
    #[serde(skip)]
    long_indices: HashMap<Rational, u32, FixedState>,
    #[serde(skip)]
    actions: HashMap<String, u32, FixedState>,
    /// The numerator and denominator of each fraction, if both fit a word.
    #[serde(skip)]
    words: Vec<Option<(u64, u64)>>,
    #[serde(skip)]
    error: Option<SpaceError>,
    /// The greatest difference from 1 of a sum of probabilities that is taken for rounding.
    #[serde(skip)]
    rounding: Rational,
    /// The number of choices whose probabilities were divided by their sum.
    #[serde(skip)]
    scaled_choices: usize,
}

/// The fields of a builder from which the others follow.
#[derive(Deserialize)]
struct SavedBuilder {
    space: StateSpace,
    open: Vec<(u32, u32)>,
}

impl From<SavedBuilder> for SpaceBuilder {
    fn from(SavedBuilder { space, open }: SavedBuilder) -> Self {
        let mut builder = Self::new(space.kind);
        space.fractions.iter().for_each(|value| builder.index(value));
        builder.actions = space.action_names.iter().cloned().zip(0..).collect();
        Self { space, open, ..builder }
    }
}

/// Returns the numerator and the denominator of a fraction, if both fit a word.
fn short(value: &Rational) -> Option<(u64, u64)> {
    value.numer().to_u64().zip(value.denom().to_u64())
}

impl SpaceBuilder {
    /// Creates a builder of a space without states.
    pub fn new(kind: SpaceKind) -> Self {
        let space = StateSpace { kind, action_names: vec![String::new()], ..StateSpace::default() };
        Self { space, actions: HashMap::from_iter([(String::new(), 0)]), ..Self::default() }
    }

    /// Sets the names of the players of a game.
    pub fn players(&mut self, names: Vec<String>) {
        self.space.players = names;
    }

    /// Begins the next state and returns its number. `owner` is the index of the player who decides, and is ignored unless the
    /// space is a game.
    pub fn state(&mut self, owner: u32) -> u32 {
        self.close_choice();
        let state = self.number(self.space.choice_offsets.len());
        let first = self.number(self.space.actions.len());
        self.space.choice_offsets.push(first);
        if self.space.kind == SpaceKind::Game {
            self.space.owners.push(owner);
        }
        state
    }

    /// Begins the next choice of the last state and returns its number. The name of the action may be empty.
    ///
    /// # Panics
    /// Panics if there is no state.
    pub fn choice(&mut self, action: &str) -> u32 {
        self.close_choice();
        assert!(!self.space.choice_offsets.is_empty(), "a choice belongs to a state");
        let index = self.actions.get(action).copied().unwrap_or_else(|| {
            let index = self.space.action_names.len() as u32;
            self.space.action_names.push(action.to_owned());
            self.actions.insert(action.to_owned(), index);
            index
        });
        let choice = self.number(self.space.actions.len());
        self.space.actions.push(index);
        let first = self.number(self.space.targets.len());
        self.space.branch_offsets.push(first);
        choice
    }

    /// Adds a branch to the last choice. Branches to one state are added up, and branches of probability 0 are dropped.
    ///
    /// # Panics
    /// Panics if there is no choice.
    pub fn branch(&mut self, target: u32, probability: &Rational) {
        let index = self.fraction(probability);
        self.branch_of(target, index);
    }

    /// Adds a branch whose probability has an index from [`Self::fraction`].
    ///
    /// # Panics
    /// Panics if there is no choice.
    pub fn branch_of(&mut self, target: u32, fraction: u32) {
        assert!(!self.space.branch_offsets.is_empty(), "a branch belongs to a choice");
        self.open.push((target, fraction));
    }

    /// Returns the index of a fraction. Equal fractions have equal indices.
    pub fn fraction(&mut self, value: &Rational) -> u32 {
        let found = match short(value) {
            Some(words) => self.short_indices.get(&words),
            None => self.long_indices.get(value),
        };
        if let Some(&index) = found {
            return index;
        }
        let index = self.number(self.space.fractions.len());
        self.space.fractions.push(value.clone());
        self.index(value);
        index
    }

    /// Gives the next index to a fraction.
    fn index(&mut self, value: &Rational) {
        let (index, words) = (self.words.len() as u32, short(value));
        match words {
            Some(words) => self.short_indices.insert(words, index),
            None => self.long_indices.insert(value.clone(), index),
        };
        self.words.push(words);
    }

    /// Adds an initial state.
    pub fn initial(&mut self, state: u32) {
        self.space.initial.push(state);
    }

    /// Returns the number of states so far.
    pub fn state_count(&self) -> usize {
        self.space.choice_offsets.len()
    }

    /// Returns the number of choices so far.
    pub fn choice_count(&self) -> usize {
        self.space.actions.len()
    }

    /// Checks the finished choices.
    ///
    /// # Errors
    /// As [`Self::finish`], for the states and choices before the last choice.
    pub fn check(&self) -> Result<(), SpaceError> {
        self.error.clone().map_or(Ok(()), Err)
    }

    /// Finishes the space. Labels, rewards and names of states can be set afterwards.
    ///
    /// # Errors
    /// If the space has no state or no initial state, a state has no choice, a state of a Markov chain has several choices, a
    /// distribution does not add up to 1, or a target or a player does not exist.
    pub fn finish(mut self) -> Result<StateSpace, SpaceError> {
        self.close_choice();
        let (choices, branches) =
            (self.number(self.space.actions.len()), self.number(self.space.targets.len()));
        self.space.choice_offsets.push(choices);
        self.space.branch_offsets.push(branches);
        self.check()?;
        let space = self.space;
        let states = space.state_count() as u32;
        let last = states.checked_sub(1).ok_or(SpaceError::Empty)?;
        for state in 0..states {
            match space.choices(state).len() {
                0 => return Err(SpaceError::NoChoice(state)),
                2.. if space.kind == SpaceKind::Chain => return Err(SpaceError::SeveralChoices(state)),
                _ => {}
            }
            for choice in space.choices(state) {
                if let Some(&target) = space.targets(choice).iter().find(|&&target| target > last) {
                    return Err(SpaceError::NoTarget { state, target, last });
                }
            }
            if space.owners.get(state as usize).is_some_and(|&owner| owner as usize >= space.players.len()) {
                return Err(SpaceError::NoOwner(state));
            }
        }
        if space.initial.is_empty() || space.initial.iter().any(|&state| state > last) {
            return Err(SpaceError::NoInitial);
        }
        Ok(space)
    }

    /// Converts a number to 32 bits. If it is too large, records an error and returns 0.
    fn number(&mut self, number: usize) -> u32 {
        u32::try_from(number).unwrap_or_else(|_| {
            self.error.get_or_insert(SpaceError::TooLarge);
            0
        })
    }

    /// Lets later choices have rounded probabilities: if their sum differs from 1 by at most `most`, they are divided by it.
    pub(crate) fn allow_rounding(&mut self, most: Rational) {
        self.rounding = most;
    }

    /// Returns the number of choices whose probabilities were divided by their sum.
    pub(crate) fn scaled_choices(&mut self) -> usize {
        self.close_choice();
        self.scaled_choices
    }

    /// Sorts, checks and stores the branches of the last choice.
    fn close_choice(&mut self) {
        if self.space.branch_offsets.is_empty() || self.error.is_some() {
            return;
        }
        let first = self.space.branch_offsets.last();
        if self.open.is_empty() && first.is_some_and(|&first| (first as usize) < self.space.targets.len()) {
            return;
        }
        let state = self.space.choice_offsets.len() as u32 - 1;
        let mut open = std::mem::take(&mut self.open);
        open.sort_unstable();
        let has_duplicates = open.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let is_plain =
            |&(_, fraction): &(u32, u32)| self.words[fraction as usize].is_some_and(|(above, _)| above > 0);
        if has_duplicates || !open.iter().all(is_plain) {
            open = self.merged(&open);
        }
        if open.iter().any(|&(_, fraction)| self.space.fractions[fraction as usize].is_negative()) {
            self.error = Some(SpaceError::Negative(state));
        } else if open.is_empty() {
            self.error = Some(SpaceError::NoBranch(state));
        } else if !self.adds_up(&open) {
            let sum: Rational =
                open.iter().map(|&(_, fraction)| &self.space.fractions[fraction as usize]).sum();
            if (&sum - exact::one()).abs() <= self.rounding {
                for (_, fraction) in &mut open {
                    let share = &self.space.fractions[*fraction as usize] / &sum;
                    *fraction = self.fraction(&share);
                }
                self.scaled_choices += 1;
            } else {
                self.error = Some(SpaceError::Sum { state, sum: sum.to_string() });
            }
        }
        for &(target, fraction) in &open {
            self.space.targets.push(target);
            self.space.probabilities.push(fraction);
        }
        open.clear();
        self.open = open;
    }

    /// Adds up the branches to each state, and drops branches of probability 0.
    fn merged(&mut self, open: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut merged = Vec::with_capacity(open.len());
        for group in open.chunk_by(|a, b| a.0 == b.0) {
            let sum = group.iter().map(|&(_, fraction)| &self.space.fractions[fraction as usize]).sum();
            if sum != exact::zero() {
                merged.push((group[0].0, self.fraction(&sum)));
            }
        }
        merged
    }

    /// Returns whether the probabilities add up to 1.
    fn adds_up(&self, open: &[(u32, u32)]) -> bool {
        let in_words = || {
            let (mut above, mut below) = (0u128, 1u128);
            for &(_, fraction) in open {
                let (numerator, denominator) = self.words[fraction as usize]?;
                let (numerator, denominator) = (u128::from(numerator), u128::from(denominator));
                let factor = denominator / exact::gcd(below, denominator);
                let both = below.checked_mul(factor)?;
                above = above.checked_mul(factor)?.checked_add(numerator.checked_mul(both / denominator)?)?;
                below = both;
            }
            Some(above == below)
        };
        in_words().unwrap_or_else(|| {
            let sum: Rational =
                open.iter().map(|&(_, fraction)| &self.space.fractions[fraction as usize]).sum();
            sum == exact::one()
        })
    }
}
