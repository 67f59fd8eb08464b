//! The command `risk`: how likely a mine is in every hidden cell of a position.

use super::report::RiskNumbers;
use super::{Method, MinesSource, RiskPosition, Risks};
use crate::family::{
    AnswerDocument, AnswerLayout, AnswerPlan, CommandError, GameAnswer, Grouping, Inputs, Partial, Query,
    Refusal, Report, Sink, StopError as _, parsed, shell_word,
};
use crate::mines::board::{BoardError, SeenBoard};
use crate::mines::family::{MinesArgs, position_text};
use crate::mines::prior::MinePrior;
use crate::mines::simulation::unknown;
use crate::model::Job;
use crate::named_enum;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The advice for a file that cannot be read.
const FORMAT: &str = "formats of a board: chancetree risk mines --help";

/// Plans the risks of the positions in a file.
pub(in crate::mines) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let numbers = RiskNumbers { digits: query.digits, in_percent: query.in_percent };
    let mut risk = RiskQuery {
        args: query.options(),
        mines: MinesArgs::of(query.command_options),
        numbers,
        mines_from: MinesSource::Board,
        best_command: "best mines".to_owned(),
    };
    risk.check(query)?;
    let mut layouts = risk.layouts(query.inputs)?;
    if risk.is_lines() || layouts.len() > 1 {
        return risk.each(layouts, query);
    }
    let layout = layouts.pop().expect("a file without a position is refused")?;
    risk.set_best_command(query.inputs);
    if query.is_picture() && matches!(layout, RiskPosition::Graph(_)) {
        let what = "pictures show boards, not graphs; write dot and draw it with Graphviz";
        return Err(Refusal::new(what).help("--format dot"));
    }
    let (format, is_picture) = (query.format.to_owned(), query.is_picture());
    Ok(AnswerPlan::one("", json!({}), move |job| {
        let risks = job.phase("risk", || risk.risks(&layout, job))?;
        let document = match &*format {
            "dot" => AnswerDocument::Text(risks.graph(risk.shows_equations()).dot()),
            "graphml" => AnswerDocument::Text(risks.graph(risk.shows_equations()).graphml()),
            _ if is_picture => {
                AnswerDocument::Picture { svg: risks.drawn().svg(), title: risks.drawn().title }
            }
            _ => return Ok(Partial::whole([GameAnswer::new(risks.parameters(), risk.report(&risks, job)?)])),
        };
        Ok(Partial::whole([GameAnswer::document(risks.parameters(), document)]))
    }))
}

/// The options of a query about risks.
struct RiskQuery {
    args: RiskArgs,
    /// The facts about the position that were typed.
    mines: MinesArgs,
    numbers: RiskNumbers,
    /// The source of the number of mines.
    mines_from: MinesSource,
    /// The command for best play on the board.
    best_command: String,
}

/// The options of the risks.
#[derive(Deserialize)]
struct RiskArgs {
    #[serde(default, deserialize_with = "parsed")]
    mines: Option<MinePrior>,
    method: Method,
    #[serde(default)]
    show_matrix: bool,
    #[serde(default)]
    lines: bool,
    #[serde(default)]
    advise: bool,
    show: FileContent,
}

named_enum! {
    /// The content of a file of a graph.
    pub enum FileContent {
        Cells: "cells", "Every cell and its neighbours";
        Equations: "equations", "Every equation and its hidden cells";
    }
}

impl RiskQuery {
    /// Returns whether each board is answered by a line of JSON.
    fn is_lines(&self) -> bool {
        self.args.lines
    }

    /// Returns the distribution of the mines, if there is no single number.
    fn uncertain(&self) -> Option<&MinePrior> {
        self.args.mines.as_ref().filter(|prior| !matches!(prior, MinePrior::Exact(_)))
    }

    fn shows_matrix(&self) -> bool {
        self.args.show_matrix
    }

    fn shows_equations(&self) -> bool {
        self.args.show == FileContent::Equations
    }

    /// Sets the command for best play on the only board of a file, if its name can be typed.
    fn set_best_command(&mut self, inputs: &Inputs) {
        let Ok(path) = board_file(inputs) else { return };
        let file = path.to_string_lossy();
        if [&*file, "stdin"].contains(&&*inputs.name(&path)) {
            let typed = format!("{}{}", shell_word(&file), self.mines.known().typed());
            self.best_command = format!("chancetree best mines --board {typed}");
        }
    }

    /// Refuses options that do not fit together.
    fn check(&self, query: &Query<'_>) -> Result<(), Refusal> {
        let is_graph = ["dot", "graphml"].contains(&query.format);
        if self.is_lines() && (query.has_columns || !["text", "json"].contains(&query.format)) {
            let help = match (query.has_columns, query.has_file) {
                (true, _) => "leave out --columns",
                (false, true) => "-o FILE.json",
                (false, false) => "--format json",
            };
            return Err(Refusal::unfit("lines", "prints JSON").help(help));
        }
        if self.shows_matrix() && (self.args.method != Method::Binary || is_graph || query.is_picture()) {
            let help = if self.args.method == Method::Binary { "--format text" } else { "--method binary" };
            return Err(Refusal::new("only the method binary has matrices, in formats of tables").help(help));
        }
        if self.args.advise && (self.args.method == Method::Binary || is_graph || query.is_picture()) {
            let is_binary = self.args.method == Method::Binary;
            let help = if is_binary { "--method islands" } else { "--format text" };
            return Err(
                Refusal::unfit("advise", "needs the method islands and a format of tables").help(help)
            );
        }
        if self.uncertain().is_some() && self.args.method == Method::Binary {
            let why = "needs a number of mines, not a range or a density";
            return Err(Refusal::unfit_value("method", "binary", why).help("--method islands"));
        }
        if self.shows_equations() && !is_graph {
            return Err(Refusal::unfit("show", "needs a graph format").help("--format dot"));
        }
        Ok(())
    }

    /// Returns all positions, at least one. Some may be refused.
    fn layouts(&mut self, inputs: &Inputs) -> Result<Vec<Result<RiskPosition, Refusal>>, Refusal> {
        let read = |path: &Path| inputs.text(path).map_err(|refusal| refusal.help(FORMAT));
        if let Some(path) = inputs.file("graph") {
            return Ok(vec![RiskPosition::graph(&inputs.name(path), &read(path)?)]);
        }
        let path = board_file(inputs)?;
        let known = self.mines.known();
        let text = read(&path)?;
        let text = position_text(&inputs.name(&path), &path.to_string_lossy(), &text)?;
        self.mines_from = MinesSource::of(self.args.mines.is_some(), &text);
        let checked = |board: Result<SeenBoard, BoardError>| {
            known.checked(&inputs.name(&path), &text, board).map(RiskPosition::Board)
        };
        if let Some(prior) = self.uncertain() {
            let has_room = |layout: &RiskPosition| match prior.hidden(layout.known_mines()) {
                Some(_) => Ok(()),
                None => Err(layout.with_fewer_mines(&inputs.name(&path), prior)),
            };
            let boards = SeenBoard::read_uncertain(&text).into_iter();
            let boards: Vec<_> = boards
                .map(|board| checked(board).and_then(|layout| has_room(&layout).map(|()| layout)))
                .collect();
            let nothing = || Refusal::new(format!("{}: there is no board", inputs.name(&path))).help(FORMAT);
            return if boards.is_empty() { Err(nothing()) } else { Ok(boards) };
        }
        let boards = SeenBoard::read(&text, known.mines());
        if boards.is_empty() {
            return Ok(vec![Ok(checked(SeenBoard::read_one(&text, known.mines()))?)]);
        }
        Ok(boards.into_iter().map(checked).collect())
    }

    /// Returns the risks of a position.
    fn risks<'a>(&self, layout: &'a RiskPosition, job: &Job<'_>) -> Result<Risks<'a>, CommandError> {
        Risks::of(layout, self.args.method, self.uncertain(), job)
            .map_err(|why| layout.refusal(&why, self.mines_from).map_or_else(|| unknown(why), Into::into))
    }

    fn report(&self, risks: &Risks<'_>, job: &Job<'_>) -> Result<Report, CommandError> {
        let mut report = risks.report(self.shows_matrix(), self.numbers);
        if self.args.advise {
            let best = &self.best_command;
            job.phase("advise", || risks.add_advice(self.numbers, best, &mut report, job))
                .map_err(unknown)?;
        }
        Ok(report)
    }

    /// Plans the risks of one board after the other. With `--lines` each board has a line of JSON, also a refused one;
    /// otherwise the boards before a refused one are answered.
    fn each(
        self,
        layouts: Vec<Result<RiskPosition, Refusal>>,
        query: &Query<'_>,
    ) -> Result<AnswerPlan, Refusal> {
        if query.is_picture() || ["dot", "graphml"].contains(&query.format) {
            let file = shell_word(&board_file(query.inputs)?.to_string_lossy());
            return Err(Refusal::new("a file shows one board, but there are several")
                .ask(format!("risk mines {file} --lines")));
        }
        let is_lines = self.is_lines();
        // Lines of a table begin with the number of the board.
        let is_table = !is_lines && query.format != "json";
        let layout = AnswerLayout {
            grouping: Grouping::Together,
            is_whole: true,
            is_list: !is_lines,
            is_json_lines: is_lines,
            ..AnswerLayout::default()
        };
        let plan = AnswerPlan::new("", Vec::new(), move |job, sink| match is_lines {
            true => self.lines(layouts, job, sink),
            false => Ok(self.list(layouts, is_table, job)),
        });
        Ok(plan.laid_out(layout))
    }

    /// Returns the answers about the boards before the first refused one.
    fn list(
        &self,
        layouts: Vec<Result<RiskPosition, Refusal>>,
        is_table: bool,
        job: &Job<'_>,
    ) -> Partial<GameAnswer, CommandError> {
        let (mut all, count) = (Vec::new(), layouts.len());
        for (number, layout) in (1..).zip(layouts) {
            let of_board = |error: CommandError| match error {
                CommandError::Refused(Refusal { what, help, .. }) => {
                    Refusal { help, ..Refusal::new(format!("board {number}: {what}")) }.into()
                }
                error => error,
            };
            let answer = layout
                .map_err(CommandError::from)
                .and_then(|layout| self.numbered(&layout, [number, count], job).map_err(of_board));
            match answer {
                Ok(mut answer) => {
                    if let (true, Value::Object(parameters)) = (is_table, &mut answer.parameters) {
                        parameters.shift_insert(0, "board".to_owned(), json!(number));
                    }
                    all.push(answer);
                }
                Err(error) => return Partial::until(all, Some(before_board(error, [number, count]))),
            }
        }
        Partial::whole(all)
    }

    /// Passes a line for each board to the sink, also for a refused one.
    fn lines(
        &self,
        layouts: Vec<Result<RiskPosition, Refusal>>,
        job: &Job<'_>,
        sink: &dyn Sink,
    ) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
        let (mut refused, count) = (0, layouts.len());
        for (number, layout) in (1..).zip(layouts) {
            let answer = layout.map_err(CommandError::from);
            match answer.and_then(|layout| self.numbered(&layout, [number, count], job)) {
                Ok(answer) => sink.answer(&answer)?,
                Err(error) if error.is_stop() => return Err(before_board(error, [number, count])),
                Err(error) => {
                    refused += 1;
                    let mut report = Report::default();
                    report.add_json("board", number);
                    report.add_json("error", error.to_string());
                    sink.answer(&GameAnswer::new(Value::Null, report))?;
                }
            }
        }
        match refused {
            0 => Ok(Partial::whole([])),
            _ => {
                let rest = match refused {
                    1 => "boards is invalid; its line contains the error",
                    _ => "boards are invalid; their lines contain the errors",
                };
                let what = format!("{refused} of {count} {rest}");
                Err(Refusal::new(what).ask("risk mines --help").into())
            }
        }
    }

    /// Returns the answer about the board with this number, of `count` boards.
    fn numbered(
        &self,
        layout: &RiskPosition,
        [number, count]: [usize; 2],
        job: &Job<'_>,
    ) -> Result<GameAnswer, CommandError> {
        let risks = job.phase("risk", || self.risks(layout, job))?;
        let mut report = self.report(&risks, job)?;
        report.title = format!("Board {number} of {count}\n{}", report.title);
        report.add_json("board", number);
        Ok(GameAnswer::new(risks.parameters(), report))
    }
}

/// Returns the file of the boards, which defaults to the standard input.
fn board_file(inputs: &Inputs) -> Result<PathBuf, Refusal> {
    match inputs.file("file").or_else(|| inputs.file("board")) {
        Some(path) => Ok(path.to_owned()),
        None if inputs.is_terminal() => {
            Err(Refusal::new("no board is given: name a file, or send text to stdin")
                .help("printf '1..\\n...\\n' | chancetree risk mines --mines 2"))
        }
        None => Ok(PathBuf::from("-")),
    }
}

/// Adds to the error of a stop the number of boards that were answered before the board `number`.
fn before_board(error: CommandError, [number, count]: [usize; 2]) -> CommandError {
    match error {
        CommandError::Engine(error) => {
            CommandError::of(error, format!("after {} of {count} boards", number - 1))
        }
        error => error,
    }
}
