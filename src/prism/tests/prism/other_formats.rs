//! Models that are written in DRN and read again.

use super::{explore, folder, read, sizes};
use chancetree_checker::{read_drn, write_drn};
use chancetree_prism::{ExploredModel, Job, Property, PropertyFile};
use std::collections::BTreeSet;

/// Returns a model after it was written in DRN and read.
fn written_and_read(model: ExploredModel) -> ExploredModel {
    let space = model.into_space(&Job::default()).expect("a space");
    ExploredModel::of_space(read_drn(&write_drn(&space)).expect("a DRN file"))
}

/// Returns whether a property uses labels, rewards, numbers and the variables of a state only.
fn is_without_constants(text: &str, state: &str) -> bool {
    let bare: String = text.split('"').step_by(2).collect();
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .map(String::from)
            .collect()
    };
    let known = [
        "P", "R", "Pmin", "Pmax", "Rmin", "Rmax", "min", "max", "F", "G", "U", "W", "X", "C", "I", "filter",
        "true", "false",
    ];
    let variables = words(state);
    words(&bare).iter().filter(|word| !word.is_empty()).all(|word| {
        known.contains(&&**word) || variables.contains(word) || word.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// All models of `values.csv` keep their sizes and the values of their properties.
#[test]
fn models_keep_their_values_in_drn() {
    let mut reader = csv::Reader::from_path(folder().join("values.csv")).expect("a file");
    let rows = reader.records().map(|row| row.expect("a row"));
    let models: BTreeSet<(String, String)> = rows.map(|row| (row[0].to_owned(), row[1].to_owned())).collect();
    let mut compared = 0;
    for (model, constants) in models {
        let stem = model.split('.').next().unwrap_or_default();
        let file = PropertyFile::parse(&read(&format!("{stem}.props"))).expect(stem);
        let explored = explore(&read(&model), &constants).expect(&model);
        if explored.space().state_count() > 20_000 {
            continue;
        }
        let again = written_and_read(explore(&read(&model), &constants).expect(&model));
        assert_eq!(sizes(&again), sizes(&explored), "{model} {constants}");
        assert_eq!(again.space().initial, explored.space().initial, "{model} {constants}");
        let state = explored.state_name(0);
        let has_names = |property: &Property| is_without_constants(property.text(), &state);
        for property in file.properties().into_iter().filter(has_names) {
            let name = format!("{model} {constants}: {property}");
            let expected = explored.check(&property, &Job::default()).expect(&name);
            assert_eq!(again.check(&property, &Job::default()), Ok(expected), "{name}");
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared} values");
}

#[test]
fn models_of_other_formats_have_variables() {
    let again = written_and_read(explore(&read("die.pm"), "").expect("a model"));
    assert_eq!(again.state_name(0), "(s=0,d=0)");
    let value = |text: &str| again.check(&Property::parse(text).expect(text), &Job::default());
    assert_eq!(value("P=? [ F d=6 ]").map(|value| value.to_string()), Ok("1/6".to_owned()));
    let error = |text: &str| {
        let property = Property::parse(text).expect("a property");
        again.check(&property, &Job::default()).expect_err(text).to_string()
    };
    assert!(error("P=? [ F t=7 ]").starts_with("line 1, column 9: no variable, constant or formula t"));
    let known = "line 1, column 9: no label \"seven\"; labels: \"done\", \"six\", \"init\", \"deadlock\"";
    assert!(error("P=? [ F \"seven\" ]").starts_with(known), "{}", error("P=? [ F \"seven\" ]"));
    let rewards = error("R{\"turns\"}=? [ F \"done\" ]");
    assert!(rewards.starts_with("line 1, column 1: no such rewards; rewards: \"flips\""), "{rewards}");
}
