//! The pages of verbs that a family answers in its own way: what they say, and the options that are theirs alone.

use super::{Handler, Parameter};

/// The page of one verb of a family. What it does not say, the description of the family says.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Page {
    /// The verb, by name.
    pub verb: &'static str,
    /// The answer, in one line without a full stop.
    pub about: &'static str,
    /// More about it, in paragraphs. Defaults to an empty text.
    pub details: &'static str,
    /// Options as they may be typed, at least one example; or a line of a shell, with `{}` for the program, the verb and
    /// the family.
    pub examples: &'static [&'static str],
    /// The parameters of the family that are options of the verb. Defaults to `None`: all of them.
    pub takes: Option<&'static [&'static str]>,
    /// Parameters that are taken, but not shown, because only a mistake gives them.
    pub hides: &'static [&'static str],
    /// The options that are of this verb alone. One that is called like a parameter of the family stands in its place.
    pub options: &'static [Parameter],
    /// The formats of results that this verb has beside the usual ones, or what it says of those, by name.
    pub formats: &'static [(&'static str, &'static str)],
    /// The family's own answer. Defaults to `None`: the answer follows from the description of the family.
    pub answer: Option<Handler>,
    /// `true` if the family's own answer can be saved and resumed. Defaults to `true`.
    pub saves: bool,
    /// `true` if several processes can do the family's own work together. Defaults to `false`.
    pub shares: bool,
    /// `true` if the family's own answer is a log, in formats of its own. Defaults to `false`.
    pub is_log: bool,
}

impl Page {
    /// Creates the page of a verb, with what it says in one line and its examples.
    pub const fn new(verb: &'static str, about: &'static str, examples: &'static [&'static str]) -> Self {
        let (details, takes, answer) = ("", None, None);
        Self {
            verb,
            about,
            details,
            examples,
            takes,
            hides: &[],
            options: &[],
            formats: &[],
            answer,
            saves: true,
            shares: false,
            is_log: false,
        }
    }

    /// Sets more about it.
    pub const fn more(self, details: &'static str) -> Self {
        Self { details, ..self }
    }

    /// Sets the parameters of the family that are options of the verb.
    pub const fn taking(self, names: &'static [&'static str]) -> Self {
        Self { takes: Some(names), ..self }
    }

    /// Sets parameters that are taken, but not shown.
    pub const fn hiding(self, names: &'static [&'static str]) -> Self {
        Self { hides: names, ..self }
    }

    /// Sets the options that are of this verb alone.
    pub const fn with(self, options: &'static [Parameter]) -> Self {
        Self { options, ..self }
    }

    /// Sets formats of results beside the usual ones, or what is said of those.
    pub const fn writing(self, formats: &'static [(&'static str, &'static str)]) -> Self {
        Self { formats, ..self }
    }

    /// Sets the family's own answer. A page of a command that is none of [`Verb`](super::Verb) adds that command.
    pub const fn answering(self, answer: Handler) -> Self {
        Self { answer: Some(answer), ..self }
    }

    /// Sets that the family's own answer cannot be saved and resumed: it comes quickly.
    pub const fn unsaved(self) -> Self {
        Self { saves: false, ..self }
    }

    /// Sets that several processes can do the family's own work together.
    pub const fn shareable(self) -> Self {
        Self { shares: true, ..self }
    }

    /// Sets that the family's own answer is a log, in formats of its own.
    pub const fn logging(self) -> Self {
        Self { is_log: true, ..self }
    }

    /// Returns whether a parameter of the family is an option of the verb.
    pub fn has(&self, parameter: &str) -> bool {
        self.takes.is_none_or(|names| names.contains(&parameter))
    }
}
