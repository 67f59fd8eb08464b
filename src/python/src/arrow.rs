//! Tables with the C interface of Apache Arrow: other libraries read the columns in place, without a copy.
//!
//! See <https://arrow.apache.org/docs/format/CDataInterface.html> and
//! <https://arrow.apache.org/docs/format/CStreamInterface.html> for the layouts.

use chancetree::export::{self, Values};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// A table with named columns, which implements the Arrow PyCapsule interface.
#[pyclass(frozen, module = "chancetree", name = "Table")]
pub(crate) struct ArrowTable(Arc<ArrowColumns>);

/// The columns in Arrow's layout.
struct ArrowColumns {
    rows: usize,
    all: Vec<(String, ColumnData)>,
}

/// A column: its format and its data. There is no validity buffer, because no values are missing.
struct ColumnData {
    format: &'static str,
    values: Values,
    /// The flags of a column of flags, one bit each.
    bits: Vec<u8>,
}

impl ArrowTable {
    pub(crate) fn new(table: export::Sheet) -> Self {
        let column_data = |(name, values): (String, Values)| {
            let (format, bits) = match &values {
                Values::Text { .. } => ("U", Vec::new()),
                Values::Integer(_) => ("l", Vec::new()),
                Values::Real(_) => ("g", Vec::new()),
                Values::Flag(flags) => ("b", packed(flags)),
            };
            (name, ColumnData { format, values, bits })
        };
        Self(Arc::new(ArrowColumns {
            rows: table.rows,
            all: table.columns.into_iter().map(column_data).collect(),
        }))
    }
}

/// Packs flags into bits, least significant bit first.
fn packed(flags: &[bool]) -> Vec<u8> {
    let byte = |flags: &[bool]| flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag));
    flags.chunks(8).map(byte).collect()
}

#[pymethods]
impl ArrowTable {
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
            return Err(pyo3::exceptions::PyKeyError::new_err(name.to_owned()));
        };
        Ok(match &column.values {
            Values::Text { bounds, bytes } => {
                let text =
                    |bound: &[i64]| String::from_utf8_lossy(&bytes[bound[0] as usize..bound[1] as usize]);
                bounds.windows(2).map(text).collect::<Vec<_>>().into_pyobject(py)?
            }
            Values::Integer(numbers) => numbers.into_pyobject(py)?,
            Values::Real(numbers) => numbers.into_pyobject(py)?,
            Values::Flag(flags) => flags.into_pyobject(py)?,
        })
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
        PyCapsule::new_with_value(py, schema(&self.0), c"arrow_schema")
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
        let state = Box::new(StreamState { columns: Arc::clone(&self.0), done: false });
        let stream = ArrowArrayStream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(state).cast(),
        };
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// A schema, or one column of a schema.
#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

/// An array of rows, or one of its columns.
#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

/// A stream of batches.
#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

// Python drops a capsule that was not consumed. A consumer clears `release`.
macro_rules! handed_over {
    ($($of:ty),*) => {
        $(// SAFETY: what it points to belongs to it alone, or is shared and never changes.
        unsafe impl Send for $of {}

        impl Drop for $of {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it was not released before, or `release` would be gone.
                    unsafe { release(self) }
                }
            }
        })*
    };
}

handed_over!(ArrowSchema, ArrowArray, ArrowArrayStream);

/// The memory that a schema owns.
struct OwnedSchema {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
}

/// Returns the schema of a table: a struct whose fields are the columns.
fn schema(columns: &ArrowColumns) -> ArrowSchema {
    let column = |(name, column): &(String, ColumnData)| {
        Box::into_raw(Box::new(field(column.format, name, Vec::new())))
    };
    field("+s", "", columns.all.iter().map(column).collect())
}

fn field(format: &str, name: &str, children: Vec<*mut ArrowSchema>) -> ArrowSchema {
    let text = |text: &str| CString::new(text.replace('\0', "")).expect("no byte is zero");
    let (format, name) = (text(format), text(name));
    let (format_at, name_at) = (format.as_ptr(), name.as_ptr());
    let mut own = Box::new(OwnedSchema { _format: format, _name: name, children });
    ArrowSchema {
        format: format_at,
        name: name_at,
        metadata: ptr::null(),
        flags: 0,
        n_children: own.children.len() as i64,
        children: own.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(own).cast(),
    }
}

/// The memory that an array owns.
struct OwnedArray {
    _columns: Arc<ArrowColumns>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

/// Returns the rows of a table: a struct whose fields are the columns.
fn array(columns: &Arc<ArrowColumns>) -> ArrowArray {
    let column = |(_, column): &(String, ColumnData)| {
        let mut buffers: Vec<*const c_void> = vec![ptr::null()];
        match &column.values {
            Values::Text { bounds, bytes } => buffers.extend([bounds.as_ptr().cast(), bytes.as_ptr().cast()]),
            Values::Integer(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Real(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Flag(_) => buffers.push(column.bits.as_ptr().cast()),
        }
        Box::into_raw(Box::new(part(columns, buffers, Vec::new())))
    };
    part(columns, vec![ptr::null()], columns.all.iter().map(column).collect())
}

fn part(
    columns: &Arc<ArrowColumns>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
) -> ArrowArray {
    let mut own = Box::new(OwnedArray { _columns: Arc::clone(columns), buffers, children });
    ArrowArray {
        length: columns.rows as i64,
        null_count: 0,
        offset: 0,
        n_buffers: own.buffers.len() as i64,
        n_children: own.children.len() as i64,
        buffers: own.buffers.as_mut_ptr(),
        children: own.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(own).cast(),
    }
}

/// The state of a stream with one batch.
struct StreamState {
    columns: Arc<ArrowColumns>,
    done: bool,
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the stream is alive, its data was set by `__arrow_c_stream__`, and `out` has room for a schema.
    unsafe {
        let own = &*(*stream).private_data.cast::<StreamState>();
        out.write(schema(&own.columns));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: as in `get_schema`. An array without `release` is the end of the stream.
    unsafe {
        let own = &mut *(*stream).private_data.cast::<StreamState>();
        if own.done {
            ptr::write_bytes(out, 0, 1);
        } else {
            own.done = true;
            out.write(array(&own.columns));
        }
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: the stream is alive and released once; its data was boxed by `__arrow_c_stream__`.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw((*stream).private_data.cast::<StreamState>()));
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the schema is alive and released once; its data and children were boxed by `field` and
    // `schema`. A child that was moved out has no `release`, and dropping it does nothing.
    unsafe {
        (*schema).release = None;
        let own = Box::from_raw((*schema).private_data.cast::<OwnedSchema>());
        own.children.iter().for_each(|&child| drop(Box::from_raw(child)));
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: as in `release_schema`, with `part` and `array`.
    unsafe {
        (*array).release = None;
        let own = Box::from_raw((*array).private_data.cast::<OwnedArray>());
        own.children.iter().for_each(|&child| drop(Box::from_raw(child)));
    }
}
