//! The Python bindings: queries in the syntax of the command line, graphs as Arrow tables, and games written
//! in Python.

mod arrow;
mod ask;
mod game;
mod model;
mod objects;
mod payoff;
mod payoff_distribution;
mod solved;
mod table;
mod value;
mod work;

use pyo3::prelude::*;

/// The engine of the package `chancetree`.
#[pymodule]
mod _engine {
    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// `True` if graphs can be written as PNG and PDF.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const has_pictures: bool = cfg!(feature = "pictures");

    #[pymodule_export]
    use super::ask::{ask, check, families};
    #[pymodule_export]
    use super::model::{ExploredGame, explore};
    #[pymodule_export]
    use super::solved::SolvedModel;
    #[pymodule_export]
    use super::table::ArrowTable;
}
