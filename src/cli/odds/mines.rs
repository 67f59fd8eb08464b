//! The odds of a game of Minesweeper.

use super::super::checkpoint::Checkpoints;
use super::super::described::Inquiry;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::mines;
use super::super::print::{self, Answers, Print};
use super::super::watch::{Several, Watch};
use crate::family::Given;
use crate::games::mines::family::{Asked, echo};
use crate::games::mines::game::Mines;
use crate::games::mines::odds::MinesOdds;
use serde_json::{Value, json};

pub(in crate::cli) fn mines(
    question: &Inquiry,
    (checkpoints, machines, print): (Checkpoints, Machines, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let games = mines::games(question, watch)?;
    let decides = "shared out are games of Minesweeper in which nobody decides";
    let begun = "shared out are games of Minesweeper from their beginning";
    let not = games[0].1.decides().then_some(decides).or(games[0].1.position().map(|_| begun));
    let not = not.or(question.is_range().then_some("shared out is one board, not a range"));
    machines.check(not)?;
    let one = |(given, game): (Given, Mines), checkpoints: &Checkpoints| {
        let asked = Asked(&given);
        let parameters = asked.echo(echo(game.field()), game.position());
        let found = if machines.is_given() {
            let work = json!({ "odds": "mines", "playing": parameters });
            machines.follow(&game, &[0], &work, checkpoints, watch)?.as_ref().map(MinesOdds::followed)
        } else {
            let work = json!({ "odds": "mines", "game": parameters });
            let found = checkpoints.finish(&work, watch, |run| {
                let find = || MinesOdds::of(&game, asked.aim(), run);
                match run.checkpointer.is_none() && !game.decides() {
                    true => watch.pace().upward(game.field().cells().into(), find),
                    false => find(),
                }
            });
            Some(found?)
        };
        let told = |odds: MinesOdds| print::Answered { parameters, report: odds.report(asked.title(&game)) };
        Ok(Several::whole(found.map(told)))
    };
    let several = || checkpoints.range((question, &Value::Null), "board", games, watch, one);
    let several = watch.phase("evaluate", several)?;
    several.show(watch, |all, are_all| {
        Answers::new("mines", ABOUT, question.is_range(), all).of_all(are_all).print(print)
    })
}

/// The subject of a question about a range of boards.
const ABOUT: &str = "Minesweeper";
