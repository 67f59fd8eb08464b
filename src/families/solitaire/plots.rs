//! Plots of Memory for one player: their pages, and the charts of the results of `odds` and `simulate`.

use super::distributions::Deals;
use super::imperfect::{ImperfectSolitaire, recall_note};
use super::{MODEL, RECALL};
use crate::exact::{self, Rational, double};
use crate::family::{Figure, Page, Parameter, ReportValue, Sampling, counted};
use crate::statistics::Mean;
use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};

/// The page of [`turns`].
pub(crate) const TURNS: Page = Page::new(
    "turns",
    "The distribution of the turns of Memory for one player (Lardjane 2024)",
    &["--pairs 20 -o turns.svg", "--pairs 10,20,40 -o turns.svg"],
)
.with(&[Parameter::whole("pairs", "Numbers of pairs, one or several", 1, 300)
    .short('n')
    .default_value("10,20,40")
    .with_placeholder("N,...")]);

/// The page of [`convergence`].
pub(crate) const CONVERGENCE: Page = Page::new(
    "convergence",
    "How the mean of simulated games approaches the exact value",
    &["--pairs 8 --recall 3/4,1/8,4/5 --seed 1 -o convergence.svg"],
)
.details("The mean number of turns of a forgetful player, game by game, with its error, and the exact expectation.")
.with(&[
    Parameter::number("pairs", "Number of pairs", 1, 60).short('n').default_value("8"),
    RECALL.default_value("3/4,1/8,4/5"),
    MODEL,
    Parameter::number("games", "Games", 10, 1_000_000).default_value("10000").with_placeholder("G").heading("Games"),
    Sampling::OPTIONS[1],
]);

/// The minimum probability that is drawn. The table contains smaller ones.
const LEAST: f64 = 5e-5;

/// Draws the probability of each number of turns. Each entry of `boards` has the number of pairs, and the deals by
/// turns.
pub(crate) fn turns(boards: &[(u16, Deals)], is_alone: bool) -> Figure {
    let form = if is_alone { Form::Bars } else { Form::Line };
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for (pairs, deals) in boards {
        let mut points = Vec::new();
        for (turns, chance) in deals.iter() {
            rows.push([(*pairs).into(), turns.to_string().into(), (&chance).into()]);
            if double(&chance) >= LEAST {
                points.push((*turns as f64, double(&chance)));
            }
        }
        // The title names a single board.
        let name = if is_alone { String::new() } else { counted(*pairs, "pair") };
        series.push(Series::new(name, form, points));
    }
    let board = match boards {
        [(pairs, _)] if is_alone => format!(", {}", counted(*pairs, "pair")),
        _ => String::new(),
    };
    let least = 100.0 * LEAST;
    let plot = Plot {
        title: format!("Memory for one player{board}: how many turns it takes"),
        note: format!("Exact, over all deals; perfect memory. Less likely than {least}%: only in the table."),
        across: Axis::new("turns until all pairs are collected", AxisScale::Whole),
        up: Axis { is_percent: true, ..Axis::new("probability", AxisScale::Linear) },
        series,
    };
    Figure::new(plot, ["pairs", "turns", "probability"], rows)
}

/// The number of evaluation points for each power of ten of games.
const SIZES_PER_DECADE: f64 = 20.0;

/// The half-width of a 95 % interval of a normal distribution, in standard errors.
const NORMAL: f64 = 1.959_964;

/// Returns the numbers of games at which the mean is evaluated: evenly spaced by powers of ten, ending with all
/// `games`.
pub(crate) fn sample_sizes(games: u64) -> Vec<u64> {
    let last = (games as f64).log10() * SIZES_PER_DECADE;
    let mut sample_sizes: Vec<u64> = (SIZES_PER_DECADE as u64..=last as u64)
        .map(|step| 10f64.powf(step as f64 / SIZES_PER_DECADE).round() as u64)
        .collect();
    sample_sizes.push(games);
    sample_sizes.dedup();
    sample_sizes
}

/// Draws how the mean of `games` simulated games of a seed approaches the `expected` value. Each entry of `found` has a
/// number of games, and the mean of their turns.
///
/// # Panics
/// If no entry has an error of its mean.
pub(crate) fn convergence(
    game: &ImperfectSolitaire,
    expected: &Rational,
    (games, seed): (u64, u64),
    found: &[(u64, Mean)],
) -> Figure {
    let (mut rows, mut means, mut around) = (Vec::new(), Vec::new(), Vec::new());
    let fraction = exact::fraction(expected);
    for (played, mean) in found {
        let Some((value, error)) = mean.value().zip(mean.error()) else { continue };
        let (low, high) = (value - NORMAL * error, value + NORMAL * error);
        let [mean, error, below, above] = [value, error, low, high].map(ReportValue::from);
        let exact = ReportValue::Decimal(expected.clone());
        rows.push([(*played).into(), mean, error, below, above, exact, fraction.as_str().into()]);
        means.push((*played as f64, value));
        around.push((*played as f64, low, high));
    }
    let ends = [means[0].0, means[means.len() - 1].0].map(|games| (games, double(expected)));
    let plot = Plot {
        title: format!("{}: simulated and exact", game.title()),
        note: format!(
            "Mean of {games} games of seed {seed}, simulated, beside the exact expectation. {}",
            recall_note(game.model())
        ),
        across: Axis::new("games played so far (logarithmic)", AxisScale::Log),
        up: Axis::new("mean number of turns", AxisScale::Linear),
        series: vec![
            Series { name: "95 % interval".to_owned(), form: Form::Error, points: around },
            Series::new("mean so far", Form::Line, means),
            Series::new("exact", Form::Level, ends),
        ],
    };
    Figure::new(plot, ["games", "mean", "error", "low", "high", "exact", "exact_fraction"], rows)
}
