//! The forward evaluator, for games in which nobody decides: follows play from the start, layer by layer.
//!
//! A node is a state and the seat to move. It carries a row: for every vector of points that play can have led to, a
//! whole number that stands for its probability. The cost is one multiplication of a fixed-width number for every edge of
//! the scored graph.

use crate::evaluate::bidirectional::distribution;
use crate::evaluate::checkpoint::{self, fingerprint, nonsense, sound};
use crate::evaluate::counts::{Counts, counts};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::follow::{Carried, Follow, Incoming, Way};
use crate::evaluate::row::{Plans, Row, Score, Term};
use crate::evaluate::scale::{Common, Denominator, Scales, Step, share_of};
use crate::game::{Game, Points, Seat};
use crate::model::explore::Following;
use crate::model::{Error, Model, Run, of_width, seats};
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// The results of the forward evaluator.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The joint distribution of the final scores.
    pub distribution: Distribution,
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of ends among the states.
    pub ends: u64,
    /// The number of states in each layer, as pairs of layer and number, in ascending order of layers.
    pub layers: Vec<(u32, u64)>,
}

/// Follows `game` from its start, where the seats have `scores`, the first player's first. Missing scores are 0.
///
/// Only what lies between two layers is held, but for a game with events that stay in their layer, which is explored as a
/// whole. The work can be saved, and goes on as [`approximate`](super::approximate::approximate) does.
///
/// Cost: one expansion of each state, and one multiplication of a fixed-width number for every edge of the scored graph.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game breaks a promise of its contract or counts ways
/// for some events only, all seats together can have more points than [`Points`] can hold, there are more than 2^31 - 1
/// states, scores aside, or 2^32 - 1 steps out of one layer (in all, of a game that is explored as a whole), a limit of
/// `run` is passed, work cannot be saved when it is stopped, or saved work cannot be read.
///
/// # Panics
/// If there are more scores than seats.
pub fn forward<G: Game>(game: &G, scores: &[Points], run: &Run<'_>) -> Result<Forward, Error> {
    match ahead((&|visit| game.follow(run, visit), fingerprint(&game.start())), seats(game)?, scores, run) {
        // Until that is known it is followed each time, so what is saved of that stays where it is.
        Err(Error::StaysInLayer(_)) => held(game.graph(run)?.model(), scores, &run.later()),
        followed => followed,
    }
}

/// Follows a game of so many seats, given with the fingerprint of its start.
fn ahead(
    game: (Following<'_>, u64),
    seats: Seat,
    scores: &[Points],
    run: &Run<'_>,
) -> Result<Forward, Error> {
    of_width!(seats, K => {
        let kind = Scaled::<K> { seats, plans: Plans::new(seats), scales: Scales::default() };
        Ok(Follow::through(game, kind, (seats, scores), run)?.forward())
    })
}

/// The same of a game that is held as a whole.
fn held(graph: &Model, scores: &[Points], run: &Run<'_>) -> Result<Forward, Error> {
    let distribution = distribution(graph, scores, run)?.distribution;
    let counts = counts(graph, &[graph.start()], scores, run)?.swap_remove(0);
    let Counts { states, transitions, ends, layers } = counts;
    Ok(Forward { distribution, states, transitions, ends, layers })
}

/// Rows of whole numbers over a common denominator.
struct Scaled<const K: usize> {
    seats: Seat,
    plans: Plans<K>,
    scales: Scales,
}

impl<const K: usize> Scaled<K> {
    /// Returns what each step multiplies by, and the denominator that it comes from.
    fn steps<'n>(
        incoming: impl Iterator<Item = &'n Incoming<Self, K>> + Clone,
    ) -> impl Iterator<Item = Step> + Clone {
        incoming.map(|Incoming { from, share: (weight, total), .. }| Step {
            weight: *weight,
            total: *total,
            scale: from.numbers().1,
        })
    }
}

impl<const K: usize> Carried<K> for Scaled<K> {
    type Numbers = (Row<K>, Denominator);
    /// A weight and a total.
    type Share = (u64, u64);
    type Common = Common;
    type Dropped = ();

    const WHOLE: (u64, u64) = (1, 1);

    fn certain(&self, score: Score<K>, most: u32) -> (Row<K>, Denominator) {
        (Row::unit(score, most, &self.plans), 0)
    }

    fn common<'n>(&mut self, steps: impl Iterator<Item = &'n Incoming<Self, K>> + Clone) -> Common {
        self.scales.common(Self::steps(steps))
    }

    fn gather(&self, incoming: &[Incoming<Self, K>], common: &Common) -> ((Row<K>, Denominator), ()) {
        let terms = incoming.iter().zip(Self::steps(incoming.iter())).map(|(incoming, step)| Term {
            row: &incoming.from.numbers().0,
            turned: 0,
            shift: incoming.shift(),
            points: incoming.points,
            factor: common.factor(step),
        });
        ((Row::sum(&terms.collect::<Vec<_>>(), &self.plans), common.scale), ())
    }

    fn lose(&mut self, (): ()) {}

    fn shares(
        steps: impl Iterator<Item = (u64, Option<u64>)> + Clone,
    ) -> Option<impl Fn(u64, Option<u64>) -> (u64, u64)> {
        share_of(steps)
    }

    fn len((row, _): &(Row<K>, Denominator)) -> usize {
        row.len()
    }

    fn bytes((row, _): &(Row<K>, Denominator)) -> u64 {
        row.bytes() - size_of::<Row<K>>() as u64
    }

    fn shared(&self) -> u64 {
        self.plans.bytes()
    }

    fn question(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"followed")]
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put_numbers(out, self.scales.all())
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.scales = Scales::of(checkpoint::take_numbers(input)?).ok_or_else(nonsense)?;
        Ok(())
    }

    fn write_numbers((row, scale): &(Row<K>, Denominator), out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &[(*scale).into()])?;
        row.write(out)
    }

    fn read_numbers(&self, input: &mut dyn Read, way: Way, _: u32) -> io::Result<(Row<K>, Denominator)> {
        let [scale] = checkpoint::some(input)?;
        let scale = self.scales.known(scale).ok_or_else(nonsense)?;
        let row = Row::read(input, &self.plans)?;
        sound(row.most() == way.most)?;
        Ok((row, scale))
    }
}

impl<const K: usize> Follow<'_, Scaled<K>, K> {
    /// The distribution at all ends together, with what was counted.
    fn forward(self) -> Forward {
        let Self { mut kind, ends, hidden, found, .. } = self;
        let common = kind.scales.common(Scaled::steps(ends.iter()));
        let rows = ends.iter().map(|end| &end.from.numbers().0).enumerate();
        let rows: Vec<Cow<'_, Row<K>>> = rows
            .map(|(end, row)| match hidden.get(&end) {
                Some(hidden) => Cow::Owned(row.times(hidden, &kind.plans)),
                None => Cow::Borrowed(row),
            })
            .collect();
        let terms = rows.iter().zip(Scaled::steps(ends.iter()));
        let terms: Vec<Term<'_, K>> =
            terms.map(|(row, step)| Term { factor: common.factor(step), ..row.whole() }).collect();
        let distribution = Distribution::of_row(&Row::sum(&terms, &kind.plans), kind.seats);
        let Counts { states, transitions, ends, layers } = found;
        Forward { distribution, states, transitions, ends, layers }
    }
}
