//! Tables with the C interface of Apache Arrow: other libraries read the columns in place, without a copy.
//!
//! See <https://arrow.apache.org/docs/format/CDataInterface.html> and
//! <https://arrow.apache.org/docs/format/CStreamInterface.html> for the layouts.

use crate::table::{ArrowColumns, ColumnData};
use chancetree::export::Values;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// The flag of a column that may have missing values.
const NULLABLE: i64 = 2;

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
        $(// SAFETY: the pointers lead to memory of this struct alone, or to shared memory that never changes.
        unsafe impl Send for $of {}

        impl Drop for $of {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: releasing clears `release`, so the struct was not released before.
                    unsafe { release(self) }
                }
            }
        })*
    };
}

handed_over!(ArrowSchema, ArrowArray, ArrowArrayStream);

/// Returns the schema of a table as a capsule.
pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    columns: &ArrowColumns,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema(columns), c"arrow_schema")
}

/// Returns all rows of a table in one batch as a capsule.
pub(crate) fn stream_capsule<'py>(
    py: Python<'py>,
    columns: &Arc<ArrowColumns>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let state = Box::new(StreamState { columns: Arc::clone(columns), done: false });
    let stream = ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(state).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

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

/// Returns the schema of one column, or of a struct with `children`.
fn field(format: &str, name: &str, children: Vec<*mut ArrowSchema>) -> ArrowSchema {
    let text = |text: &str| CString::new(text.replace('\0', "")).expect("no byte is zero");
    let (format, name) = (text(format), text(name));
    let (format_at, name_at) = (format.as_ptr(), name.as_ptr());
    let mut own = Box::new(OwnedSchema { _format: format, _name: name, children });
    ArrowSchema {
        format: format_at,
        name: name_at,
        metadata: ptr::null(),
        flags: NULLABLE,
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
        let validity = if column.validity.is_empty() { ptr::null() } else { column.validity.as_ptr().cast() };
        let mut buffers: Vec<*const c_void> = vec![validity];
        match &column.values {
            Values::Text { bounds, bytes } => buffers.extend([bounds.as_ptr().cast(), bytes.as_ptr().cast()]),
            Values::Integer(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Real(numbers) => buffers.push(numbers.as_ptr().cast()),
            Values::Flag(_) => buffers.push(column.bits.as_ptr().cast()),
        }
        let nulls = column.missing.iter().filter(|&&missing| missing).count();
        Box::into_raw(Box::new(part(columns, buffers, nulls, Vec::new())))
    };
    part(columns, vec![ptr::null()], 0, columns.all.iter().map(column).collect())
}

/// Returns one column, or a struct with `children`.
fn part(
    columns: &Arc<ArrowColumns>,
    buffers: Vec<*const c_void>,
    nulls: usize,
    children: Vec<*mut ArrowArray>,
) -> ArrowArray {
    let mut own = Box::new(OwnedArray { _columns: Arc::clone(columns), buffers, children });
    ArrowArray {
        length: columns.rows as i64,
        null_count: nulls as i64,
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
    // SAFETY: the stream is alive, its data was set by `stream_capsule`, and `out` has room for a schema.
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
    // SAFETY: the stream is alive and released once; its data was boxed by `stream_capsule`.
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
