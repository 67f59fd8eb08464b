//! Any game by hand, in plain words: where it stands, what every action is worth, and what chance answers.

use crate::evaluate::sample::drawn;
use crate::evaluate::solve::Solution;
use crate::exact::{self, Rational, decimal};
use crate::family::{Explored, Worth, fitting};
use crate::game::Seat;
use crate::random::Random;

/// The node that a game has reached, its mover, and the random numbers to come.
#[derive(Clone, Debug)]
struct Stand {
    node: usize,
    mover: Seat,
    random: Random,
}

/// A game that is played, of which everybody may know what it is worth.
pub struct Plain<'a> {
    explored: &'a dyn Explored,
    solution: &'a Solution,
    /// What is told of the game.
    worth: Worth,
    stand: Stand,
    /// The game as it was at each moment that was kept.
    before: Vec<Stand>,
}

/// Digits of what is expected.
const DIGITS: usize = 6;

impl<'a> Plain<'a> {
    /// Begins a game that was solved for its first worth, with random numbers that follow from a seed.
    #[must_use]
    pub fn new(explored: &'a dyn Explored, solution: &'a Solution, worth: Worth, seed: u64) -> Self {
        let stand = Stand { node: explored.model().start(), mover: 0, random: Random::seeded(seed) };
        Self { explored, solution, worth, stand, before: Vec::new() }
    }

    /// Returns `true` if the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.explored.model().is_end(self.stand.node)
    }

    /// Returns the seat that moves.
    #[must_use]
    pub fn mover(&self) -> Seat {
        self.stand.mover
    }

    /// Returns the names of what may be done, one list for each choice.
    #[must_use]
    pub fn actions(&self) -> Vec<Vec<String>> {
        self.explored.actions(self.stand.node)
    }

    /// Returns the best choice, by its place.
    #[must_use]
    pub fn best(&self) -> usize {
        self.solution.policy[self.stand.node]
    }

    /// Keeps this moment, so that what follows can be [undone](Self::undo).
    pub fn keep(&mut self) {
        self.before.push(self.stand.clone());
    }

    /// Goes back to the last moment that was kept; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let before = self.before.pop();
        before.map(|stand| self.stand = stand).is_some()
    }

    /// Returns the position in words, and whose turn it is, where there is more than one.
    #[must_use]
    pub fn position(&self) -> String {
        format!("{}{}", self.who(), self.explored.words(self.stand.node))
    }

    fn who(&self) -> String {
        match self.explored.model().seats() {
            1 => String::new(),
            _ => format!("player {}: ", self.stand.mover + 1),
        }
    }

    /// Returns the worth of every choice to the mover, with a mark at those that are best.
    #[must_use]
    pub fn hint(&self) -> Vec<(String, Rational, bool)> {
        let values = self.explored.choices(self.solution, self.stand.node);
        let values = values.into_iter().map(|mut values| values.swap_remove(0)).collect::<Vec<_>>();
        let best = values.iter().max().cloned().unwrap_or_default();
        let names = self.actions().into_iter().map(|names| names.join(" or "));
        names.zip(values).map(|(names, value)| (names, value.clone(), value == best)).collect()
    }

    /// Does something, and tells what chance answered and what it means for everybody.
    ///
    /// # Panics
    /// If there is no choice at this place.
    pub fn step(&mut self, place: usize) -> String {
        let (model, names) = (self.explored.model(), self.actions());
        let edges = model.choices(self.stand.node).nth(place).expect("one of the choices");
        let edge = drawn(model, edges, &mut self.stand.random);
        let (weight, total) = model.weight(edge);
        let mut line = self.who();
        if let Some(name) = names[place].first() {
            line.push_str(&format!("{name}, "));
        }
        line.push_str(&self.explored.event(edge));
        if weight < total {
            line.push_str(&format!(" (chance {})", exact::fraction(&exact::ratio(weight, total))));
        }
        let passes = model.kind(edge).passes;
        self.stand.mover = (self.stand.mover + passes) % model.seats();
        self.stand.node = model.target(edge);
        format!("{line}\n{}", self.expected())
    }

    /// Returns the position and what everybody may expect of it, the first player first.
    #[must_use]
    pub fn expected(&self) -> String {
        let model = self.explored.model();
        let mut values = self.explored.value(self.solution, self.stand.node);
        values.rotate_right(self.stand.mover.into());
        let seats = usize::from(model.seats());
        let each = values.iter().enumerate().map(|(seat, value)| {
            let number = fitting(value).filter(|text| text.len() <= 12);
            let number = number.unwrap_or_else(|| decimal(value, DIGITS));
            format!("{} {number}", self.worth.words(seat, seats))
        });
        let each: Vec<String> = each.collect();
        format!("  {}   {}\n", self.explored.words(self.stand.node), each.join("  "))
    }
}
