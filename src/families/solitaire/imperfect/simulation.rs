//! The command `simulate` of solitaire Memory: random games as a log.

use super::MAX_PLAYED;
use super::log::LogWriter;
use crate::family::{AnswerPlan, CommandError, Partial, Query, Refusal, Sampling, play_rounds};
use crate::model::Job;
use crate::named_enum;
use crate::solitaire::family::SolitaireArgs;
use crate::solitaire::{Player, SolitaireComputation};
use serde::Deserialize;
use serde_json::json;

named_enum! {
    /// The format of a log.
    pub enum LogFormat {
        Csv: "csv", "A header, then a line for every turn";
        Json: "json", "A JSON object on a line for every turn";
    }
}

/// The options of a log.
#[derive(Deserialize)]
struct LogArgs {
    #[serde(flatten)]
    sampling: Sampling,
    format: LogFormat,
}

/// Plans random games of a forgetful player.
pub(in crate::solitaire) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    if query.is_saved && query.has_file {
        let what = "--checkpoint resumes a log behind the printed games, but -o only writes complete files";
        return Err(Refusal::new(what).help("leave out -o, and end the command with >> FILE"));
    }
    let given = query.one()?;
    let SolitaireArgs { pairs, .. } = given.read();
    SolitaireComputation::Games.check(pairs)?;
    let game = Player::of(given)?.game(pairs)?;
    let LogArgs { sampling: Sampling { games, seed }, format } = query.options();
    let is_csv = format == LogFormat::Csv;
    let identity = json!({ "games": games, "seed": seed, "format": format.name() });
    let plan = AnswerPlan::new("", Vec::new(), move |job, sink| {
        let play = |number: u64, job: &Job<'_>| {
            // A single game may take long.
            let log = if job.check().is_ok() { game.play(seed, number, MAX_PLAYED) } else { None };
            log.ok_or(())
        };
        let explain = |number: u64, ()| {
            let what = format!("game {number} is not over after {MAX_PLAYED} turns");
            CommandError::Beyond(Refusal::new(what).help("--recall 3/4,1/8,4/5"))
        };
        let mut log = LogWriter::new(is_csv);
        let (_, stop) = play_rounds(job, games, play, explain, &mut log, |text| sink.log(text))?;
        stop.map_or_else(|| Ok(Partial::whole([])), Err)
    });
    Ok(plan.identified(identity))
}
