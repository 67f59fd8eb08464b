//! All JSON answers conform to the published schema, tested with the examples of every page.

use super::examples::{LONG, Shell};
use super::pages::{examples, pages};
use super::run::{folder, run_in};
use boon::{Compiler, SchemaIndex, Schemas};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

/// The published schema.
const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/answers.schema.json");

/// The page whose JSON is a log and not an answer.
const LOG: &str = "simulate solitaire";

/// The compiled schema.
struct Schema(Schemas, SchemaIndex);

impl Schema {
    fn published() -> Self {
        let mut schemas = Schemas::new();
        let index = Compiler::new().compile(PUBLISHED, &mut schemas).expect("a schema of JSON");
        Self(schemas, index)
    }

    /// Returns the error if a value does not conform.
    fn error(&self, value: &Value) -> Option<String> {
        self.0.validate(value, self.1).err().map(|failure| format!("{failure:#}"))
    }
}

/// Returns an example of a page as a command with JSON output, if there is one.
fn as_json(page: &str, help: &str, example: &str) -> Option<String> {
    let is_json =
        help.contains("- json:") && format!("{example} ").starts_with(&format!("chancetree {page} "));
    // Skips examples that pipe or redirect, and graphs.
    if !is_json || example.contains(['>', '|', ';', '<']) || example.contains(" --as ") {
        return None;
    }
    let mut args: Vec<&str> = Vec::new();
    let mut rest = example.split(' ');
    while let Some(word) = rest.next() {
        match word {
            "--format" => drop(rest.next()),
            "-o" | "--output" | "--save" | "--sequence" => drop(rest.next()),
            word => args.push(word),
        }
    }
    Some(format!("{} --format json", args.join(" ")))
}

/// Returns the errors of the answers of a command, or `None` if the command is refused.
fn schema_errors(line: &str) -> Option<Vec<String>> {
    let ran = Shell::new("").run(line);
    if ran.status.code() == Some(2) {
        return None;
    }
    assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    // Some answers are lines of JSON.
    let values = serde_json::Deserializer::from_slice(&ran.stdout).into_iter::<Value>();
    let values: Vec<Value> =
        values.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(!values.is_empty(), "{line}: no answer");
    let schema = Schema::published();
    let error = |value: &Value| Some(format!("{line}: {}", schema.error(value)?));
    Some(values.iter().filter_map(error).collect())
}

#[test]
fn every_answer_conforms_to_the_schema() {
    let (mut lines, mut in_doubles, mut bare) = (Vec::new(), Vec::new(), Vec::new());
    for (page, help) in pages() {
        if page == LOG || page.starts_with("graph") || !help.contains("- json:") {
            continue;
        }
        let all = examples(&help);
        let all = all.iter().filter(|example| LONG.iter().all(|(long, _)| long != example));
        let found: Vec<String> = all.filter_map(|example| as_json(&page, &help, example)).collect();
        if found.is_empty() {
            bare.push(page);
        }
        let approximated = found.iter().filter(|line| !line.contains("--approximate"));
        let approximated = approximated.filter(|_| help.contains("--approximate"));
        in_doubles.extend(approximated.map(|line| format!("{line} --approximate")));
        lines.extend(found);
    }
    assert_eq!(bare, [""; 0], "pages without an answer in JSON");
    let errors = |line: &String| schema_errors(line).unwrap_or_else(|| panic!("{line} is refused"));
    let errors: Vec<String> = lines.par_iter().flat_map(errors).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    // Some options need fractions.
    let errors: Vec<Vec<String>> = in_doubles.par_iter().filter_map(|line| schema_errors(line)).collect();
    assert!(errors.len() > 30, "{} answers in doubles", errors.len());
    assert!(errors.concat().is_empty(), "{}", errors.concat().join("\n"));
}

/// Several boards are a list or lines, and the line of a refused board conforms, too.
#[test]
fn several_boards_conform_to_the_schema() {
    let (schema, folder) = (Schema::published(), folder());
    let boards = "mines 1\n1.\n..\n\nmines 1\n.1.\n\nmines 2\n1.1.\n\nmines 1\n1.\n..\n";
    std::fs::write(folder.path().join("boards"), boards).expect("a file");
    let list = run_in(folder.path(), "risk mines boards --format json");
    let list: Value = serde_json::from_str(&list.out).expect("a closed list");
    assert_eq!((list.as_array().map(Vec::len), schema.error(&list)), (Some(2), None));
    let lines = run_in(folder.path(), "risk mines boards --lines");
    let lines: Vec<Value> =
        lines.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let boards: Vec<u64> = lines.iter().filter_map(|line| line["board"].as_u64()).collect();
    assert_eq!(boards, [1, 2, 3, 4]);
    assert_eq!(lines[2]["error"], "the numbers allow 1 mine in all, not 2");
    for line in &lines {
        assert_eq!(schema.error(line), None, "{line}");
    }
    // A refused board is not allowed in a list, and needs a number.
    assert!(schema.error(&Value::Array(lines.clone())).is_some());
    let mut nowhere = lines[2].clone();
    nowhere["board"] = 0.into();
    assert!(schema.error(&nowhere).is_some());
}

#[test]
fn invalid_answers_do_not_conform_to_the_schema() {
    let schema = Schema::published();
    let answer = |more: &str| -> Value {
        let text = format!("{{\"schema\":2,\"family\":\"memory\",\"parameters\":{{}}{more}}}");
        serde_json::from_str(&text).expect("JSON")
    };
    assert_eq!(schema.error(&answer("")), None);
    assert_eq!(schema.error(&Value::Array(vec![answer("")])), None);
    let right = r#","win":[{"exact":"1/3","decimal":"0.333"},{"float":0.5,"error":0.1}],"states":"18446744073709551616""#;
    assert_eq!(schema.error(&answer(right)), None);
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
        assert!(schema.error(&answer(more)).is_some(), "{more}");
    }
    for bare in [
        serde_json::json!({ "schema": 2, "family": "memory" }),
        serde_json::json!({ "schema": 2, "parameters": {} }),
        serde_json::json!({ "schema": 2, "family": "memory", "parameters": [] }),
        serde_json::json!({ "schema": 2, "family": "memory", "parameters": { "threshold": 0.5 } }),
    ] {
        assert!(schema.error(&bare).is_some(), "{bare}");
    }
    assert_eq!(
        schema.error(&serde_json::json!({ "schema": 2, "study": "gerez", "parameters": { "pairs": 6 } })),
        None
    );
    let old = serde_json::json!({ "schema": 1, "family": "memory", "parameters": {} });
    assert!(schema.error(&old).is_some());
}
