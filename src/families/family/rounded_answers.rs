//! Converts answers in fractions into doubles with a bound on the error of each number.

use super::{
    AnswerPlan, CommandError, GameAnswer, Report, ReportValue, Sink, Table, add_method, enter_width,
};
use std::mem;

/// Converts answers into doubles and passes them on.
struct DoublesSink<'a> {
    width: f64,
    sink: &'a dyn Sink,
}

impl Sink for DoublesSink<'_> {
    fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError> {
        self.sink.answer(&answer.clone().in_doubles(self.width))
    }

    fn log(&self, text: &str) -> Result<(), CommandError> {
        self.sink.log(text)
    }
}

impl AnswerPlan {
    /// Returns the plan with answers in doubles: the fractions are computed and then rounded, so that each error is at most half
    /// a unit in the last place. `width` is the wanted distance of the bounds, which the answers repeat as a parameter.
    #[must_use]
    pub fn in_doubles(mut self, width: f64) -> Self {
        for (_, parameters) in &mut self.games {
            enter_width(Some(width), parameters);
        }
        let work = self.work;
        self.work = Box::new(move |job, sink| {
            let found = work(job, &DoublesSink { width, sink })?;
            Ok(found.map(|answer| answer.in_doubles(width)))
        });
        self.shared = Err("one process computes doubles");
        self
    }
}

impl GameAnswer {
    fn in_doubles(mut self, width: f64) -> Self {
        enter_width(Some(width), &mut self.parameters);
        self.report = self.report.in_doubles();
        self
    }
}

impl Report {
    /// Returns the report with each fraction as the nearest double and a bound on its error. Remarks keep their numbers.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::{ReportValue, Report};
    ///
    /// let mut report = Report::new("A die");
    /// report.add("six", ratio(1, 6));
    /// let report = report.in_doubles();
    /// let ReportValue::Bounded(six) = &report.numbers[0].value else { panic!("a double") };
    /// assert!(six.value == 1.0 / 6.0 && six.error < 1e-16);
    /// ```
    #[must_use]
    pub fn in_doubles(mut self) -> Self {
        for number in &mut self.numbers {
            number.value = mem::replace(&mut number.value, ReportValue::Nothing).in_doubles();
        }
        self.tables.iter_mut().for_each(Table::round);
        add_method(&mut self);
        self
    }
}

impl Table {
    fn round(&mut self) {
        self.drop_fractions();
        for cell in self.rows.iter_mut().flatten() {
            *cell = mem::replace(cell, ReportValue::Nothing).in_doubles();
        }
    }
}

impl ReportValue {
    /// Returns the nearest double of a fraction, with a bound on its error.
    fn in_doubles(self) -> Self {
        match self {
            Self::Exact(value) | Self::Decimal(value) | Self::Fraction(value) | Self::Bar { value, .. } => {
                Self::within(&value, Some(0.0))
            }
            Self::Seats(values) => Self::seats_within(&values, Some(0.0)),
            Self::Each(all) => Self::Each(all.into_iter().map(Self::in_doubles).collect()),
            Self::Parts(all) => {
                Self::Parts(all.into_iter().map(|(name, part)| (name, part.in_doubles())).collect())
            }
            other => other,
        }
    }
}
