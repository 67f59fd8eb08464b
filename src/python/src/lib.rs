//! What Python calls: questions in the words of the command line, graphs as Arrow tables, and games written in Python.

mod arrow;
mod ask;
mod value;
mod work;

use pyo3::prelude::*;

/// The engine under the package `chancetree`.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::arrow::Table;
    #[pymodule_export]
    use super::ask::{ask, check, families};
}
