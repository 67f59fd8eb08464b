//! Long work in files (feature `saving`): what is written is whole or not there, and what is read back is what was
//! written.
//!
//! A [`Checkpoint`] is the file of an unfinished work; the evaluators take it as their
//! [`Store`](crate::evaluate::checkpoint::Store). A [`Lock`] keeps a second program out of its folder meanwhile. A
//! [`Partial`] is a result in the making: it has its name only once all of it is on the disk.

mod checkpoint;
mod lock;
mod partial;

pub use checkpoint::{Checkpoint, digest};
pub use lock::Lock;
pub use partial::{Partial, folder_of, remove_left, remove_unfinished};

use serde_json::Value;
use std::io;
use std::path::PathBuf;

/// The version of checkpoints; it grows when older ones cannot be read any more.
const VERSION: u32 = 12;

/// The reason for which unfinished work cannot be read, or its folder not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unusable {
    /// The system refuses.
    #[error("{}: {}", file.display(), reason(error))]
    System {
        /// The file.
        file: PathBuf,
        /// The error as the system has it.
        error: io::Error,
    },
    /// Another program works in the folder.
    #[error("the folder {} is in use by another chancetree", .0.display())]
    InUse(PathBuf),
    /// The file is not as it was written.
    #[error("the checkpoint {} is damaged: {why}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The reason why it is damaged.
        why: String,
    },
    /// The file was written by a program that knew another form of it.
    #[error("the checkpoint {} is of version {version}, and this program reads {VERSION}", file.display())]
    Version {
        /// The file.
        file: PathBuf,
        /// The version that it says.
        version: Value,
    },
    /// The file is of work with other parameters.
    #[error("the checkpoint {} is of other work: {parameters}", file.display())]
    OtherWork {
        /// The file.
        file: PathBuf,
        /// The parameters of that work.
        parameters: Value,
    },
}

/// Returns the reason that the system gives, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
