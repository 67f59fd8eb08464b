//! All deals of a table, each played once, and counts of their results.

use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;

use super::cards::{Event, Picture, Situation, Start, play, play_traced};

/// The results of a set of equally likely deals. Divide by `total` for probabilities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub total: u64,
    /// Deals by final scores.
    pub scores: BTreeMap<Vec<i32>, u64>,
    /// Deals by final scores and the seat that took the last pair.
    pub ends: BTreeMap<(Vec<i32>, usize), u64>,
    /// Deals by number of turns.
    pub turns: BTreeMap<usize, u64>,
}

/// The situations observed over all deals.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    pub total: u64,
    /// Deals by history so far, including the empty history: the nodes of the tree without merging.
    pub nodes: BTreeMap<Vec<Event>, u64>,
    /// Deals by complete history: the leaves of that tree.
    pub leaves: BTreeMap<Vec<Event>, u64>,
    /// Deals by situation on their way, including the beginning and the end.
    pub situations: BTreeMap<Situation, u64>,
    /// Deals by step from one situation to the next.
    pub transitions: BTreeMap<(Situation, Event, Situation), u64>,
}

/// Visits every distinct arrangement of the unseen cards: (2j + d)! / 2^j for j unknown and d half-known pairs.
pub fn arrangements(start: &Start, mut visit: impl FnMut(&[Picture])) {
    fn lay(left: &mut [usize], cards: usize, row: &mut Vec<Picture>, visit: &mut dyn FnMut(&[Picture])) {
        if cards == 0 {
            return visit(row);
        }
        for picture in 0..left.len() {
            if left[picture] > 0 {
                left[picture] -= 1;
                row.push(picture);
                lay(left, cards - 1, row, visit);
                row.pop();
                left[picture] += 1;
            }
        }
    }
    let mut left = vec![2; start.unknown];
    left.resize(start.unknown + start.half, 1);
    lay(&mut left, 2 * start.unknown + start.half, &mut Vec::new(), &mut visit);
}

/// Visits one arrangement of each class that differs only in names: C(2j + d, d) (2j - 1)!! arrangements. Each class has j! d!
/// arrangements, so that classes are equally likely.
///
/// The first free place holds the mate of the next half-known pair, or is paired with each later free place.
pub fn matchings(start: &Start, mut visit: impl FnMut(&[Picture])) {
    fn link(
        row: &mut [Option<Picture>],
        pair: Picture,
        mate: Picture,
        ends: (usize, usize),
        visit: &mut dyn FnMut(&[Picture]),
    ) {
        let Some(first) = row.iter().position(Option::is_none) else {
            let row: Vec<_> = row.iter().flatten().copied().collect();
            return visit(&row);
        };
        if mate < ends.1 {
            row[first] = Some(mate);
            link(row, pair, mate + 1, ends, visit);
            row[first] = None;
        }
        if pair < ends.0 {
            row[first] = Some(pair);
            for second in first + 1..row.len() {
                if row[second].is_none() {
                    row[second] = Some(pair);
                    link(row, pair + 1, mate, ends, visit);
                    row[second] = None;
                }
            }
            row[first] = None;
        }
    }
    let mut row = vec![None; 2 * start.unknown + start.half];
    link(&mut row, 0, start.unknown, (start.unknown, start.unknown + start.half), &mut visit);
}

/// Plays every distinct arrangement.
pub fn tally_arrangements(start: &Start) -> Tally {
    let mut tally = Tally::default();
    arrangements(start, |deal| tally.add(start, deal));
    tally
}

/// Plays one arrangement of each class.
pub fn tally_matchings(start: &Start) -> Tally {
    let mut tally = Tally::default();
    matchings(start, |deal| tally.add(start, deal));
    tally
}

/// Records one arrangement of each class.
pub fn distribution(start: &Start) -> Distribution {
    // Few histories are different: each is recorded once, with the number of its deals.
    let mut histories: HashMap<(Situation, Vec<(Event, Situation)>), u64> = HashMap::new();
    matchings(start, |deal| {
        let (_, first, trace) = play_traced(start, deal);
        *histories.entry((first, trace)).or_default() += 1;
    });
    let mut distribution = Distribution::default();
    histories.into_iter().for_each(|((first, trace), deals)| distribution.add(first, trace, deals));
    distribution
}

impl Tally {
    fn add(&mut self, start: &Start, deal: &[Picture]) {
        let game = play(start, deal);
        self.total += 1;
        // Nearly all deals end like an earlier deal: only the first deal needs a copy.
        match self.scores.get_mut(&game.scores) {
            Some(deals) => *deals += 1,
            None => _ = self.scores.insert(game.scores.clone(), 1),
        }
        *self.ends.entry((game.scores, game.last)).or_default() += 1;
        *self.turns.entry(game.turns).or_default() += 1;
    }

    /// Returns the share of `deals` among all deals.
    pub fn share(&self, deals: u64) -> BigRational {
        BigRational::new(deals.into(), self.total.into())
    }

    /// Returns the share of deals that each seat wins with a strictly greatest score; the other deals are drawn.
    pub fn wins(&self) -> Vec<BigRational> {
        let seats = self.scores.keys().next().map_or(0, Vec::len);
        let beats = |scores: &[i32], seat: usize| {
            (0..seats).all(|other| other == seat || scores[other] < scores[seat])
        };
        (0..seats)
            .map(|seat| self.share(self.scores.iter().filter(|(s, _)| beats(s, seat)).map(|(_, n)| n).sum()))
            .collect()
    }

    /// Returns the share of deals without a strictly greatest score.
    pub fn draws(&self) -> BigRational {
        let tied = |scores: &[i32]| {
            let greatest = scores.iter().max();
            scores.iter().filter(|&score| Some(score) == greatest).count() > 1
        };
        self.share(self.scores.iter().filter(|(scores, _)| tied(scores)).map(|(_, deals)| deals).sum())
    }

    /// Returns the mean final score of each seat.
    pub fn means(&self) -> Vec<BigRational> {
        let seats = self.scores.keys().next().map_or(0, Vec::len);
        (0..seats)
            .map(|seat| {
                self.share(
                    self.scores.iter().map(|(s, deals)| u64::from(s[seat].unsigned_abs()) * deals).sum(),
                )
            })
            .collect()
    }
}

impl Distribution {
    /// Adds `deals` deals with the same history.
    fn add(&mut self, first: Situation, trace: Vec<(Event, Situation)>, deals: u64) {
        let mut here = first;
        let mut history = Vec::with_capacity(trace.len());
        self.total += deals;
        *self.nodes.entry(history.clone()).or_default() += deals;
        *self.situations.entry(here.clone()).or_default() += deals;
        for (event, next) in trace {
            history.push(event);
            *self.nodes.entry(history.clone()).or_default() += deals;
            *self.situations.entry(next.clone()).or_default() += deals;
            *self.transitions.entry((here, event, next.clone())).or_default() += deals;
            here = next;
        }
        *self.leaves.entry(history).or_default() += deals;
    }
}
