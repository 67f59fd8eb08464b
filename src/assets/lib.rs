//! Text files inside a program. The build script of a crate compresses the files of a folder, and the crate decompresses them
//! when it uses the first one.
//!
//! The build script calls [`pack`], and the crate creates its [`Assets`] by the macro [`packed!`].

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

/// The greatest level of compression, which takes a tenth of a second for a megabyte.
const LEVEL: u8 = 10;

/// Compresses the text files in `folder` and in its folders, except Rust sources. For build scripts.
///
/// # Errors
/// If a file is unreadable or not UTF-8, or if the result cannot be written.
pub fn pack(folder: &str) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={folder}");
    let mut files = Vec::new();
    list(Path::new(folder), &mut files)?;
    files.sort();
    let (mut text, mut places) = (String::new(), String::new());
    for file in files {
        let begin = text.len();
        text += &fs::read_to_string(&file)?;
        // The same names on every system.
        let name: Vec<_> = file.strip_prefix(folder)?.iter().map(|part| part.to_string_lossy()).collect();
        places += &format!("({:?}, {begin}..{}), ", name.join("/"), text.len());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("assets.rs"), format!("[{places}]"))?;
    fs::write(out.join("assets.deflate"), compress_to_vec(text.as_bytes(), LEVEL))?;
    Ok(())
}

/// Adds the files in `folder` and in its folders, except Rust sources.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_none_or(|extension| extension != "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The files of a folder, decompressed when the first one is used.
pub struct Assets {
    packed: &'static [u8],
    places: &'static [(&'static str, Range<usize>)],
    text: OnceLock<String>,
}

/// Creates the [`Assets`] that the build script of the calling crate [packed](pack).
#[macro_export]
macro_rules! packed {
    () => {
        $crate::Assets::new(
            include_bytes!(concat!(env!("OUT_DIR"), "/assets.deflate")),
            &include!(concat!(env!("OUT_DIR"), "/assets.rs")),
        )
    };
}

impl Assets {
    /// Creates the files from their compressed text, and the name and the place of each file.
    pub const fn new(packed: &'static [u8], places: &'static [(&'static str, Range<usize>)]) -> Self {
        Self { packed, places, text: OnceLock::new() }
    }

    /// Returns the text of a file.
    ///
    /// # Panics
    /// If there is no such file.
    pub fn get(&self, name: &str) -> &str {
        let place = self.places.iter().find(|(own, _)| *own == name);
        let (_, place) = place.unwrap_or_else(|| panic!("no file {name}"));
        &self.text.get_or_init(|| self.unpacked())[place.clone()]
    }

    fn unpacked(&self) -> String {
        let text = decompress_to_vec(self.packed).expect("the build script compressed it");
        String::from_utf8(text).expect("the files are UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::{Assets, LEVEL, compress_to_vec};

    #[test]
    fn files_are_decompressed() {
        let packed = compress_to_vec("one\ntwö\n".as_bytes(), LEVEL).leak();
        let files = Assets::new(packed, &[("a.txt", 0..4), ("b/c.txt", 4..9)]);
        assert_eq!((files.get("a.txt"), files.get("b/c.txt")), ("one\n", "twö\n"));
    }
}
