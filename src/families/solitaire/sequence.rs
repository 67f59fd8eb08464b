//! Sequences of whole numbers, as the OEIS keeps them.

use super::distributions::Deals;
use super::summary::Summary;
use crate::family::Refusal;

/// Returns the lines `n a(n)` of a sequence, whose name says of which quantity and which whole numbers: by pairs, or for a triangle
/// counted from 1.
///
/// # Errors
/// If it is of distributions, and not all of `answers` have them.
///
/// # Panics
/// If the name is none.
pub fn bfile(sequence: &str, answers: &[Summary]) -> Result<String, Refusal> {
    let (quantity, numbers) = sequence.rsplit_once('-').expect("two parts");
    let quantity = quantity.replace('-', "_");
    let found = |answer: &Summary| answer.quantity(&quantity).is_some();
    if !answers.iter().all(found) {
        return Err(Refusal::new("the cards to remember have no sum; they come from the distributions")
            .help("leave out --means"));
    }
    let quantities =
        answers.iter().filter_map(|answer| Some((answer.game.pairs(), answer.quantity(&quantity)?)));
    match numbers {
        "triangle" => {
            let (first, last) = (answers[0].game.pairs(), answers[answers.len() - 1].game.pairs());
            if first != 1 {
                return Err(Refusal::new("a triangle is counted from its first row")
                    .help(format!("--pairs 1..={last}")));
            }
            if answers.iter().any(Summary::is_of_sums) {
                return Err(Refusal::new("a triangle is of distributions").help("leave out --means"));
            }
            let numbers = quantities.flat_map(|(_, quantity)| &quantity.deals).flat_map(Deals::masses);
            Ok(numbers.zip(1..).map(|((_, number), place)| format!("{place} {number}\n")).collect())
        }
        "numerator" => Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.numer())).collect()),
        _ => Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.denom())).collect()),
    }
}
