//! The choices of a state.

use crate::compiled_expression::{Fault, NumberCode};
use crate::compiled_model::{Command, CompiledModel, WriteCode};
use crate::error::PrismError;
use crate::fraction::SmallFraction;
use crate::weights::{CERTAIN, WeightId, WeightTable, is_rounded_one};
use chancetree_checker::SpaceKind;
use chancetree_exact::one;
use chancetree_model::{Job, Progress};
use num_traits::One as _;
use std::ops::Range;

/// The number of branches of a state between two checks of the limits.
const BRANCHES_PER_CHECK: usize = 1 << 14;

/// The choices of one state; each has branches, which lead to packed states.
#[derive(Default)]
pub(crate) struct StateChoices {
    /// The group of each choice, and the end of its branches.
    pub(crate) choices: Vec<(u32, usize)>,
    pub(crate) branches: Branches,
}

impl StateChoices {
    /// Returns whether all branches lead to this packed state.
    pub(crate) fn stay_at(&self, words: &[u64]) -> bool {
        self.branches.words.chunks_exact(words.len()).all(|target| target == words)
    }
}

/// Branches with packed states.
#[derive(Default)]
pub(crate) struct Branches {
    pub(crate) words: Vec<u64>,
    pub(crate) weights: Vec<WeightId>,
}

impl Branches {
    fn clear(&mut self) {
        self.words.clear();
        self.weights.clear();
    }
}

struct EvaluatedUpdate {
    weight: WeightId,
    writes: Range<usize>,
}

/// Computes the choices of states.
pub(crate) struct Expander<'p> {
    pub(crate) compiled: &'p CompiledModel,
    job: &'p Job<'p>,
    pub(crate) weights: WeightTable,
    /// The commands whose probabilities in a state were divided by their sum, because they are rounded.
    scaled: Vec<bool>,
    /// The probability of each update of each command, if it is constant.
    constant_weights: Vec<Vec<Option<WeightId>>>,
    // Buffers for one state.
    /// The evaluated updates of each enabled command.
    enabled: Vec<Range<usize>>,
    /// The end of the commands of each module of the current group in `enabled`.
    module_ends: Vec<usize>,
    updates: Vec<EvaluatedUpdate>,
    writes: Vec<(usize, i64)>,
    combination: Vec<usize>,
    product: Branches,
    next_product: Branches,
}

impl<'p> Expander<'p> {
    pub(crate) fn new(compiled: &'p CompiledModel, job: &'p Job<'p>) -> Self {
        let mut weights = WeightTable::new();
        let constant = |command: &Command, weights: &mut WeightTable| {
            let updates = command.updates.iter().map(|update| match &update.probability {
                NumberCode::Constant(value) => Some(weights.add(value.value.clone())),
                _ => None,
            });
            updates.collect()
        };
        let constant_weights =
            compiled.commands.iter().map(|command| constant(command, &mut weights)).collect();
        Self {
            compiled,
            job,
            weights,
            scaled: vec![false; compiled.commands.len()],
            constant_weights,
            enabled: Vec::new(),
            module_ends: Vec::new(),
            updates: Vec::new(),
            writes: Vec::new(),
            combination: Vec::new(),
            product: Branches::default(),
            next_product: Branches::default(),
        }
    }

    /// Computes the choices of a state: `words` is the packed state, `state` has its values. In a Markov chain the probabilities of
    /// several choices are divided by the number of choices; the caller joins them into one choice.
    pub(crate) fn expand(
        &mut self,
        words: &[u64],
        state: &[i64],
        out: &mut StateChoices,
    ) -> Result<(), PrismError> {
        out.choices.clear();
        out.branches.clear();
        for group in 0..self.compiled.groups.len() {
            if self.enable(group, state)? {
                self.combine(group as u32, words, out)?;
            }
        }
        if self.compiled.kind == SpaceKind::Chain && out.choices.len() > 1 {
            // A Markov chain takes each of its choices with the same probability.
            let share = self.weights.share(out.choices.len());
            for weight in &mut out.branches.weights {
                *weight = self.weights.product(*weight, share);
            }
        }
        Ok(())
    }

    /// Returns the number of commands whose probabilities were divided by their sum, because they are rounded.
    pub(crate) fn scaled_commands(&self) -> usize {
        self.compiled.commands.iter().filter(|command| command.is_scaled).count()
            + self.scaled.iter().filter(|is_scaled| **is_scaled).count()
    }

    /// Calls `found` with each group that has choices in a state, and the number of its choices.
    pub(crate) fn enabled_groups(
        &self,
        state: &[i64],
        mut found: impl FnMut(usize, u64),
    ) -> Result<(), PrismError> {
        for (number, group) in self.compiled.groups.iter().enumerate() {
            let mut combinations = 1u64;
            for module in &group.modules {
                let mut enabled = 0;
                for &index in module.candidates(state) {
                    let command = &self.compiled.commands[index as usize];
                    let holds = command.guard.holds(state);
                    enabled += u64::from(holds.map_err(|fault| self.fault(command, state, fault))?);
                }
                combinations = combinations.saturating_mul(enabled);
                if combinations == 0 {
                    break;
                }
            }
            if combinations > 0 {
                found(number, combinations);
            }
        }
        Ok(())
    }

    /// Evaluates the enabled commands of a group. Returns whether each module has one.
    fn enable(&mut self, group: usize, state: &[i64]) -> Result<bool, PrismError> {
        self.enabled.clear();
        self.module_ends.clear();
        self.updates.clear();
        self.writes.clear();
        let compiled = self.compiled;
        for module in &compiled.groups[group].modules {
            let before = self.enabled.len();
            for &index in module.candidates(state) {
                let command = &compiled.commands[index as usize];
                if command.guard.holds(state).map_err(|fault| self.fault(command, state, fault))? {
                    self.evaluate(index as usize, state)?;
                }
            }
            if self.enabled.len() == before {
                return Ok(false);
            }
            self.module_ends.push(self.enabled.len());
        }
        Ok(true)
    }

    /// Evaluates the updates of a command.
    fn evaluate(&mut self, index: usize, state: &[i64]) -> Result<(), PrismError> {
        let compiled = self.compiled;
        let command = &compiled.commands[index];
        let start = self.updates.len();
        for (number, update) in command.updates.iter().enumerate() {
            let weight = match self.constant_weights[index][number] {
                Some(weight) => weight,
                None => self.weight(command, &update.probability, state)?,
            };
            if self.weights.is_zero(weight) {
                continue;
            }
            if self.weights.is_negative(weight) {
                return Err(self.error(command, state, "a negative probability".to_owned()));
            }
            let first = self.writes.len();
            for write in &update.writes {
                let value = match &write.value {
                    WriteCode::Bool(code) => code.holds(state).map(i64::from),
                    WriteCode::Int(code) => code.whole(state),
                };
                let value = value.map_err(|fault| self.fault(command, state, fault))?;
                let slot = &compiled.layout.slots[write.slot];
                if !(slot.low..=slot.high).contains(&value) {
                    let what = format!("{}'={value} is not in {}..{}", slot.name, slot.low, slot.high);
                    return Err(self.error(command, state, what));
                }
                self.writes.push((write.slot, value));
            }
            self.updates.push(EvaluatedUpdate { weight, writes: first..self.writes.len() });
        }
        let updates = start..self.updates.len();
        let wrong = match &command.constant_sum {
            Some(sum) if sum.is_one() => None,
            Some(sum) => Some(sum.clone()),
            None => self.weights.wrong_sum(self.updates[updates.clone()].iter().map(|update| update.weight)),
        };
        if let Some(sum) = wrong.clone().filter(is_rounded_one) {
            for update in &mut self.updates[updates.clone()] {
                update.weight = self.weights.quotient(update.weight, &sum);
            }
            self.scaled[index] = true;
        } else if let Some(sum) = wrong {
            let what = format!("the probabilities add up to {sum}; they must add up to {}", one());
            return Err(self.error(command, state, what));
        }
        self.enabled.push(updates);
        Ok(())
    }

    fn weight(
        &mut self,
        command: &Command,
        code: &NumberCode,
        state: &[i64],
    ) -> Result<WeightId, PrismError> {
        match code.value_in::<SmallFraction>(state) {
            Ok(value) => Ok(self.weights.add_small(value)),
            Err(Fault::TooWide) => {
                let value = code.value_in(state).map_err(|fault| self.fault(command, state, fault))?;
                Ok(self.weights.add(value))
            }
            Err(fault) => Err(self.fault(command, state, fault)),
        }
    }

    /// Adds a choice for each combination of one enabled command of each module.
    fn combine(&mut self, group: u32, words: &[u64], out: &mut StateChoices) -> Result<(), PrismError> {
        let modules = self.module_ends.len();
        self.combination.clear();
        self.combination.push(0);
        self.combination.extend_from_slice(&self.module_ends[..modules - 1]);
        loop {
            self.multiply(words)?;
            if out.branches.weights.len() / BRANCHES_PER_CHECK
                < (out.branches.weights.len() + self.product.weights.len()) / BRANCHES_PER_CHECK
            {
                let bytes = 2 * out.branches.words.len() as u64 * size_of::<u64>() as u64;
                self.job.reserve(bytes, Progress::default())?;
            }
            out.branches.words.extend_from_slice(&self.product.words);
            out.branches.weights.extend_from_slice(&self.product.weights);
            out.choices.push((group, out.branches.weights.len()));
            // The last module changes first.
            let Some(module) =
                (0..modules).rev().find(|&module| self.combination[module] + 1 < self.module_ends[module])
            else {
                return Ok(());
            };
            self.combination[module] += 1;
            for later in module + 1..modules {
                self.combination[later] = self.module_start(later);
            }
        }
    }

    fn module_start(&self, module: usize) -> usize {
        if module == 0 { 0 } else { self.module_ends[module - 1] }
    }

    /// Computes the branches of the current combination of commands.
    fn multiply(&mut self, words: &[u64]) -> Result<(), PrismError> {
        let layout = &self.compiled.layout;
        self.product.clear();
        self.product.words.extend_from_slice(words);
        self.product.weights.push(CERTAIN);
        for &command in &self.combination {
            self.next_product.clear();
            let updates = &self.updates[self.enabled[command].clone()];
            let branches = self.product.weights.len() * updates.len();
            if branches > BRANCHES_PER_CHECK {
                let bytes = branches as u64 * (layout.words as u64 + 1) * size_of::<u64>() as u64;
                self.job.reserve(bytes, Progress::default())?;
            }
            for (packed, &weight) in self.product.words.chunks_exact(layout.words).zip(&self.product.weights)
            {
                for update in updates {
                    let start = self.next_product.words.len();
                    self.next_product.words.extend_from_slice(packed);
                    for &(slot, value) in &self.writes[update.writes.clone()] {
                        layout.store(&mut self.next_product.words[start..], slot, value);
                    }
                    self.next_product.weights.push(self.weights.product(weight, update.weight));
                }
            }
            std::mem::swap(&mut self.product, &mut self.next_product);
        }
        Ok(())
    }

    fn fault(&self, command: &Command, state: &[i64], fault: Fault) -> PrismError {
        self.error(command, state, fault.to_string())
    }

    fn error(&self, command: &Command, state: &[i64], what: String) -> PrismError {
        PrismError::State { place: command.place.clone(), state: self.compiled.layout.describe(state), what }
    }
}
