//! The command `reproduce`: verdicts, output formats, and the commands of the studies.

use super::run::{folder, run, run_in};
use chancetree::model::Job;
use chancetree::studies::{STUDIES, Study, summed_up};
use chancetree_families::family::ReportValue;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

/// Returns the arguments that check a study, with boards small enough for a test.
fn args(study: &str) -> String {
    match study {
        "zwick-paterson" => "reproduce zwick-paterson --pairs 120".to_owned(),
        "alfthan" => "reproduce alfthan --pairs 60".to_owned(),
        _ => format!("reproduce {study}"),
    }
}

/// All studies as JSON. Each study is checked once, in parallel, and all tests wait for the result.
static CHECKED: LazyLock<BTreeMap<&'static str, Value>> = LazyLock::new(|| {
    let json = |study: &str| -> Value {
        let ran = run(&format!("{} --format json --digits 6", args(study)));
        serde_json::from_str(&ran.ok()).expect("the output is JSON")
    };
    STUDIES.par_iter().map(|study| (study.name, json(study.name))).collect()
});

/// Returns the only row of `item` in `section`.
fn row(study: &str, section: &str, item: &str) -> &'static Value {
    let rows = CHECKED[study]["rows"].as_array().expect("a list of rows");
    let mut rows_of_item = rows.iter().filter(|row| row["section"] == section && row["item"] == item);
    let found = rows_of_item.next().unwrap_or_else(|| panic!("no {item} in {section}"));
    assert!(rows_of_item.next().is_none(), "two rows of {item} in {section}");
    found
}

/// Returns how many numbers a study prints, and how many have each verdict.
fn numbers(study: &str) -> [usize; 5] {
    let number = |verdict: &str| CHECKED[study]["summary"][verdict].as_u64().expect("a number") as usize;
    let [confirmed, refuted, slip, answered] = ["confirmed", "refuted", "slip", "answered"].map(number);
    [confirmed + refuted + slip, confirmed, refuted, slip, answered]
}

/// The counts of a summary are those of its rows. `the_page_has_the_verdicts_of_each_study` compares them with docs/studies.md.
#[test]
fn verdicts_are_counted() {
    assert_eq!(CHECKED.len(), STUDIES.len());
    for (name, study) in &*CHECKED {
        assert_eq!((&study["schema"], &study["study"]), (&2.into(), &(*name).into()));
        let rows = study["rows"].as_array().expect("a list of rows");
        for verdict in ["confirmed", "refuted", "slip", "answered"] {
            let number = rows.iter().filter(|row| row["verdict"] == verdict).count();
            assert_eq!(study["summary"][verdict], number, "{name}: {verdict}");
        }
        for row in rows {
            let computed = &row["computed"];
            assert!(
                computed.is_string() || (computed["exact"].is_string() && computed["decimal"].is_string())
            );
            assert!(row["paper"].is_string() || row["verdict"] == "answered", "{row}");
            let is_empty = computed.as_str().is_some_and(|text| text.contains("in all 0 "));
            assert!(!is_empty, "a law without a case is not confirmed: {row}");
        }
    }
}

/// A refuted number has a reason.
#[test]
fn refuted_numbers_have_a_reason() {
    for (name, study) in &*CHECKED {
        for row in study["rows"].as_array().expect("a list of rows") {
            let wrong = row["verdict"] == "refuted" || row["verdict"] == "slip";
            assert!(!wrong || row["note"].is_string(), "{name}: {row}");
        }
    }
}

/// Section, item and computed value (text or an exact number). The printed numbers and the verdicts are in src/studies.
type Line = [&'static str; 3];

const LAWS: &[(&str, &[Line])] = &[
    (
        "bondarenko",
        &[
            ["example", "step 3, P(C) on any fresh board", "in all 100 states"],
            ["table-1", "P(E) without one, u > 1", "in all 5099 states"],
            ["16-cells", "who is favoured", "first"],
            ["16-cells", "who is to begin", "the loser of the last game"],
        ],
    ),
    (
        "gerez",
        &[
            ["chances", "p6", "(B-P)/(k-B-1), in all 364 states"],
            ["chances", "p5 + p6 + p7", "in all 364 states"],
            ["classes", "two of a class", "in all 16 pairs"],
            ["classes", "two of two classes", "in all 155 pairs"],
            ["gains", "T9 = <onb,onb>", "in all 430 states"],
            ["optimal", "tactical, P = 0", "in all 3659 positions"],
            ["refusals", "k = n - 1, n = 9 to 20", "in all 12 boards"],
            ["refusals", "k = n - 3, T7 alone", "n = 23 to 200"],
        ],
    ),
    (
        "zwick-paterson",
        &[
            ["rule", "one or two known pairs", "in all 28800 positions"],
            ["rule", "ties up to n = 60", "(4,3): T6 = T2"],
        ],
    ),
    (
        "alfthan",
        &[
            ["parity", "(n,k) = (7,1)", "two new cards, not one new card"],
            ["parity", "(n,k) = (15,8)", "one new card, not two new cards"],
            ["parity", "read as (n,n-k) instead", "1 of 12 would be exceptions"],
        ],
    ),
    (
        "sjolund-astrand",
        &[
            ["table-6.1", "(n,j) = (4,2)", "1"],
            ["table-6.2", "(4.1) to (4.13), E_(n-1)^j in (4.7)", "119 of 119 cells are as computed"],
            ["table-6.3", "cells that agree", "177"],
            ["halving", "n = 5, guess 2", "2/5 bad"],
            ["enough", "n = 12", "12"],
        ],
    ),
];

#[test]
fn key_results_are_computed() {
    for (study, lines) in LAWS {
        for [section, item, computed] in *lines {
            let row = row(study, section, item);
            let value = row["computed"]["exact"].as_str().or(row["computed"].as_str());
            assert_eq!(value, Some(*computed), "{item}");
        }
    }
    for (item, percent) in [
        ("best play against always two", "54.620094"),
        ("best play against always one", "60.254950"),
        ("best play against always one, beginning", "60.228299"),
        ("parity against always one", "60.255013"),
    ] {
        assert_eq!(row("alfthan", "matches", item)["computed"]["decimal"], percent, "{item}");
    }
}

#[test]
fn wider_boards_have_the_same_exceptions() {
    let text = run("reproduce alfthan --pairs 120").ok();
    assert!(text.contains("12 times, else best in all 7127 positions"), "{text}");
    let (_, ends) = text.trim_end().rsplit_once('\n').expect("several lines");
    assert_eq!(ends, "20 confirmed, 0 refuted, 0 slips, 27 answered");
}

/// A limit may stop a command of a study in a part of its work.
#[test]
fn a_stopped_study_has_no_verdict() {
    run("reproduce beyond --max-memory 20M").failed(3, "more than 20M of memory is needed");
}

#[test]
fn the_narrowest_board_has_the_whole_table() {
    let table = |pairs: u16| {
        let csv = run(&format!("reproduce alfthan --pairs {pairs} --format csv")).ok();
        // The first column is the width of the board.
        let rows = csv.lines().filter_map(|line| Some(line.split_once(",table-6.4")?.1.to_owned()));
        rows.collect::<Vec<_>>()
    };
    assert_eq!((table(20).len(), table(20)), (20, table(30)));
}

/// Only long fractions that refute a claim may exceed the width.
#[test]
fn lines_fit_a_page() {
    for study in &STUDIES[..STUDIES.len() - 1] {
        // Fewer boards give lines of the same width.
        let args = match study.name {
            "alfthan" => "reproduce alfthan --pairs 24".to_owned(),
            _ => args(study.name),
        };
        for line in run(&args).ok().lines() {
            let is_long_fraction = line.contains("n = 23") && line.contains("refuted");
            assert!((line.chars().count() <= 100 || is_long_fraction) && line == line.trim_end(), "{line}");
        }
    }
}

#[test]
fn csv_has_the_same_rows() {
    let text = run("reproduce bondarenko --format csv --digits 6").ok();
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let header = ["section", "item", "paper", "computed", "computed_exact", "verdict"];
    assert_eq!(lines.headers().expect("a header"), header.as_slice());
    let rows = CHECKED["bondarenko"]["rows"].as_array().expect("a list of rows");
    let lines: Vec<csv::StringRecord> =
        lines.records().collect::<Result<_, _>>().expect("as many cells a line");
    assert_eq!(lines.len(), rows.len());
    for (cells, row) in lines.iter().zip(rows) {
        assert_eq!([&cells[0], &cells[1]], [&row["section"], &row["item"]], "{cells:?}");
        assert_eq!(&cells[2], row["paper"].as_str().unwrap_or_default(), "{cells:?}");
        let computed = &row["computed"];
        if let Some(exact) = computed["exact"].as_str() {
            assert_eq!([&cells[3], &cells[4]], [computed["decimal"].as_str().expect("text"), exact]);
        } else {
            assert_eq!([&cells[3], &cells[4]], [computed, &Value::from("")]);
        }
        assert_eq!(cells[5], row["verdict"], "{cells:?}");
    }
}

#[test]
fn digits_are_as_chosen_except_in_wide_tables() {
    let text = run("reproduce bondarenko").ok();
    assert!(text.contains("  P(first wins)                   found, not printed       answered   0.457633724300  185527/405405\n"));
    let text = run("reproduce bondarenko --digits 20").ok();
    assert!(text.contains("0.45763372430039096706  185527/405405"));
    assert!(text.contains("\n  2        0.457634"));
}

/// Every formula of Sjölund & Åstrand holds except (4.7), which holds with the table for a pair that survives.
#[test]
fn one_formula_is_wrong_and_can_be_corrected() {
    let rows = CHECKED["sjolund-astrand"]["rows"].as_array().expect("a list of rows");
    let formulas: Vec<&Value> = rows.iter().filter(|row| row["section"] == "formulas").collect();
    let refuted: Vec<&Value> = formulas.iter().copied().filter(|row| row["verdict"] == "refuted").collect();
    assert_eq!((formulas.len(), refuted.len()), (24, 1));
    assert_eq!(refuted[0]["item"], "(4.7) bold, miss then bad hit");
    assert_eq!(refuted[0]["computed"], "at 0 of 42; at 42 with E_(n-1)^j");
}

/// Returns docs/studies.md, which `chancetree reproduce -o docs/studies.md --force` writes.
fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/studies.md");
    fs::read_to_string(path).expect("a page")
}

#[test]
fn the_page_of_all_studies_is_up_to_date() {
    let folder = folder();
    run_in(folder.path(), "reproduce -o studies.md -q").ok();
    assert_eq!(fs::read_to_string(folder.path().join("studies.md")).expect("a file"), page());
}

/// The page lists the verdicts of each study, and each refuted number as it was printed.
#[test]
fn the_page_has_the_verdicts_of_each_study() {
    let page = page();
    let cells = |begin: &str| -> Vec<usize> {
        let line = page.lines().find(|line| line.starts_with(begin)).expect("a line of the summary");
        let cells = line.trim_matches('|').split('|').skip(1).map(str::trim);
        cells.map(|cell| cell.parse().expect("a number")).collect()
    };
    let mut sums = vec![0; 5];
    for (name, checked) in &*CHECKED {
        let numbers = numbers(name);
        sums.iter_mut().zip(&numbers).for_each(|(sum, number)| *sum += number);
        assert_eq!(cells(&format!("| [{name}](")), numbers, "{name}");
        let rows = checked["rows"].as_array().expect("a list of rows");
        for row in rows.iter().filter(|row| row["verdict"] == "refuted" || row["verdict"] == "slip") {
            let [section, item, printed] =
                ["section", "item", "paper"].map(|key| row[key].as_str().expect("text"));
            let escape = |text: &str| text.replace('_', "\\_").replace('*', "\\*").replace('|', "\\|");
            let begin = escape(&format!("{section}: {item} "));
            let mut lines = page.lines().filter(|line| line.starts_with(&format!("| {begin}|")));
            assert!(lines.any(|line| line.contains(&escape(printed))), "{name}: {begin}, {printed}");
        }
    }
    assert_eq!(cells("| all |"), sums);
}

/// A summary for programs has the verdicts of each study. Three studies are enough, because the page covers all of them.
#[test]
fn a_summary_has_the_verdicts_of_each_study() {
    let few = ["bondarenko", "lardjane", "lindgren"];
    let checked =
        few.map(|name| Study::of(name).expect("a study").check(0, &Job::default()).expect("no limit"));
    let report = summed_up(&checked);
    let table = report.tables.last().expect("a table of numbers");
    assert_eq!(table.rows.len(), few.len());
    for (name, row) in few.into_iter().zip(&table.rows) {
        let numbers @ [_, _, refuted, slip, _] = numbers(name);
        assert_eq!(row[0], ReportValue::from(name));
        assert_eq!(row[1..], numbers.map(ReportValue::from), "{name}");
        let table = report.tables.iter().find(|table| table.title == name);
        assert_eq!(table.map_or(0, |table| table.rows.len()), refuted + slip, "{name}");
    }
}

/// Returns the first and the last command of each kind that runs fast. Commands of one kind differ only in the board, the cards or
/// the first cell.
fn commands() -> impl Iterator<Item = (&'static str, &'static Value)> {
    let mut kinds: BTreeMap<String, Vec<(&str, &Value)>> = BTreeMap::new();
    for study in CHECKED.values() {
        for row in study["rows"].as_array().expect("a list of rows") {
            let Some(command) = row["question"].as_str().filter(|text| text.contains(' ')) else {
                continue;
            };
            let options = command.split(" --").map(|word| word.split(' ').next().unwrap_or_default());
            let kind = options.collect::<Vec<_>>().join(" ") + quantity(row);
            kinds.entry(kind).or_default().push((command, row));
        }
    }
    let quick = |(command, _): &(&str, &Value)| {
        let pairs = command.split_once("--pairs ").and_then(|rest| rest.1.split(' ').next());
        pairs.and_then(|pairs| pairs.parse::<u16>().ok()).is_none_or(|pairs| pairs <= 20)
    };
    kinds.into_values().flat_map(move |mut all| {
        all.retain(quick);
        let last = all.pop();
        all.into_iter().take(1).chain(last)
    })
}

/// Returns the quantity that a command computes.
fn quantity(row: &Value) -> &str {
    row["quantity"].as_str().unwrap_or_default()
}

/// The commands of the studies run, and print the numbers of the studies.
#[test]
fn commands_of_the_studies_can_be_typed() {
    let folder = folder();
    let mut printed = 0;
    for (command, row) in commands() {
        let mut args = command.to_owned();
        for option in ["--board ", "--graph "] {
            let Some((before, rest)) = args.split_once(option) else { continue };
            let (position, after) = match rest.strip_prefix('"') {
                Some(rest) => rest.split_once('"').expect("the quotation ends"),
                None => rest.split_once(' ').unwrap_or((rest, "")),
            };
            fs::write(folder.path().join("position"), position.replace('/', "\n") + "\n").expect("a file");
            args = format!("{before}{option}position {after}");
        }
        let format = if args.starts_with("graph ") { "-o - --as json" } else { "--format json" };
        let mut process = super::run::command(folder.path(), "");
        for (at, part) in args.split('"').enumerate() {
            match at % 2 {
                0 => process.args(part.split_whitespace()),
                _ => process.arg(part),
            };
        }
        let output = process.args(format.split(' ')).output().expect("the program starts");
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        let whole = ["P(first wins)", "P(second wins)", "P(draw)", "P(win)", "P(mine)", "E(turns)", "score"];
        if let Some(exact) = row["computed"]["exact"].as_str().filter(|_| {
            whole.iter().any(|name| quantity(row).starts_with(name)) && !command.contains("--objective win")
        }) {
            printed += 1;
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(&format!("\"{exact}\"")), "{args}: {exact} is not in {text}");
        }
    }
    assert_eq!(printed, 69, "compared numbers");
}
