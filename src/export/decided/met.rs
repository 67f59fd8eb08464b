//! The positions that the document of a game with decisions shows.

use super::build::Pace;
use super::{About, Decided, Decision, NodeKind};
use crate::depict::Ending;
use crate::game::Seat;
use crate::model::{Error, Job};
use num_traits::Signed as _;
use std::collections::BTreeMap;
use std::ops::Range;

/// The mark of a place that was not met, in a list of places.
const UNSEEN: u32 = u32::MAX;

/// A place for each position that is shown. A position is a node of the graph and who moves there, as one number; it is
/// even, but odd for an end that came out otherwise than its state says.
#[derive(Default)]
pub(super) struct Places {
    slots: Vec<u32>,
    /// The ends that came out otherwise, and how.
    otherwise: BTreeMap<usize, Option<Ending>>,
}

impl Places {
    /// The place of a position.
    pub(super) fn at(&self, slot: usize) -> u32 {
        self.slots[slot]
    }
}

/// The positions that are shown, in the order in which they were met, and the decisions in their nodes.
#[derive(Default)]
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
    fn actions_of(&self, decision: usize) -> &[(u32, bool)] {
        &self.actions[self.first[decision] as usize..self.first[decision + 1] as usize]
    }
}

impl Decided<'_> {
    fn seats_at_table(&self) -> usize {
        usize::from(self.graph().seats())
    }

    /// Returns the position to which an edge of the graph leads when `mover` goes along it, and how play came out there.
    pub(super) fn step(&self, edge: usize, mover: Seat) -> (usize, Option<Ending>) {
        let seats = self.seats_at_table();
        let (node, passes) = (self.graph().target(edge), self.graph().kind(edge).passes);
        let next = (usize::from(mover) + usize::from(passes)) % seats;
        let slot = 2 * (node * seats + next);
        if !self.graph().is_end(node) {
            return (slot, None);
        }
        let ending = self.depicted.ending(node, Some(self.graph().label(edge)));
        (slot + usize::from(ending != self.depicted.ending(node, None)), ending)
    }

    /// Finds the positions that are shown, turn by turn from the start, with what is decided there.
    pub(super) fn collect(
        &mut self,
        decide: &dyn Fn(usize) -> Decision<u32>,
        job: &Job<'_>,
    ) -> Result<Places, Error> {
        let About { shown, depth: last, .. } = self.about;
        let (nodes, seats) = (self.graph().node_count(), self.seats_at_table());
        let slots = 2 * nodes * seats;
        self.look(job, self.graph().start(), ((slots + nodes) * size_of::<u32>()) as u64)?;
        let mut met = Met {
            places: Places { slots: vec![UNSEEN; slots], ..Places::default() },
            decided: vec![UNSEEN; nodes],
            first: vec![0],
            ..Met::default()
        };
        let mut pace = Pace(0);
        let start = 2 * self.graph().start() * seats;
        let mut row = vec![start];
        // A place for good is given when a position is worked out; until then any will do.
        met.places.slots[start] = 0;
        for depth in 0.. {
            let cut = last == Some(depth);
            let mut next = Vec::new();
            for &slot in &row {
                let (node, mover) = (slot / 2 / seats, (slot / 2 % seats) as Seat);
                if pace.is_due(met.cut.len() + met.actions.len()) {
                    self.look(job, node, 0)?;
                }
                met.places.slots[slot] = met.cut.len() as u32;
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
                    for (slot, ending) in edges.map(|edge| self.step(edge, mover)) {
                        if places.at(slot) == UNSEEN {
                            places.slots[slot] = 0;
                            places.otherwise.extend((slot % 2 == 1).then_some((slot, ending)));
                            next.push(slot);
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
        self.arrange(met, job)
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
    fn arrange(&mut self, mut met: Met, job: &Job<'_>) -> Result<Places, Error> {
        let seats = self.seats_at_table();
        let mut pace = Pace(0);
        for node in 0..self.graph().node_count() {
            if met.decided[node] == UNSEEN {
                continue;
            }
            if pace.is_due(self.items.len()) {
                self.look(job, node, 0)?;
            }
            let decision = met.decided[node] as usize;
            for slot in 2 * node * seats..2 * (node + 1) * seats {
                let place = met.places.at(slot);
                if place == UNSEEN {
                    continue;
                }
                met.places.slots[slot] = self.items.len() as u32;
                let mover = (slot / 2 % seats) as Seat;
                let cut = met.cut[place as usize];
                let what = match met.places.otherwise.get(&slot) {
                    _ if cut => NodeKind::Cut,
                    Some(ending) => NodeKind::End(*ending),
                    None if self.graph().is_end(node) => NodeKind::End(self.depicted.ending(node, None)),
                    None => NodeKind::Position,
                };
                self.items.push(node, mover, what, met.at[decision]);
                let mut at = self.items.values.skip(met.at[decision], seats);
                for &(action, taken) in met.actions_of(decision) {
                    if !cut && self.about.shown.shows(mover, taken) {
                        self.items.push(node, mover, NodeKind::Action(action, taken), at);
                    }
                    at = self.items.values.skip(at, seats + 1);
                }
            }
        }
        self.start = met.places.slots[2 * self.graph().start() * seats] as usize;
        self.items.values.shrink_to_fit();
        Ok(met.places)
    }
}
