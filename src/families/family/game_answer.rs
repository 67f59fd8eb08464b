//! The answer about one game, and the layout of the answers about several games.

use super::{LongAnswer, Report, saved};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// The answer about one game.
///
/// ```
/// use chancetree::family::{GameAnswer, Report};
/// use serde_json::json;
///
/// let mut report = Report::new("A die");
/// report.show("sides", "sides", 6u64);
/// let answer = GameAnswer::new(json!({ "sides": 6 }), report);
/// assert_eq!(answer.parameters["sides"], 6);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameAnswer {
    /// The parameters, which JSON and the first columns of a table repeat.
    #[serde(with = "saved::json")]
    pub parameters: Value,
    /// The report.
    pub report: Report,
    /// The answer as a picture or another document, if the format is one.
    #[serde(skip)]
    pub document: Option<AnswerDocument>,
    /// The contents of the file that the plan requested.
    #[serde(skip)]
    pub file: Option<FileContents>,
}

impl GameAnswer {
    /// Creates an answer that is a report.
    pub fn new(parameters: Value, report: Report) -> Self {
        Self { parameters, report, document: None, file: None }
    }

    /// Creates an answer that is a document.
    ///
    /// ```
    /// use chancetree::family::{GameAnswer, Report};
    /// use serde_json::json;
    ///
    /// // An answer that is a report has no document.
    /// let answer = GameAnswer::new(json!({ "sides": 6 }), Report::new("A die"));
    /// assert!(answer.document.is_none());
    /// ```
    pub fn document(parameters: Value, document: AnswerDocument) -> Self {
        Self { document: Some(document), ..Self::new(parameters, Report::default()) }
    }
}

/// An answer in a format that does not print the report.
#[derive(Clone, Debug)]
pub enum AnswerDocument {
    /// A picture.
    Picture {
        /// The picture as SVG.
        svg: String,
        /// The title, for formats that have one.
        title: String,
    },
    /// The text of a drawing or a graph.
    Text(String),
    /// A table of data, such as a b-file.
    Table(String),
    /// A long list, in any format. Its command has no other answer.
    Long(Arc<LongAnswer>),
}

/// The layout of reports.
///
/// ```
/// use chancetree::family::{AnswerLayout, AnswerPlan};
///
/// let layout = AnswerLayout { line_digits: Some(6), is_aligned: true, ..AnswerLayout::default() };
/// let plan = AnswerPlan::of("Dice", "die", Vec::new()).laid_out(layout);
/// assert_eq!(plan.layout.line_digits, Some(6));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerLayout {
    /// The digits in the lines of several games, unless others were typed.
    pub line_digits: Option<u32>,
    /// The digits for people, unless others were typed.
    pub digits_for_people: Option<u32>,
    /// `true` if people see the whole report of each game instead of one line.
    pub is_whole: bool,
    /// `true` if people see the main table of each game, and machine-readable tables contain the main tables of all
    /// games.
    pub lists_tables: bool,
    /// `true` if text is laid out at the end, when all answers are known: the answers come quickly, or the columns
    /// contain words.
    pub is_aligned: bool,
    /// The relation between answers and games.
    pub grouping: Grouping,
    /// `true` if several answers are a list although no parameter was typed with several values.
    pub is_list: bool,
    /// `true` if each answer is printed as one line of JSON as soon as it is ready.
    pub is_json_lines: bool,
}

/// The relation between answers and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// One answer for each game, printed as soon as it is ready.
    #[default]
    PerGame,
    /// One answer for each game, all printed together.
    Together,
    /// One answer about all games.
    One,
}

/// The contents of a file that is written in addition to the result.
#[derive(Clone, Debug)]
pub struct FileContents {
    /// The text.
    pub text: String,
    /// A note about the contents.
    pub note: String,
}
