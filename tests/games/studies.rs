//! The tables of the published studies: relations between them, misprints that explain errors, and verdicts on numbers.

use chancetree::exact::{Rational, ratio};
use chancetree::family::TextSpan;
use chancetree::studies::table::{ExpectedVerdict, StudyEntry, StudyPart, StudyTable};
use chancetree::studies::verdict::{StudyComparison, Verdict};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The largest board of the tables of Sjölund and Åstrand.
const PAIRS: i64 = 20;

/// Returns the cells (n, j) of a table with the printed strategy: 1 bold, 0 safe, 2 either.
fn cells(table: &StudyPart) -> impl Iterator<Item = ((i64, i64), u8)> {
    table.entries.iter().filter_map(|entry| {
        let (n, j) = entry.place.strip_prefix("(n,j) = (")?.strip_suffix(')')?.split_once(',')?;
        Some(((n.parse().ok()?, j.parse().ok()?), entry.printed.parse().ok()?))
    })
}

/// Returns the best strategy at n pairs, j of them unknown, with a memory of `memory` cards, by (4.1) to (4.13) as printed.
fn strategies_as_printed(memory: i64) -> HashMap<(i64, i64), u8> {
    let whole = |number: i64| ratio(number, 1);
    let mut worth: HashMap<(i64, i64), Rational> = HashMap::new();
    let mut best = HashMap::new();
    for n in 0..=PAIRS {
        worth.insert((n, 0), whole(n));
        for j in (n - memory).max(1)..=n {
            // A successor of probability 0 may have any value.
            let at = |n: i64, j: i64| worth.get(&(n, j)).cloned().unwrap_or_else(|| whole(0));
            let pair = |j: i64| whole(1) + at(n - 1, j);
            let miss = |j: i64| whole(n) - at(n, j);
            let lost = |j: i64| whole(n) - pair(j);
            let cards = whole((n + j) * (n + j - 1));
            let pairs = whole((n - j) * (n + j - 1)) * pair(j) + whole(2 * j) * pair(j - 1);
            let free = memory - (n - j);
            let (bold, safe) = match free {
                0 => (
                    (pairs + whole(2 * j * (n - j - 2)) * lost(j + 1) + whole(4 * j * j * n))
                        / (whole(4 * j * j) + cards),
                    (whole(2 * j * n) + whole(n - j) * pair(j)) / whole(3 * j + n),
                ),
                1 => (
                    // (4.7) has j - 1 in print for the pair that survives.
                    (pairs
                        + whole(4 * j * (j - 1) + 2 * j) * miss(j - 1)
                        + whole(2 * j * (n - j - 1)) * lost(j - 1))
                        / cards,
                    (whole(n - j) * pair(j) + whole(2 * j) * miss(j - 1)) / whole(n + j),
                ),
                _ => (
                    (pairs
                        + whole(4 * j * (j - 1)) * if j > 1 { miss(j - 2) } else { whole(0) }
                        + whole(2 * j * (n - j)) * lost(j - 1))
                        / cards,
                    (whole(n - j) * pair(j) + whole(2 * j) * miss(j - 1)) / whole(n + j),
                ),
            };
            let order = if n == j { Ordering::Equal } else { bold.cmp(&safe) };
            best.insert((n, j), [0, 2, 1][(order as i8 + 1) as usize]);
            worth.insert((n, j), if n == j { bold } else { bold.max(safe) });
        }
    }
    best
}

#[test]
fn notes_name_the_entries_that_the_misprint_explains() {
    let study = StudyTable::of("sjolund-astrand", 0).expect("it is there");
    for (table, memory) in [("table-6.1", 3), ("table-6.2", 6), ("table-6.3", 12)] {
        let literal = strategies_as_printed(memory);
        let part = study.part(table);
        assert!(cells(part).count() > 50, "{table}");
        for (cell, paper) in cells(part) {
            let entry = part.entry(&format!("(n,j) = ({},{})", cell.0, cell.1));
            let note = match (entry.expected, literal[&cell]) {
                (ExpectedVerdict::Refuted, by_formula) if by_formula == paper => {
                    format!("(4.7) as printed gives {by_formula}")
                }
                (ExpectedVerdict::Refuted, _) => "also by (4.7) as printed".to_owned(),
                _ => String::new(),
            };
            assert_eq!(entry.note, note, "{table} {cell:?}");
        }
    }
}

#[test]
fn alfthan_has_the_table_of_sjolund_and_astrand() {
    let here = StudyTable::of("sjolund-astrand", 0).expect("it is there");
    let there = StudyTable::of("alfthan", 20).expect("it is there");
    for pairs in 1..=PAIRS {
        let row: String = cells(here.part("table-6.4"))
            .filter(|(cell, _)| cell.0 == pairs)
            .map(|(_, decision)| decision.to_string())
            .collect();
        assert_eq!(there.part("table-6.4").printed(&format!("n = {pairs}")), row);
    }
}

#[test]
fn only_the_expected_verdict_is_expected() {
    for (expected, is_right, verdict, is_expected) in [
        (ExpectedVerdict::Confirmed, true, Verdict::Confirmed, true),
        (ExpectedVerdict::Confirmed, false, Verdict::Refuted, false),
        (ExpectedVerdict::Refuted, false, Verdict::Refuted, true),
        (ExpectedVerdict::Refuted, true, Verdict::Confirmed, false),
        (ExpectedVerdict::Slip, false, Verdict::Slip, true),
        (ExpectedVerdict::Slip, true, Verdict::Confirmed, false),
        (ExpectedVerdict::Answered, true, Verdict::Answered, true),
        (ExpectedVerdict::Answered, false, Verdict::Answered, true),
        (ExpectedVerdict::FromOtherSource, true, Verdict::Answered, true),
        (ExpectedVerdict::FromOtherSource, false, Verdict::Refuted, false),
    ] {
        assert_eq!(Verdict::of(expected, is_right), verdict, "{expected:?} {is_right}");
        let entry = StudyEntry { expected, ..StudyEntry::default() };
        let row = StudyComparison { entry, computed: TextSpan::Words("15".to_owned()), verdict };
        assert_eq!(row.is_expected(), is_expected, "{row:?}");
        let name = verdict.name();
        let words = if is_expected {
            name.to_owned()
        } else {
            format!("{name} (known: {})", expected.verdict().name())
        };
        assert_eq!(row.verdict_text(), words);
    }
}
