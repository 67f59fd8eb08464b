//! The table of the values of properties.

use crate::exact;
use crate::family::{ColumnOf, Datum, Table, fitting};
use chancetree_prism::{ExactValue, Property, PropertyValue};

/// A property with its value.
pub(super) type CheckedProperty = (Property, PropertyValue);

/// Returns a table with one row for each property. It has a column of names for people if a property is named.
pub(super) fn value_table(all: &[CheckedProperty]) -> Table {
    let has_names = all.iter().any(|(property, _)| property.name().is_some());
    let fields: [ColumnOf<'_, &CheckedProperty>; 4] = [
        ("name", has_names.then_some("name"), &|(property, _)| property.name().map(str::to_owned).into()),
        ("property", Some("property"), &|(property, _)| on_one_line(property.text()).into()),
        ("value", None, &|(_, value)| datum(value)),
        ("", Some("value"), &|(_, value)| shown_datum(value)),
    ];
    Table::of("properties", all, &fields).main()
}

/// Returns a value for programs.
fn datum(value: &PropertyValue) -> Datum {
    match value {
        PropertyValue::Number(value) => number_datum(value),
        PropertyValue::Range(least, greatest) => {
            Datum::Parts(vec![("least", number_datum(least)), ("greatest", number_datum(greatest))])
        }
        PropertyValue::Truth(is_true) => (*is_true).into(),
    }
}

/// Returns a value for people.
fn shown_datum(value: &PropertyValue) -> Datum {
    match value {
        PropertyValue::Number(value) => number_datum(value),
        PropertyValue::Range(least, greatest) => {
            format!("[{}, {}]", number_text(least), number_text(greatest)).into()
        }
        PropertyValue::Truth(is_true) => is_true.to_string().into(),
    }
}

fn number_datum(value: &ExactValue) -> Datum {
    match value {
        ExactValue::Finite(value) => value.into(),
        ExactValue::Infinite => value.to_string().into(),
    }
}

/// Formats a bound of a range: as a fraction if that is short, otherwise as a decimal.
fn number_text(value: &ExactValue) -> String {
    match value.finite() {
        Some(finite) => fitting(finite).unwrap_or_else(|| exact::decimal(finite, 12)),
        None => value.to_string(),
    }
}

/// Joins the lines of a property with spaces.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
