//! The worked examples: values, probabilities and terms in print.

use super::{Place, Row, Section, formulas, lines, solved};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::{Rational, ratio};
use chancetree::games::memory::limited::{Play, Strategy};

const VALUES: &str = include_str!("values.csv");

/// What makes the names fit a line.
const SHORT: [(&str, &str); 14] = [
    ("before the bracket", "before ["),
    ("a miss and then a ", "miss, "),
    ("constant of a bad hit", "bad hit"),
    ("Singles example 2 (bold)", "Singles 2 bold"),
    ("Singles example 2 (safe)", "Singles 2 safe"),
    ("probability of ", "P of "),
    ("coefficient in (4.9)", "(4.9)"),
    ("term of (4.9)", "(4.9)"),
    ("whose pair", "that"),
    (" with no unknown single", " f = 0"),
    ("; read from its gain", " in gain"),
    ("(2 ", "(2,"),
    ("(3 ", "(3,"),
    ("(4 ", "(4,"),
];

pub(super) fn section(watch: &Watch) -> Result<Section, Fail> {
    let (mut rows, mut left_out) = (Vec::new(), 0);
    for fields in lines(VALUES, 10) {
        let strategy = if fields[7] == "bold" { Strategy::Bold } else { Strategy::Safe };
        let Some(computed) = computed(fields[1], Place::read(&fields[2..]), strategy, watch)? else {
            left_out += 1;
            continue;
        };
        let item = SHORT
            .iter()
            .fold(format!("{}, {}", fields[0], fields[1]), |item, (long, short)| item.replace(long, short));
        let (paper, note) = (fields[8], fields[9]);
        let wrong = note.split("; ").any(|part| part.starts_with("right ") || part.contains("bad; right "));
        rows.push(if note.starts_with("misprint") {
            let there = paper.parse() != Ok(computed.clone());
            Row::slip(item, paper, computed, there)
        } else {
            let row = Row::number(item, paper, computed);
            if wrong { row.known_wrong() } else { row }
        });
    }
    rows.push(Row::slip("Example 2b, 2jn written out", "2*3*4", "2*1*4", true));
    let there = formulas::numbers().all(|number| number != "4.19");
    rows.push(Row::slip("Example 2b, the formula taken", "(4.19)", "(4.13)", there));
    if left_out > 0 {
        rows.push(Row::answer("left out", format!("{left_out} numbers that are no value of a table")));
    }
    Ok(Section::list("values", "The worked examples: one strategy on both sides for ever", rows))
}

/// What one strategy on both sides is worth.
fn worth(place: Place, strategy: Strategy, watch: &Watch) -> Result<Rational, Fail> {
    if place.pairs == 0 {
        return Ok(ratio(0, 1));
    }
    let game = place.game(2).plays(vec![Play::Always(strategy)]).expect("one play for all");
    let solved = solved(game, watch)?;
    Ok(solved.worth(solved.graph.start())[0].clone())
}

/// The number of this name; `None` where it is none that is computed.
fn computed(what: &str, place: Place, strategy: Strategy, watch: &Watch) -> Result<Option<Rational>, Fail> {
    let [n, j, f] = [place.pairs, place.unknown, place.unknown_singles].map(i64::from);
    let unseen = n + j + f;
    let one = |part: i64| Some(ratio(part, unseen));
    let both = |part: i64| Some(ratio(part, unseen * (unseen - 1)));
    let after = |part: i64| Some(ratio(part, unseen - 1));
    let whole = |number: i64| Some(ratio(number, 1));
    let less = |pairs: u16, unknown: u16, singles: u16| Place {
        pairs: place.pairs - pairs,
        unknown: place.unknown - unknown,
        unknown_singles: place.unknown_singles - singles,
        ..place
    };
    let value = |place: Place| worth(place, strategy, watch);
    if what.starts_with("value") {
        return value(place).map(Some);
    }
    Ok(match what {
        "probability of a hit" => one(n - j),
        "probability of a miss" => one(2 * j),
        "probability of a single" => one(f),
        "probability of two misses" => both(4 * j * (j - 1)),
        "probability of a miss and then a hit" => both(2 * j),
        "probability of a miss and then a bad hit" => both(2 * j * (n - j)),
        "probability of a miss and then a single" => both(2 * j * f),
        "probability of a bad hit after a miss" => after(n - j),
        "probability of a single after a miss" => after(f),
        "gain of a hit" => Some(value(less(1, 0, 0))? + ratio(1, 1)),
        "gain of a miss and then a hit" => Some(value(less(1, 1, 0))? + ratio(1, 1)),
        "gain of a miss and then a bad hit" => Some(ratio(n - 1, 1) - value(less(1, 1, 0))?),
        "gain of a miss" => Some(ratio(n, 1) - value(less(0, 1, 0))?),
        "gain of a single" => Some(ratio(n, 1) - value(less(0, 0, 1))?),
        "factor before the bracket of (4.9)" => Some(ratio(1, 4 * j * j + (n + j) * (n + j - 1))),
        "term of (4.9): two misses" => whole(4 * j * (j - 1) * n),
        "term of (4.9): constant of a bad hit whose pair breaks" => whole(4 * j * n),
        "coefficient in (4.9) of a miss and then a hit" => whole(2 * j),
        "coefficient in (4.9) of a bad hit whose pair survives" => whole(2 * j * (n - j - 2)),
        "coefficient in (4.9) of a hit" => whole((n - j) * (n + j - 1)),
        "factor before the bracket of (4.13)" => Some(ratio(1, 3 * j + n)),
        "term of (4.13): 2jn" => whole(2 * j * n),
        "coefficient in (4.13) of a hit" => whole(n - j),
        _ => None,
    })
}
