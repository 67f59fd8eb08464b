//! The deal that the slides play.

use super::{Row, Section};
use chancetree::games::solitaire::Turn;
use chancetree::games::solitaire::deal::Deal;

const CARDS: &str = "1 2 1 6 2 3 3 5 4 4 5 6";

/// The states as printed.
const STATES: [&str; 10] = [
    "(6,0,0)", "(6,2,0)", "(5,1,0)", "(5,3,1)", "(4,1,0)", "(3,1,0)", "(3,3,0)", "(2,1,0)", "(1,1,0)",
    "(0,0,0)",
];

/// The state that is printed wrong: with two cards face down the slides have one.
const SLIP: usize = 7;

pub(super) fn section() -> Section {
    let deal = Deal::new(&CARDS.split(' ').collect::<Vec<_>>()).expect("a deal");
    let (steps, blocks) = (deal.play(), deal.blocks());
    let mut states = vec![format!("({},0,0)", deal.pairs())];
    states.extend(steps.iter().map(|step| {
        let table = step.after;
        format!("({},{},{})", table.pairs, table.turned, table.known)
    }));
    let mut rows: Vec<Row> = STATES
        .iter()
        .zip(&states)
        .enumerate()
        .map(|(turn, (paper, state))| {
            let item = format!("state after turn {turn}");
            match turn {
                SLIP => Row::slip(item, *paper, state.clone(), paper != state),
                _ => Row::claim(item, *paper, state.clone(), paper == state),
            }
        })
        .collect();
    let lengths: Vec<String> = blocks.iter().map(|block| block.length.to_string()).collect();
    let lengths = lengths.join(", ");
    let even = blocks.iter().filter(|block| block.length % 2 == 0).count() as u64;
    let lucky = steps.iter().filter(|step| step.turn == Turn::Lucky).count() as u64;
    let known = "3, 2, 2, 3, 1, 1";
    rows.extend([
        Row::count("turns", 9, steps.len() as u64),
        Row::claim("lengths of the blocks", known, lengths.clone(), lengths == known),
        Row::count("even blocks", 2, even),
        Row::count("lucky turns", 1, lucky),
        Row::count("3N/2 + e/2 - l", 9, (3 * u64::from(deal.pairs()) + even) / 2 - lucky),
    ]);
    Section::list("example", format!("The deal {CARDS}"), rows)
}
