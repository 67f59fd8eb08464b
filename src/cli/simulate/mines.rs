//! Games of Minesweeper at random: how often they are won, with the error.

use super::super::described::Question;
use super::super::fail::Fail;
use super::super::mines::explain;
use super::super::print::Answer;
use super::super::watch::{Several, Watch};
use super::counts::Rounds;
use super::sampled::Sampling;
use crate::games::mines::family::{Asked, Unbegun};
use crate::games::mines::risk::Unknown;
use crate::games::mines::risks::Layout;
use crate::games::mines::simulate::{Begin, Ended, Policy};
use crate::games::mines::tally::Tallies;
use crate::model::Run;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use std::time::Instant;

#[derive(Debug, Args)]
pub(in crate::cli) struct Compared {
    /// Several ways to play, on the same boards, compared in pairs: tie rules
    /// of the lowest risk, and strong
    #[arg(long, value_name = "WAY,WAY", value_parser = way(), value_delimiter = ',',
        conflicts_with_all = ["play", "ties"], help_heading = "Play")]
    compare: Vec<Policy>,
}

/// Reads a way to play.
fn way() -> impl TypedValueParser<Value = Policy> {
    let known = |word: String| Policy::ALL.into_iter().find(|way| way.name().eq_ignore_ascii_case(&word));
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .map(move |word| known(word).expect("one of them"))
}

pub(in crate::cli) fn mines(
    question: &Question,
    (Compared { compare }, sampling): (Compared, Sampling),
    watch: &Watch,
) -> Result<(), Fail> {
    let given = question.one()?;
    let ways = match (&compare[..], Asked(&given).way()) {
        ([], way) => match way.map_err(|refusal| question.refused(refusal))? {
            Some(way) => vec![way],
            // Somebody decides: what is best is known of games that are explored.
            None => return question.described(watch),
        },
        (ways, _) => ways.to_vec(),
    };
    let begin = Asked(&given).begin(&watch.run()).map_err(|why| match why {
        Unbegun::Refused(refusal) => question.refused(refusal),
        Unbegun::Typed(refusal) => refusal.into(),
        Unbegun::Unknown(board, why) => explain(&Layout::Board(board), why, watch),
    })?;
    sampling.run(question, vec![begin], watch, |begin, (checkpoints, work)| {
        let mut work = work.clone();
        let begun = Instant::now();
        (work["game"], work["ways"]) = (given.echo(), ways.iter().map(|way| way.name()).collect());
        let play = |number: u64, run: &Run<'_>| -> Result<Vec<Ended>, Unknown> {
            ways.iter().map(|way| begin.play(*way, sampling.seed, number, run)).collect()
        };
        let explain = |game: u64, why: Unknown| match why {
            Unknown::Engine(error) => watch.explain(error),
            other => Fail::beyond(format!("game {game}: {other}")),
        };
        let mut played = Tallies::new(&ways);
        let (now, stop) =
            Rounds(sampling.games).play((checkpoints, &work), watch, play, explain, &mut played)?;
        let answer = (played.games() > 0).then(|| Answer {
            parameters: parameters(&sampling, Asked(&given), &begin),
            report: played.report(Asked(&given), &begin, sampling.seed),
        });
        if answer.is_some() {
            let number = now as f64 * ways.len() as f64;
            watch.note(&format!("{:.0} games a second", number / begun.elapsed().as_secs_f64()));
        }
        Ok(Several::until(answer.into_iter().collect(), stop))
    })
}

/// The question about a board as JSON repeats it.
fn parameters(sampling: &Sampling, asked: Asked<'_>, begin: &Begin) -> Value {
    let board = begin.board();
    let mut parameters = json!({ "rows": board.rows(), "columns": board.columns(), "mines": board.mines() });
    sampling.enter(&mut parameters);
    asked.echo_begin(begin.position(), &mut parameters);
    parameters
}
