//! Payoffs written in Python.

use crate::game::{PyGame, method};
use crate::objects::{NamedObject, StateId, repr};
use chancetree::game::{Points, Seat};
use chancetree::prelude::Payoff;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The payoff of ends and events. Without a payoff from Python, points count.
pub(crate) struct PyPayoff {
    event: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
}

impl PyPayoff {
    /// Converts `payoff`: a function of an end and a seat, an object with methods `event` and `end`, or
    /// `None` for points.
    pub(crate) fn new(payoff: &Bound<'_, PyAny>) -> PyResult<Self> {
        if payoff.is_none() {
            return Ok(Self { event: None, end: None });
        }
        let (event, end) = (method(payoff, "event")?, method(payoff, "end")?);
        let is_object = event.is_some() || end.is_some();
        if is_object || payoff.is_callable() {
            let end = if is_object { end } else { Some(payoff.clone().unbind()) };
            let event = match event {
                Some(event) => event,
                None => payoff.py().eval(c"lambda *_: 0", None, None)?.unbind(),
            };
            return Ok(Self { event: Some(event), end });
        }
        let what = "a payoff is a function of an end and a seat, or an object with methods event and end";
        Err(PyTypeError::new_err(format!("{what}, not {}", payoff.get_type().name()?)))
    }

    /// Calls the payoff. Returns zero and records the failure if the call fails.
    fn call_or_zero(&self, game: &PyGame, ask: impl FnOnce(Python<'_>) -> PyResult<i64>) -> i64 {
        if game.has_failed() {
            return 0;
        }
        Python::attach(|py| {
            game.call(py, || ask(py)).unwrap_or_else(|error| {
                game.fail(error);
                0
            })
        })
    }
}

/// Converts a payoff from Python; `of` names its event or end in the error.
fn integer(of: &str, found: &Bound<'_, PyAny>) -> PyResult<i64> {
    found.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "the payoff of {of} is {}; a whole number of 64 bits is needed",
            repr(found)
        ))
    })
}

impl Payoff<PyGame> for PyPayoff {
    fn event(&self, game: &PyGame, event: NamedObject, points: Points) -> i64 {
        let Some(ask) = &self.event else { return points.into() };
        self.call_or_zero(game, |py| {
            let object = game.with_registry(py, |registry| registry.events.object(py, event.id))?;
            integer(&format!("the event {}", repr(&object)), &ask.bind(py).call1((&object,))?)
        })
    }

    fn end(&self, game: &PyGame, state: &StateId, seat: Seat) -> i64 {
        let Some(ask) = &self.end else { return 0 };
        self.call_or_zero(game, |py| {
            let object = game.object(py, state.id)?;
            integer(&repr(&object), &ask.bind(py).call1((&object, seat))?)
        })
    }
}
