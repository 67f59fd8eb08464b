//! The axes of plots: round numbers, neither many nor few, at the right positions.

use chancetree_export::plot::{Axis, AxisScale, Form, Plot, Series};
use oracles::documents::xml::{Element, parse};
use proptest::prelude::*;

/// The texts at an axis, each with its position in pixels.
type Ticks = Vec<(String, f64)>;

/// Draws a line between two points. Returns the ticks of both axes and the horizontal positions of its ends.
fn drawn(form: Form, across: (AxisScale, [f64; 2]), up: (AxisScale, [f64; 2])) -> (Ticks, Ticks, [f64; 2]) {
    let points = (0..2).map(|end| (across.1[end], up.1[end]));
    let plot = Plot {
        title: "a".to_owned(),
        note: "b".to_owned(),
        across: Axis::new("c", across.0),
        up: Axis::new("d", up.0),
        series: vec![Series::new("", form, points)],
    };
    let root = parse(&plot.svg());
    let number = |element: &Element, name: &str| element.get(name).parse::<f64>().expect("a number");
    let ticks = |anchor: &str, place: &str| {
        // The labels of the axes are larger.
        let has = |text: &&Element| {
            let of =
                |name: &str| text.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
            of("text-anchor") == Some(anchor) && of("font-size") == Some("13")
        };
        root.all("text").filter(has).map(|text| (text.text.clone(), number(text, place))).collect()
    };
    // The lower edge of the plot goes from its left to its right.
    let edges = root.all("path").filter_map(|path| {
        let (from, to) = path.get("d").strip_prefix('M')?.split_once('L')?;
        let place = |text: &str| text.split_once(' ').map(|(x, _)| x.parse::<f64>().expect("a number"));
        Some([place(from)?, place(to)?])
    });
    let edge = edges.reduce(|one, other| if other[1] - other[0] > one[1] - one[0] { other } else { one });
    (ticks("middle", "x"), ticks("end", "y"), edge.expect("an edge"))
}

fn labels(ticks: &Ticks) -> String {
    ticks.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" ")
}

fn across(scale: AxisScale, low: f64, high: f64) -> String {
    labels(&drawn(Form::Line, (scale, [low, high]), (AxisScale::Linear, [0.0, 1.0])).0)
}

#[test]
fn numbers_are_round() {
    assert_eq!(across(AxisScale::Fraction, 0.0, 1.0), "0 0.2 0.4 0.6 0.8 1", "ten at the most");
    let (bars, share, _) =
        drawn(Form::Bars, (AxisScale::Whole, [1.0, 6.0]), (AxisScale::Fraction, [0.0, 1.0]));
    assert_eq!(labels(&share), "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1", "eleven at the most");
    assert_eq!(labels(&bars), "1 2 3 4 5 6", "bars take room beside the first and the last");
    assert_eq!(across(AxisScale::Whole, 1.0, 2.0), "1 2");
    let (_, whole, _) = drawn(Form::Line, (AxisScale::Linear, [0.0, 1.0]), (AxisScale::Whole, [1.0, 2.0]));
    assert_eq!(labels(&whole), "1 2", "there is nothing between whole numbers");
    assert_eq!(across(AxisScale::Linear, -0.03, 0.42), "0 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4");
    assert_eq!(across(AxisScale::Log, 10.0, 10_000.0), "10 20 50 100 200 500 1000 2000 5000 10000");
    assert_eq!(across(AxisScale::Log, 10.0, 20_000.0), "10 100 1000 10000");
    assert_eq!(across(AxisScale::Log, 3.0, 60.0), "5 10 20 50");
    assert_eq!(
        across(AxisScale::Log, 1.0, 1e12),
        "1 100 10000 1000000 100000000 10000000000 1000000000000",
        "thirteen are too many"
    );
}

#[test]
fn numbers_are_written_without_rounding_errors() {
    assert_eq!(
        across(AxisScale::Linear, -0.25, 0.2),
        "\u{2212}0.25 \u{2212}0.2 \u{2212}0.15 \u{2212}0.1 \u{2212}0.05 0 0.05 0.1 0.15 0.2"
    );
    assert!(
        across(AxisScale::Linear, -3e-5, 3e-5).split(' ').all(|text| text == "0"),
        "numbers close to 0 have no sign"
    );
    assert_eq!(across(AxisScale::Linear, -100.0, 0.0).split(' ').next(), Some("\u{2212}100"));
}

proptest! {
    #[test]
    fn ticks_are_within_the_ends_and_neither_many_nor_few(
        low in -1e4..1e4_f64, size in 0.1..1e5_f64, is_whole in any::<bool>(),
    ) {
        let scale = if is_whole { AxisScale::Whole } else { AxisScale::Linear };
        let high = low + size;
        let (ticks, _, [left, right]) = drawn(Form::Line, (scale, [low, high]), (AxisScale::Linear, [0.0, 1.0]));
        let most = if is_whole { (size as usize + 1).clamp(2, 15) } else { 10 };
        prop_assert!(ticks.len() <= most, "{} of {most}", ticks.len());
        prop_assert!(is_whole || ticks.len() >= most / 3, "{} of {most}", ticks.len());
        for (text, place) in &ticks {
            let number: f64 = text.replace('\u{2212}', "-").parse().expect("a number");
            prop_assert!((low - size * 1e-3..=high + size * 1e-3).contains(&number), "{number}");
            prop_assert!(!is_whole || number.fract() == 0.0, "{number}");
            let wanted = left + (number - low) / size * (right - left);
            // Texts have four decimals, and positions one.
            prop_assert!((place - wanted).abs() < 0.06 + 1e-4 / size * (right - left), "{text}: {place}, not {wanted}");
        }
    }

    #[test]
    fn powers_are_evenly_spaced(low in 1e-3..1e3_f64, decades in 0.5..8.0_f64) {
        let high = low * 10_f64.powf(decades);
        let (ticks, _, [left, right]) = drawn(Form::Line, (AxisScale::Log, [low, high]), (AxisScale::Linear, [0.0, 1.0]));
        prop_assert!(ticks.len() <= 10, "{}", ticks.len());
        for (text, place) in &ticks {
            let number: f64 = text.parse().expect("a number");
            let wanted = left + (number / low).log10() / decades * (right - left);
            prop_assert!((place - wanted).abs() < 0.06, "{text}: {place}, not {wanted}");
        }
    }
}
