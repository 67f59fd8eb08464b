//! Memory for one player with perfect memory.

use super::{CommandAnswer, StudyQuery, text};
use crate::exact::{matchings, ratio};
use crate::games::family::ReportValue;
use crate::joined;
use crate::table::StudyEntry;
use crate::verdict::CheckedAnswer;

/// Returns a quantity of the answer about a board or a deal.
pub(super) fn answer(
    query: &StudyQuery,
    entry: &StudyEntry,
    answer: &CommandAnswer,
) -> Option<CheckedAnswer> {
    let quantity = &*entry.quantity;
    if query.command == "deal" {
        return deal(answer, quantity);
    }
    let path = match quantity {
        "E(turns)" => "turns.mean",
        "E(lucky turns)" => "lucky.mean",
        "E(turn of the first pair)" => "first_turn.mean",
        "E(cards to remember)" => "remembered.mean",
        "E(score)" => "score.mean",
        "score" => "value",
        "deals by turns" => return deals(query.pairs(), answer),
        _ => return None,
    };
    Some(answer.fraction(path)?.into())
}

/// Returns the number of deals with each number of turns.
fn deals(pairs: u16, answer: &CommandAnswer) -> Option<CheckedAnswer> {
    let all = matchings(pairs.into());
    let number = |value: &ReportValue| match value {
        ReportValue::Each(both) => match &both[..] {
            [_, ReportValue::Exact(chance)] => Some((chance * ratio(all.clone(), 1)).to_integer()),
            _ => None,
        },
        _ => None,
    };
    let numbers = answer.each("turns.distribution");
    Some(joined(numbers.iter().map(number).collect::<Option<Vec<_>>>()?, ", ").into())
}

/// Returns a quantity of one deal.
fn deal(answer: &CommandAnswer, quantity: &str) -> Option<CheckedAnswer> {
    let number = |path: &str| answer.text(path)?.parse::<u64>().ok();
    let pairs = answer.each("cards").len() as u64 / 2;
    let blocks = answer.each("blocks").len();
    let lengths = (0..blocks).map_while(|block| number(&format!("blocks.{block}.length")));
    let lengths: Vec<u64> = lengths.collect();
    let even = lengths.iter().filter(|&&length| length.is_multiple_of(2)).count() as u64;
    if let Some(turn) = quantity.strip_prefix("state after turn ") {
        let state = match turn.parse::<usize>().ok()?.checked_sub(1) {
            None => format!("{pairs} 0 0"),
            Some(turn) => text(&answer.at(&format!("play.{turn}.state"))?)?,
        };
        return Some(format!("({})", state.replace(' ', ",")).into());
    }
    Some(match quantity {
        "turns" => number("turns")?.into(),
        "lengths of the blocks" => joined(lengths, ", ").into(),
        "even blocks" => even.into(),
        "lucky turns" => number("lucky")?.into(),
        "3N/2 + e/2 - l" => ((3 * pairs + even) / 2 - number("lucky")?).into(),
        _ => return None,
    })
}
