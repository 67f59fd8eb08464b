//! The properties of a query: a file, or the option `--prop`.

use super::source_refusal::refusal;
use crate::family::{Approximation, Inputs, Query, Refusal, is_stdin};
use chancetree_prism::{PrismError, Property, PropertyFile};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The options for properties.
#[derive(Deserialize)]
pub(super) struct PropertyArgs {
    prop: Option<Vec<String>>,
    #[serde(flatten)]
    pub(super) approximation: Approximation,
    #[serde(default)]
    pub(super) every: bool,
}

/// The text of the properties.
pub(super) enum PropertySource {
    /// A file.
    File(PathBuf),
    /// The texts of the option `--prop`, each on a line of its own.
    Typed(String),
}

impl PropertySource {
    /// Returns the typed source, or `None` if no property was typed.
    ///
    /// # Errors
    /// If the standard input is needed twice.
    pub(super) fn typed(query: &Query<'_>, model: &Path) -> Result<Option<Self>, Refusal> {
        match (query.inputs.file("props"), query.options::<PropertyArgs>().prop) {
            (Some(path), _) if is_stdin(path) && is_stdin(model) => {
                Err(Refusal::new("only one of the model and the properties can be read from stdin")
                    .help("--props FILE"))
            }
            (Some(path), _) => Ok(Some(Self::File(path.to_owned()))),
            (None, texts) => Ok(texts.map(|texts| Self::Typed(joined(&texts)))),
        }
    }

    /// Returns the name of the source in messages.
    fn name(&self, inputs: &Inputs) -> String {
        match self {
            Self::File(path) => inputs.name(path),
            Self::Typed(_) => "--prop".to_owned(),
        }
    }

    fn text(&self, inputs: &Inputs) -> Result<String, Refusal> {
        match self {
            Self::File(path) => inputs.long_text(path),
            Self::Typed(text) => Ok(text.clone()),
        }
    }
}

/// Properties that were read.
pub(super) struct ReadProperties {
    /// The name of the source in messages.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) file: PropertyFile,
    /// The errors of properties that are skipped.
    pub(super) skipped: Vec<PrismError>,
}

impl ReadProperties {
    /// Reads the properties of a model. `constants` are the typed values of constants.
    pub(super) fn read(source: &PropertySource, inputs: &Inputs, constants: &str) -> Result<Self, Refusal> {
        let (name, text) = (source.name(inputs), source.text(inputs)?);
        let wrong = |error| refusal(error, &name, constants);
        let file = PropertyFile::parse(&text).map_err(wrong)?;
        let skipped = unreadable(&file, matches!(source, PropertySource::File(_))).map_err(wrong)?;
        Ok(Self { name, text, file, skipped })
    }
}

/// Returns the properties of a file that can be checked.
pub(super) fn readable(file: &PropertyFile) -> Vec<Property> {
    let mut properties = file.properties();
    properties.retain(|property| property.unsupported().is_none());
    properties
}

/// Joins texts of properties, so that each begins a line.
fn joined(texts: &[String]) -> String {
    let ended = texts.iter().enumerate().map(|(place, text)| {
        let text = text.trim_end();
        let is_open = place + 1 < texts.len() && !text.ends_with(';');
        format!("{text}{}", if is_open { ";" } else { "" })
    });
    ended.collect::<Vec<_>>().join("\n")
}

/// Returns the errors of properties that are skipped: in a file, all that cannot be read; else those that only other programs
/// support.
///
/// # Errors
/// If another property cannot be read, or all properties are skipped.
fn unreadable(file: &PropertyFile, is_file: bool) -> Result<Vec<PrismError>, PrismError> {
    let properties = file.properties();
    let errors: Vec<PrismError> = properties.iter().filter_map(Property::unsupported).collect();
    let is_fatal = |error: &&PrismError| !is_file && !matches!(error, PrismError::Unsupported { .. });
    let fatal = errors.iter().find(is_fatal).or(errors.first().filter(|_| errors.len() == properties.len()));
    fatal.cloned().map_or(Ok(errors), Err)
}
