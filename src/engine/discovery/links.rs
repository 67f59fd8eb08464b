//! The steps between states, packed: twelve bytes a step, and tables of what many steps share.

use crate::engine::Error;
use crate::engine::lists::{Lists, MOST_ENTRIES};
use crate::game::{Game, Points, Seat, Weight};
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

/// A step on its way into the lists: where it leads, and the places of its label and its share in their tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    target: u32,
    label: u32,
    share: u32,
}

/// What all steps with one label have in common, as far as numbers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The choice that the step belongs to: two steps out of a state belong to one choice if these are equal.
    pub choice: u32,
    /// The points that the mover scores.
    pub points: Points,
    /// How many seats the turn moves on: less than the seats.
    pub passes: Seat,
}

/// How likely a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share {
    /// The weight of the step.
    pub weight: Weight,
    /// The total weight of its choice.
    pub total: Weight,
    /// The number of ways in which it can happen, for a game that counts them; see [`Game::ways`].
    pub ways: Option<u64>,
}

/// The steps of all states, in order of (source, action, event, target, weight): compressed rows.
///
/// Different labels and shares are far fewer than steps; each is kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The kind of every label, labels in ascending order.
    kinds: Vec<Kind>,
    /// Every different share, ascending.
    shares: Vec<Share>,
    /// Where the steps of each state lead.
    targets: Lists,
    /// The label of each step, by its place in the table.
    named: Vec<u32>,
    /// The share of each step, by its place in the table.
    shared: Vec<u32>,
}

/// The most steps: their numbers have 32 bits.
pub(super) const MOST_STEPS: u64 = MOST_ENTRIES;

impl Links {
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

    /// The place of a step's label among all labels in ascending order.
    #[must_use]
    pub fn label(&self, step: usize) -> usize {
        self.named[step] as usize
    }

    /// The kind of a step's label.
    #[must_use]
    pub fn kind(&self, step: usize) -> &Kind {
        &self.kinds[self.named[step] as usize]
    }

    /// How likely a step is.
    #[must_use]
    pub fn share(&self, step: usize) -> &Share {
        &self.shares[self.shared[step] as usize]
    }

    /// Every different share, ascending.
    pub(crate) fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// Where the steps of each state lead.
    pub(crate) fn targets(&self) -> &Lists {
        &self.targets
    }

    /// The bytes that all this takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.kinds[..]) + size_of_val(&self.shares[..]);
        let steps = size_of_val(&self.named[..]) + size_of_val(&self.shared[..]);
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

/// Links as they are found: labels and shares in the order in which they were met.
pub(super) struct Linking<L> {
    labels: Table<L>,
    shares: Table<Share>,
    targets: Lists,
    named: Vec<u32>,
    shared: Vec<u32>,
}

impl<L: Copy + Ord + Hash> Linking<L> {
    pub(super) fn new() -> Self {
        Self {
            labels: Table::new(),
            shares: Table::new(),
            targets: Lists::default(),
            named: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// A step with its label and share put into their tables.
    pub(super) fn step(&mut self, label: L, share: Share, target: u32) -> Step {
        Step { target, label: self.labels.place(label), share: self.shares.place(share) }
    }

    /// Adds the next state with its steps; there may be no more than [`MOST_STEPS`] in all.
    pub(super) fn state(&mut self, steps: &[Step]) {
        self.targets.push(steps.iter().map(|step| step.target as usize));
        self.named.extend(steps.iter().map(|step| step.label));
        self.shared.extend(steps.iter().map(|step| step.share));
    }

    /// The number of steps so far.
    pub(super) fn len(&self) -> usize {
        self.named.len()
    }

    /// The bytes held now.
    pub(super) fn bytes(&self) -> u64 {
        let steps = size_of_val(&self.named[..]) + size_of_val(&self.shared[..]);
        self.labels.bytes() + self.shares.bytes() + self.targets.bytes() + steps as u64
    }

    /// The links in order and their labels, targets renamed: number `n` becomes `numbers[n]`. `kinds` says what labels
    /// have, `look` is asked now and then.
    pub(super) fn finish(
        self,
        numbers: &[u32],
        kinds: impl FnOnce(&[L]) -> Vec<Kind>,
        look: &dyn Fn() -> Result<(), Error>,
    ) -> Result<(Links, Vec<L>), Error> {
        let Self { labels, shares, targets, named, shared } = self;
        let (labels, label_ranks) = labels.sorted();
        let (shares, share_ranks) = shares.sorted();
        let mut links = Links { kinds: kinds(&labels), shares, targets, named, shared };
        links.order(numbers, &label_ranks, &share_ranks, look)?;
        Ok((links, labels))
    }
}

impl Links {
    /// The links between states made from others: target and own step of the steps of each, in order.
    pub(crate) fn derived<I: Iterator<Item = (usize, usize)>>(
        &self,
        states: impl Iterator<Item = I>,
    ) -> Result<Self, Error> {
        let (kinds, shares) = (self.kinds.clone(), self.shares.clone());
        let (mut targets, mut named, mut shared) = (Lists::default(), Vec::new(), Vec::new());
        for steps in states {
            targets.push(steps.map(|(target, step)| {
                named.push(self.named[step]);
                shared.push(self.shared[step]);
                target
            }));
            if named.len() as u64 > MOST_STEPS {
                return Err(Error::TooManySteps { limit: MOST_STEPS, layer: 0 });
            }
        }
        Ok(Self { kinds, shares, targets, named, shared })
    }

    /// Renames targets, labels and shares, and puts the steps of each state in order: by what happens, then by where it
    /// leads, then by how likely it is.
    fn order(
        &mut self,
        numbers: &[u32],
        label_ranks: &[u32],
        share_ranks: &[u32],
        look: &dyn Fn() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { targets, named, shared, .. } = self;
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        for state in 0..targets.len() {
            if state % LOOK == 0 {
                look()?;
            }
            let places = targets.places(state);
            row.clear();
            row.extend(places.clone().map(|step| {
                let label = label_ranks[named[step] as usize];
                let share = share_ranks[shared[step] as usize];
                (label, numbers[targets.all()[step] as usize], share)
            }));
            row.sort_unstable();
            let steps = places.zip(targets.get_mut(state));
            for ((step, target), &(label, next, share)) in steps.zip(&row) {
                (*target, named[step], shared[step]) = (next, label, share);
            }
        }
        targets.shrink_to_fit();
        named.shrink_to_fit();
        shared.shrink_to_fit();
        Ok(())
    }
}

/// States between two looks at the limits.
const LOOK: usize = 1 << 16;
