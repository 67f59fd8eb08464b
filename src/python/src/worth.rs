//! Payoffs written in Python.

use crate::game::{Told, method};
use crate::objects::{Named, State, repr};
use chancetree::game::Seat;
use chancetree::prelude::Payoff;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The worth of ends and events, as Python says; points, where it says nothing.
pub(crate) struct Worth {
    event: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
}

impl Worth {
    /// Reads `payoff`: a callable of an end and a seat, or an object with methods `event` and `end`; `None` is points.
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

    fn whole(&self, game: &Told, ask: impl FnOnce(Python<'_>) -> PyResult<i64>) -> i64 {
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

fn worth(of: &str, found: &Bound<'_, PyAny>) -> PyResult<i64> {
    found.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "the payoff of {of} is {}; a whole number of 64 bits is needed",
            repr(found)
        ))
    })
}

impl Payoff<Told> for Worth {
    fn event(&self, game: &Told, event: Named) -> i64 {
        let Some(ask) = &self.event else { return event.points.into() };
        self.whole(game, |py| {
            let object = game.met(py, |met| met.events.object(py, event.id))?;
            worth(&format!("the event {}", repr(&object)), &ask.bind(py).call1((&object,))?)
        })
    }

    fn end(&self, game: &Told, state: &State, seat: Seat) -> i64 {
        let Some(ask) = &self.end else { return 0 };
        self.whole(game, |py| {
            let object = game.object(py, state.id)?;
            worth(&repr(&object), &ask.bind(py).call1((&object, seat))?)
        })
    }
}
