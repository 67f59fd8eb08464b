//! Tables through the C interface of Apache Arrow: others read the columns where they are, without a copy.
//!
//! The layout is that of <https://arrow.apache.org/docs/format/CDataInterface.html> and
//! <https://arrow.apache.org/docs/format/CStreamInterface.html>.

use chancetree::export::{self, Values};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// A table whose columns have names; it knows the PyCapsule interface of Arrow.
#[pyclass(frozen, module = "chancetree")]
pub(crate) struct Table(Arc<Columns>);

/// The columns as Arrow lays them out.
struct Columns {
    rows: usize,
    all: Vec<(String, Laid)>,
}

/// A column: its format, and its buffers after that of what is missing, which is nothing.
struct Laid {
    format: &'static str,
    values: Values,
    /// Flags, a bit each.
    bits: Vec<u8>,
}

impl Table {
    pub(crate) fn new(table: export::Sheet) -> Self {
        let laid = |(name, values): (String, Values)| {
            let (format, bits) = match &values {
                Values::Text { .. } => ("U", Vec::new()),
                Values::Integer(_) => ("l", Vec::new()),
                Values::Real(_) => ("g", Vec::new()),
                Values::Flag(flags) => ("b", packed(flags)),
            };
            (name, Laid { format, values, bits })
        };
        Self(Arc::new(Columns { rows: table.rows, all: table.columns.into_iter().map(laid).collect() }))
    }
}

/// Flags as bits, the first the least.
fn packed(flags: &[bool]) -> Vec<u8> {
    let byte = |flags: &[bool]| flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag));
    flags.chunks(8).map(byte).collect()
}

#[pymethods]
impl Table {
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
        let Some((_, laid)) = self.0.all.iter().find(|(own, _)| own == name) else {
            return Err(pyo3::exceptions::PyKeyError::new_err(name.to_owned()));
        };
        Ok(match &laid.values {
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

    /// The schema, as Arrow hands it over.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, schema(&self.0), c"arrow_schema")
    }

    /// All rows in one batch, as Arrow hands them over.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Another schema is a wish only, and the one here is as plain as can be.
        drop(requested_schema);
        let state = Box::new(Streamed { columns: Arc::clone(&self.0), done: false });
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

/// A schema, or one column of it.
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

/// Rows, or one column of them.
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

/// Batches of rows.
#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

// A capsule that nobody took is dropped by Python; whoever took what is in it has cleared `release`.
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

/// The things that a schema owns.
struct OwnedSchema {
    _format: CString,
    _name: CString,
    children: Vec<*mut ArrowSchema>,
}

/// The schema of a table: a struct whose fields are the columns.
fn schema(columns: &Columns) -> ArrowSchema {
    let column =
        |(name, laid): &(String, Laid)| Box::into_raw(Box::new(field(laid.format, name, Vec::new())));
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

/// The things that an array owns.
struct OwnedArray {
    _columns: Arc<Columns>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

/// The rows of a table: a struct whose fields are the columns.
fn array(columns: &Arc<Columns>) -> ArrowArray {
    let column = |(_, laid): &(String, Laid)| {
        let mut buffers: Vec<*const c_void> = vec![ptr::null()];
        match &laid.values {
            Values::Text { bounds, bytes } => buffers.extend([bounds.as_ptr().cast(), bytes.as_ptr().cast()]),
            Values::Integer(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Real(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Flag(_) => buffers.push(laid.bits.as_ptr().cast()),
        }
        Box::into_raw(Box::new(part(columns, buffers, Vec::new())))
    };
    part(columns, vec![ptr::null()], columns.all.iter().map(column).collect())
}

fn part(columns: &Arc<Columns>, buffers: Vec<*const c_void>, children: Vec<*mut ArrowArray>) -> ArrowArray {
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

/// A stream of one batch.
struct Streamed {
    columns: Arc<Columns>,
    done: bool,
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: the stream is alive, its data is what `__arrow_c_stream__` put there, and `out` is room for a schema.
    unsafe {
        let own = &*(*stream).private_data.cast::<Streamed>();
        out.write(schema(&own.columns));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: the same; an array without `release` is the end of the stream.
    unsafe {
        let own = &mut *(*stream).private_data.cast::<Streamed>();
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
        drop(Box::from_raw((*stream).private_data.cast::<Streamed>()));
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the schema is alive and released once; its data and its children were boxed by `field` and `schema`. A
    // child that was taken away has no `release` left, and its drop does nothing.
    unsafe {
        (*schema).release = None;
        let own = Box::from_raw((*schema).private_data.cast::<OwnedSchema>());
        own.children.iter().for_each(|&child| drop(Box::from_raw(child)));
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the same, of `part` and `array`.
    unsafe {
        (*array).release = None;
        let own = Box::from_raw((*array).private_data.cast::<OwnedArray>());
        own.children.iter().for_each(|&child| drop(Box::from_raw(child)));
    }
}
