//! The saved progress of writing a document, from which a resumed command continues the files.

use chancetree_engine::evaluate::checkpoint::{read_value, save_value};
use chancetree_engine::model::{Error, StoreSection};
use chancetree_export::WriteProgress;
use chancetree_export::save::PrefixChecksum;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};

/// The saved progress of writing the files of a document.
#[derive(Serialize, Deserialize)]
pub(super) struct DocumentProgress {
    /// The version of the program and the options, which determine the bytes of the files.
    origin: String,
    files: Vec<UnfinishedFile>,
}

/// The saved progress of writing a file.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct UnfinishedFile {
    pub(super) written: WriteProgress,
    /// The checksum of the written part.
    pub(super) checksum: u64,
    pub(super) is_whole: bool,
}

/// A file whose progress can be saved.
pub(super) struct ResumableFile {
    pub(super) file: File,
    /// The checksum of the bytes that were read so far.
    pub(super) checksum: PrefixChecksum,
    pub(super) written: WriteProgress,
    pub(super) is_whole: bool,
}

impl ResumableFile {
    /// Writes the file to the disk, and returns its progress.
    fn unfinished(&mut self) -> io::Result<UnfinishedFile> {
        let Self { written, is_whole, .. } = *self;
        let checksum = self.checksum.sync(&self.file, written.bytes)?.unwrap_or_default();
        Ok(UnfinishedFile { written, checksum, is_whole })
    }
}

impl DocumentProgress {
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

    /// Saves the progress of `files`. `stops` is `true` if the work stops after this save.
    pub(super) fn save(
        &self,
        files: &mut [ResumableFile],
        stops: bool,
        section: StoreSection<'_>,
    ) -> Result<(), Error> {
        let mut write = |out: &mut dyn Write| {
            let files = files.iter_mut().map(ResumableFile::unfinished).collect::<io::Result<_>>()?;
            save_value(out, &Self { origin: self.origin.clone(), files })
        };
        if stops {
            return section.save_stopped(&mut write);
        }
        section.save(&mut write);
        Ok(())
    }
}
