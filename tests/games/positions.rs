//! Texts of positions: every error has a line and a column, and no text causes a panic.

use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::graph::GraphPosition;
use chancetree::games::mines::risk::Risk;
use chancetree::model::Job;
use proptest::prelude::*;

#[test]
fn errors_of_positions_name_line_and_column() {
    for (text, place, what) in [
        ("", (1, 1), "the first line must be 'mines M'"),
        ("1..\n", (1, 1), "the first line must be 'mines M'"),
        ("mines\n...\n", (1, 6), "the first line must be"),
        ("mines -1\n...\n", (1, 7), "the first line must be"),
        ("mines 99999999999999999999999\n...\n", (1, 7), "at most 65536"),
        ("mines 1\n", (2, 1), "the rows are missing"),
        ("mines 4\n..\n1.\n", (1, 7), "4 mines, but only 3 cells are not opened"),
        ("# a comment\n\nmines 2\n..y\n", (4, 3), "'y' is not a cell"),
        ("mines 2\n...\n..\n", (3, 3), "this row has 2 cells, but the first has 3"),
        ("mines 2\n...\n....\n", (3, 4), "longer than the 3 cells"),
        ("mines 2\n...\n.9.\n", (3, 2), "at most 8 neighbours"),
        ("mines 2\n4..\n...\n", (2, 1), "4 mines around it, but only 3"),
        ("mines 2\n0*.\n...\n", (2, 1), "0 mines around it, but 1"),
        ("mines 1\n. * *\n. . .\n", (2, 5), "2 known mines, but the number of mines is 1"),
        ("mines 3\n2**\n...\n0*.\n", (4, 1), "0 mines around it, but 1 known mine touches it"),
        ("mines 3\n.*.\n.1*\n...\n", (3, 2), "1 mine around it, but 2 known mines touch it"),
        (
            "2 3\n...\n...\n",
            (1, 1),
            "\"2 3\" is a size, not a row; write 'mines M' instead, such as 'mines 10'",
        ),
        ("mines 1\n2 3\n...\n...\n", (2, 1), "\"2 3\" is a size, not a row; leave this line out"),
        (
            " 4x3x1\n....\n....\n",
            (1, 2),
            "\"4x3x1\" is not the size of the rows below it; write 'mines 1' instead",
        ),
        ("2 4 3\n....\n....\n", (1, 1), "\"2 4 3\" is a size, not a row; write 'mines 3' instead"),
        (
            "mines 20%\n...\n",
            (1, 7),
            "20% is not one number of mines; leave this line out, and use --mines 20%",
        ),
        ("mines 1\n■□\n1□\n", (2, 2), "■ and □ are both hidden cells; write 0 for an opened cell"),
        ("mines 1\n1,,.\n1,.\n", (3, 4), "this row has 2 cells, but the first has 3"),
        ("mines 1\r1.\r.y\r", (3, 2), "'y' is not a cell"),
    ] {
        let wrong = text.parse::<SeenBoard>().expect_err(text);
        assert_eq!((wrong.line, wrong.column), place, "{text:?}: {wrong}");
        assert!(wrong.what.contains(what), "{text:?}: {wrong}");
    }
    for (text, place, what) in [
        ("mines 1\nnode\n", (2, 1), "a node needs a name"),
        ("mines 1\nnode a 1 2\n", (2, 10), "a node has one value"),
        ("mines 1\nnode a y\n", (2, 8), "\"y\" is not a node"),
        ("mines 1\nnode a\nnode a 1\n", (3, 6), "line 2 already describes a"),
        ("mines 1\nedge a\n", (2, 6), "an edge needs two names"),
        ("mines 1\nedge a a\n", (2, 8), "its own neighbour"),
        ("mines 1\nnod a\n", (2, 1), "node or edge is needed"),
        ("mines 2\nnode a 2\nedge a b\n", (1, 7), "2 mines, but only 1"),
        ("mines 1\nnode a *\nnode b *\n", (1, 7), "1 mine in all, but 2 known mines"),
        (
            "mines 2\nnode a 0\nnode b *\nedge a b c\n",
            (2, 6),
            "0 mines around a, but 1 known mine touches it",
        ),
        ("mines 1\nnode a 2\nedge a b\nedge c d\n", (2, 6), "2 mines around a, but only 1"),
    ] {
        let wrong = text.parse::<GraphPosition>().expect_err(text);
        assert_eq!((wrong.line, wrong.column), place, "{text:?}: {wrong}");
        assert!(wrong.what.contains(what), "{text:?}: {wrong}");
    }
}

/// Positions may use other symbols, other spellings of the first line, comments, and rows that begin with `#`.
#[test]
fn positions_are_read_in_other_spellings() {
    let plain: SeenBoard = "mines 3\n1..F\n....\n..2*\n".parse().expect("a position");
    for text in [
        "Mines 3\n1??f\n????\n??2*\n",
        "MINES: 3\r\n1##!\r\n####\r\n##2*\r\n",
        "mines 3\r1##!\r####\r##2*\r",
        "mines 3\r\r\n1##!\r\r\n####\r\r\n##2*",
        "mines: 3\n1--F\n----\n--2*",
        "# a comment\n####\nmines\t3\n1__f\n# 4 rows?\n____\n__2*\n\n# the end\n",
        "\n\nmines 3\n\n1HHF\nHHHH\nHH2*\n\n\n",
        "mines 3\n1 # # F\n# # # #\n# # 2 *\n",
        "mines 3\n#\n1..F\n ....\n..2*\n#\n",
    ] {
        assert_eq!(text.parse::<SeenBoard>().as_ref(), Ok(&plain), "{text:?}");
        assert_eq!(SeenBoard::read(text, Some(3)), [Ok(plain.clone())], "{text:?}");
    }
    let graph = |hidden: &str, flag: &str| -> GraphPosition {
        let text = format!("mines 1\nnode a 1\nnode b {hidden}\nnode c {flag}\nedge a b c\n");
        text.parse().expect("a position")
    };
    for (hidden, flag) in [("?", "f"), ("#", "!"), ("-", "F"), ("_", "F"), ("H", "F"), ("", "F")] {
        assert_eq!(graph(hidden, flag), graph(".", "F"), "{hidden} {flag}");
    }
    // Tables and blanks of other programs.
    let zeros: SeenBoard = "mines 3\n001..\n002..\n111..\n.....\n".parse().expect("a position");
    for text in [
        "mines 3\n  1..\n  2..\n111..\n.....\n",
        "5x4x3\n,,1,.,.\n, ,2,.,.\n1,1,1,.,.\n.,.,.,.,.\n",
        "mines 3\n;;1;.;.;\n;;2;.;.;\n1;1;1;.;.;\n.;.;.;.;.;\n",
        "mines 3\n\t\t1\t.\t.\n\t\t2\t.\t.\n1\t1\t1\t.\t.\n.\t.\t.\t.\t.\n",
        "mines 3\n+-+-+-+-+-+\n| | |1|.|.|\n||0|2|.|.|\n|1|1|1|.|.|\n|.|.|.|.|.|\n+-+-+-+-+-+\n",
        "mines 3\n┌─┬─┬─┬─┬─┐\n│ │ │1│■│■│\n│ │ │2│■│■│\n├─┼─┼─┼─┼─┤\n│1│1│1│■│■│\n│■│■│■│■│■│\n└─┴─┴─┴─┴─┘\n",
        "mines 3\n\"\",\"\",\"1\",\".\",\".\"\n\"0\",\"\",\"2\",\".\",\".\"\n\"1\",\"1\",\"1\",\".\",\".\"\n\".\",\".\",\".\",\".\",\".\"\n",
    ] {
        assert_eq!(text.parse::<SeenBoard>().as_ref(), Ok(&zeros), "{text:?}");
    }
    // `2 2` above two rows of two cells is a row, not a size.
    assert_eq!(SeenBoard::read_one("2 2\n..\n..\n", Some(1)).map(|board| board.rows()), Ok(3));
    // So is a row of numbers and hidden cells `X`, unless the rows have that size.
    for (text, rows) in [
        ("1X1\n1X1\n", "1.1\n1.1\n"),
        ("0X2\n0XX\n", "0.2\n0..\n"),
        ("001X2\n001XX\n", "001.2\n001..\n"),
        ("1x100\n11100\n00000\n", "1.100\n11100\n00000\n"),
        ("1X1X1\n1X2X1\n", "1.1.1\n1.2.1\n"),
        ("1X1\n", "1.1\n"),
    ] {
        let board = SeenBoard::read_one(text, Some(2)).or_else(|_| SeenBoard::read_one(text, Some(1)));
        let cells = |text: &str| text.split_once('\n').map(|(_, rows)| rows.to_owned());
        assert_eq!(cells(&board.expect(text).to_string()).as_deref(), Some(rows), "{text}");
    }
    for text in ["3x2\nxxx\nxxx\n", "2x3\nxxx\nxxx\n"] {
        let wrong = SeenBoard::read_one(text, Some(1)).expect_err("a size");
        assert!(wrong.what.contains("is a size, not a row"), "{wrong}");
    }
    let without_mines = "1..F\n....\n..2*\n";
    assert_eq!(SeenBoard::read_one(without_mines, Some(3)), Ok(plain.clone()));
    let wrong = without_mines.parse::<SeenBoard>().expect_err("the number of mines is missing");
    assert_eq!((wrong.line, wrong.column), (1, 1));
    let wrong = SeenBoard::read_one(&plain.to_string(), Some(4)).expect_err("3 are not 4");
    assert_eq!(
        (wrong.line, wrong.column, wrong.what.as_str()),
        (1, 7, "3 mines here, but 4 given separately")
    );
    // A board of `#` without open cells. The symbols of other notations are cells, so a row may begin with any symbol.
    let hidden = SeenBoard::read_one("##\n##\n", Some(1)).expect("a board");
    assert_eq!((hidden.rows(), hidden.columns(), hidden.to_string().as_str()), (2, 2, "mines 1\n..\n..\n"));
    let column = SeenBoard::read_one("mines 1\n#\n1\n#\n", None).expect("a board of one column");
    assert_eq!((column.rows(), column.columns()), (3, 1));
    // A row that is too short is not a comment.
    let wrong = "mines 1\n1###\n###\n".parse::<SeenBoard>().expect_err("a short row");
    assert_eq!((wrong.line, wrong.column), (3, 4));
}

#[test]
fn several_positions_are_separated_by_blank_lines() {
    let text =
        "# two and one that is wrong\nmines 1\n1.\n..\n\n\nmines 2\n1.\n..\n\n# alone\n\nMines 1\n\n..y\n";
    let boards = SeenBoard::read(text, None);
    let mines: Vec<_> = boards.iter().map(|board| board.as_ref().map(SeenBoard::mines).ok()).collect();
    assert_eq!(mines, [Some(1), Some(2), None]);
    let wrong = boards[2].as_ref().expect_err("y is not a cell");
    assert_eq!((wrong.line, wrong.column), (15, 3));
    let wrong = text.parse::<SeenBoard>().expect_err("there are three positions");
    assert_eq!((wrong.line, wrong.column), (8, 1));
    assert_eq!(SeenBoard::read("1.\n..\n\n..\n", Some(1)).iter().filter(|board| board.is_ok()).count(), 2);
    // A line `mines M` begins a position, also without a blank line and in a table.
    let tables = "mines,1,\n1,1,1\n1,.,1\n1,1,1\nMines,2,\n1,2,.\n1,.,2\n";
    let boards = SeenBoard::read(tables, None);
    let texts: Vec<_> = boards.iter().map(|board| board.as_ref().map(ToString::to_string)).collect();
    assert_eq!(texts, [Ok("mines 1\n111\n1.1\n111\n".to_owned()), Ok("mines 2\n12.\n1.2\n".to_owned())]);
    // Each position needs its own number of mines.
    let boards = SeenBoard::read("mines 1\n1.\n\n..\n", None);
    assert!(boards[0].is_ok() && boards[1].as_ref().is_err_and(|wrong| (wrong.line, wrong.column) == (4, 1)));
    assert!(SeenBoard::read("# nothing\n\n", None).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_graph_panics(text in "mines [0-9]{1,2}\n((node|edge) [abc]( [abc012.*])*\n){0,6}|\\PC{0,40}") {
        if let Ok(graph) = text.parse::<GraphPosition>() {
            let system = graph.system().expect("a parsed graph is consistent");
            let _ = Risk::of_system(&system, &Job::default());
        }
    }
}
