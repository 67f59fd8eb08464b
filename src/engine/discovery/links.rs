//! The steps between states, packed: twelve bytes a step, and tables of what many steps share.

use crate::engine::lists::{Lists, MOST_ENTRIES};
use crate::game::{Game, Weight};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// What is written on a step: the event, and the action that was decided, if one was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label<A, E> {
    /// What was decided; `None` where chance moves.
    pub action: Option<A>,
    /// What happened.
    pub event: E,
}

/// A label of a game.
pub type LabelOf<G> = Label<<G as Game>::Action, <G as Game>::Event>;

/// A step on its way into the lists: where it leads, and the places of its label and its weight in their tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    target: u32,
    label: u32,
    weight: u32,
}

/// The steps of all states, in order of (source, action, event, target, weight): compressed rows.
///
/// Different labels and weights are far fewer than steps; each is kept once. The total weight of a choice is the sum of
/// the weights of its steps, and not kept at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links<A, E> {
    /// Every different label, ascending.
    labels: Vec<Label<A, E>>,
    /// Every different weight, ascending.
    weights: Vec<Weight>,
    /// Where the steps of each state lead.
    targets: Lists,
    /// The label of each step, by its place in the table.
    named: Vec<u32>,
    /// The weight of each step, by its place in the table.
    weighed: Vec<u32>,
}

/// The links of a game.
pub type LinksOf<G> = Links<<G as Game>::Action, <G as Game>::Event>;

/// The most steps: their numbers have 32 bits.
pub(super) const MOST_STEPS: u64 = MOST_ENTRIES;

impl<A, E> Links<A, E> {
    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.named.len()
    }

    /// Whether there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// The numbers of the steps that leave a state.
    #[must_use]
    pub fn of(&self, state: usize) -> Range<usize> {
        self.targets.places(state)
    }

    /// The state to which a step leads.
    #[must_use]
    pub fn target(&self, step: usize) -> usize {
        self.targets.all()[step] as usize
    }

    /// The label of a step.
    #[must_use]
    pub fn label(&self, step: usize) -> &Label<A, E> {
        &self.labels[self.named[step] as usize]
    }

    /// Where the steps of each state lead.
    pub(crate) fn targets(&self) -> &Lists {
        &self.targets
    }

    /// The weight of a step.
    #[must_use]
    pub fn weight(&self, step: usize) -> Weight {
        self.weights[self.weighed[step] as usize]
    }

    /// The bytes that all this takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.labels[..]) + size_of_val(&self.weights[..]);
        let steps = size_of_val(&self.named[..]) + size_of_val(&self.weighed[..]);
        (tables + steps) as u64 + self.targets.bytes()
    }
}

/// A table of different things, in the order in which they were met.
struct Table<T> {
    places: HashMap<T, u32, RandomState>,
    met: Vec<T>,
}

impl<T: Copy + Ord + Hash> Table<T> {
    fn new() -> Self {
        Self { places: HashMap::default(), met: Vec::new() }
    }

    /// The place of a thing; there are no more of them than steps.
    fn place(&mut self, thing: T) -> u32 {
        *self.places.entry(thing).or_insert_with(|| {
            self.met.push(thing);
            (self.met.len() - 1) as u32
        })
    }

    /// The things in ascending order, and for each place the new one.
    fn sorted(self) -> (Vec<T>, Vec<u32>) {
        let Self { places, mut met } = self;
        drop(places);
        let mut order: Vec<u32> = (0..met.len() as u32).collect();
        order.sort_unstable_by_key(|&place| met[place as usize]);
        let mut ranks = vec![0; order.len()];
        for (rank, &place) in order.iter().enumerate() {
            ranks[place as usize] = rank as u32;
        }
        met.sort_unstable();
        met.shrink_to_fit();
        (met, ranks)
    }

    /// The bytes held, some of them for room to spare.
    fn bytes(&self) -> u64 {
        (self.met.len() * (3 * size_of::<T>() + 2 * size_of::<u32>())) as u64
    }
}

/// Links as they are found: labels and weights in the order in which they were met.
pub(super) struct Linking<A, E> {
    labels: Table<Label<A, E>>,
    weights: Table<Weight>,
    targets: Lists,
    named: Vec<u32>,
    weighed: Vec<u32>,
}

impl<A: Copy + Ord + Hash, E: Copy + Ord + Hash> Linking<A, E> {
    pub(super) fn new() -> Self {
        Self {
            labels: Table::new(),
            weights: Table::new(),
            targets: Lists::default(),
            named: Vec::new(),
            weighed: Vec::new(),
        }
    }

    /// A step with its label and weight put into their tables.
    pub(super) fn step(&mut self, label: Label<A, E>, weight: Weight, target: u32) -> Step {
        Step { target, label: self.labels.place(label), weight: self.weights.place(weight) }
    }

    /// Adds the next state with its steps; there may be no more than [`MOST_STEPS`] in all.
    pub(super) fn state(&mut self, steps: &[Step]) {
        self.targets.push(steps.iter().map(|step| step.target as usize));
        self.named.extend(steps.iter().map(|step| step.label));
        self.weighed.extend(steps.iter().map(|step| step.weight));
    }

    /// The number of steps so far.
    pub(super) fn len(&self) -> usize {
        self.named.len()
    }

    /// The bytes held now.
    pub(super) fn bytes(&self) -> u64 {
        let steps = size_of_val(&self.named[..]) + size_of_val(&self.weighed[..]);
        self.labels.bytes() + self.weights.bytes() + self.targets.bytes() + steps as u64
    }

    /// The links in order, their targets renamed: number `n` becomes `numbers[n]`. `look` is asked now and then.
    pub(super) fn finish<T>(
        self,
        numbers: &[u32],
        look: impl Fn() -> Result<(), T>,
    ) -> Result<Links<A, E>, T> {
        let Self { labels, weights, mut targets, mut named, mut weighed } = self;
        let (labels, label_ranks) = labels.sorted();
        let (weights, weight_ranks) = weights.sorted();
        // Steps are ordered by what happens, then by where it leads, then by how likely it is.
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        for state in 0..targets.len() {
            if state % LOOK == 0 {
                look()?;
            }
            let places = targets.places(state);
            row.clear();
            row.extend(places.clone().map(|step| {
                let label = label_ranks[named[step] as usize];
                let weight = weight_ranks[weighed[step] as usize];
                (label, numbers[targets.all()[step] as usize], weight)
            }));
            row.sort_unstable();
            let steps = places.zip(targets.get_mut(state));
            for ((step, target), &(label, next, weight)) in steps.zip(&row) {
                (*target, named[step], weighed[step]) = (next, label, weight);
            }
        }
        targets.shrink_to_fit();
        named.shrink_to_fit();
        weighed.shrink_to_fit();
        Ok(Links { labels, weights, targets, named, weighed })
    }
}

/// States between two looks at the limits.
const LOOK: usize = 1 << 16;
