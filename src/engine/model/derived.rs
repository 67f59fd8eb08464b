//! Models derived from other models: with some decisions taken, with the scores, or without merging.

use crate::game::{MOST_SEATS, Points, Seat};
use crate::model::explore::Hidden;
use crate::model::{Error, Model, Names, Progress, Run, order};
use foldhash::fast::RandomState;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A model derived from another.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The derived model. Its labels are those of the original.
    pub model: Arc<Model>,
    /// The original of each node: the node of the original model from which it was made, indexed by node of the derived
    /// model.
    pub origin: Arc<[u32]>,
}

/// A model whose nodes know the scores.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The model, and the original of each of its nodes.
    pub derived: Derived,
    /// The points of every seat in each node, the first player's first, node after node.
    scores: Vec<Points>,
}

impl Scored {
    /// Returns the points of every seat in a node, the first player's first.
    #[must_use]
    pub fn scores(&self, node: usize) -> &[Points] {
        let seats = usize::from(self.derived.model.seats());
        &self.scores[node * seats..][..seats]
    }
}

/// The names of the nodes that others were made from.
struct Renamed {
    names: Arc<dyn Names>,
    origin: Arc<[u32]>,
}

impl Names for Renamed {
    fn name(&self, node: usize) -> String {
        self.names.name(self.origin[node] as usize)
    }
}

/// Nodes or edges between two looks at the limits.
const LOOK: usize = 1 << 16;

impl Model {
    /// The model in which some decisions are taken; see [`Graph::restricted`](crate::model::Graph::restricted).
    ///
    /// # Errors
    /// A limit.
    pub(crate) fn restricted(
        &self,
        taken: &dyn Fn(usize) -> Option<usize>,
        run: &Run<'_>,
    ) -> Result<Derived, Error> {
        let edges: Vec<Range<usize>> = (0..self.node_count())
            .map(|node| match taken(node) {
                Some(place) => self.choices(node).nth(place).expect("a choice of the node"),
                None => self.edges_of(node),
            })
            .collect();
        let mut met = vec![false; self.node_count()];
        met[self.start()] = true;
        let mut waiting = vec![self.start()];
        while let Some(node) = waiting.pop() {
            for edge in edges[node].clone() {
                let next = self.target(edge);
                if !std::mem::replace(&mut met[next], true) {
                    waiting.push(next);
                }
            }
        }
        let origin: Arc<[u32]> =
            (0..self.node_count()).filter(|&node| met[node]).map(|node| node as u32).collect();
        let mut numbers = vec![0; self.node_count()];
        origin.iter().zip(0..).for_each(|(&old, new)| numbers[old as usize] = new);
        let steps = |node: usize| {
            edges[origin[node] as usize].clone().map(|edge| (numbers[self.target(edge)] as usize, edge))
        };
        self.derived(Arc::clone(&origin), numbers[self.start()] as usize, steps, run)
    }

    /// Derives the model whose nodes know the scores and the seat to move. At its start the seats have `scores`, the
    /// first player's first; missing scores are 0.
    ///
    /// Costs a look-up in a hash map for each edge, and a sort of the new nodes.
    ///
    /// # Errors
    /// If a seat gets more points than [`Points`] can hold, or a limit of `run` is passed.
    ///
    /// # Panics
    /// If there are more than [`MOST_SEATS`] scores.
    pub fn with_scores(&self, scores: &[Points], run: &Run<'_>) -> Result<Scored, Error> {
        let mut search = Search::new(self, scores);
        let mut done = 0;
        while done < search.places.len() {
            if done % LOOK == 0 {
                search.look(run)?;
            }
            search.expand(done)?;
            done += 1;
        }
        search.look(run)?;
        search.finish(run)
    }

    /// The tree of all ways from the start, to `depth` events. The steps of a node are put in order by `order`.
    ///
    /// # Errors
    /// A limit.
    pub(crate) fn unfolded(
        &self,
        depth: Option<u32>,
        order: &dyn Fn(&usize, &usize) -> Ordering,
        run: &Run<'_>,
    ) -> Result<Derived, Error> {
        let mut origin = vec![self.start() as u32];
        let (mut steps, mut cut, mut layers) = (Steps::default(), Vec::new(), Vec::new());
        let mut row: Vec<usize> = Vec::new();
        let mut level = 0..1;
        for layer in 0.. {
            layers.push((layer, level.clone()));
            for node in level.clone() {
                if node % LOOK == 0 {
                    let bytes = 2 * (size_of_val(&origin[..]) as u64 + steps.bytes());
                    run.step(Progress { layer, states: origin.len() as u64, bytes })?;
                }
                let from = origin[node] as usize;
                row.clear();
                row.extend(self.edges_of(from));
                row.sort_by(order);
                if self.is_cut(from) || (depth == Some(layer) && !row.is_empty()) {
                    cut.push(node);
                    row.clear();
                }
                let mut before = None;
                for &edge in &row {
                    let step = (self.label(edge), self.target(edge));
                    if before.replace(step) != Some(step) {
                        origin.push(step.1 as u32);
                    }
                    steps.push(origin.len() as u32 - 1, edge);
                }
                steps.end();
            }
            if origin.len() as u64 > u64::from(u32::MAX / 2) {
                return Err(Error::TooManyStates { limit: u64::from(u32::MAX / 2), layer });
            }
            level = level.end..origin.len();
            if level.is_empty() {
                break;
            }
        }
        self.made(origin.into(), 0, layers, cut, |node| steps.of(node), run)
    }

    /// The model of nodes made from others, ascending by them; `steps` gives target and edge of the steps of each.
    fn derived<I: Iterator<Item = (usize, usize)>>(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        steps: impl Fn(usize) -> I,
        run: &Run<'_>,
    ) -> Result<Derived, Error> {
        let node_of = |old: usize| origin.partition_point(|&of| (of as usize) < old);
        let layers =
            self.layers().iter().map(|(layer, nodes)| (*layer, node_of(nodes.start)..node_of(nodes.end)));
        let layers = layers.filter(|(_, nodes)| !nodes.is_empty()).collect();
        let cut = (0..origin.len()).filter(|&node| self.is_cut(origin[node] as usize)).collect();
        self.made(origin, start, layers, cut, steps, run)
    }

    /// The model of nodes made from others.
    fn made<I: Iterator<Item = (usize, usize)>>(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        layers: Vec<(u32, Range<usize>)>,
        cut: Vec<usize>,
        steps: impl Fn(usize) -> I,
        run: &Run<'_>,
    ) -> Result<Derived, Error> {
        let links = self.links().derived((0..origin.len()).map(steps))?;
        let hidden = Hidden::derived(self.all_hidden(), &origin);
        let names = Arc::new(Renamed { names: self.names(), origin: Arc::clone(&origin) });
        let model = Self::new(self.seats(), links, start, cut, layers, hidden, names, 0, run)?;
        Ok(Derived { model: Arc::new(model), origin })
    }
}

/// Target and edge of the steps of nodes that are met one after the other.
#[derive(Default)]
struct Steps {
    all: Vec<(u32, u32)>,
    /// The end of each node's steps.
    ends: Vec<usize>,
}

impl Steps {
    /// Adds a step of the node at work.
    fn push(&mut self, target: u32, edge: usize) {
        self.all.push((target, edge as u32));
    }

    /// Goes on to the next node.
    fn end(&mut self) {
        self.ends.push(self.all.len());
    }

    /// The steps of a node.
    fn of(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.all[begin..self.ends[node]].iter().map(|&(target, edge)| (target as usize, edge as usize))
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.all[..]) + size_of_val(&self.ends[..])) as u64
    }
}

/// A node with the points of all seats, the first player's first, and the seat to move.
type Place = (u32, [Points; MOST_SEATS as usize], Seat);

/// The search for all nodes with their scores.
struct Search<'a> {
    below: &'a Model,
    places: Vec<Place>,
    numbers: HashMap<Place, u32, RandomState>,
    steps: Steps,
}

impl<'a> Search<'a> {
    fn new(below: &'a Model, scores: &[Points]) -> Self {
        let mut all = [0; MOST_SEATS as usize];
        all[..scores.len()].copy_from_slice(scores);
        let start = (below.start() as u32, all, 0);
        let numbers = HashMap::from_iter([(start, 0)]);
        Self { below, places: vec![start], numbers, steps: Steps::default() }
    }

    fn look(&self, run: &Run<'_>) -> Result<(), Error> {
        let states = self.places.len() as u64;
        let bytes = states * 4 * size_of::<Place>() as u64 + self.steps.bytes();
        run.step(Progress { states, bytes, ..Progress::default() })
    }

    fn expand(&mut self, place: usize) -> Result<(), Error> {
        let (node, scores, mover) = self.places[place];
        for edge in self.below.edges_of(node as usize) {
            let kind = self.below.kind(edge);
            let mut after = scores;
            let score = &mut after[usize::from(mover)];
            *score = score.checked_add(kind.points).ok_or(Error::PointsOverflow)?;
            let next = (self.below.target(edge) as u32, after, (mover + kind.passes) % self.below.seats());
            let fresh = self.places.len() as u32;
            let number = *self.numbers.entry(next).or_insert(fresh);
            if number == fresh {
                self.places.push(next);
            }
            self.steps.push(number, edge);
        }
        self.steps.end();
        Ok(())
    }

    /// Numbers the places in order, which is that of their layers.
    fn finish(self, run: &Run<'_>) -> Result<Scored, Error> {
        let Self { below, places, numbers, steps } = self;
        drop(numbers);
        let order = order::places(places.len(), &|a, b| places[a].cmp(&places[b]));
        let mut numbers = vec![0; places.len()];
        order.iter().zip(0..).for_each(|(&place, number)| numbers[place as usize] = number);
        let seats = usize::from(below.seats());
        let scores = order.iter().flat_map(|&place| places[place as usize].1[..seats].to_vec()).collect();
        let origin: Vec<u32> = order.iter().map(|&place| places[place as usize].0).collect();
        let of = |node: usize| {
            let steps = steps.of(order[node] as usize);
            steps.map(|(next, edge)| (numbers[next] as usize, edge))
        };
        let derived = below.derived(origin.into(), numbers[0] as usize, of, run)?;
        Ok(Scored { derived, scores })
    }
}
