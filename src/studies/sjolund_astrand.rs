//! Sjölund and Åstrand (2013): the formulas of Memory with limited memory and with singles, the theorem on
//! interval halving, and the consequences of the error in (4.7).

mod formulas;

use super::query::forgetting::{BoardSpec, SolvedBoard};
use super::query::guesses;
use super::table::StudyPart;
use super::verdict::CheckedAnswer;
use super::{LawAnswers, reader};
use crate::exact::ratio;
use crate::games::guess::{MAX_NUMBERS, UniformOdds};
use crate::model::{Error, Job, Progress};
use std::collections::HashMap;

/// The number of pairs of the largest board of the tables.
const PAIRS: u16 = 20;

/// The tables with limited memory.
const LIMITED: [(&str, u16); 3] = [("table-6.1", 3), ("table-6.2", 6), ("table-6.3", 12)];

/// The number up to which every guess of interval halving is solved.
const SOLVED: u16 = 60;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    job.pass(0.0, 0.25, || {
        LIMITED.into_iter().try_for_each(|(table, memory)| mistake(answers, table, memory))
    })?;
    job.pass(0.25, 0.5, || formulas::laws(answers))?;
    values_as_written(answers);
    job.pass(0.5, 0.75, || halving(answers))?;
    job.pass(0.75, 1.0, || enough(answers))
}

/// Returns the cells (n, j) of a table with the printed decisions.
fn cells(table: &StudyPart) -> impl Iterator<Item = ((u16, u16), u8)> {
    table.cells("(n,j)").filter_map(|(entry, cell)| Some((cell, entry.printed.parse().ok()?)))
}

/// Returns the best decision at every table that occurs on boards of up to `most` pairs.
fn decisions(most: u16, memory: Option<u16>, job: &Job<'_>) -> Result<HashMap<(u16, u16), u8>, Error> {
    let board = SolvedBoard::new(&BoardSpec::fresh(most, memory, 0).game(), job)?;
    let mut all = HashMap::new();
    for pairs in 1..=most {
        for unknown in pairs.saturating_sub(memory.unwrap_or(pairs)).max(1)..=pairs {
            let place = BoardSpec { unknown, ..BoardSpec::fresh(pairs, memory, 0) };
            all.insert((pairs, unknown), board.decision(place, job)?);
        }
    }
    Ok(all)
}

/// Counts the printed decisions that follow from the printed recursion, and the decisions of the corrected recursion
/// that equal the computed ones.
fn mistake(answers: &mut LawAnswers<'_>, table: &str, memory: u16) -> Result<(), Error> {
    let found = decisions(PAIRS, Some(memory), answers.job)?;
    let [literal, mended] =
        [false, true].map(|mended| formulas::decisions(answers.table.part("formulas"), memory, mended));
    let part = answers.table.part(table);
    let all = cells(part).count();
    let as_printed = cells(part).filter(|(cell, paper)| literal[cell] == *paper).count();
    let right = cells(part).filter(|(cell, _)| mended[cell] == found[cell]).count();
    answers.add(table, "with (4.7) as printed", format!("{as_printed} of {all} cells agree"));
    answers.add(
        table,
        "(4.1) to (4.13), E_(n-1)^j in (4.7)",
        format!("{right} of {all} cells are as computed"),
    );
    Ok(())
}

/// Checks two misprints in example 2b: 2jn with j = 1 and n = 4, and the number of the formula.
fn values_as_written(answers: &mut LawAnswers<'_>) {
    let part = answers.table.part("values");
    let written = reader::value(part.printed("Example 2b, 2jn written out"), &[]);
    let right = written == reader::value("2jn", &[("j", 1), ("n", 4)]);
    answers.add("values", "Example 2b, 2jn written out", CheckedAnswer::with_verdict("2*1*4", right));
    let cited = part.printed("Example 2b, the formula taken");
    let there = answers.table.part("formulas").entries.iter().any(|entry| entry.place.starts_with(cited));
    answers.add("values", "Example 2b, the formula taken", CheckedAnswer::with_verdict("(4.13)", there));
}

fn halving(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let chance = |n: u16| if n.is_multiple_of(2) { ratio(1, 2) } else { ratio(n + 1, 2 * n) };
    let mut wrong = 0;
    for n in 1..=SOLVED {
        let answer = answers.commands.answer(&format!("best guess --numbers {n}"))?;
        wrong += usize::from(guesses(&answer).iter().max() != Some(&chance(n)));
    }
    let solved = CheckedAnswer::from_counts(wrong, SOLVED.into(), "game");
    let odds = UniformOdds::up_to(MAX_NUMBERS, 2, |_| answers.job.tick(Progress::default()))?;
    let won: Vec<u32> = (0..=MAX_NUMBERS).map(|n| odds.hits(n)[0]).collect();
    let all = || 1..won.len();
    let theorem = CheckedAnswer::of_all(all(), "game", |&n| won[n] as usize == n.div_ceil(2));
    // The number of secret numbers, out of n, for which a guess wins.
    let wins = |n: usize, guess: usize| n - won[guess - 1] as usize - won[n - guess] as usize;
    let says = |n: usize, guess: usize| (n + usize::from(n % 2 == 1 && guess % 2 == 1)) / 2;
    let every =
        CheckedAnswer::of_all(all(), "game", |&n| (1..=n).all(|guess| wins(n, guess) == says(n, guess)));
    let most = MAX_NUMBERS;
    answers.add_all(
        "halving",
        [
            (format!("theorem 2.1.1 up to n = {SOLVED}, solved"), solved),
            (format!("theorem 2.1.1 up to n = {most}"), theorem),
            (format!("every guess up to n = {most}"), every),
        ],
    );
    Ok(())
}

/// Finds the least memory from which on the decisions between bold and safe are those without a limit, at all
/// tables that fit.
fn enough(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let all = decisions(PAIRS, None, answers.job)?;
    // A memory of one card more than there are pairs is large enough for every table.
    let limited: Vec<_> = (0..=PAIRS + 1)
        .map(|memory| decisions(PAIRS, Some(memory), answers.job))
        .collect::<Result<_, _>>()?;
    for pairs in 1..=PAIRS {
        let same = |decisions: &HashMap<(u16, u16), u8>| {
            decisions.iter().all(|(cell, decision)| cell.0 != pairs || all[cell] == *decision)
        };
        let least = (0..limited.len()).rev().take_while(|&memory| same(&limited[memory])).last();
        let least = least.map_or_else(|| "more".to_owned(), |least| least.to_string());
        answers.add("enough", format!("n = {pairs}"), least);
    }
    Ok(())
}
