//! All answers in JSON are as the published schema says: of every page that has them, by its examples.

use super::examples::{LONG, Shell};
use super::pages::{examples, pages};
use super::run::{folder, run_in};
use boon::{Compiler, SchemaIndex, Schemas};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

/// The schema as it is published.
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/answers.schema.json");

/// The page whose JSON is none of an answer: lines of a log.
const LOG: &str = "simulate solitaire";

/// The schemas that say whether a value is an answer.
struct Schema(Schemas, SchemaIndex);

impl Schema {
    fn published() -> Self {
        let mut schemas = Schemas::new();
        let index = Compiler::new().compile(PUBLISHED, &mut schemas).expect("a schema of JSON");
        Self(schemas, index)
    }

    /// Returns why a value is none, if it is none.
    fn wrong(&self, value: &Value) -> Option<String> {
        self.0.validate(value, self.1).err().map(|error| format!("{error:#}"))
    }
}

/// An example of a page as JSON, if it can be.
fn as_json(page: &str, help: &str, example: &str) -> Option<String> {
    let is_json =
        help.contains("- json:") && format!("{example} ").starts_with(&format!("chancetree {page} "));
    // Not what goes on to another program or into a file, nor a graph.
    if !is_json || example.contains(['>', '|', ';', '<']) || example.contains(" --as ") {
        return None;
    }
    let mut words: Vec<&str> = Vec::new();
    let mut rest = example.split(' ');
    while let Some(word) = rest.next() {
        match word {
            "--format" => drop(rest.next()),
            "-o" | "--output" | "--save" | "--sequence" => drop(rest.next()),
            word => words.push(word),
        }
    }
    Some(format!("{} --format json", words.join(" ")))
}

#[test]
fn every_answer_is_as_the_schema_says() {
    let (mut lines, mut bare) = (Vec::new(), Vec::new());
    for (page, help) in pages() {
        if page == LOG || page.starts_with("graph") || !help.contains("- json:") {
            continue;
        }
        let all = examples(&help);
        let all = all.iter().filter(|example| LONG.iter().all(|(long, _)| long != example));
        let before = lines.len();
        lines.extend(all.filter_map(|example| as_json(&page, &help, example)));
        if lines.len() == before {
            bare.push(page);
        }
    }
    assert_eq!(bare, [""; 0], "pages without an answer in JSON");
    let wrong = |line: &String| {
        let ran = Shell::new("").run(line);
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        // Some answers are JSON lines.
        let values = serde_json::Deserializer::from_slice(&ran.stdout).into_iter::<Value>();
        let values: Vec<Value> =
            values.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(!values.is_empty(), "{line}: no answer");
        let schema = Schema::published();
        values
            .iter()
            .filter_map(|value| Some(format!("{line}: {}", schema.wrong(value)?)))
            .collect::<Vec<_>>()
    };
    let wrong: Vec<String> = lines.par_iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Several boards are one list, or lines, and each line of a refused board is as the schema says.
#[test]
fn several_boards_are_as_the_schema_says() {
    let (schema, folder) = (Schema::published(), folder());
    let boards = "mines 1\n1.\n..\n\nmines 1\n.1.\n\nmines 2\n1.1.\n\nmines 1\n1.\n..\n";
    std::fs::write(folder.path().join("boards"), boards).expect("a file");
    let list = run_in(folder.path(), "risk mines boards --format json");
    let list: Value = serde_json::from_str(&list.out).expect("a closed list");
    assert_eq!((list.as_array().map(Vec::len), schema.wrong(&list)), (Some(2), None));
    let lines = run_in(folder.path(), "risk mines boards --lines");
    let lines: Vec<Value> =
        lines.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let boards: Vec<u64> = lines.iter().filter_map(|line| line["board"].as_u64()).collect();
    assert_eq!(boards, [1, 2, 3, 4]);
    assert_eq!(lines[2]["error"], "the numbers allow 1 mine in all, not 2");
    for line in &lines {
        assert_eq!(schema.wrong(line), None, "{line}");
    }
    // A refused board stands in no list, and has a place.
    assert!(schema.wrong(&Value::Array(lines.clone())).is_some());
    let mut nowhere = lines[2].clone();
    nowhere["board"] = 0.into();
    assert!(schema.wrong(&nowhere).is_some());
}

#[test]
fn wrong_answers_do_not_fit_the_schema() {
    let schema = Schema::published();
    let answer = |more: &str| -> Value {
        let text = format!("{{\"schema\":2,\"family\":\"memory\",\"parameters\":{{}}{more}}}");
        serde_json::from_str(&text).expect("JSON")
    };
    assert_eq!(schema.wrong(&answer("")), None);
    assert_eq!(schema.wrong(&Value::Array(vec![answer("")])), None);
    let right = r#","win":[{"exact":"1/3","decimal":"0.333"},{"float":0.5,"error":0.1}],"states":"18446744073709551616""#;
    assert_eq!(schema.wrong(&answer(right)), None);
    for more in [
        r#","win":[0.5]"#,
        r#","win":[{"exact":"1/0","decimal":"0.333"}]"#,
        r#","deep":[{"deeper":{"exact":"0.5","decimal":"0.5"}}]"#,
        r#","deep":[{"exact":"1/2"}]"#,
        r#","deep":{"float":"0.5"}"#,
        r#","deep":[0.5]"#,
        r#","states":-1"#,
        r#","favoured":{"player":0,"by":{"exact":"1/3","decimal":"0.333"}}"#,
        r#","actions":[{"action":1}]"#,
    ] {
        assert!(schema.wrong(&answer(more)).is_some(), "{more}");
    }
    for bare in [
        serde_json::json!({ "schema": 2, "family": "memory" }),
        serde_json::json!({ "schema": 2, "parameters": {} }),
        serde_json::json!({ "schema": 2, "family": "memory", "parameters": [] }),
        serde_json::json!({ "schema": 2, "family": "memory", "parameters": { "threshold": 0.5 } }),
    ] {
        assert!(schema.wrong(&bare).is_some(), "{bare}");
    }
    assert_eq!(
        schema.wrong(&serde_json::json!({ "schema": 2, "study": "gerez", "parameters": { "pairs": 6 } })),
        None
    );
    let old = serde_json::json!({ "schema": 1, "family": "memory", "parameters": {} });
    assert!(schema.wrong(&old).is_some());
}
