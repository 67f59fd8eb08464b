//! Minesweeper: the risk of every cell, and whole games.

use super::{CommandAnswer, StudyQuery, text};
use crate::exact::{Natural, Rational, double, matches_printed, one, ratio, zero};
use crate::games::family::ReportValue;
use crate::statistics::NORMAL_95;
use crate::table::StudyEntry;
use crate::verdict::CheckedAnswer;

/// Returns a quantity of a game. If the paper simulated it, the printed number is right if it lies within the
/// 95 % interval of that number of games.
pub(super) fn simulated(entry: &StudyEntry, answer: &CommandAnswer) -> Option<CheckedAnswer> {
    let (quantity, games) = match entry.quantity.split_once(", ") {
        Some((quantity, games)) => (quantity, Some(games.strip_suffix(" games")?.parse::<f64>().ok()?)),
        None => (&*entry.quantity, None),
    };
    let (value, variance) = match quantity {
        "P(win)" => {
            let win = answer.fraction("win")?;
            let variance = double(&win) * (1.0 - double(&win));
            (win, variance)
        }
        "E(mines left if lost)" => {
            let mean = answer.fraction("mean_left_if_lost")?;
            let variance = variance(answer, &mean)?;
            (mean, double(&variance))
        }
        _ => return None,
    };
    let error = games.map(|games| (variance / games).sqrt());
    Some(match (error, entry.printed.parse::<f64>()) {
        (Some(error), Ok(printed)) => {
            let right = (printed - double(&value)).abs() <= NORMAL_95 * error;
            CheckedAnswer::with_verdict(value, right)
        }
        _ => value.into(),
    })
}

/// Returns the variance of the mines that are left in lost games.
fn variance(answer: &CommandAnswer, mean: &Rational) -> Option<Rational> {
    let rows = 0..answer.each("left_if_lost").len();
    let square = |row: usize| {
        let left: i64 = answer.text(&format!("left_if_lost.{row}.left"))?.parse().ok()?;
        Some(answer.fraction(&format!("left_if_lost.{row}.probability"))? * (ratio(left, 1) - mean).pow(2))
    };
    rows.map(square).sum()
}

/// Returns a quantity of a position, from the answers of the query and of the method `islands`.
pub(super) fn risk(
    query: &StudyQuery,
    entry: &StudyEntry,
    answers: [&CommandAnswer; 2],
) -> Option<CheckedAnswer> {
    let [answer, islands] = answers;
    let (what, which) = entry.quantity.split_once(" in ").unwrap_or((&entry.quantity, ""));
    let placements = || Some(ratio(answer.text("placements")?.parse::<Natural>().ok()?, 1));
    if which == "the island" {
        return island(what, answer);
    }
    if which.is_empty() {
        return match what {
            "placements" => answer.text("placements").map(Into::into),
            _ => elimination(what, answer),
        };
    }
    let board = query.option("board").unwrap_or_default();
    let place = match which.strip_prefix("cell ") {
        Some(cell) => cell.parse::<usize>().ok()?.checked_sub(1)?,
        // The nodes of a graph are its variables, by their names.
        None => answer.each("names").iter().position(|name| text(name).as_deref() == Some(which))?,
    };
    let columns = match board.split('/').next().map_or(0, |row| row.chars().count()) {
        0 => answer.each("names").len(),
        columns => columns,
    };
    let path = format!("cells.{}.{}", place / columns, place % columns);
    let chance = |answer: &CommandAnswer| match answer.at(&path)? {
        ReportValue::Exact(chance) => Some(chance),
        // An opened cell is a known mine or safe.
        _ => Some(if board.chars().filter(|&letter| letter != '/').nth(place) == Some('*') {
            one()
        } else {
            zero()
        }),
    };
    let value = chance(answer)?;
    Some(match what {
        "P(mine)" if chance(islands)? != value => {
            CheckedAnswer::with_verdict(format!("{value}, but by islands another number"), false)
        }
        "P(mine)" => {
            let right = matches_printed(&entry.printed, &value);
            CheckedAnswer::with_verdict(value, right)
        }
        "placements with a mine" => (value * placements()?).to_integer().to_string().into(),
        "placements without one" => ((one() - value) * placements()?).to_integer().to_string().into(),
        _ => return None,
    })
}

/// Answers a query about the mines of the first island.
fn island(what: &str, answer: &CommandAnswer) -> Option<CheckedAnswer> {
    let mines = what.split_once(" mines")?.0.rsplit(['(', ' ']).next()?;
    let numbers = 0..answer.each("islands.0.mines").len();
    let path = |number: usize, part: &str| format!("islands.0.mines.{number}.{part}");
    let number =
        numbers.into_iter().find(|&number| answer.text(&path(number, "mines")).as_deref() == Some(mines))?;
    let chance = answer.fraction(&path(number, "probability"))?;
    if what.starts_with("P(") {
        return Some(chance.into());
    }
    let placements = answer.text("placements")?.parse::<Natural>().ok()?;
    Some((chance * ratio(placements, 1)).to_integer().to_string().into())
}

/// Answers a query about the elimination of the equations.
fn elimination(what: &str, answer: &CommandAnswer) -> Option<CheckedAnswer> {
    let islands = answer.each("islands").len();
    if let Some((kind, number)) = what.split_once(" row ") {
        let row = number.parse::<usize>().ok()?.checked_sub(1)?;
        let matrix = if kind == "reduced" { kind } else { "matrix" };
        return answer.text(&format!("{matrix}.{row}")).map(Into::into);
    }
    let sum = |path: &str, of: &dyn Fn(&str) -> Option<u64>| {
        (0..islands).map(|island| of(&format!("islands.{island}.{path}"))).sum::<Option<u64>>()
    };
    Some(match what {
        "leading" => answer.text("islands.0.leading")?.into(),
        "free" => answer.text("islands.0.free")?.into(),
        "solutions" => answer.text("islands.0.solutions")?.into(),
        "combinations" => sum("tried", &|path| answer.text(path)?.parse().ok())?.into(),
        "combinations without islands" => {
            let free = sum("free", &|path| Some(answer.each(path).len() as u64))?;
            (1u64 << free).into()
        }
        "islands" => (islands as u64).into(),
        _ => return None,
    })
}
