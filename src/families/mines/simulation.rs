//! The command `simulate` of Minesweeper: the win rate of random games, with its error.

use super::family::{MinesArgs, StartError};
use super::risk::RiskError;
use super::simulate::{Approach, GameResult, StartingBoard};
use super::tally::Tallies;
use crate::family::{
    AnswerPlan, CommandError, GameAnswer, GameArguments, Partial, Query, Refusal, Sampling, generic,
    play_rounds, range,
};
use crate::model::Job;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Instant;

/// The option to compare ways to play.
#[derive(Deserialize)]
struct CompareArgs {
    compare: Option<Vec<String>>,
}

/// Plans random games on boards of any size, played in one way or in several ways on the same boards.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (games, sampling) = (query.games.to_vec(), query.options::<Sampling>());
    let CompareArgs { compare: compared } = query.options();
    let ways = match (&compared, MinesArgs::of(&games[0]).approach()) {
        (Some(names), _) => {
            names.iter().map(|name| Approach::named(name).expect("every name is an approach")).collect()
        }
        (None, way) => match way? {
            Some(way) => vec![way],
            // Best play is simulated on the explored game.
            None => return generic::simulate(query),
        },
    };
    let names: Value = ways.iter().map(|way| way.name()).collect();
    let blank = games.iter().map(|given| (String::new(), given.echo())).collect();
    let plan = AnswerPlan::new("", blank, move |job, sink| {
        // Every board is checked before the first game. Not all boards of a long range would fit into memory.
        let mut first = Some(starting_board(&games[0], job)?);
        for given in &games[1..] {
            job.check().map_err(|error| CommandError::of(error, "before the first game"))?;
            starting_board(given, job)?;
        }
        range(job, "board", games, |given: GameArguments, job: &Job<'_>| {
            let begin = first.take().map_or_else(|| starting_board(&given, job), Ok)?;
            let found = play((&given, &begin), &ways, compared.as_deref(), sampling, job)?;
            found.done.iter().try_for_each(|answer| sink.answer(answer))?;
            Ok(found)
        })
    });
    let mut identity = json!({ "ways": names });
    sampling.enter(&mut identity);
    Ok(plan.laid_out(generic::simulation_layout()).identified(identity))
}

/// Returns the board at the start of the games.
fn starting_board(given: &GameArguments, job: &Job<'_>) -> Result<StartingBoard, CommandError> {
    MinesArgs::of(given).starting_board(&job.unsaved()).map_err(|why| match why {
        StartError::Refused(refusal) => refusal.into(),
        StartError::Unknown(why) => unknown(why),
    })
}

/// Returns the error of a consistent position whose risks are unknown.
pub(super) fn unknown(why: RiskError) -> CommandError {
    match why {
        RiskError::Engine(error) => error.into(),
        other => CommandError::Beyond(Refusal::new(other.to_string())),
    }
}

/// Plays the games of one board.
fn play(
    (given, begin): (&GameArguments, &StartingBoard),
    ways: &[Approach],
    compared: Option<&[String]>,
    sampling: Sampling,
    job: &Job<'_>,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let start = Instant::now();
    let one = |number: u64, job: &Job<'_>| -> Result<Vec<GameResult>, RiskError> {
        ways.iter().map(|way| begin.play(*way, sampling.seed, number, job)).collect()
    };
    let explain = |game: u64, why: RiskError| match why {
        RiskError::Engine(error) => error.into(),
        other => CommandError::Beyond(Refusal::new(format!("game {game}: {other}"))),
    };
    let mut played = Tallies::new(ways);
    let (now, stop) = play_rounds(job, sampling.games, one, explain, &mut played, |_| Ok(()))?;
    // After a stop, exact values would only delay the results of the played games.
    let args = MinesArgs::of(given);
    if stop.is_none() {
        played.set_exact(ways.iter().map(|&way| args.exact(way, begin, &job.unsaved())));
    }
    if played.games() == 0 {
        return Ok(Partial::until([], stop));
    }
    let report = played.report(&args, begin, sampling.seed);
    let number = now as f64 * ways.len() as f64;
    job.monitor.note(&format!("{:.0} games a second", number / start.elapsed().as_secs_f64()));
    let parameters = parameters(sampling, &args, begin, compared);
    Ok(Partial::until([GameAnswer::new(parameters, report)], stop))
}

/// Returns the parameters of a board that JSON repeats. Several ways to play may be compared.
fn parameters(
    sampling: Sampling,
    args: &MinesArgs,
    begin: &StartingBoard,
    compared: Option<&[String]>,
) -> Value {
    let board = begin.board();
    let board = json!({ "rows": board.rows(), "columns": board.columns(), "mines": board.mines() });
    let mut parameters = args.echo(board, begin.position());
    if let Some(names) = compared {
        (parameters["play"], parameters["ties"]) = (Value::Null, Value::Null);
        parameters["compare"] = json!(names);
    }
    sampling.enter(&mut parameters);
    parameters
}
