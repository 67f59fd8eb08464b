//! Names: each quantity has one name and one sign in every command, text has the chosen number of digits, and each type has a name
//! of its own.

use super::run::{answer, folder, run, run_in};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn a_replay_has_its_parameters_and_the_columns_of_odds() {
    let replay =
        |log: &str| run(&format!("replay {}/docs/play/{log}.jsonl --format csv", env!("CARGO_MANIFEST_DIR")));
    let (memory, solitaire) = (replay("memory").ok(), replay("solitaire").ok());
    let head = "pairs,seats,people,objective,seed,deal,step,what,win_1,win_1_exact,win_2,win_2_exact,draw,draw_exact,\
                expected_pairs_1,expected_pairs_1_exact,expected_pairs_2,expected_pairs_2_exact\n\
                3,human robots,robots,pairs,1,1 2 1 3 2 3,0,,0.466666666667,7/15,";
    assert!(memory.starts_with(head), "{memory}");
    let head = "pairs,seed,deal,step,what,expected_turns,expected_turns_exact,expected_lucky,expected_lucky_exact,\
                expected_turns_left,expected_turns_left_exact\n";
    assert!(solitaire.starts_with(head), "{solitaire}");
}

/// Logs use the names of answers, and logs of earlier versions are still read.
#[test]
fn a_log_of_mines_has_the_names_of_answers() {
    let folder = folder();
    let replayed = |name: &str| {
        let log = format!(
            r#"{{"chancetree":"play","schema":1,"family":"mines","parameters":{{"rows":2,"{name}":3,"mines":2,"first_click":"any","seed":1}}}}"#
        );
        fs::write(folder.path().join("game.jsonl"), log).expect("a file");
        run_in(folder.path(), "replay game.jsonl --format json").ok()
    };
    let found: Value = serde_json::from_str(&replayed("columns")).expect("JSON");
    assert_eq!(
        found["parameters"],
        json!({ "rows": 2, "columns": 3, "mines": 2, "first_click": "any", "seed": 1 })
    );
    assert_eq!(found["moments"][0]["odds"]["safe_so_far"]["exact"], "1/1");
    assert_eq!(found["moments"][0]["odds"]["least_risk"]["exact"], "1/3");
    let old: Value = serde_json::from_str(&replayed("cols")).expect("JSON");
    assert_eq!(old["moments"], found["moments"]);
}

#[test]
fn simulations_have_the_same_columns() {
    let mines = "simulate mines --rows 2 --cols 3 --mines 2 --games 10";
    let table = |args: &str| run(&format!("{args} --format csv -q")).ok();
    let (best, lowest) = (table(&format!("{mines} --play best")), table(mines));
    let [best, lowest] = [&best, &lowest].map(|csv| csv.lines().next().expect("a header").split(','));
    let of_lowest: Vec<&str> = lowest.collect();
    assert_eq!(best.filter(|column| !of_lowest.contains(column)).collect::<Vec<_>>(), [""; 0]);
    assert!(table(&format!("{mines} --ties last")).contains("\n2,3,2,lowest,last,anywhere,safe,10,1,"));
    assert!(table(&format!("{mines} --play strong")).contains("\n2,3,2,strong,,anywhere,safe,10,1,"));
    let both = answer(&format!("{mines} --compare last,strong --format json"));
    let parameters = &both["parameters"];
    assert_eq!(
        (&parameters["play"], &parameters["ties"], &parameters["compare"]),
        (&Value::Null, &Value::Null, &json!(["last", "strong"]))
    );
    let names = |args: &str| -> Vec<Value> {
        let found = answer(&format!("simulate {args} --games 10 --format json"));
        found["estimates"].as_array().expect("a list").iter().map(|one| one["quantity"].clone()).collect()
    };
    assert_eq!(names("memory --pairs 2")[3..], ["expected_pairs_1", "expected_pairs_2"]);
    assert_eq!(names("mines --rows 2 --cols 3 --mines 2"), ["win_1"]);
}

/// Doubles also have the chosen number of digits.
#[test]
fn text_has_the_chosen_number_of_digits() {
    let folder = folder();
    let log = run("simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --seed 1 --games 9").ok();
    fs::write(folder.path().join("games.csv"), log).expect("a file");
    for args in [
        "odds solitaire --pairs 3",
        "information solitaire --pairs 3 --recall 3/4,1/8,4/5",
        "fit solitaire games.csv",
    ] {
        let text = run_in(folder.path(), &format!("{args} --digits 9")).ok();
        // Numbers in powers of ten are excluded.
        let numbers = text.split("\n  asymptotics").next().expect("numbers");
        let decimals = numbers.split(|letter: char| letter.is_whitespace() || letter == ',');
        let decimals = decimals.filter_map(|word| word.parse::<f64>().ok().and(word.split_once('.')));
        let digits: Vec<usize> = decimals.map(|(_, digits)| digits.len()).collect();
        assert!(digits.len() > 5 && digits.iter().all(|&digits| digits == 9), "{args}: {text}");
    }
}

/// The loss against the best action has one name and one sign in answers and graphs.
#[test]
fn a_worse_action_has_a_negative_difference() {
    let best = answer("best guess --numbers 5 --format json");
    let graph = answer("graph guess --numbers 5 --show all --as json -o -");
    let of_start = |node: &&Value| node["what"] == "action" && node["state"] == graph["nodes"][0]["state"];
    let nodes: Vec<&Value> = graph["nodes"].as_array().expect("nodes").iter().filter(of_start).collect();
    let actions = best["actions"].as_array().expect("actions");
    // In the graph, mirror images are one action.
    assert_eq!((nodes.len(), actions.len()), (3, 5));
    for node in &nodes {
        let named = |action: &&Value| node["action"].as_str() == Some(&*action["action"].to_string());
        let action = actions.iter().find(named).expect("the same action");
        assert_eq!(node["difference_exact"], action["difference"]["exact"]);
        assert_eq!(action["best"], action["difference"]["exact"] == "0/1");
    }
    let label = "difference -1/5";
    assert!(nodes.iter().any(|node| node["label"].as_str().is_some_and(|text| text.ends_with(label))));
}

/// Returns the type that a line of Rust defines at the top level, and whether the type is public.
fn type_defined(line: &str) -> Option<(&str, bool)> {
    let (is_public, rest) = match line.strip_prefix("pub") {
        Some(rest) => (rest.starts_with(' '), rest.trim_start_matches(|letter| letter != ' ').trim_start()),
        None => (false, line),
    };
    let (kind, rest) = rest.split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    ["struct", "enum", "trait", "type"].contains(&kind).then_some((name, is_public))
}

/// Within a crate, no two types have the same name; across the workspace, no two public types have.
#[test]
fn every_type_has_a_name_of_its_own() {
    assert_eq!(type_defined("pub(crate) struct Row<'a> {"), Some(("Row", false)));
    assert_eq!(type_defined("pub enum Event {"), Some(("Event", true)));
    assert_eq!(type_defined("    type Event = u8;"), None);
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut defined: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let path = entry.strip_prefix(&src).expect("below src").display().to_string();
            let crate_name = path.split('/').next().unwrap_or_default().to_owned();
            if entry.is_dir() {
                folders.push(entry);
            } else if path.ends_with(".rs") {
                let text = fs::read_to_string(&entry).expect("a text");
                for (name, is_public) in text.lines().filter_map(type_defined) {
                    let own = Some(crate_name.clone());
                    for crate_name in own.into_iter().chain(is_public.then(String::new)) {
                        defined.entry((crate_name, name.to_owned())).or_default().push(path.clone());
                    }
                }
            }
        }
    }
    assert!(defined.len() > 800, "{} types", defined.len());
    let twice: Vec<_> = defined.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}
