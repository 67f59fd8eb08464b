//! Numbers for small boards. The slides print none, and no text of the two articles was at hand: these were counted by
//! other programs, deal by deal, when the model was written down.

use super::{Row, Section, mean};
use chancetree::games::solitaire::distributions::{self, Deals};
use chancetree::games::solitaire::means;

/// Expectations for 1, 2, ... pairs.
const TURNS: [&str; 5] = ["1", "8/3", "13/3", "622/105", "793/105"];
const LUCKY: [&str; 6] = ["1", "2/3", "11/15", "74/105", "223/315", "2438/3465"];

/// Deals by their turns, from N turns up, for 3 and more pairs.
const DEALS: [&str; 3] = ["1, 8, 6", "1, 20, 70, 14", "1, 40, 370, 504, 30"];

pub(super) fn section(turns: &[Deals]) -> Section {
    let mut rows = Vec::new();
    for (pairs, paper) in (1..).zip(TURNS) {
        rows.push(Row::number(format!("expected turns, N = {pairs}"), paper, means::turns(pairs)));
    }
    for (pairs, paper) in (1..).zip(LUCKY) {
        rows.push(Row::number(format!("expected lucky turns, N = {pairs}"), paper, means::lucky(pairs)));
    }
    for (pairs, paper) in (3..).zip(DEALS) {
        let numbers: Vec<String> = turns[pairs - 1].iter().map(|(_, number)| number.to_string()).collect();
        let numbers = numbers.join(", ");
        rows.push(Row::claim(
            format!("deals by turns, N = {pairs}"),
            paper,
            numbers.clone(),
            numbers == paper,
        ));
    }
    for pairs in [4, 6, 8] {
        let expected = mean(&distributions::first_turn(pairs));
        rows.push(Row::answer(format!("expected turn of the first pair, N = {pairs}"), expected));
    }
    Section::list(
        "tables",
        "Small boards, which the slides leave out: beside counts of another program",
        rows,
    )
}
