//! The progress of writing a document, which is saved so that a resumed command continues its files.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::export::WriteProgress;
use crate::export::save::settle;
use crate::model::{Error, StoreSection};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};

/// The progress of writing the files of a document.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Unfinished {
    /// The program and the options, on which the bytes depend.
    made: String,
    files: Vec<UnfinishedFile>,
}

/// The progress of writing a file.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct UnfinishedFile {
    pub(super) written: WriteProgress,
    /// A number that identifies the end of the written part.
    pub(super) end: u64,
    pub(super) is_whole: bool,
}

impl Unfinished {
    /// Reads the saved progress, if it was made in the same way.
    pub(super) fn read(made: String, place: Option<StoreSection<'_>>) -> io::Result<Self> {
        let saved = place.map_or(Ok(None), |place| place.load())?;
        let saved: Option<Self> = saved.map(|mut saved| read_value(&mut *saved)).transpose()?;
        Ok(saved.filter(|saved| saved.made == made).unwrap_or(Self { made, files: Vec::new() }))
    }

    /// Returns the progress of a file, by its place among the files of the document.
    pub(super) fn file(&self, place: usize) -> UnfinishedFile {
        self.files.get(place).copied().unwrap_or_default()
    }

    /// Returns the same document before its first file is written.
    pub(super) fn restarted(&self) -> Self {
        Self { made: self.made.clone(), files: Vec::new() }
    }

    /// Adds a file with its written part.
    pub(super) fn push(&mut self, file: &File, written: WriteProgress, is_whole: bool) -> io::Result<()> {
        let end = settle(file, written.bytes)?.unwrap_or_default();
        self.files.push(UnfinishedFile { written, end, is_whole });
        Ok(())
    }

    /// Saves the progress of the last file, because a save is due or the work `stops`.
    pub(super) fn save(
        &mut self,
        file: &File,
        written: WriteProgress,
        stops: bool,
        place: StoreSection<'_>,
    ) -> Result<(), Error> {
        let mut write = |out: &mut dyn Write| {
            self.push(file, written, false)?;
            let saved = save_value(out, self);
            self.files.pop();
            saved
        };
        if stops {
            return place.save_stopped(&mut write);
        }
        place.save(&mut write);
        Ok(())
    }
}
