//! Lindgren (2000): claims of the worked examples of Minesweeper that concern several numbers.

use super::query::CommandCache;
use super::table::{ExpectedVerdict, StudyPart};
use super::verdict::CheckedAnswer;
use super::{LawAnswers, joined};
use crate::exact::{Natural, Rational, binomial, double, ratio};
use crate::model::Error;
use crate::statistics::{NORMAL_95, Share};

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    as_written(answers);
    answers.add("rules", "4.2, mines beside each cell", beside([0, 3, 5]));
    column(answers)?;
    statistics(answers)
}

/// Returns the probability of winning by lowest risk on 4 x 4 cells. `ties` is the rule for equal risks, and `start`
/// the kind of the first cell.
fn win(mines: u8, ties: &str, start: &str, commands: &CommandCache<'_>) -> Result<Rational, Error> {
    let ties = if ties == "random" { String::new() } else { format!(" --ties {ties}") };
    let board = format!("--rows 4 --cols 4 --mines {mines} --start {start} --first-click any{ties}");
    let answer = commands.answer(&format!("odds mines {board}"))?;
    Ok(answer.fraction("win").expect("the odds have the probability of winning"))
}

/// Checks section 2, example 2: the text has C(21,8), but the number next to it equals C(21,7).
fn as_written(answers: &mut LawAnswers<'_>) {
    let with_three = |rest: u64| (Natural::from(50u32) * binomial(21, rest)).to_string();
    let three = answers.table.part("by_hand").printed("example 2, with three mines");
    let slip = with_three(8) != three && with_three(7) == three;
    answers.add(
        "by_hand",
        "example 2, their count as written",
        CheckedAnswer::with_verdict("C(5,1)C(5,2)C(21,7)", !slip),
    );
}

/// Returns the number of mines next to each cell of a 4 x 4 board.
fn beside(mines: [i32; 3]) -> String {
    let near = |cell: i32, mine: &i32| {
        cell != *mine && (cell / 4 - mine / 4).abs() <= 1 && (cell % 4 - mine % 4).abs() <= 1
    };
    joined((0..16).map(|cell| mines.iter().filter(|mine| near(cell, mine)).count()), " ")
}

/// Checks example 2: a column of ones determines all its cells. The text does not give the number of mines, so all
/// possible numbers are checked.
fn column(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let mut right = true;
    let printed = answers.table.part("by_equations").printed("example 2, t1 to t6");
    for mines in 2..=14 {
        let board = ["001..."; 6].join("/");
        let risk = answers.commands.answer(&format!("risk mines --mines {mines} --board {board}"))?;
        let column = (0..6).map(|row| risk.fraction(&format!("cells.{row}.3")).expect("a hidden cell"));
        right &= joined(column, " ") == printed;
    }
    let computed = if right { "so with 2 to 14 mines" } else { "not so" };
    answers.add("by_equations", "example 2, t1 to t6", CheckedAnswer::with_verdict(computed, right));
    Ok(())
}

/// The number of simulated games of each kind.
const GAMES: u64 = 4000;

/// The kinds of games: the letter of the paper, and the first cell.
const KINDS: [(char, &str); 4] = [('F', "anywhere"), ('K', "edge"), ('H', "corner"), ('M', "middle")];

/// The numbers of mines, with the letter of the paper for the probability of winning.
const MINES: [(u8, char); 2] = [(3, 'p'), (2, 'π')];

/// Returns the printed share of games won for a kind.
fn share(simulated: &StudyPart, mines: u8, letter: char) -> Share {
    let printed = simulated.printed(&format!("{mines} mines, start {letter}, games won"));
    let share: f64 = printed.parse().expect("the printed text is a number");
    Share { hits: (share * GAMES as f64).round() as u64, tries: GAMES }
}

/// Sums the squared deviations of all eight shares from the probabilities, in standard errors. The expected
/// sum is 8.
fn squares(simulated: &StudyPart, ties: &str, commands: &CommandCache<'_>) -> Result<f64, Error> {
    let mut sum = 0.0;
    for (mines, _) in MINES {
        for (letter, start) in KINDS {
            let win = double(&win(mines, ties, start, commands)?);
            let Share { hits, tries } = share(simulated, mines, letter);
            let printed = hits as f64 / tries as f64;
            sum += (printed - win).powi(2) / (win * (1.0 - win) / GAMES as f64);
        }
    }
    Ok(sum)
}

/// Recomputes the statistics of the paper's simulated games (section 5, tables 1 to 5).
fn statistics(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let table = answers.table;
    let simulated = table.part("simulated");
    for (ties, words) in [("random", "at random"), ("last", "last")] {
        let squares = squares(simulated, ties, answers.commands)?;
        let place = format!("squared deviations, ties {words}");
        answers.add("simulated", place, format!("{squares:.2} for 8"));
    }
    for (mines, p) in MINES {
        let exact = |start| win(mines, "random", start, answers.commands);
        let [edge, corner, middle] = [exact("edge")?, exact("corner")?, exact("middle")?];
        let drawn = (corner + ratio(4, 1) * (&edge + &middle)) / ratio(9, 1);
        answers.add("simulated", format!("{mines} mines, F as the program draws it"), drawn);
        answers.add("tests", format!("{p}K - {p}M, exact"), edge - middle);
    }
    intervals(answers, simulated);
    tests(answers, simulated);
    Ok(())
}

fn intervals(answers: &mut LawAnswers<'_>, simulated: &StudyPart) {
    for (mines, _) in MINES {
        for (letter, _) in KINDS {
            let place = format!("{mines} mines, start {letter}");
            let entry = answers.table.part("intervals").entry(&place);
            let half = NORMAL_95 * share(simulated, mines, letter).error();
            let nearest = format!("{half:.4}") == entry.printed;
            // The slip: rounded up instead of to the nearest.
            let up = format!("{:.4}", (half * 1e4).ceil() / 1e4) == entry.printed;
            let right = nearest || entry.expected == ExpectedVerdict::Slip && !up;
            answers.add("intervals", place, CheckedAnswer::with_verdict(format!("{half:.6}"), right));
        }
    }
}

fn tests(answers: &mut LawAnswers<'_>, simulated: &StudyPart) {
    let table = answers.table;
    let mut too_large = Vec::new();
    for entry in table.part("tests").entries.iter().filter(|entry| entry.place.ends_with(", u")) {
        let place = entry.place.trim_end_matches(", u");
        // Such as pK = pM.
        let letters: Vec<char> = place.chars().collect();
        let (mines, _) = MINES.into_iter().find(|(_, p)| *p == letters[0]).expect("p or π");
        let [a, b] = [letters[1], letters[letters.len() - 1]].map(|kind| share(simulated, mines, kind));
        let u = a.pooled(b).abs();
        let printed: f64 = entry.printed.parse().expect("the printed text is a number");
        // The slip: 1/4000 instead of 1/4000 + 1/4000.
        too_large.push((u * std::f64::consts::SQRT_2 - printed).abs() < 0.01);
        answers.add("tests", &*entry.place, format!("{u:.2}"));
        let rejected = if u > NORMAL_95 { "rejected" } else { "not rejected" };
        answers.add("tests", format!("{place}, at 5 %"), rejected);
    }
    let all = too_large.iter().all(|too_large| *too_large);
    let computed = if all { format!("in all {}", too_large.len()) } else { "not so".to_owned() };
    answers.add("tests", "every u as printed is √2 too large", computed);
}
