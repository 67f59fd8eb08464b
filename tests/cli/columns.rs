//! The columns of graph tables, as `docs/files.md` lists them.

use super::run::{folder, run, run_in};
use chancetree::exact;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Graphs of every game and of every kind of player.
const GRAPHS: [&str; 14] = [
    "memory --pairs 3",
    "memory --pairs 2 --players 1",
    "memory --pairs 3 --play best --show all",
    "memory --pairs 3 --players 3 --play best",
    "memory --pairs 3 --play best,safe --objective win --show 1",
    "memory --pairs 3 --play best --rules tactical --depth 3",
    "memory --pairs 3 --memory 2 --singles 1 --play best --show all",
    "memory --pairs 2 --memory 1,2 --play best --show all",
    "guess --numbers 4 --guesses 2 --show all",
    "guess --numbers 4 --approximate",
    "solitaire --pairs 3",
    "solitaire --pairs 2 --recall 3/4,1/8,4/5",
    "mines --rows 2 --cols 3 --mines 2",
    "mines --rows 2 --cols 2 --mines 1 --play best --show all",
];

/// Returns the listed name of a column (`win_i` for `win_1_exact`), and whether the column has fractions.
fn listed_name(column: &str) -> (String, bool) {
    let base = column.strip_suffix("_exact").unwrap_or(column);
    let seat = base.rsplit_once('_').filter(|(_, seat)| seat.parse::<u8>().is_ok());
    let name = seat.map_or_else(|| base.to_owned(), |(name, _)| format!("{name}_i"));
    (name, base.len() < column.len())
}

/// Returns the columns in the table below a heading of the page, with their types.
fn listed(page: &str, heading: &str) -> BTreeMap<String, String> {
    let part = page.split_once(heading).expect("the heading").1;
    let rows =
        part.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = rows.skip(2).map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells
        .flat_map(|cells| {
            let names =
                cells[1].split(", ").map(|name| name.trim_matches('`').to_owned()).collect::<Vec<_>>();
            names.into_iter().map(move |name| (name, cells[2].to_owned()))
        })
        .collect()
}

/// Splits a row of CSV into its cells; no cell contains a line end.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in row.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("one at least").push(letter),
        }
    }
    cells
}

fn has_type(cell: &str, kind: &str) -> bool {
    match kind {
        "text" => !cell.is_empty(),
        "whole number" => cell.parse::<i32>().is_ok(),
        "number" => cell.parse::<f64>().is_ok_and(f64::is_finite),
        "fraction" => cell.contains('/') && exact::parse_fraction(cell).is_some(),
        "true or false" => ["true", "false"].contains(&cell),
        _ => panic!("unknown type {kind}"),
    }
}

#[test]
fn every_column_is_in_the_list_and_has_its_type() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/files.md")).expect("the page");
    let folder = folder();
    for (table, heading) in [("nodes", "## Nodes"), ("edges", "## Edges")] {
        let listed = listed(&page, heading);
        let mut found = BTreeSet::new();
        for args in GRAPHS {
            run_in(folder.path(), &format!("graph {args} --as csv -o g --force -q")).ok();
            let text = fs::read_to_string(folder.path().join(format!("g.{table}.csv"))).expect("a table");
            let mut rows = text.lines().map(cells);
            let header = rows.next().expect("a header");
            for row in rows {
                assert_eq!(row.len(), header.len(), "{row:?}");
                for (column, cell) in header.iter().zip(&row) {
                    let (name, is_exact) = listed_name(column);
                    let entry = listed.get(column).or_else(|| listed.get(&name));
                    let kind = entry.unwrap_or_else(|| panic!("{column} of {table} is not listed; {args}"));
                    let kind = if is_exact { "fraction" } else { kind };
                    assert!(has_type(cell, kind), "{column} of {args} is {cell:?}, not a {kind}");
                    found.insert(if listed.contains_key(column) { column.clone() } else { name });
                }
            }
        }
        let missing: Vec<&String> = listed.keys().filter(|name| !found.contains(*name)).collect();
        assert!(missing.is_empty(), "listed, but in no graph: {missing:?}");
    }
}

/// Characters may take two columns on a screen, or none: here the second letter is written with a combining accent.
#[test]
fn wide_characters_do_not_shift_columns() {
    let text = run("odds memory --pairs 2 --names 安娜,B\u{301}en,👍").ok();
    let expected = "
  P(安娜 wins)      1/3  0.333333333333
  P(B\u{301}en wins)       2/3  0.666666666667
  P(👍 wins)        0/1  0.000000000000
  P(draw)           0/1  0.000000000000
";
    assert!(text.contains(expected), "{text}");
}
