//! The recursion of chapter 4 as it is printed, best play at every table, to find what its mistake explains.

use crate::exact::{Rational, ratio};
use std::collections::HashMap;

/// Finds whether 1 (bold), 0 (safe) or either (2) is best by (4.1) to (4.13), for all tables of up to `most` pairs that
/// fit in a memory of at least 2 cards; with (4.7) as printed, or `corrected`.
pub(super) fn decisions(memory: i64, most: i64, corrected: bool) -> HashMap<(u16, u16), u8> {
    let mut worth: HashMap<(i64, i64), Rational> = HashMap::from([((0, 0), ratio(0, 1))]);
    let mut decisions = HashMap::new();
    for n in 1..=most {
        worth.insert((n, 0), ratio(n, 1));
        for j in (1..=n).filter(|j| n - j <= memory) {
            let [bold, safe] = strategies(n, j, memory - (n - j), corrected, &worth);
            let decision = match bold.cmp(&safe) {
                _ if n == j => 2,
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Greater => 1,
            };
            decisions.insert((n as u16, j as u16), decision);
            worth.insert((n, j), if n == j || bold > safe { bold } else { safe });
        }
    }
    decisions
}

/// Returns what bold and safe are worth where so many places of memory are `free`.
fn strategies(
    n: i64,
    j: i64,
    free: i64,
    corrected: bool,
    worth: &HashMap<(i64, i64), Rational>,
) -> [Rational; 2] {
    let whole = |number: i64| ratio(number, 1);
    // Tables that cannot come about have the factor 0.
    let at = |n: i64, j: i64| worth.get(&(n, j)).cloned().unwrap_or_else(|| whole(0));
    let taken = |j: i64| whole(1) + at(n - 1, j);
    let passed = |j: i64| whole(n) - at(n, j);
    let bad = |j: i64| whole(n) - taken(j);
    let all = (n + j) * (n + j - 1);
    let hits = whole((n - j) * (n + j - 1)) * taken(j) + whole(2 * j) * taken(j - 1);
    let bold = match free {
        0 => {
            let rest = whole(2 * j * (n - j - 2)) * bad(j + 1) + whole(4 * j * (j - 1) * n + 4 * j * n);
            (hits + rest) / whole(4 * j * j + all)
        }
        1 => {
            let survives = whole(2 * j * (n - j - 1)) * bad(if corrected { j } else { j - 1 });
            let rest = whole(4 * j * (j - 1)) * passed(j - 1) + survives + whole(2 * j) * passed(j - 1);
            (hits + rest) / whole(all)
        }
        _ => {
            let misses = if j > 1 { whole(4 * j * (j - 1)) * passed(j - 2) } else { whole(0) };
            (hits + misses + whole(2 * j * (n - j)) * bad(j - 1)) / whole(all)
        }
    };
    let known = whole(n - j) * taken(j);
    let safe = match free {
        0 => (whole(2 * j * n) + known) / whole(3 * j + n),
        _ => (known + whole(2 * j) * passed(j - 1)) / whole(n + j),
    };
    [bold, safe]
}
