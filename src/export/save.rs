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
pub use partial::{PartialFile, create_folder, folder_of, remove_left, remove_unfinished, sync_prefix};
pub use store::FileStore;

use serde_json::Value;
use std::io;
use std::path::PathBuf;

/// The version of checkpoints: the version of the program, and a number that increases when older checkpoints of this version
/// become unreadable.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+19");

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
    #[error("the checkpoint {} belongs to other work: {}", file.display(), without_nulls(fingerprint))]
    OtherWork {
        /// The file.
        file: PathBuf,
        /// The fingerprint of that work, which contains its command and parameters.
        fingerprint: Value,
    },
}

/// Returns a value without the entries of objects that are null: in a message, they only make the line longer.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(_, value)| !value.is_null());
            Value::Object(entries.map(|(name, value)| (name.clone(), without_nulls(value))).collect())
        }
        Value::Array(all) => Value::Array(all.iter().map(without_nulls).collect()),
        other => other.clone(),
    }
}
