//! Conversion of the program's JSON to Python values, with exact numbers as fractions.

use chancetree::exact::ratio;
use chancetree::prelude::Rational;
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyType};
use serde_json::{Map, Value};

/// Parses a text if it is a JSON object or array.
pub(crate) fn is_json(text: &[u8]) -> Option<Value> {
    matches!(text.first(), Some(b'{' | b'[')).then(|| serde_json::from_slice(text).ok()).flatten()
}

/// The keys of whole numbers that are printed as text, because their size is not limited.
const WHOLE: [&str; 6] = ["number", "placements", "states", "transitions", "tree_leaves", "tree_nodes"];

/// Converts a value. `{"exact", "decimal"}` becomes a fraction and `{"float"}` a float. In an object with
/// other keys, the fraction gets the key `probability`.
pub(crate) fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(whole), _, _) => whole.into_pyobject(py)?.into_any(),
            (_, Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (_, _, float) => PyFloat::new(py, float.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let values: PyResult<Vec<_>> = values.iter().map(|value| python(py, value)).collect();
            PyList::new(py, values?)?.into_any()
        }
        Value::Object(fields) => object(py, fields)?,
    })
}

fn object<'py>(py: Python<'py>, fields: &Map<String, Value>) -> PyResult<Bound<'py, PyAny>> {
    let exact = fields.get("exact").and_then(Value::as_str).filter(|_| fields.contains_key("decimal"));
    match (exact, fields.get("float")) {
        (Some(exact), _) if fields.len() == 2 => return fraction(py, exact),
        (None, Some(float)) if fields.len() == 1 => return python(py, float),
        _ => {}
    }
    let all = PyDict::new(py);
    for (name, value) in fields {
        match (name.as_str(), value, exact) {
            ("exact", _, Some(exact)) => all.set_item("probability", fraction(py, exact)?)?,
            ("decimal", _, Some(_)) => {}
            (name, Value::String(text), _) if WHOLE.contains(&name) && is_whole(text) => {
                all.set_item(name, whole(py, text)?)?;
            }
            (name, value, _) => all.set_item(name, python(py, value)?)?,
        }
    }
    Ok(all.into_any())
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a whole number of any size. Python's own parser is limited to 4300 digits.
fn whole<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyInt>> {
    let number: BigInt =
        text.parse().map_err(|_| PyValueError::new_err(format!("{text} is not a whole number")))?;
    number.into_pyobject(py)
}

fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// Parses the fraction `num/den`.
fn fraction<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    class(py)?.call1((whole(py, above)?, whole(py, below)?))
}

/// Converts a whole number, a fraction, or a text such as "1/3" or "0.25". Returns `None` for other objects, and unless the
/// numerator and the denominator have 64 bits.
pub(crate) fn fraction_of(value: &Bound<'_, PyAny>) -> Option<Rational> {
    if let Ok(whole) = value.extract::<i64>() {
        return Some(ratio(whole, 1));
    }
    let class = class(value.py()).ok()?;
    let value = if value.is_instance_of::<PyString>() { class.call1((value,)).ok()? } else { value.clone() };
    let part = |name| value.getattr(name).ok()?.extract::<i64>().ok();
    let (numerator, denominator) = (part("numerator")?, part("denominator")?);
    (denominator > 0).then(|| ratio(numerator, denominator))
}

/// Converts fractions of the engine.
pub(crate) fn all_exact<'py>(py: Python<'py>, values: &[Rational]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    values.iter().map(|value| exact(py, value)).collect()
}

/// Converts a fraction of the engine.
pub(crate) fn exact<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    class(py)?.call1((value.numer(), value.denom()))
}
