//! A game by hand, in plain lines: what may be done, what chance answered, and what everybody may expect.

use super::Question;
use super::find::Evaluated;
use crate::cli::fail::Fail;
use crate::cli::print::{self, Print};
use crate::cli::range::whole;
use crate::cli::watch::{Watch, wait_for_input};
use crate::exact::Rational;
use crate::game::Seat;
use crate::play::plain::Plain;
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
    let worth = asked.game.worths()[0].clone();
    let game = Plain::new(&*solved.explored, &solved.solution, worth, seed);
    print::print(&format!("{}; seed {seed}\n", asked.title()))?;
    run(game, &humans, watch)
}

/// A seed that is another each time.
fn any() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_nanos().into())
}

/// Plays a game in which some are at the keyboard.
fn run(mut game: Plain<'_>, humans: &[bool], watch: &Watch) -> Result<(), Fail> {
    print::print(&game.expected())?;
    loop {
        if watch.stopped() {
            return Err(watch.ended("in the middle of the game"));
        }
        if game.is_over() {
            return print::print("The game is over.\n");
        }
        let actions = game.actions();
        let told = match actions.len() {
            1 => game.step(0),
            _ if humans[usize::from(game.mover())] => match wish(&game, &actions)? {
                Wish::Do(place) => {
                    game.keep();
                    game.step(place)
                }
                Wish::Hint => hint(&game),
                Wish::Undo if game.undo() => game.expected(),
                Wish::Undo => "Nothing was done yet.\n".to_owned(),
                Wish::Unclear(typed) => format!("{typed:?} cannot be done here.\n"),
                Wish::Quit => return print::print("\n"),
            },
            _ => game.step(game.best()),
        };
        print::print(&told)?;
    }
}

/// Asks what is to be done.
fn wish(game: &Plain<'_>, actions: &[Vec<String>]) -> Result<Wish, Fail> {
    let names: Vec<&str> = actions.iter().flatten().map(String::as_str).collect();
    print::print(&format!("{}. {}, hint, undo or quit? ", game.position(), names.join(", ")))?;
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

/// Tells what every action is worth to the mover.
fn hint(game: &Plain<'_>) -> String {
    let print = Print::new(print::Format::Text, None).at_most(6);
    let row = |(names, value, is_best): &(String, Rational, bool)| {
        let mark = if *is_best { "best" } else { "" };
        vec![format!("  {names}"), print::shown(value), print.decimal(value), mark.to_owned()]
    };
    print::aligned(&game.hint().iter().map(row).collect::<Vec<_>>())
}
