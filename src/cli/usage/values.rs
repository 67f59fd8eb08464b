//! Errors of the values of options.

use super::UsageError;
use crate::cli::fail::Fail;
use crate::cli::file_format::one_of;
use crate::cli::shell;
use chancetree_families::family::{ArgumentError, ArgumentProblem, Refusal, did_you_mean, nearest};
use clap::Arg;
use clap::builder::PossibleValue;
use clap::error::ContextKind;
use std::error::Error as _;

impl UsageError<'_> {
    /// Returns the error for a value of an option that takes none.
    pub(super) fn needless_value(&self, name: &str) -> Fail {
        let typed =
            self.words.iter().position(|word| word.to_string_lossy().starts_with(&format!("{name}=")));
        let value = self.first(ContextKind::InvalidValue);
        let has_precision = name == "--approximate" && self.find("precision").is_some();
        let right = if has_precision {
            format!("{name} --precision {}", shell::word(&value))
        } else {
            name.to_owned()
        };
        let fail = Fail::usage(format!("{name} takes no value"));
        match typed {
            Some(place) => fail.help(self.with(place, &right)),
            None => fail,
        }
    }

    /// Returns the error for a value that is none of the possible values.
    pub(super) fn unknown_value(&self, name: &str) -> Fail {
        let (value, valid) = (self.first(ContextKind::InvalidValue), self.list(ContextKind::ValidValue));
        let allowed = if valid.is_empty() { "a value".to_owned() } else { one_of(&valid) };
        let allowed = if value.is_empty() { allowed } else { format!("{allowed} is needed") };
        let format = Some(format_of_word(&value))
            .filter(|format| name == "--format" && valid.iter().any(|one| one == format));
        let right = format.or_else(|| nearest(&value, valid.iter().map(String::as_str)));
        if let Some(name) = name.strip_prefix("--") {
            let right = right.map(str::to_owned);
            return invalid(name, Some(value).filter(|value| !value.is_empty()), allowed, right);
        }
        let between = if value.is_empty() { " needs".to_owned() } else { format!(" {value}:") };
        let fail = Fail::usage(did_you_mean(&format!("{name}{between} {allowed}"), right));
        match right {
            Some(right) => fail.help(self.with(self.place(&value), right)),
            None => fail,
        }
    }

    /// Returns the error for a value that cannot be read.
    pub(super) fn invalid_value(&self, name: &str) -> Fail {
        let why = self.error.source().map(ToString::to_string).unwrap_or_default();
        let value = self.first(ContextKind::InvalidValue);
        let what = format!("{name} {value}: {why}");
        let Some(name) = name.strip_prefix("--") else { return Fail::usage(what) };
        if self.is_board(name) && value.bytes().all(|byte| byte.is_ascii_digit()) {
            return Fail::usage(did_you_mean(&what, Some("--cols"))).help(format!("--cols {value}"));
        }
        let offered = self.find(name).map(Arg::get_possible_values).unwrap_or_default();
        let offered = || offered.iter().map(PossibleValue::get_name);
        let is_wrong = |element: &&str| !offered().any(|known| known.eq_ignore_ascii_case(element));
        let wrong = value.split(',').find(is_wrong).unwrap_or_default();
        let right = nearest(wrong, offered()).map(|right| with_element(&value, wrong, right));
        invalid(name, Some(value), why, right)
    }

    /// Returns `true` for `--columns` of a board, whose columns are `--cols`.
    pub(super) fn is_board(&self, option: &str) -> bool {
        option == "columns" && self.find("cols").is_some()
    }
}

/// Returns the error for an invalid value, or for a missing value if `typed` is `None`.
fn invalid(name: &str, typed: Option<String>, allowed: String, suggestion: Option<String>) -> Fail {
    let problem = ArgumentProblem::Invalid { allowed, suggestion };
    Refusal::from(ArgumentError { names: vec![name.to_owned()], typed, problem }).into()
}

/// Returns a list with commas in which `right` replaces the element `wrong`.
fn with_element(list: &str, wrong: &str, right: &str) -> String {
    let element = |element| if element == wrong { right } else { element };
    list.split(',').map(element).collect::<Vec<_>>().join(",")
}

/// Returns the format that a word means: its name, or a longer or shorter name that other programs use.
pub(super) fn format_of_word(word: &str) -> &str {
    const WORDS: [(&str, &str); 5] =
        [("latex", "tex"), ("markdown", "md"), ("txt", "text"), ("plain", "text"), ("graphviz", "dot")];
    WORDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(word)).map_or(word, |(_, format)| format)
}
