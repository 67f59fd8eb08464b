//! Tests of the PRISM language: known values, constructs, errors and damaged texts.

mod choice_values;
mod constructs;
mod damaged;
mod early_stop;
mod errors;
mod known;
mod other_formats;
mod path_formulas;
mod properties;
mod property_errors;
mod property_files;
mod strategies;

use chancetree_exact::Rational;
use chancetree_prism::{ExploredModel, Job, PrismError, PrismModel, Property, PropertyValue, ValueBounds};
use std::fs;
use std::path::PathBuf;

/// Returns the folder of the models.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/models")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect(name)
}

/// Parses and explores a model.
fn explore(text: &str, constants: &str) -> Result<ExploredModel, PrismError> {
    PrismModel::parse(text)?.with_constants(constants)?.explore(&Job::default())
}

/// Returns the value of a property as text. Panics unless the bounds on the value contain it.
fn value(explored: &ExploredModel, property: &str) -> Result<String, PrismError> {
    let property = Property::parse(property)?;
    let value = explored.check(&property, &Job::default());
    let bounds = explored.check_in::<ValueBounds>(&property, Some(1e-9), &Job::default());
    if let (Ok(value), Ok(bounds)) = (&value, &bounds) {
        assert_contained(value, bounds, property.text());
    }
    assert_eq!(value.is_ok(), bounds.is_ok(), "{property}");
    Ok(value?.to_string())
}

/// Panics unless bounds contain a value and are narrow.
fn assert_contained(value: &PropertyValue, bounds: &PropertyValue<ValueBounds>, name: &str) {
    let (least, greatest) = match value {
        PropertyValue::Number(value) => (value, value),
        PropertyValue::Range(least, greatest) => (least, greatest),
        PropertyValue::Truth(truth) => return assert_eq!(*bounds, PropertyValue::Truth(*truth), "{name}"),
    };
    let (lower, upper) = match bounds {
        PropertyValue::Number(value) => (value, value),
        PropertyValue::Range(least, greatest) => (least, greatest),
        PropertyValue::Truth(_) => panic!("{name}: {value} in {bounds}"),
    };
    for (value, bounds) in [(least, lower), (greatest, upper)] {
        let closest = value.bounds();
        let is_contained = bounds.lower <= closest.lower && closest.upper <= bounds.upper;
        let is_exact = value.finite().is_some_and(|value| {
            let at = |bound| Rational::from_float(bound);
            at(bounds.lower).is_some_and(|lower| lower <= *value)
                && at(bounds.upper).is_some_and(|upper| *value <= upper)
        });
        assert!(is_contained || is_exact, "{name}: {value} in {bounds}");
        assert!(bounds.width() <= 1e-12 * closest.lower.abs().max(1.0), "{name}: {value} in {bounds}");
    }
}

/// Returns the value of a property of a model. Panics on an error, or if a model explored for the property has another value.
fn value_of(model: &str, property: &str) -> String {
    let explored = explore(model, "").unwrap_or_else(|error| panic!("{model}: {error}"));
    let found = value(&explored, property).unwrap_or_else(|error| panic!("{property}: {error}"));
    let parsed = Property::parse(property).expect("it was checked");
    let part = PrismModel::parse(model).and_then(|model| model.explore_for(&[parsed], &Job::default()));
    assert_eq!(value(&part.expect("it was explored"), property).as_ref(), Ok(&found), "{property}");
    found
}

/// Returns the sizes of a model as text: states, choices and transitions.
fn sizes(explored: &ExploredModel) -> String {
    let space = explored.space();
    let (states, choices, branches) = (space.state_count(), space.choice_count(), space.branch_count());
    format!("{states} states, {choices} choices, {branches} transitions")
}
