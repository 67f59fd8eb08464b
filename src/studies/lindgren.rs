//! Lindgren (2000): what the worked examples of Minesweeper say of more than one number.

use super::ask::mines::{engine, position, win};
use super::table::{Known, Part};
use super::verdict::Found;
use super::{Facts, joined};
use crate::exact::{Natural, binomial, double, ratio, zero};
use crate::games::mines::board::SeenBoard;
use crate::games::mines::game::{FirstCell, Ties};
use crate::games::mines::risk::Risk;
use crate::model::{Error, Job};
use crate::statistics::{NORMAL_95, Share};

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    as_written(facts);
    facts.put("rules", "4.2, mines beside each cell", beside([0, 3, 5]));
    column(facts)?;
    statistics(facts)
}

fn board(text: &str) -> SeenBoard {
    position(text).parse().expect("the position is written right")
}

/// Section 2, example 2: C(21,8) is written where the number beside it has C(21,7).
fn as_written(facts: &mut Facts<'_>) {
    let with_three = |rest: u64| (Natural::from(50u32) * binomial(21, rest)).to_string();
    let three = facts.table.part("by_hand").printed("example 2, with three mines");
    let slip = with_three(8) != three && with_three(7) == three;
    facts.put("by_hand", "example 2, their count as written", Found::judged("C(5,1)C(5,2)C(21,7)", !slip));
}

/// Counts the mines that are beside each cell of 4 x 4.
fn beside(mines: [i32; 3]) -> String {
    let near = |cell: i32, mine: &i32| {
        cell != *mine && (cell / 4 - mine / 4).abs() <= 1 && (cell % 4 - mine % 4).abs() <= 1
    };
    joined((0..16).map(|cell| mines.iter().filter(|mine| near(cell, mine)).count()), " ")
}

/// Example 2: a column of ones leaves no choice. The mines in all are not told; with any that fit it is so.
fn column(facts: &mut Facts<'_>) -> Result<(), Error> {
    let mut right = true;
    let printed = facts.table.part("by_equations").printed("example 2, t1 to t6");
    for mines in 2..=14 {
        let risk =
            Risk::of(&board(&format!("mines {mines}/{}", "001.../".repeat(6))), facts.job).map_err(engine)?;
        let column = (0..6).map(|row| risk.at(6 * row + 3).unwrap_or_else(zero));
        right &= joined(column, " ") == printed;
    }
    let computed = if right { "so with 2 to 14 mines" } else { "not so" };
    facts.put("by_equations", "example 2, t1 to t6", Found::judged(computed, right));
    Ok(())
}

/// The games simulated of each kind.
const GAMES: u64 = 4000;

/// The kinds of games: the letter of the paper, and where a game starts.
const KINDS: [(char, FirstCell); 4] =
    [('F', FirstCell::Anywhere), ('K', FirstCell::Edge), ('H', FirstCell::Corner), ('M', FirstCell::Middle)];

/// The mines on the board, with the letter of the paper for the share of games won.
const MINES: [(u8, char); 2] = [(3, 'p'), (2, 'π')];

/// The share of games won that is printed for a kind.
fn share(simulated: &Part, mines: u8, letter: char) -> Share {
    let printed = simulated.printed(&format!("{mines} mines, start {letter}, games won"));
    let share: f64 = printed.parse().expect("a number is printed");
    Share { hits: (share * GAMES as f64).round() as u64, tries: GAMES }
}

/// Sums how many standard errors all shares are from the probabilities: eight squares, 8 expected.
fn squares(simulated: &Part, ties: Ties, job: &Job<'_>) -> Result<f64, Error> {
    let mut sum = 0.0;
    for (mines, _) in MINES {
        for (letter, start) in KINDS {
            let win = double(&win(mines, ties, start, job)?);
            let Share { hits, tries } = share(simulated, mines, letter);
            let printed = hits as f64 / tries as f64;
            sum += (printed - win).powi(2) / (win * (1.0 - win) / GAMES as f64);
        }
    }
    Ok(sum)
}

/// Section 5, tables 1 to 5: the statistics of the games that the paper simulated, done again.
fn statistics(facts: &mut Facts<'_>) -> Result<(), Error> {
    let table = facts.table;
    let simulated = table.part("simulated");
    for (ties, words) in [(Ties::Random, "at random"), (Ties::Last, "last")] {
        let squares = squares(simulated, ties, facts.job)?;
        let place = format!("squared deviations, ties {words}");
        facts.put("simulated", place, format!("{squares:.2} for 8"));
    }
    for (mines, p) in MINES {
        let exact = |start| win(mines, Ties::Random, start, facts.job);
        let [edge, corner, middle] =
            [exact(FirstCell::Edge)?, exact(FirstCell::Corner)?, exact(FirstCell::Middle)?];
        let drawn = (corner + ratio(4, 1) * (&edge + &middle)) / ratio(9, 1);
        facts.put("simulated", format!("{mines} mines, F as the program draws it"), drawn);
        facts.put("tests", format!("{p}K - {p}M, exact"), edge - middle);
    }
    intervals(facts, simulated);
    tests(facts, simulated);
    Ok(())
}

fn intervals(facts: &mut Facts<'_>, simulated: &Part) {
    for (mines, _) in MINES {
        for (letter, _) in KINDS {
            let place = format!("{mines} mines, start {letter}");
            let entry = facts.table.part("intervals").entry(&place);
            let half = NORMAL_95 * share(simulated, mines, letter).error();
            let nearest = format!("{half:.4}") == entry.printed;
            // The slip: rounded up instead of to the nearest.
            let up = format!("{:.4}", (half * 1e4).ceil() / 1e4) == entry.printed;
            let right = nearest || entry.known == Known::Slip && !up;
            facts.put("intervals", place, Found::judged(format!("{half:.6}"), right));
        }
    }
}

fn tests(facts: &mut Facts<'_>, simulated: &Part) {
    let table = facts.table;
    let mut too_large = Vec::new();
    for entry in table.part("tests").entries.iter().filter(|entry| entry.place.ends_with(", u")) {
        let place = entry.place.trim_end_matches(", u");
        // Such as pK = pM.
        let letters: Vec<char> = place.chars().collect();
        let (mines, _) = MINES.into_iter().find(|(_, p)| *p == letters[0]).expect("p or π");
        let [a, b] = [letters[1], letters[letters.len() - 1]].map(|kind| share(simulated, mines, kind));
        let u = a.pooled(b).abs();
        let printed: f64 = entry.printed.parse().expect("a number is printed");
        // The slip: 1/4000 where 1/4000 + 1/4000 is meant.
        too_large.push((u * std::f64::consts::SQRT_2 - printed).abs() < 0.01);
        facts.put("tests", &*entry.place, format!("{u:.2}"));
        let rejected = if u > NORMAL_95 { "rejected" } else { "not rejected" };
        facts.put("tests", format!("{place}, at 5 %"), rejected);
    }
    let all = too_large.iter().all(|too_large| *too_large);
    let computed = if all { format!("so in all {}", too_large.len()) } else { "not so".to_owned() };
    facts.put("tests", "every u as printed is √2 too large", computed);
}
