//! Models derived from other models: with some decisions taken, with other points, or without merging.

use crate::explore::{EndArrangements, Links, MAX_STATES};
use crate::game::Points;
use crate::{Error, Job, Model, Progress, Stop, order};
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

/// A model derived from another, with the same labels.
pub(crate) struct DerivedModel {
    pub(crate) model: Arc<Model>,
    /// The node of the original model from which each node was made.
    pub(crate) origin: Arc<[u32]>,
}

impl Model {
    /// Returns the model in which some decisions are taken; see [`Graph::restricted`](crate::Graph::restricted).
    pub(crate) fn restricted(
        &self,
        taken: &dyn Fn(usize) -> Option<usize>,
        job: &Job<'_>,
    ) -> Result<DerivedModel, Error> {
        let edges: Vec<Range<usize>> = (0..self.node_count())
            .map(|node| match taken(node) {
                Some(place) => self.choices(node).nth(place).expect("a choice of the node"),
                None => self.edges_of(node),
            })
            .collect();
        let mut visited = vec![false; self.node_count()];
        visited[self.start()] = true;
        let mut frontier = vec![self.start()];
        while let Some(node) = frontier.pop() {
            for edge in edges[node].clone() {
                let next = self.target(edge);
                if !std::mem::replace(&mut visited[next], true) {
                    frontier.push(next);
                }
            }
        }
        let origin: Arc<[u32]> =
            (0..self.node_count()).filter(|&node| visited[node]).map(|node| node as u32).collect();
        let mut numbers = vec![0; self.node_count()];
        origin.iter().zip(0..).for_each(|(&old, new)| numbers[old as usize] = new);
        let steps = |node: usize| {
            edges[origin[node] as usize].clone().map(|edge| (numbers[self.target(edge)] as usize, edge))
        };
        let links = self.links.derived((0..origin.len()).map(steps))?;
        let cut = (0..origin.len()).filter(|&node| self.is_cut(origin[node] as usize)).collect();
        self.derived(origin, numbers[self.start()] as usize, cut, links, job)
    }

    /// Returns the model in which labels score other points. `points` returns the points of a label, given by its index. The new
    /// model shares all nodes and edges with this one.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// // Tails score a point, and heads none.
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let tails = graph.scoring(&|label| i32::from(graph.labels()[label].event == "tails"));
    /// assert_eq!([tails.edge_kind(0).points, tails.edge_kind(1).points], [0, 1]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn scoring(&self, points: &dyn Fn(usize) -> Points) -> Self {
        let mut model = self.clone();
        model.links.kinds.iter_mut().enumerate().for_each(|(label, kind)| kind.points = points(label));
        model
    }

    /// Returns the tree of all histories of at most `depth` events. `by` is the order of the steps of a node.
    pub(crate) fn unfolded(
        &self,
        depth: Option<u32>,
        by: &dyn Fn(&usize, &usize) -> Ordering,
        job: &Job<'_>,
    ) -> Result<DerivedModel, Error> {
        let mut origin = vec![self.start() as u32];
        let (mut steps, mut cut, mut layers) = (DerivedSteps::default(), Vec::new(), Vec::new());
        let mut row: Vec<usize> = Vec::new();
        let mut level = 0..1;
        for layer in 0.. {
            layers.push((layer, level.clone()));
            for node in level.clone() {
                job.tick_at(node, Progress { layer, states: origin.len() as u64 })?;
                let from = origin[node] as usize;
                row.clear();
                row.extend(self.edges_of(from));
                order::sort(&mut row, by);
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
            if origin.len() as u64 > MAX_STATES {
                return Err(Error::Stop(Stop::TooManyStates { limit: MAX_STATES, layer }));
            }
            level = level.end..origin.len();
            if level.is_empty() {
                break;
            }
        }
        let links = self.links.derived((0..origin.len()).map(|node| steps.of(node)))?;
        self.made(origin.into(), 0, layers, cut, links, job)
    }

    /// Returns a model whose node `i` is a copy of the node `origin[i]` of this model. The origins must be in ascending order.
    pub(crate) fn derived(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        cut: Vec<usize>,
        links: Links,
        job: &Job<'_>,
    ) -> Result<DerivedModel, Error> {
        let node_of = |old: usize| origin.partition_point(|&of| (of as usize) < old);
        let layers =
            self.layers().iter().map(|(layer, nodes)| (*layer, node_of(nodes.start)..node_of(nodes.end)));
        let layers = layers.filter(|(_, nodes)| !nodes.is_empty()).collect();
        self.made(origin, start, layers, cut, links, job)
    }

    /// Returns a model whose node `i` is a copy of the node `origin[i]` of this model.
    fn made(
        &self,
        origin: Arc<[u32]>,
        start: usize,
        layers: Vec<(u32, Range<usize>)>,
        cut: Vec<usize>,
        links: Links,
        job: &Job<'_>,
    ) -> Result<DerivedModel, Error> {
        let remaining = EndArrangements::derived(&self.remaining, &origin);
        let (names, of) = (Arc::clone(&self.names), Arc::clone(&origin));
        let names = Arc::new(move |node: usize| names(of[node] as usize));
        let (seats, sources, plies, acyclic) = (self.seats, Arc::default(), Arc::default(), true);
        let model = Self { seats, links, sources, start, cut, layers, plies, acyclic, remaining, names };
        Ok(DerivedModel { model: Arc::new(model.with_plies(job)?), origin })
    }
}

/// The steps of nodes, which are added node by node: pairs of a target and an edge of the original.
#[derive(Default)]
struct DerivedSteps {
    all: Vec<(u32, u32)>,
    /// The end of each node's steps.
    ends: Vec<usize>,
}

impl DerivedSteps {
    /// Adds a step of the current node.
    fn push(&mut self, target: u32, edge: usize) {
        self.all.push((target, edge as u32));
    }

    /// Ends the current node.
    fn end(&mut self) {
        self.ends.push(self.all.len());
    }

    /// Returns the steps of a node.
    fn of(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let begin = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.all[begin..self.ends[node]].iter().map(|&(target, edge)| (target as usize, edge as usize))
    }
}
