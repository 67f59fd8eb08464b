//! Lindgren (2000): what the worked examples of Minesweeper say of more than one number.

mod statistics;

use super::Facts;
use super::ask::mines::{engine, position};
use super::verdict::Found;
use crate::exact::{Natural, binomials, zero};
use crate::games::mines::board::Board;
use crate::games::mines::risk::Risk;
use crate::model::{Error, Run};

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    as_written(facts);
    facts.put("rules", "4.2, mines beside each cell", beside([0, 3, 5]));
    column(facts)?;
    statistics::laws(facts)
}

fn board(text: &str) -> Board {
    position(text).parse().expect("the position is written right")
}

/// Section 2, example 2: C(21,8) is written where the number beside it has C(21,7).
fn as_written(facts: &mut Facts<'_>) {
    let with_three = |rest: usize| {
        (Natural::from(50u32) * binomials(21, rest as u64).pop().unwrap_or_default()).to_string()
    };
    let three = facts.table.part("by_hand").printed("example 2, with three mines");
    let slip = with_three(8) != three && with_three(7) == three;
    facts.put("by_hand", "example 2, their count as written", Found::judged("C(5,1)C(5,2)C(21,7)", !slip));
}

/// Counts the mines that are beside each cell of 4 x 4.
fn beside(mines: [i32; 3]) -> String {
    let near = |cell: i32, mine: &i32| {
        cell != *mine && (cell / 4 - mine / 4).abs() <= 1 && (cell % 4 - mine % 4).abs() <= 1
    };
    let number = |cell: i32| mines.iter().filter(|mine| near(cell, mine)).count().to_string();
    (0..16).map(number).collect::<Vec<_>>().join(" ")
}

/// Example 2: a column of ones leaves no choice. The mines in all are not told; with any that fit it is so.
fn column(facts: &mut Facts<'_>) -> Result<(), Error> {
    let mut right = true;
    let printed = facts.table.part("by_equations").printed("example 2, t1 to t6");
    for mines in 2..=14 {
        let risk =
            Risk::of(&board(&format!("mines {mines}/{}", "001.../".repeat(6))), facts.run).map_err(engine)?;
        let column = (0..6).map(|row| risk.at(6 * row + 3).unwrap_or_else(zero).to_string());
        right &= column.collect::<Vec<_>>().join(" ") == printed;
    }
    let computed = if right { "so with 2 to 14 mines" } else { "not so" };
    facts.put("by_equations", "example 2, t1 to t6", Found::judged(computed, right));
    Ok(())
}
