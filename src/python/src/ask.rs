//! Queries in the syntax of the command line.

use crate::table::ArrowTable;
use crate::value::{is_json, python};
use crate::work::wait;
use chancetree::cli::embed::{self, Control, EmbedError, Reason, Request, Response};
use chancetree::export::GraphTables;
use chancetree::family::Spelling;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::ffi::OsString;
use std::sync::Arc;

/// Converts an error of the engine to an exception, with the finished part of the answer.
pub(crate) fn refused(py: Python<'_>, refusal: EmbedError) -> PyErr {
    let (what, _) = refusal.message(Spelling::Python);
    refused_with(py, refusal, what)
}

/// Converts an error of the engine to an exception with the message `what`, with the finished part of the answer.
pub(crate) fn refused_with(py: Python<'_>, refusal: EmbedError, what: String) -> PyErr {
    let reason = match refusal.reason {
        Reason::Failed => "failed",
        Reason::Unknown => "unknown",
        Reason::Usage | Reason::Missing => "usage",
        Reason::Beyond => "limit",
        Reason::States => "states",
        Reason::Memory => "memory",
        Reason::Time => "time",
        Reason::Interrupted => "interrupted",
    };
    let exception = || -> PyResult<Bound<'_, PyAny>> {
        let so_far = match is_json(&refusal.so_far.printed) {
            Some(value) => python(py, &value)?,
            None => py.None().into_bound(py),
        };
        let (_, help) = refusal.message(Spelling::Python);
        let argument = refusal.argument();
        let names = argument.map_or(&[][..], |error| &error.names);
        let names: Vec<_> = names.iter().map(|name| Spelling::Python.name(name)).collect();
        let value = argument.and_then(|error| error.typed.clone());
        let details = (reason, what, help, so_far, names, value);
        py.import("chancetree._errors")?.call_method1("refused", details)
    };
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// Runs a query. Returns its output, parsed if it is JSON and as bytes otherwise, or the tables of a graph.
#[pyfunction]
#[pyo3(signature = (words, input=None, *, tables=false, raw=false, progress=None))]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    words: Vec<String>,
    input: Option<(String, Vec<u8>)>,
    tables: bool,
    raw: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = Request { words: words.into_iter().map(OsString::from).collect(), input, tables };
    let control = Arc::new(Control::default());
    let own = Arc::clone(&control);
    let answer = wait(py, &control, progress, |_| (), move || embed::ask(request, &own))?;
    let Response { printed, tables } =
        answer.and_then(|answer| answer).map_err(|refusal| refused(py, *refusal))?;
    if let Some(tables) = tables {
        return graph(py, tables);
    }
    match is_json(&printed).filter(|_| !raw) {
        Some(value) => python(py, &value),
        None => Ok(PyBytes::new(py, &printed).into_any()),
    }
}

/// Converts the tables of a graph to a dict.
pub(crate) fn graph(py: Python<'_>, tables: GraphTables) -> PyResult<Bound<'_, PyAny>> {
    let found = PyDict::new(py);
    found.set_item("title", tables.title)?;
    found.set_item("facts", tables.facts)?;
    found.set_item("start", tables.start)?;
    found.set_item("nodes", Bound::new(py, ArrowTable::new(tables.nodes))?)?;
    found.set_item("edges", Bound::new(py, ArrowTable::new(tables.edges))?)?;
    Ok(found.into_any())
}

/// Raises an exception if the words are invalid, as far as that is known without computing anything.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, words: Vec<String>) -> PyResult<()> {
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    embed::check(&words).map_err(|refusal| refused(py, *refusal))
}

/// Returns the commands, with the families that each supports and their parameters.
#[pyfunction]
pub(crate) fn families(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    python(py, &embed::describe())
}
