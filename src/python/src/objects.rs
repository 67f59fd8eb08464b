//! Python objects that the engine refers to by number, and their texts.

use chancetree::game::{Points, Seat};
use chancetree_families::family::saved::interned;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::fmt::{self, Debug, Display};

/// A state: its layer, and its number in the order of first occurrence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StateId {
    pub(crate) layer: u32,
    pub(crate) id: u32,
}

/// Marks the number of a state in an error, until it is replaced by the name of the state.
pub(crate) const MARK: char = '\u{f8ff}';

impl Debug for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{}{MARK}", self.id)
    }
}

/// An action or event: its number in the order of first occurrence, which identifies it, and its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NamedObject {
    pub(crate) id: u32,
    pub(crate) name: &'static str,
    pub(crate) passes: Seat,
    pub(crate) points: Points,
}

impl Debug for NamedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Display for NamedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Objects with their numbers, and an engine value for each object.
pub(crate) struct ObjectTable<T> {
    numbers: Py<PyDict>,
    objects: Py<PyList>,
    known: Vec<T>,
}

impl<T: Copy> ObjectTable<T> {
    pub(crate) fn new(py: Python<'_>) -> Self {
        Self { numbers: PyDict::new(py).unbind(), objects: PyList::empty(py).unbind(), known: Vec::new() }
    }

    /// Returns the engine value of an object, or `None` if it has not occurred.
    pub(crate) fn known(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
        let number = self.numbers.bind(object.py()).get_item(object)?;
        number.map(|number| Ok(self.known[number.extract::<usize>()?])).transpose()
    }

    /// Adds a new object, with the value that `known` returns for its number.
    pub(crate) fn add(&mut self, object: &Bound<'_, PyAny>, known: impl FnOnce(u32) -> T) -> PyResult<T> {
        let py = object.py();
        let number = u32::try_from(self.known.len())
            .map_err(|_| PyValueError::new_err("there are more than 2^32 objects"))?;
        self.numbers.bind(py).set_item(object, number)?;
        self.objects.bind(py).append(object)?;
        self.known.push(known(number));
        Ok(self.known[number as usize])
    }

    pub(crate) fn object<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number as usize)
    }
}

/// Returns the text of an object for an error, at most 200 characters.
pub(crate) fn repr(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().or_else(|error| rounded(object, "repr", error));
    text.map_or_else(|_| "a state".to_owned(), |text| text.to_string().chars().take(200).collect())
}

/// Returns the text of an object that contains a whole number too long for Python to format. The number is
/// rounded.
///
/// # Errors
///
/// Returns `error` unchanged if it has another cause.
fn rounded<'py>(object: &Bound<'py, PyAny>, write: &str, error: PyErr) -> PyResult<Bound<'py, PyString>> {
    let py = object.py();
    if !error.is_instance_of::<PyValueError>(py) {
        return Err(error);
    }
    let write = py.import("builtins")?.getattr(write)?;
    Ok(py.import("chancetree._texts")?.call_method1("text", (object, write))?.cast_into()?)
}

/// Returns the name of an action or event. Each name is stored once and lives as long as the program, because
/// copies of events share it.
pub(crate) fn name(object: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let text = object.str().or_else(|error| rounded(object, "str", error))?;
    Ok(interned(text.to_string()))
}
