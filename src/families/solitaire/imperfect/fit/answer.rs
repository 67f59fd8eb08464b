//! The command `fit`: how well players remember, from a log of their games.

use super::super::log::{Broken, LoggedTurn, replay};
use super::super::transcript::Transcript;
use crate::family::{
    AnswerDocument, AnswerPlan, CommandError, GameAnswer, Inputs, LongAnswer, Partial, Query, Refusal, parsed,
};
use crate::model::Job;
use crate::solitaire::Level;
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A command that writes a log.
const EXAMPLE: &str = "chancetree simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --seed 1";

/// The number of lines that are read between two checks of the limits.
const LINES: usize = 4096;

/// The options of the estimates.
#[derive(Deserialize)]
struct FitArgs {
    pairs: Option<u16>,
    #[serde(default, deserialize_with = "parsed")]
    level: Option<Level>,
}

/// Plans the estimates for the players of a log.
pub(in crate::solitaire) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let inputs = query.inputs.clone();
    let path = inputs.file("log").ok_or_else(|| Refusal::new("no log is given").help(EXAMPLE))?.to_owned();
    let FitArgs { pairs: typed, level } = query.options();
    let Level(level) = level.unwrap_or_default();
    let parameters = json!({ "pairs": typed, "level": { "float": level } });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let log = read(&inputs, &path, job)?;
        let replayed = replay(&log.turns, typed.or(log.pairs)).map_err(|(place, broken)| {
            let what = format!("{}, line {}: {broken}", inputs.name(&path), log.lines[place]);
            Refusal::new(what).help(help(&log, typed, &broken))
        })?;
        let report = replayed.report(level);
        if log.players.names().is_empty() {
            return Ok(Partial::whole([GameAnswer::new(parameters, report)]));
        }
        let players = Arc::new((replayed, log.players.names().to_vec()));
        let (of_all, of_one, entry_parameters) = (Arc::clone(&players), players, parameters.clone());
        let long =
            LongAnswer::new(of_all.1.len(), move |places, _| of_all.0.players(&of_all.1, places, level));
        let long = long.after(report).with_entries(move |place| {
            let (replayed, names) = &*of_one;
            let mut parameters = entry_parameters.clone();
            parameters["player"] = json!(names[place]);
            GameAnswer::new(parameters, replayed.player(names, place, level))
        });
        let document = AnswerDocument::Long(Arc::new(long));
        Ok(Partial::whole([GameAnswer::document(parameters, document)]))
    });
    Ok(AnswerPlan { is_of_input: true, ..plan })
}

/// Reads a log.
fn read(inputs: &Inputs, path: &Path, job: &Job<'_>) -> Result<Transcript, CommandError> {
    let mut lines = inputs
        .lines(path)
        .map_err(|refusal| refusal.help("this command writes a log: chancetree play solitaire --log FILE"))?;
    let (name, mut log) = (lines.name().to_owned(), Transcript::default());
    while let Some((number, line)) = lines.read()? {
        if number % LINES == 0 {
            let place = || format!("in line {number} of {name}");
            job.check().map_err(|error| CommandError::of(error, place()))?;
        }
        log.read(number, &line).map_err(|why| {
            Refusal::new(format!("{name}, line {number}: {why}"))
                .help(format!("this command writes such lines: {EXAMPLE}"))
        })?;
    }
    match log.turns.is_empty() {
        true => Err(Refusal::new(format!("{name}: no turn is logged")).help(EXAMPLE).into()),
        false => Ok(log),
    }
}

/// Suggests how to correct a broken log: another number of pairs only if the log is valid with it.
fn help(log: &Transcript, typed: Option<u16>, broken: &Broken) -> String {
    let is_valid = |pairs: Option<u16>| replay(&log.turns, pairs).is_ok();
    if matches!(broken, Broken::Unfinished(_)) {
        return "--pairs N sets the number of pairs".to_owned();
    }
    if typed.is_some() && is_valid(log.pairs) {
        return "leave out --pairs".to_owned();
    }
    match most_symbols(&log.turns) {
        most if is_valid(Some(most)) => format!("--pairs {most}, if the board has no more pairs"),
        _ => format!("this command writes such games: {EXAMPLE}"),
    }
}

/// Returns the number of symbols of the game that shows the most symbols. The board has at least as many pairs.
fn most_symbols(turns: &[LoggedTurn]) -> u16 {
    let mut shown: BTreeMap<u64, BTreeSet<u16>> = BTreeMap::new();
    for turn in turns {
        shown.entry(turn.game).or_default().extend([turn.first.symbol, turn.second.symbol]);
    }
    let most = shown.values().map(BTreeSet::len).max().unwrap_or_default();
    most.try_into().unwrap_or(u16::MAX)
}
