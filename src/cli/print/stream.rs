//! Answers about a range of games, each printed as soon as it is there.

use super::answers::Answers;
use super::report::{heads_and_cells, text};
use super::{Format, Print, Style, aligned_lines, question, varying};
use crate::cli::context::{ActivityKind, Context, Rendering, end_printed, is_rendering_stopped};
use crate::cli::fail::{Fail, Status};
use crate::cli::output::LIST_END;
use crate::family::{GameAnswer, Partial, Report, StopError as _};
use serde_json::Value;
use std::cell::RefCell;

/// Prints the answers about the games of a range in their order.
///
/// JSON, CSV and text are printed answer by answer, with the same bytes however long an answer takes. Text gets columns that
/// fit the heads and the lines so far. Markdown, LaTeX, and a range of several numbers of players are printed as a whole at
/// the end, because their first line depends on the last answer. A file gets all answers at the end, too: it is there only
/// once it is whole.
pub(crate) struct Stream<'a> {
    /// The answers about no game yet, with all settings but the digits of lines.
    answers: Answers<'a>,
    print: Print,
    context: &'a Context,
    /// `true` if all answers are printed at the end.
    is_held: bool,
    /// The parameters that are not the same in all games: their names, and their cells in the line of each game. Without
    /// lines, all answers are printed as a whole.
    names: Vec<String>,
    asked: Vec<Vec<String>>,
    printed: RefCell<Printed>,
}

/// The printed part of a stream.
#[derive(Default)]
struct Printed {
    answers: usize,
    /// The header of CSV, or the words above the columns of text.
    heads: Vec<String>,
    /// The widths of the columns of text.
    widths: Vec<usize>,
}

impl<'a> Stream<'a> {
    /// Nothing is printed yet. `answers` is about no game; `games` has the titles and parameters of all games, as their answers
    /// repeat them.
    pub(crate) fn new(
        answers: Answers<'a>,
        games: impl Iterator<Item = (String, Value)>,
        print: Print,
        context: &'a Context,
    ) -> Self {
        let print = print.on(context);
        let blank = |(title, parameters)| GameAnswer::new(parameters, Report::new(title));
        let asked: Vec<GameAnswer> = games.map(blank).collect();
        let common = answers.clone().with(&asked).in_common();
        let is_lined = matches!(print.format, Format::Json | Format::Text | Format::Table(Style::Csv));
        let is_lined = is_lined && print.columns.is_none() && asked.len() > 1 && are_alike(&asked);
        let (names, asked) = if is_lined { varying(&asked) } else { Default::default() };
        let is_held = !context.output().is_stdout();
        let answers = answers.sharing(common);
        Self { answers, print, context, is_held, names, asked, printed: RefCell::default() }
    }

    /// Prints all answers at the end, if `is_held`: answers that were saved come before those that are found now.
    pub(crate) fn held(mut self, is_held: bool) -> Self {
        self.is_held |= is_held;
        self
    }

    /// Prints text as a whole at the end, if it `is_whole`: columns of words do not keep a width.
    pub(crate) fn whole_text(mut self, is_whole: bool) -> Self {
        if is_whole && self.print.format == Format::Text {
            self.asked.clear();
        }
        self
    }

    /// Prints the answer about the next game, unless it has to wait for the others.
    ///
    /// # Errors
    /// If it cannot be printed, or the reader has gone away.
    pub(crate) fn push(&self, answer: &GameAnswer) -> Result<(), Fail> {
        // After a stop the rest has one moment at the end.
        if self.is_held || self.asked.is_empty() || self.context.is_stopped() {
            return Ok(());
        }
        match self.put(answer) {
            // The work sees the limit or the signal itself, and its results are printed at the end.
            Err(fail) if fail.is_stop() => return Ok(()),
            put => put?,
        }
        match self.context.output().is_reader_gone() {
            true => Err(Fail::new(Status::Interrupted, "the reader of the answers has gone away")),
            false => Ok(()),
        }
    }

    /// Prints the answer about the next game, unless a limit or a signal ends its rendering.
    fn put(&self, answer: &GameAnswer) -> Result<(), Fail> {
        let rendering = Rendering::begin(self.context);
        self.context.suspend_progress(|| match self.print.format {
            Format::Json => self.push_json(answer),
            Format::Table(_) => self.push_csv(answer),
            _ if self.answers.is_whole() => self.push_whole(answer),
            _ => self.push_line(answer),
        })?;
        rendering.end(self.printed.borrow().answers, self.asked.len().max(2))?;
        self.printed.borrow_mut().answers += 1;
        Ok(())
    }

    /// Prints the remaining answers, and the words of `summary` about several answers. It is no failure if the reader has gone
    /// away.
    ///
    /// # Errors
    /// If the answers cannot be printed, or the reason for which games are missing.
    pub(crate) fn finish(
        &self,
        found: Result<Partial<GameAnswer, Fail>, Fail>,
        summary: impl FnOnce(&[GameAnswer]) -> String,
    ) -> Result<(), Fail> {
        if self.is_reader_gone() {
            return Ok(());
        }
        let found = found.or_else(|fail| self.cut_off().and(Err(fail)))?;
        let Partial { done: all, stop } = found;
        // After a stop the answers that were found may still be printed.
        let _critical = stop.is_some().then(|| self.context.begin(ActivityKind::CriticalSection));
        let summary = if all.len() > 1 { summary(&all) } else { String::new() };
        let printed = self.end(&all, stop.is_none(), summary);
        end_printed(stop, printed)
    }

    /// Prints the remaining answers and the summary. `are_all` is `true` if no game is missing.
    fn end(&self, all: &[GameAnswer], are_all: bool, summary: String) -> Result<(), Fail> {
        if all.is_empty() {
            return Ok(());
        }
        self.context.clear();
        if self.asked.is_empty() {
            let answers = self.answers.clone().with(all).of_all(are_all).summed_up(summary);
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
                let games = super::count(self.asked.len(), "game");
                let stopped = match are_all && put.is_ok() {
                    true => String::new(),
                    false => format!("\nStopped after {printed} of {games}.\n"),
                };
                self.context.output().print(&format!("{stopped}{summary}"))
            }
        }?;
        put
    }

    /// Ends the output before an error that leaves no answers.
    fn cut_off(&self) -> Result<(), Fail> {
        match self.print.format {
            Format::Json if self.printed.borrow().answers > 0 => self.push_end(),
            _ => Ok(()),
        }
    }

    /// Returns whether the reader has gone away.
    fn is_reader_gone(&self) -> bool {
        !self.asked.is_empty() && self.context.output().is_reader_gone()
    }

    /// The answer about one game of the range.
    fn alone<'b>(&self, answer: &'b GameAnswer) -> Answers<'b>
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
        let (table, _) = self.alone(answer).csv_table(self.print);
        if is_rendering_stopped() {
            return Ok(());
        }
        let mut printed = self.printed.borrow_mut();
        let text = if table.header.iter().any(|head| !printed.heads.contains(head)) {
            // Columns that were not known before begin another table.
            let between = if printed.answers == 0 { "" } else { "\n" };
            printed.heads.clone_from(&table.header);
            format!("{between}{}", table.text())
        } else if table.header == printed.heads {
            table.rows_text()
        } else {
            table.under(&printed.heads).rows_text()
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
        let found = heads_and_cells(&answer.report, self.answers.in_lines(self.print));
        if is_rendering_stopped() {
            return Ok(());
        }
        let (mut text, mut rows) = (String::new(), Vec::new());
        if found.iter().any(|(head, _)| !printed.heads.contains(head)) {
            // Columns that were not known before begin another table.
            text = match printed.answers {
                0 => {
                    let alone = self.alone(answer);
                    format!("{}\n\n", alone.heading(self.asked.len(), alone.note()))
                }
                _ => "\n".to_owned(),
            };
            let heads = found.iter().map(|(head, _)| head.clone());
            printed.heads = self.names.iter().cloned().chain(heads).collect();
            rows.push(printed.heads.clone());
            // All parameters are known, so that their columns are as wide as they become.
            let column = |place: usize| self.asked.iter().map(move |row| &row[place]);
            printed.widths = (0..self.names.len()).map(|place| width(column(place))).collect();
        }
        let cell = |head: &String| {
            let cell = found.iter().find(|(own, _)| own == head);
            cell.map(|(_, cell)| cell.shown().into_owned())
        };
        let cells = printed.heads[self.names.len()..].iter().map(|head| cell(head).unwrap_or_default());
        rows.push(self.asked[printed.answers].iter().cloned().chain(cells).collect());
        // A line of blanks keeps the columns as wide as they were.
        rows.insert(0, printed.widths.iter().map(|&width| " ".repeat(width)).collect());
        let column = |place: usize| rows.iter().filter_map(move |row: &Vec<String>| row.get(place));
        printed.widths = (0..printed.heads.len()).map(|place| width(column(place))).collect();
        text.extend(aligned_lines(rows.iter()).skip(1));
        self.context.output().print(&text)
    }
}

/// The width of the longest cell.
fn width<'s>(cells: impl Iterator<Item = &'s String>) -> usize {
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
}

/// Returns whether the answers about all games have the same columns, for parameters and for each player.
fn are_alike(asked: &[GameAnswer]) -> bool {
    let columns =
        |answer: &GameAnswer| (question(&answer.parameters).0, answer.parameters.get("players").cloned());
    let first = asked.first().map(columns);
    asked.iter().all(|answer| Some(columns(answer)) == first)
}
