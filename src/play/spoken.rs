//! A game of any family in plain lines: what may be done, what chance answered, and what everybody may expect.

use crate::evaluate::{Solution, drawn};
use crate::exact::{self, Rational};
use crate::family::{Explored, Worth, fitting, shown};
use crate::game::Seat;
use crate::random::Random;

/// The node that a game has reached, its mover, and the random numbers to come.
#[derive(Clone, Debug)]
struct Stand {
    node: usize,
    mover: Seat,
    random: Random,
}

/// A game that is played: some seats say what they do, the others do what is best.
pub struct Spoken<'a> {
    explored: &'a dyn Explored,
    solution: &'a Solution,
    worth: &'a Worth,
    speaks: Vec<bool>,
    stand: Stand,
    /// The game as it was before each thing that was said to be done.
    before: Vec<Stand>,
}

/// The next that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The game is over.
    Over,
    /// Somebody has to say what to do; the text asks for it, and [`Spoken::hear`] takes the answer.
    Asked(String),
    /// A step that nobody had to be asked about, in lines.
    Done(String),
}

/// The reply to something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Lines, of a step or of what is not clear.
    Lines(String),
    /// A row for each action: its name, its worth, the same as a decimal, and a mark where it is the best.
    Worths(Vec<Vec<String>>),
    /// The wish to end the game.
    Quit,
}

impl<'a> Spoken<'a> {
    /// A game from its start, solved for a worth, with a number for the seed of its chance; `speaks` says of each seat whether
    /// somebody says what it does.
    pub fn new(
        (explored, solution): (&'a dyn Explored, &'a Solution),
        worth: &'a Worth,
        speaks: Vec<bool>,
        seed: u64,
    ) -> Self {
        let stand = Stand { node: explored.model().start(), mover: 0, random: Random::seeded(seed) };
        Self { explored, solution, worth, speaks, stand, before: Vec::new() }
    }

    /// Goes on, up to where somebody has to say something.
    pub fn go_on(&mut self) -> Next {
        let node = self.stand.node;
        if self.explored.model().is_end(node) {
            return Next::Over;
        }
        let actions = self.explored.actions(node);
        let place = match actions.len() {
            1 => 0,
            _ if self.speaks[usize::from(self.stand.mover)] => return Next::Asked(self.question(&actions)),
            _ => self.solution.policy[node],
        };
        Next::Done(self.step(place, &actions[place]))
    }

    /// Takes what was said: the name of an action, `hint`, `undo` or `quit`.
    pub fn hear(&mut self, said: &str) -> Heard {
        let actions = self.explored.actions(self.stand.node);
        Heard::Lines(match said {
            "quit" | "q" => return Heard::Quit,
            "hint" | "h" | "?" => return Heard::Worths(self.hint(&actions)),
            "undo" | "u" => match self.before.pop() {
                Some(before) => {
                    self.stand = before;
                    self.expected()
                }
                None => "Nothing was done yet.\n".to_owned(),
            },
            said => match actions.iter().position(|names| names.iter().any(|name| name == said)) {
                Some(place) => {
                    self.before.push(self.stand.clone());
                    self.step(place, &actions[place])
                }
                None => format!("{said:?} cannot be done here.\n"),
            },
        })
    }

    /// Asks what is to be done.
    fn question(&self, actions: &[Vec<String>]) -> String {
        let names: Vec<&str> = actions.iter().flatten().map(String::as_str).collect();
        let position = self.explored.words(self.stand.node);
        format!("{}{position}. {}, hint, undo or quit? ", self.who(), names.join(", "))
    }

    /// The mover, where there is more than one seat.
    fn who(&self) -> String {
        match self.explored.model().seats() {
            1 => String::new(),
            _ => format!("player {}: ", self.stand.mover + 1),
        }
    }

    /// Tells what every action is worth to the mover.
    fn hint(&self, actions: &[Vec<String>]) -> Vec<Vec<String>> {
        let values = self.explored.choices(self.solution, self.stand.node);
        let best = values.iter().map(|values| &values[0]).max().cloned().unwrap_or_default();
        let row = |(names, values): (&Vec<String>, &Vec<Rational>)| {
            let mark = if values[0] == best { "best" } else { "" };
            vec![format!("  {}", names.join(" or ")), shown(&values[0]), decimal(&values[0]), mark.into()]
        };
        actions.iter().zip(&values).map(row).collect()
    }

    /// Does something, and says what chance answered and what it means for everybody.
    fn step(&mut self, place: usize, names: &[String]) -> String {
        let model = self.explored.model();
        let edges = model.choices(self.stand.node).nth(place).expect("one of the choices");
        let edge = drawn(model, edges, &mut self.stand.random);
        let (weight, total) = model.weight(edge);
        let mut line = self.who();
        if let Some(name) = names.first() {
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

    /// Returns the position and what everybody may expect of it, the first player first, as a line.
    pub fn expected(&self) -> String {
        let mut values = self.explored.value(self.solution, self.stand.node);
        values.rotate_right(self.stand.mover.into());
        let seats = usize::from(self.explored.model().seats());
        let each = values.iter().enumerate().map(|(seat, value)| {
            let number = fitting(value).filter(|text| text.len() <= 12).unwrap_or_else(|| decimal(value));
            format!("{} {number}", self.worth.words(seat, seats))
        });
        let each: Vec<String> = each.collect();
        format!("  {}   {}\n", self.explored.words(self.stand.node), each.join("  "))
    }
}

fn decimal(value: &Rational) -> String {
    exact::decimal(value, 6)
}
