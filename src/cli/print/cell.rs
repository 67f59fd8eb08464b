//! A cell of a table, with its text in each format.

use chancetree_export::visible::visible;
use std::borrow::Cow;
use std::fmt::Write as _;

/// A cell of a table.
#[derive(Clone, Debug)]
pub(super) enum Cell<'a> {
    /// Text, which may come from a file.
    Words(Cow<'a, str>),
    /// A whole number or a decimal.
    Number(Cow<'a, str>),
    /// A numerator and a denominator with a slash between.
    Fraction(Cow<'a, str>),
    /// A formula in LaTeX, without the dollar signs around it.
    Formula(String),
}

impl Cell<'_> {
    /// Returns the cell of a text of unknown kind.
    pub(super) fn of(text: &str) -> Cell<'static> {
        match is_number(text) {
            true => Cell::Number(text.to_owned().into()),
            false => Cell::Words(text.to_owned().into()),
        }
    }

    /// Returns an empty cell.
    pub(super) fn empty() -> Cell<'static> {
        Cell::Words("".into())
    }

    /// Returns the text in CSV.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Number(text) | Self::Fraction(text) => text,
            Self::Formula(latex) => latex,
        }
    }

    /// Returns a cell that borrows nothing.
    pub(super) fn into_owned(self) -> Cell<'static> {
        match self {
            Self::Words(text) => Cell::Words(text.into_owned().into()),
            Self::Number(text) => Cell::Number(text.into_owned().into()),
            Self::Fraction(text) => Cell::Fraction(text.into_owned().into()),
            Self::Formula(latex) => Cell::Formula(latex),
        }
    }

    /// Returns the text without escapes.
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Words(text) | Self::Number(text) | Self::Fraction(text) => text.into_owned(),
            Self::Formula(latex) => latex,
        }
    }

    /// Returns the text with escapes for invisible characters.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        visible(self.text(), &[])
    }

    /// Returns `true` if the text is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    /// Returns `true` if the cell belongs into a column of numbers.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Self::Number(_) | Self::Fraction(_) => true,
            Self::Words(text) => text.is_empty() || is_number(text) || is_percentage(text),
            Self::Formula(_) => false,
        }
    }

    /// Returns the cell in Markdown.
    pub(super) fn md(&self) -> String {
        match self {
            Self::Words(_) | Self::Formula(_) => md_text(self.text()),
            Self::Number(text) => text.clone().into_owned(),
            Self::Fraction(text) => text.strip_suffix("/1").unwrap_or(text).to_owned(),
        }
    }

    /// Returns the cell in LaTeX.
    pub(super) fn tex(&self) -> String {
        match self {
            Self::Words(text) => tex_cell(text),
            Self::Number(text) => tex_number(text),
            Self::Fraction(text) => match text.split_once('/') {
                Some((above, below)) if below != "1" => {
                    let minus = if above.starts_with('-') { "-" } else { "" };
                    format!("${minus}\\frac{{{}}}{{{below}}}$", above.trim_start_matches('-'))
                }
                whole => tex_number(whole.map_or(text, |(above, _)| above)),
            },
            Self::Formula(latex) => format!("${latex}$"),
        }
    }
}

/// Returns `true` if a text is written like a number.
fn is_number(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter.is_ascii_digit() || "+-./eE".contains(letter))
}

/// Returns `true` if a text is a percentage, such as `33.3%` or `<0.1%`.
fn is_percentage(text: &str) -> bool {
    let number =
        text.strip_suffix('%').map(|text| text.trim_start_matches('-').trim_start_matches(['<', '>']));
    number.is_some_and(is_number)
}

/// Returns a number as LaTeX, with a minus sign instead of a hyphen.
fn tex_number(text: &str) -> String {
    if text.starts_with('-') { format!("${text}$") } else { text.to_owned() }
}

/// Escapes text for Markdown. Signs of HTML become entities, because not every reader accepts backslashes there. Addresses do
/// not become links.
pub(super) fn md_text(text: &str) -> String {
    let text = visible(text, &[]);
    let mut escaped = String::with_capacity(text.len());
    for (place, letter) in text.char_indices() {
        let after = &text.as_bytes()[place + letter.len_utf8()..];
        match letter {
            ':' if after.starts_with(b"//") => escaped.push_str("\\:"),
            '.' if ends_with_www(&escaped) => escaped.push_str("\\."),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => escaped.extend(['\\', letter]),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns `true` if a text ends with `www`, in upper or lower case.
fn ends_with_www(text: &str) -> bool {
    text.as_bytes().last_chunk::<3>().is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

/// Escapes text as a cell of LaTeX. A star or a bracket at its beginning would belong to the line break before it.
fn tex_cell(text: &str) -> String {
    let escaped = tex_text(text);
    match escaped.chars().next() {
        Some(first @ ('*' | '[')) => format!("{{{first}}}{}", &escaped[1..]),
        _ => escaped,
    }
}

/// Escapes text for LaTeX.
pub(super) fn tex_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text, &[]).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => write!(escaped, "\\{letter}"),
            '~' => write!(escaped, "\\textasciitilde{{}}"),
            '^' => write!(escaped, "\\textasciicircum{{}}"),
            '\\' => write!(escaped, "\\textbackslash{{}}"),
            '|' => write!(escaped, "\\textbar{{}}"),
            '<' | '>' => write!(escaped, "${letter}$"),
            // Not every LaTeX has these in text.
            'π' => write!(escaped, "$\\pi$"),
            'Σ' => write!(escaped, "$\\Sigma$"),
            '≤' => write!(escaped, "$\\le$"),
            '≥' => write!(escaped, "$\\ge$"),
            '−' => write!(escaped, "$-$"),
            '∞' => write!(escaped, "$\\infty$"),
            // Two hyphens would become a dash.
            '-' if escaped.ends_with('-') => write!(escaped, "{{}}-"),
            letter => write!(escaped, "{letter}"),
        }
        .expect("writing to a string cannot fail");
    }
    escaped
}
