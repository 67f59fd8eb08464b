//! Both ways through a graph, there and back: odds from the ends on, then how play comes to each node.

use crate::evaluate::checkpoint;
use crate::evaluate::nodes::hidden::Hidden;
use crate::evaluate::nodes::numbers::Numbers;
use crate::evaluate::nodes::pass::{Done, Pass};
use crate::evaluate::nodes::{Evaluation, Masses, Rounded};
use crate::evaluate::scale::Scales;
use crate::evaluate::sweep::{Direction, Errand, Rounds, through};
use crate::exact::reduce::{multiply, nearest};
use crate::exact::{self, Natural, Rational, limbs};
use crate::model::{Error, Model, Run};
use std::io::{self, Read, Write};

/// The work on the numbers of all nodes.
pub(super) struct Work<'a> {
    /// The way that is gone now.
    pub(super) pass: Pass<'a>,
    pub(super) outcomes: usize,
    pub(super) worth: &'a (dyn Fn(usize) -> Masses + Sync),
    pub(super) hidden: Hidden,
    pub(super) kept: Kept,
}

/// The part of the numbers met that is kept.
pub(super) enum Kept {
    /// Those of the way back, once it is gone; those of the way ahead are with the way.
    Numbers(Option<Numbers>),
    /// The doubles nearest to them.
    Doubles(Rounded),
}

impl Kept {
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Numbers(numbers) => numbers.as_ref().map_or(0, Numbers::bytes),
            Self::Doubles(rounded) => rounded.bytes(),
        }
    }
}

impl Rounded {
    /// Rounds the odds of nodes that were met on the way back.
    fn round_odds(&mut self, done: &Done<'_>, hidden: &Hidden, start: usize) {
        for (node, at) in done.nodes() {
            let hidden = hidden.get(node);
            let outcomes = self.odds[node * done.numbers.each()..].iter_mut();
            outcomes.zip(done.numbers.numbers(at)).for_each(|(into, number)| *into = nearest(number, hidden));
            if node == start {
                let total = limbs::natural(hidden);
                let share = |number| exact::ratio(limbs::natural(number), total.clone());
                self.start = done.numbers.numbers(at).map(share).collect();
            }
        }
    }

    /// Forgets what was rounded of nodes on one of the ways.
    fn forget(&mut self, nodes: &[u32], is_back: bool) {
        let nodes = nodes.iter().map(|&node| node as usize);
        if is_back {
            let outcomes = self.odds.len() / self.reach.len();
            nodes.for_each(|node| self.odds[node * outcomes..][..outcomes].fill(0.0));
            // Those of the start come with the last round; in any other there are none yet.
            self.start.clear();
        } else {
            nodes.for_each(|node| self.reach[node] = 0.0);
        }
    }

    /// Rounds how likely play comes to nodes that were met on the way ahead.
    fn round_reach(&mut self, done: &Done<'_>, counts: Option<(&Hidden, usize)>, product: &mut Vec<u64>) {
        for (node, at) in done.nodes() {
            let number = done.numbers.first(at);
            self.reach[node] = match counts {
                Some((hidden, start)) => {
                    multiply(number, hidden.get(node), product);
                    nearest(product, hidden.get(start))
                }
                None => nearest(number, &limbs::limbs(done.scales.denominator(done.numbers.scale(at)))),
            };
        }
    }
}

impl<'a> Work<'a> {
    /// Does the work on a graph, which must have neither decisions nor cycles; goes on from what was saved.
    pub(super) fn done(
        model: &'a Model,
        (outcomes, worth): (usize, &'a (dyn Fn(usize) -> Masses + Sync)),
        exact: bool,
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let nodes = model.node_count();
        let doubles = |each: usize| vec![0.0; nodes * each];
        let kept = match exact {
            true => Kept::Numbers(None),
            false => Kept::Doubles(Rounded { odds: doubles(outcomes), reach: doubles(1), start: Vec::new() }),
        };
        let pass = Pass::back(model, outcomes, !exact, run)?;
        let mut work = Self { pass, outcomes, worth, hidden: Hidden::new(nodes), kept };
        let errand = Errand {
            name: b"nodes   ",
            graph: model,
            directions: &[Direction::Back, Direction::Ahead],
            words: vec![outcomes as u64, exact.into()],
        };
        through(errand, &mut work, run)?;
        Ok(work)
    }

    /// The exact numbers, once the work is done.
    pub(super) fn evaluation(self) -> Evaluation {
        let Self { pass, hidden, kept, .. } = self;
        let (start, counted) = (limbs::natural(hidden.get(pass.graph.start())), pass.counted);
        let (at, reach, scales) = pass.into_parts();
        let Kept::Numbers(Some(odds)) = kept else { unreachable!("exact numbers were asked for") };
        Evaluation { at, odds, reach, hidden, counted, scales, start }
    }

    /// The doubles, once the work is done.
    pub(super) fn rounded(self) -> Rounded {
        let Kept::Doubles(rounded) = self.kept else { unreachable!("doubles were asked for") };
        rounded
    }
}

impl Rounds for Work<'_> {
    fn round(&mut self, nodes: &[u32]) -> Result<(), Error> {
        let Self { pass, worth, hidden, kept, .. } = self;
        let (start, counted) = (pass.graph.start(), pass.counted);
        let held = kept.bytes();
        let is_back = pass.ways.direction == Direction::Back;
        let mut product = Vec::new();
        let mut done = |done: Done<'_>| {
            if is_back {
                done.nodes().for_each(|(node, at)| hidden.put(node, done.numbers, at));
            }
            match kept {
                Kept::Numbers(_) => {}
                Kept::Doubles(rounded) if is_back => rounded.round_odds(&done, hidden, start),
                Kept::Doubles(rounded) => {
                    rounded.round_reach(&done, counted.then_some((&*hidden, start)), &mut product);
                }
            }
            held + hidden.bytes()
        };
        let seed = |node: usize| if is_back { worth(node) } else { vec![1u32.into()] };
        let went = pass.round(nodes, &seed, &mut done);
        if let (Err(_), Kept::Doubles(rounded)) = (&went, kept) {
            rounded.forget(nodes, is_back);
        }
        went
    }

    fn turn(&mut self) {
        let back = self.pass.turn();
        if let Kept::Numbers(numbers) = &mut self.kept {
            *numbers = Some(back);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { pass, hidden, kept, .. } = self;
        hidden.write(out)?;
        match kept {
            Kept::Numbers(None) => {}
            Kept::Numbers(Some(back)) => {
                (0..pass.sizes.len()).try_for_each(|round| back.write(round, out))?;
            }
            Kept::Doubles(Rounded { odds, reach, start }) => {
                checkpoint::put_doubles(out, odds)?;
                checkpoint::put_doubles(out, reach)?;
                checkpoint::put(out, &[start.len() as u64])?;
                let parts = start.iter().flat_map(|share| [share.numer(), share.denom()]);
                parts.into_iter().try_for_each(|part| checkpoint::put_number(out, part.magnitude()))?;
            }
        }
        checkpoint::put_numbers(out, pass.scales.all())?;
        pass.kept().into_iter().try_for_each(|round| pass.numbers.write(round, out))
    }

    fn read(&mut self, input: &mut dyn Read, done: &[u32]) -> io::Result<()> {
        let nodes = self.pass.graph.node_count();
        self.pass.go_on(done.len());
        self.hidden = Hidden::read(nodes, input)?;
        checkpoint::sound(
            !self.hidden.is_empty() || self.pass.ways.direction == Direction::Back && done.is_empty(),
        )?;
        let (sizes, outcomes) = (self.pass.sizes.clone(), self.outcomes);
        match &mut self.kept {
            Kept::Numbers(None) => {}
            Kept::Numbers(Some(back)) => {
                // Nobody asks for their denominators any more.
                let over = |_| Some(0);
                (0..sizes.len()).try_for_each(|round| back.read(round, sizes[round], &over, input))?;
            }
            Kept::Doubles(Rounded { odds, reach, start }) => {
                *odds = checkpoint::take_doubles(input, nodes * outcomes)?;
                *reach = checkpoint::take_doubles(input, nodes)?;
                let [shares] = checkpoint::some(input)?;
                checkpoint::sound(shares <= outcomes as u64)?;
                *start = (0..shares).map(|_| share(input)).collect::<io::Result<_>>()?;
            }
        }
        self.pass.scales = Scales::of(checkpoint::take_numbers(input)?).ok_or_else(checkpoint::nonsense)?;
        let kept = self.pass.kept();
        let Pass { scales, numbers, .. } = &mut self.pass;
        kept.into_iter()
            .try_for_each(|round| numbers.read(round, sizes[round], &|scale| scales.known(scale), input))
    }
}

/// Reads a share of a whole.
fn share(input: &mut dyn Read) -> io::Result<Rational> {
    let [part, whole] = [checkpoint::take_number(input)?, checkpoint::take_number(input)?];
    checkpoint::sound(whole != Natural::default())?;
    Ok(exact::ratio(part, whole))
}
