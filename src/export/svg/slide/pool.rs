//! Sums up the least probable states of each ply of a slide in one node, and the actions of a state that are not taken.

use super::{FirstPlies, Reach, exact_reach, set_reach};
use crate::exact;
use crate::model::order;
use crate::{Document as _, Edge, Node, Role, palette};

/// The words of the node for several states.
const WORDS: &str = "more states";

/// Returns `true` if a node stands for several states.
pub(in crate::svg) fn is_pool(node: &Node) -> bool {
    node.role == Role::Cut && node.label.first().is_some_and(|words| words.ends_with(WORDS))
}

/// Adds a probability to a sum.
pub(super) fn add(sum: &mut Reach, (reach, exact): Reach) {
    sum.0 += reach;
    sum.1 = sum.1.take().zip(exact).map(|(sum, exact)| sum + exact);
}

/// Nodes that become one node, with its label and role.
struct Pool {
    nodes: Vec<usize>,
    label: String,
    role: Role,
}

impl FirstPlies {
    /// Returns a document with at most `most` states of each ply, in addition to ends: the least probable others are one node. The
    /// actions of a state that are not taken are one node, without their events. Returns `None` if nothing changes.
    ///
    /// If play can return to an earlier state, only states at which the graph is cut are counted.
    pub(super) fn pooled(&self, most: usize) -> Option<Self> {
        let returns =
            self.edges.iter().any(|edge| self.nodes[edge.target].ply <= self.nodes[edge.source].ply);
        let mut by_ply: Vec<usize> = (0..self.nodes.len()).collect();
        order::sort(&mut by_ply, |&a, &b| self.nodes[a].ply.cmp(&self.nodes[b].ply));
        let known = |node: &Node| Some((node.reach, exact_reach(node, self.reach_column)));
        let mut reach: Vec<Option<Reach>> = match returns {
            true => self.nodes.iter().map(known).collect(),
            false => vec![None; self.nodes.len()],
        };
        reach[self.start] = Some((1.0, self.reach_column.map(|_| exact::one())));
        let mut pools: Vec<Pool> = Vec::new();
        let mut is_pooled = vec![false; self.nodes.len()];
        for ply in by_ply.chunk_by(|&a, &b| self.nodes[a].ply == self.nodes[b].ply) {
            let chance = |node: usize| reach[node].as_ref().map_or(0.0, |reach| reach.0);
            let is_state = |node: &&usize| {
                let role = self.nodes[**node].role;
                reach[**node].is_some() && (role == Role::Cut || role == Role::Inner && !returns)
            };
            let mut states: Vec<usize> = ply.iter().filter(is_state).copied().collect();
            if states.len() > most {
                order::sort(&mut states, |&a, &b| chance(b).total_cmp(&chance(a)).then(a.cmp(&b)));
                let nodes = states.split_off(most - 1);
                nodes.iter().for_each(|&node| is_pooled[node] = true);
                let label = format!("{} {WORDS}", nodes.len());
                pools.push(Pool { nodes, label, role: Role::Cut });
            }
            for &node in ply {
                let Some((chance, exact)) = reach[node].clone().filter(|_| !is_pooled[node]) else {
                    continue;
                };
                let edges = &self.edges[self.edges_of(node)];
                let left = edges.iter().filter(|edge| edge.decided == Some(false));
                let nodes: Vec<usize> = left.map(|edge| edge.target).collect();
                if nodes.len() > 1 {
                    nodes.iter().for_each(|&node| is_pooled[node] = true);
                    let label = format!("{} other actions", nodes.len());
                    pools.push(Pool { nodes, label, role: Role::Action(false) });
                }
                for edge in edges.iter().filter(|_| !returns) {
                    let factor = exact::parse_fraction(&edge.exact);
                    let exact = exact.clone().zip(factor).map(|(exact, factor)| exact * factor);
                    let sum = reach[edge.target]
                        .get_or_insert_with(|| (0.0, self.reach_column.map(|_| exact::zero())));
                    add(sum, (chance * edge.probability, exact));
                }
            }
        }
        (!pools.is_empty()).then(|| self.with_pools(&reach, &pools, &is_pooled))
    }

    /// Returns the nodes that are reached from the start by nodes outside pools.
    fn reached(&self, is_pooled: &[bool]) -> Vec<usize> {
        let mut is_reached = vec![false; self.nodes.len()];
        let mut frontier = vec![self.start];
        is_reached[self.start] = true;
        while let Some(node) = frontier.pop() {
            for edge in &self.edges[self.edges_of(node)] {
                if !is_reached[edge.target] && !is_pooled[edge.target] {
                    is_reached[edge.target] = true;
                    frontier.push(edge.target);
                }
            }
        }
        (0..self.nodes.len()).filter(|&node| is_reached[node]).collect()
    }

    /// Returns the document of the reached nodes, with a node for each pool.
    fn with_pools(&self, reach: &[Option<Reach>], pools: &[Pool], is_pooled: &[bool]) -> Self {
        let kept = self.reached(is_pooled);
        let mut places = vec![usize::MAX; self.nodes.len()];
        kept.iter().enumerate().for_each(|(place, &node)| places[node] = place);
        let mut nodes: Vec<Node> = Vec::new();
        for &node in &kept {
            let (chance, exact) = reach[node].clone().expect("it is reached");
            nodes.push(Node { id: nodes.len(), ..self.nodes[node].clone() });
            set_reach(nodes.last_mut().expect("a node"), self.reach_column, chance, exact);
        }
        let mut max_pooled = 0.0_f64;
        for pool in pools {
            let mut sum = (0.0, self.reach_column.map(|_| exact::zero()));
            for &node in &pool.nodes {
                places[node] = nodes.len();
                add(&mut sum, reach[node].clone().expect("it is reached"));
            }
            let (id, role, label) = (nodes.len(), pool.role, vec![pool.label.clone()]);
            let first = self.nodes[pool.nodes[0]].clone();
            let mut node = Node { id, label, role, mover: None, board: None, player: None, ..first };
            max_pooled = max_pooled.max(sum.0);
            set_reach(&mut node, self.reach_column, sum.0, sum.1);
            nodes.push(node);
        }
        let mut edges: Vec<Edge> = Vec::new();
        for (source, &node) in kept.iter().enumerate() {
            self.add_edges(node, source, &places, kept.len(), &mut edges);
        }
        edges.iter_mut().enumerate().for_each(|(id, edge)| edge.id = id);
        let (head, start, reach_column) = (self.head.clone(), places[self.start], self.reach_column);
        Self { head, nodes, edges, start, reach_column, max_pooled, whole: self.whole }
    }

    /// Adds the edges of `node`, which is now at `source`. Its edges to a pool, a node from `first_pool` on, become one edge.
    fn add_edges(
        &self,
        node: usize,
        source: usize,
        places: &[usize],
        first_pool: usize,
        edges: &mut Vec<Edge>,
    ) {
        let first = edges.len();
        let mut counts = Vec::new();
        for edge in &self.edges[self.edges_of(node)] {
            let target = places[edge.target];
            let earlier = edges[first..].iter().position(|other| other.target == target);
            match earlier.filter(|_| target >= first_pool) {
                Some(place) => {
                    counts[place] += 1;
                    let sum = &mut edges[first + place];
                    let (weight, total) = (sum.weight + edge.weight, sum.total);
                    sum.weigh(weight, total);
                    sum.style = if sum.style == edge.style { edge.style } else { palette::SEVERAL };
                }
                None => {
                    counts.push(1);
                    edges.push(Edge { source, target, ..edge.clone() });
                }
            }
        }
        for (edge, count) in edges[first..].iter_mut().zip(counts) {
            if count > 1 {
                edge.event = format!("{count} others");
            }
        }
    }
}
