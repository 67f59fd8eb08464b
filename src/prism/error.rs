//! The errors of models and properties.

use chancetree_checker::{CheckError, SpaceError};
use chancetree_model::Error as WorkError;
use std::fmt;
use thiserror::Error;

/// The reason why a model or a property cannot be read, explored or checked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrismError {
    /// The text is wrong at one place.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Constants without a value.
    #[error("no value for {}; give a value, as in {}=1", constant_names(.0), .0[0])]
    MissingConstants(Vec<String>),
    /// A value was given for a constant that neither the model nor the property declares.
    #[error("no constant {name}; {}", known_constants(.declared))]
    UnknownConstant {
        /// The name without a constant.
        name: String,
        /// The declared constants without a value.
        declared: Vec<String>,
    },
    /// The value given for a constant cannot be read.
    #[error("constant {name}: `{text}` is not {kind}")]
    ConstantValue {
        /// The constant.
        name: String,
        /// The value as text.
        text: String,
        /// The values that are allowed.
        kind: &'static str,
    },
    /// A valid construct that only other programs support.
    #[error("{error}\nhelp: {help}")]
    Unsupported {
        /// The place of the construct, and the construct.
        error: SourceError,
        /// Programs that support the construct, or another way to write it.
        help: &'static str,
    },
    /// A property or a part of it at this place has no value in this model.
    #[error(transparent)]
    NoValue(SourceError),
    /// A command or an expression fails in a state.
    #[error("{place}, in state {state}: {what}")]
    State {
        /// The command or expression.
        place: String,
        /// The values of the variables.
        state: String,
        /// The failure.
        what: String,
    },
    /// No valuation of the variables satisfies the `init` block.
    #[error("no state satisfies the init block")]
    NoInitialState,
    /// The explored space is invalid.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A property has no value, or a limit or the user stopped its computation.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A limit or the user stopped the work.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl PrismError {
    /// Returns whether a limit or a monitor ended the work.
    pub fn is_stop(&self) -> bool {
        match self {
            Self::Work(error) | Self::Check(CheckError::Limit(error)) => error.is_stop(),
            _ => false,
        }
    }
}

/// An error at one place of a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SourceError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
    /// The error.
    pub what: String,
    /// The words and symbols that are allowed here. Empty if the error is not about the token at this place.
    pub allowed: Vec<String>,
}

impl SourceError {
    /// Creates an error at a byte of `source`.
    pub(crate) fn new(source: &str, at: usize, what: impl Into<String>) -> Self {
        let at = source.floor_char_boundary(at);
        let start = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = source[at..].find('\n').map_or(source.len(), |newline| at + newline);
        Self {
            line: source[..start].matches('\n').count() + 1,
            column: source[start..at].chars().count() + 1,
            text: source[start..end].trim_end().to_owned(),
            what: what.into(),
            allowed: Vec::new(),
        }
    }
}

/// Returns the error about a construct at a byte of `source` that only other programs support. `what` ends with a verb, as in
/// "long-run averages are".
pub(crate) fn unsupported(source: &str, at: usize, what: &str, help: &'static str) -> PrismError {
    PrismError::Unsupported { error: SourceError::new(source, at, format!("{what} not supported")), help }
}

impl fmt::Display for SourceError {
    /// Writes the place and the error, the line, and a caret below the column.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The number of columns that are shown on either side of the caret.
        const SHOWN: usize = 60;
        let skipped = (self.column - 1).saturating_sub(SHOWN);
        let shown: String = self
            .text
            .chars()
            .skip(skipped)
            .take(2 * SHOWN)
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let number = self.line.to_string();
        writeln!(out, "line {}, column {}: {}", self.line, self.column, self.what)?;
        writeln!(out, "{number} | {shown}")?;
        write!(
            out,
            "{:width$} | {:indent$}^",
            "",
            "",
            width = number.len(),
            indent = self.column - 1 - skipped
        )?;
        match self.allowed.split_last() {
            None => Ok(()),
            Some((only, [])) => write!(out, "\nallowed: {only}"),
            Some((last, rest)) => write!(out, "\nallowed: {} or {last}", rest.join(", ")),
        }
    }
}

fn constant_names(names: &[String]) -> String {
    let kind = if names.len() == 1 { "constant" } else { "constants" };
    format!("{kind} {}", names.join(", "))
}

fn known_constants(names: &[String]) -> String {
    if names.is_empty() {
        "there are no constants".to_owned()
    } else {
        format!("constants: {}", names.join(", "))
    }
}
