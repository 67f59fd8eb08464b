//! The report on best play: the first cells of a board, the cells of a position, and comparisons of boards.

pub use chancetree_games::mines::best::*;

use crate::exact::{self, Rational, ratio};
use crate::family::{
    AnswerPlan, ColumnOf, CommandError, GameAnswer, GameArguments, Partial, Query, Refusal, Report,
    ReportValue, SavedParts, Table, Task, TextVisibility, counted, parsed, run_each, shell_word,
};
use crate::mines::board::SeenBoard;
use crate::mines::family::{
    self, FilePosition, MaxBoard, MinesArgs, first_click_option, impossible, refused, too_full,
};
use crate::mines::field::Field;
use crate::mines::game::{FirstCell, FirstClick};
use crate::mines::grid::ImpossibleMines;
use crate::mines::risk::RiskError;
use crate::model::{Error, Job, order};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The maximum number of rows or columns of a board of more than 64 cells on which the best cell can be computed.
const MAX_SIDE: usize = 255;

/// The options of best play.
#[derive(Default, Deserialize)]
#[serde(default)]
struct MinesBestArgs {
    #[serde(deserialize_with = "parsed")]
    up_to: Option<MaxBoard>,
    lowest: bool,
}

/// Plans best play: the value of every first cell of fresh boards, the value of every hidden cell of a position, or a
/// comparison of boards.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let MinesBestArgs { up_to, lowest } = query.options();
    let first = MinesArgs::of(&query.games[0]);
    let click = first.first_click();
    if let Some(most) = up_to {
        return compared(most, click);
    }
    match first.board() {
        Some(file) if query.varies(&["mines"]) => uncertain(file, query),
        Some(_) => position(query.one()?, lowest),
        None => fresh(query.games, click, lowest),
    }
}

/// Plans the value of every first cell of fresh boards.
fn fresh(games: &[GameArguments], click: FirstClick, lowest: bool) -> Result<AnswerPlan, Refusal> {
    let options = format!(" --play strong{}", first_click_option(click));
    let field = |args: MinesArgs| args.field().map_err(|why| refused(&args, why, &options));
    let fields: Vec<Field> = games.iter().map(MinesArgs::of).map(field).collect::<Result<_, _>>()?;
    for field in &fields {
        // Every first cell with room for the mines is listed.
        let room = FirstCell::Chosen.cells(field.grid(), click, field.mines().into());
        room.map_err(|why| match why {
            ImpossibleMines::Opening { .. } => Refusal::new(why.to_string()).help("--first-click safe"),
            _ => too_full(&why, field.grid()).unwrap_or_else(|| impossible(&why)),
        })?;
    }
    let task = |field: Field| {
        Task::new(title_fresh(&field, click), echo_fresh(&field, click), move |job| {
            let cells = job.phase("solve", || OpeningValue::of_first_cells(&field, click, lowest, job))?;
            Ok(report_fresh(&field, click, &cells))
        })
    };
    let plan = AnswerPlan::of("Minesweeper, best play", "board", fields.into_iter().map(task).collect());
    Ok(plan.identified(json!({ "first_click": click.name(), "lowest": lowest })))
}

/// Refuses several numbers of mines for one position. Risks are defined for a range, unless the text states a number.
fn uncertain(file: &str, query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let text = query.games[0].file(file).map_or("", |(_, text)| text);
    if SeenBoard::read_uncertain(text).iter().any(Result::is_err) {
        query.one()?;
    }
    let mines = query.games.iter().filter_map(|given| MinesArgs::of(given).size().2);
    let (least, most) =
        mines.fold((usize::MAX, 0), |(least, most), mines| (least.min(mines), most.max(mines)));
    let what =
        "best play from a position needs one number of mines; risks and P(win) are defined for a range";
    Err(Refusal::new(what).ask(format!("risk mines {} --mines {least}..{most} --advise", shell_word(file))))
}

/// Plans the value of every hidden cell of a position.
fn position(given: &GameArguments, lowest: bool) -> Result<AnswerPlan, Refusal> {
    let args = MinesArgs::of(given);
    let position = args.position()?.expect("a position is given");
    let longest = position.board.rows().max(position.board.columns());
    let field = match position.field() {
        Ok(field) => field,
        Err(_) if !lowest && args.too_large().is_some() && longest <= MAX_SIDE => {
            return Ok(large_position(position));
        }
        Err(why) => return Err(refused(&args, why, " --play strong")),
    };
    let parameters = echo_position(&position.board);
    let task = Task::new("", parameters, move |job| {
        let board = &position.board;
        let (cells, placements, most) =
            job.phase("solve", || OpeningValue::of_position(&field, board, lowest, job))?;
        if placements == 0 {
            return Err(position.refused(&ImpossibleMines::Position).into());
        }
        Ok(report_position(board, &cells, [placements, most]))
    });
    Ok(AnswerPlan::of("", "board", vec![task]).identified(json!({ "lowest": lowest })))
}

/// Plans the value of every hidden cell of a position on a board of any size on which little is undecided.
fn large_position(position: FilePosition) -> AnswerPlan {
    let task = Task::new("", echo_position(&position.board), move |job| {
        let board = &position.board;
        let found =
            job.phase("solve", || OpeningValue::of_small_position(board, job)).map_err(|why| match why {
                RiskError::Engine(error) => CommandError::from(error),
                why => position.unfit(&why).unwrap_or_else(|| Refusal::new(why.to_string())).into(),
            })?;
        let Some((cells, placements, most)) = found else {
            let what = "best play on a board of more than 64 cells needs at most 65535 placements of the mines and 128 \
                        undecided cells";
            let refusal = Refusal::new(format!("{}: {what}", position.name));
            return Err(refusal.ask(format!("risk mines {} --advise", position.typed)).into());
        };
        Ok(report_position(board, &cells, [placements, most]))
    });
    AnswerPlan::of("", "board", vec![task]).identified(json!({ "lowest": false }))
}

/// Plans the comparison of lowest risk with best play, for all boards up to a size.
fn compared(MaxBoard { rows, cols }: MaxBoard, click: FirstClick) -> Result<AnswerPlan, Refusal> {
    if click == FirstClick::Opening {
        let what = "--up-to compares small boards, and many small boards have no room for an opening";
        return Err(Refusal::new(what).help("--first-click safe"));
    }
    let (short, long) = (rows.min(cols), rows.max(cols));
    let boards: Vec<_> = (0..).zip(Compared::boards(short, long)).collect();
    let parameters = json!({ "up_to": [short, long], "first_click": click.name() });
    let plan = AnswerPlan::one("", parameters.clone(), {
        let parameters = parameters.clone();
        move |job| {
            let parts = SavedParts::open(job, "board", Some(boards.len()))?;
            let found = run_each(job, "board", boards, |(number, (rows, cols, mines))| {
                let field = Field::new(rows.into(), cols.into(), mines.into()).map_err(Refusal::from)?;
                parts.part(number, |job| {
                    Ok::<_, CommandError>(job.phase("solve", || Compared::of(&field, click, job))?)
                })
            });
            let Partial { done, stop } = parts.end(found)?;
            Ok(Partial::until([GameAnswer::new(parameters, Compared::report(&done, click))], stop))
        }
    });
    Ok(plan.identified(parameters))
}

/// Returns the parameters of the first cells of a board that JSON repeats.
fn echo_fresh(field: &Field, click: FirstClick) -> Value {
    let mut parameters = family::echo(field);
    parameters["first_click"] = json!(click.name());
    parameters
}

/// Returns the title of a fresh board and its first click.
fn title_fresh(field: &Field, click: FirstClick) -> String {
    format!("{}, first click {}", family::title(field), click.name())
}

/// Returns the report on the first cells of a fresh board: one cell of each class under its symmetries.
fn report_fresh(field: &Field, click: FirstClick, cells: &[OpeningValue]) -> Report {
    // The number of remaining placements may be equal for all first cells.
    let placements = cells.first().map(|first| first.placements);
    let placements = placements.filter(|first| cells.iter().all(|other| other.placements == *first));
    let number = placements.map(|number| format!(": {}", counted(number, "placement")));
    let title = title_fresh(field, click);
    let mut report = Report::new(format!("{title}{}", number.unwrap_or_default()));
    report.add("placements", placements);
    let most = cells.iter().map(OpeningValue::win).max().unwrap_or_else(exact::zero);
    report.show("win", "P(win)", most).probability().only(TextVisibility::Listed);
    let head = Some("of").filter(|_| placements.is_none());
    report.tables.push(table("first_cells", "first cell", head, cells));
    report.note = "* best. Cells equivalent by rotation or reflection are listed once.".to_owned();
    report
}

/// Returns the parameters of the hidden cells of a position that JSON repeats.
fn echo_position(board: &SeenBoard) -> Value {
    let mut parameters = json!({ "rows": board.rows(), "columns": board.columns(), "mines": board.mines() });
    parameters["board"] = family::rows(board);
    parameters
}

/// Returns the report on the hidden cells of a position. `placements` fit the position, and at most `most` of these are
/// won.
fn report_position(board: &SeenBoard, cells: &[OpeningValue], [placements, most]: [u64; 2]) -> Report {
    let title = format!("Minesweeper, {}, {}", board.grid(), counted(board.mines(), "mine"));
    let fit = if placements == 1 { "placement fits" } else { "placements fit" };
    let mut report = Report::new(format!("{title}: {placements} {fit}\n\n{}", numbered(board).trim_end()));
    report.add("placements", placements);
    report.add("win", ratio(most, placements));
    // People need no list of certain mines.
    let is_certain = |cell: &OpeningValue| cell.mines == Some(cell.placements);
    let certain = cells.iter().filter(|cell| is_certain(cell)).count();
    report.tables.push(table("cells", "cell", None, cells).hide_rows(|row| is_certain(&cells[row])));
    let mut notes = Vec::new();
    if cells.iter().any(|cell| cell.is_best) {
        notes.push("* best.".to_owned());
    }
    if placements == 1 {
        notes.push("The game is won: every mine is identified.".to_owned());
    } else if certain > 0 {
        notes.push(format!("Not listed: {}.", counted(certain, "certain mine")));
    }
    report.note = notes.join(" ");
    report
}

/// Returns the text of a board with the numbers of its rows and columns.
fn numbered(board: &SeenBoard) -> String {
    let side = board.rows().to_string().len();
    let width = 1 + board.columns().to_string().len();
    let line = |head: String, cells: Vec<String>| {
        let cells = cells.iter().map(|cell| format!("{cell:>width$}")).collect::<String>();
        format!("{head:>side$} {cells}\n")
    };
    let head = line(String::new(), (1..=board.columns()).map(|column| column.to_string()).collect());
    let rows = board.cells().chunks(board.columns()).enumerate();
    let rows =
        rows.map(|(row, cells)| line((row + 1).to_string(), cells.iter().map(ToString::to_string).collect()));
    head + &rows.collect::<String>()
}

/// Returns the table of cells. The columns for risk and for wins by lowest risk appear if the cells have these values.
/// `placements` is the heading of the number of placements for people, if they see it.
fn table(key: &'static str, head: &str, placements: Option<&str>, cells: &[OpeningValue]) -> Table {
    let has = |known: fn(&OpeningValue) -> Option<u64>| cells.iter().any(|cell| known(cell).is_some());
    let part = |cell: &OpeningValue, number: u64| ReportValue::Exact(ratio(number, cell.placements));
    let risk = |cell: &&OpeningValue| cell.mines.map(|mines| part(cell, mines)).into();
    let lowest = |cell: &&OpeningValue| cell.lowest.map(|lowest| part(cell, lowest)).into();
    let mut fields: Vec<ColumnOf<'_, &OpeningValue>> = vec![
        ("", Some(""), &|cell| if cell.is_best { "*" } else { "" }.into()),
        ("", Some(head), &|cell| cell.cell.to_string().into()),
        ("row", None, &|cell| cell.cell.row.into()),
        ("column", None, &|cell| cell.cell.col.into()),
        ("wins", Some("placements won"), &|cell| cell.wins.into()),
        ("placements", placements, &|cell| cell.placements.into()),
        ("win", Some("P(win)"), &|cell| cell.win().into()),
    ];
    if has(|cell| cell.mines) {
        fields.push(("risk", Some("P(mine)"), &risk));
    }
    fields.push(("best", None, &|cell| cell.is_best.into()));
    if has(|cell| cell.lowest) {
        fields.push(("lowest_wins", Some("by lowest risk"), &|cell| cell.lowest.into()));
        fields.push(("lowest_win", None, &lowest));
        fields.push(("", Some("fewer"), &|cell| cell.lowest.map(|lowest| cell.wins - lowest).into()));
    }
    Table::of(key, cells, &fields).probabilities(&["P(win)", "P(mine)"]).main()
}

/// A board, and the number of placements that are won from the best first cell. It answers whether lowest risk is the
/// best play, a question of Lindgren (2000).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    rows: u8,
    cols: u8,
    mines: u8,
    placements: u64,
    best: u64,
    /// The number of placements won by lowest risk, with the best of all tie rules.
    lowest: u64,
}

impl Compared {
    /// Returns the rows, columns and mines of all boards of at most `short` rows and `long` columns. No board has more
    /// rows than columns. The smallest board is first.
    pub fn boards(short: u8, long: u8) -> Vec<(u8, u8, u8)> {
        let mut sizes: Vec<(u8, u8)> =
            (1..=short).flat_map(|rows| (rows..=long).map(move |cols| (rows, cols))).collect();
        order::sort(&mut sizes, |one, other| (one.0 * one.1, one.0).cmp(&(other.0 * other.1, other.0)));
        let mines = |(rows, cols)| (1..rows * cols).map(move |mines| (rows, cols, mines));
        sizes.into_iter().flat_map(mines).collect()
    }

    /// Compares lowest risk with the best play on a board. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn of(field: &Field, click: FirstClick, job: &Job<'_>) -> Result<Self, Error> {
        let cells = OpeningValue::of_first_cells(field, click, true, job)?;
        Ok(Self {
            best: cells.iter().map(|cell| cell.wins).max().unwrap_or(0),
            lowest: cells.iter().filter_map(|cell| cell.lowest).max().unwrap_or(0),
            ..Self::unsolved(field, click)
        })
    }

    /// Creates a board without won placements.
    fn unsolved(field: &Field, click: FirstClick) -> Self {
        let (rows, cols, mines) = (field.rows(), field.cols(), field.mines());
        Self { rows, cols, mines, placements: field.left_by(click, 0), best: 0, lowest: 0 }
    }

    /// Returns the report on several boards, the smallest first.
    fn report(boards: &[Self], click: FirstClick) -> Report {
        let mut report =
            Report::new(format!("Placements won from the best first cell, first click {}", click.name()));
        let worse = || boards.iter().filter(|board| board.lowest < board.best);
        let smallest = worse().next();
        let parts = |board: &Self| {
            let &Self { rows, cols, mines, placements, best, lowest } = board;
            ReportValue::Parts(vec![
                ("rows", rows.into()),
                ("columns", cols.into()),
                ("mines", mines.into()),
                ("placements", placements.into()),
                ("wins", best.into()),
                ("lowest_wins", lowest.into()),
            ])
        };
        report.add_json("smallest_counterexample", smallest.map(parts));
        let win = |board: &Self| -> Rational { ratio(board.best, board.placements) };
        let fields: [ColumnOf<'_, &Self>; 11] = [
            ("", Some(""), &|board| if board.best > board.lowest { "!" } else { "" }.into()),
            ("", Some("board"), &|board| format!("{} x {}", board.rows, board.cols).into()),
            ("rows", None, &|board| board.rows.into()),
            ("columns", None, &|board| board.cols.into()),
            ("mines", Some("mines"), &|board| board.mines.into()),
            ("placements", Some("placements"), &|board| board.placements.into()),
            ("wins", Some("best play"), &|board| board.best.into()),
            ("lowest_wins", Some("lowest risk"), &|board| board.lowest.into()),
            ("", Some("fewer"), &|board| (board.best - board.lowest).into()),
            ("win", Some("P(win)"), &|board| win(board).into()),
            ("lowest_is_best", None, &|board| (board.best == board.lowest).into()),
        ];
        report.tables.push(Table::of("boards", boards, &fields).probabilities(&["P(win)"]).main());
        report.note = match smallest {
            None => "Lowest risk with the best tie rule is as good as best play on all boards.".to_owned(),
            Some(board) => format!(
                "! lowest risk is not optimal, even with the best ties: on {} of {} boards, the smallest {} x {} with {}.",
                worse().count(),
                boards.len(),
                board.rows,
                board.cols,
                counted(board.mines, "mine")
            ),
        };
        report
    }
}
