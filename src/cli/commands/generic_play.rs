//! `play` for any family: a game in plain lines of text.

use super::Invocation;
use crate::cli::context::{ActivityKind, Context};
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::game::Seat;
use chancetree_families::family::generic::SolvedGame;
use chancetree_play::text_game::{TextEvent, TextGame, TextReply};
use serde::Deserialize;
use std::io::{self, BufRead as _};

/// The options of the command.
#[derive(Deserialize)]
struct GenericPlayArgs {
    seed: Option<u64>,
    seats: Option<Vec<String>>,
}

/// Returns the player of each seat: `true` for a person at the keyboard.
fn humans(given: Option<&[String]>, count: Seat) -> Result<Vec<bool>, Fail> {
    let Some(given) = given else { return Ok((0..count).map(|seat| seat == 0).collect()) };
    let given: Vec<bool> = given.iter().map(|player| player == "human").collect();
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

/// Plays a game until its end or the end of the input.
pub(super) fn play(invocation: &Invocation<'_>) -> Result<(), Fail> {
    let (game, context) = (invocation.described_game()?, invocation.context);
    let GenericPlayArgs { seed, seats } = invocation.command_options()?.read();
    let humans = humans(seats.as_deref(), game.game.seats)?;
    let solved = SolvedGame::of(&game, None, &context.job()).map_err(|error| context.failure(error))?;
    let seed = seed.unwrap_or_else(random_seed);
    context.clear();
    let mut text_game = TextGame::new(
        (&*solved.explored, &solved.solution),
        (&game.game.payoffs[0], &game.game.names),
        humans,
        seed,
    );
    context.output().print(&format!("{}; seed {seed}\n", game.title()))?;
    context.output().print(&text_game.expected())?;
    loop {
        if context.is_stopped() {
            return Err(context.stop_failure("in the middle of the game"));
        }
        let reply = match text_game.next_event() {
            TextEvent::Over => return context.output().print("The game is over.\n"),
            TextEvent::Done(lines) => TextReply::Lines(lines),
            TextEvent::Prompt(prompt) => {
                context.output().print(&prompt)?;
                read_line(context)?.map_or(TextReply::Quit, |line| text_game.reply(line.trim()))
            }
        };
        match reply {
            TextReply::Lines(lines) => context.output().print(&lines)?,
            TextReply::Values(rows) => context.output().print(&print::aligned(&rows))?,
            TextReply::Quit => return context.output().print("\n"),
        }
    }
}

/// Returns a seed from the clock.
fn random_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.subsec_nanos().into())
}

/// Reads the next line of input, or `None` at the end of the input.
fn read_line(context: &Context) -> Result<Option<String>, Fail> {
    let mut line = String::new();
    let _waiting = context.begin(ActivityKind::Waiting);
    let read = io::stdin().lock().read_line(&mut line).map_err(|error| Fail::io("stdin", &error))?;
    Ok((read > 0).then_some(line))
}
