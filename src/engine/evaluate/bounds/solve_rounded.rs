//! Optimal values in doubles with a bound on their error, for games with large cycles.

use crate::evaluate::bounds::{SeatBounds, constant_sums, needs_fractions, payoff_range};
use crate::evaluate::solve::{Solution, solve_model};
use crate::exact::ratio;
use crate::model::{Error, Job, Model, StopRecord};
use crate::payoff::PayoffTable;
use chancetree_bounds::ValueBounds;
use std::sync::Arc;

/// Solves a model like [`solve_model`], in doubles whose error is bounded by [`Solution::error`]. The bounds on each value are at most
/// `width` apart, or as close as doubles allow. `payoff_table` holds the payoffs of the events and ends of the model. The work
/// can be saved.
///
/// The policy is optimal up to the distance of the bounds. If several players decide and their interests are not opposite, the
/// game must have no cycle: it is solved in fractions, and the values are rounded.
///
/// Cost: as [`bounds`](crate::evaluate::bounds), for each seat; a game between two players with opposite interests is solved once.
///
/// # Errors
/// - If several players decide in a game with cycles, unless the game is between two players with opposite interests.
/// - If play may never end, as [`bounds`](crate::evaluate::bounds).
/// - If the graph is [`cut`](Model::cut) off, a limit of `job` is passed, or work cannot be saved or read. A job with a
///   [`StopRecord`](crate::model::StopRecord) gets wide bounds and any policy instead, unless a bound is infinite.
///
/// ```
/// use chancetree_engine::evaluate::solve_rounded;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::exact::{double, ratio};
/// use chancetree_engine::game::Game;
/// use chancetree_engine::model::Job;
/// use chancetree_engine::payoff::{Gain, PayoffTable};
///
/// let graph = Throws { throws: 3 }.explore().run()?;
/// let solution = solve_rounded(graph.model(), PayoffTable::of(&graph, &Gain), 1e-9, &Job::default())?;
/// let distance = &solution.value(graph.start())[0] - ratio(14, 3);
/// assert!(double(&distance).abs() <= solution.error().unwrap_or_default());
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn solve_rounded(
    model: &Arc<Model>,
    payoff_table: PayoffTable,
    width: f64,
    job: &Job<'_>,
) -> Result<Solution, Error> {
    let RoundedValues { values, error, policy, .. } =
        match RoundedValues::of(model, &payoff_table, width, job) {
            Err(error) if needs_fractions(model, &payoff_table, &error) => {
                match solve_model(model, payoff_table.clone(), &job.section("fractions")) {
                    Err(error) if job.records(&error) => {
                        let range = payoff_range(model, &payoff_table);
                        RoundedValues::of_ends(model, &payoff_table).stopped(range, error)
                    }
                    solved => return solved.map(Solution::rounded),
                }
            }
            found => found,
        }?;
    Ok(Solution::in_doubles(model, payoff_table, (values, error), policy))
}

/// The values of all nodes, in units of payoffs.
struct RoundedValues {
    seats: usize,
    /// The value of each seat at each node, the mover's first; NaN if it is not known.
    values: Vec<f64>,
    /// A bound on the error of each value.
    error: f64,
    /// The choice of each node, counted from its first choice.
    policy: Vec<usize>,
}

impl RoundedValues {
    /// Returns the values of the ends.
    fn of_ends(model: &Model, payoff_table: &PayoffTable) -> Self {
        let (seats, nodes) = (usize::from(model.seats()), model.node_count());
        let values = vec![f64::NAN; nodes * seats];
        let mut all = Self { seats, values, error: 0.0, policy: vec![0; nodes] };
        for node in (0..nodes).filter(|&node| model.is_end(node)) {
            let payoffs = payoff_table.end(node, seats);
            for place in 0..seats {
                let payoff = payoffs.get(place).copied().unwrap_or_default();
                all.put(node, place, ValueBounds::of_fraction(&ratio(payoff, 1)));
            }
        }
        all
    }

    fn of(model: &Model, payoff_table: &PayoffTable, width: f64, job: &Job<'_>) -> Result<Self, Error> {
        let mut all = Self::of_ends(model, payoff_table);
        let (sums, range) = (constant_sums(model, payoff_table), payoff_range(model, payoff_table));
        let players = if sums.is_some() { 1 } else { model.seats() };
        for seat in 0..players {
            let name = seat.to_string();
            let job = job.section(&name);
            let found = SeatBounds::of(model, payoff_table, (seat, sums.is_some()), (width, range), &job);
            let found = match found {
                Err(error) if job.records(&error) => return all.stopped(range, error),
                found => found?,
            };
            for (number, &(node, place)) in found.places.states.iter().enumerate() {
                let (node, place, bounds) = (node as usize, usize::from(place), found.bounds[number]);
                if !(bounds.lower.is_finite() && bounds.upper.is_finite()) {
                    if let Some(stop) = job.stop_record.and_then(StopRecord::stop) {
                        return Err(stop.clone());
                    }
                    return Err(Error::NoFiniteBounds(model.name(node)));
                }
                all.put(node, place, bounds);
                if let Some(sums) = &sums {
                    let sum = ValueBounds::of_fraction(&ratio(sums[node], 1));
                    all.put(node, 1 - place, sum.minus(bounds));
                }
                if place == 0 || sums.is_some() {
                    all.policy[node] = found.policy[number] as usize;
                }
            }
        }
        // Every node of a model is reachable, so each seat has a value there.
        debug_assert!(!all.values.iter().any(|value| value.is_nan()), "a node is not reachable");
        Ok(all)
    }

    /// Bounds the values that are not known by the `range` of all values, because a stop has ended the work.
    ///
    /// # Errors
    /// The error of the stop, if the bounds are infinite.
    fn stopped(mut self, range: ValueBounds, stop: Error) -> Result<Self, Error> {
        for place in 0..self.values.len() {
            if self.values[place].is_nan() {
                if range.width().is_infinite() {
                    return Err(stop);
                }
                self.put(place / self.seats, place % self.seats, range);
            }
        }
        Ok(self)
    }

    /// Sets a value to the middle of its bounds.
    fn put(&mut self, node: usize, place: usize, bounds: ValueBounds) {
        let value = bounds.middle();
        self.values[node * self.seats + place] = value;
        let distance = (value - bounds.lower).max(bounds.upper - value);
        if distance > 0.0 {
            self.error = self.error.max(distance.next_up());
        }
    }
}
