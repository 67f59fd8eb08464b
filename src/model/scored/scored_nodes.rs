//! The nodes of a model with scores, found in the order of the model or breadth first.

use crate::csr::Csr;
use crate::explore::{EdgeKind, MAX_STATES, MAX_STEPS};
use crate::game::{Points, Seat};
use crate::score::{Lane, Score, lane};
use crate::scored::{ScoredShape, Standings};
use crate::{Error, Job, Model, Progress, Stop, order};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A node with the points of all seats and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredNode<const K: usize> {
    pub(super) node: u32,
    pub(super) scores: Score<K>,
    pub(super) mover: Seat,
}

/// Hashes as few words as possible.
impl<const K: usize> Hash for ScoredNode<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.node) << 8 | u64::from(self.mover));
        self.scores.words().into_iter().for_each(|word| state.write_u64(word));
    }
}

impl<const K: usize> ScoredNode<K> {
    /// Returns the scored node after a step to `node`, in a game of `seats` seats.
    fn after(self, kind: &EdgeKind, node: usize, seats: Seat) -> Result<Self, Error> {
        lane(Points::from(self.scores.lane(self.mover)) + kind.points, seats)?;
        let scores = self.scores.plus(Score::one(self.mover, kind.points));
        Ok(Self { node: node as u32, scores, mover: (self.mover + kind.turn_offset) % seats })
    }
}

/// The nodes of a model with scores, and the nodes to which their steps lead.
pub(super) struct ScoredNodes<const K: usize> {
    places: Vec<ScoredNode<K>>,
    /// The targets of each scored node, in the order of its steps. A node that is not expanded has none.
    targets: Csr,
    start: usize,
}

impl<const K: usize> ScoredNodes<K> {
    /// Finds the scored nodes of a model whose edges all lead to greater nodes. The scored nodes of one node follow from the
    /// scored nodes of its predecessors, and are sorted before the next node.
    pub(super) fn in_order(base: &Model, start: ScoredNode<K>, job: &Job<'_>) -> Result<Self, Error> {
        let mut found = Self { places: Vec::new(), targets: Csr::default(), start: 0 };
        let incoming = base.incoming();
        // For each node, the index of its first scored node. The last entry is the number of scored nodes.
        let mut firsts = vec![0; base.node_count() + 1];
        let mut arrivals: Vec<(Score<K>, Seat, u32)> = Vec::new();
        let mut steps = 0;
        for node in base.start()..base.node_count() {
            if node == base.start() {
                found.add(start, base)?;
            }
            arrivals.clear();
            for edge in incoming.get(node).iter().map(|&edge| edge as usize) {
                let source = base.source(edge);
                let step = edge - base.edges_of(source).start;
                // The scored nodes with one mover lead to scored nodes in ascending order, which are sorted quickly.
                for mover in 0..base.seats() {
                    for place in firsts[source]..firsts[source + 1] {
                        let here = found.places[place];
                        if here.mover == mover {
                            found.tick(steps, job)?;
                            steps += 1;
                            let next = here.after(base.edge_kind(edge), node, base.seats())?;
                            let entry = found.targets.places(place).start + step;
                            arrivals.push((next.scores, next.mover, entry as u32));
                        }
                    }
                }
            }
            let compare =
                |a: usize, b: usize| (arrivals[a].0, arrivals[a].1).cmp(&(arrivals[b].0, arrivals[b].1));
            let mut last = None;
            for place in order::places(arrivals.len(), &compare) {
                let (scores, mover, entry) = arrivals[place as usize];
                if last.replace((scores, mover)) != Some((scores, mover)) {
                    found.add(ScoredNode { node: node as u32, scores, mover }, base)?;
                }
                found.targets.all_mut()[entry as usize] = found.places.len() as u32 - 1;
            }
            firsts[node + 1] = found.places.len();
        }
        found.tick(0, job)?;
        Ok(found)
    }

    /// Adds a scored node whose targets are not known yet.
    fn add(&mut self, place: ScoredNode<K>, base: &Model) -> Result<(), Error> {
        let steps = base.edges_of(place.node as usize).len();
        self.check_size(place.node as usize, steps, base)?;
        self.places.push(place);
        self.targets.push(std::iter::repeat_n(0, steps));
        Ok(())
    }

    /// Fails if there would be too many scored nodes or steps after adding a scored node of `node` with `steps` steps.
    fn check_size(&self, node: usize, steps: usize, base: &Model) -> Result<(), Error> {
        let layer = || base.layer(node);
        if self.places.len() as u64 > MAX_STATES {
            return Err(Error::Stop(Stop::TooManyStates { limit: MAX_STATES, layer: layer() }));
        }
        match (self.targets.all().len() + steps) as u64 > MAX_STEPS {
            true => Err(Error::Stop(Stop::TooManySteps { limit: MAX_STEPS, layer: layer() })),
            false => Ok(()),
        }
    }

    fn tick(&self, step: usize, job: &Job<'_>) -> Result<(), Error> {
        job.tick_at(step, Progress { states: self.places.len() as u64, ..Progress::default() })
    }

    /// Finds the scored nodes of any model breadth first, up to `depth` events from the start, and then sorts them.
    pub(super) fn in_rounds(
        base: &Model,
        start: ScoredNode<K>,
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let mut found = Self { places: vec![start], targets: Csr::default(), start: 0 };
        let mut numbers: HashMap<ScoredNode<K>, u32, RandomState> = HashMap::from_iter([(start, 0)]);
        let (mut done, mut events) = (0, 0);
        while done < found.places.len() && depth != Some(events) {
            // The scored nodes that are `events` events away from the start.
            let round = done..found.places.len();
            for place in round.clone() {
                found.tick(place, job)?;
                found.expand(place, &mut numbers, base)?;
            }
            (done, events) = (round.end, events + 1);
        }
        found.tick(0, job)?;
        drop(numbers);
        (done..found.places.len()).for_each(|_| found.targets.push(std::iter::empty()));
        Ok(found.sorted(base.node_count()))
    }

    fn expand(
        &mut self,
        place: usize,
        numbers: &mut HashMap<ScoredNode<K>, u32, RandomState>,
        base: &Model,
    ) -> Result<(), Error> {
        let here = self.places[place];
        let node = here.node as usize;
        let mut row = Vec::with_capacity(base.edges_of(node).len());
        for edge in base.edges_of(node) {
            let next = here.after(base.edge_kind(edge), base.target(edge), base.seats())?;
            self.check_size(node, row.len() + 1, base)?;
            let new = self.places.len() as u32;
            let number = *numbers.entry(next).or_insert(new);
            if number == new {
                self.places.push(next);
            }
            row.push(number as usize);
        }
        self.targets.push(row.into_iter());
        Ok(())
    }

    /// Sorts the scored nodes in ascending order. The model without scores has `nodes` nodes.
    fn sorted(self, nodes: usize) -> Self {
        let Self { places, targets, .. } = self;
        let of_node = places.iter().enumerate().map(|(number, place)| (place.node as usize, number));
        let by_node = Csr::new(nodes, of_node);
        let mut order = by_node.all().to_vec();
        for node in 0..nodes {
            let compare = |one: usize, other: usize| places[one].cmp(&places[other]);
            order::sort_places(&mut order[by_node.places(node)], &compare);
        }
        let mut numbers = vec![0; places.len()];
        order.iter().enumerate().for_each(|(number, &place)| numbers[place as usize] = number);
        let mut renamed = Csr::default();
        for &place in &order {
            renamed.push(targets.get(place as usize).iter().map(|&target| numbers[target as usize]));
        }
        let places = order.iter().map(|&place| places[place as usize]).collect();
        Self { places, targets: renamed, start: numbers[0] }
    }

    /// Returns the shape of the model with scores. The scored nodes must be in ascending order.
    pub(super) fn shape(self, seats: Seat, offset: Lane) -> ScoredShape {
        let Self { places, mut targets, start } = self;
        targets.shrink_to_fit();
        let mut lanes = Vec::with_capacity(places.len() * usize::from(seats));
        places.iter().for_each(|place| lanes.extend(place.scores.lanes(seats)));
        let movers = places.iter().map(|place| place.mover).collect();
        let origin = places.iter().map(|place| place.node).collect();
        ScoredShape { start, origin, targets, standings: Standings { lanes, offset, movers } }
    }
}
