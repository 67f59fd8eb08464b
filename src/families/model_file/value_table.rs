//! The table of the values of properties.

use crate::exact;
use crate::family::{ColumnOf, ReportValue, Table, bounded_value, fitting};
use chancetree_prism::{ExactValue, Property, PropertyValue, ValueBounds};

/// The key of the table of properties, and of the properties in it.
const KEYS: [&str; 2] = ["properties", "property"];

/// A property with its value.
pub(super) type CheckedProperty<N> = (Property, PropertyValue<N>);

/// A number that a table shows.
pub(super) trait TableNumber {
    fn report_value(&self) -> ReportValue;
    /// Formats a bound of a range.
    fn text(&self) -> String;
}

impl TableNumber for ExactValue {
    fn report_value(&self) -> ReportValue {
        match self {
            Self::Finite(value) => value.into(),
            Self::Infinite => self.to_string().into(),
        }
    }

    /// Formats a fraction if that is short, otherwise a decimal.
    fn text(&self) -> String {
        match self.finite() {
            Some(finite) => fitting(finite).unwrap_or_else(|| exact::decimal(finite, 12)),
            None => self.to_string(),
        }
    }
}

impl TableNumber for ValueBounds {
    fn report_value(&self) -> ReportValue {
        if self.lower == f64::INFINITY {
            return ExactValue::Infinite.to_string().into();
        }
        ReportValue::Interval(*self)
    }

    fn text(&self) -> String {
        if self.lower == f64::INFINITY {
            return ExactValue::Infinite.to_string();
        }
        bounded_value(self).display_parts().join(" ")
    }
}

/// Returns a table with one row for each property. It has a column of names for people if a property is named.
pub(super) fn value_table<N: TableNumber>(all: &[CheckedProperty<N>]) -> Table {
    let has_names = all.iter().any(|(property, _)| property.name().is_some());
    let fields: [ColumnOf<'_, &CheckedProperty<N>>; 4] = [
        ("name", has_names.then_some("name"), &|(property, _)| property.name().map(str::to_owned).into()),
        (KEYS[1], Some("property"), &|(property, _)| on_one_line(property.text()).into()),
        ("value", None, &|(_, value)| report_value(value)),
        ("", Some("value"), &|(_, value)| shown_value(value)),
    ];
    Table::of(KEYS[0], all, &fields).main()
}

/// Returns whether the value in a row of a table is the probability of a property. Returns `None` for tables of other contents.
pub(crate) fn is_probability_row(table: &Table, row: &[ReportValue]) -> Option<bool> {
    let place = table.columns.iter().position(|column| column.key == KEYS[1]);
    let place = place.filter(|_| table.key == KEYS[0])?;
    let ReportValue::Words(text) = &row[place] else { return None };
    Some(Property::parse(text).is_ok_and(|property| property.is_probability()))
}

/// Returns a value for programs.
fn report_value<N: TableNumber>(value: &PropertyValue<N>) -> ReportValue {
    match value {
        PropertyValue::Number(value) => value.report_value(),
        PropertyValue::Range(least, greatest) => {
            ReportValue::Parts(vec![("least", least.report_value()), ("greatest", greatest.report_value())])
        }
        PropertyValue::Truth(is_true) => (*is_true).into(),
    }
}

/// Returns a value for people.
fn shown_value<N: TableNumber>(value: &PropertyValue<N>) -> ReportValue {
    match value {
        PropertyValue::Number(value) => value.report_value(),
        PropertyValue::Range(least, greatest) => format!("[{}, {}]", least.text(), greatest.text()).into(),
        PropertyValue::Truth(is_true) => is_true.to_string().into(),
    }
}

/// Returns the number of values whose bounds are wider than `width`.
pub(super) fn wide_values(all: &[CheckedProperty<ValueBounds>], width: f64) -> usize {
    let is_wide = |value: &PropertyValue<ValueBounds>| match value {
        PropertyValue::Number(value) => value.width() > width,
        PropertyValue::Range(least, greatest) => least.width().max(greatest.width()) > width,
        PropertyValue::Truth(_) => false,
    };
    all.iter().filter(|(_, value)| is_wide(value)).count()
}

/// Joins the lines of a property with spaces.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
