//! Play on a state space, as a game that ends where its quantity is decided.

use super::endless_play::EndlessPlay;
use super::play_rules::PlayRules;
use super::value_table::{choice_name, state_parts};
use crate::depict::{Depict, Ending, EventKind};
use crate::evaluate::Solution;
use crate::exact::{Rational, one, ratio, zero};
use crate::family::PlayerNames;
use crate::family::saved::interned;
use crate::game::{Choices, Game, Points, Seat};
use crate::model::order;
use crate::model::{Error, Graph, Job};
use crate::payoff::{Payoff, PayoffTable};
use chancetree_checker::StateSet;
use chancetree_prism::{ExactValue, PlayEnd};
use std::fmt::{self, Display};
use std::sync::Arc;

/// A state space as a game of one player, or of two sides with opposite interests.
#[derive(Clone)]
pub(super) struct SpaceGame(Arc<SpaceSides>);

struct SpaceSides {
    rules: PlayRules,
    /// The states of the side that maximises the value. A single side owns all states or none.
    maximizers: StateSet,
    seats: Seat,
    /// `true` if some state that is not an end has several choices.
    decides: bool,
}

/// A state of play: a state of the space after a number of counted steps, or the draw of an initial state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SpacePlace {
    /// The number of counted steps.
    steps: u64,
    /// The state, or `None` before the initial state is drawn.
    state: Option<u32>,
}

/// Writes the state as errors name it.
impl fmt::Debug for SpacePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.state, self.steps) {
            (None, _) => f.write_str("the draw of an initial state"),
            (Some(state), 0) => write!(f, "state {state}"),
            (Some(state), steps) => write!(f, "state {state} after {steps} steps"),
        }
    }
}

/// A choice of a state: its name, and its number among the choices of the state with this name.
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

/// A step, with its reward in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SpaceEvent {
    text: &'static str,
    units: i64,
}

impl Display for SpaceEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl SpaceGame {
    /// Creates the game of some rules.
    pub(super) fn new(rules: PlayRules) -> Self {
        let maximizers = &rules.objective.maximizers;
        let (deciding, has_both) = (rules.deciding(), Self::has_two_sides(&rules));
        let states = rules.space.state_count();
        // A single side owns all states.
        let maximizers = match has_both {
            true => maximizers.clone(),
            false if deciding.and(maximizers) == deciding => StateSet::all(states),
            false => StateSet::none(states),
        };
        let (seats, decides) = (1 + Seat::from(has_both), !deciding.is_empty());
        Self(Arc::new(SpaceSides { rules, maximizers, seats, decides }))
    }

    /// Returns whether both a side that maximises and a side that minimises decide.
    pub(super) fn has_two_sides(rules: &PlayRules) -> bool {
        let (deciding, maximizers) = (rules.deciding(), &rules.objective.maximizers);
        !deciding.and(maximizers).is_empty() && !deciding.minus(maximizers).is_empty()
    }

    fn rules(&self) -> &PlayRules {
        &self.0.rules
    }

    pub(super) fn decides(&self) -> bool {
        self.0.decides
    }

    /// Returns `true` if the only player minimises the value.
    pub(super) fn is_minimized(&self) -> bool {
        self.0.seats == 1 && self.0.maximizers.is_empty()
    }

    /// Returns the seat of the side that maximises the value, or of the only player.
    pub(super) fn goal_seat(&self) -> Seat {
        if self.is_minimized() || self.0.maximizers.contains(self.first_state()) { 0 } else { 1 }
    }

    /// Returns the initial state whose owner is the first player.
    fn first_state(&self) -> u32 {
        self.rules().objective.starts[0]
    }

    /// Returns the seat that owns a state. The first player owns the initial state.
    fn owner(&self, state: u32) -> Seat {
        (self.0.maximizers.contains(state) != self.0.maximizers.contains(self.first_state())).into()
    }

    /// Returns the names of the sides: the names of the players who decide on each side.
    pub(super) fn side_names(&self) -> PlayerNames {
        let (space, seats) = (&self.rules().space, self.0.seats);
        if seats == 1 {
            return PlayerNames::default();
        }
        let mut sides = vec![vec![false; space.players.len()]; usize::from(seats)];
        for state in self.rules().deciding().iter() {
            sides[usize::from(self.owner(state))][space.owners[state as usize] as usize] = true;
        }
        let name = |side: &Vec<bool>| {
            let players = space.players.iter().zip(side).filter(|(_, decides)| **decides);
            players.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ")
        };
        PlayerNames(Some(sides.iter().map(name).collect()))
    }

    /// Returns the number of seats from the owner of a place to `seat`, in the order of turns.
    fn turn_offset(&self, place: SpacePlace, seat: Seat) -> Seat {
        let owner = place.state.map_or(0, |state| self.owner(state));
        (seat + self.0.seats - owner) % self.0.seats
    }

    /// Returns whether the quantity is 1 at the end of play in a place.
    fn is_won(&self, place: SpacePlace) -> bool {
        let end = place.state.and_then(|state| self.rules().end(state, place.steps));
        (end == Some(PlayEnd::Goal)) != self.rules().aim().is_negated()
    }

    /// Returns the name of a state.
    fn state_text(&self, state: u32) -> String {
        let name = self.rules().space.state_names.get(state as usize);
        name.cloned().unwrap_or_else(|| format!("state {state}"))
    }

    fn action(&self, state: u32, choice: usize) -> SpaceAction {
        let space = &self.rules().space;
        let name = space.actions[choice];
        let earlier = space.choices(state).start..choice;
        let repetition = earlier.filter(|&other| space.actions[other] == name).count() as u32;
        let text = choice_name(space, state, choice);
        SpaceAction { name, repetition, text: interned(text) }
    }

    /// Returns the values of the variables that a step changes, or the name of the next state if states have other names.
    fn event_text(&self, state: u32, next: u32) -> &'static str {
        let space = &self.rules().space;
        let name = |state: u32| space.state_names.get(state as usize).map_or("", |name| name);
        interned(match (state_parts(name(state)), state_parts(name(next))) {
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

/// The values of a place: the expected quantity, and the best of its choices.
struct PlaceValue {
    quantity: Rational,
    /// The best choice, as an index into the choices of the place.
    best: usize,
    is_tie: bool,
}

impl SpaceGame {
    /// Finds optimal play in fractions: from the values of play without bounds on steps, backwards through the counted steps.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub(super) fn solution(
        graph: &Graph<Self>,
        payoff_table: PayoffTable,
        job: &Job<'_>,
    ) -> Result<Solution, Error> {
        let game = graph.game();
        let count = graph.node_count();
        // The last steps come first, and the draw of the initial state comes last.
        let key = |node: usize| {
            let place = graph.state(node);
            (place.state.is_none(), u64::MAX - place.steps)
        };
        let order = order::places(count, &|one, other| key(one).cmp(&key(other)));
        // Play without bounds on steps may have been solved in doubles.
        let values = match &game.rules().endless {
            Some(play) if play.values.is_empty() => Some(game.rules().exact_values(job)?),
            _ => None,
        };
        let values = values.as_deref().or(game.rules().endless.as_ref().map(|play| &*play.values));
        let mut quantities = vec![zero(); count];
        let (mut payoffs, mut policy, mut ties) = (vec![Vec::new(); count], vec![0; count], 0);
        for (done, node) in order.into_iter().enumerate() {
            let node = node as usize;
            job.tick_at(done, Default::default())?;
            let found = game.place_value(graph, node, &quantities, values.unwrap_or_default());
            payoffs[node] = game.payoffs(*graph.state(node), &found.quantity);
            policy[node] = found.best;
            ties += u64::from(found.is_tie);
            quantities[node] = found.quantity;
        }
        Ok(Solution::of_payoffs(graph.model(), payoff_table, payoffs, policy, ties))
    }

    /// Returns the value of a place. The values of the places after the next counted step are known.
    /// `endless` has the values of play without bounds on steps.
    fn place_value(
        &self,
        graph: &Graph<Self>,
        node: usize,
        known: &[Rational],
        endless: &[ExactValue],
    ) -> PlaceValue {
        let (rules, place) = (self.rules(), *graph.state(node));
        let only = |quantity| PlaceValue { quantity, best: 0, is_tie: false };
        if let Some(state) = place.state {
            match rules.end(state, place.steps) {
                Some(PlayEnd::Goal) => return only(one()),
                Some(PlayEnd::Other) => return only(ratio(rules.end_units(state), rules.unit())),
                None => {}
            }
            if let Some(play) = &rules.endless
                && place.steps == rules.aim().counted_steps()
            {
                return self.endless_value(graph, node, state, (play, &endless[state as usize]));
            }
        }
        let quantity = |edges: std::ops::Range<usize>| {
            let terms = edges.map(|edge| {
                let (weight, total) = graph.model().weight(edge);
                let units = graph.edge(edge).2.event.units;
                ratio(weight, total) * (ratio(units, rules.unit()) + &known[graph.model().target(edge)])
            });
            terms.sum::<Rational>()
        };
        let all: Vec<Rational> = graph.model().choices(node).map(quantity).collect();
        let is_maximized =
            place.state.is_none_or(|state| rules.objective.endless_maximizers().contains(state));
        let best = if is_maximized { all.iter().max() } else { all.iter().min() };
        let best = best.expect("play goes on").clone();
        let place = all.iter().position(|value| *value == best).expect("the best value is a value");
        let is_tie = all[place + 1..].contains(&best);
        PlaceValue { quantity: best, best: place, is_tie }
    }

    /// Returns the value of a state in play without bounds on steps.
    fn endless_value(
        &self,
        graph: &Graph<Self>,
        node: usize,
        state: u32,
        (play, value): (&EndlessPlay, &ExactValue),
    ) -> PlaceValue {
        let quantity = value.finite().cloned().unwrap_or_else(zero);
        let taken = self.action(state, play.policy[state as usize] as usize);
        let place = graph.actions(node).position(|action| action == Some(taken));
        PlaceValue { quantity, best: place.unwrap_or(0), is_tie: play.best_counts[state as usize] > 1 }
    }

    /// Returns the expected payoff of each seat, the mover's first.
    fn payoffs(&self, place: SpacePlace, quantity: &Rational) -> Vec<Rational> {
        let value = if self.rules().aim().is_negated() { one() - quantity } else { quantity.clone() };
        if self.0.seats == 1 {
            return vec![if self.is_minimized() { -value } else { value }];
        }
        let mut all = vec![one() - &value, value];
        if self.turn_offset(place, self.goal_seat()) == 0 {
            all.reverse();
        }
        all
    }
}

impl Game for SpaceGame {
    type State = SpacePlace;
    type Action = SpaceAction;
    type Event = SpaceEvent;

    fn start(&self) -> SpacePlace {
        let starts = &self.rules().objective.starts;
        SpacePlace { steps: 0, state: (starts.len() == 1).then(|| starts[0]) }
    }

    fn seats(&self) -> Seat {
        self.0.seats
    }

    fn expand(&self, &place: &SpacePlace, choices: &mut Choices<Self>) {
        let rules = self.rules();
        let Some(state) = place.state else {
            let mut events = choices.chance();
            for &start in &rules.objective.starts {
                let event =
                    SpaceEvent { text: interned(format!("begin in {}", self.state_text(start))), units: 0 };
                let turn = self.owner(start);
                let next = SpacePlace { steps: 0, state: Some(start) };
                events = events.event(1, event, || next).pass_by(turn);
            }
            return;
        };
        if rules.end(state, place.steps).is_some() {
            return;
        }
        let is_decision = rules.choices(state).nth(1).is_some();
        for choice in rules.choices(state) {
            let mut events = match is_decision {
                true => choices.action(self.action(state, choice)),
                false => choices.chance(),
            };
            for branch in rules.space.branches(choice) {
                let next = rules.space.targets[branch];
                let turn = self.turn_offset(place, self.owner(next));
                let event =
                    SpaceEvent { text: self.event_text(state, next), units: rules.step_units(choice) };
                let next = SpacePlace { steps: rules.counted_after(place.steps), state: Some(next) };
                events = events.event(rules.weights[branch], event, || next).pass_by(turn);
            }
        }
    }
}

impl Depict for SpaceGame {
    fn words(&self, place: &SpacePlace, text: &mut String) {
        let rules = self.rules();
        let Some(state) = place.state else {
            return text.push_str("an initial state is drawn");
        };
        text.push_str(&self.state_text(state));
        let labels =
            rules.space.labels.iter().filter(|(label, set)| {
                !["init", "deadlock"].contains(&label.as_str()) && set.contains(state)
            });
        labels.for_each(|(label, _)| text.push_str(&format!(" \"{label}\"")));
        if rules.aim().counted_steps() > 0 {
            text.push_str(&format!(", step {} of {}", place.steps, rules.aim().counted_steps()));
        }
    }

    fn kind(&self, _: SpaceEvent) -> EventKind {
        EventKind::new("step", "the values that a step changes", 0)
    }

    fn ending(&self, &place: &SpacePlace, _: Option<SpaceEvent>) -> Option<Ending> {
        if self.0.seats == 1 {
            return None;
        }
        let goal_seat = self.goal_seat();
        let winner = if self.is_won(place) { goal_seat } else { 1 - goal_seat };
        Some(Ending::Won(self.turn_offset(place, winner)))
    }
}

/// The payoff of the quantity. If there are two sides, the side that maximises gets 1 at ends with the quantity 1, and the other
/// side gets 1 at other ends. A single player gets the quantity, or its negative if the player minimises.
pub(super) struct QuantityPayoff {
    unit: u32,
}

impl QuantityPayoff {
    pub(super) fn of(game: &SpaceGame) -> Self {
        Self { unit: game.rules().unit() }
    }
}

impl Payoff<SpaceGame> for QuantityPayoff {
    fn unit(&self) -> u32 {
        self.unit
    }

    fn event(&self, game: &SpaceGame, event: SpaceEvent, _: Points) -> i64 {
        if game.is_minimized() { -event.units } else { event.units }
    }

    fn end(&self, game: &SpaceGame, &place: &SpacePlace, seat: Seat) -> i64 {
        if game.0.seats == 2 {
            let is_goal_seat = game.turn_offset(place, game.goal_seat()) == seat;
            return (game.is_won(place) == is_goal_seat).into();
        }
        let rules = game.rules();
        let units = match (rules.aim().is_reward(), place.state) {
            (true, Some(state)) => rules.end_units(state),
            _ => game.is_won(place).into(),
        };
        if game.is_minimized() { -units } else { units }
    }
}
