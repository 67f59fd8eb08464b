//! Payoffs written in Python.

use crate::game::{PyGame, broken, method};
use crate::objects::{NamedObject, StateId, repr};
use crate::value::fraction_of;
use chancetree::exact::{ratio, zero};
use chancetree::game::Seat;
use chancetree::model::{Error, Graph};
use chancetree::payoff::PayoffTable;
use chancetree::prelude::Rational;
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

    /// Evaluates the payoff for each event and each end of an explored game.
    pub(crate) fn table(&self, graph: &Graph<PyGame>) -> Result<PayoffTable, Error> {
        let game = graph.game();
        PayoffTable::of_fractions(
            graph,
            |label| match &self.event {
                Some(event) => call_or_zero(game, |py| event_worth(game, event.bind(py), label.event)),
                None => ratio(label.points, 1),
            },
            |state, seat| match &self.end {
                Some(end) => call_or_zero(game, |py| end_worth(game, end.bind(py), state, seat)),
                None => zero(),
            },
        )
    }
}

/// Calls a payoff. Returns zero and records the failure if the call fails.
fn call_or_zero(game: &PyGame, call: impl FnOnce(Python<'_>) -> PyResult<Rational>) -> Rational {
    if game.has_failed() {
        return zero();
    }
    Python::attach(|py| {
        game.call(py, || call(py)).unwrap_or_else(|error| {
            game.fail(error);
            zero()
        })
    })
}

fn event_worth(game: &PyGame, payoff: &Bound<'_, PyAny>, event: NamedObject) -> PyResult<Rational> {
    let py = payoff.py();
    let object = game.with_registry(py, |registry| registry.events.object(py, event.id))?;
    converted(&format!("the event {}", repr(&object)), None, &payoff.call1((&object,))?)
}

fn end_worth(game: &PyGame, payoff: &Bound<'_, PyAny>, state: &StateId, seat: Seat) -> PyResult<Rational> {
    let object = game.object(payoff.py(), state.id)?;
    converted(&repr(&object), Some(&object), &payoff.call1((&object, seat))?)
}

/// Converts a payoff from Python; `of` names its event or end in the error, and `state` is its end.
fn converted(of: &str, state: Option<&Bound<'_, PyAny>>, found: &Bound<'_, PyAny>) -> PyResult<Rational> {
    fraction_of(found).ok_or_else(|| {
        let needed = "a whole number or a fraction of 64 bits is needed";
        broken(found.py(), &format!("the payoff of {of} is {}; {needed}", repr(found)), state)
    })
}
