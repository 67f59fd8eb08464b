//! The distribution of what play counts until it is over, value by value: where play may stay as it is for ever, there are
//! values without end, and no pass through the model has them all.

use crate::evaluate::checkpoint::{self, Resumable, read_value, save_value};
use crate::exact::{self, Natural, Rational};
use crate::model::lists::Lists;
use crate::model::{Error, Job, Model, Progress};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Read, Write};

/// The probabilities of the edges, as whole numbers. The denominator of a history is a power of one number, with the number
/// of its events as the exponent, times a number that depends only on the node to which it leads.
pub struct Shares<'a> {
    /// Returns the whole number of an edge, a self-loop among them.
    pub of: Box<dyn Fn(usize) -> u64 + Sync + 'a>,
    /// The factor of the denominator for each event.
    pub denominator: Natural,
    /// The rest of the denominator at the end.
    pub whole: Natural,
    /// Returns the factor of `whole` that is still missing in the denominator of a node.
    pub left: Box<dyn Fn(usize) -> Natural + Sync + 'a>,
}

/// Returns what an edge counts; 0 only where it leads to a later ply.
pub type Count<'a> = &'a dyn Fn(usize) -> u64;

/// The limits up to which values are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until<'a> {
    /// The most values that are possible and tried.
    pub most: u64,
    /// A probability: those that are left for other values are less.
    pub tail: &'a Rational,
}

/// The values that are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heads {
    /// The values, ascending.
    values: Vec<(u64, Numerator)>,
    sum: Numerator,
    /// `true` if there are no others, or less is left than was asked for; else there are too many.
    pub are_enough: bool,
}

impl Heads {
    /// The probability that is left for other values.
    pub fn left(&self, shares: &Shares<'_>) -> Rational {
        shares.share(&shares.rest(&self.sum))
    }

    /// The values, ascending, with their probabilities in lowest terms, which takes as long as all the rest.
    pub fn values<'a>(&'a self, shares: &'a Shares<'_>) -> impl Iterator<Item = (u64, Rational)> + 'a {
        self.values.iter().map(|(value, part)| (*value, shares.share(part)))
    }
}

/// The numerator of a probability over so many steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Numerator {
    number: Natural,
    steps: u32,
}

impl Shares<'_> {
    /// Makes the number one of at least so many `steps`.
    fn level(&self, part: &mut Numerator, steps: u32) {
        if steps > part.steps {
            part.number *= self.denominator.pow(steps - part.steps);
            part.steps = steps;
        }
    }

    fn add(&self, sum: &mut Numerator, mut more: Numerator) {
        self.level(sum, more.steps);
        self.level(&mut more, sum.steps);
        sum.number += more.number;
    }

    /// The denominator after so many steps, at the end.
    fn below(&self, steps: u32) -> Natural {
        &self.whole * self.denominator.pow(steps)
    }

    /// Returns the probability that a part stands for at the end.
    fn share(&self, part: &Numerator) -> Rational {
        exact::ratio(part.number.clone(), self.below(part.steps))
    }

    /// Returns the part that is left beside a sum at the end.
    fn rest(&self, sum: &Numerator) -> Numerator {
        Numerator { number: self.below(sum.steps) - &sum.number, steps: sum.steps }
    }

    /// Returns `true` if less than a `tail` is left beside a sum at the end.
    fn is_short(&self, sum: &Numerator, tail: &Rational) -> bool {
        let rest = self.rest(sum);
        rest.number * tail.denom().magnitude() < self.below(rest.steps) * tail.numer().magnitude()
    }
}

impl Numerator {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.number.bits() / 8 + EACH
    }
}

/// The distribution of what is counted, value by value and each of them whole, `until` there are enough. Goes on from work
/// that was saved before, and saves its work whenever that is due and when it is stopped.
///
/// Cost: for each value that is told one product for each edge on which play can be with it. Limits are looked at once a
/// value.
///
/// # Errors
/// If a player decides somewhere, an edge on the way from a state back to it counts nothing, the graph is [`cut`](Model::cut)
/// off, a limit of `job` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
pub fn counted(
    model: &Model,
    shares: &Shares<'_>,
    count: Count<'_>,
    until: &Until<'_>,
    job: &Job<'_>,
) -> Result<Heads, Error> {
    model.only_whole()?;
    model.only_chance_or_cycles()?;
    job.tick(Progress { bytes: model.bytes(), ..Progress::default() })?;
    let order = model.by_ply();
    let mut places = vec![0; model.node_count()];
    order.all().iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
    let [start, sum] = [1u32, 0].map(|number| Numerator { number: number.into(), steps: 0 });
    let open = BTreeMap::from([(0, BTreeMap::from([(places[model.start()], start)]))]);
    let (tried, heads) = (0, Vec::new());
    let edges: Vec<_> = (0..model.edge_count()).map(|edge| ((shares.of)(edge), count(edge))).collect();
    let mut work = Counted { model, shares, edges, until, job, order, places, tried, open, heads, sum };
    let comes_back = |&edge: &usize| {
        let (from, to) = (model.source(edge), model.target(edge));
        work.edges[edge].1 == 0 && model.ply(to) <= model.ply(from)
    };
    if let Some(edge) = (0..model.edge_count()).find(comes_back) {
        return Err(Error::Cycle(model.name(model.source(edge))));
    }
    checkpoint::finish(&mut work, job)?;
    let are_enough = work.is_done();
    Ok(Heads { values: work.heads, sum: work.sum, are_enough })
}

/// The distribution in the making.
struct Counted<'a> {
    model: &'a Model,
    shares: &'a Shares<'a>,
    /// The share of each edge, and what it counts.
    edges: Vec<(u64, u64)>,
    until: &'a Until<'a>,
    job: &'a Job<'a>,
    /// The nodes in the order of plies, and by node its place there.
    order: Lists,
    places: Vec<u32>,
    tried: u64,
    /// By value, the numbers of the nodes in which play is with it, by their places.
    open: BTreeMap<u64, BTreeMap<u32, Numerator>>,
    heads: Vec<(u64, Numerator)>,
    /// Their sum.
    sum: Numerator,
}

impl Counted<'_> {
    /// Returns `true` if no more values are to be told.
    fn is_done(&self) -> bool {
        self.open.is_empty() || self.shares.is_short(&self.sum, self.until.tail)
    }

    fn bytes(&self) -> u64 {
        let open: u64 = self.open.values().flat_map(BTreeMap::values).map(Numerator::bytes).sum();
        let places = self.order.bytes() + size_of_val(&self.places[..]) as u64;
        let edges = size_of_val(&self.edges[..]) as u64;
        self.model.bytes()
            + places
            + edges
            + open
            + self.heads.iter().map(|(_, head)| head.bytes()).sum::<u64>()
    }

    /// Takes note that a value has this probability.
    fn tell(&mut self, value: u64, over: Numerator) {
        self.shares.add(&mut self.sum, over.clone());
        self.heads.push((value, over));
    }
}

/// The bytes that a number takes beside its own, with its place in a tree.
const EACH: u64 = 32;

impl Resumable for Counted<'_> {
    fn fingerprint(&self) -> Vec<u64> {
        let name = u64::from_le_bytes(*b"by value");
        vec![name, checkpoint::fingerprint(self.model), self.until.most]
    }

    /// Nobody knows how many values are enough: no more than all.
    fn done(&self) -> (u64, u64) {
        let most = self.until.most;
        (if self.is_done() { most } else { self.tried }, most)
    }

    fn step(&mut self) -> Result<(), Error> {
        self.job.tick(Progress { layer: self.tried as u32, states: 0, bytes: self.bytes() })?;
        let (value, mut nodes) = self.open.pop_first().expect("something is open until all is done");
        self.tried += 1;
        let (shares, mut over) = (self.shares, None);
        while let Some((place, mut part)) = nodes.pop_first() {
            let node = self.order.all()[place as usize] as usize;
            if self.model.edges_of(node).is_empty() {
                part.number *= (shares.left)(node);
                match &mut over {
                    Some(over) => shares.add(over, part),
                    None => over = Some(part),
                }
                continue;
            }
            for edge in self.model.edges_of(node) {
                let (weight, counted) = self.edges[edge];
                let next = value + counted;
                let nodes = if next == value { &mut nodes } else { self.open.entry(next).or_default() };
                let more = Numerator { number: &part.number * weight, steps: part.steps + 1 };
                match nodes.entry(self.places[self.model.target(edge)]) {
                    Entry::Occupied(mut sum) => shares.add(sum.get_mut(), more),
                    Entry::Vacant(place) => drop(place.insert(more)),
                }
            }
        }
        over.into_iter().for_each(|over| self.tell(value, over));
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.tried, &self.heads, &self.sum, &self.open))
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.tried, self.heads, self.sum, self.open) = read_value(input)?;
        Ok(())
    }
}
