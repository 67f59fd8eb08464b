//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod mines;
mod sampled;

pub(super) use sampled::Sampling;

use super::checkpoint::Checkpoints;
use super::context::Context;
use super::described::Inquiry;
use super::fail::Fail;
use crate::games::solitaire::imperfect::MOST_PLAYED;
use crate::games::solitaire::imperfect::log::Written;
use crate::games::solitaire::{Player, Sought};
use crate::model::Job;
use counts::Rounds;
pub(super) use mines::mines;
use serde_json::json;

/// The most games.
const MOST_GAMES: u64 = 10_000_000;

/// Random games of one who plays alone and forgets.
pub(super) fn solitaire(
    question: &Inquiry<'_>,
    (checkpoints,): (Checkpoints,),
    context: &Context,
) -> Result<(), Fail> {
    if checkpoints.folder().is_some() && context.output().has_file() {
        let what = "a log that is saved goes on behind the games that were printed, and -o has a file only once it is whole";
        return Err(Fail::usage(what).help("leave out -o, and end the command with >> FILE"));
    }
    let pairs: u16 = question.one()?.whole("pairs");
    Sought::Games.check(pairs)?;
    let game = Player::of(&question.games()?[0])?.game(pairs)?;
    let own = question.own()?;
    let is_csv = own.word("format") == Some("csv");
    let (games, seed): (u64, u64) = (own.whole("games"), own.whole("seed"));
    let mut work = question.named(json!({ "simulate": "solitaire", "game": question.one()?.echo() }))?;
    (work["games"], work["seed"]) = (json!(games), json!(seed));
    work["format"] = json!(if is_csv { "csv" } else { "json" });
    let play = |number: u64, _: &Job<'_>| {
        // A game may take long by itself.
        let log = if context.stopped() { None } else { game.play(seed, number, MOST_PLAYED) };
        log.ok_or(())
    };
    let explain = |number: u64, ()| {
        let what = format!("game {number} is not over after {MOST_PLAYED} turns");
        Fail::beyond(what).help("--recall 3/4,1/8,4/5")
    };
    let mut log = Written::new(is_csv);
    checkpoints.run(&work, context, |job| {
        let (_, stop) = Rounds(games).play(job, context, play, explain, &mut log)?;
        stop.map_or(Ok(()), Err)
    })
}
