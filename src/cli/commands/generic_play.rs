//! A game by hand, in plain lines.

use super::Invocation;
use crate::cli::context::{ActivityKind, Context};
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::family::generic::SolvedGame;
use crate::game::Seat;
use crate::play::text_game::{TextEvent, TextGame, TextReply};
use std::io::{self, BufRead as _};

/// Reads who sits in each seat: `true` for a person at the keyboard.
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
pub(super) fn play(question: &Invocation<'_>, (): (), context: &Context) -> Result<(), Fail> {
    let (asked, own) = (question.only(context)?, question.own()?);
    let humans = seats(own.names("seats"), asked.game.seats)?;
    let solved = SolvedGame::of(&asked, &context.job()).map_err(|error| context.failure(error))?;
    let seed = own.optional("seed").unwrap_or_else(any);
    context.clear();
    let mut game = TextGame::new((&*solved.explored, &solved.solution), &asked.game.worths[0], humans, seed);
    context.output().print(&format!("{}; seed {seed}\n", asked.title()))?;
    context.output().print(&game.expected())?;
    loop {
        if context.is_stopped() {
            return Err(context.stop_failure("in the middle of the game"));
        }
        let reply = match game.next_event() {
            TextEvent::Over => return context.output().print("The game is over.\n"),
            TextEvent::Done(lines) => TextReply::Lines(lines),
            TextEvent::Prompt(question) => {
                context.output().print(&question)?;
                line(context)?.map_or(TextReply::Quit, |line| game.reply(line.trim()))
            }
        };
        match reply {
            TextReply::Lines(lines) => context.output().print(&lines)?,
            TextReply::Values(rows) => context.output().print(&print::aligned(&rows))?,
            TextReply::Quit => return context.output().print("\n"),
        }
    }
}

/// A seed that is another each time.
fn any() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_nanos().into())
}

/// The next line of input, if there is one.
fn line(context: &Context) -> Result<Option<String>, Fail> {
    let mut line = String::new();
    let _waiting = context.begin(ActivityKind::Waiting);
    let read = io::stdin().lock().read_line(&mut line).map_err(|error| Fail::io("stdin", &error))?;
    Ok((read > 0).then_some(line))
}
