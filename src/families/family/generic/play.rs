//! The command `play` for any family: a game in plain lines of text.

use super::{DescribedGame, SolvedGame};
use crate::evaluate::{Solution, draw};
use crate::exact::{self, Rational};
use crate::family::{
    AnswerPlan, CommandError, Explored, PayoffKind, PlayerNames, Query, Refusal, Sink, aligned, counted,
    fitting, shown,
};
use crate::game::Seat;
use crate::model::Job;
use crate::random::Random;
use serde::Deserialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// The options of the command.
#[derive(Deserialize)]
struct DialogArgs {
    seed: Option<u64>,
    seats: Option<Vec<String>>,
}

impl DialogArgs {
    /// Returns for each seat whether a person plays it.
    fn people(&self, count: Seat) -> Result<Vec<bool>, Refusal> {
        let Some(typed) = &self.seats else { return Ok((0..count).map(|seat| seat == 0).collect()) };
        if typed.len() != usize::from(count) {
            let all = vec!["human"; count.into()].join(",");
            let what = format!("{} in --seats, but the game has {count}", counted(typed.len(), "seat"));
            return Err(Refusal::new(what).help(format!("--seats {all}")));
        }
        Ok(typed.iter().map(|player| player == "human").collect())
    }
}

/// Plans a game of any family.
pub(super) fn play(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let game = DescribedGame::of(query.family, query.one()?)?;
    Ok(played(query, move |_| Ok(game)))
}

/// Plans the play of the game that `read` returns, until its end or the end of the input.
pub(crate) fn played(
    query: &Query<'_>,
    read: impl FnOnce(&Job<'_>) -> Result<DescribedGame, CommandError> + 'static,
) -> AnswerPlan {
    let args: DialogArgs = query.options();
    AnswerPlan::dialog(move |job, sink| {
        let game = read(job)?;
        let is_user = args.people(game.game.seats)?;
        let SolvedGame { explored, solution, .. } = SolvedGame::of(&game, None, job)?;
        let from_clock =
            || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.subsec_nanos().into());
        let seed = args.seed.unwrap_or_else(from_clock);
        sink.log(&format!("{}; seed {seed}\n", game.title()))?;
        let state = GameState { node: explored.model().start(), mover: 0, random: Random::seeded(seed) };
        let (payoff, names) = (&game.game.payoffs[0], &game.game.names);
        let (explored, solution) = (&*explored, &solution);
        TextGame { explored, solution, payoff, names, is_user, state, before: Vec::new() }.play(job, sink)
    })
}

/// The current node of a game, its mover, and its random numbers.
#[derive(Clone)]
struct GameState {
    node: usize,
    mover: Seat,
    random: Random,
}

/// A game in progress. A user plays some seats, and the program plays the others by an optimal solution.
struct TextGame<'a> {
    explored: &'a dyn Explored,
    solution: &'a Solution,
    /// The payoff that the solution maximizes.
    payoff: &'a PayoffKind,
    names: &'a PlayerNames,
    is_user: Vec<bool>,
    state: GameState,
    /// The states before each action of the user.
    before: Vec<GameState>,
}

impl TextGame<'_> {
    fn play(&mut self, job: &Job<'_>, sink: &dyn Sink) -> Result<(), CommandError> {
        sink.log(&self.expected())?;
        while !self.explored.model().is_end(self.state.node) {
            job.check().map_err(|error| CommandError::of(error, "in the middle of the game"))?;
            let actions = self.explored.actions(self.state.node);
            let place = match actions.len() {
                1 => 0,
                _ if self.is_user[usize::from(self.state.mover)] => {
                    let input = sink.ask(&self.prompt(&actions))?;
                    let Some(reply) = input.and_then(|input| self.reply(input.trim(), &actions)) else {
                        return sink.log("\n");
                    };
                    sink.log(&reply)?;
                    continue;
                }
                _ => self.solution.policy[self.state.node],
            };
            sink.log(&self.step(place, &actions[place]))?;
        }
        sink.log("The game is over.\n")
    }

    /// Handles a user's input: the name of an action, `hint`, `undo` or `quit`. Returns `None` if the user quits.
    fn reply(&mut self, input: &str, actions: &[Vec<String>]) -> Option<String> {
        Some(match input {
            "quit" | "q" => return None,
            "hint" | "h" | "?" => self.hint(actions),
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

    /// Returns a line with the value of each action for the mover.
    fn hint(&self, actions: &[Vec<String>]) -> String {
        let values = self.explored.choices(self.solution, self.state.node);
        let best = values.iter().map(|values| &values[0]).max().cloned().unwrap_or_default();
        let row = |(names, values): (&Vec<String>, &Vec<Rational>)| {
            let mark = if values[0] == best { "best" } else { "" };
            vec![format!("  {}", names.join(" or ")), shown(&values[0]), decimal(&values[0]), mark.into()]
        };
        aligned(&actions.iter().zip(&values).map(row).collect::<Vec<_>>())
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
    fn expected(&self) -> String {
        let mut values = self.explored.value(self.solution, self.state.node);
        values.rotate_right(self.state.mover.into());
        let seats = usize::from(self.explored.model().seats());
        let each = values.iter().enumerate().map(|(seat, value)| {
            let number = fitting(value).filter(|text| text.len() <= 12).unwrap_or_else(|| decimal(value));
            format!("{} {number}", self.payoff.words(self.names, seat, seats))
        });
        let each: Vec<String> = each.collect();
        format!("  {}   {}\n", self.explored.words(self.state.node), each.join("  "))
    }
}

fn decimal(value: &Rational) -> String {
    exact::decimal(value, 6)
}
