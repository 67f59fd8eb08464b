//! A game by hand, in plain lines.

use super::Inquiry;
use super::find::Evaluated;
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::cli::watch::{Watch, wait_for_input};
use crate::game::Seat;
use crate::play::text_game::{TextEvent, TextGame, TextReply};
use std::io::{self, BufRead as _};

/// Reads who sits in each seat: `true` for somebody at the keyboard.
fn seats(given: Option<&[String]>, count: Seat) -> Result<Vec<bool>, Fail> {
    let Some(given) = given else { return Ok((0..count).map(|seat| seat == 0).collect()) };
    let given: Vec<bool> = given.iter().map(|who| who == "human").collect();
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
pub(super) fn play(question: &Inquiry, (): (), watch: &Watch) -> Result<(), Fail> {
    let (asked, own) = (question.only(watch)?, question.own()?);
    let humans = seats(own.names("seats"), asked.game.seats)?;
    let solved = Evaluated::whole(&asked, watch)?;
    let seed = own.optional("seed").unwrap_or_else(any);
    watch.clear();
    let mut game = TextGame::new((&*solved.explored, &solved.solution), &asked.game.worths[0], humans, seed);
    print::print(&format!("{}; seed {seed}\n", asked.title()))?;
    print::print(&game.expected())?;
    loop {
        if watch.stopped() {
            return Err(watch.ended("in the middle of the game"));
        }
        let reply = match game.next_event() {
            TextEvent::Over => return print::print("The game is over.\n"),
            TextEvent::Done(lines) => TextReply::Lines(lines),
            TextEvent::Prompt(question) => {
                print::print(&question)?;
                line()?.map_or(TextReply::Quit, |line| game.reply(line.trim()))
            }
        };
        match reply {
            TextReply::Lines(lines) => print::print(&lines)?,
            TextReply::Values(rows) => print::print(&print::aligned(&rows))?,
            TextReply::Quit => return print::print("\n"),
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
