//! A text interface for a game of any kind: the available actions, the results of chance, and the expected
//! values.

use crate::evaluate::{Solution, draw};
use crate::exact::{self, Rational};
use crate::family::{Explored, PayoffKind, PlayerNames, fitting, shown};
use crate::game::Seat;
use crate::random::Random;

/// The current node of a game, its mover, and its random numbers.
#[derive(Clone, Debug)]
struct GameState {
    node: usize,
    mover: Seat,
    random: Random,
}

/// A game in progress. A user plays some seats, and the program plays the others optimally.
pub struct TextGame<'a> {
    explored: &'a dyn Explored,
    solution: &'a Solution,
    worth: &'a PayoffKind,
    names: &'a PlayerNames,
    is_user: Vec<bool>,
    state: GameState,
    /// The states before each action of the user.
    before: Vec<GameState>,
}

/// The next event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextEvent {
    /// The game is over.
    Over,
    /// The user must choose an action; pass the reply to [`TextGame::reply`]. The text is the prompt.
    Prompt(String),
    /// A step without a choice of the user was made, as described by the text.
    Done(String),
}

/// The result of a user's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextReply {
    /// The description of a step, or an error message.
    Lines(String),
    /// One row per action: its name, its value, the value as a decimal, and a mark if it is the best.
    Values(Vec<Vec<String>>),
    /// The user wants to end the game.
    Quit,
}

impl<'a> TextGame<'a> {
    /// Creates a game at its start. `solution` must maximize `worth`, `names` are the names of the seats, `is_user` has
    /// for each seat whether the user plays it, and `seed` determines the random numbers.
    pub fn new(
        (explored, solution): (&'a dyn Explored, &'a Solution),
        (worth, names): (&'a PayoffKind, &'a PlayerNames),
        is_user: Vec<bool>,
        seed: u64,
    ) -> Self {
        let state = GameState { node: explored.model().start(), mover: 0, random: Random::seeded(seed) };
        Self { explored, solution, worth, names, is_user, state, before: Vec::new() }
    }

    /// Makes one step, unless the user must choose an action or the game is over.
    pub fn next_event(&mut self) -> TextEvent {
        let node = self.state.node;
        if self.explored.model().is_end(node) {
            return TextEvent::Over;
        }
        let actions = self.explored.actions(node);
        let place = match actions.len() {
            1 => 0,
            _ if self.is_user[usize::from(self.state.mover)] => {
                return TextEvent::Prompt(self.prompt(&actions));
            }
            _ => self.solution.policy[node],
        };
        TextEvent::Done(self.step(place, &actions[place]))
    }

    /// Handles a user's input: the name of an action, `hint`, `undo` or `quit`.
    pub fn reply(&mut self, input: &str) -> TextReply {
        let actions = self.explored.actions(self.state.node);
        TextReply::Lines(match input {
            "quit" | "q" => return TextReply::Quit,
            "hint" | "h" | "?" => return TextReply::Values(self.hint(&actions)),
            "undo" | "u" => match self.before.pop() {
                Some(before) => {
                    self.state = before;
                    self.expected()
                }
                None => "There is nothing to undo.\n".to_owned(),
            },
            input => match actions.iter().position(|names| names.iter().any(|name| name == input)) {
                Some(place) => {
                    self.before.push(self.state.clone());
                    self.step(place, &actions[place])
                }
                None => format!("{input:?} is not possible here.\n"),
            },
        })
    }

    /// Returns the prompt for an action.
    fn prompt(&self, actions: &[Vec<String>]) -> String {
        let names: Vec<&str> = actions.iter().flatten().map(String::as_str).collect();
        let position = self.explored.words(self.state.node);
        format!("{}{position}. {}, hint, undo or quit? ", self.who(), names.join(", "))
    }

    /// Returns the mover as a prefix, or an empty text if there is only one seat.
    fn who(&self) -> String {
        match self.explored.model().seats() {
            1 => String::new(),
            _ => format!("{}: ", self.names.of(self.state.mover.into())),
        }
    }

    /// Returns a row with the value of each action for the mover.
    fn hint(&self, actions: &[Vec<String>]) -> Vec<Vec<String>> {
        let values = self.explored.choices(self.solution, self.state.node);
        let best = values.iter().map(|values| &values[0]).max().cloned().unwrap_or_default();
        let row = |(names, values): (&Vec<String>, &Vec<Rational>)| {
            let mark = if values[0] == best { "best" } else { "" };
            vec![format!("  {}", names.join(" or ")), shown(&values[0]), decimal(&values[0]), mark.into()]
        };
        actions.iter().zip(&values).map(row).collect()
    }

    /// Makes a step, and describes the result of chance and the new expected values.
    fn step(&mut self, place: usize, names: &[String]) -> String {
        let model = self.explored.model();
        let edges = model.choices(self.state.node).nth(place).expect("`place` is the index of a choice");
        let edge = draw(model, edges, &mut self.state.random);
        let (weight, total) = model.weight(edge);
        let mut line = self.who();
        if let Some(name) = names.first() {
            line.push_str(&format!("{name}, "));
        }
        line.push_str(&self.explored.event(edge));
        if weight < total {
            line.push_str(&format!(" (chance {})", exact::fraction(&exact::ratio(weight, total))));
        }
        let passes = model.edge_kind(edge).turn_offset;
        self.state.mover = (self.state.mover + passes) % model.seats();
        self.state.node = model.target(edge);
        format!("{line}\n{}", self.expected())
    }

    /// Returns a line with the position and the expected values of all seats, in seat order.
    pub fn expected(&self) -> String {
        let mut values = self.explored.value(self.solution, self.state.node);
        values.rotate_right(self.state.mover.into());
        let seats = usize::from(self.explored.model().seats());
        let each = values.iter().enumerate().map(|(seat, value)| {
            let number = fitting(value).filter(|text| text.len() <= 12).unwrap_or_else(|| decimal(value));
            format!("{} {number}", self.worth.words(self.names, seat, seats))
        });
        let each: Vec<String> = each.collect();
        format!("  {}   {}\n", self.explored.words(self.state.node), each.join("  "))
    }
}

fn decimal(value: &Rational) -> String {
    exact::decimal(value, 6)
}
