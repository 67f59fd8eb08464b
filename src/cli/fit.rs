//! `fit`: how well somebody remembers, from a log of games.

mod log;
mod played;

use super::described::Question;
use super::fail::Fail;
use super::print::{Answer, Answers, Format, Print};
use super::recall::float;
use super::watch::Watch;
use crate::family::Datum;
use crate::games::solitaire::imperfect::log::{Told, replay};
use crate::games::solitaire::level;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// A log of games of one who forgets.
#[derive(Debug, Args)]
pub(super) struct Logged {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
}

pub(super) fn solitaire(
    question: &Question,
    (Logged { log: path }, print): (Logged, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let own = question.own()?;
    let (name, log) = (super::input::name(&path), log::read(&path, watch)?);
    let level = level(own.text("level").unwrap_or_default()).map_err(Fail::usage)?;
    let asked: Option<u16> = own.optional("pairs");
    let pairs = asked.or(log.pairs);
    let told = replay(&log.turns, pairs).map_err(|(place, broken)| {
        let help = match pairs {
            Some(pairs) => format!("--pairs {pairs} is the board of every game"),
            None => "--pairs N says how many pairs the board has".to_owned(),
        };
        Fail::usage(format!("{name}, line {}: {broken}", log.lines[place])).help(help)
    })?;
    watch.clear();
    let each: Vec<(&str, &Told)> = log.players.iter().map(String::as_str).zip(&told.players).collect();
    let is_json = print.format == Format::Json;
    let answer = |title: &str, player: Option<&str>, told: &Told| {
        let mut parameters = json!({ "pairs": asked, "level": float(level) });
        if let Some(player) = player {
            parameters["player"] = json!(player);
        }
        Answer { parameters, report: told.report(title, level, print.places()) }
    };
    let mut answers: Vec<Answer> = match &each[..] {
        each if is_json || each.is_empty() => vec![answer("Solitaire Memory", None, &told.all)],
        each => each.iter().map(|(name, told)| answer(name, Some(name), told)).collect(),
    };
    if is_json && !each.is_empty() {
        let player = |(name, told): &(&str, &Told)| {
            Datum::Parts([("player", (*name).into())].into_iter().chain(told.data(level)).collect())
        };
        answers[0].report.add_json("players", Datum::each(each.iter().map(player)));
    } else if !each.is_empty() {
        answers[0].report.title.insert_str(0, &format!("Memory, {}\n\n", told.all.words()));
    }
    if let Some(last) = answers.last_mut() {
        last.report.note = NOTE.to_owned();
    }
    Answers::new("solitaire", "", false, &answers).whole(true).print(print)
}

/// The note below everything.
const NOTE: &str = "Estimates are exact; errors, intervals and tests are floats, good for many trials.";
