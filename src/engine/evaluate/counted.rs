//! The distribution of what play counts until it is over, value by value: where play may stay as it is for ever, there are
//! values without end, and no pass through the model has them all.

use crate::evaluate::carry::Carry;
use crate::evaluate::checkpoint::{self, Steps};
use crate::exact::Residues;
use crate::model::lists::Lists;
use crate::model::{Error, Model, Progress, Run};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Read, Write};
use std::mem;

/// A kind of numbers that stand for probabilities. Here self-loops are edges like any other.
pub trait Probable: Carry<Number: Clone> {
    /// Returns the number at the end of play that is over in a node, where all of them can be added up.
    fn over(&self, node: usize, number: Self::Number) -> Self::Number;

    /// Returns the residue of the probability that a number stands for, in a node or at the end.
    fn residue(&self, node: Option<usize>, number: &Self::Number, residues: Residues) -> u64;

    /// Writes a number.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(number: &Self::Number, out: &mut dyn Write) -> io::Result<()>;

    /// Reads a number that was written.
    ///
    /// # Errors
    /// If it cannot be read, or is too large for any.
    fn read(&self, input: &mut dyn Read) -> io::Result<Self::Number>;
}

/// The quantity that is counted, and where counting ends.
pub struct Count<'a> {
    /// Returns what an edge counts; 0 only where it leads to a later ply, or play is over.
    pub of: &'a dyn Fn(usize) -> u64,
    /// `true` for a node in which play is over, as it is in every end.
    pub is_over: &'a dyn Fn(usize) -> bool,
}

/// The limits up to which values are told.
pub struct Until<'a, N> {
    /// The most values that are possible and tried.
    pub most: u64,
    /// `true` once those that are told have a number, in all, with which the rest is short.
    pub is_enough: &'a dyn Fn(Option<&N>) -> bool,
}

/// The values that are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heads<N> {
    /// The values, ascending, with their numbers at the end.
    pub values: Vec<(u64, N)>,
    /// The sum of these numbers, if there are any.
    pub sum: Option<N>,
    /// `true` if there are no others, or they are enough; else there are too many.
    pub are_enough: bool,
}

/// The distribution of what is counted, value by value and each of them whole, `until` there are enough. Goes on from work
/// that was saved before, and saves its work whenever that is due and when it is stopped.
///
/// Cost: for each value that is told one [`along`](Carry::along) for each edge on which play can be with it. Limits are
/// looked at once a value. What was saved is verified by as many steps, a word each.
///
/// # Errors
/// If a player decides somewhere, an edge on the way from a state back to it counts nothing, a limit of `run` is passed, work
/// cannot be saved when it is stopped, or saved work cannot be read.
pub fn counted<K: Probable>(
    model: &Model,
    kind: &K,
    count: &Count<'_>,
    until: &Until<'_, K::Number>,
    run: &Run<'_>,
) -> Result<Heads<K::Number>, Error> {
    model.only_chance_or_cycles()?;
    run.step(Progress { bytes: model.bytes(), ..Progress::default() })?;
    let order = model.by_ply();
    let mut places = vec![0; model.node_count()];
    order.all().iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
    let open = BTreeMap::from([(0, BTreeMap::from([(places[model.start()], kind.start())]))]);
    let (tried, heads, sum) = (0, Vec::new(), None);
    let mut work = Counted { model, kind, count, until, run, order, places, tried, open, heads, sum };
    let comes_back = |&edge: &usize| {
        let (from, to) = (model.source(edge), model.target(edge));
        (count.of)(edge) == 0 && model.ply(to) <= model.ply(from) && !work.is_over(from)
    };
    if let Some(edge) = (0..model.edge_count()).find(comes_back) {
        return Err(Error::Cycle(model.name(model.source(edge))));
    }
    checkpoint::finish(&mut work, run)?;
    let are_enough = work.is_done();
    Ok(Heads { values: work.heads, sum: work.sum, are_enough })
}

/// The distribution in the making.
struct Counted<'a, K: Probable> {
    model: &'a Model,
    kind: &'a K,
    count: &'a Count<'a>,
    until: &'a Until<'a, K::Number>,
    run: &'a Run<'a>,
    /// The nodes in the order of plies, and by node its place there.
    order: Lists,
    places: Vec<u32>,
    tried: u64,
    /// By value, the numbers of the nodes in which play is with it, by their places.
    open: BTreeMap<u64, BTreeMap<u32, K::Number>>,
    heads: Vec<(u64, K::Number)>,
    sum: Option<K::Number>,
}

impl<K: Probable> Counted<'_, K> {
    fn is_over(&self, node: usize) -> bool {
        (self.count.is_over)(node) || self.model.edges_of(node).is_empty()
    }

    /// Returns `true` if no more values are to be told.
    fn is_done(&self) -> bool {
        self.open.is_empty() || (self.until.is_enough)(self.sum.as_ref())
    }

    fn bytes(&self) -> u64 {
        let number = |number: &K::Number| K::bytes(number) + EACH;
        let open: u64 = self.open.values().flat_map(BTreeMap::values).map(number).sum();
        let places = self.order.bytes() + size_of_val(&self.places[..]) as u64;
        self.model.bytes() + places + open + self.heads.iter().map(|(_, head)| number(head)).sum::<u64>()
    }

    /// Takes note that a value has this probability.
    fn tell(&mut self, value: u64, over: K::Number) {
        match &mut self.sum {
            Some(sum) => self.kind.add(sum, over.clone()),
            None => self.sum = Some(over.clone()),
        }
        self.heads.push((value, over));
    }
}

/// The bytes that a number takes beside its own, with its place in a tree.
const EACH: u64 = 32;

impl<K: Probable> Steps for Counted<'_, K> {
    fn question(&self) -> Vec<u64> {
        let name = u64::from_le_bytes(*b"by value");
        vec![name, self.model.node_count() as u64, self.model.edge_count() as u64, self.until.most]
    }

    /// Nobody knows how many values are enough: no more than all.
    fn done(&self) -> (u64, u64) {
        let most = self.until.most;
        (if self.is_done() { most } else { self.tried }, most)
    }

    fn step(&mut self) -> Result<(), Error> {
        self.run.step(Progress { layer: self.tried as u32, states: 0, bytes: self.bytes() })?;
        let (value, mut nodes) = self.open.pop_first().expect("something is open until all is done");
        self.tried += 1;
        let (kind, mut over) = (self.kind, None);
        while let Some((place, number)) = nodes.pop_first() {
            let node = self.order.all()[place as usize] as usize;
            if self.is_over(node) {
                let number = kind.over(node, number);
                match &mut over {
                    Some(over) => kind.add(over, number),
                    None => over = Some(number),
                }
                continue;
            }
            for edge in self.model.edges_of(node) {
                let next = value + (self.count.of)(edge);
                let nodes = if next == value { &mut nodes } else { self.open.entry(next).or_default() };
                let more = kind.along(edge, &number);
                match nodes.entry(self.places[self.model.target(edge)]) {
                    Entry::Occupied(mut sum) => kind.add(sum.get_mut(), more),
                    Entry::Vacant(place) => drop(place.insert(more)),
                }
            }
        }
        over.into_iter().for_each(|over| self.tell(value, over));
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[self.tried, self.heads.len() as u64, self.open.len() as u64])?;
        for (value, head) in &self.heads {
            checkpoint::put(out, &[*value])?;
            K::write(head, out)?;
        }
        for (value, nodes) in &self.open {
            checkpoint::put(out, &[*value, nodes.len() as u64])?;
            for (&place, number) in nodes {
                checkpoint::put(out, &[place.into()])?;
                K::write(number, out)?;
            }
        }
        Ok(())
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [tried, heads, values] = checkpoint::some(input)?;
        checkpoint::sound(tried <= self.until.most)?;
        self.tried = tried;
        for _ in 0..heads {
            let [value] = checkpoint::some(input)?;
            let head = self.kind.read(input)?;
            self.tell(value, head);
        }
        self.open.clear();
        for _ in 0..values {
            let ([value, count], mut nodes) = (checkpoint::some(input)?, BTreeMap::new());
            for _ in 0..count {
                let [place] = checkpoint::some(input)?;
                let place = u32::try_from(place).ok().filter(|&place| (place as usize) < self.places.len());
                let place = place.ok_or_else(checkpoint::nonsense)?;
                checkpoint::sound(nodes.insert(place, self.kind.read(input)?).is_none())?;
            }
            checkpoint::sound(self.open.insert(value, nodes).is_none())?;
        }
        Ok(())
    }

    fn verify(&self) -> Result<(), Error> {
        checkpoint::right(self.follows(Residues::random())?)
    }
}

impl<K: Probable> Counted<'_, K> {
    /// Returns whether all numbers stand for the probabilities that follow from the question, which are worked out anew: by
    /// the weights of the model, not by the kind.
    fn follows(&self, residues: Residues) -> Result<bool, Error> {
        let model = self.model;
        let shares: Vec<u64> =
            (0..model.edge_count()).map(|edge| residues.share(model.weight(edge))).collect();
        let none = vec![0; model.node_count()];
        let mut start = none.clone();
        start[model.start()] = 1;
        let (mut open, mut heads) = (BTreeMap::from([(0, start)]), Vec::new());
        for tried in 0..self.tried {
            let words = (open.len() * none.len() + shares.len()) as u64 * size_of::<u64>() as u64;
            self.run.step(Progress { layer: tried as u32, states: 0, bytes: self.bytes() + words })?;
            let Some((value, mut nodes)) = open.pop_first() else { return Ok(false) };
            let mut over = 0;
            for &node in self.order.all() {
                let node = node as usize;
                let own = mem::take(&mut nodes[node]);
                if own == 0 {
                    continue;
                }
                if self.is_over(node) {
                    over = residues.sum(over, own);
                    continue;
                }
                for edge in model.edges_of(node) {
                    let next = value + (self.count.of)(edge);
                    let nodes = match next == value {
                        true => &mut nodes,
                        false => open.entry(next).or_insert_with(|| none.clone()),
                    };
                    let sum = &mut nodes[model.target(edge)];
                    *sum = residues.sum(*sum, residues.product(own, shares[edge]));
                }
            }
            if over != 0 {
                heads.push((value, over));
            }
        }
        let told = self.heads.iter().map(|(value, head)| (*value, self.kind.residue(None, head, residues)));
        let are_right = |nodes: &BTreeMap<u32, K::Number>, right: &[u64]| {
            let fits = |(&place, number): (&u32, &K::Number)| {
                let node = self.order.all()[place as usize] as usize;
                right[node] != 0 && self.kind.residue(Some(node), number, residues) == right[node]
            };
            nodes.iter().all(fits) && right.iter().filter(|own| **own != 0).count() == nodes.len()
        };
        let mut both = self.open.iter().zip(&open);
        Ok(told.eq(heads)
            && self.open.len() == open.len()
            && both.all(|((value, nodes), (other, right))| value == other && are_right(nodes, right)))
    }
}
