//! Minesweeper on the screen.

use super::games::{SIZE, assert_replay, printed, start};
use super::screen::{ENTER, RIGHT, Screen};
use std::fs;

#[test]
fn mines_show_the_risk_of_every_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let log = path.to_str().expect("a path");
    let args =
        ["play", "mines", "--preset", "beginner", "--seed", "7", "--first-click", "opening", "--log", log];
    let mut screen = Screen::start(&args, SIZE, false);
    screen.shows("open a cell");
    screen.clicks(3, 7);
    let text = screen.shows("row 2, column 2: safe");
    // Probabilities are hidden until a key shows them.
    assert!(!text.contains('✓') && !text.contains("15"), "{text}");
    screen.types("o");
    let text = screen.shows("✗");
    assert!(text.contains('✓') && text.contains("15% 15%"), "{text}");
    screen.types("h");
    screen.shows("10 cells are safe; ");
    // A cell with a flag is not opened.
    screen.types("f");
    screen.shows("Mines left                       9");
    screen.types(ENTER);
    screen.shows("! the cell carries a flag");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
    assert_replay(log, "row 2, column 2");
}

#[test]
fn positions_of_other_programs_are_entered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.txt");
    fs::write(&path, "mines 2\n...\n...\n...\n").expect("a file");
    let args = ["play", "mines", "--board", path.to_str().expect("a path")];
    let mut screen = Screen::start(&args, SIZE, false);
    screen.shows("enter what the other program shows");
    screen.shows("22% 22% 22%");
    screen.types("2");
    screen.shows("Placements                       3");
    screen.types(&format!("{RIGHT}0"));
    // The screen reports a contradiction, and the player corrects it.
    screen.shows("2 numbers contradict each other");
    screen.types(".");
    screen.shows("Placements                       3");
    screen.types("8");
    screen.shows("! 8 mines around it, but only");
    // Digits are what the other program shows, so no cell can be named by them.
    screen.types("?");
    let help = screen.shows("set or remove a flag");
    assert!(help.contains("0-8 . *") && !help.contains("5,3") && !help.contains("open the cell"), "{help}");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
}

/// Reads the cells of a board on the screen: the number of an open cell, or the risk of a hidden cell.
fn cells(text: &str, rows: usize, columns: usize, width: usize) -> Vec<(Option<u32>, Option<f64>)> {
    let mut cells = Vec::new();
    // The title and the numbers of columns are above the cells, and the numbers of rows beside them.
    for line in text.lines().skip(2).take(rows) {
        let letters = line.chars().chain(std::iter::repeat(' ')).skip(3);
        let letters: Vec<char> = letters.take(columns * width).collect();
        for cell in letters.chunks(width) {
            let cell: String = cell.iter().collect();
            let cell = cell.trim();
            let risk = cell.strip_suffix('%').map(|risk| (risk, 100.0));
            let risk = risk.or_else(|| cell.strip_prefix('.').map(|risk| (risk, 10.0)));
            let risk = risk.map(|(risk, scale)| risk.parse::<f64>().expect("a risk is a number") / scale);
            let risk = risk.or(match cell {
                "✓" => Some(0.0),
                "✗" => Some(1.0),
                _ => None,
            });
            let number = if cell == "·" { Some(0) } else { cell.parse().ok() };
            assert!(number.is_some() != risk.is_some(), "{cell:?} is one of both\n{text}");
            cells.push((number, risk));
        }
    }
    cells
}

/// A risk differs from the number of an open cell, on wide and narrow boards, with and without colours: the cells read from the
/// screen are the position and its risks.
#[test]
fn a_risk_never_looks_like_a_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = |columns: usize| {
        let mut rows = vec![".".repeat(columns); 9];
        rows[2].replace_range(2..3, "1");
        rows[6].replace_range(6..7, "2");
        rows[4].replace_range(0..2, "00");
        rows
    };
    for (columns, width) in [(9, 4), (13, 3), (34, 2)] {
        let rows = position(columns);
        let path = folder.path().join(format!("{columns}.txt"));
        fs::write(&path, format!("{}\n", rows.join("\n"))).expect("a file");
        let file = path.to_str().expect("a path");
        let risks: serde_json::Value =
            serde_json::from_str(&printed(&["risk", "mines", file, "--mines", "7", "--format", "json"]))
                .expect("JSON");
        for colour in [true, false] {
            let screen = Screen::start(&["play", "mines", "--board", file, "--mines", "7"], SIZE, colour);
            screen.shows("q leave");
            let text = screen.settles();
            for (place, (number, risk)) in cells(&text, 9, columns, width).into_iter().enumerate() {
                let (row, column) = (place / columns, place % columns);
                let entered = rows[row].as_bytes()[column];
                let exact = risks["cells"][row][column]["decimal"].as_str().map(str::parse::<f64>);
                match (exact, entered) {
                    (None, digit) => assert_eq!(number, Some(u32::from(digit - b'0')), "{text}"),
                    (Some(exact), _) => {
                        let (risk, exact) = (risk.expect(&text), exact.expect("a number"));
                        let step = if width > 2 { 0.01 } else { 0.1 };
                        // A risk below 1 % is not rounded to 0.
                        assert!(
                            (risk - exact).abs() <= step / 2.0 || risk < step * 1.01 && exact < step,
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

/// The line of a hint fits in 80 columns.
#[test]
fn hints_of_mines_fit_a_line() {
    let mut screen = start("play mines --rows 9 --cols 9 --mines 10 --seed 5");
    screen.shows("open a cell");
    screen.types("5,5\r");
    screen.shows("row 5, column 5: ");
    screen.types("h");
    screen.shows("best (estimate): 1,1, risk 11.1 %; reveals a safe cell with probability 62 %");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
}
