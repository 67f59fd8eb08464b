//! Tests of the PRISM language: known values, constructs, errors and damaged texts.

mod constructs;
mod damaged;
mod errors;
mod known;
mod properties;

use chancetree_prism::{ExploredModel, Job, PrismError, PrismModel, Property};
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

/// Returns the value of a property as text.
fn value(explored: &ExploredModel, property: &str) -> Result<String, PrismError> {
    Ok(explored.check(&Property::parse(property)?, &Job::default())?.to_string())
}

/// Returns the value of a property of a model, both without errors.
fn value_of(model: &str, property: &str) -> String {
    let explored = explore(model, "").unwrap_or_else(|error| panic!("{model}: {error}"));
    value(&explored, property).unwrap_or_else(|error| panic!("{property}: {error}"))
}

/// Returns the sizes of a model as text: states, choices and transitions.
fn sizes(explored: &ExploredModel) -> String {
    let space = explored.space();
    let (states, choices, branches) = (space.state_count(), space.choice_count(), space.branch_count());
    format!("{states} states, {choices} choices, {branches} transitions")
}
