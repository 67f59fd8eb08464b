//! Random games: random paths through a model without decisions. They estimate the numbers that other evaluators compute
//! exactly.

use crate::game::Seat;
use crate::model::{Error, Job, Model, Progress};
use crate::payoff::PayoffTable;
use crate::random::Random;
use std::ops::Range;

/// The result of a random game.
///
/// ```
/// use chancetree_engine::evaluate::play;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::model::Job;
/// use chancetree_engine::payoff::{Gain, PayoffTable};
/// use chancetree_engine::random::Random;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let gain = PayoffTable::of(&graph, &Gain);
/// let game = play(&graph, &[gain], &mut Random::seeded(1), &Job::default())?;
/// // The payoff of a seat is its points.
/// assert_eq!(game.payoffs, [game.points]);
/// assert_eq!(graph.state(game.end), &0);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// The points that each seat scored, the first player's first.
    pub points: Vec<i64>,
    /// The payoff of each seat in [units](PayoffTable::unit), the first player's first, for each payoff function.
    pub payoffs: Vec<Vec<i64>>,
    /// The node in which the game ended.
    pub end: usize,
    /// The seat to move at the end.
    pub mover: Seat,
    /// The number of events played.
    pub events: u64,
}

/// Plays one random game from the start of `model`, and adds up its payoffs by each of `payoff_tables`, which must be made for the
/// model. The game ends at an end or at a [`cut`](Model::cut) node. A game without an end is played until the monitor
/// stops it.
///
/// Cost: linear in the events of all choices on the path.
///
/// # Errors
/// If a player decides in a state on the path, a payoff exceeds an `i64`, or the monitor stops the game.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::play;
/// use chancetree_engine::model::Job;
/// use chancetree_engine::random::Random;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let game = play(&graph, &[], &mut Random::seeded(1), &Job::default())?;
/// assert_eq!(game.events, 3);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn play(
    model: &Model,
    payoff_tables: &[PayoffTable],
    random: &mut Random,
    job: &Job<'_>,
) -> Result<RandomGame, Error> {
    let seats = model.seats();
    let mut node = model.start();
    let none = vec![0; usize::from(seats)];
    let mut played = RandomGame {
        points: vec![0; usize::from(seats)],
        payoffs: vec![none; payoff_tables.len()],
        end: node,
        mover: 0,
        events: 0,
    };
    loop {
        let mut choices = model.choices(node);
        let Some(events) = choices.next() else {
            played.end = node;
            for (sums, table) in played.payoffs.iter_mut().zip(payoff_tables) {
                for (place, payoff) in table.end(node, sums.len()).iter().enumerate() {
                    add(&mut sums[(usize::from(played.mover) + place) % usize::from(seats)], *payoff)?;
                }
            }
            return Ok(played);
        };
        if choices.next().is_some() {
            return Err(Error::Decision(model.name(node)));
        }
        let event = draw(model, events, random);
        let kind = model.edge_kind(event);
        played.points[usize::from(played.mover)] += i64::from(kind.points);
        for (sums, table) in played.payoffs.iter_mut().zip(payoff_tables) {
            add(&mut sums[usize::from(played.mover)], table.event(model.label(event)))?;
        }
        played.mover = (played.mover + kind.turn_offset) % seats;
        played.events += 1;
        node = model.target(event);
        job.tick_at(played.events as usize, Progress { layer: model.layer(node), ..Progress::default() })?;
    }
}

fn add(sum: &mut i64, payoff: i64) -> Result<(), Error> {
    *sum = sum.checked_add(payoff).ok_or(Error::PayoffOverflow)?;
    Ok(())
}

/// Draws one of the `events` of a choice with probabilities in proportion to their weights, and returns its edge. Linear in
/// the number of events.
///
/// # Panics
/// If `events` is empty or does not contain all events of the choice.
pub fn draw(model: &Model, events: Range<usize>, random: &mut Random) -> usize {
    let (_, total) = model.weight(events.start);
    let mut left = random.below(total);
    for event in events.clone() {
        let (weight, _) = model.weight(event);
        match left.checked_sub(weight) {
            None => return event,
            Some(less) => left = less,
        }
    }
    unreachable!("the weights of a choice add up to its total")
}
