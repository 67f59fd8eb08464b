//! A state space as a game that ends once it is decided whether a goal is reached.

use crate::depict::{Depict, Ending, EventKind};
use crate::exact::{Rational, gcd};
use crate::family::PlayerNames;
use crate::family::saved::kept;
use crate::game::{Choices, Game, Seat, Weight};
use crate::model::{Error, Job};
use crate::payoff::Payoff;
use chancetree_checker::{CheckError, Checker, StateSet, StateSpace};
use chancetree_prism::Reachability;
use std::fmt::{self, Display};
use std::sync::Arc;

/// A state space as a game of one player, or of two sides with opposite interests.
///
/// Play ends in a state of the goal, and in a state from which the goal cannot be reached.
#[derive(Clone)]
pub(super) struct SpaceGame(Arc<SpaceRules>);

struct SpaceRules {
    space: StateSpace,
    goal: StateSet,
    ends: StateSet,
    maximizers: StateSet,
    seats: Seat,
    /// The weight of each branch: its probability times the common denominator of its choice.
    weights: Vec<Weight>,
    /// `true` if some state that is not an end has several choices.
    decides: bool,
}

/// A choice of a state, by its name and its place among choices of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SpaceAction {
    name: u32,
    repetition: u32,
    text: &'static str,
}

impl Display for SpaceAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl SpaceGame {
    /// Creates the game of a space with one initial state.
    ///
    /// # Errors
    /// If the probabilities of a choice have no common denominator of 64 bits. The error is the name or the number of its
    /// state.
    pub(super) fn new(space: StateSpace, reached: Reachability, job: &Job<'_>) -> Result<Self, String> {
        let Reachability { stay, goal, maximizers } = reached;
        let possible = Checker::new(&space, &maximizers, &[], *job).possible(&stay, &goal);
        let ends = goal.or(&possible.complement());
        let deciding = StateSet::from_fn(space.state_count(), |state| {
            !ends.contains(state) && space.choices(state).len() > 1
        });
        let has_both = !deciding.and(&maximizers).is_empty() && !deciding.minus(&maximizers).is_empty();
        // A single side owns all states.
        let maximizers = match has_both {
            true => maximizers,
            false if deciding.and(&maximizers) == deciding => StateSet::all(space.state_count()),
            false => StateSet::none(space.state_count()),
        };
        let (seats, decides) = (1 + Seat::from(has_both), !deciding.is_empty());
        let name = |state: u32| space.state_names.get(state as usize).cloned();
        let weights = weights(&space).map_err(|state| name(state).unwrap_or_else(|| state.to_string()))?;
        Ok(Self(Arc::new(SpaceRules { space, goal, ends, maximizers, seats, weights, decides })))
    }

    pub(super) fn decides(&self) -> bool {
        self.0.decides
    }

    /// Returns `true` if the goal cannot be reached from the initial state.
    pub(super) fn misses_goal(&self) -> bool {
        self.0.ends.contains(self.start()) && !self.0.goal.contains(self.start())
    }

    /// Returns `true` if the only player minimises the probability of reaching the goal.
    pub(super) fn is_minimized(&self) -> bool {
        self.0.seats == 1 && self.0.maximizers.is_empty()
    }

    /// Returns the seat of the side that maximises the probability, or of the only player.
    pub(super) fn goal_seat(&self) -> Seat {
        if self.is_minimized() || self.0.maximizers.contains(self.start()) { 0 } else { 1 }
    }

    /// Returns the seat that owns a state. The first player owns the initial state.
    fn owner(&self, state: u32) -> Seat {
        (self.0.maximizers.contains(state) != self.0.maximizers.contains(self.start())).into()
    }

    /// Returns the names of the sides: the names of the players who decide on each side.
    pub(super) fn side_names(&self) -> PlayerNames {
        let SpaceRules { space, ends, seats, .. } = &*self.0;
        if *seats == 1 {
            return PlayerNames::default();
        }
        let mut sides = vec![vec![false; space.players.len()]; usize::from(*seats)];
        for state in (0..space.state_count() as u32).filter(|&state| !ends.contains(state)) {
            if space.choices(state).len() > 1 {
                sides[usize::from(self.owner(state))][space.owners[state as usize] as usize] = true;
            }
        }
        let name = |side: &Vec<bool>| {
            let players = space.players.iter().zip(side).filter(|(_, decides)| **decides);
            players.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ")
        };
        PlayerNames(Some(sides.iter().map(name).collect()))
    }

    /// Returns `true` if a state is in the goal.
    pub(super) fn is_goal(&self, state: u32) -> bool {
        self.0.goal.contains(state)
    }

    /// Returns the probability of reaching the goal under best strategies.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub(super) fn value(&self, job: &Job<'_>) -> Result<Rational, Error> {
        let SpaceRules { space, goal, ends, maximizers, .. } = &*self.0;
        let checker = Checker::new(space, maximizers, &space.initial, *job);
        let values = checker.until(&ends.complement(), goal).map_err(|error| match error {
            CheckError::Limit(error) => error,
            error => Error::Process(error.to_string()),
        })?;
        Ok(values[0].finite().expect("a probability is finite").clone())
    }

    /// Returns the number of places from the owner of a state to a seat.
    fn places(&self, state: u32, seat: Seat) -> Seat {
        (seat + self.0.seats - self.owner(state)) % self.0.seats
    }

    fn action(&self, state: u32, choice: usize) -> SpaceAction {
        let space = &self.0.space;
        let name = space.actions[choice];
        let earlier = space.choices(state).start..choice;
        let repetition = earlier.filter(|&other| space.actions[other] == name).count() as u32;
        let text = match (&*space.action_names[name as usize], repetition) {
            ("", _) => format!("choice {}", choice - space.choices(state).start + 1),
            (text, 0) => text.to_owned(),
            (text, _) => format!("{text} {}", repetition + 1),
        };
        SpaceAction { name, repetition, text: kept(text) }
    }

    /// Returns the values of the variables that a step changes, or the name of the next state if states have other names.
    fn event(&self, state: u32, next: u32) -> &'static str {
        let space = &self.0.space;
        let name = |state: u32| space.state_names.get(state as usize).map_or("", |name| name);
        let pairs = |state: u32| {
            let inner = name(state).strip_prefix('(')?.strip_suffix(')')?;
            Some(inner.split(',').collect::<Vec<_>>())
        };
        kept(match (pairs(state), pairs(next)) {
            _ if state == next => "no change".to_owned(),
            (Some(before), Some(after)) if before.len() == after.len() => {
                let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
                changed.map(|(_, after)| *after).collect::<Vec<_>>().join(", ")
            }
            _ if name(next).is_empty() => format!("to {next}"),
            _ => name(next).to_owned(),
        })
    }
}

/// Returns the weight of each branch, or a state with a choice whose denominators are too large.
fn weights(space: &StateSpace) -> Result<Vec<Weight>, u32> {
    let mut weights = Vec::with_capacity(space.branch_count());
    for state in 0..space.state_count() as u32 {
        for choice in space.choices(state) {
            let all = space.branches(choice).map(|branch| space.probability(branch));
            let common = all.clone().try_fold(1, |common: Weight, probability| {
                let denominator = Weight::try_from(probability.denom()).ok()?;
                (common / gcd(common, denominator)).checked_mul(denominator)
            });
            for probability in all {
                let weight = common.and_then(|common| {
                    let denominator = Weight::try_from(probability.denom()).ok()?;
                    Weight::try_from(probability.numer()).ok()?.checked_mul(common / denominator)
                });
                weights.push(weight.ok_or(state)?);
            }
        }
    }
    Ok(weights)
}

impl Game for SpaceGame {
    type State = u32;
    type Action = SpaceAction;
    type Event = &'static str;

    fn start(&self) -> u32 {
        self.0.space.initial[0]
    }

    fn seats(&self) -> Seat {
        self.0.seats
    }

    fn expand(&self, &state: &u32, choices: &mut Choices<Self>) {
        let SpaceRules { space, ends, weights, .. } = &*self.0;
        if ends.contains(state) {
            return;
        }
        let all = space.choices(state);
        let is_decision = all.len() > 1;
        for choice in all {
            let mut events = match is_decision {
                true => choices.action(self.action(state, choice)),
                false => choices.chance(),
            };
            for branch in space.branches(choice) {
                let next = space.targets[branch];
                let turn = self.places(state, self.owner(next));
                events = events.event(weights[branch], self.event(state, next), || next).pass_by(turn);
            }
        }
    }
}

impl Depict for SpaceGame {
    fn words(&self, &state: &u32, text: &mut String) {
        let space = &self.0.space;
        match space.state_names.get(state as usize) {
            Some(name) => text.push_str(name),
            None => text.push_str(&format!("state {state}")),
        }
        let labels = space
            .labels
            .iter()
            .filter(|(label, set)| !["init", "deadlock"].contains(&label.as_str()) && set.contains(state));
        labels.for_each(|(label, _)| text.push_str(&format!(" \"{label}\"")));
    }

    fn kind(&self, _: &'static str) -> EventKind {
        EventKind::new("step", "the values that a step changes", 0)
    }

    fn ending(&self, &state: &u32, _: Option<&'static str>) -> Option<Ending> {
        let goal_seat = self.goal_seat();
        let winner = if self.is_goal(state) { goal_seat } else { 1 - goal_seat };
        (self.0.seats == 2).then(|| Ending::Won(self.places(state, winner)))
    }
}

/// The payoff of the goal. The side that maximises gets 1 at the goal, and the other side gets 1 at other ends. A
/// single player who minimises gets -1 at the goal, and 0 at other ends.
pub(super) struct GoalPayoff;

impl Payoff<SpaceGame> for GoalPayoff {
    fn end(&self, game: &SpaceGame, &state: &u32, seat: Seat) -> i64 {
        let is_goal = game.is_goal(state);
        let is_goal_seat = game.places(state, game.goal_seat()) == seat;
        match game.is_minimized() {
            true => -i64::from(is_goal),
            false => (is_goal == is_goal_seat).into(),
        }
    }
}
