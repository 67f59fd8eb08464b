//! Bounds on the value of a player, in doubles, for games with large cycles.
//!
//! A state of the solved game is a node together with the place of the player, counted from the mover. The player maximises where
//! it moves. In a game between two players whose payoffs have a sum that does not depend on play, the other player minimises.

use crate::evaluate::solve_model;
use crate::exact::{Rational, ratio};
use crate::game::Seat;
use crate::model::{Error, Job, Model, Progress};
use crate::payoff::PayoffTable;
use chancetree_bounds::{
    BoundsError, GameBounds, NextState, Scaled, SparseGame, SparseGameBuilder, ValueBounds,
};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

pub use solve_rounded::solve_rounded;

/// No state.
const NONE: u32 = u32::MAX;

/// Returns bounds on the expected payoff of `seat` from the start on, where the deciding players play optimally. They are at most
/// `width` apart, or as close as doubles allow. `payoff_table` holds the payoffs of the events and ends of the model.
///
/// Cost: a few factorisations of a sparse matrix for each strongly connected component, and a few sweeps.
///
/// # Errors
/// - If another player than `seat` decides in a game with cycles, unless the game is between two players with opposite interests.
///   Without cycles, such a game is solved in fractions.
/// - If play may never end, and the value depends on the payoff of endless play; or if events have payoffs, too, unless a single
///   player loses without end by endless play. Then the game is solved in fractions.
/// - If the graph is [`cut`](Model::cut) off, or a limit of `job` is passed. A job with a [`StopRecord`](crate::model::StopRecord)
///   gets wide bounds instead, which may be infinite.
///
/// # Panics
/// If the game has no such seat, or `width` is not a number.
///
/// ```
/// use chancetree_engine::evaluate::bounds;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::{game::Game, model::Job, payoff::{Gain, PayoffTable}};
///
/// // The expected points are 17/4.
/// let graph = Throws { throws: 2 }.explore().run()?;
/// let payoff_table = PayoffTable::of(&graph, &Gain);
/// let found = bounds(graph.model(), &payoff_table, 0, 1e-9, &Job::default())?;
/// assert!(found.lower <= 4.25 && found.upper >= 4.25 && found.width() <= 1e-9);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn bounds(
    model: &Arc<Model>,
    payoff_table: &PayoffTable,
    seat: Seat,
    width: f64,
    job: &Job<'_>,
) -> Result<ValueBounds, Error> {
    assert!(seat < model.seats(), "the game has {} seats", model.seats());
    assert!(!width.is_nan(), "the width of bounds is not a number");
    let is_opposite = constant_sums(model, payoff_table).is_some();
    let range = payoff_range(model, payoff_table);
    let bounds =
        match SeatBounds::of(model, payoff_table, (seat, is_opposite), (width, range), &job.unsaved()) {
            Err(error) if job.records(&error) => range,
            Err(error) if needs_fractions(model, payoff_table, &error) => {
                match solve_model(model, payoff_table.clone(), &job.unsaved()) {
                    Err(error) if job.records(&error) => range,
                    solved => {
                        let value = &solved?.value(model.start())[usize::from(seat)];
                        return Ok(ValueBounds::of_fraction(value));
                    }
                }
            }
            found => found?.at(payoff_table, model.start(), seat.into()),
        };
    Ok(bounds.divided_by(payoff_table.unit()))
}

/// Returns whether a game that has no bounds because of `error` is solved in fractions: a game without cycles, or a game in which
/// policy iteration finds the best play because endless play loses without end.
fn needs_fractions(model: &Model, payoff_table: &PayoffTable, error: &Error) -> bool {
    match error {
        Error::NoOppositeInterests(_) => model.is_acyclic(),
        Error::NeverEnds(_) => model.seats() == 1 && loses_by_staying(model, payoff_table),
        _ => false,
    }
}

/// Returns whether each choice that stays in its strongly connected component has a negative expected payoff.
fn loses_by_staying(model: &Model, payoff_table: &PayoffTable) -> bool {
    let components = model.components();
    let mut component_of = vec![0; model.node_count()];
    for (number, nodes) in components.iter().enumerate() {
        nodes.iter().for_each(|&node| component_of[node as usize] = number);
    }
    let stays = |edge: usize| component_of[model.source(edge)] == component_of[model.target(edge)];
    let gain =
        |edge: usize| i128::from(payoff_table.event(model.label(edge))) * i128::from(model.weight(edge).0);
    let mut choices = (0..model.node_count()).flat_map(|node| model.choices(node));
    choices.all(|mut edges| {
        !edges.clone().all(stays)
            || edges.try_fold(0i128, |sum, edge| sum.checked_add(gain(edge))).is_some_and(|sum| sum < 0)
    })
}

/// Bounds on the value of a player in all states, in units of payoffs.
struct SeatBounds {
    places: PlayerStates,
    /// The bounds of each state of `places`.
    bounds: Vec<ValueBounds>,
    /// The choice of each state of `places`, counted from the first choice of its node.
    policy: Vec<u32>,
}

impl SeatBounds {
    /// Finds the bounds of `seat`; see [`bounds`]. The work can be saved. `is_opposite` is `true` for a game between two players
    /// with opposite interests. All values are in `range`; see [`payoff_range`].
    fn of(
        model: &Model,
        payoff_table: &PayoffTable,
        (seat, is_opposite): (Seat, bool),
        (width, range): (f64, ValueBounds),
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        model.require_uncut()?;
        // All numbers below are whole numbers of units.
        let width = width * payoff_table.unit() as f64;
        let places = PlayerStates::of(model, seat, job)?;
        if places.states.is_empty() {
            return Ok(Self { places, bounds: Vec::new(), policy: Vec::new() });
        }
        let decides = |is_own: bool| {
            let mut states = places.states.iter();
            states.find(|&&(node, place)| (place == 0) == is_own && model.decides(node as usize))
        };
        let other = decides(false);
        if let Some(&(node, _)) = other
            && !is_opposite
        {
            return Err(Error::NoOppositeInterests(model.name(node as usize)));
        }
        let problem = |is_negated| BoundsProblem { model, payoff_table, places: &places, is_negated };
        let has_gains = has_gains(model, payoff_table);
        // If only the other player decides, the other player must be the leaving side of the sparse game.
        let first = problem(other.is_some() && decides(true).is_none());
        let game = first.game(job)?;
        let endless = game.endless_state().map(|state| model.name(places.states[state as usize].0 as usize));
        if let Some(name) = endless.clone().filter(|_| has_gains) {
            return Err(Error::NeverEnds(name));
        }
        let GameBounds { values: mut bounds, policy, is_ended_by_opponent } =
            first.solve(&game, width, &job.section("first"))?;
        if let Some(name) = endless
            && other.is_some()
            && decides(true).is_some()
            && !is_ended_by_opponent
        {
            // The first bounds count endless play as the worst play for this player, the second bounds as the worst play for
            // the other.
            let opposite = problem(true);
            let found =
                opposite.game(job).and_then(|game| opposite.solve(&game, width, &job.section("opposite")));
            match found {
                // The lower bounds hold for any payoff of endless play.
                Err(error) if job.records(&error) => {
                    bounds.iter_mut().for_each(|found| found.upper = f64::INFINITY);
                }
                found => {
                    let second = found?.values;
                    let (first, last) = (bounds[0], second[0]);
                    if last.upper - first.lower > width + first.width() + last.width() {
                        return Err(Error::NeverEnds(name));
                    }
                    let both = bounds.iter_mut().zip(second);
                    both.for_each(|(found, second)| {
                        *found = ValueBounds {
                            lower: found.lower.min(second.lower),
                            upper: found.upper.max(second.upper),
                        };
                    });
                }
            }
        }
        bounds.iter_mut().for_each(|it| *it = it.clamped(range.lower, range.upper));
        Ok(Self { places, bounds, policy })
    }

    /// Returns the bounds at a node for the player who sits `place` seats after the mover. The pair must be reachable from the
    /// start.
    fn at(&self, payoff_table: &PayoffTable, node: usize, place: usize) -> ValueBounds {
        match self.places.state(node, place) {
            Some(state) => self.bounds[state],
            None => ValueBounds::of_fraction(&ratio(self.places.end(payoff_table, node, place), 1)),
        }
    }
}

/// Returns the sum of the payoffs of both players from each node on, if there are two players and the sum does not depend on
/// play. Then their interests are opposite.
fn constant_sums(model: &Model, payoff_table: &PayoffTable) -> Option<Vec<i64>> {
    if model.seats() != 2 {
        return None;
    }
    // First, the sums relative to the sum at the start.
    let mut sums = vec![None; model.node_count()];
    sums[model.start()] = Some(0i64);
    let mut stack = vec![model.start()];
    let mut at_start = None;
    while let Some(node) = stack.pop() {
        let sum = sums[node].expect("it was set");
        if model.is_end(node) {
            let mut payoffs = payoff_table.end(node, 2).iter();
            let from_start = payoffs.try_fold(sum.checked_neg()?, |sum, &payoff| sum.checked_add(payoff))?;
            if *at_start.get_or_insert(from_start) != from_start {
                return None;
            }
        }
        for edge in model.edges_of(node) {
            let next = sum.checked_sub(payoff_table.event(model.label(edge)))?;
            match &mut sums[model.target(edge)] {
                Some(known) if *known != next => return None,
                Some(_) => {}
                unknown => {
                    *unknown = Some(next);
                    stack.push(model.target(edge));
                }
            }
        }
    }
    let at_start = at_start.unwrap_or_default();
    sums.into_iter().map(|sum| at_start.checked_add(sum.unwrap_or_default())).collect()
}

/// Returns whether some event has a payoff.
fn has_gains(model: &Model, payoff_table: &PayoffTable) -> bool {
    (0..model.edge_count()).any(|edge| payoff_table.event(model.label(edge)) != 0)
}

/// Returns bounds on every value: the least and the greatest payoff of an end. They are infinite if events have payoffs, too.
fn payoff_range(model: &Model, payoff_table: &PayoffTable) -> ValueBounds {
    let seats = usize::from(model.seats());
    let ends = (0..model.node_count()).filter(|&node| model.is_end(node));
    let payoffs = ends.flat_map(|node| {
        let own = payoff_table.end(node, seats);
        (0..seats).map(move |place| own.get(place).copied().unwrap_or_default())
    });
    let (least, greatest) =
        payoffs.fold((i64::MAX, i64::MIN), |(least, most), payoff| (least.min(payoff), most.max(payoff)));
    if least > greatest || has_gains(model, payoff_table) {
        return ValueBounds { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
    }
    let [least, greatest] = [least, greatest].map(|payoff| ValueBounds::of_fraction(&ratio(payoff, 1)));
    ValueBounds { lower: least.lower, upper: greatest.upper }
}

/// The states of play for one player: nodes that are no ends, each with the place of the player, counted from the mover.
struct PlayerStates {
    seats: usize,
    states: Vec<(u32, u8)>,
    /// The number of the state of each pair of a node and a place; [`NONE`] at ends and for pairs that are not reachable.
    numbers: Vec<u32>,
}

impl PlayerStates {
    /// Finds the states that are reachable from the start.
    fn of(model: &Model, seat: Seat, job: &Job<'_>) -> Result<Self, Error> {
        let seats = usize::from(model.seats());
        let size = model.node_count() * seats;
        job.reserve(size as u64 * 4, Progress::default())?;
        let mut found = Self { seats, states: Vec::new(), numbers: vec![NONE; size] };
        found.add(model, model.start(), seat.into());
        let mut next = 0;
        while next < found.states.len() {
            job.tick_at(next, Progress::default())?;
            let (node, place) = found.states[next];
            for edge in model.edges_of(node as usize) {
                found.add(model, model.target(edge), found.place_after(model, edge, place.into()));
            }
            next += 1;
        }
        Ok(found)
    }

    fn add(&mut self, model: &Model, node: usize, place: usize) {
        let number = &mut self.numbers[node * self.seats + place];
        if *number == NONE && !model.is_end(node) {
            *number = self.states.len() as u32;
            self.states.push((node as u32, place as u8));
        }
    }

    /// Returns the number of a state, or `None` at an end.
    fn state(&self, node: usize, place: usize) -> Option<usize> {
        let number = self.numbers[node * self.seats + place];
        (number != NONE).then_some(number as usize)
    }

    /// Returns the place of the player after an edge.
    fn place_after(&self, model: &Model, edge: usize, place: usize) -> usize {
        (place + self.seats - usize::from(model.edge_kind(edge).turn_offset)) % self.seats
    }

    /// Returns the payoff of the player at an end.
    fn end(&self, payoff_table: &PayoffTable, node: usize, place: usize) -> i64 {
        payoff_table.end(node, self.seats).get(place).copied().unwrap_or_default()
    }
}

/// The game of one player, to be solved.
struct BoundsProblem<'a> {
    model: &'a Model,
    payoff_table: &'a PayoffTable,
    places: &'a PlayerStates,
    /// Whether payoffs have the opposite sign, so that the other player maximises.
    is_negated: bool,
}

impl BoundsProblem<'_> {
    /// Returns the bounds of all states.
    fn solve(&self, game: &SparseGame, width: f64, job: &Job<'_>) -> Result<GameBounds, Error> {
        let name = |state: usize| self.model.name(self.places.states[state].0 as usize);
        let mut found = game.bounds(None, width, job).map_err(|error| match error {
            BoundsError::Limit(error) => error,
            BoundsError::NeverLeft(state) => Error::NeverEnds(name(state as usize)),
            _ => Error::NeverEnds(name(0)),
        })?;
        if self.is_negated {
            // Differences, so that no bound is -0.
            let negated = |it: &ValueBounds| ValueBounds { lower: 0.0 - it.upper, upper: 0.0 - it.lower };
            found.values.iter_mut().for_each(|bounds| *bounds = negated(bounds));
        }
        Ok(found)
    }

    fn signed(&self, payoff: i64) -> i64 {
        if self.is_negated { -payoff } else { payoff }
    }

    fn game(&self, job: &Job<'_>) -> Result<SparseGame, Error> {
        let (model, places) = (self.model, self.places);
        let mut builder = SparseGameBuilder::new(places.states.len() as u32);
        let mut terminals: HashMap<i64, NextState> = HashMap::new();
        let mut shares: HashMap<(u64, u64), Scaled> = HashMap::new();
        for (number, &(node, place)) in places.states.iter().enumerate() {
            job.tick_at(number, Progress::default())?;
            builder.state((place == 0) != self.is_negated);
            for edges in model.choices(node as usize) {
                for edge in edges.clone() {
                    let (next, after) = (model.target(edge), places.place_after(model, edge, place.into()));
                    let target = match places.numbers[next * places.seats + after] {
                        NONE => {
                            let payoff = self.signed(places.end(self.payoff_table, next, after));
                            *terminals
                                .entry(payoff)
                                .or_insert_with(|| builder.terminal(Scaled::of_whole(payoff)))
                        }
                        state => NextState::State(state),
                    };
                    let (weight, total) = model.weight(edge);
                    let share = shares.entry((weight, total));
                    builder.branch(target, *share.or_insert_with(|| Scaled::of(&ratio(weight, total))));
                }
                if place == 0
                    && let Some(gain) = self.gain(edges)
                {
                    builder.reward(gain);
                }
                builder.choice();
            }
        }
        Ok(builder.finish())
    }

    /// Returns the expected payoff of the mover from the events of a choice, or `None` if no event has a payoff.
    fn gain(&self, edges: Range<usize>) -> Option<Scaled> {
        let model = self.model;
        let gain = |edge| self.payoff_table.event(model.label(edge));
        edges.clone().any(|edge| gain(edge) != 0).then(|| {
            let parts = edges.map(|edge| {
                let (weight, total) = model.weight(edge);
                ratio(weight, total) * ratio(self.signed(gain(edge)), 1)
            });
            Scaled::of(&parts.sum::<Rational>())
        })
    }
}

mod solve_rounded;
#[cfg(test)]
mod tests;
