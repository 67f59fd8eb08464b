//! Odds of boards too large for fractions: floating-point numbers, each with a proven bound on its error.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::Numbers;
use super::super::watch::Watch;
use chancetree::engine::approximate::{Approximate, Bounded, approximate};
use chancetree::game::Points;
use serde_json::{Value, json};

/// Reads a probability that is too small to matter.
pub(super) fn threshold(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|threshold| (1e-200..=1e-6).contains(threshold))
        .ok_or_else(|| "the probability below which play is dropped is from 1e-200 to 1e-6".to_owned())
}

/// Prints the odds of all positions.
pub(super) fn run(
    positions: &[Position],
    pairs: &Numbers,
    threshold: f64,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let found = watch.phase("evaluate", || {
        let one = |position: &Position| {
            let most = position.scores.iter().sum::<Points>().saturating_add(position.table.pairs());
            approximate(&position.game, &position.scores, most, threshold, &watch.run())
        };
        positions.iter().map(one).collect::<Result<Vec<_>, _>>()
    });
    let found = found.map_err(|error| watch.explain(error))?;
    watch.clear();
    let all = positions.iter().zip(&found);
    match print.format {
        Format::Text => {
            let texts: Vec<_> = all.map(|(position, found)| text(position, found)).collect();
            print::print(&texts.join("\n"))
        }
        Format::Json => {
            let mut all: Vec<Value> =
                all.map(|(position, found)| to_json(position, found, threshold)).collect();
            print::json(&match pairs {
                Numbers::One(_) => all.remove(0),
                Numbers::Several(_) => Value::Array(all),
            })
        }
        Format::Csv => {
            let mut text = print::csv(&header(positions[0].scores.len()));
            text.extend(all.map(|(position, found)| print::csv(&csv(position, found))));
            print::print(&text)
        }
    }
}

/// As many digits as the error leaves certain, or nearly.
fn digits(number: Bounded) -> String {
    let certain = (-number.error.max(f64::MIN_POSITIVE).log10()).floor().clamp(0.0, 15.0) as usize;
    format!("{:.certain$}", number.value)
}

fn text(position: &Position, found: &Approximate) -> String {
    let mut rows = Vec::new();
    let mut row = |name: String, number: Bounded| {
        rows.push(vec![format!("  {name}"), digits(number), format!("± {:.1e}", number.error)]);
    };
    let (draw, win) = found.outcomes.split_last().expect("the draw comes last");
    for (seat, &number) in win.iter().enumerate() {
        row(format!("P(player {} wins)", seat + 1), number);
    }
    row("P(draw)".into(), *draw);
    for (seat, &number) in found.expected.iter().enumerate() {
        row(format!("E(pairs of player {})", seat + 1), number);
    }
    format!(
        "{}\napproximate: floating point, with a proven bound on every error\n\n{}\n{}{} numbers were worked out; \
         the play that was dropped has probability {:.1e} at most.\n",
        position.title(),
        print::aligned(&rows),
        favoured(win),
        found.kept,
        found.dropped,
    )
}

/// Who is certainly favoured, in spite of the errors.
fn favoured(win: &[Bounded]) -> String {
    let mut order: Vec<usize> = (0..win.len()).collect();
    order.sort_by(|&a, &b| win[b].value.total_cmp(&win[a].value));
    let [first, second, ..] = order[..] else { return String::new() };
    let lead = Bounded {
        value: win[first].value - win[second].value,
        // The difference is rounded, too; that is far less than the errors.
        error: (win[first].error + win[second].error) * 1.001,
    };
    if lead.value > lead.error {
        format!("Player {} is favoured, by {} ± {:.1e}.\n", first + 1, digits(lead), lead.error)
    } else {
        "Who is favoured cannot be told with these errors.\n".to_owned()
    }
}

fn number(number: Bounded) -> Value {
    json!({ "approximate": number.value, "error": number.error })
}

fn to_json(position: &Position, found: &Approximate, threshold: f64) -> Value {
    let (draw, win) = found.outcomes.split_last().expect("the draw comes last");
    json!({
        "schema": SCHEMA,
        "family": "memory",
        "parameters": position.parameters(),
        "exact": false,
        "method": "doubles, with a proven bound on every error",
        "threshold": threshold,
        "win": win.iter().map(|&win| number(win)).collect::<Value>(),
        "draw": number(*draw),
        "expected_pairs": found.expected.iter().map(|&pairs| number(pairs)).collect::<Value>(),
        "kept": found.kept,
        "dropped": found.dropped,
    })
}

fn header(players: usize) -> Vec<String> {
    let mut cells: Vec<String> = vec!["pairs".into(), "players".into()];
    let names = (1..=players)
        .map(|seat| format!("win_{seat}"))
        .chain(["draw".into()])
        .chain((1..=players).map(|seat| format!("expected_pairs_{seat}")));
    for name in names {
        cells.extend([format!("{name}_approximate"), format!("{name}_error")]);
    }
    cells
}

fn csv(position: &Position, found: &Approximate) -> Vec<String> {
    let mut cells = vec![position.pairs.to_string(), position.scores.len().to_string()];
    for number in found.outcomes.iter().chain(&found.expected) {
        cells.extend([number.value.to_string(), number.error.to_string()]);
    }
    cells
}
