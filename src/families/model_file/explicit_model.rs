//! The explicit files of the model checker PRISM: a file of transitions, and the files next to it.

use crate::family::{Inputs, Refusal};
use chancetree_checker::{ExplicitError, ExplicitFiles, ExplicitSpace};
use std::path::{Path, PathBuf};

/// The extension of the file of transitions, which the user names.
pub(super) const TRANSITIONS: &str = "tra";

/// The extensions of the files that are read with it.
pub(super) const OTHERS: [&str; 4] = ["sta", "lab", "srew", "trew"];

/// The texts of a reward structure: the rewards of states and of transitions.
type RewardTexts = (Option<String>, Option<String>);

/// Reads `model.tra` and the files next to it.
pub(super) fn read_explicit(inputs: &Inputs, path: &Path) -> Result<ExplicitSpace, Refusal> {
    let transitions = inputs.long_text(path)?;
    let read_optional = |extension: &str| inputs.long_text_if_found(&path.with_extension(extension));
    let (states, labels) = (read_optional("sta")?, read_optional("lab")?);
    let rewards = reward_texts(inputs, path)?;
    let files = ExplicitFiles {
        transitions: &transitions,
        states: states.as_deref(),
        labels: labels.as_deref(),
        rewards: rewards.iter().map(|(states, choices)| (states.as_deref(), choices.as_deref())).collect(),
    };
    files.read().map_err(|ExplicitError { file, error }| {
        let file = path.with_extension(file.trim_start_matches('.'));
        let place = format!("line {}, column {}", error.line, error.column);
        Refusal::new(format!("{}, {place}: {}", file.display(), error.message))
    })
}

/// Reads `model.srew` and `model.trew`, or `model1.srew`, `model1.trew`, `model2.srew` and so on.
fn reward_texts(inputs: &Inputs, path: &Path) -> Result<Vec<RewardTexts>, Refusal> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = |number: u32, extension: &str| -> PathBuf {
        path.with_file_name(format!("{stem}{number}.{extension}"))
    };
    let read = |states: PathBuf, transitions: PathBuf| -> Result<Option<RewardTexts>, Refusal> {
        let texts = (inputs.long_text_if_found(&states)?, inputs.long_text_if_found(&transitions)?);
        Ok(Some(texts).filter(|(states, transitions)| states.is_some() || transitions.is_some()))
    };
    if let Some(texts) = read(path.with_extension("srew"), path.with_extension("trew"))? {
        return Ok(vec![texts]);
    }
    let mut all = Vec::new();
    for number in 1.. {
        match read(numbered(number, "srew"), numbered(number, "trew"))? {
            Some(texts) => all.push(texts),
            None => break,
        }
    }
    Ok(all)
}
