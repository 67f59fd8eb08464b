//! Models derived from other models: with some decisions taken, with the scores, or without merging.

use crate::explore::{Hidden, MOST_STATES};
use crate::game::{Points, Seat};
use crate::lists::Lists;
use crate::of_width;
use crate::score::Score;
use crate::{Error, Job, Model, Progress};
use foldhash::fast::RandomState;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// A model derived from another, with the same labels.
pub(crate) struct Derived {
    pub(crate) model: Arc<Model>,
    /// The node of the original model from which each node was made.
    pub(crate) origin: Arc<[u32]>,
}

/// The points of every seat and the seat to move, by node.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    /// The first player's points first, node after node.
    scores: Vec<Points>,
    movers: Vec<Seat>,
}

impl Standings {
    /// The points of every seat in a node, the first player's first.
    pub(super) fn scores(&self, node: usize) -> &[Points] {
        let seats = self.scores.len() / self.movers.len();
        &self.scores[node * seats..][..seats]
    }

    /// The seat to move in a node.
    pub(super) fn mover(&self, node: usize) -> Seat {
        self.movers[node]
    }

    /// The same of nodes that were made from these.
    pub(super) fn of(&self, origin: &[u32]) -> Self {
        let old = || origin.iter().map(|&node| node as usize);
        let scores = old().flat_map(|node| self.scores(node)).copied().collect();
        Self { scores, movers: old().map(|node| self.mover(node)).collect() }
    }

    /// The bytes it holds.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.scores[..]) + size_of_val(&self.movers[..])) as u64
    }
}

/// Nodes or edges between two looks at the limits.
const LOOK: usize = 1 << 16;

impl Model {
    /// The model in which some decisions are taken; see [`Graph::restricted`](crate::Graph::restricted).
    pub(crate) fn restricted(
        &self,
        taken: &dyn Fn(usize) -> Option<usize>,
        job: &Job<'_>,
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
        let cut = |node: usize| self.is_cut(origin[node] as usize);
        self.derived(Arc::clone(&origin), numbers[self.start()] as usize, cut, steps, job)
    }

    /// Derives the model in which labels, given by their numbers, score other `points`. Costs a copy of the model.
    pub fn scoring(&self, points: &dyn Fn(usize) -> Points) -> Self {
        let mut model = self.clone();
        model.links.kinds.iter_mut().enumerate().for_each(|(label, kind)| kind.points = points(label));
        model
    }

    /// The model whose nodes know the scores; see [`Graph::with_scores`](crate::Graph::with_scores).
    pub(crate) fn with_scores(
        &self,
        scores: &[Points],
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<(Derived, Standings), Error> {
        of_width!(self.seats(), K => Numbering::<K>::new(self, scores).all(depth, job))
    }

    /// The tree of all ways from the start, to `depth` events. The steps of a node are put in order by `order`.
    pub(crate) fn unfolded(
        &self,
        depth: Option<u32>,
        order: &dyn Fn(&usize, &usize) -> Ordering,
        job: &Job<'_>,
    ) -> Result<Derived, Error> {
        let mut origin = vec![self.start() as u32];
        let (mut steps, mut cut, mut layers) = (Steps::default(), Vec::new(), Vec::new());
        let mut row: Vec<usize> = Vec::new();
        let mut level = 0..1;
        for layer in 0.. {
            layers.push((layer, level.clone()));
            for node in level.clone() {
                if node % LOOK == 0 {
                    job.tick(Progress { layer, states: origin.len() as u64 })?;
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
            if origin.len() as u64 > MOST_STATES {
                return Err(Error::TooManyStates { limit: MOST_STATES, layer });
            }
            level = level.end..origin.len();
            if level.is_empty() {
                break;
            }
        }
        self.made(origin.into(), 0, layers, cut, |node| steps.of(node), job)
    }

    /// The model of nodes made from others, ascending by them; `steps` gives target and edge of the steps of each.
    fn derived<I: Iterator<Item = (usize, usize)>>(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        cut: impl Fn(usize) -> bool,
        steps: impl Fn(usize) -> I,
        job: &Job<'_>,
    ) -> Result<Derived, Error> {
        let node_of = |old: usize| origin.partition_point(|&of| (of as usize) < old);
        let layers =
            self.layers().iter().map(|(layer, nodes)| (*layer, node_of(nodes.start)..node_of(nodes.end)));
        let layers = layers.filter(|(_, nodes)| !nodes.is_empty()).collect();
        let cut = (0..origin.len()).filter(|&node| cut(node)).collect();
        self.made(origin, start, layers, cut, steps, job)
    }

    /// The model of nodes made from others.
    fn made<I: Iterator<Item = (usize, usize)>>(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        layers: Vec<(u32, Range<usize>)>,
        cut: Vec<usize>,
        steps: impl Fn(usize) -> I,
        job: &Job<'_>,
    ) -> Result<Derived, Error> {
        let links = self.links.derived((0..origin.len()).map(steps))?;
        let hidden = Hidden::derived(&self.hidden, &origin);
        let (names, of) = (Arc::clone(&self.names), Arc::clone(&origin));
        let names = Arc::new(move |node: usize| names(of[node] as usize));
        let (seats, sources, plies, acyclic) = (self.seats, Vec::new(), Vec::new(), true);
        let model = Self { seats, links, sources, start, cut, layers, plies, acyclic, hidden, names };
        Ok(Derived { model: Arc::new(model.with_plies(job)?), origin })
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
}

/// The numbers of places in the order of the places: apart by node, of which there are so many, then sorted.
fn in_order<const K: usize>(places: &[Place<K>], nodes: usize) -> Vec<u32> {
    let apart =
        Lists::new(nodes, places.iter().enumerate().map(|(number, place)| (place.node as usize, number)));
    let mut order = apart.all().to_vec();
    for node in 0..nodes {
        order[apart.places(node)].sort_unstable_by_key(|&number| places[number as usize]);
    }
    order
}

/// A node with the points of all seats and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place<const K: usize> {
    node: u32,
    scores: Score<K>,
    mover: Seat,
}

/// In as few words as there are.
impl<const K: usize> Hash for Place<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.node) << 8 | u64::from(self.mover));
        self.scores.words().into_iter().for_each(|word| state.write_u64(word));
    }
}

impl<const K: usize> Place<K> {
    /// Adds to the mover's points.
    fn score(&mut self, points: Points) -> Result<(), Error> {
        self.scores.of(self.mover).checked_add(points).ok_or(Error::PointsOverflow)?;
        self.scores = self.scores.plus(Score::one(self.mover, points));
        Ok(())
    }
}

/// The numbering of all nodes with their scores, as they are found.
struct Numbering<'a, const K: usize> {
    below: &'a Model,
    places: Vec<Place<K>>,
    numbers: HashMap<Place<K>, u32, RandomState>,
    steps: Steps,
}

impl<'a, const K: usize> Numbering<'a, K> {
    fn new(below: &'a Model, scores: &[Points]) -> Self {
        assert!(scores.len() <= below.seats().into(), "{} scores, but {} seats", scores.len(), below.seats());
        let start = Place { node: below.start() as u32, scores: Score::new(scores), mover: 0 };
        Self {
            below,
            places: vec![start],
            numbers: HashMap::from_iter([(start, 0)]),
            steps: Steps::default(),
        }
    }

    /// Goes on from all places but those that are so many events away.
    fn all(mut self, depth: Option<u32>, job: &Job<'_>) -> Result<(Derived, Standings), Error> {
        let (mut done, mut events) = (0, 0);
        while done < self.places.len() && depth != Some(events) {
            // All places that are so many events away are known by now.
            let known = self.places.len();
            for place in done..known {
                if place % LOOK == 0 {
                    self.look(job)?;
                }
                self.expand(place)?;
            }
            (done, events) = (known, events + 1);
        }
        self.look(job)?;
        self.finish(done, job)
    }

    fn look(&self, job: &Job<'_>) -> Result<(), Error> {
        let states = self.places.len() as u64;
        job.tick(Progress { states, ..Progress::default() })
    }

    fn expand(&mut self, place: usize) -> Result<(), Error> {
        let here = self.places[place];
        for edge in self.below.edges_of(here.node as usize) {
            let kind = self.below.kind(edge);
            let mut next = Place { node: self.below.target(edge) as u32, ..here };
            next.score(kind.points)?;
            next.mover = (here.mover + kind.passes) % self.below.seats();
            let fresh = self.places.len() as u32;
            if u64::from(fresh) > MOST_STATES {
                return Err(Error::TooManyStates {
                    limit: MOST_STATES,
                    layer: self.below.layer(here.node as usize),
                });
            }
            let number = *self.numbers.entry(next).or_insert(fresh);
            if number == fresh {
                self.places.push(next);
            }
            self.steps.push(number, edge);
        }
        self.steps.end();
        Ok(())
    }

    /// Numbers the places in order, which is that of their layers. The first `done` were expanded.
    fn finish(self, done: usize, job: &Job<'_>) -> Result<(Derived, Standings), Error> {
        let Self { below, places, numbers, mut steps } = self;
        drop(numbers);
        (done..places.len()).for_each(|_| steps.end());
        let order = in_order(&places, below.node_count());
        let mut numbers = vec![0; places.len()];
        order.iter().zip(0..).for_each(|(&place, number)| numbers[place as usize] = number);
        let of = || order.iter().map(|&place| &places[place as usize]);
        let scores = of().flat_map(|place| place.scores.points(below.seats())).collect();
        let standings = Standings { scores, movers: of().map(|place| place.mover).collect() };
        let origin: Arc<[u32]> = of().map(|place| place.node).collect();
        let cut = |node: usize| {
            let below_is_over = below.edges_of(origin[node] as usize).is_empty();
            below.is_cut(origin[node] as usize) || (order[node] as usize >= done && !below_is_over)
        };
        let of = |node: usize| {
            let steps = steps.of(order[node] as usize);
            steps.map(|(next, edge)| (numbers[next] as usize, edge))
        };
        let derived = below.derived(Arc::clone(&origin), numbers[0] as usize, cut, of, job)?;
        Ok((derived, standings))
    }
}
