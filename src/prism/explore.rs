//! Explores the states of a model, breadth-first.

use crate::compiled_model::{CompiledModel, StartStates};
use crate::early_stop::DecidedStates;
use crate::error::PrismError;
use crate::expand::{Expander, StateChoices};
use crate::explored::{ExploredModel, UnexpandedStates};
use crate::layout::StateLayout;
use crate::model::PrismModel;
use crate::saved::{ModelExplorationStore, SavedExploration};
use crate::start_states::satisfying_states;
use crate::weights::CERTAIN;
use chancetree_checker::{SpaceBuilder, SpaceError, SpaceKind};
use chancetree_model::{Job, Progress};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher as _, Hasher as _};

/// The maximum number of states.
const MAX_STATES: usize = u32::MAX as usize - 1;

/// Packed states with their numbers, in the order in which they were found.
#[derive(Clone, Serialize, Deserialize)]
struct StateTable {
    /// The words of all states.
    words: Vec<u64>,
    /// The number of words of a state.
    width: usize,
    #[serde(skip)]
    numbers: HashTable<u32>,
    #[serde(skip)]
    hasher: FixedState,
}

impl StateTable {
    fn new(layout: &StateLayout) -> Self {
        Self {
            words: Vec::new(),
            width: layout.words,
            numbers: HashTable::new(),
            hasher: FixedState::default(),
        }
    }

    /// Builds the hash table of loaded states, which is not saved.
    fn rebuild(&mut self) {
        if self.numbers.is_empty() {
            let words = std::mem::take(&mut self.words);
            for state in words.chunks_exact(self.width) {
                let _ = self.number(state);
            }
        }
    }

    fn len(&self) -> usize {
        self.words.len() / self.width
    }

    fn state(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..][..self.width]
    }

    /// Returns the number of a state. Adds the state if it is new.
    #[inline]
    fn number(&mut self, state: &[u64]) -> Result<u32, PrismError> {
        let hash_of = |state: &[u64]| {
            let mut hasher = self.hasher.build_hasher();
            for &word in state {
                hasher.write_u64(word);
            }
            hasher.finish()
        };
        let (words, width) = (&self.words, self.width);
        let stored = |number: u32| &words[number as usize * width..][..width];
        let hash = hash_of(state);
        if let Some(&number) = self.numbers.find(hash, |&number| stored(number) == state) {
            return Ok(number);
        }
        let number = self.words.len() / width;
        if number >= MAX_STATES {
            return Err(SpaceError::TooLarge.into());
        }
        self.numbers.insert_unique(hash, number as u32, |&number| hash_of(stored(number)));
        self.words.extend_from_slice(state);
        Ok(number as u32)
    }
}

/// The states of a model that are explored so far.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct ModelExploration {
    table: StateTable,
    builder: SpaceBuilder,
    unexpanded: UnexpandedStates,
    /// The number of expanded states.
    number: usize,
    /// The distance from the initial states to the state that was expanded last.
    depth: u32,
    /// The number of states up to this distance.
    depth_end: usize,
}

/// The buffers for one state.
struct StateBuffers {
    packed: Vec<u64>,
    values: Vec<i64>,
    choices: StateChoices,
}

/// Explores a model. A state that all of `decided` contain is cut: it gets a self-loop, and its commands are not followed.
///
/// Decided states are not cut if no decided state has a command that leads to another state, because then no state is left out. The
/// commands of decided states are therefore evaluated until one of them leads to another state.
///
/// The explored states are saved in a section of the store of `job`. `fingerprint` identifies them.
pub(crate) fn explore(
    model: PrismModel,
    compiled: CompiledModel,
    decided: Option<&[DecidedStates]>,
    fingerprint: u64,
    job: &Job<'_>,
) -> Result<ExploredModel, PrismError> {
    let saves = ModelExplorationStore::new(job, fingerprint);
    let mut work = match saves.load()? {
        Some(SavedExploration::Finished(saved)) => {
            return Ok(ExploredModel::of_saved(model, compiled, *saved));
        }
        Some(SavedExploration::Unfinished(work)) => work.into_owned(),
        None => ModelExploration::begin(&compiled, job)?,
    };
    work.table.rebuild();
    let is_loaded = work.is_finished();
    let mut expander = Expander::new(&compiled, job);
    let mut buffers = StateBuffers {
        packed: vec![0; compiled.layout.words],
        values: vec![0; compiled.layout.slots.len()],
        choices: StateChoices::default(),
    };
    while !work.is_finished() {
        let step = work.step(&mut expander, decided, &mut buffers, job);
        saves.save(&work, &step)?;
        step?;
    }
    let scaled_commands = expander.scaled_commands();
    drop(expander);
    let last = job.tick(work.progress()).map_err(PrismError::from);
    saves.save(&work, &last)?;
    last?;
    let is_saved = is_loaded || saves.save_result(&work);
    let ModelExploration { table, builder, unexpanded, .. } = work;
    let mut explored = ExploredModel::new(model, compiled, builder.finish()?, table.words, &unexpanded, job)?;
    explored.scaled_commands = scaled_commands;
    explored.unsaved = (!is_saved && job.store.is_some()).then_some(fingerprint);
    Ok(explored)
}

impl ModelExploration {
    /// Begins with the initial states.
    fn begin(compiled: &CompiledModel, job: &Job<'_>) -> Result<Self, PrismError> {
        let layout = &compiled.layout;
        let mut builder = SpaceBuilder::new(compiled.kind);
        builder.players(compiled.players.clone());
        let mut table = StateTable::new(layout);
        let starts = match &compiled.start {
            StartStates::One(values) => vec![values.clone()],
            StartStates::All(condition) => satisfying_states(condition, layout, job)?,
        };
        if starts.is_empty() {
            return Err(PrismError::NoInitialState);
        }
        let mut packed = vec![0; layout.words];
        for values in &starts {
            for (slot, &value) in values.iter().enumerate() {
                layout.store(&mut packed, slot, value);
            }
            builder.initial(table.number(&packed)?);
        }
        let depth_end = table.len();
        Ok(Self { table, builder, unexpanded: UnexpandedStates::default(), number: 0, depth: 0, depth_end })
    }

    fn is_finished(&self) -> bool {
        self.number == self.table.len()
    }

    /// Returns the number of expanded states.
    pub(crate) fn expanded(&self) -> usize {
        self.number
    }

    fn progress(&self) -> Progress {
        Progress { layer: self.depth, states: self.table.len() as u64 }
    }

    /// Expands the next state. A stop changes nothing but the depth.
    fn step(
        &mut self,
        expander: &mut Expander<'_>,
        decided: Option<&[DecidedStates]>,
        buffers: &mut StateBuffers,
        job: &Job<'_>,
    ) -> Result<(), PrismError> {
        let (compiled, StateBuffers { packed, values, choices }) = (expander.compiled, buffers);
        let layout = &compiled.layout;
        // A limit of states also ends a short exploration at once.
        match self.table.len() as u64 > job.most_states {
            true => job.tick(self.progress())?,
            false => job.tick_at(self.number, self.progress())?,
        }
        packed.copy_from_slice(self.table.state(self.number));
        layout.unpack(packed, values);
        if self.number == self.depth_end {
            self.depth += 1;
            self.depth_end = self.table.len();
        }
        let depth = self.depth.into();
        let is_decided = decided.is_some_and(|all| all.iter().all(|it| it.contains(values, depth)));
        let mut is_cut = is_decided && !self.unexpanded.cut.is_empty();
        if !is_cut {
            expander.expand(packed, values, choices)?;
            is_cut = is_decided && !choices.stay_at(packed);
        }
        let Self { table, builder, unexpanded, number, .. } = self;
        let state = *number as u32;
        *number += 1;
        if is_cut {
            unexpanded.cut.push(state);
            builder.state(0);
            builder.choice("");
            let certain = expander.weights.index(CERTAIN, builder);
            builder.branch_of(state, certain);
            return Ok(());
        }
        builder.state(owner(compiled, choices, values)?);
        if choices.choices.is_empty() {
            unexpanded.deadlocks.push(state);
            builder.choice("");
            let certain = expander.weights.index(CERTAIN, builder);
            builder.branch_of(state, certain);
        }
        let is_mixed = compiled.kind == SpaceKind::Chain && choices.choices.len() > 1;
        if is_mixed {
            builder.choice("");
        }
        let mut start = 0;
        for &(group, end) in &choices.choices {
            if !is_mixed {
                builder.choice(&compiled.groups[group as usize].action);
            }
            for branch in start..end {
                let target =
                    table.number(&choices.branches.words[branch * layout.words..][..layout.words])?;
                let weight = expander.weights.index(choices.branches.weights[branch], builder);
                builder.branch_of(target, weight);
            }
            start = end;
        }
        Ok(())
    }
}

/// Returns the index of the player who decides in a state of a game. Returns 0 for other models, and for states in which no
/// player has a command.
fn owner(compiled: &CompiledModel, choices: &StateChoices, values: &[i64]) -> Result<u32, PrismError> {
    if compiled.kind != SpaceKind::Game {
        return Ok(0);
    }
    let player = |&(group, _): &(u32, usize)| compiled.groups[group as usize].player;
    let first = choices.choices.iter().find_map(player);
    let error = |what: String| {
        let state = compiled.layout.describe(values);
        Err(PrismError::State { place: "turn-based game".to_owned(), state, what })
    };
    for choice in &choices.choices {
        match player(choice) {
            None if choices.choices.len() > 1 => {
                let action = &compiled.groups[choice.0 as usize].action;
                return error(format!(
                    "no player for a command [{action}]; list its action or module in a player block"
                ));
            }
            other if other.is_some() && other != first => {
                let name = |player: Option<u32>| &compiled.players[player.unwrap_or_default() as usize];
                return error(format!("players {} and {} both have a choice", name(first), name(other)));
            }
            _ => {}
        }
    }
    if compiled.players.is_empty() {
        return error("the game has no player".to_owned());
    }
    Ok(first.unwrap_or_default())
}
