//! Odds of boards too large for fractions: floating-point numbers, each with a proven bound on its error.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::Numbers;
use super::super::watch::Watch;
use crate::evaluate::approximate::{Approximate, Bounded, approximate};
use crate::game::Points;
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
            // The layers of a table count down what is unknown of it, 4 for each pair.
            let last = 4 * u32::from(position.table.pairs());
            let found = watch.upward(last, || {
                approximate(&position.game, &position.scores, most, threshold, &watch.run())
            });
            found.map_err(|error| watch.explain(error))
        };
        watch.several("board", positions, one)
    });
    let several = found?;
    watch.clear();
    let all = positions.iter().zip(&several.done);
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
        Format::Table(style) => {
            let row = |(position, found): (&Position, &Approximate)| {
                let mut parameters = position.parameters();
                parameters["threshold"] = json!(threshold);
                (parameters, csv(position, found))
            };
            print::table(style, &print::asked(&header(positions[0].scores.len()), all.map(row)))
        }
    }?;
    several.end()
}

/// Digits beyond which nobody reads on.
const MOST_DIGITS: f64 = 30.0;

/// The value with the digits that the error leaves certain and some more, and a bound of what that differs from the truth.
fn shown(Bounded { value, error }: Bounded) -> [String; 2] {
    if error == 0.0 {
        return [value.to_string(), "± 0".to_owned()];
    }
    let digits = (1.0 - error.log10()).ceil().clamp(1.0, MOST_DIGITS);
    // What the rounding to these digits adds, too.
    let error = error + 0.51 * 10f64.powf(-digits);
    [format!("{value:.digits$}", digits = digits as usize), format!("± {}", rounded_up(error))]
}

/// No less than `error`, which is above 0.
fn rounded_up(error: f64) -> String {
    let nearest = format!("{error:.1e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest >= error) {
        nearest
    } else {
        format!("{:.1e}", error * 1.05)
    }
}

fn text(position: &Position, found: &Approximate) -> String {
    let mut rows = Vec::new();
    let mut row = |name: String, number: Bounded| {
        let [value, error] = shown(number);
        rows.push(vec![format!("  {name}"), value, error]);
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
         the play that was dropped has probability {} at most.\n",
        position.title(),
        print::aligned(&rows),
        favoured(win),
        found.kept,
        if found.dropped > 0.0 { rounded_up(found.dropped) } else { "0".to_owned() },
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
        format!("Player {} is favoured, by {}.\n", first + 1, shown(lead).join(" "))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed differs from the truth by no more than is printed, at either end of what the truth can be.
    #[test]
    fn what_is_shown_is_still_a_bound() {
        for value in [0.491_180_590_652_345, 0.999_999_999_999_5, 1e-9, 150.000_418_064_49] {
            for error in [1e-3, 4.349e-13, 1.04e-5, 9.949e-7, 5.000_000_1e-10, 1e-19, 3e-200] {
                let [text, shown] = shown(Bounded { value, error });
                let shown = shown.strip_prefix("± ").expect("a bound").parse::<f64>().expect("a number");
                let printed: f64 = text.parse().expect("a number");
                // Reading the digits rounds once more, by less than this.
                let read = f64::EPSILON * value;
                assert!((printed - value).abs() + error <= shown + read, "{value} {error}: {text} {shown}");
                assert!(shown <= 1.2 * error + 1e-29, "{error}: {shown}");
            }
        }
        assert_eq!(shown(Bounded { value: 0.0, error: 0.0 }), ["0", "± 0"]);
    }
}
