//! Builds the links of states while a game is explored.

use crate::csr::Csr;
use crate::explore::links::{EdgeKind, Links, PackedStep};
use crate::game::Weight;
use crate::memory_usage::growth;
use crate::{Error, order};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;

/// A table of distinct values, in the order in which they were added.
pub(super) struct ValueTable<T> {
    places: HashMap<T, u32, RandomState>,
    values: Vec<T>,
}

impl<T: Copy + Ord + Hash> ValueTable<T> {
    pub(super) fn new() -> Self {
        Self { places: HashMap::default(), values: Vec::new() }
    }

    /// Returns the place of a value, which is added if it is new. There are at most as many values as steps.
    pub(super) fn place(&mut self, value: T) -> u32 {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            (self.values.len() - 1) as u32
        })
    }

    /// Returns the values in the order in which they were added.
    pub(super) fn into_values(self) -> Vec<T> {
        self.values
    }

    /// Adds a value, and returns whether it is new.
    fn is_new(&mut self, value: T) -> bool {
        let before = self.values.len();
        self.place(value) as usize == before
    }

    /// Returns the values in ascending order, and the new place of the value at each old place.
    fn sorted(self) -> (Vec<T>, Vec<u32>) {
        let Self { places, values } = self;
        drop(places);
        let order = order::places(values.len(), &|a, b| values[a].cmp(&values[b]));
        let mut ranks = vec![0; order.len()];
        for (rank, &place) in order.iter().enumerate() {
            ranks[place as usize] = rank as u32;
        }
        (order.into_iter().map(|place| values[place as usize]).collect(), ranks)
    }
}

/// Builds the [`Links`] of states during exploration. Labels and weights are in the order in which they were found.
pub(crate) struct LinkBuilder<L> {
    labels: ValueTable<L>,
    weights: ValueTable<Weight>,
    steps: StepLists,
}

/// The steps of all states, as they were added. They do not depend on the type of labels, so they are compiled once.
#[derive(Default)]
pub(crate) struct StepLists {
    targets: Csr,
    edge_labels: Vec<u32>,
    edge_weights: Vec<u32>,
}

impl<L: Copy + Ord + Hash> LinkBuilder<L> {
    pub(crate) fn new() -> Self {
        Self { labels: ValueTable::new(), weights: ValueTable::new(), steps: StepLists::default() }
    }

    /// Returns a step, whose label and weight are added to their tables.
    pub(crate) fn step(&mut self, label: L, weight: Weight, target: u32) -> PackedStep {
        PackedStep { target, label: self.labels.place(label), weight: self.weights.place(weight) }
    }

    /// Returns the tables of labels and weights.
    pub(crate) fn tables(&self) -> (&[L], &[Weight]) {
        (&self.labels.values, &self.weights.values)
    }

    /// Adds the next label to its table, and returns whether it is new.
    pub(crate) fn label(&mut self, label: L) -> bool {
        self.labels.is_new(label)
    }

    /// Adds the next weight to its table.
    pub(crate) fn weight(&mut self, weight: Weight) {
        self.weights.place(weight);
    }

    /// Returns the steps of all states, as they were added.
    pub(crate) fn steps(&self) -> &StepLists {
        &self.steps
    }

    /// Returns the bytes that adding states and steps allocates.
    pub(crate) fn growth(&self, states: usize, steps: usize) -> u64 {
        self.steps.growth(states, steps)
    }

    /// Adds the steps of the next state. The number of all steps must be at most [`MAX_STEPS`].
    pub(crate) fn state(&mut self, steps: &[PackedStep]) {
        self.steps.push(steps);
    }

    /// Returns the number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.edge_labels.len()
    }

    /// Returns the labels in ascending order, and the links, which are still in the order in which they were found. `kinds`
    /// returns the kinds of labels.
    pub(crate) fn finish(self, kinds: impl FnOnce(&[L]) -> Vec<EdgeKind>) -> (Vec<L>, FoundLinks) {
        let (labels, label_ranks) = self.labels.sorted();
        let kinds = kinds(&labels);
        (labels, FoundLinks { kinds, label_ranks, weights: self.weights, steps: self.steps })
    }
}

/// The links of all states in the order in which they were found. They do not depend on the type of labels.
pub(crate) struct FoundLinks {
    kinds: Vec<EdgeKind>,
    label_ranks: Vec<u32>,
    weights: ValueTable<Weight>,
    steps: StepLists,
}

impl FoundLinks {
    /// Returns the links in order, after renaming the targets: number `n` becomes `numbers[n]`. `tick` is called with each state.
    pub(crate) fn ordered(
        self,
        numbers: &[u32],
        tick: &dyn Fn(usize) -> Result<(), Error>,
    ) -> Result<Links, Error> {
        let Self { kinds, label_ranks, weights, mut steps } = self;
        let (weights, weight_ranks) = weights.sorted();
        steps.order(numbers, &label_ranks, &weight_ranks, tick)?;
        let StepLists { targets, edge_labels, edge_weights } = steps;
        Ok(Links::new(kinds, weights, targets, [edge_labels, edge_weights]))
    }
}

impl StepLists {
    /// Returns the steps of a state.
    pub(crate) fn of(&self, state: usize) -> impl Iterator<Item = PackedStep> {
        let Self { targets, edge_labels, edge_weights } = self;
        let step = move |step: usize| PackedStep {
            target: targets.all()[step],
            label: edge_labels[step],
            weight: edge_weights[step],
        };
        targets.places(state).map(step)
    }

    fn growth(&self, states: usize, steps: usize) -> u64 {
        self.targets.growth(states, steps)
            + growth(&self.edge_labels, steps)
            + growth(&self.edge_weights, steps)
    }

    fn push(&mut self, steps: &[PackedStep]) {
        self.targets.push(steps.iter().map(|step| step.target as usize));
        self.edge_labels.extend(steps.iter().map(|step| step.label));
        self.edge_weights.extend(steps.iter().map(|step| step.weight));
    }

    /// Renames targets, labels and weights, and sorts the steps of each state by label, target and weight.
    fn order(
        &mut self,
        numbers: &[u32],
        label_ranks: &[u32],
        weight_ranks: &[u32],
        tick: &dyn Fn(usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { targets, edge_labels, edge_weights } = self;
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        for state in 0..targets.len() {
            tick(state)?;
            let places = targets.places(state);
            row.clear();
            row.extend(places.clone().map(|step| {
                let label = label_ranks[edge_labels[step] as usize];
                let weight = weight_ranks[edge_weights[step] as usize];
                (label, numbers[targets.all()[step] as usize], weight)
            }));
            row.sort_unstable();
            let steps = places.zip(targets.get_mut(state));
            for ((step, target), &(label, next, weight)) in steps.zip(&row) {
                (*target, edge_labels[step], edge_weights[step]) = (next, label, weight);
            }
        }
        targets.shrink_to_fit();
        edge_labels.shrink_to_fit();
        edge_weights.shrink_to_fit();
        Ok(())
    }
}
