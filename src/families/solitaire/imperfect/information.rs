//! The command `information`: the information of a game about a player, to choose a board for an experiment.

use super::fit::GameInformation;
use super::{ImperfectSolitaire, parameters};
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, GameAnswer, Partial, Query, Refusal, counted, run_each,
};
use crate::solitaire::family::SolitaireArgs;
use crate::solitaire::{Player, SolitaireComputation};
use serde_json::json;

/// Plans a table with a line for each board.
pub(in crate::solitaire) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let pairs: Vec<u16> = query.games.iter().map(|given| given.read::<SolitaireArgs>().pairs).collect();
    pairs.last().map_or(Ok(()), |&most| SolitaireComputation::Information.check(most))?;
    let player = Player::of(&query.games[0])?;
    let recall = player.forgetful()?.clone();
    let boards: Vec<ImperfectSolitaire> =
        pairs.into_iter().map(|pairs| player.game(pairs)).collect::<Result<_, _>>()?;
    let model = player.model;
    let parameters = json!({ "recall": parameters(&recall), "model": model.to_string() });
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let found = run_each(job, "board", boards, |board| {
            let place = || format!("before the board of {}", counted(board.pairs(), "pair"));
            GameInformation::of(&board, job).map_err(|error| CommandError::of(error, place()))
        })?;
        let Partial { done, stop } = found;
        let report = GameInformation::report(&done, model, &recall);
        Ok(Partial::until([GameAnswer::new(parameters, report)], stop))
    });
    let layout = AnswerLayout { digits_for_people: Some(4), ..plan.layout };
    Ok(plan.laid_out(layout))
}
