//! `fit`: how well players remember, from a log of games.

use super::commands::Invocation;
use super::context::Context;
use super::fail::Fail;
use super::input::Lines;
use super::print::{self, Format, Print};
use crate::family::GameAnswer;
use crate::games::solitaire::imperfect::log::{self, Broken, replay};
use crate::games::solitaire::level;
use crate::play::turns::Transcript;
use clap::Args;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A log of games of one who forgets.
#[derive(Debug, Args)]
pub(super) struct Logged {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
}

pub(super) fn solitaire(
    question: &Invocation<'_>,
    (Logged { log: path }, print): (Logged, Print),
    context: &Context,
) -> Result<(), Fail> {
    let own = question.own()?;
    let (name, log) = (super::input::name(&path, context), read(&path, context)?);
    let level = level(own.text("level").unwrap_or_default()).map_err(Fail::usage)?;
    let asked: Option<u16> = own.optional("pairs");
    let pairs = asked.or(log.pairs);
    let told = replay(&log.turns, pairs).map_err(|(place, broken)| {
        let help = help(&log, asked, &broken);
        Fail::usage(format!("{name}, line {}: {broken}", log.lines[place])).help(help)
    })?;
    context.clear();
    let parameters = json!({ "pairs": asked, "level": { "float": level } });
    let (names, count) = (log.players.names(), told.players.len());
    if names.is_empty() {
        return print::one("solitaire", parameters, told.report(level), print, context);
    }
    if print.format == Format::Json {
        let players = |places| told.players(names, places, level);
        return print::long_json(
            "solitaire",
            parameters,
            told.report(level),
            (count, players),
            print,
            context,
        );
    }
    let answer = |place: usize| {
        let mut parameters = parameters.clone();
        parameters["player"] = json!(names[place]);
        GameAnswer::new(parameters, told.player(names, place, level))
    };
    print::each("solitaire", count, answer, print, context)
}

/// Says what mends a broken log: another number of pairs only if the log is whole with it.
fn help(log: &Transcript, asked: Option<u16>, broken: &Broken) -> String {
    let is_whole = |pairs: Option<u16>| replay(&log.turns, pairs).is_ok();
    if matches!(broken, Broken::Unfinished(_)) {
        return "--pairs N says how many pairs the board has".to_owned();
    }
    if asked.is_some() && is_whole(log.pairs) {
        return "leave out --pairs".to_owned();
    }
    match most_symbols(&log.turns) {
        most if is_whole(Some(most)) => format!("--pairs {most}, if the board has no more"),
        _ => format!("such games are written by: {EXAMPLE}"),
    }
}

/// The symbols of the game that shows the most: the board has as many pairs at least.
fn most_symbols(turns: &[log::LoggedTurn]) -> u16 {
    let mut shown: BTreeMap<u64, BTreeSet<u16>> = BTreeMap::new();
    for turn in turns {
        shown.entry(turn.game).or_default().extend([turn.first.symbol, turn.second.symbol]);
    }
    let most = shown.values().map(BTreeSet::len).max().unwrap_or_default();
    most.try_into().unwrap_or(u16::MAX)
}

/// Reads a log.
fn read(path: &Path, context: &Context) -> Result<Transcript, Fail> {
    let mut lines = Lines::open(path, context)
        .map_err(|fail| fail.help("a log is written by: chancetree play solitaire --log FILE"))?;
    let (name, mut log) = (lines.name().to_owned(), Transcript::default());
    while let Some((number, line)) = lines.next()? {
        if number % 4096 == 0 && context.stopped() {
            // The log is as long as it is, whatever board it is of.
            let ended = context.ended(&format!("in line {number} of {name}"));
            return Err(ended.of_any_board());
        }
        log.read(number, &line).map_err(|why| {
            Fail::usage(format!("{name}, line {number}: {why}"))
                .help(format!("such lines are written by: {EXAMPLE}"))
        })?;
    }
    match log.turns.is_empty() {
        true => Err(Fail::usage(format!("{name}: no turn is logged")).help(EXAMPLE)),
        false => Ok(log),
    }
}

/// A command that writes a log.
const EXAMPLE: &str = "chancetree simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --seed 1";
