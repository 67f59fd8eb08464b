//! The command `fit`: how well players remember, from a log of their games.

use crate::family::{
    AnswerDocument, AnswerPlan, CommandError, GameAnswer, Inputs, LongAnswer, Partial, Query, Refusal,
    Report, ReportValue, parsed,
};
use crate::model::Job;
use crate::solitaire::imperfect::log::{LogError, LoggedTurn, ReplayedLog, replay};
use crate::solitaire::imperfect::transcript::Transcript;
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
    level: Option<f64>,
}

/// Plans the estimates for the players of a log.
pub(in crate::solitaire) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let inputs = query.inputs.clone();
    let path = inputs.file("log").ok_or_else(|| Refusal::new("no log is given").help(EXAMPLE))?.to_owned();
    let FitArgs { pairs: typed, level } = query.options();
    let level = level.unwrap_or(0.95);
    let parameters = json!({ "pairs": typed, "level": { "float": level } });
    Ok(AnswerPlan::one("", parameters.clone(), move |job| {
        let (mut log, mut notes) = read(&inputs, &path, job)?;
        let mut replayed = replay(&log.turns, typed.or(log.pairs));
        // The cut-off line shows that the game goes on, also if the cards that were turned are collected.
        if let (Ok(_), Some(game), None) = (&replayed, log.cut_game, typed.or(log.pairs)) {
            replayed = Err((log.turns.len() - 1, LogError::Unfinished(game)));
        }
        if let Some(game) = unfinished(&log, &replayed) {
            // A file that is cut off ends within a game.
            log.turns.retain(|turn| turn.game != game);
            notes.push("The last game is unfinished and is left out; --pairs N uses it, too.".to_owned());
            replayed = replay(&log.turns, typed.or(log.pairs));
        }
        let mut replayed = replayed.map_err(|(place, broken)| {
            let why = log.names.named(&broken.to_string(), broken.card(), broken.game());
            let what = format!("{}, line {}: {why}", inputs.name(&path), log.lines[place]);
            Refusal::new(what).help(help(&log, typed, &broken))
        })?;
        // Players without a turn have no answers.
        replayed.players.resize_with(log.players.names().len().max(replayed.players.len()), Default::default);
        let noted = move |mut report: Report| {
            if !notes.is_empty() {
                report.add_json("left_out", ReportValue::each(notes.iter().map(String::as_str)));
                report.note = [&notes[..], &[report.note]].concat().join("\n");
            }
            report
        };
        let report = noted(replayed.report(level));
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
            let report = replayed.player(names, place, level);
            let is_last = place + 1 == names.len();
            GameAnswer::new(parameters, if is_last { noted(report) } else { report })
        });
        let document = AnswerDocument::Long(Arc::new(long));
        Ok(Partial::whole([GameAnswer::document(parameters, document)]))
    }))
}

/// Returns the last game, if it is unfinished on a board of unknown size and not the only game.
fn unfinished(log: &Transcript, replayed: &Result<ReplayedLog, (usize, LogError)>) -> Option<u64> {
    let last = log.turns.last().filter(|turn| turn.game > 1)?.game;
    let is_last = |broken: &LogError| *broken == LogError::Unfinished(last);
    replayed.as_ref().err().filter(|(_, broken)| is_last(broken)).map(|_| last)
}

/// Reads a log. The notes name a last line that is cut off and left out.
fn read(inputs: &Inputs, path: &Path, job: &Job<'_>) -> Result<(Transcript, Vec<String>), CommandError> {
    let mut lines = inputs
        .lines(path)
        .map_err(|refusal| refusal.help("this command writes a log: chancetree play solitaire --log FILE"))?;
    let (name, mut log, mut notes) = (lines.name().to_owned(), Transcript::default(), Vec::new());
    while let Some((number, line)) = lines.read()? {
        if number % LINES == 0 {
            let place = || format!("in line {number} of {name}");
            job.check().map_err(|error| CommandError::of(error, place()))?;
        }
        let goes_on = lines.is_cut() && log.goes_on(&line);
        if let Err(why) = log.read(number, &line) {
            if lines.is_cut() && !log.turns.is_empty() {
                notes.push(format!("Line {number} is cut off and is left out."));
                let last = log.turns.last().map(|turn| turn.game);
                log.cut_game = last.filter(|_| goes_on);
                break;
            }
            let refusal = Refusal::new(format!("{name}, line {number}: {why}"));
            return Err(refusal.help(format!("this command writes such lines: {EXAMPLE}")).into());
        }
    }
    match log.turns.is_empty() {
        true => Err(Refusal::new(format!("{name}: no turn is logged")).help(EXAMPLE).into()),
        false => Ok((log, notes)),
    }
}

/// Suggests how to correct a broken log: another number of pairs only if the log is valid with it.
fn help(log: &Transcript, typed: Option<u16>, broken: &LogError) -> String {
    let is_valid = |pairs: Option<u16>| replay(&log.turns, pairs).is_ok();
    if matches!(broken, LogError::Unfinished(_)) {
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
