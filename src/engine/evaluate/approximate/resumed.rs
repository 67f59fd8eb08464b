//! Approximate odds that are stopped and go on.
//!
//! States are forgotten, and their numbers depend on threads. So what is saved are the numbers that are still needed, in
//! the order in which play comes to its nodes, and for every node how many numbers it had: play is followed again
//! through those that had any, without arithmetic, to where the work stood.

use crate::evaluate::approximate::{
    Approximate, DoubleSweep, Growing, Incoming, Node, Numbers, Stretch, UNIT, Way,
};
use crate::evaluate::checkpoint::{self, Checkpointer, failed, nonsense};
use crate::evaluate::row::Score;
use crate::game::{Points, Seat};
use crate::model::Error;
use crate::model::explore::{Arrived, Following, Passed, Terms, Visit};
use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read, Write};

/// A sweep that can be saved.
pub(super) struct Resumed<'a, const K: usize> {
    sweep: DoubleSweep<'a, K>,
    most: Points,
    /// The question, in words.
    question: Vec<u64>,
    /// The number of numbers of each node so far, if they are to be saved.
    counts: Vec<u32>,
    /// The work saved before, until play has been followed to there.
    saved: Option<Saved<'a>>,
}

/// The saved part of a sweep.
struct Saved<'a> {
    input: Box<dyn Read + 'a>,
    /// The nodes that are still to come.
    left: u64,
    dropped: Growing,
    /// A random number for each seat: a score stands for as many factors of them as the seats have points. What was
    /// saved of a node must be at this point what follows from play that is followed again.
    point: Vec<f64>,
    /// The value of the scores from which play begins.
    start: f64,
    /// The values at this point of the nodes so far, as far as nothing was dropped.
    values: Vec<f64>,
}

impl<'a, const K: usize> Resumed<'a, K> {
    pub(super) fn new(sweep: DoubleSweep<'a, K>, (scores, most): (&[Points], Points)) -> Result<Self, Error> {
        let name = u64::from_le_bytes(*b"approxim");
        let asked = [name, sweep.seats.into(), most.into(), sweep.threshold.to_bits(), scores.len() as u64];
        let question: Vec<u64> =
            asked.into_iter().chain(scores.iter().map(|&points| points.into())).collect();
        let begin = |input| Saved::begin(input, &question, sweep.seats, (scores, most));
        let saved = sweep.run.checkpointer.map_or(Ok(None), Checkpointer::saved);
        let saved = saved.and_then(|input| input.map(begin).transpose()).map_err(|error| failed(&error))?;
        Ok(Self { sweep, most, question, counts: Vec::new(), saved })
    }

    /// Follows a game to its end.
    pub(super) fn finish(mut self, game: Following<'_>) -> Result<Approximate, Error> {
        let went = game(&mut self);
        // Who is stopped on the way to where the work stood has nothing new to save.
        if went.is_err() && self.saved.is_none() && !self.counts.is_empty() {
            self.save(&went)?;
        }
        went?;
        checkpoint::right(self.saved.is_none())?;
        Ok(self.sweep.odds(self.most))
    }

    fn save(&self, went: &Result<(), Error>) -> Result<(), Error> {
        checkpoint::save(self.sweep.run.checkpointer, went, |out| self.write(out))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Growing { sum, terms } = self.sweep.dropped;
        checkpoint::put(out, &self.question)?;
        checkpoint::put(out, &[self.counts.len() as u64, sum.to_bits(), terms.to_bits()])?;
        let needed: BTreeMap<u64, &Numbers<K>> =
            self.sweep.needed().map(|(_, numbers)| (numbers.place, numbers)).collect();
        for (place, &count) in (0..).zip(&self.counts) {
            let numbers = needed.get(&place);
            checkpoint::put(out, &[u64::from(count) << 1 | u64::from(numbers.is_some())])?;
            for Stretch { line, from, numbers } in numbers.iter().flat_map(|numbers| &numbers.stretches) {
                checkpoint::put(out, &line.words())?;
                checkpoint::put(out, &[(*from).into(), numbers.len() as u64])?;
                checkpoint::put_doubles(out, numbers)?;
            }
        }
        Ok(())
    }

    /// The numbers of the nodes of a layer as they were saved.
    fn again(&mut self, layer: &Arrived<'_>, nodes: &[Node<K>]) -> Result<Vec<Numbers<K>>, Error> {
        let Self { sweep, saved: Some(saved), .. } = self else { return Ok(Vec::new()) };
        let building = sweep.begin(layer, nodes.len())?;
        saved.left = saved.left.checked_sub(nodes.len() as u64).ok_or_else(|| failed(&nonsense()))?;
        let one = |node: &Node<K>| {
            let numbers = saved.node(sweep, &node.incoming).map_err(|error| failed(&error))?;
            building.add(numbers.bytes())?;
            Ok(numbers)
        };
        nodes.iter().map(one).collect()
    }

    /// Ends following play again once all that was saved has been read, if it makes one whole.
    fn caught_up(&mut self) -> Result<(), Error> {
        let Some(mut saved) = self.saved.take_if(|saved| saved.left == 0) else { return Ok(()) };
        checkpoint::over(&mut *saved.input).map_err(|error| failed(&error))?;
        self.sweep.dropped = saved.dropped;
        let (mut whole, mut terms) = (saved.dropped.sum, 0.0);
        for (share, numbers) in self.sweep.needed() {
            checkpoint::right(!numbers.stretches.is_empty())?;
            for &number in numbers.stretches.iter().flat_map(|stretch| &stretch.numbers) {
                whole += share * number;
                terms += 1.0;
            }
        }
        let roundings = self.sweep.roundings + saved.dropped.terms + terms;
        checkpoint::right((whole - 1.0).abs() <= rounded(1.0, roundings))
    }
}

/// No less than what a number may be off that has been rounded so often.
fn rounded(number: f64, roundings: f64) -> f64 {
    8.0 * number * roundings * UNIT
}

impl<const K: usize> DoubleSweep<'_, K> {
    /// All that is still needed: the numbers of nodes, each with the share of them that goes one way.
    fn needed(&self) -> impl Iterator<Item = (f64, &Numbers<K>)> {
        let likely = self.likely.iter().map(|(_, numbers)| (1.0, &**numbers));
        let steps = self.frontier.values().flatten().chain(&self.ends);
        likely.chain(steps.map(|step| (step.share, &*step.from)))
    }
}

impl<'a> Saved<'a> {
    /// Begins to read.
    fn begin(
        mut input: Box<dyn Read + 'a>,
        question: &[u64],
        seats: Seat,
        (scores, most): (&[Points], Points),
    ) -> io::Result<Self> {
        let asked = checkpoint::take(&mut *input, question.len() as u64)?;
        let [left, sum, terms] = checkpoint::some(&mut *input)?;
        let dropped = Growing { sum: f64::from_bits(sum), terms: f64::from_bits(terms) };
        let is_right = asked == question && dropped.sum >= 0.0 && dropped.terms >= 0.0;
        checkpoint::sound(is_right && (dropped.sum + dropped.terms).is_finite())?;
        // Near 1, so that no score stands for too little to be seen.
        let random = || RandomState::new().hash_one(0) as f64 / u64::MAX as f64;
        let point: Vec<f64> = (0..seats).map(|_| 1.0 - random() / (2.0 + f64::from(most))).collect();
        let start = point.iter().zip(scores).map(|(number, &points)| number.powi(points.into())).product();
        Ok(Self { input, left, dropped, point, start, values: Vec::new() })
    }

    /// Reads what was saved of the next node, into which these steps lead.
    fn node<const K: usize>(
        &mut self,
        sweep: &DoubleSweep<'_, K>,
        incoming: &[Incoming<K>],
    ) -> io::Result<Numbers<K>> {
        let [word] = checkpoint::some(&mut *self.input)?;
        let (count, is_there) = (u32::try_from(word >> 1).map_err(|_| nonsense())?, word & 1 == 1);
        let way = Way::of(incoming);
        let mut stretches: Vec<Stretch<K>> = Vec::new();
        let (mut left, mut value) = (if is_there { count } else { 0 }, 0.0);
        while left > 0 {
            let line = Score::from_words(checkpoint::some(&mut *self.input)?);
            let [from, length] = checkpoint::some(&mut *self.input)?.map(u32::try_from);
            let (from, length) = (from.map_err(|_| nonsense())?, length.map_err(|_| nonsense())?);
            let to = from.checked_add(length).filter(|&to| line.is_line(to, sweep.seats, way.most));
            let follows = stretches.last().is_none_or(|last| last.line < line);
            let (Some(to), true, 1..) = (to, follows, length) else { return Err(nonsense()) };
            left = left.checked_sub(length).ok_or_else(nonsense)?;
            let numbers = checkpoint::take_doubles(&mut *self.input, length as usize)?;
            for (along, number) in (from..to).zip(&numbers) {
                checkpoint::sound((0.0..=2.0).contains(number))?;
                value += number * self.at(line.along(along, sweep.seats));
            }
            stretches.push(Stretch { line, from, numbers });
        }
        let follows = self.value(incoming);
        let terms = way.roundings + f64::from(count);
        let off = rounded(follows, terms) + self.dropped.most(terms);
        checkpoint::sound(!is_there || (value - follows).abs() <= off)?;
        self.values.push(follows);
        let mut numbers = Numbers::new(stretches, way, &sweep.live);
        numbers.count = count;
        Ok(numbers)
    }

    /// The value of a node into which these steps lead.
    fn value<const K: usize>(&self, incoming: &[Incoming<K>]) -> f64 {
        let value = |step: &Incoming<K>| {
            // The first node has nothing before it but the scores.
            let from = self.values.get(step.from.place as usize).unwrap_or(&self.start);
            step.share * from * self.at(step.shift)
        };
        incoming.iter().map(value).sum()
    }

    /// Returns the number that a score stands for.
    fn at<const K: usize>(&self, score: Score<K>) -> f64 {
        let each = (0..).zip(&self.point);
        each.map(|(seat, number)| number.powi(score.of(seat).into())).product()
    }
}

impl<const K: usize> Visit for Resumed<'_, K> {
    fn terms(&self) -> Terms {
        Terms::Onward
    }

    fn arrive(&mut self, layer: &Arrived<'_>) -> Result<Vec<bool>, Error> {
        let nodes = self.sweep.met(layer);
        let is_new = self.saved.is_none();
        let rows = match is_new {
            false => self.again(layer, &nodes),
            true => self.sweep.rows(layer, &nodes).map(|rows| self.sweep.lose(rows)),
        };
        let rows = match rows {
            Ok(rows) => rows,
            Err(error) => {
                // A stop leaves the work as it was before this layer, to be saved.
                self.sweep.put_back(layer, nodes);
                return Err(error);
            }
        };
        if self.sweep.run.checkpointer.is_some() {
            self.counts.extend(rows.iter().map(|numbers| numbers.count));
        }
        let likely = self.sweep.settle(layer.met.len(), &nodes, rows);
        if is_new {
            self.save(&Ok(()))?;
        }
        self.caught_up()?;
        Ok(likely)
    }

    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error> {
        self.sweep.leave(layer)
    }

    fn so_far(&self) -> (u64, u64) {
        let (kept, bytes) = (self.sweep.kept, self.sweep.bytes(0));
        (kept, bytes + size_of_val(&self.counts[..]) as u64)
    }
}
