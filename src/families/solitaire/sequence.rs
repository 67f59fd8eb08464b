//! Integer sequences in the format of the OEIS.

use super::distributions::Deals;
use super::quantity_name::QuantityName;
use super::summary::Summary;
use crate::family::Refusal;

/// Returns a comment and the lines `n a(n)` of a sequence. Its name has the quantity and the kind of integers. The index `n` is the
/// number of pairs, or counts the entries of a triangle from 1.
///
/// # Errors
/// If the sequence consists of distributions, and some of `answers` have none.
///
/// # Panics
/// If the name is not that of a sequence.
pub fn bfile(sequence: &str, answers: &[Summary]) -> Result<String, Refusal> {
    let (quantity, numbers) = sequence.rsplit_once('-').expect("two parts");
    let quantity = QuantityName::named(&quantity.replace('-', "_")).expect("the name of a quantity");
    let found = |answer: &Summary| answer.quantity(quantity).is_some();
    if !answers.iter().all(found) {
        if answers[0].game.is_blind() {
            return Err(Refusal::new("--blind has no sequence of the first pair").help("leave out --blind"));
        }
        return Err(
            Refusal::new("--means has no sequence of the cards to remember").help("leave out --means")
        );
    }
    let player = if answers[0].game.is_blind() { "both cards blind" } else { "perfect memory" };
    let index = if numbers == "triangle" { "read by rows" } else { "n = pairs" };
    let offset = if numbers == "triangle" { 1 } else { answers[0].game.pairs() };
    let version = env!("CARGO_PKG_VERSION");
    let head =
        format!("# Solitaire Memory, {player}: {sequence}, {index}, offset {offset}; chancetree {version}\n");
    let quantities =
        answers.iter().filter_map(|answer| Some((answer.game.pairs(), answer.quantity(quantity)?)));
    match numbers {
        "triangle" => {
            let (first, last) = (answers[0].game.pairs(), answers[answers.len() - 1].game.pairs());
            if first != 1 {
                return Err(
                    Refusal::new("a triangle begins with its first row").help(format!("--pairs 1..={last}"))
                );
            }
            if answers.iter().any(Summary::is_of_sums) {
                return Err(Refusal::new("a triangle needs distributions, which --means leaves out")
                    .help("leave out --means"));
            }
            let numbers = quantities.flat_map(|(_, quantity)| &quantity.deals).flat_map(Deals::masses);
            let lines = numbers.zip(1..).map(|((_, number), place)| format!("{place} {number}\n"));
            Ok(head + &lines.collect::<String>())
        }
        "numerator" => {
            Ok(quantities.fold(head, |text, (pairs, it)| text + &format!("{pairs} {}\n", it.mean.numer())))
        }
        _ => Ok(quantities.fold(head, |text, (pairs, it)| text + &format!("{pairs} {}\n", it.mean.denom()))),
    }
}
