//! The saved progress of writing a document, from which a resumed command continues the files.

use chancetree_engine::evaluate::checkpoint::{read_value, save_value};
use chancetree_engine::model::{Error, StoreSection};
use chancetree_export::WriteProgress;
use chancetree_export::save::sync_prefix;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};

/// The progress of writing the files of a document.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Unfinished {
    /// The version of the program and the options, which determine the bytes of the files.
    origin: String,
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
    /// Reads the saved progress, if it has the same origin.
    pub(super) fn read(origin: String, section: Option<StoreSection<'_>>) -> io::Result<Self> {
        let saved = section.map_or(Ok(None), |section| section.load())?;
        let saved: Option<Self> = saved.map(|mut saved| read_value(&mut *saved)).transpose()?;
        Ok(saved.filter(|saved| saved.origin == origin).unwrap_or(Self { origin, files: Vec::new() }))
    }

    /// Returns the progress of the file with this index.
    pub(super) fn file(&self, index: usize) -> UnfinishedFile {
        self.files.get(index).copied().unwrap_or_default()
    }

    /// Returns empty progress with the same origin.
    pub(super) fn restarted(&self) -> Self {
        Self { origin: self.origin.clone(), files: Vec::new() }
    }

    /// Appends a file with its written part.
    pub(super) fn push(&mut self, file: &File, written: WriteProgress, is_whole: bool) -> io::Result<()> {
        let end = sync_prefix(file, written.bytes)?.unwrap_or_default();
        self.files.push(UnfinishedFile { written, end, is_whole });
        Ok(())
    }

    /// Saves the progress with `file` as the last file. `stops` is `true` if the work stops after this save.
    pub(super) fn save(
        &mut self,
        file: &File,
        written: WriteProgress,
        stops: bool,
        section: StoreSection<'_>,
    ) -> Result<(), Error> {
        let mut write = |out: &mut dyn Write| {
            self.push(file, written, false)?;
            let saved = save_value(out, self);
            self.files.pop();
            saved
        };
        if stops {
            return section.save_stopped(&mut write);
        }
        section.save(&mut write);
        Ok(())
    }
}
