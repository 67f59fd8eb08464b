//! Prints the answers about a range of games one by one during the work.

use super::answers::Answers;
use super::lines::{DIGITS, wrapped};
use super::report::{heads_and_cells, text};
use super::{Format, Print, Style, aligned_lines, display_width, parameter_cells, varying};
use crate::cli::context::{ActivityKind, Context, Rendering, end_printed, is_rendering_stopped};
use crate::cli::fail::Fail;
use crate::cli::output::LIST_END;
use chancetree_families::family::{GameAnswer, Partial, Report, StopError as _};
use serde_json::Value;
use std::cell::RefCell;

/// Prints the answers about the games of a range in their order.
///
/// JSON, CSV and text are printed answer by answer. The bytes do not depend on the time that an answer takes. Columns of text
/// fit the headings and the previous lines. Markdown, LaTeX, and ranges with different numbers of players are printed at the
/// end, because their first line depends on the last answer. A file is also written at the end.
pub(crate) struct Stream<'a> {
    /// The settings of the answers, without any answer and without the digits of lines.
    answers: Answers<'a>,
    print: Print<'a>,
    context: &'a Context,
    /// `true` if all answers are printed at the end.
    is_deferred: bool,
    /// The parameters that differ between the games: their names, and their cells for each game. Without cells all answers are
    /// printed at the end.
    names: Vec<String>,
    parameter_cells: Vec<Vec<String>>,
    printed: RefCell<Printed>,
}

/// The printed part of a stream.
#[derive(Default)]
struct Printed {
    answers: usize,
    /// The header of CSV, or the headings of text.
    heads: Vec<String>,
    /// The widths of the columns of text.
    widths: Vec<usize>,
    /// The most digits with which the first line of text fits into the terminal.
    most_digits: Option<u32>,
    /// `true` if no line of text fits into the terminal. The lines are then printed at the end, in blocks of columns.
    is_too_wide: bool,
}

impl<'a> Stream<'a> {
    /// Creates a stream. `answers` has the settings and no answer; `games` has the titles and parameters of all games, as in
    /// their answers.
    pub(crate) fn new(
        answers: Answers<'a>,
        games: impl Iterator<Item = (String, Value)>,
        print: Print<'a>,
        context: &'a Context,
    ) -> Self {
        let print = print.on(context);
        let blank = |(title, parameters)| GameAnswer::new(parameters, Report::new(title));
        let blank_answers: Vec<GameAnswer> = games.map(blank).collect();
        let common = answers.clone().with(&blank_answers).common_lines();
        let is_lined = matches!(print.format, Format::Json | Format::Text | Format::Table(Style::Csv));
        let is_lined =
            is_lined && print.columns.is_none() && blank_answers.len() > 1 && are_alike(&blank_answers);
        let (names, parameter_cells) = if is_lined { varying(&blank_answers) } else { Default::default() };
        let is_deferred = !context.output().is_stdout();
        let answers = Answers { common: Some(common), ..answers };
        Self { answers, print, context, is_deferred, names, parameter_cells, printed: RefCell::default() }
    }

    /// Sets whether all answers are printed at the end. Resumed work needs this, because it also prints its saved answers.
    pub(crate) fn deferred(mut self, is_deferred: bool) -> Self {
        self.is_deferred |= is_deferred;
        self
    }

    /// Sets whether text is printed at the end. Columns of words have no fixed width.
    pub(crate) fn whole_text(mut self, is_whole: bool) -> Self {
        if is_whole && self.print.format == Format::Text {
            self.parameter_cells.clear();
        }
        self
    }

    /// Prints the answer about the next game, unless all answers are printed at the end.
    ///
    /// # Errors
    /// If the answer cannot be printed, or the reader closed the pipe.
    pub(crate) fn push(&self, answer: &GameAnswer) -> Result<(), Fail> {
        // After a stop the remaining answers are printed at the end.
        if self.is_deferred || self.parameter_cells.is_empty() || self.context.is_stopped() {
            return Ok(());
        }
        self.fit(answer);
        if self.printed.borrow().is_too_wide {
            return Ok(());
        }
        match self.put(answer) {
            // The work notices the limit or the signal itself, and its results are printed at the end.
            Err(fail) if fail.is_stop() => Ok(()),
            put => put,
        }
    }

    /// Chooses the digits with which the first line of text fits into the terminal, if there is one.
    fn fit(&self, answer: &GameAnswer) {
        let is_first = self.printed.borrow().answers == 0;
        let Some(room) = self.print.room.filter(|_| is_first && self.prints_lines()) else { return };
        let line_width = |most: &u32| {
            let how = self.answers.line_options(self.print).max_digits(*most);
            let parameters = (0..self.names.len()).map(|place| {
                width(self.parameter_cells.iter().map(|row| &row[place]).chain([&self.names[place]]))
            });
            let cells = heads_and_cells(&answer.report, how);
            let cells =
                cells.iter().map(|(head, cell)| display_width(head).max(display_width(&cell.shown())));
            parameters.chain(cells).map(|width| width + 2).sum::<usize>().saturating_sub(2)
        };
        let mut printed = self.printed.borrow_mut();
        printed.most_digits = DIGITS.into_iter().find(|most| line_width(most) <= room);
        printed.is_too_wide = printed.most_digits.is_none();
    }

    /// Returns `true` if each answer is a line of text.
    fn prints_lines(&self) -> bool {
        !matches!(self.print.format, Format::Json | Format::Table(_)) && !self.answers.is_whole()
    }

    /// Prints the answer about the next game, unless a limit or a signal ends its rendering.
    fn put(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let converted = self.print.is_in_percent().then(|| answer.in_percent(self.print.typed_digits()));
        let answer = converted.as_ref().unwrap_or(answer);
        let rendering = Rendering::begin(self.context);
        self.context.suspend_progress(|| match self.print.format {
            Format::Json => self.push_json(answer),
            Format::Table(_) => self.push_csv(answer),
            _ if self.answers.is_whole() => self.push_whole(answer),
            _ => self.push_line(answer),
        })?;
        rendering.end(self.printed.borrow().answers, self.parameter_cells.len().max(2))?;
        self.printed.borrow_mut().answers += 1;
        Ok(())
    }

    /// Prints the remaining answers and the `summary` of several answers. A closed pipe is no error.
    ///
    /// # Errors
    /// If the answers cannot be printed, or a failure stopped the work.
    pub(crate) fn finish(
        &self,
        found: Result<Partial<GameAnswer, Fail>, Fail>,
        summary: impl FnOnce(&[GameAnswer]) -> String,
    ) -> Result<(), Fail> {
        let found = found.or_else(|fail| self.end_output().and(Err(fail)))?;
        let Partial { done: all, stop } = found;
        // A stop does not interrupt the printing of finished answers.
        let _critical = stop.is_some().then(|| self.context.begin(ActivityKind::CriticalSection));
        let summary = if all.len() > 1 { summary(&all) } else { String::new() };
        let printed = self.end(&all, stop.is_none(), summary);
        end_printed(stop, printed)
    }

    /// Prints the remaining answers and the summary. `is_complete` is `true` if no answer is missing.
    fn end(&self, all: &[GameAnswer], is_complete: bool, summary: String) -> Result<(), Fail> {
        if all.is_empty() {
            return Ok(());
        }
        self.context.clear();
        if self.parameter_cells.is_empty() || self.printed.borrow().is_too_wide {
            let answers = Answers { all, is_stopped: !is_complete, summary, ..self.answers.clone() };
            return answers.print(self.print, self.context);
        }
        let printed = self.printed.borrow().answers;
        let put = || {
            let _rendering = Rendering::begin(self.context);
            all[printed..].iter().try_for_each(|answer| self.put(answer))
        };
        let put = put();
        let printed = self.printed.borrow().answers;
        if put.as_ref().is_err_and(|fail| !fail.is_stop()) || printed == 0 {
            return put;
        }
        match self.print.format {
            Format::Json => self.push_end(),
            Format::Table(_) => Ok(()),
            _ => {
                let games = super::count(self.parameter_cells.len(), "game");
                let stopped = match is_complete && put.is_ok() {
                    true => String::new(),
                    false => format!("\nStopped after {printed} of {games}.\n"),
                };
                let end = format!("{stopped}{summary}");
                self.context.output().print(&*wrapped(&end, self.print.room))
            }
        }?;
        put
    }

    /// Ends the output before an error without answers.
    fn end_output(&self) -> Result<(), Fail> {
        match self.print.format {
            Format::Json if self.printed.borrow().answers > 0 => self.push_end(),
            _ => Ok(()),
        }
    }

    /// Returns the settings with the answer about one game.
    fn single<'b>(&self, answer: &'b GameAnswer) -> Answers<'b>
    where
        'a: 'b,
    {
        self.answers.clone().with(std::slice::from_ref(answer))
    }

    fn push_json(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let before = if self.printed.borrow().answers == 0 { "[\n  " } else { ",\n  " };
        let value = format!("{:#}", self.answers.json(answer, self.print));
        if is_rendering_stopped() {
            return Ok(());
        }
        self.context.output().write_list(&format!("{before}{}", value.replace('\n', "\n  ")), true)
    }

    fn push_end(&self) -> Result<(), Fail> {
        self.context.output().write_list(LIST_END, false)
    }

    fn push_csv(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let (table, _) = self.single(answer).csv_table(self.print);
        if is_rendering_stopped() {
            return Ok(());
        }
        let mut printed = self.printed.borrow_mut();
        let text = if table.header.iter().any(|head| !printed.heads.contains(head)) {
            // New columns begin another table.
            let between = if printed.answers == 0 { "" } else { "\n" };
            printed.heads.clone_from(&table.header);
            format!("{between}{}", table.text())
        } else if table.header == printed.heads {
            table.rows_text()
        } else {
            table.with_header(&printed.heads).rows_text()
        };
        self.context.output().print(&text)
    }

    fn push_whole(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let text = text(&answer.report, self.print);
        if is_rendering_stopped() {
            return Ok(());
        }
        let between = if self.printed.borrow().answers == 0 { "" } else { "\n" };
        self.context.output().print_visible(&format!("{between}{text}"))
    }

    fn push_line(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let mut printed = self.printed.borrow_mut();
        let how = self.answers.line_options(self.print);
        let how = printed.most_digits.map_or(how, |most| how.max_digits(most));
        let found = heads_and_cells(&answer.report, how);
        if is_rendering_stopped() {
            return Ok(());
        }
        let (mut text, mut rows) = (String::new(), Vec::new());
        if found.iter().any(|(head, _)| !printed.heads.contains(head)) {
            // New columns begin another table.
            text = match printed.answers {
                0 => {
                    let alone = self.single(answer);
                    let heading = alone.heading(self.parameter_cells.len(), alone.note());
                    format!("{}\n\n", wrapped(&heading, self.print.room))
                }
                _ => "\n".to_owned(),
            };
            let heads = found.iter().map(|(head, _)| head.clone());
            printed.heads = self.names.iter().cloned().chain(heads).collect();
            rows.push(printed.heads.clone());
            // All parameters are known, so their columns get their final width.
            let column = |place: usize| self.parameter_cells.iter().map(move |row| &row[place]);
            printed.widths = (0..self.names.len()).map(|place| width(column(place))).collect();
        }
        let cell = |head: &String| {
            let cell = found.iter().find(|(own, _)| own == head);
            cell.map(|(_, cell)| cell.shown().into_owned())
        };
        let cells = printed.heads[self.names.len()..].iter().map(|head| cell(head).unwrap_or_default());
        rows.push(self.parameter_cells[printed.answers].iter().cloned().chain(cells).collect());
        // A line of spaces keeps the width of the columns.
        rows.insert(0, printed.widths.iter().map(|&width| " ".repeat(width)).collect());
        let column = |place: usize| rows.iter().filter_map(move |row: &Vec<String>| row.get(place));
        printed.widths = (0..printed.heads.len()).map(|place| width(column(place))).collect();
        text.extend(aligned_lines(rows.iter()).skip(1));
        self.context.output().print(&text)
    }
}

/// Returns the width of the longest cell.
fn width<'s>(cells: impl Iterator<Item = &'s String>) -> usize {
    cells.map(|cell| display_width(cell)).max().unwrap_or(0)
}

/// Returns `true` if all games have the same columns: the same parameters and the same number of players.
fn are_alike(answers: &[GameAnswer]) -> bool {
    let columns = |answer: &GameAnswer| {
        (parameter_cells(&answer.parameters).0, answer.parameters.get("players").cloned())
    };
    let first = answers.first().map(columns);
    answers.iter().all(|answer| Some(columns(answer)) == first)
}
