//! Section 5, tables 1 to 5: the statistics of the games that the paper simulated, done again.

use super::super::ask::mines::Exact;
use super::super::table::{Known, Part};
use super::{Error, Facts, Found, Run};
use crate::exact::{double, ratio};
use crate::games::mines::game::{Start, Ties};
use crate::statistics::{NORMAL_95, Share};

/// The games simulated of each kind.
const GAMES: u64 = 4000;

/// The kinds of games: the letter of the paper, and where a game starts.
const KINDS: [(char, Start); 4] =
    [('F', Start::Anywhere), ('K', Start::Edge), ('H', Start::Corner), ('M', Start::Middle)];

/// The mines on the board, with the letter of the paper for the share of games won.
const MINES: [(u8, char); 2] = [(3, 'p'), (2, 'π')];

/// The share of games won that is printed for a kind.
fn share(simulated: &Part, mines: u8, letter: char) -> Share {
    let printed = simulated.printed(&format!("{mines} mines, start {letter}, games won"));
    let share: f64 = printed.parse().expect("a number is printed");
    Share { hits: (share * GAMES as f64).round() as u64, tries: GAMES }
}

/// Sums how many standard errors all shares are from the probabilities: eight squares, 8 expected.
fn squares(simulated: &Part, ties: Ties, run: &Run<'_>) -> Result<f64, Error> {
    let mut sum = 0.0;
    for (mines, _) in MINES {
        for (letter, start) in KINDS {
            let win = double(&Exact::new(mines, ties, start, run)?.win);
            let Share { hits, tries } = share(simulated, mines, letter);
            let printed = hits as f64 / tries as f64;
            sum += (printed - win).powi(2) / (win * (1.0 - win) / GAMES as f64);
        }
    }
    Ok(sum)
}

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    let table = facts.table;
    let simulated = table.part("simulated");
    for (ties, words) in [(Ties::Random, "at random"), (Ties::Last, "last")] {
        let squares = squares(simulated, ties, facts.run)?;
        let place = format!("squared deviations, ties {words}");
        facts.put("simulated", place, format!("{squares:.2} for 8"));
    }
    for (mines, p) in MINES {
        let exact = |start| Exact::new(mines, Ties::Random, start, facts.run).map(|exact| exact.win);
        let [edge, corner, middle] = [exact(Start::Edge)?, exact(Start::Corner)?, exact(Start::Middle)?];
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
