//! The style sheets and scripts of pages, which a build script compresses.

use std::ops::Range;
use std::sync::OnceLock;

/// The files of a folder, decompressed when the first one is used.
///
/// ```
/// use chancetree_export::html::ASSETS;
///
/// assert!(ASSETS.get("base.css").contains("body"));
/// ```
pub struct Assets {
    packed: &'static [u8],
    places: &'static [(&'static str, Range<usize>)],
    text: OnceLock<String>,
}

impl Assets {
    /// Creates the files from what the build script wrote: their compressed text, and the name and the place of each file.
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
        let text = lz4_flex::decompress_size_prepended(self.packed).expect("the build script compressed it");
        String::from_utf8(text).expect("the files are UTF-8")
    }
}
