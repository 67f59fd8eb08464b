//! `reproduce` as it is typed: verdicts, key results, and formats that other programs read.

use serde_json::Value;
use std::process::Command;

/// The studies, as they are typed, with boards that are checked fast.
const STUDIES: [&str; 7] = [
    "bondarenko",
    "gerez",
    "zwick-paterson --pairs 120",
    "alfthan --pairs 60",
    "sjolund-astrand",
    "lindgren",
    "lardjane",
];

fn run(arguments: &[&str]) -> String {
    run_study("bondarenko", arguments)
}

fn run_study(study: &str, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chancetree"))
        .arg("reproduce")
        .args(study.split(' '))
        .args(arguments)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

fn json() -> Value {
    json_of("bondarenko")
}

fn json_of(study: &str) -> Value {
    serde_json::from_str(&run_study(study, &["--format", "json", "--digits", "6"]))
        .expect("the output is JSON")
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
    let numbers: [[usize; 4]; STUDIES.len()] = [
        [68, 2, 5, 130],
        [72, 0, 3, 8],
        [7, 0, 0, 10],
        [38, 0, 0, 9],
        [1096, 42, 5, 60],
        [217, 9, 8, 7],
        [48, 0, 6, 15],
    ];
    for (words, numbers) in STUDIES.into_iter().zip(numbers) {
        let study = json_of(words);
        assert_eq!(study["schema"], 1);
        assert!(words.starts_with(study["study"].as_str().expect("a name")), "{words}");
        let rows = study["rows"].as_array().expect("a list of rows");
        for (verdict, number) in ["confirmed", "refuted", "slip", "answered"].into_iter().zip(numbers) {
            assert_eq!(study["summary"][verdict], number, "{words}: {verdict}");
            assert_eq!(
                rows.iter().filter(|row| row["verdict"] == verdict).count(),
                number,
                "{words}: {verdict}"
            );
        }
        for row in rows {
            let computed = &row["computed"];
            assert!(
                computed.is_string() || (computed["exact"].is_string() && computed["decimal"].is_string())
            );
            assert!(row["paper"].is_string() || row["verdict"] == "answered", "{row}");
        }
    }
}

/// Section, item, paper, computed (a text, or an exact number), verdict.
type Line = [&'static str; 5];

const GEREZ: &[Line] = &[
    ["model", "tactics", "19", "19", "confirmed"],
    ["chances", "p6", "(B-P-1)/(k-B-1)", "(B-P)/(k-B-1), so in all 364 states", "slip"],
    ["chances", "p5 + p6 + p7", "1", "so in all 364 states", "confirmed"],
    ["classes", "two of a class", "the same gain", "so in all 16 pairs", "confirmed"],
    ["classes", "two of two classes", "not the same gain", "so in all 155 pairs", "confirmed"],
    ["gains", "T9 = <onb,onb>", "p1*Z + p2*Y", "so in all 430 states", "confirmed"],
    ["leads", "tactical, n = 8", "-2512/75075", "-2512/75075", "confirmed"],
    ["leads", "free-pass, n = 7", "151/3003", "151/3003", "confirmed"],
    ["leads", "no-pass, n = 8", "4652/96525", "4652/96525", "confirmed"],
    ["optimal", "tactical, P = 0", "T2, T5, T6 suffice", "so in all 3659 positions", "confirmed"],
    ["refusals", "k = n - 1, n = 9 to 20", "T7 alone", "so in all 12 boards", "confirmed"],
    ["refusals", "k = n - 3, T7 alone", "", "n = 23 to 200", "answered"],
];

const ZWICK_PATERSON: &[Line] = &[
    ["rule", "one or two known pairs", "T1 is optimal", "so in all 28800 positions", "confirmed"],
    ["rule", "ties up to n = 60", "(4,3)", "(4,3): T6 = T2", "confirmed"],
    ["leads", "e(10,0)", "-1/38", "-916574/24249225", "answered"],
    ["leads", "e(11,0)", "1/46", "4290329/305540235", "answered"],
];

const ALFTHAN: &[Line] = &[
    ["parity", "(n,k) = (7,1)", "exception", "two new cards, not one new card", "confirmed"],
    ["parity", "(n,k) = (15,8)", "exception", "one new card, not two new cards", "confirmed"],
    ["parity", "read as (n,n-k) instead", "", "1 of 12 would be exceptions", "answered"],
    ["table-6.4", "n = 9", "101000002", "101000002", "confirmed"],
];

const SJOLUND_ASTRAND: &[Line] = &[
    ["table-6.1", "(n,j) = (4,2)", "0", "1; also by (4.7) as printed", "refuted"],
    ["table-6.1", "(n,j) = (4,1)", "1", "1", "confirmed"],
    ["table-6.2", "(n,j) = (6,5)", "0", "1; (4.7) as printed gives 0", "refuted"],
    ["table-6.2", "(4.1) to (4.13), E_(n-1)^j in (4.7)", "", "119 of 119 cells are as computed", "answered"],
    ["table-6.3", "cells that agree", "182", "177", "refuted"],
    ["table-6.5", "cells that agree", "210", "210", "confirmed"],
    ["values", "Example 1a, value", "1657/945", "181/105", "refuted"],
    ["values", "Example 1b, value", "1328/735", "1328/735", "confirmed"],
    ["values", "Example 1a, P of two misses", "24/35", "4/7", "slip"],
    ["halving", "n = 5, guess 2", "2/5 bad", "2/5 bad", "confirmed"],
    ["further", "memory 2, one single, n = 3", "", "7444/5355", "answered"],
    ["enough", "n = 12", "", "12", "answered"],
];

#[test]
fn key_results_of_games_of_decisions_are_there() {
    for (study, lines) in STUDIES[1..].iter().zip([GEREZ, ZWICK_PATERSON, ALFTHAN, SJOLUND_ASTRAND]) {
        let study = json_of(study);
        for [section, item, paper, computed, verdict] in lines {
            let row = row(&study, section, item);
            let value = row["computed"]["exact"].as_str().or(row["computed"].as_str());
            assert_eq!(row["paper"].as_str().unwrap_or_default(), *paper, "{item}");
            assert_eq!(value, Some(*computed), "{item}");
            assert_eq!(row["verdict"], *verdict, "{item}");
        }
    }
    let study = json_of(STUDIES[3]);
    for (item, percent) in [
        ("best play against always two", "54.620094"),
        ("best play against always one", "60.254950"),
        ("best play against always one, beginning", "60.228299"),
        ("parity against always one", "60.255013"),
    ] {
        assert_eq!(row(&study, "matches", item)["computed"]["decimal"], percent, "{item}");
    }
}

#[test]
fn wider_boards_have_the_same_exceptions() {
    let text = run_study("alfthan", &["--pairs", "120"]);
    assert!(text.contains("12 times, else best in all 7127 positions"), "{text}");
    let (_, ends) = text.trim_end().rsplit_once('\n').expect("several lines");
    assert_eq!(ends, "38 confirmed, 0 refuted, 0 slips, 9 answered");
}

#[test]
fn the_narrowest_board_has_the_whole_table() {
    let table = |pairs: &str| {
        let csv = run_study("alfthan", &["--pairs", pairs, "--format", "csv"]);
        csv.lines().filter(|line| line.starts_with("table-6.4")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((table("20").len(), table("20")), (20, table("30")));
}

#[test]
fn lines_fit_a_page() {
    for study in &STUDIES[1..] {
        for line in run_study(study, &[]).lines() {
            assert!(line.chars().count() <= 100 && line == line.trim_end(), "{line}");
        }
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

/// All formulas of Sjölund & Åstrand hold but (4.7), which does with the right table after a pair that survives.
#[test]
fn one_formula_is_wrong_and_can_be_mended() {
    let study = json_of("sjolund-astrand");
    let rows = study["rows"].as_array().expect("a list of rows");
    let formulas: Vec<&Value> = rows.iter().filter(|row| row["section"] == "formulas").collect();
    let refuted: Vec<&Value> = formulas.iter().copied().filter(|row| row["verdict"] == "refuted").collect();
    assert_eq!((formulas.len(), refuted.len()), (24, 1));
    assert_eq!(refuted[0]["item"], "(4.7) bold, miss then bad hit");
    assert_eq!(refuted[0]["computed"], "at 0 of 42; at 42 with E_(n-1)^j");
}
