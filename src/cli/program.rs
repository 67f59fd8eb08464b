//! The name and the families of a program.

use chancetree_families::family::Family;
use chancetree_families::family::saved::interned;
use std::path::Path;

/// The name and the families of a program.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// The name of the executable.
    pub(crate) name: &'static str,
    /// The families of games.
    pub(crate) families: &'static [&'static dyn Family],
    /// `true` for a custom program, which has no families of chancetree.
    pub(crate) is_own: bool,
}

impl Program {
    /// Returns chancetree itself.
    pub(crate) fn chancetree() -> Self {
        Self { name: "chancetree", families: chancetree_families::DESCRIBED, is_own: false }
    }

    /// Creates a custom program with the name of its executable.
    pub(crate) fn own(families: &'static [&'static dyn Family]) -> Self {
        let path = std::env::args_os().next().unwrap_or_default();
        let stem = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "chancetree".to_owned());
        Self { name: interned(name), families, is_own: true }
    }
}
