//! Games of Minesweeper at random: how often they are won, with the error.

use super::counts::Rounds;
use super::sampled::Sampling;
use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::mines::unknown;
use crate::family::{GameAnswer, Given, Partial};
use crate::games::mines::family::{Asked, Unbegun};
use crate::games::mines::risk::Unknown;
use crate::games::mines::simulate::{Approach, GameResult, StartingBoard};
use crate::games::mines::tally::Tallies;
use crate::model::Job;
use serde_json::{Value, json};
use std::time::Instant;

pub(in crate::cli) fn mines(
    question: &Inquiry<'_>,
    (sampling,): (Sampling,),
    context: &Context,
) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let ways = match (own.names("compare"), Asked(&games[0]).way()) {
        (None, way) => match way.map_err(|refusal| question.refused(refusal))? {
            Some(way) => vec![way],
            // Somebody decides: what is best is known of games that are explored.
            None => return question.described(context),
        },
        (Some(names), _) => names.iter().map(|name| Approach::named(name).expect("one of them")).collect(),
    };
    let begin = |given: &Given| {
        Asked(given).begin(&context.job()).map_err(|why| match why {
            Unbegun::Refused(refusal) => question.refused(refusal),
            Unbegun::Unknown(why) => unknown(why, context),
        })
    };
    // Every board is checked before a game is played. The boards of a long range are too large to be kept.
    let mut first = Some(begin(&games[0])?);
    for given in &games[1..] {
        if context.stopped() {
            return Err(context.ended("before the first game"));
        }
        begin(given)?;
    }
    let names = ways.iter().map(|way| way.name()).collect();
    let games = games.iter().collect();
    let echo = |given: &&Given| given.echo();
    sampling.run((question, names), games, echo, context, |given: &Given, job| {
        let begin = first.take().map_or_else(|| begin(given), Ok)?;
        let begun = Instant::now();
        let play = |number: u64, job: &Job<'_>| -> Result<Vec<GameResult>, Unknown> {
            ways.iter().map(|way| begin.play(*way, sampling.seed, number, job)).collect()
        };
        let explain = |game: u64, why: Unknown| match why {
            Unknown::Engine(error) => context.explain(error),
            other => Fail::beyond(format!("game {game}: {other}")),
        };
        let mut played = Tallies::new(&ways);
        let (now, stop) = Rounds(sampling.games).play(job, context, play, explain, &mut played)?;
        // Not before: whoever stops it wants what was played by then.
        if stop.is_none() {
            played.beside(ways.iter().map(|&way| Asked(given).exact(way, &begin, &context.job())));
        }
        let answer = (played.games() > 0).then(|| {
            GameAnswer::new(
                parameters(&sampling, Asked(given), &begin, own.names("compare")),
                played.report(Asked(given), &begin, sampling.seed),
            )
        });
        if answer.is_some() {
            let number = now as f64 * ways.len() as f64;
            context.note(&format!("{:.0} games a second", number / begun.elapsed().as_secs_f64()));
        }
        Ok(Partial::until(answer, stop))
    })
}

/// The question about a board as JSON repeats it, in which several ways to play may be compared.
fn parameters(
    sampling: &Sampling,
    asked: Asked<'_>,
    begin: &StartingBoard,
    compared: Option<&[String]>,
) -> Value {
    let board = begin.board();
    let board = json!({ "rows": board.rows(), "columns": board.columns(), "mines": board.mines() });
    let mut parameters = asked.echo(board, begin.position());
    if let Some(names) = compared {
        (parameters["play"], parameters["ties"]) = (Value::Null, Value::Null);
        parameters["compare"] = json!(names);
    }
    sampling.enter(&mut parameters);
    parameters
}
