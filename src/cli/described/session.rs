//! A game by hand, in plain lines: what may be done, what chance answered, and what everybody may expect.

use super::find::Evaluated;
use super::{Asked, Question};
use crate::cli::fail::Fail;
use crate::cli::print::{self, Print};
use crate::cli::range::whole;
use crate::cli::watch::{Watch, wait_for_input};
use crate::evaluate::sample::drawn;
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::random::Random;
use clap::Args;
use std::io::{self, BufRead as _};

/// The options of a game by hand.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(super) struct Seats {
    /// The seed of the random numbers: the same game each time [default: another each time]
    #[arg(long, value_name = "S", value_parser = whole(0, u64::MAX))]
    seed: Option<u64>,
    /// Who sits where [default: human, the others best]
    #[arg(long, value_name = "WHO,WHO,...", value_delimiter = ',', value_parser = ["human", "best"])]
    seats: Option<Vec<String>>,
}

/// Reads who sits in each seat: `true` for somebody at the keyboard.
fn seats(given: Option<Vec<String>>, count: Seat) -> Result<Vec<bool>, Fail> {
    let Some(given) = given else { return Ok((0..count).map(|seat| seat == 0).collect()) };
    let given: Vec<bool> = given.iter().map(|who| who.eq_ignore_ascii_case("human")).collect();
    if given.len() != usize::from(count) {
        let all = vec!["human"; count.into()].join(",");
        return Err(Fail::usage(format!(
            "{} in --seats, but the game has {count}",
            print::count(given.len(), "seat")
        ))
        .help(format!("--seats {all}")));
    }
    Ok(given)
}

/// The node that a game has reached, its mover, and the random numbers to come.
struct Stand {
    node: usize,
    mover: Seat,
    random: Random,
}

/// A game that is played.
struct Session<'a> {
    asked: &'a Asked,
    solved: &'a Evaluated<'a>,
    humans: Vec<bool>,
    stand: Stand,
    /// The game as it was before each thing that somebody at the keyboard did.
    before: Vec<(usize, Seat, Random)>,
}

/// A wish of somebody at the keyboard.
enum Wish {
    Do(usize),
    Hint,
    Undo,
    Quit,
    Unclear(String),
}

/// Plays a game until it is over or there is no more input.
pub(super) fn play(
    question: &Question,
    (Seats { seed, seats: given },): (Seats,),
    watch: &Watch,
) -> Result<(), Fail> {
    let asked = question.only(watch)?;
    let humans = seats(given, asked.game.seats())?;
    let solved = Evaluated::whole(&asked, watch)?;
    let seed = seed.unwrap_or_else(any);
    watch.clear();
    let start = solved.model().start();
    let stand = Stand { node: start, mover: 0, random: Random::seeded(seed) };
    let mut session = Session { asked: &asked, solved: &solved, humans, stand, before: Vec::new() };
    say(&format!("{}; seed {seed}\n", asked.title()))?;
    session.run(watch)
}

/// A seed that is another each time.
fn any() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_nanos().into())
}

fn say(text: &str) -> Result<(), Fail> {
    print::print(text)
}

impl Session<'_> {
    fn run(&mut self, watch: &Watch) -> Result<(), Fail> {
        say(&self.expected())?;
        loop {
            if watch.stopped() {
                return Err(watch.ended("in the middle of the game"));
            }
            let model = self.solved.model();
            let node = self.stand.node;
            if model.is_end(node) {
                return say("The game is over.\n");
            }
            let actions = self.solved.explored.actions(node);
            let place = match actions.len() {
                1 => 0,
                _ if self.humans[usize::from(self.stand.mover)] => match self.wish(&actions)? {
                    Wish::Do(place) => {
                        let Stand { node, mover, random } = &self.stand;
                        self.before.push((*node, *mover, random.clone()));
                        place
                    }
                    Wish::Hint => {
                        say(&self.hint(&actions))?;
                        continue;
                    }
                    Wish::Undo => {
                        let Some((node, mover, random)) = self.before.pop() else {
                            say("Nothing was done yet.\n")?;
                            continue;
                        };
                        self.stand = Stand { node, mover, random };
                        say(&self.expected())?;
                        continue;
                    }
                    Wish::Unclear(typed) => {
                        say(&format!("{typed:?} cannot be done here.\n"))?;
                        continue;
                    }
                    Wish::Quit => return say("\n"),
                },
                _ => self.solved.solution.policy[node],
            };
            say(&self.step(place, &actions[place]))?;
        }
    }

    /// Asks what is to be done.
    fn wish(&self, actions: &[Vec<String>]) -> Result<Wish, Fail> {
        let names: Vec<&str> = actions.iter().flatten().map(String::as_str).collect();
        let position = self.solved.explored.words(self.stand.node);
        say(&format!("{}{position}. {}, hint, undo or quit? ", self.who(), names.join(", ")))?;
        let mut line = String::new();
        let waiting = wait_for_input();
        let read = io::stdin().lock().read_line(&mut line).map_err(|error| Fail::io("stdin", &error))?;
        drop(waiting);
        let typed = line.trim();
        let named = |typed: &str| actions.iter().position(|names| names.iter().any(|name| name == typed));
        Ok(match typed {
            _ if read == 0 => Wish::Quit,
            "quit" | "q" => Wish::Quit,
            "hint" | "h" | "?" => Wish::Hint,
            "undo" | "u" => Wish::Undo,
            typed => match named(typed) {
                Some(place) => Wish::Do(place),
                None => Wish::Unclear(typed.to_owned()),
            },
        })
    }

    /// Whose turn it is, where there is more than one.
    fn who(&self) -> String {
        match self.solved.model().seats() {
            1 => String::new(),
            _ => format!("player {}: ", self.stand.mover + 1),
        }
    }

    /// Tells what every action is worth to the mover.
    fn hint(&self, actions: &[Vec<String>]) -> String {
        let values = self.solved.explored.choices(&self.solved.solution, self.stand.node);
        let best = values.iter().map(|values| &values[0]).max().cloned().unwrap_or_default();
        let row = |(names, values): (&Vec<String>, &Vec<Rational>)| {
            let mark = if values[0] == best { "best" } else { "" };
            vec![
                format!("  {}", names.join(" or ")),
                print::shown(&values[0]),
                self.decimal(&values[0]),
                mark.into(),
            ]
        };
        print::aligned(&actions.iter().zip(&values).map(row).collect::<Vec<_>>())
    }

    fn decimal(&self, value: &Rational) -> String {
        Print::new(print::Format::Text, None).at_most(6).decimal(value)
    }

    /// Does something, and says what chance answered and what it means for everybody.
    fn step(&mut self, place: usize, names: &[String]) -> String {
        let model = self.solved.model();
        let edges = model.choices(self.stand.node).nth(place).expect("one of the choices");
        let edge = drawn(model, edges, &mut self.stand.random);
        let (weight, total) = model.weight(edge);
        let mut line = self.who();
        if let Some(name) = names.first() {
            line.push_str(&format!("{name}, "));
        }
        line.push_str(&self.solved.explored.event(edge));
        if weight < total {
            line.push_str(&format!(" (chance {})", exact::fraction(&exact::ratio(weight, total))));
        }
        let passes = model.kind(edge).passes;
        self.stand.mover = (self.stand.mover + passes) % model.seats();
        self.stand.node = model.target(edge);
        format!("{line}\n{}", self.expected())
    }

    /// The position and what everybody may expect of it, the first player first.
    fn expected(&self) -> String {
        let model = self.solved.model();
        let mut values = self.solved.explored.value(&self.solved.solution, self.stand.node);
        values.rotate_right(self.stand.mover.into());
        let worth = &self.asked.game.worths()[0];
        let seats = usize::from(model.seats());
        let each = values.iter().enumerate().map(|(seat, value)| {
            let number = print::fitting(value).filter(|text| text.len() <= 12);
            let number = number.unwrap_or_else(|| self.decimal(value));
            format!("{} {number}", worth.words(seat, seats))
        });
        let each: Vec<String> = each.collect();
        format!("  {}   {}\n", self.solved.explored.words(self.stand.node), each.join("  "))
    }
}
