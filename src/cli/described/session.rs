//! A game by hand, in plain lines.

use super::Question;
use super::find::Evaluated;
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::cli::range::whole;
use crate::cli::watch::{Watch, wait_for_input};
use crate::game::Seat;
use crate::play::spoken::{Heard, Next, Spoken};
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
    let mut game = Spoken::new((&*solved.explored, &solved.solution), &asked.game.worths()[0], humans, seed);
    print::print(&format!("{}; seed {seed}\n", asked.title()))?;
    print::print(&game.expected())?;
    loop {
        if watch.stopped() {
            return Err(watch.ended("in the middle of the game"));
        }
        let heard = match game.go_on() {
            Next::Over => return print::print("The game is over.\n"),
            Next::Done(lines) => Heard::Lines(lines),
            Next::Asked(question) => {
                print::print(&question)?;
                line()?.map_or(Heard::Quit, |line| game.hear(line.trim()))
            }
        };
        match heard {
            Heard::Lines(lines) => print::print(&lines)?,
            Heard::Worths(rows) => print::print(&print::aligned(&rows))?,
            Heard::Quit => return print::print("\n"),
        }
    }
}

/// A seed that is another each time.
fn any() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_nanos().into())
}

/// The next line of input, if there is one.
fn line() -> Result<Option<String>, Fail> {
    let mut line = String::new();
    let _waiting = wait_for_input();
    let read = io::stdin().lock().read_line(&mut line).map_err(|error| Fail::io("stdin", &error))?;
    Ok((read > 0).then_some(line))
}
