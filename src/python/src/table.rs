//! Tables with named columns, of graphs and of results.

use crate::arrow::{schema_capsule, stream_capsule};
use chancetree::export::{self, ColumnType, Values};
use pyo3::IntoPyObjectExt as _;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// A table with named columns, which implements the Arrow PyCapsule interface.
#[pyclass(frozen, module = "chancetree", name = "Table")]
pub(crate) struct ArrowTable(Arc<ArrowColumns>);

/// The columns in Arrow's layout.
pub(crate) struct ArrowColumns {
    pub(crate) rows: usize,
    pub(crate) all: Vec<(String, ColumnData)>,
}

/// A column: its format and its data.
pub(crate) struct ColumnData {
    pub(crate) format: &'static str,
    pub(crate) values: Values,
    /// The flags of a column of flags, one bit each.
    pub(crate) bits: Vec<u8>,
    /// The rows with a missing value. Empty if no value is missing.
    pub(crate) missing: Vec<bool>,
    /// One bit for each row, which is set if the row has a value. Empty if no value is missing.
    pub(crate) validity: Vec<u8>,
}

impl ColumnData {
    fn new(values: Values, missing: Vec<bool>) -> Self {
        let (format, bits) = match &values {
            Values::Text { .. } => ("U", Vec::new()),
            Values::Integer(_) => ("l", Vec::new()),
            Values::Real(_) => ("g", Vec::new()),
            Values::Flag(flags) => ("b", packed(flags)),
        };
        let missing = if missing.contains(&true) { missing } else { Vec::new() };
        let validity = packed(&missing.iter().map(|missing| !missing).collect::<Vec<_>>());
        Self { format, values, bits, missing, validity }
    }

    /// Returns a column from Python values of one kind: `text`, `integer`, `real` or `flag`. `None` is a missing value.
    fn of(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        fn present<'py, T: Default + FromPyObjectOwned<'py>>(
            values: &Bound<'py, PyAny>,
            column: impl FnOnce(Vec<T>) -> Values,
        ) -> PyResult<(Values, Vec<bool>)> {
            let values: Vec<Option<T>> = values.extract()?;
            let missing = values.iter().map(Option::is_none).collect();
            Ok((column(values.into_iter().map(Option::unwrap_or_default).collect()), missing))
        }
        let of_texts = |texts: Vec<String>| {
            let mut values = Values::new(ColumnType::Text);
            texts.iter().for_each(|text| values.text(text));
            values
        };
        let (values, missing) = match kind {
            "text" => present(values, of_texts)?,
            "integer" => present(values, Values::Integer)?,
            "real" => present(values, Values::Real)?,
            "flag" => present(values, Values::Flag)?,
            kind => return Err(PyValueError::new_err(format!("{kind} is no kind of a column"))),
        };
        Ok(Self::new(values, missing))
    }

    /// Returns the values as a Python list, with `None` for missing values.
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fn all<T>(values: impl Iterator<Item = T>, missing: &[bool]) -> Vec<Option<T>> {
            let is_missing = |row: usize| missing.get(row).is_some_and(|&missing| missing);
            values.enumerate().map(|(row, value)| (!is_missing(row)).then_some(value)).collect()
        }
        match &self.values {
            Values::Text { .. } => all(self.values.texts(), &self.missing).into_bound_py_any(py),
            Values::Integer(numbers) => all(numbers.iter(), &self.missing).into_bound_py_any(py),
            Values::Real(numbers) => all(numbers.iter(), &self.missing).into_bound_py_any(py),
            Values::Flag(flags) => all(flags.iter(), &self.missing).into_bound_py_any(py),
        }
    }
}

impl ArrowTable {
    pub(crate) fn new(table: export::ColumnTable) -> Self {
        let column = |(name, values)| (name, ColumnData::new(values, Vec::new()));
        Self(Arc::new(ArrowColumns {
            rows: table.rows,
            all: table.columns.into_iter().map(column).collect(),
        }))
    }

    /// Calls a function of the module `_tables` with a table.
    fn call<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("chancetree._tables")?.call_method1(name, (slf,))
    }
}

/// Packs flags into bits, least significant bit first.
fn packed(flags: &[bool]) -> Vec<u8> {
    let byte = |flags: &[bool]| flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag));
    flags.chunks(8).map(byte).collect()
}

#[pymethods]
impl ArrowTable {
    /// Creates a table from columns: a name, the kind of the values (`text`, `integer`, `real` or `flag`), and the values.
    #[new]
    fn of(columns: Vec<(String, String, Bound<'_, PyAny>)>) -> PyResult<Self> {
        let column = |(name, kind, values): (String, String, Bound<'_, PyAny>)| {
            Ok((name, ColumnData::of(&kind, &values)?))
        };
        let all = columns.into_iter().map(column).collect::<PyResult<Vec<_>>>()?;
        let rows = all.first().map_or(0, |(_, column)| column.values.rows());
        if all.iter().any(|(_, column)| column.values.rows() != rows) {
            return Err(PyValueError::new_err("the columns have different lengths"));
        }
        Ok(Self(Arc::new(ArrowColumns { rows, all })))
    }

    /// Returns the type and the columns, for `pickle` and `copy`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let column = |(name, column): &(String, ColumnData)| {
            Ok((name.clone(), column.values.kind().name(), column.list(py)?))
        };
        let columns = slf.get().0.all.iter().map(column).collect::<PyResult<Vec<_>>>()?;
        (slf.get_type(), (columns,)).into_bound_py_any(py)
    }

    /// Converts the table to a pandas table.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::call(slf, "to_pandas")
    }

    /// Converts the table to a polars table.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::call(slf, "to_polars")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::call(slf, "html_of_table")
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.rows
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.0.all.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The values of a column as a list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some((_, column)) = self.0.all.iter().find(|(own, _)| own == name) else {
            return Err(PyKeyError::new_err(name.to_owned()));
        };
        column.list(py)
    }

    fn __len__(&self) -> usize {
        self.0.rows
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.0.all.iter().map(|(name, _)| name.as_str()).collect();
        format!("<chancetree.Table: {} rows; {}>", self.0.rows, names.join(", "))
    }

    /// Returns the schema as a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0)
    }

    /// Returns all rows in one batch as a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A requested schema is only a preference, and this schema is already the simplest one.
        drop(requested_schema);
        stream_capsule(py, &self.0)
    }
}
