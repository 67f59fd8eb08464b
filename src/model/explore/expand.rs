//! Expands a state, and checks that the game keeps its contract.

use crate::game::{Choices, Game, MAX_SEATS, Seat};
use crate::{Error, GameError, order};
use std::fmt::Debug;

/// Expands `state` and checks the choices that the game wrote.
///
/// # Errors
/// If the game breaks its contract: weights or points overflow, a choice has no event, chance moves beside another choice, two
/// choices have the same action, or an event leads to a lower layer.
pub fn expand<G: Game>(game: &G, state: &G::State, choices: &mut Choices<G>) -> Result<(), Error> {
    choices.fill(game, state);
    if choices.overflowed() {
        return Err(Error::Game(GameError::WeightOverflow(name(state))));
    }
    if choices.points_overflowed() {
        return Err(Error::PointsOverflow);
    }
    if choices.iter().any(|choice| choice.events.is_empty()) {
        return Err(Error::Game(GameError::EmptyChoice(name(state))));
    }
    if choices.len() > 1 && choices.iter().any(|choice| choice.action.is_none()) {
        return Err(Error::Game(GameError::ChanceBesideChoice(name(state))));
    }
    if names_an_action_twice(choices) {
        return Err(Error::Game(GameError::SameAction(name(state))));
    }
    let layer = game.layer(state);
    if let Some(event) = choices.events().iter().find(|event| game.layer(&event.next) < layer) {
        return Err(Error::Game(GameError::LayerFalls { from: name(state), to: name(&event.next) }));
    }
    Ok(())
}

/// Returns whether two choices have the same action. Costs one comparison for each choice if actions ascend, as in most
/// games, and a sort otherwise.
fn names_an_action_twice<G: Game>(choices: &Choices<G>) -> bool {
    let actions = || choices.iter().map(|choice| choice.action);
    if actions().is_sorted_by(|one, next| one < next) {
        return false;
    }
    let actions: Vec<Option<G::Action>> = actions().collect();
    let sorted = order::places(actions.len(), &|one, other| actions[one].cmp(&actions[other]));
    sorted.windows(2).any(|pair| actions[pair[0] as usize] == actions[pair[1] as usize])
}

/// Returns the number of seats of a game.
///
/// # Errors
/// If it is 0 or exceeds [`MAX_SEATS`].
pub fn seats<G: Game>(game: &G) -> Result<Seat, Error> {
    match game.seats() {
        seats @ 1..=MAX_SEATS => Ok(seats),
        other => Err(Error::Game(GameError::Seats(other))),
    }
}

/// Returns the name of a state in errors: its `Debug` form.
pub fn name(state: &impl Debug) -> String {
    format!("{state:?}")
}
