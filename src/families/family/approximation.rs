//! The options `--approximate` and `--precision`: doubles with a proven bound on each error.

use super::{Parameter, Refusal, Report, parsed};
use serde::Deserialize;
use serde_json::{Value, json};

/// The typed options.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Approximation {
    #[serde(default)]
    approximate: bool,
    #[serde(default, deserialize_with = "parsed")]
    precision: Option<f64>,
}

impl Approximation {
    /// The default of `--precision`.
    pub const WIDTH: f64 = 1e-9;

    /// The option for doubles.
    pub const APPROXIMATE: Parameter =
        Parameter::flag("approximate", "Doubles with a proven bound on each error, instead of fractions")
            .details("For work too large for fractions. JSON has the bound on the error of each value.")
            .heading("Output");

    /// The option for the wanted distance of the bounds.
    pub const PRECISION: Parameter = Parameter::double(
        "precision",
        "Wanted distance of the bounds of --approximate",
        1e-300,
        1.0,
        "the width of the bounds is from 1e-300 to 1",
    )
    .with_placeholder("WIDTH")
    .implied("1e-9")
    .heading("Output");

    /// Returns the wanted distance of the bounds, or `None` for fractions.
    ///
    /// # Errors
    /// If a distance is typed for fractions.
    pub fn width(self) -> Result<Option<f64>, Refusal> {
        Self::width_of(self.approximate, self.precision)
    }

    /// Returns the wanted distance of the bounds if doubles are wanted, or `None` for fractions.
    ///
    /// # Errors
    /// If a distance is typed for fractions.
    pub fn width_of(approximate: bool, precision: Option<f64>) -> Result<Option<f64>, Refusal> {
        if !approximate && precision.is_some() {
            return Err(Refusal::new("--precision needs --approximate, because fractions are exact")
                .help("--approximate"));
        }
        Ok(approximate.then(|| precision.unwrap_or(Self::WIDTH)))
    }
}

/// Adds the wanted distance of bounds to the parameters that an answer repeats.
pub fn enter_width(width: Option<f64>, parameters: &mut Value) {
    if let Some(width) = width {
        parameters["precision"] = json!({ "float": width });
    }
}

/// States in a report that its numbers are doubles.
pub fn add_method(report: &mut Report) {
    report.title.push_str("\napproximate: floating point, with a proven bound on every error");
    report.add_json("exact", false);
    report.add_json("method", "doubles, with a proven bound on every error");
}
