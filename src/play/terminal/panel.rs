//! The parts of the screen that all games share: odds, luck, messages and keys.

use super::{Keys, ScreenStyle};
use crate::LuckMeter;
use crate::exact::{self, Rational};
use crate::family::PlayerNames;
use crate::memory::{HUMAN, played_by};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::prelude::Frame;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// The number of columns of the panel beside the board.
pub(super) const WIDTH: u16 = 34;

/// The areas of the screen.
pub(super) struct Parts {
    pub(super) title: Rect,
    pub(super) board: Rect,
    pub(super) panel: Rect,
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

impl Parts {
    /// Divides the screen, with `message` rows for the message.
    pub(super) fn of(area: Rect, message: u16) -> Self {
        let rows =
            [Constraint::Length(2), Constraint::Min(1), Constraint::Length(message), Constraint::Length(2)];
        let [title, middle, message, keys] = area.layout(&Layout::vertical(rows));
        let columns = [Constraint::Min(1), Constraint::Length(1), Constraint::Length(WIDTH)];
        let [board, _, panel] = middle.layout(&Layout::horizontal(columns));
        Self { title, board, panel, message, keys }
    }
}

/// Draws the title.
pub(super) fn title(text: &str, area: Rect, frame: &mut Frame<'_>) {
    let text = Line::styled(text.to_owned(), Style::new().add_modifier(Modifier::BOLD));
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Returns the rows of a message: two if it does not fit into one.
pub(super) fn message_rows(text: &str, area: Rect) -> u16 {
    if text.chars().count() > usize::from(area.width) { 2 } else { 1 }
}

/// Draws a message about the last step, or an error.
pub(super) fn message(text: &str, refused: bool, look: ScreenStyle, area: Rect, frame: &mut Frame<'_>) {
    let style = if refused { look.ink(Color::Red).add_modifier(Modifier::BOLD) } else { Style::new() };
    let text = Line::styled(text.to_owned(), style);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
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
    frame.render_widget(Paragraph::new(lines), area);
}

/// Draws the lines of the panel, with a notice if some do not fit.
pub(super) fn lines(mut lines: Vec<Line<'_>>, area: Rect, frame: &mut Frame<'_>) {
    cut(&mut lines, usize::from(area.height));
    frame.render_widget(Paragraph::new(lines), area);
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
    let width = usize::from(WIDTH) - 8 * cells.len();
    let name: String = name.chars().take(width).collect();
    let cells: String = cells.iter().map(|cell| format!("{cell:>8}")).collect();
    format!("{name:<width$}{cells}")
}

/// Returns a row like [`row`], wrapped to as many lines as the name needs, with the numbers on the last line.
pub(super) fn rows(name: &str, cells: &[String]) -> Vec<String> {
    let (all, last) = (usize::from(WIDTH), usize::from(WIDTH) - 8 * cells.len());
    let words = name.trim_start();
    let mut lines = vec![" ".repeat(name.len() - words.len())];
    for word in words.split(' ') {
        let line = lines.last_mut().expect("there is at least one line");
        let width = line.chars().count() + 1 + word.chars().count();
        if line.trim().is_empty() {
            line.push_str(word);
        } else if width <= all {
            line.push_str(&format!(" {word}"));
        } else {
            lines.push(format!("    {word}"));
        }
    }
    if lines.last().is_some_and(|line| line.chars().count() > last) {
        lines.push(String::new());
    }
    let numbered = lines.pop().expect("there is at least one line");
    lines.push(row(&numbered, cells));
    lines
}

/// The displayed name of one of several people without a name.
const PERSON: &str = "person";

/// Returns the displayed name of every seat from the plays of the seats: the player's name, `you` for the only
/// person, `person`, `robot`, or the name of the play.
pub(super) fn labels(plays: &[String], names: &PlayerNames) -> Vec<String> {
    let people = plays.iter().filter(|play| *play == HUMAN).count();
    let label = |(seat, play): (usize, &String)| match (names.given(seat), play == HUMAN) {
        (Some(name), _) => name.to_owned(),
        (None, true) if people == 1 => "you".to_owned(),
        (None, true) => PERSON.to_owned(),
        (None, false) => played_by(play).to_owned(),
    };
    plays.iter().enumerate().map(label).collect()
}

/// Returns all players for titles from the plays of the seats, such as `you against 2 robots`.
pub(super) fn players(plays: &[String], names: &PlayerNames) -> String {
    let labels = labels(plays, names);
    let count = |label: &String| labels.iter().filter(|other| *other == label).count();
    let robot = |label: &str| if label == "robot" { label.to_owned() } else { format!("{label} robot") };
    let called = |(seat, label): (usize, &String)| match (names.given(seat), plays[seat] == HUMAN) {
        (Some(name), _) => name.to_owned(),
        (None, true) if label == PERSON => format!("player {}", seat + 1),
        (None, true) => label.clone(),
        (None, false) if count(label) == 1 => format!("a {}", robot(label)),
        (None, false) => format!("{} {}", robot(label), seat + 1),
    };
    let all: Vec<String> = labels.iter().enumerate().map(called).collect();
    match (&labels[..], &all[..]) {
        ([you, other, ..], _) if you == "you" && labels.len() > 2 && count(other) == labels.len() - 1 => {
            format!("you against {} {}s", labels.len() - 1, robot(other))
        }
        (_, [one, other]) => format!("{one} against {other}"),
        (_, [others @ .., last]) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => all.concat(),
    }
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

/// Returns the lines with the changes by chance and choices of one number per seat. `first` is the index in
/// the meter of the first seat's number.
pub(super) fn moved(
    [what, last]: [&str; 2],
    labels: &[String],
    meter: &LuckMeter,
    first: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default(), head(what, [last, "luck", "choice"])];
    for (seat, label) in labels.iter().enumerate() {
        let cells = [&meter.last, &meter.luck, &meter.choice].map(|all| change(&all[first + seat]));
        lines.push(Line::from(row(&format!(" {} {label}", seat + 1), &cells)));
    }
    lines
}

/// Returns a number with its noun.
pub(super) fn count(number: usize, one: &str, more: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
}

/// Formats a probability or an expected value.
pub(super) fn number(value: &Rational) -> String {
    exact::decimal(value, 4)
}

/// Formats a change, with its sign.
pub(super) fn change(value: &Rational) -> String {
    let text = exact::decimal(value, 4);
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
