//! The steps between states, packed: eight bytes a step, and a table of the labels that steps share.

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
    /// The weight of the event.
    pub weight: Weight,
    /// The total weight of its choice.
    pub total: Weight,
}

/// A label of a game.
pub type LabelOf<G> = Label<<G as Game>::Action, <G as Game>::Event>;

/// A step on its way into the lists: where it leads, and the place of its label in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    target: u32,
    label: u32,
}

/// The steps of all states, in order of (source, action, event, target, weight): compressed rows.
///
/// Weights depend on little of a state, so labels are far fewer than steps; each different one is kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links<A, E> {
    /// Every different label, ascending.
    labels: Vec<Label<A, E>>,
    /// Where the steps of each state lead.
    targets: Lists,
    /// The label of each step, by its place in the table.
    named: Vec<u32>,
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

    /// Every different label, ascending.
    #[must_use]
    pub fn labels(&self) -> &[Label<A, E>] {
        &self.labels
    }

    /// The bytes that all this takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.labels[..]) + size_of_val(&self.named[..])) as u64 + self.targets.bytes()
    }
}

/// Links as they are found: labels in the order in which they were met.
pub(super) struct Linking<A, E> {
    places: HashMap<Label<A, E>, u32, RandomState>,
    links: Links<A, E>,
}

impl<A: Copy + Ord + Hash, E: Copy + Ord + Hash> Linking<A, E> {
    pub(super) fn new() -> Self {
        let links = Links { labels: Vec::new(), targets: Lists::default(), named: Vec::new() };
        Self { places: HashMap::default(), links }
    }

    /// A step with its label put into the table.
    pub(super) fn step(&mut self, label: Label<A, E>, target: u32) -> Step {
        let labels = &mut self.links.labels;
        let label = *self.places.entry(label).or_insert_with(|| {
            labels.push(label);
            (labels.len() - 1) as u32
        });
        Step { target, label }
    }

    /// Adds the next state with its steps; there may be no more than [`MOST_STEPS`] in all.
    pub(super) fn state(&mut self, steps: &[Step]) {
        self.links.targets.push(steps.iter().map(|step| step.target as usize));
        self.links.named.extend(steps.iter().map(|step| step.label));
    }

    /// The number of steps so far.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// The bytes held now.
    pub(super) fn bytes(&self) -> u64 {
        // The table of labels is there a second time, with room to spare.
        self.links.bytes() + (2 * size_of_val(&self.links.labels[..])) as u64
    }

    /// The links in order, their targets renamed: number `n` becomes `numbers[n]`. `look` is asked now and then.
    pub(super) fn finish<T>(
        self,
        numbers: &[u32],
        look: impl Fn() -> Result<(), T>,
    ) -> Result<Links<A, E>, T> {
        let Self { places, mut links } = self;
        drop(places);
        let mut order: Vec<u32> = (0..links.labels.len() as u32).collect();
        order.sort_unstable_by_key(|&label| links.labels[label as usize]);
        let mut ranks = vec![0; order.len()];
        for (rank, &label) in order.iter().enumerate() {
            ranks[label as usize] = rank as u32;
        }
        links.labels.sort_unstable();
        // Steps are ordered by what happens, then by where it leads, then by how likely it is.
        let mut kinds = vec![0u32; links.labels.len()];
        for place in 1..kinds.len() {
            let (before, here) = (&links.labels[place - 1], &links.labels[place]);
            let same = (before.action, before.event) == (here.action, here.event);
            kinds[place] = kinds[place - 1] + u32::from(!same);
        }
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        for state in 0..links.targets.len() {
            if state % LOOK == 0 {
                look()?;
            }
            let named = &mut links.named[links.targets.places(state)];
            let targets = links.targets.get_mut(state);
            row.clear();
            row.extend(targets.iter().zip(&*named).map(|(&target, &label)| {
                let rank = ranks[label as usize];
                (kinds[rank as usize], numbers[target as usize], rank)
            }));
            row.sort_unstable();
            for ((target, name), &(_, next, rank)) in targets.iter_mut().zip(named).zip(&row) {
                (*target, *name) = (next, rank);
            }
        }
        links.labels.shrink_to_fit();
        links.targets.shrink_to_fit();
        links.named.shrink_to_fit();
        Ok(links)
    }
}

/// States between two looks at the limits.
const LOOK: usize = 1 << 16;
