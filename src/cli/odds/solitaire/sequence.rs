//! Sequences of whole numbers, as the OEIS keeps them.

use crate::cli::fail::Fail;
use crate::games::solitaire::summary::Summary;

/// The lines `n a(n)` of a sequence, whose name says of which quantity and which whole numbers: by pairs, or for a triangle
/// counted from 1.
pub(super) fn bfile(sequence: &str, answers: &[Summary]) -> Result<String, Fail> {
    let (quantity, numbers) = sequence.rsplit_once('-').expect("two parts");
    let quantity = quantity.replace('-', "_");
    let found = |answer: &Summary| answer.quantity(&quantity).is_some();
    if !answers.iter().all(found) {
        return Err(Fail::usage("the cards to remember have no sum; they come from the distributions")
            .help("leave out --means"));
    }
    let quantities =
        answers.iter().filter_map(|answer| Some((answer.game.pairs(), answer.quantity(&quantity)?)));
    match numbers {
        "triangle" => {
            let (first, last) = (answers[0].game.pairs(), answers[answers.len() - 1].game.pairs());
            if first != 1 {
                return Err(Fail::usage("a triangle is counted from its first row")
                    .help(format!("--pairs 1..={last}")));
            }
            if answers.iter().any(Summary::is_of_sums) {
                return Err(Fail::usage("a triangle is of distributions").help("leave out --means"));
            }
            let numbers = quantities.flat_map(|(_, quantity)| &quantity.deals);
            Ok(numbers.zip(1..).map(|((_, number), place)| format!("{place} {number}\n")).collect())
        }
        "numerator" => Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.numer())).collect()),
        _ => Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.denom())).collect()),
    }
}
