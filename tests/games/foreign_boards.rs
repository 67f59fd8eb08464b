//! Boards of Minesweeper in the notations of other programs.

use chancetree::games::mines::board::SeenBoard;

/// Boards in the notations of other programs, each compared with the same board in plain symbols.
#[test]
fn boards_of_other_programs_are_read() {
    for (text, plain) in [
        ("4x2x3\n1HHH\nHHFH\n", "mines 3\n1...\n..F.\n"),
        ("mines 2\n1,H,H\nH,H,2\n", "mines 2\n1..\n..2\n"),
        ("mines 2\n1;.;F\n.;.;2\n", "mines 2\n1.F\n..2\n"),
        ("mines 2\n|1|X|X|\n|X|X|2|\n", "mines 2\n1..\n..2\n"),
        ("mines 2\n1\u{fe0f}\u{20e3}\u{2b1c}\u{1f6a9}\n\u{2b1c}\u{2b1c}\u{1f4a3}\n", "mines 2\n1.F\n..*\n"),
        ("mines 2\n-1 1\n 1 -1\n", "mines 2\n.1\n1.\n"),
        ("mines 2\n\"-1\",2,-1\n1,2,1\n,,\n", "mines 2\n.2.\n121\n000\n"),
        ("mines 2\n  1 2 3\n1 . 1 F\n2 1 1 .\n", "mines 2\n.1F\n11.\n"),
        ("mines 2\n  A B C\n0 .1F\n1 11.\n", "mines 2\n.1F\n11.\n"),
        ("mines 2\n     1     2\n 1   1  .333\n 2 F.500 safe\n", "mines 2\n1.\nF.\n"),
        ("mines 2\n     1    2    3\n 1   1   3%  <1%\n 2 F50% safe >99%\n", "mines 2\n1..\nF..\n"),
        ("mines 2\n    1 .\n1 1 2 .\n. . . .\n", "mines 2\n001.\n112.\n....\n"),
        // Lists of Python, numpy and JSON, and lines that a program prints for each row.
        ("mines 2\n[[1, -1], [2, 2], [-1, 1]]", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[[ 1 -1]\n [ 2  2]\n [-1  1]]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[\n  [1, null],\n  [2, 2],\n  [None, 1]\n]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n['1', 'F']\n['2', '2']\n['?', '1']\n", "mines 2\n1F\n22\n.1\n"),
        ("mines 2\n[\"1?\", \"22\",\n \"?1\"]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 1\n[[\"\", \"1\", \"?\"], [\"\", \"1\", \"1\"]]\n", "mines 1\n01.\n011\n"),
        (
            "mines 2\n[\n  [\n    1,\n    null\n  ],\n  [\n    2,\n    2\n  ],\n  [\n    null,\n    1\n  ]\n]\n",
            "mines 2\n1.\n22\n.1\n",
        ),
        (
            "mines 2\n[\n  [\n    \"1\",\n    \"F\"\n  ],\n  [\n    \"2\",\n    \"2\"\n  ],\n  [\n    \"?\",\n    \"1\"\n  ]\n]\n",
            "mines 2\n1F\n22\n.1\n",
        ),
        ("mines 2\n[\n  \"1?\",\n  \"22\",\n  \"?1\"\n]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[[ 1. nan]\n [ 2.  2.]\n [nan  1.]]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[[1.0, NaN], [2.0, 2.0], [NaN, 1.0]]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\narray([[ 1, -1],\n       [ 2,  2],\n       [-1,  1]])\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\nboard = np.array([[1, -1], [2, 2],\n   [-1, 1]], dtype=int8)\n", "mines 2\n1.\n22\n.1\n"),
        // Whole numbers as pandas writes them beside missing values.
        ("mines 1\n1.0,.\n.,1.0\n", "mines 1\n1.\n.1\n"),
        ("mines 1\n1.0;-1.0\n-1.0;1.0\n", "mines 1\n1.\n.1\n"),
        // A row of numpy that is longer than a line.
        ("mines 2\n[[ 1 -1\n   1]\n [ 1 -1\n   1]]\n", "mines 2\n1.1\n1.1\n"),
        // Lower case, tuples of Python, cells in brackets, a heading, and a quoted mail.
        ("mines 2\n1xF\nxx2\n", "mines 2\n1.F\n..2\n"),
        ("mines 2\n((1, -1), (2, 2), (-1, 1))", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[('1', 'F'),\n ('2', '2'),\n ('?', '1')]\n", "mines 2\n1F\n22\n.1\n"),
        ("mines 1\n((1,), (None,))\n", "mines 1\n1\n.\n"),
        ("mines 2\n[1][#]\n[2][2]\n[#][1]\n", "mines 2\n1.\n22\n.1\n"),
        ("mines 2\n[ ][ ][ ]\n[1] [2] [1]\n[#] [#] [#]\n", "mines 2\n000\n121\n...\n"),
        ("mines 1\n[1][1][ ]\n[#][1][ ]\n", "mines 1\n110\n.10\n"),
        ("2 Mines:\n1.\n22\n.1\n", "mines 2\n1.\n22\n.1\n"),
        ("1 mine\n1.\n", "mines 1\n1.\n"),
        ("> mines 2\r\n>\r\n> 1.\r\n> 22\r\n> .1\r\n", "mines 2\n1.\n22\n.1\n"),
        ("> mines 2\n> 000\n> 121\n> ...\n", "mines 2\n000\n121\n...\n"),
        // A row of tabs is a row of opened cells.
        ("mines 1\n.\t1\n1\t1\n\t\n", "mines 1\n.1\n11\n00\n"),
    ] {
        let board: SeenBoard = text.parse().unwrap_or_else(|why| panic!("{text:?}: {why}"));
        assert_eq!(board, plain.parse().expect("a board"), "{text:?}");
    }
    for (text, at, what) in [
        ("mines 1\n-1 1\n1 10\n", (3, 3), "10 is not a cell"),
        ("mines 1\n-1 1\n-2 1\n", (3, 1), "-2 is not a cell"),
        ("mines 1\n  1 2\n1 . q4\n", (3, 5), "'q' is not a cell"),
        ("mines 1\n\u{1f7e6}1\n1\u{2b1c}\n", (3, 2), "are both hidden cells"),
        ("mines 1\n\u{25a0}1\n1\u{1f7e9}\n", (3, 2), "are both hidden cells"),
        // A dot, a dash or a line can be an opened cell beside another symbol of hidden cells.
        ("mines 1\n..#\n.1.\n...\n", (2, 3), ". and # are both hidden cells; write 0 for an opened cell"),
        ("mines 1\n- 111\n- 1.1\n- 111\n", (3, 4), "- and . are both hidden cells"),
        ("mines 1\n-1,1,.\n", (2, 6), "-1 and . are both hidden cells"),
        // Lists in another shape: cells in brackets, fractions, a game that shows its mines, a list in a list.
        ("mines 1\n[1][..]\n", (2, 1), "'[' is not a cell"),
        ("mines 1\n((1, (1, 1)))\n", (2, 1), "'(' is not a cell"),
        ("> mines 1\n>\n> 1.\n> 1y\n", (4, 4), "'y' is not a cell"),
        ("> mines 1\n> 1.\n1.\n", (1, 1), "the first line must be 'mines M'"),
        ("10 mines left\n1.\n", (1, 1), "the first line must be 'mines M'"),
        ("99999 mines\n1.\n", (1, 1), "at most 65536"),
        ("mines 1\n1x\n1X\n", (3, 2), "x and X are both hidden cells; write * for a known mine"),
        ("mines 1\n[[1. 1.5]\n [0. 1.]]\n", (2, 1), "'[' is not a cell"),
        ("mines 1\n[[\"E\",\"M\"]]\n", (2, 4), "'E' is not a cell"),
        ("mines 1\n[[1, [1, 1]]]\n", (2, 1), "'[' is not a cell"),
        ("mines 1\n[[1, 1],\n [1, 1]\n", (2, 1), "'[' is not a cell"),
        ("mines 1\n[[1, [1,\n  1], 1]]\n", (2, 1), "'[' is not a cell"),
        ("mines 1\narray[1, 1]\n", (2, 1), "this line is not a row of cells"),
        ("mines 1\n[[1, 1]]) and more\n", (2, 1), "this line is not a row of cells"),
        ("mines 1\n[[1, 9], [1, 1]]\n", (2, 6), "9 is not a cell"),
        ("mines 1\n[[1, 10], [10, 10]]\n", (2, 6), "10 is not a cell; 0 to 8, '.' or -1 for a hidden cell"),
        // A field of a table has one cell; decimals of a whole number are no cells.
        ("mines 1\n1F,.\n.,1\n", (2, 1), "1F is not a cell; a field of a table with separators has one cell"),
        ("mines 1\n1;.\n1; ..\n", (3, 4), ".. is not a cell"),
        ("mines 1\n1.5,.\n.,1\n", (2, 1), "1.5 is not a cell"),
        // A line of words.
        (
            "mines 1\nMy board from the web:\n1.\n",
            (2, 1),
            "this line is not a row of cells; begin a comment with #",
        ),
        (
            "mines 1\nAn expert board:\n1.\n",
            (2, 1),
            "this line is not a row of cells; begin a comment with #",
        ),
        ("mines 1\n1.\n..  easy\n", (3, 5), "this line is not a row of cells; begin a comment with #"),
        // A line of separators in the middle.
        ("mines 2\n1,1\n1,.\n,\n1,1\n1,.\n", (4, 1), "a row of opened cells or a line between two boards"),
        ("mines 2\n1\t1\n1\t.\n\t\n1\t1\n1\t.\n", (4, 1), "a row of opened cells or a line between"),
    ] {
        let wrong = text.parse::<SeenBoard>().expect_err(text);
        assert_eq!((wrong.line, wrong.column), at, "{text:?}: {wrong}");
        assert!(wrong.what.contains(what), "{wrong}");
    }
}

/// A blank in quotes is a cell, also in the first and in the last column.
#[test]
fn blanks_in_quotes_are_cells() {
    for (text, plain) in [
        ("[['?', 1, ' ', ' '], ['?', 1, ' ', ' ']]\n", ".100\n.100\n"),
        ("[[' ', ' ', 1, '?'], [' ', ' ', 1, '?']]\n", "001.\n001.\n"),
        ("[['?', 1, '', ''],\n ['?', 1, '', '']]\n", ".100\n.100\n"),
        ("\"?\",\"1\",\" \",\" \"\n\"?\",\"1\",\" \",\" \"\n", ".100\n.100\n"),
        // The last separator of a row is not a cell.
        ("?;1;0;\n?;1;0;\n", ".10\n.10\n"),
        ("|?|1| |\n|?|1| |\n", ".10\n.10\n"),
        // Beside other blanks, the blank after the last separator is a cell.
        ("?,1,,\n?,1,,\n", ".100\n.100\n"),
        ("?\t1\t\t\n?\t1\t\t\n", ".100\n.100\n"),
        ("?;1;;;\n1;1;;;\n;;;;\n", ".1000\n11000\n00000\n"),
    ] {
        let [found, wanted] = [text, plain].map(|text| SeenBoard::read_one(text, Some(1)).expect(text));
        assert_eq!(found.to_string(), wanted.to_string(), "{text}");
    }
}

/// The signs of the game in a terminal, and letters that JSON escapes.
#[test]
fn signs_of_terminals_and_escapes_are_read() {
    for (text, plain) in [
        (
            "     1  2  3  4\n  1  \u{b7}  1  \u{2592}  \u{2592}\n  2  \u{b7}  1  F  \u{2592}\n",
            "01..\n01F.\n",
        ),
        ("1\u{2591}\n1\u{2591}\n", "1.\n1.\n"),
        (r#"[["\u25a0", 1], ["\u25a0", 1]]"#, ".1\n.1\n"),
        (r#"[["\ud83d\udea9", "1"], ["\u25A0", "1"]]"#, "F1\n.1\n"),
    ] {
        let [found, wanted] = [text, plain].map(|text| SeenBoard::read_one(text, Some(1)).expect(text));
        assert_eq!(found.to_string(), wanted.to_string(), "{text}");
    }
    for text in [r"1\u", r"1\ud83d", r"1\u25a", r"\u00e9."] {
        assert!(SeenBoard::read_one(text, Some(1)).is_err(), "{text}");
    }
}

/// Lines between the rows of tables, numbers beside the cells, and letters of other keyboards, each compared with the same board in plain
/// symbols.
#[test]
fn tables_of_other_programs_are_read() {
    let plain: SeenBoard = "mines 2\n1.F\n12.\n".parse().expect("a board");
    for text in [
        // Lines of Markdown, of reStructuredText, of consoles and of pandas.
        "| 1 | ? | F |\n|---|---|---|\n| 1 | 2 | ? |\n",
        "|1|?|F|\n|:--|:-:|--:|\n|1|2|?|\n",
        "|1|-|F|\n|---|---|---|\n|1|2|-|\n",
        "|\"1 . F\"|\n|---|\n|\"1 2 .\"|\n",
        "| \"1\" | \".\" | \"F\" |\n|---|---|---|\n| \"1\" | \"2\" | \".\" |\n",
        "=== === ===\n 1   .   F\n=== === ===\n 1   2   .\n=== === ===\n",
        "-------------\n| 1 | . | F |\n-------------\n| 1 | 2 | . |\n-------------\n",
        "-----\n1 . F\n-----\n1 2 .\n-----\n",
        "-------\n|1|-|F|\n|1|2|-|\n-------\n",
        " ___ ___ ___\n| 1 | _ | F |\n|___|___|___|\n| 1 | 2 | _ |\n|___|___|___|\n",
        "1 | . | F\n--+---+--\n1 | 2 | .\n",
        "+---+---+---+\n| 1 | . | F |\n+===+===+===+\n| 1 | 2 | . |\n+---+---+---+\n",
        "\u{2554}\u{2550}\u{2566}\u{2550}\u{2566}\u{2550}\u{2557}\n\u{2551}1\u{2551}.\u{2551}F\u{2551}\n\u{2551}1\u{2551}2\u{2551}.\u{2551}\n",
        // Numbers and letters of rows and columns.
        "   | A | B | C |\n---+---+---+---+\n 1 | 1 | . | F |\n 2 | 1 | 2 | . |\n",
        "|   | A | B | C |\n|---|---|---|---|\n| 1 | 1 | ? | F |\n| 2 | 1 | 2 | ? |\n",
        "| A | B | C |\n|---|---|---|\n| 1 | ? | F |\n| 1 | 2 | ? |\n",
        "    A   B   C\n  +---+---+---+\n1 | 1 | . | F |\n  +---+---+---+\n2 | 1 | 2 | . |\n  +---+---+---+\n",
        "     0     1     2\n    ------------------\n    |     |     |     |\n 0  |  1  |  X  |  F  |\n    |     |     |     |\n 1  |  1  |  2  |  X  |\n    |_____|_____|_____|\n",
        "  123\n1 1.F\n2 12.\n",
        ",1,2,3\n1,1,.,F\n2,1,2,.\n",
        // The console game of JetBrains Academy: `*` is a flag there.
        " |123|\n-|---|\n1|1.*|\n2|12.|\n-|---|\n",
        " \u{2502}123\u{2502}\n\u{2014}\u{2502}\u{2014}\u{2014}\u{2014}\u{2502}\n1\u{2502}1.*\u{2502}\n2\u{2502}12.\u{2502}\n",
        // Spreadsheets.
        "sep=;\n1;.;F\n1;2;.\n",
        "\u{feff}\"sep=,\"\r\n1,.,F\r\n1,2,.\r\n",
        "sep=\t\n1\t.\tF\n1\t2\t.\n",
        "sep=;\nmines 2;;\n1;.;F\n1;2;.\n",
        "\"mines 2\",,\n1,.,F\n1,2,.\n",
        "mines;2;\n1;.;F\n1;2;.\n",
        // Full-width letters.
        "\u{ff4d}\u{ff49}\u{ff4e}\u{ff45}\u{ff53}\u{3000}\u{ff12}\n\u{ff11}\u{ff1f}\u{ff26}\n\u{ff11}\u{ff12}\u{ff1f}\n",
    ] {
        assert_eq!(SeenBoard::read_one(text, Some(2)).as_ref(), Ok(&plain), "{text}");
        // The lines are the same if the number of mines is uncertain.
        if !text.contains("ines") && !text.starts_with('\u{ff4d}') {
            let uncertain = &SeenBoard::read_uncertain(text)[0];
            assert_eq!(uncertain.as_ref().map(SeenBoard::cells), Ok(plain.cells()), "{text}");
        }
    }
    // Blank cells below letters, and between two bars.
    let zeros: SeenBoard = "mines 2\n000\n121\n...\n".parse().expect("a board");
    for text in [
        "| A | B | C |\n|---|---|---|\n|   |   |   |\n| 1 | 2 | 1 |\n| ? | ? | ? |\n",
        "+---+\n|   |\n|121|\n|...|\n+---+\n",
        "-------\n|     |\n|1 2 1|\n|. . .|\n-------\n",
        "+-------+\n|       |\n| 1 2 1 |\n| . . . |\n+-------+\n",
        "+---------+\n|         |\n|  1  2  1|\n|  .  .  .|\n+---------+\n",
    ] {
        assert_eq!(SeenBoard::read_one(text, Some(2)).as_ref(), Ok(&zeros), "{text}");
    }
    // Blank cells between two bars beside emoji, each of which is displayed in two columns.
    let zeros: SeenBoard = "mines 1\n001.\n001.\n001.\n".parse().expect("a board");
    for text in [
        "+--------+\n|    1\u{fe0f}\u{20e3}\u{2b1b}|\n|    1\u{fe0f}\u{20e3}\u{2b1b}|\n|    1\u{fe0f}\u{20e3}\u{2b1b}|\n+--------+\n",
        "\u{2502}\u{3000}\u{3000}1\u{fe0f}\u{20e3}\u{2b1b}\u{2502}\n\u{2502}\u{3000}\u{3000}1\u{fe0f}\u{20e3}\u{2b1b}\u{2502}\n\u{2502}\u{3000}\u{3000}1\u{fe0f}\u{20e3}\u{2b1b}\u{2502}\n",
        "|     1\u{2b1b}|\n|     1\u{2b1b}|\n|     1\u{2b1b}|\n",
        "|    1 \u{2b1b}|\n|    1 \u{2b1b}|\n|    1 \u{2b1b}|\n",
        "|      1\u{fe0f}\u{20e3} \u{2b1b}|\n|      1\u{fe0f}\u{20e3} \u{2b1b}|\n|      1\u{fe0f}\u{20e3} \u{2b1b}|\n",
        // Names of emoji, and what Markdown puts around a board: an empty head, or a fence.
        ":zero::zero::one::black_large_square:\n:zero::zero::one::black_large_square:\n:zero::zero::one::black_large_square:\n",
        "| | | :one: | :question: |\n| | | :one: | :question: |\n| | | :one: | :question: |\n",
        "| | | | |\n|---|---|---|---|\n| 0 | 0 | 1 | ? |\n| 0 | 0 | 1 | ? |\n| 0 | 0 | 1 | ? |\n",
        "|   |   |   |   |\n|:-:|:-:|:-:|:-:|\n| 0 | 0 | 1 | ? |\n| 0 | 0 | 1 | ? |\n| 0 | 0 | 1 | ? |\n",
        "```text\n001.\n001.\n001.\n```\n",
    ] {
        assert_eq!(SeenBoard::read_one(text, Some(1)).as_ref(), Ok(&zeros), "{text}");
    }
    // In a drawing, a line of dashes is between all rows, so the first row is a row of blanks.
    let drawn = "| | | |\n|---|---|---|\n|1|2|1|\n|---|---|---|\n|?|?|?|\n";
    let board = SeenBoard::read_one(drawn, Some(2)).expect("a board");
    assert_eq!(board.to_string(), "mines 2\n000\n121\n...\n");
    // `*` is a mine below letters and below numbers without bars. Rows of `#` are no comments between lines of dashes.
    for (text, mines, plain) in [
        (" |ABC|\n-|---|\n1|1*.|\n2|1..|\n-|---|\n", 1, "1*.\n1..\n"),
        ("  123\n1|1*.\n2|1..\n", 1, "1*.\n1..\n"),
        ("---------\n# # 1 # #\n# # # # #\n---------\n", 2, "..1..\n.....\n"),
        ("# # 1 # #\n---------\n# # # # #\n", 2, "..1..\n.....\n"),
    ] {
        let [found, wanted] = [text, plain].map(|text| SeenBoard::read_one(text, Some(mines)).expect(text));
        assert_eq!(found.to_string(), wanted.to_string(), "{text}");
    }
    assert!(SeenBoard::read_one("-----\n# # 1 # #\n# # # # #\n", Some(2)).is_err());
    // All letters of the console game, and a table below the size of JSMinesweeper.
    let console = " |123456789|\n-|---------|\n1|1*1//111/|\n2|X..//1.1/|\n-|---------|\n";
    let board = SeenBoard::read_one(console, Some(3)).expect("a board");
    assert_eq!(board.to_string(), "mines 3\n1F1001110\n*..001.10\n");
    let sized = "3x2x2\n|1|.|F|\n|---|---|---|\n|1|2|.|\n".parse();
    assert_eq!(sized.as_ref(), Ok(&plain));
    // Dashes are hidden cells where they can be, and have always been.
    for (text, rows) in [
        ("1--F\n----\n--2-\n", "1..F\n....\n..2.\n"),
        ("11\n--\n", "11\n..\n"),
        ("|1|-|\n|-|-|\n", "1.\n..\n"),
        ("----\n----\n", "....\n....\n"),
        ("+----+\n|  1-|\n|112-|\n|----|\n+----+\n", "001.\n112.\n....\n"),
        ("1-\n--\n-1\n--\n1-\n", "1.\n..\n.1\n..\n1.\n"),
        ("-;-\n1;-\n", "..\n1.\n"),
    ] {
        let board = SeenBoard::read_one(text, Some(1)).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(board.to_string(), format!("mines 1\n{rows}"), "{text}");
    }
}

/// What can be read in two ways is refused.
#[test]
fn unclear_boards_are_refused() {
    let unclear = "is a row of hidden cells or a line between rows";
    let blank = "a blank is an opened cell without mines around it, but a hidden cell touches it";
    for (text, at, what) in [
        // Dashes that fit as a row, although hidden cells have another symbol.
        ("1..F\n----\n..2*\n", (2, 1), unclear),
        ("|1|?|\n|-|-|\n|1|2|\n", (2, 1), unclear),
        ("|1..|\n|---|\n|.2.|\n", (2, 1), unclear),
        ("1 . .\n---\n. 2 .\n", (2, 1), unclear),
        ("  1..\n  2..\n111..\n -----\n", (4, 2), unclear),
        // A full line below cells that are dashes, too.
        ("1 - -\n-----\n- 2 -\n", (2, 1), unclear),
        // Dashes of a wrong number are a wrong row.
        ("1--F\n---\n--2*\n", (2, 4), "this row has 3 cells, but the first has 4"),
        // A line that is wider than the rows: they may begin with blanks.
        ("------\n    1.\n    11\n", (2, 6), "- and . are both hidden cells"),
        ("1.F\n12.\n-----\n", (3, 1), ". and - are both hidden cells"),
        // Blank cells that cannot be opened ones.
        ("| |2|2|\n|1| |?|\n", (2, 4), blank),
        ("  1..\n  2..\n11 ..\n", (3, 3), blank),
        ("|     |     |\n|  1  |  ?  |\n|     |     |\n", (1, 2), blank),
        (
            "| |2|2|\n|1| | |\n",
            (0, 0),
            "2 mines, but only 0 cells are not opened; blanks are opened cells, write ?",
        ),
        // Letters with several meanings.
        ("1M\n12\n", (1, 2), "'M' is a known mine or a flag; write '*' for a known mine, 'F' for a flag"),
        ("1X\n1.\n", (2, 2), "X and . are both hidden cells; write * for a known mine"),
        ("1/\n1.\n", (1, 2), "'/' is not a cell"),
        ("1E\n11\n", (1, 2), "'E' is not a cell; write '.' for a hidden cell, 0 for an opened one"),
        ("1B\n11\n", (1, 2), "'B' is not a cell; write '.' for a hidden cell, 0 for an opened one"),
        (":boom: .\n:one: 1\n", (1, 1), "the name of an emoji is not a cell; copy the emoji itself"),
        (":one: .\n:one: :boom:\n", (2, 7), "the name of an emoji is not a cell; copy the emoji itself"),
        // Chat programs hide spoilers, also those of open cells.
        ("||:one:||||:bomb:||\n||:one:||||:one:||\n", (1, 1), "|| hides a cell until a reader clicks it"),
        (
            "||1\u{fe0f}\u{20e3}|| ||\u{1f4a3}||\n||1\u{fe0f}\u{20e3}|| ||1\u{fe0f}\u{20e3}||\n",
            (1, 1),
            "|| hides a cell",
        ),
        ("<table><tr><td>1</td>\n", (1, 1), "a tag is not a cell; copy the table as it is displayed"),
        // Columns that are numbered, above rows that are not or are one cell too short.
        ("|A|B|C|\n|1|.|.|\n|2|.|.|\n", (1, 2), "'A' is not a cell"),
        ("|1|2|3|\n|---|---|---|\n|.|.|.|\n", (1, 6), "3 mines around it, but only 2"),
        ("  A B C\n1 . 1\n2 1 1\n", (1, 3), "'A' is not a cell"),
        ("|1|2|3|\n", (0, 0), "2 mines, but only 0 cells"),
        ("sep=q\n1.\n", (1, 1), "this line is not a row of cells; begin a comment with #"),
        ("+++\n1..\n", (1, 1), "'+' is not a cell"),
    ] {
        let wrong = SeenBoard::read_one(text, Some(2)).expect_err(text);
        assert!(wrong.what.contains(what), "{text:?}: {wrong}");
        assert_eq!((wrong.line, wrong.column), at, "{text:?}: {wrong}");
    }
}
