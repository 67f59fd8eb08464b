//! The pages of commands that Minesweeper answers in its own way.

use super::{COLUMNS, FIRST_CLICK, MINES, PRESETS, ROWS};
use crate::family::{InputFile, Page, Parameter, Sampling};
use crate::mines::best;
use crate::mines::odds;
use crate::mines::prior::MinePrior;
use crate::mines::risk::Method;
use crate::mines::risks::{self, FileContent};
use crate::mines::simulate::Approach;
use crate::mines::simulation;
use std::str::FromStr;

/// The parameters of a whole game: its board, its start, and the way to play.
const PLAYED: &[&str] = &["preset", "rows", "cols", "mines", "board", "play", "ties", "start", "first-click"];

/// The maximum number of rows and of columns of a board for human players.
const MAX_SIDE: u64 = 100;

pub(super) const PAGES: &[Page] = &[
    Page::new(
        "odds",
        "Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play",
        &[
            "--rows 4 --cols 4 --mines 3 --start corner",
            "--rows 4 --cols 4 --mines 3 --ties best --start 1,1",
            "--rows 3 --cols 3 --mines 2 --play best --start chosen",
        ],
    )
    .details(
        "Prints P(every mine is identified before one is opened). Without decisions, also prints the \
         distribution of the mines left in lost games.",
    )
    .taking(PLAYED)
    .answering(odds::answer)
    .shareable(),
    Page::new(
        "best",
        "Minesweeper on a small board: how many mine placements each first cell wins",
        &[
            "--rows 4 --cols 4 --mines 3",
            "--rows 4 --cols 4 --mines 4 --lowest",
            "--up-to 3,4",
            "--board position.txt",
        ],
    )
    .details(
        "Prints how many mine placements best play wins after each first cell, or after each hidden cell of \
         a position. With --up-to, shows for all small boards whether lowest risk (Lindgren 2000) wins as \
         many placements.",
    )
    .taking(&["preset", "rows", "cols", "mines", "board", "first-click"])
    .with(&[
        Parameter::text::<MaxBoard>(
            "up-to",
            "Compare lowest risk with best ties to best play, on all boards up to R rows and C columns and \
             with every number of mines",
        )
        .without(&["rows", "cols", "mines", "preset", "board", "lowest"])
        .with_placeholder("R,C")
        .heading("Board"),
        Parameter::flag("lowest", "Also show lowest risk with the best tie rule").heading("Play"),
    ])
    .answering(best::answer),
    Page::new(
        "simulate",
        "Minesweeper (Lindgren 2000) on boards of any size",
        &[
            "--preset expert --start corner --first-click opening",
            "--preset beginner --compare random,strong",
            "--board position.txt --mines 10 --play strong",
        ],
    )
    .details(
        "Estimates how often a game is won, with the standard error. Small boards also have the exact value. \
         Safe cells are opened at once; a game is won when every mine is identified. The same seed gives the \
         same games with any number of threads, and the same boards for every strategy. An interrupted \
         simulation prints the results so far.",
    )
    .taking(PLAYED)
    .with(&[
        ROWS,
        COLUMNS,
        MINES,
        Parameter::words(
            "play",
            "How to choose cells",
            &[
                ("lowest", "A cell with the lowest risk (Lindgren 2000)"),
                (
                    "strong",
                    "A cell near the lowest risk that helps most with the next click; exact where few placements are left",
                ),
                ("best", "The cell with the highest probability of winning, on small boards"),
            ],
        )
        .default_value("lowest")
        .heading("Play"),
        Parameter::word_list(
            "compare",
            "Compare several strategies on the same boards",
            Approach::WORDS,
        )
        .with_placeholder("WAY,WAY")
        .without(&["play", "ties"])
        .heading("Play"),
        Sampling::OPTIONS[0],
        Sampling::OPTIONS[1],
    ])
    .answering(simulation::answer),
    Page::new(
        "risk",
        "Minesweeper (Lindgren 2000): a position of a board or of any graph",
        &[
            "printf 'mines 3\\n1...\\n....\\n..2.\\n....\\n' | {}",
            "position.txt --mines 10",
            "position.txt --advise",
            "position.txt -o risk.svg",
            "many.txt --lines",
        ],
    )
    .details(
        "A board is text. The first line is 'mines M', the number of all mines, unless --mines or --preset \
         sets it. The other lines are the rows, with one character for each cell: 0 to 8 for an open cell; \
         . ? # - _ H or X for a hidden cell; F f or ! for a hidden cell with a flag, which changes nothing; * \
         for a known mine. Other lines that begin with # are ignored. Blank lines separate several boards; \
         the command stops at the first invalid board. Boards of other programs are read, too, such as tables, \
         CSV and emoji. --format json prints one list.\n\n\
         --advise ranks the cells to open next. If no cell is certainly safe, it ranks all cells by the \
         exact probability of winning; if too many placements are left, it ranks the candidates of the \
         strong player of `simulate mines` by an estimate, or all cells by their risks if the number of mines is \
         uncertain. A game is won when every mine is identified.",
    )
    .writing(&[
        ("svg", "A picture of the board"),
        ("png", "A bitmap"),
        ("pdf", "A file for printing"),
        ("dot", "The numbers and their cells: Graphviz"),
        ("graphml", "The numbers and their cells: Gephi, yEd, networkx"),
    ])
    .taking(&[])
    .with(&[
        Parameter::text::<MinePrior>("mines", "The number of mines, if the text does not give it")
            .details(
                "A range, 10..15, gives equal weight to all placements of these numbers of mines; with a density, 20% or 0.2, \
                 each cell is a mine with this probability, independently of all others.",
            )
            .without(&["graph"])
            .with_placeholder("M"),
        Parameter::words("preset", "A standard board, if the text does not give the number of mines", PRESETS)
            .without(&["mines", "graph"]),
        Parameter::flag("advise", "Rank the cells to open next, with reasons").without(&["graph"]),
        Parameter::words("method", "The algorithm", Method::WORDS).default_value("islands"),
        Parameter::flag("show-matrix", "Print the matrices of the method binary, before and after elimination"),
        Parameter::flag(
            "lines",
            "Print one JSON line for each board; an invalid board has an error",
        )
        .without(&["graph", "show-matrix"]),
        Parameter::words(
            "show",
            "The contents of a graph file",
            FileContent::WORDS,
        )
        .default_value("cells"),
    ])
    .reading(&[
        InputFile::positional("file", "The position, as text in a file; - for stdin [default: -]"),
        InputFile::option("board", "The file of the board, as FILE").without(&["file"]),
        InputFile::option(
            "graph",
            "A position on any graph: lines 'mines M', 'node NAME NUMBER', 'edge NAME NAME ...'",
        )
        .without(&["file", "board"]),
    ])
    .answering(risks::answer)
    .unsaved(),
    Page::new(
        "play",
        "Minesweeper, with the risk of each cell",
        &[
            "--preset beginner",
            "--rows 12 --cols 20 --mines 40 --first-click opening",
            "--board position.txt --mines 10",
        ],
    )
    .details(
        "Mines are placed at random when you open the first cell. With --board, you enter a position from \
         another program: type its numbers and read the risks.",
    )
    .taking(&[])
    .with(&[
        Parameter::words(
            "preset",
            "A standard board, instead of --rows, --cols and --mines",
            PRESETS,
        )
        .implied("beginner")
        .without(&["rows", "cols", "mines"])
        .heading("Board"),
        Parameter::number("rows", "Rows of the board", 1, MAX_SIDE).with_placeholder("R").heading("Board"),
        Parameter::number("cols", "Columns of the board", 1, MAX_SIDE).with_placeholder("C").heading("Board"),
        Parameter::number("mines", "Number of mines", 0, MAX_SIDE * MAX_SIDE).with_placeholder("M").heading("Board"),
        FIRST_CLICK.without(&["board"]).heading("Board"),
        Parameter::file("board", "A position from another program, in the format of `risk mines`")
            .without(&["rows", "cols", "seed"])
            .heading("Board"),
    ]),
];

/// The maximum number of cells of boards that are compared for all numbers of mines.
const MAX_LISTED: u32 = 20;

/// The maximum size of boards that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxBoard {
    /// The maximum number of rows.
    pub rows: u8,
    /// The maximum number of columns.
    pub cols: u8,
}

impl FromStr for MaxBoard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let size = text
            .split_once(',')
            .and_then(|(rows, cols)| Some(Self { rows: rows.parse().ok()?, cols: cols.parse().ok()? }));
        let fits = |size: &Self| (1..=MAX_LISTED).contains(&(u32::from(size.rows) * u32::from(size.cols)));
        size.filter(fits)
            .ok_or_else(|| format!("rows and columns such as 3,4 are needed, {MAX_LISTED} cells at most"))
    }
}
