//! The parts of the screen that all games share: odds, luck, messages and keys.

use super::areas::{draw_lines, draw_text, split_columns, split_rows};
use super::{Keys, ScreenStyle};
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::rounding::{RoundedLedger, rounded_list};
use crate::{LuckMeter, SeatLuck};
use ratatui::layout::Rect;
use ratatui::prelude::Frame;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The number of columns of the panel.
pub(super) const WIDTH: u16 = 34;

/// The least number of columns of a screen on which the panel is beside the board.
const BESIDE: u16 = 72;

/// The least number of columns of a screen, on which the keys have room.
pub(super) const LEAST_WIDTH: u16 = WIDTH + 14;

/// The areas of the screen.
pub(super) struct Parts {
    pub(super) title: Rect,
    pub(super) board: Rect,
    pub(super) panel: Rect,
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

impl Parts {
    /// Divides the screen, with `message` rows for the message. On a narrow screen, the panel is below the board, which has `rows`
    /// rows, or half of the screen if `rows` is `None`.
    pub(super) fn of(area: Rect, message: u16, rows: Option<u16>) -> Self {
        let [title, middle, message, keys] = split_rows(area, [Some(2), None, Some(message), Some(2)]);
        let [board, _, panel] = match area.width < BESIDE {
            true => split_rows(middle, [Some(rows.unwrap_or(middle.height / 2)), Some(1), None]),
            false => split_columns(middle, [None, Some(1), Some(WIDTH)]),
        };
        Self { title, board, panel, message, keys }
    }
}

/// Draws the title.
pub(super) fn title(text: &str, area: Rect, frame: &mut Frame<'_>) {
    draw_text(text, Style::new().add_modifier(Modifier::BOLD), area, frame);
}

/// Returns the rows of a message: two if it does not fit into one.
pub(super) fn message_rows(text: &str, area: Rect) -> u16 {
    if text.chars().count() > usize::from(area.width) { 2 } else { 1 }
}

/// Draws a message about the last step, or an error.
pub(super) fn message(text: &str, refused: bool, look: ScreenStyle, area: Rect, frame: &mut Frame<'_>) {
    let style = if refused { look.ink(Color::Red).add_modifier(Modifier::BOLD) } else { Style::new() };
    draw_text(text, style, area, frame);
}

/// The keys of every screen.
const COMMON: &Keys = &[("?", "help"), ("q", "leave")];

/// Draws the keys with their functions, followed by the common keys unless text is being typed. A key and its
/// function stay on one line.
pub(super) fn keys(
    keys: &'static Keys,
    is_typing: bool,
    look: ScreenStyle,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let common = if is_typing { &[] } else { COMMON };
    let mut lines = vec![Line::default()];
    for (key, what) in keys.iter().chain(common) {
        let text = format!(" {what}  ");
        let width = key.chars().count() + text.trim_end().chars().count();
        let line = lines.len() - 1;
        if lines[line].width() + width > usize::from(area.width) {
            lines.push(Line::default());
        }
        let line = lines.len() - 1;
        let bold = look.ink(Color::Cyan).add_modifier(Modifier::BOLD);
        lines[line].spans.extend([Span::styled((*key).to_owned(), bold), Span::raw(text)]);
    }
    draw_lines(lines, area, frame);
}

/// Draws the lines of the panel, with a notice if some do not fit.
pub(super) fn lines(mut lines: Vec<Line<'_>>, area: Rect, frame: &mut Frame<'_>) {
    cut(&mut lines, usize::from(area.height));
    draw_lines(lines, area, frame);
}

/// Truncates the lines to `room` lines; if some are removed, the last line is a notice.
pub(super) fn cut(lines: &mut Vec<Line<'_>>, room: usize) {
    if lines.len() > room {
        lines.truncate(room.saturating_sub(1));
        lines.push(Line::styled("… more in a taller terminal", Style::new().add_modifier(Modifier::DIM)));
        lines.truncate(room);
    }
}

/// Returns a heading with the headings of the columns at its right.
pub(super) fn head<const N: usize>(name: &str, columns: [&str; N]) -> Line<'static> {
    let text = row(name, &columns.map(str::to_owned));
    Line::styled(text, Style::new().add_modifier(Modifier::UNDERLINED))
}

/// Returns a name and columns of numbers at its right, each eight wide.
pub(super) fn row(name: &str, cells: &[String]) -> String {
    let mut left = usize::from(WIDTH) - 8 * cells.len();
    let mut row = String::new();
    // Some letters are two columns wide.
    for letter in name.chars() {
        let Some(rest) = left.checked_sub(Span::raw(letter.to_string()).width()) else { break };
        (left, row) = (rest, row + letter.encode_utf8(&mut [0; 4]));
    }
    row.extend(std::iter::repeat_n(' ', left));
    cells.iter().for_each(|cell| row.push_str(&format!("{cell:>8}")));
    row
}

/// Returns a row like [`row`], wrapped to as many lines as the name needs, with the numbers on the last line.
pub(super) fn rows(name: &str, cells: &[String]) -> Vec<String> {
    let (all, last) = (usize::from(WIDTH), usize::from(WIDTH) - 8 * cells.len());
    let words = name.trim_start();
    let mut lines = vec![" ".repeat(name.len() - words.len())];
    for word in words.split(' ') {
        let line = lines.last_mut().expect("there is at least one line");
        let width = Span::raw(&**line).width() + 1 + Span::raw(word).width();
        if line.trim().is_empty() {
            line.push_str(word);
        } else if width <= all {
            line.push_str(&format!(" {word}"));
        } else {
            lines.push(format!("    {word}"));
        }
    }
    if lines.last().is_some_and(|line| Span::raw(&**line).width() > last) {
        lines.push(String::new());
    }
    let numbered = lines.pop().expect("there is at least one line");
    lines.push(row(&numbered, cells));
    lines
}

/// Returns the line of a seat, marked if it `moves`.
pub(super) fn seat(
    (labels, seat): (&[String], usize),
    moves: bool,
    cells: &[String],
    look: ScreenStyle,
) -> Line<'static> {
    let text = format!("{}{} {}", if moves { "▸" } else { " " }, seat + 1, labels[seat]);
    let style = if moves { look.ink(Color::Green).add_modifier(Modifier::BOLD) } else { Style::new() };
    Line::styled(row(&text, cells), style)
}

/// The largest number of seats whose numbers fit beside each other.
const MAX_COLUMNS: usize = 3;

/// Returns the lines with what changed one number per seat, from the start of the game to now: a row for the luck of each player,
/// and for the choices of each person. Each column adds up. With many seats there is one column, for the only person or the first
/// seat. `numbers` has the name of the numbers, the numbers now, and the index of the first one in the meter.
pub(super) fn ledger(
    (what, now, first): (&str, &[Rational], usize),
    players: &[(String, bool)],
    meter: &LuckMeter,
    last: Option<&str>,
) -> Vec<Line<'static>> {
    let mut people =
        players.iter().enumerate().filter(|(_, (_, is_person))| *is_person).map(|(seat, _)| seat);
    let only = match (people.next(), people.next()) {
        (Some(person), None) => person,
        _ => 0,
    };
    let columns: Vec<usize> =
        if players.len() <= MAX_COLUMNS { (0..players.len()).collect() } else { vec![only] };
    let seats = first..first + now.len();
    let total = |values: [&Rational; 3]| values[0] - values[1] - values[2];
    let start: Vec<Rational> = seats
        .clone()
        .map(|place| total([&now[place - first], &meter.luck[place], &meter.choice[place]]))
        .collect();
    let mut causes = Vec::new();
    for (player, (_, is_person)) in players.iter().enumerate() {
        let SeatLuck { luck, choice } = meter.of_seat(player as Seat);
        causes.push((format!(" {} luck", player + 1), luck[seats.clone()].to_vec()));
        if *is_person || choice.iter().any(|value| *value != exact::zero()) {
            causes.push((format!(" {} choice", player + 1), choice[seats.clone()].to_vec()));
        }
    }
    let (names, changes): (Vec<String>, Vec<Vec<Rational>>) = causes.into_iter().unzip();
    let rounded = RoundedLedger::new(&start, &changes, now, DIGITS);
    let line = |name: &str, write: fn(&Rational) -> String, values: &[Rational]| {
        let cells: Vec<String> = columns.iter().map(|&seat| write(&values[seat])).collect();
        Line::from(row(name, &cells))
    };
    let heading: Vec<String> = columns.iter().map(|&seat| (seat + 1).to_string()).collect();
    let mut lines = vec![
        Line::default(),
        Line::styled(row(what, &heading), Style::new().add_modifier(Modifier::UNDERLINED)),
        line(" at start", number, &rounded.start),
    ];
    lines.extend(names.iter().zip(&rounded.changes).map(|(name, values)| line(name, change, values)));
    lines.push(line(" now", number, &rounded.now));
    lines.extend(last.map(|last| line(last, change, &rounded_list(&meter.last[seats], DIGITS))));
    lines
}

/// Returns a number with its noun.
pub(super) fn count(number: usize, one: &str, more: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
}

/// The digits after the point of numbers.
pub(super) const DIGITS: usize = 4;

/// Formats a probability or an expected value.
pub(super) fn number(value: &Rational) -> String {
    exact::decimal(value, DIGITS)
}

/// Formats several numbers.
pub(super) fn numbers(values: &[Rational]) -> Vec<String> {
    values.iter().map(number).collect()
}

/// Formats a change, with its sign.
pub(super) fn change(value: &Rational) -> String {
    let text = exact::decimal(value, DIGITS);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Formats a fraction or a whole number, truncated to `width` columns.
pub(super) fn fraction(value: &Rational, width: usize) -> String {
    let text = exact::fraction(value);
    let text = text.strip_suffix("/1").unwrap_or(&text);
    match text.len() > width {
        true => format!("{}…", &text[..width - 1]),
        false => text.to_owned(),
    }
}

/// Formats a probability in percent.
pub(super) fn percent(value: &Rational) -> String {
    format!("{} %", exact::decimal(&(value * exact::ratio(100, 1)), 1))
}
