//! The odds of a game of Minesweeper.

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::mines;
use crate::cli::print::{Answers, Print, Stream};
use crate::family::{GameAnswer, Given, Partial, range};
use crate::games::mines::family::{Asked, echo};
use crate::games::mines::game::Mines;
use crate::games::mines::odds::MinesOdds;
use crate::model::Job;
use serde_json::{Value, json};

pub(in crate::cli) fn mines(
    question: &Inquiry<'_>,
    (checkpoints, machines, print): (Checkpoints, Machines, Print),
    context: &Context,
) -> Result<(), Fail> {
    let games = mines::games(question, context)?;
    let decides = "shared out are games of Minesweeper in which nobody decides";
    let begun = "shared out are games of Minesweeper from their beginning";
    let not = games[0].1.decides().then_some(decides).or(games[0].1.position().map(|_| begun));
    let not = not.or(question.is_range().then_some("shared out is one board, not a range"));
    machines.check(not, context)?;
    let parameters_of =
        |(given, game): &(Given, Mines)| Asked(given).echo(echo(game.field()), game.position());
    let answers = Answers::new("mines", ABOUT, question.is_range(), &[]);
    let titled = |board: &(Given, Mines)| (Asked(&board.0).title(&board.1), parameters_of(board));
    let stream = Stream::new(answers, games.iter().map(titled), print, context);
    let stream = stream.held(checkpoints.folder().is_some());
    let one = |board: (Given, Mines), job: &Job<'_>| {
        let parameters = parameters_of(&board);
        let (given, game) = board;
        let asked = Asked(&given);
        let found = if machines.is_given() {
            let work = json!({ "odds": "mines", "playing": parameters });
            machines.follow(&game, &[0], &work, &checkpoints, context)?.as_ref().map(MinesOdds::followed)
        } else {
            let found = context.run(job, |job| {
                let find = || MinesOdds::of(&game, asked.aim(), job);
                match job.store.is_none() && !game.decides() {
                    true => context.pace().upward(game.field().cells().into(), find),
                    false => find(),
                }
            });
            Some(found?)
        };
        let told = |odds: MinesOdds| {
            let answer = GameAnswer::new(parameters, odds.report(asked.title(&game)));
            stream.push(&answer).map(|()| answer)
        };
        Ok(Partial::whole(found.map(told).transpose()?))
    };
    checkpoints.unless(machines.is_given()).run(&question.range(&Value::Null)?, context, |job| {
        stream.finish(context.phase("evaluate", || range(job, "board", games, one)))
    })
}

/// The subject of a question about a range of boards.
const ABOUT: &str = "Minesweeper";
