//! Storage of long work in files (feature `saving`). A file is complete or absent.
//!
//! A [`FileStore`] is the folder of unfinished work, in which the engine saves through the trait
//! [`Store`](crate::model::Store). A [`PartialFile`] is an unfinished result: it gets its name once all its bytes are
//! on the disk.

mod lock;
mod partial;
mod saved_file;
mod store;

use crate::reason;
use lock::StoreLock;
pub use partial::{PartialFile, PrefixChecksum, create_folder, folder_of, remove_left, remove_unfinished};
pub use store::FileStore;

use serde_json::Value;
use std::io;
use std::path::PathBuf;

/// The version of checkpoints: the version of the program, and a number that increases when older checkpoints of this version
/// become unreadable.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+21");

/// The reason that unfinished work cannot be read, or its folder cannot be used.
///
/// ```
/// use chancetree_export::save::{FileStore, FileStoreError};
/// use serde_json::json;
/// use std::time::Duration;
///
/// let folder = tempfile::tempdir()?;
/// let open = || FileStore::open(folder.path(), &json!("odds"), Duration::from_secs(60));
/// let first = open()?;
/// assert!(matches!(open(), Err(FileStoreError::InUse(_))));
///
/// drop(first);
/// assert!(open().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileStoreError {
    /// The operating system reports an error.
    #[error("{}: {}", file.display(), reason(error))]
    System {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The path is not a folder.
    #[error("{} is not a folder; checkpoints need one", .0.display())]
    NoFolder(PathBuf),
    /// Another program uses the folder.
    #[error("the folder {} is in use by another chancetree", .0.display())]
    InUse(PathBuf),
    /// The file is damaged.
    #[error("the checkpoint {} is damaged: {why}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The kind of damage.
        why: String,
    },
    /// The file was written by another version of the program.
    #[error("the checkpoint {} has version {version}, but this program reads version \
             {VERSION}", file.display())]
    Version {
        /// The file.
        file: PathBuf,
        /// The version in the file.
        version: String,
    },
    /// The file is of work with other parameters.
    #[error("the checkpoint {} belongs to other work: {}", file.display(), described(fingerprint))]
    OtherWork {
        /// The file.
        file: PathBuf,
        /// The fingerprint of that work, which contains its command and parameters.
        fingerprint: Value,
    },
}

/// Describes work by its fingerprint: its command, and its parameters with their values.
fn described(fingerprint: &Value) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, value) in fingerprint.as_object().into_iter().flatten() {
        match (&**name, value) {
            // The number of games and checksums do not help to recognise the work.
            ("games" | "all" | "last" | "files", _) => {}
            ("options", value) if !value.is_object() => {}
            (name, Value::Object(parameters)) => {
                let last = if name == "first" { &fingerprint["last"] } else { value };
                let shown = parameters.iter().filter(|(name, _)| !matches!(&***name, "checksum" | "text"));
                let described = shown.filter_map(|(name, value)| {
                    let (from, to) = (words(value)?, words(&last[name]).unwrap_or_default());
                    let range = if to.is_empty() || from == to { from } else { format!("{from} to {to}") };
                    Some(format!("{} {range}", name.replace('_', "-")))
                });
                // An option that has the value of the game again is not repeated.
                for part in described {
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
            }
            (name, value) => parts.extend(words(value).map(|words| format!("{name} {words}"))),
        }
    }
    parts.join(", ")
}

/// Returns a value in words: a text, a number, or a list of both. Other values have none.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Array(all) if !all.is_empty() => {
            Some(all.iter().filter_map(words).collect::<Vec<_>>().join(","))
        }
        Value::Array(_) | Value::Null | Value::Bool(false) | Value::Object(_) => None,
    }
}
