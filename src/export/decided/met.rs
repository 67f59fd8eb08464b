//! The positions that the document of a game with decisions shows.

use super::build::Pace;
use super::{About, Decided, Decision, What};
use crate::depict::Ending;
use crate::game::Seat;
use crate::model::{Error, Run};
use num_traits::Signed as _;
use std::collections::BTreeMap;
use std::ops::Range;

/// The mark of a place that was not met, in a list of places.
const UNSEEN: u32 = u32::MAX;

/// A position: a node of the graph and who moves there, as one number.
type Slot = usize;

/// The target of a step: a position, or an end that came out otherwise than its state says.
#[derive(Clone, Copy)]
pub(super) enum Step {
    To(Slot),
    Otherwise(Slot, Option<Ending>),
}

/// A place for each position that is shown.
#[derive(Default)]
pub(super) struct Places {
    slots: Vec<u32>,
    /// The ends that came out otherwise.
    otherwise: BTreeMap<Slot, (u32, Option<Ending>)>,
}

impl Places {
    /// The place of a position.
    pub(super) fn at(&self, step: Step) -> u32 {
        match step {
            Step::To(slot) => self.slots[slot],
            Step::Otherwise(slot, _) => self.otherwise.get(&slot).map_or(UNSEEN, |(place, _)| *place),
        }
    }

    fn put(&mut self, step: Step, place: u32) {
        match step {
            Step::To(slot) => self.slots[slot] = place,
            Step::Otherwise(slot, ending) => drop(self.otherwise.insert(slot, (place, ending))),
        }
    }

    /// The positions of a node that were met, by their movers.
    fn of(&self, node: usize, seats: usize) -> impl Iterator<Item = (Step, u32)> {
        (node * seats..(node + 1) * seats).flat_map(|slot| {
            let to = Some((Step::To(slot), self.slots[slot])).filter(|(_, place)| *place != UNSEEN);
            let other = self.otherwise.get(&slot);
            to.into_iter().chain(other.map(|&(place, ending)| (Step::Otherwise(slot, ending), place)))
        })
    }

    /// The bytes they hold.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.slots[..]) + self.otherwise.len() * size_of::<(Slot, u32, Option<Ending>)>())
            as u64
    }
}

/// The positions that are shown, in the order in which they were met, and the decisions in their nodes.
struct Met {
    places: Places,
    /// `true` for each place where the depth ended although play goes on.
    cut: Vec<bool>,
    /// For each node of the graph its decision here, or [`UNSEEN`].
    decided: Vec<u32>,
    /// The beginnings of the numbers of each decision.
    at: Vec<u64>,
    /// The beginnings of the actions of each; one more entry than decisions.
    first: Vec<u32>,
    /// The actions of movers that are shown, and whether each is taken.
    actions: Vec<(u32, bool)>,
}

impl Met {
    fn bytes(&self) -> u64 {
        let each = size_of::<u64>() + size_of::<u32>();
        let places = size_of_val(&self.decided[..]) + size_of_val(&self.actions[..]);
        self.places.bytes() + (places + self.cut.len() + self.at.len() * each) as u64
    }

    fn actions_of(&self, decision: usize) -> &[(u32, bool)] {
        &self.actions[self.first[decision] as usize..self.first[decision + 1] as usize]
    }
}

impl Decided<'_> {
    fn seats_at_table(&self) -> usize {
        usize::from(self.graph().seats())
    }

    /// Returns where an edge of the graph leads when `mover` goes along it.
    pub(super) fn step(&self, edge: usize, mover: Seat) -> Step {
        let seats = self.seats_at_table();
        let (node, passes) = (self.graph().target(edge), self.graph().kind(edge).passes);
        let next = (usize::from(mover) + usize::from(passes)) % seats;
        let slot = node * seats + next;
        if self.graph().is_end(node) {
            let ending = self.depicted.ending(node, Some(self.graph().label(edge)));
            if ending != self.depicted.ending(node, None) {
                return Step::Otherwise(slot, ending);
            }
        }
        Step::To(slot)
    }

    /// Finds the positions that are shown, turn by turn from the start, with what is decided there.
    pub(super) fn collect(
        &mut self,
        decide: &dyn Fn(usize) -> Decision<u32>,
        run: &Run<'_>,
    ) -> Result<Places, Error> {
        let About { shown, depth: last, .. } = self.about;
        let (nodes, seats) = (self.graph().node_count(), self.seats_at_table());
        let mut met = Met {
            places: Places { slots: vec![UNSEEN; nodes * seats], otherwise: BTreeMap::new() },
            cut: Vec::new(),
            decided: vec![UNSEEN; nodes],
            at: Vec::new(),
            first: vec![0],
            actions: Vec::new(),
        };
        let mut pace = Pace(0);
        let start = Step::To(self.graph().start() * seats);
        let mut row = vec![start];
        // A place for good is given when a position is worked out; until then any will do.
        met.places.put(start, 0);
        for depth in 0.. {
            let cut = last == Some(depth);
            let mut next = Vec::new();
            for &step in &row {
                let (Step::To(slot) | Step::Otherwise(slot, _)) = step;
                let (node, mover) = (slot / seats, (slot % seats) as Seat);
                if pace.is_due(met.cut.len() + met.actions.len()) {
                    let rows = (row.len() + next.len()) * size_of::<Step>();
                    self.look(run, node, met.bytes() + rows as u64)?;
                }
                met.places.put(step, met.cut.len() as u32);
                let is_cut = self.graph().is_cut(node);
                met.cut.push(cut && !self.graph().edges_of(node).is_empty() || is_cut);
                if met.decided[node] == UNSEEN {
                    met.decided[node] = met.at.len() as u32;
                    self.note(decide(node), cut || is_cut, &mut met);
                }
                if cut {
                    continue;
                }
                let mut meet = |edges: Range<usize>, places: &mut Places| {
                    for step in edges.map(|edge| self.step(edge, mover)) {
                        if places.at(step) == UNSEEN {
                            places.put(step, 0);
                            next.push(step);
                        }
                    }
                };
                meet(self.choice(node, None), &mut met.places);
                let decision = met.decided[node] as usize;
                for place in met.first[decision]..met.first[decision + 1] {
                    let (action, taken) = met.actions[place as usize];
                    if shown.shows(mover, taken) {
                        meet(self.choice(node, Some(action)), &mut met.places);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            row = next;
        }
        self.arrange(met, run)
    }

    /// Keeps a decision: its values, and of what some mover is shown to do the values and the difference against the best.
    fn note(&mut self, decision: Decision<u32>, cut: bool, met: &mut Met) {
        let Decision { values, actions, taken } = decision;
        let seats = self.graph().seats();
        let kept = &mut self.items.values;
        met.at.push(kept.bytes());
        for value in &values {
            kept.put(value);
        }
        for (action, worth) in actions.iter().filter(|_| !cut) {
            let taken = Some(*action) == taken;
            if (0..seats).any(|mover| self.about.shown.shows(mover, taken)) {
                met.actions.push((*action, taken));
                for value in worth {
                    kept.put(value);
                }
                // The action that is taken is best: who wants to lose has the least.
                kept.put(&-(&values[0] - &worth[0]).abs());
            }
        }
        met.first.push(met.actions.len() as u32);
    }

    /// Puts the positions in the order of their nodes, each before its actions; for each position, the place of its
    /// item.
    fn arrange(&mut self, mut met: Met, run: &Run<'_>) -> Result<Places, Error> {
        let seats = self.seats_at_table();
        let mut pace = Pace(0);
        for node in 0..self.graph().node_count() {
            if met.decided[node] == UNSEEN {
                continue;
            }
            if pace.is_due(self.items.len()) {
                self.look(run, node, met.bytes())?;
            }
            let decision = met.decided[node] as usize;
            for (step, place) in met.places.of(node, seats).collect::<Vec<_>>() {
                met.places.put(step, self.items.len() as u32);
                let (Step::To(slot) | Step::Otherwise(slot, _)) = step;
                let mover = (slot % seats) as Seat;
                let cut = met.cut[place as usize];
                let what = match step {
                    _ if cut => What::Cut,
                    Step::Otherwise(_, ending) => What::End(ending),
                    Step::To(_) if self.graph().is_end(node) => What::End(self.depicted.ending(node, None)),
                    Step::To(_) => What::Position,
                };
                self.items.push(node, mover, what, met.at[decision]);
                let mut at = self.items.values.skip(met.at[decision], seats);
                for &(action, taken) in met.actions_of(decision) {
                    if !cut && self.about.shown.shows(mover, taken) {
                        self.items.push(node, mover, What::Action(action, taken), at);
                    }
                    at = self.items.values.skip(at, seats + 1);
                }
            }
        }
        self.start = met.places.slots[self.graph().start() * seats] as usize;
        self.items.values.shrink_to_fit();
        Ok(met.places)
    }
}
