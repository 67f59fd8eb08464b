//! Sequences of whole numbers, as the OEIS keeps them.

use super::Answer;
use crate::cli::fail::Fail;
use clap::ValueEnum;

/// What a b-file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Sequence {
    /// Deals by turns, board by board, from N turns up
    TurnsTriangle,
    /// Deals by lucky turns, board by board, without the zeros
    LuckyTriangle,
    /// Deals by the place of the first pair, board by board, from 2 up
    FirstPositionTriangle,
    /// Deals by cards to remember, board by board, without the zeros
    RememberedTriangle,
    /// Expected turns, numerators
    TurnsNumerator,
    /// Expected turns, denominators
    TurnsDenominator,
    /// Expected lucky turns, numerators
    LuckyNumerator,
    /// Expected lucky turns, denominators
    LuckyDenominator,
    /// Expected turn of the first pair, numerators
    FirstTurnNumerator,
    /// Expected turn of the first pair, denominators
    FirstTurnDenominator,
    /// Expected cards to remember, numerators
    RememberedNumerator,
    /// Expected cards to remember, denominators
    RememberedDenominator,
}

impl Sequence {
    /// Its quantity, and which whole numbers of it: its name says both.
    fn parts(self) -> (String, String) {
        let name = self.to_possible_value().expect("every sequence has a name").get_name().to_owned();
        let (quantity, numbers) = name.rsplit_once('-').expect("two parts");
        (quantity.replace('-', "_"), numbers.to_owned())
    }

    /// The lines `n a(n)`: by pairs, or for a triangle counted from 1.
    pub(super) fn bfile(self, answers: &[Answer]) -> Result<String, Fail> {
        let (quantity, numbers) = self.parts();
        let found = |answer: &Answer| answer.quantity(&quantity).is_some();
        if !answers.iter().all(found) {
            return Err(Fail::usage("the cards to remember have no sum; they come from the distributions")
                .help("leave out --means"));
        }
        let quantities =
            answers.iter().filter_map(|answer| Some((answer.asked.pairs(), answer.quantity(&quantity)?)));
        match &*numbers {
            "triangle" => {
                let (first, last) = (answers[0].asked.pairs(), answers[answers.len() - 1].asked.pairs());
                if first != 1 {
                    return Err(Fail::usage("a triangle is counted from its first row")
                        .help(format!("--pairs 1..={last}")));
                }
                if answers.iter().any(|answer| answer.evaluator() == "sums") {
                    return Err(Fail::usage("a triangle is of distributions").help("leave out --means"));
                }
                let numbers = quantities.flat_map(|(_, quantity)| &quantity.deals);
                Ok(numbers.zip(1..).map(|((_, number), place)| format!("{place} {number}\n")).collect())
            }
            "numerator" => {
                Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.numer())).collect())
            }
            _ => Ok(quantities.map(|(pairs, it)| format!("{pairs} {}\n", it.mean.denom())).collect()),
        }
    }
}
