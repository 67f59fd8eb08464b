//! `reproduce` as it is typed: verdicts, key results, and formats that other programs read.

use serde_json::Value;
use std::process::Command;

fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chancetree"))
        .args(["reproduce", "bondarenko"])
        .args(arguments)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

fn json() -> Value {
    serde_json::from_str(&run(&["--format", "json", "--digits", "6"])).expect("the output is JSON")
}

/// The one row of `item` in `section`.
fn row<'a>(study: &'a Value, section: &str, item: &str) -> &'a Value {
    let rows = study["rows"].as_array().expect("a list of rows");
    let mut those = rows.iter().filter(|row| row["section"] == section && row["item"] == item);
    let found = those.next().unwrap_or_else(|| panic!("no {item} in {section}"));
    assert!(those.next().is_none(), "{item} twice in {section}");
    found
}

#[test]
fn verdicts_are_counted() {
    let study = json();
    assert_eq!(study["schema"], 1);
    assert_eq!(study["study"], "bondarenko");
    let rows = study["rows"].as_array().expect("a list of rows");
    for (verdict, number) in [("confirmed", 68), ("refuted", 2), ("slip", 5), ("answered", 130)] {
        assert_eq!(study["summary"][verdict], number, "{verdict}");
        assert_eq!(rows.iter().filter(|row| row["verdict"] == verdict).count(), number, "{verdict}");
    }
    for row in rows {
        let computed = &row["computed"];
        assert!(computed.is_string() || (computed["exact"].is_string() && computed["decimal"].is_string()));
        assert!(row["paper"].is_string() || row["verdict"] == "answered", "{row}");
    }
}

#[test]
fn key_results_are_there() {
    let study = json();
    for (section, item, paper, exact, verdict) in [
        ("example", "step 3, P(C)", "1/15", "1/15", "confirmed"),
        ("example", "step 4.2, P(E)", "12/14 * 10/13", "60/91", "confirmed"),
        ("16-cells", "P(first wins)", "found, not printed", "185527/405405", "answered"),
        (
            "mathoverflow-290393",
            "n = 23",
            "first",
            "-11553906671600301045170171/1208275777886964664174171875",
            "refuted",
        ),
        ("mathoverflow-290393", "n = 9", "neither", "-6530053/11486475", "slip"),
        ("mathoverflow-290393", "n = 18", "first", "15397254325708490542/221643095476699771875", "confirmed"),
        (
            "mathoverflow-290393",
            "n = 18, text",
            "even",
            "15397254325708490542/221643095476699771875",
            "refuted",
        ),
    ] {
        let row = row(&study, section, item);
        assert_eq!(row["paper"], paper, "{item}");
        assert_eq!(row["computed"]["exact"], exact, "{item}");
        assert_eq!(row["verdict"], verdict, "{item}");
    }
    for (section, item, exact) in [
        ("boards", "pairs = 8, P(first wins)", "185527/405405"),
        ("boards", "pairs = 5, P(second wins)", "172/315"),
        ("players", "players = 2, P(1)", "185527/405405"),
        ("players", "players = 1, P(1)", "1/1"),
    ] {
        assert_eq!(row(&study, section, item)["computed"]["exact"], exact, "{item}");
    }
    assert_eq!(row(&study, "16-cells", "who is favoured")["computed"], "first");
    assert_eq!(row(&study, "16-cells", "who is to begin")["computed"], "the loser of the last game");
}

#[test]
fn odds_of_one_board_add_up() {
    let study = json();
    let rows = study["rows"].as_array().expect("a list of rows");
    for players in 1..=8 {
        let prefix = format!("players = {players}, ");
        let exact = |row: &Value| -> num_rational::BigRational {
            row["computed"]["exact"].as_str().expect("a fraction").parse().expect("a fraction")
        };
        let those = rows.iter().filter(|row| row["item"].as_str().expect("an item").starts_with(&prefix));
        let odds: Vec<_> = those.map(exact).collect();
        assert_eq!(odds.len(), players + 1);
        assert_eq!(
            odds.iter().sum::<num_rational::BigRational>(),
            num_rational::BigRational::from_integer(1.into())
        );
    }
}

#[test]
fn csv_has_the_same_rows() {
    let study = json();
    let text = run(&["--format", "csv", "--digits", "6"]);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("section,item,paper,computed,computed_exact,verdict"));
    let rows = study["rows"].as_array().expect("a list of rows");
    assert_eq!(lines.clone().count(), rows.len());
    for (line, row) in lines.zip(rows) {
        let cells = cells(line);
        assert_eq!(cells.len(), 6, "{line}");
        assert_eq!([&cells[0], &cells[1]], [&row["section"], &row["item"]], "{line}");
        assert_eq!(cells[2], row["paper"].as_str().unwrap_or_default(), "{line}");
        let computed = &row["computed"];
        if let Some(exact) = computed["exact"].as_str() {
            assert_eq!([cells[3].as_str(), &cells[4]], [computed["decimal"].as_str().expect("text"), exact]);
        } else {
            assert_eq!([&cells[3], &cells[4]], [computed, &Value::from("")]);
        }
        assert_eq!(cells[5], row["verdict"], "{line}");
    }
}

/// The cells of a line in which no cell has a quote.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("there is a cell").push(letter),
        }
    }
    cells
}

#[test]
fn text_is_for_people() {
    let text = run(&[]);
    assert_eq!(text.lines().last(), Some("68 confirmed, 2 refuted, 5 slips, 130 answered"));
    assert!(text.contains("  P(first wins)                   found, not printed       answered   0.457633724300  185527/405405\n"));
    // Only the long fraction that refutes a claim may be wider than a line.
    let wide: Vec<_> = text.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(matches!(&wide[..], [line] if line.contains("n = 23") && line.contains("refuted")), "{wide:#?}");
    assert!(text.lines().all(|line| line == line.trim_end()));
}

#[test]
fn digits_are_as_asked_for_except_in_wide_tables() {
    let text = run(&["--digits", "20"]);
    assert!(text.contains("0.45763372430039096706  185527/405405"));
    assert!(text.contains("\n  2        0.457634"));
}

#[test]
fn a_study_that_is_not_there_is_wrong_usage() {
    let output = Command::new(env!("CARGO_BIN_EXE_chancetree"))
        .args(["reproduce", "nobody"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
}
