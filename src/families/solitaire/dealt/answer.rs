//! The command `deal`: one deal, turn by turn or as a link diagram, or all deals of a board.

use super::{DealArgs, Dealt, ListedDeal};
use crate::family::{
    AnswerDocument, AnswerPlan, CommandError, GameAnswer, LongAnswer, Partial, Query, Refusal,
};
use crate::model::Job;
use serde_json::json;
use std::sync::Arc;

/// Plans the report or the diagram of a deal, or the list of all deals.
pub(in crate::solitaire) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (args, format) = (query.options::<DealArgs>(), query.format.to_owned());
    let is_drawn = query.is_picture() || format == "dot";
    if args.all {
        if is_drawn {
            return Err(Refusal::new("a diagram shows one deal, not all deals").help("-o deals.csv"));
        }
        return list(args.pairs()?);
    }
    Ok(AnswerPlan::one("", json!({}), move |job| {
        let dealt = found(&args, job)?;
        let title = dealt.title();
        let mut parameters = dealt.parameters();
        let document = match &*format {
            "dot" => AnswerDocument::Text(dealt.arcs(&title).dot()),
            _ if is_drawn => AnswerDocument::Picture { svg: dealt.arcs(&title).svg(), title },
            _ => {
                if !["text", "json"].contains(&&*format) {
                    parameters["cards"] = json!(dealt.names);
                }
                return Ok(Partial::whole([GameAnswer::new(parameters, dealt.report())]));
            }
        };
        Ok(Partial::whole([GameAnswer::document(parameters, document)]))
    }))
}

/// Returns the deal that the options describe.
fn found(args: &DealArgs, job: &Job<'_>) -> Result<Dealt, CommandError> {
    let mut stop = None;
    let dealt = Dealt::from_options(args, || {
        stop = job.check().err();
        stop.is_some()
    })?;
    match (dealt, stop) {
        (Some(dealt), _) => Ok(dealt),
        (None, Some(error)) => Err(CommandError::of(error, "before a typical deal was found")),
        (None, None) => unreachable!("only a stop ends the search"),
    }
}

/// Plans the list of all deals of `pairs` pairs.
fn list(pairs: u16) -> Result<AnswerPlan, Refusal> {
    let all = ListedDeal::all(pairs)?;
    let parameters = json!({ "pairs": pairs });
    Ok(AnswerPlan::one("", parameters.clone(), move |job| {
        let mut deals = Vec::new();
        for deal in all {
            job.check().map_err(|error| CommandError::of(error, "before all deals were played"))?;
            deals.push(deal);
        }
        let count = deals.len();
        let long = LongAnswer::new(count, move |places, within| ListedDeal::table(&deals[places], within));
        let document = AnswerDocument::Long(Arc::new(long));
        Ok(Partial::whole([GameAnswer::document(parameters, document)]))
    }))
}
