//! Results on a narrow terminal: long fractions and digits are dropped.

use super::screen::Screen;

/// Returns the lines that a command prints on a terminal with `columns` columns.
fn printed(args: &str, columns: u16) -> Vec<String> {
    let args: Vec<&str> = args.split(' ').collect();
    let (status, text) = Screen::start(&args, (40, columns), false).finish();
    assert_eq!(status, 0, "{text}");
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn narrow_lines_have_no_long_fractions() {
    let args = "odds memory --pairs 7 -q";
    let lines = |digits: usize| {
        let decimals =
            ["0.571761571762", "0.428238428238", "0.000000000000", "3.813497613498", "3.186502386502"];
        let rounded = |decimal: &str| format!("{:.digits$}", decimal.parse::<f64>().expect("a number"));
        [
            "  P(player 1 wins)      1717/3003     ",
            "  P(player 2 wins)      1286/3003     ",
            "  P(draw)               0/1           ",
            "  E(pairs of player 1)  171779/45045  ",
            "  E(pairs of player 2)  143536/45045  ",
        ]
        .iter()
        .zip(decimals)
        .map(|(line, decimal)| format!("{line}{}", rounded(decimal)))
        .collect::<Vec<_>>()
    };
    // The longest line has 52 characters; digits are dropped before fractions.
    // The title may take two lines.
    let numbers = |args: &str, columns| {
        let lines = printed(args, columns);
        lines.into_iter().skip_while(|line| !line.is_empty()).skip(1).take(5).collect::<Vec<_>>()
    };
    for (columns, digits) in [(52, 12), (51, 9), (49, 9), (48, 6), (46, 6), (45, 4), (44, 4)] {
        assert_eq!(numbers(args, columns), lines(digits), "{columns}");
    }
    // Without the fractions there is room for all digits.
    let narrow = [
        "  P(player 1 wins)      0.571761571762",
        "  P(player 2 wins)      0.428238428238",
        "  P(draw)               0.000000000000",
        "  E(pairs of player 1)  3.813497613498",
        "  E(pairs of player 2)  3.186502386502",
    ];
    assert_eq!(numbers(args, 43), narrow);
    let shown = printed(args, 43);
    assert_eq!(shown.last().map(String::as_str), Some("Use --format json for fractions."));
    // The number of digits is kept if it was chosen.
    let shown = numbers(&format!("{args} --digits 8"), 47);
    assert_eq!(shown[0], "  P(player 1 wins)      0.57176157");
}

/// A wide table has fewer digits if it then fits.
#[test]
fn wide_tables_have_fewer_digits() {
    let lines = printed("fair memory --pairs 4 -q", 80);
    let widest =
        lines.iter().filter(|line| line.starts_with("  robots")).map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|widest| widest <= 80), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("  by ") && line.ends_with(" 0.333333333333")),
        "{lines:#?}"
    );
}

/// The help of a game breaks between words, and has more pages in a low terminal.
#[test]
fn help_on_a_small_screen_is_complete() {
    let args = ["play", "memory", "--pairs", "3", "--seed", "2"];
    const MORE: &str = "… any key shows more";
    // The words in the box.
    let words = |text: &str| -> Vec<String> {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let corner = |sign| {
            let mut rows = lines.iter().enumerate();
            rows.find_map(|(row, line)| Some((row, line.iter().position(|&letter| letter == sign)?)))
        };
        let ((top, left), (bottom, right)) = corner('┌').zip(corner('┘')).expect("a box");
        let inside =
            lines[top + 1..bottom].iter().map(|line| line[left + 1..right].iter().collect::<String>());
        inside
            .filter(|line| !line.contains(MORE))
            .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect()
    };
    let mut large = Screen::start(&args, (40, 120), false);
    large.types("?");
    let all = words(&large.shows("└"));
    large.types("qq");
    let mut small = Screen::start(&args, (20, 48), false);
    small.types("?");
    let first = words(&small.shows(MORE));
    small.types(" ");
    let rest = words(&small.until("the rest", |text| !text.contains(MORE)));
    assert!(all.len() > 50 && first.len() < all.len(), "{all:?}");
    assert_eq!([first, rest].concat(), all);
    small.types(" ");
    small.until("the game", |text| !text.contains('┌'));
    small.types("q");
}

/// Whatever is too wide for a terminal breaks between columns, words and cells of a board.
#[test]
fn lines_break_where_they_can_be_read() {
    let board = tempfile::tempdir().expect("a folder");
    let path = board.path().join("wide");
    std::fs::write(&path, format!("1{}\n{}\n", ".".repeat(29), ".".repeat(30))).expect("a file");
    let risk = format!("risk mines {} --mines 9 -q", path.to_str().expect("text"));
    for args in [
        "fair memory --pairs 6 --players 3 -q",
        "odds memory --pairs 2..4 --players 4 -q",
        "odds memory --pairs 2..4 --players 2..3 -q",
        "replay docs/play/memory.jsonl --print",
        "games --commands",
        &risk,
    ] {
        for columns in [60, 80] {
            let lines = printed(args, columns);
            let widest = lines.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(columns.into()), "{args}, {columns}: {lines:#?}");
        }
    }
    // Every block of a board has the numbers of the rows.
    let lines = printed(&risk, 80);
    assert_eq!(lines.iter().filter(|line| line.starts_with(" 1 ")).count(), 2, "{lines:#?}");
    assert!(lines.iter().any(|line| line.trim_start().starts_with("26 ")), "{lines:#?}");
    // The cells of a list are wrapped in their column.
    let cells = lines.iter().skip_while(|line| !line.contains("P(mine)  ")).skip(2);
    assert!(cells.clone().any(|line| line.starts_with(&" ".repeat(20))), "{lines:#?}");
}

/// On a terminal, every text format escapes hidden characters, under any name of stdout; a file keeps them.
#[test]
fn graphs_escape_hidden_characters_on_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let odd = "a\u{202e}\u{200b}é";
    let path = folder.path().join("g");
    std::fs::write(&path, format!("mines 1\nnode b 1\nnode {odd} .\nedge b {odd}\n")).expect("a file");
    let path = path.to_str().expect("text");
    for out in ["-", "/dev/stdout", "/dev/tty"] {
        for format in ["dot", "graphml"] {
            let args = format!("risk mines --graph {path} --as {format} -o {out}");
            let text = printed(&args, 200).join("\n");
            assert!(text.contains("a\\u{202e}\\u{200b}é"), "{args}: {text}");
        }
    }
    let text = printed("graph memory --pairs 1 --as json -o -", 200).join("\n");
    let graph: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(graph.is_object(), "{text}");
}

/// Every block of a wide table has all columns that identify a row.
#[test]
fn blocks_of_ranges_repeat_all_parameters() {
    for args in ["odds memory --pairs 1..6 --players 2..4 -q", "fair memory --players 2..4 --pairs 6..8 -q"] {
        let lines = printed(args, 80);
        let heads = lines.iter().filter(|line| line.starts_with("pairs  ")).collect::<Vec<_>>();
        assert!(
            heads.len() > 1 && heads.iter().all(|line| line.starts_with("pairs  players  ")),
            "{lines:#?}"
        );
    }
}

/// Best play of a fresh board is one table, with fractions. Tactics that are the same play there share a row.
#[test]
fn best_tactics_are_one_table() {
    let lines = printed("best memory --pairs 8 -q", 80);
    let begin = lines.iter().skip(2).take(5).map(String::as_str).collect::<Vec<_>>();
    let expected = [
        "",
        "     pairs                         tactic",
        "  *  388426/96525  4.024097384097  two new cards (T6, T7, T9)",
        "",
        "* best.",
    ];
    assert_eq!(begin, expected, "{lines:#?}");
}

/// Where the table of luck has no room, a hint is above it.
#[test]
fn a_hint_is_seen_on_a_small_terminal() {
    let mut screen = Screen::start(&["play", "guess", "--numbers", "9", "--seed", "2"], (20, 48), false);
    screen.shows("it is from 1 to 9");
    screen.types("h");
    screen.shows("Hint: if you guess");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
}

/// Letters that are two columns wide leave room for the numbers beside a name.
#[test]
fn wide_names_leave_room_for_numbers() {
    let args = ["play", "memory", "--names", "李小龍,Бен", "--pairs", "3", "--seed", "3"];
    let mut screen = Screen::start(&args, (24, 80), false);
    screen.shows("0.4667  1.4000");
    screen.types("qq");
    assert_eq!(screen.finish().0, 0);
}

/// Lists of words fit, except for a number or a command that has no place to break.
#[test]
fn lists_of_words_fit() {
    for columns in [60, 70] {
        for args in ["games", "games --commands", "reproduce gerez -q", "reproduce lindgren -q"] {
            let lines = printed(args, columns);
            let is_wide = |line: &&String| line.chars().count() > usize::from(columns);
            let wide: Vec<&String> = lines.iter().filter(is_wide).collect();
            let may_be_wide = |line: &&&String| line.starts_with("  chancetree ") || !line.contains(' ');
            assert_eq!(wide.iter().find(|line| !may_be_wide(line)), None, "{args}, {columns} columns");
            assert!(wide.len() <= 1 && lines.len() > 10, "{args}: {wide:?}");
        }
    }
}
