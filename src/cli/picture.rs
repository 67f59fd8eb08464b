//! Pictures: how they are written, and tables as coloured ones, a square a cell, its text as the second cue.

use super::fail::Fail;
#[cfg(feature = "pictures")]
use super::fail::Status;
use super::print;
use super::watch::Watch;
use crate::export::letters::Letters;
use clap::ValueEnum;
use std::io::{self, IsTerminal as _};
use std::path::Path;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Svg,
    Png,
    Pdf,
}

impl Kind {
    /// Returns the kind of picture that a format is by its name, if it is one.
    pub(crate) fn of(format: &impl ValueEnum) -> Option<Self> {
        Self::from_str(format.to_possible_value()?.get_name(), false).ok()
    }

    /// Returns the ending of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// The bytes of a picture that was drawn as SVG; as PNG so many pixels wide, if that is said.
    #[cfg(feature = "pictures")]
    pub(crate) fn paint(
        self,
        svg: String,
        title: &str,
        width: Option<u32>,
        watch: &Watch,
    ) -> Result<Vec<u8>, Fail> {
        use crate::export::paint;
        let room = |bytes| watch.has_room(bytes);
        let painted = match self {
            Self::Svg => return Ok(svg.into_bytes()),
            Self::Png => paint::png(&svg, width, &room).map(|painted| {
                let share = painted.share();
                if share < 1.0 {
                    let shown = (100.0 * share).round();
                    watch.note(&format!(
                        "note: so large a picture is painted at {shown} % of its size; svg and pdf are sharp at any"
                    ));
                }
                painted.bytes
            }),
            Self::Pdf => paint::pdf(&svg, title, &room),
        };
        painted.map_err(|error| match error {
            paint::Unpaintable::Size(..) => Fail::new(Status::Limit, error.to_string()).help("--as pdf"),
            paint::Unpaintable::Memory(_) => watch.too_large("before the picture is painted"),
            error => Fail::new(Status::Failed, error.to_string()),
        })
    }

    /// The bytes of a picture that was drawn as SVG.
    #[cfg(not(feature = "pictures"))]
    pub(crate) fn paint(self, svg: String, _: &str, _: Option<u32>, _: &Watch) -> Result<Vec<u8>, Fail> {
        self.known().map(|()| svg.into_bytes())
    }

    /// Refuses a picture that this program was built without.
    fn known(self) -> Result<(), Fail> {
        if self == Self::Svg || cfg!(feature = "pictures") {
            return Ok(());
        }
        let name = self.name();
        Err(Fail::usage(format!(
            "this program was built without {name}; the feature pictures has it, or take svg"
        ))
        .help("cargo install --path . --features pictures"))
    }

    /// Refuses a picture that cannot be made, or that is no text where it would go to a terminal.
    pub(crate) fn check(self, path: &Path) -> Result<(), Fail> {
        self.known()?;
        if self == Self::Svg || path != Path::new("-") || print::has_file() || !io::stdout().is_terminal() {
            return Ok(());
        }
        let name = self.name();
        Err(Fail::usage(format!("a {name} is not text for a terminal; send it into a file"))
            .help(format!("> picture.{name}")))
    }

    /// Puts a picture on stdout.
    pub(crate) fn print(self, svg: String, title: &str, watch: &Watch) -> Result<(), Fail> {
        print::print(&self.paint(svg, title, None, watch).map_err(|fail| fail.typed("--as", "--format"))?)
    }
}

/// One cell.
pub(crate) struct Square {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) text: String,
    pub(crate) fill: &'static str,
}

/// The side of a square.
const SIDE: usize = 22;

/// The letters of titles, and of all else.
const TITLE: Letters = Letters::new(14.0);
const PLAIN: Letters = Letters::new(12.0);

/// The least width of a picture.
const NARROW: usize = 420;

/// A table with a title, what its columns and rows count, a legend of fills, and a note.
pub(crate) fn table(
    title: &str,
    across: &str,
    down: &str,
    squares: &[Square],
    legend: &[(&str, String)],
    note: Option<&str>,
) -> String {
    let bounds = |value: fn(&Square) -> u16| {
        let all = || squares.iter().map(value);
        (all().min().unwrap_or(0), all().max().unwrap_or(0))
    };
    let ((top_row, last_row), (first, last)) = (bounds(|square| square.row), bounds(|square| square.column));
    let rows = usize::from(last_row - top_row) + 1;
    let columns = usize::from(last - first) + 1;
    let shown = escape(title);
    let left = 52;
    let told = legend.iter().map(|(_, meaning)| &**meaning).chain(note);
    let told = told.map(|text| PLAIN.width(text)).fold(0.0, f64::max);
    let width = (left + columns * SIDE + 20).max(left + told.ceil() as usize + 36).max(NARROW);
    let lines = legend.len() + usize::from(note.is_some());
    let headed = TITLE.wrap(title, (width - 24) as f64);
    let top = 58 + 20 * headed.len();
    let height = top + rows * SIDE + 24 * lines + 16;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{shown}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n\
         {}<text x=\"{left}\" y=\"{}\">{across}</text>\n<text x=\"12\" y=\"{}\">{down}</text>\n",
        heading(&headed),
        top - 30,
        top - 10
    );
    let middle = |place: usize| place * SIDE + SIDE / 2;
    for column in 0..columns {
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            left + middle(column),
            top - 10,
            usize::from(first) + column
        ));
    }
    for row in 0..rows {
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
            left - 8,
            top + middle(row) + 4,
            usize::from(top_row) + row
        ));
    }
    for square in squares {
        let x = left + usize::from(square.column - first) * SIDE;
        let y = top + usize::from(square.row - top_row) * SIDE;
        text.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            square.fill,
            x + SIDE / 2,
            y + SIDE / 2 + 4,
            escape(&square.text)
        ));
    }
    let line = |place: usize| top + rows * SIDE + 22 + 24 * place;
    for (place, (fill, meaning)) in legend.iter().enumerate() {
        let y = line(place);
        text.push_str(&format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{fill}\"/>\
             <text x=\"{}\" y=\"{y}\">{}</text>\n",
            y - 12,
            left + 24,
            escape(meaning)
        ));
    }
    if let Some(note) = note {
        text.push_str(&format!("<text x=\"{left}\" y=\"{}\">{}</text>\n", line(legend.len()), escape(note)));
    }
    text + "</svg>\n"
}

/// The lines of a title, from the top of a picture.
fn heading(lines: &[String]) -> String {
    let line = |(place, line): (usize, &String)| {
        format!("<text x=\"12\" y=\"{}\" font-size=\"14\">{}</text>\n", 22 + 20 * place, escape(line))
    };
    lines.iter().enumerate().map(line).collect()
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
