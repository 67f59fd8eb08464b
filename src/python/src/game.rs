//! A game written in Python, as the engine knows games.
//!
//! States, actions and events are any hashable objects: each is given a number when it first comes, and the engine sees the
//! numbers. The lock of the interpreter is held while a state is expanded, and at no other time.

use crate::objects::{Named, Numbered, State, name, repr};
use chancetree::game::{Choices, Events, Game, MOST_SEATS, Points, Seat};
use chancetree::prelude::Depict;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyMapping;
use std::cell::Cell;
use std::ffi::c_long;
use std::ops::Deref;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// An event: its weight, its name, and the state that follows.
type Happening = (u64, Named, State);

/// The states, actions and events that have come.
pub(crate) struct Met {
    states: Numbered<State>,
    actions: Numbered<Named>,
    pub(crate) events: Numbered<Named>,
}

/// A game written in Python. Its clones are the same game.
#[derive(Clone)]
pub(crate) struct Told(Arc<Script>);

impl Deref for Told {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.0
    }
}

/// A game as Python tells it, and what was asked of it already.
pub(crate) struct Script {
    layer: Py<PyAny>,
    expand: Py<PyAny>,
    passes: Option<Py<PyAny>>,
    points: Option<Py<PyAny>>,
    start: State,
    seats: Seat,
    met: Mutex<Met>,
    /// `true` once a call into Python has failed: the work is to stop.
    has_failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
    /// The thread that is in a call into Python, as Python numbers threads; 0 if none is.
    calling: AtomicU64,
}

/// An object that Python is asked for by each of these names, if it has one.
pub(crate) fn method(game: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let found = game.getattr_opt(name)?.filter(|found| !found.is_none());
    match found {
        Some(found) if !found.is_callable() => {
            Err(PyTypeError::new_err(format!("{name} of the game is no method")))
        }
        found => Ok(found.map(Bound::unbind)),
    }
}

impl Told {
    pub(crate) fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(Script::new(game)?)))
    }
}

impl Script {
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = game.py();
        let needed = |name: &str| {
            method(game, name)?.ok_or_else(|| {
                let class = game.get_type();
                PyTypeError::new_err(format!(
                    "{class} is no game: it has no method {name}; start, expand and layer are needed"
                ))
            })
        };
        let (start, expand, layer) = (needed("start")?, needed("expand")?, needed("layer")?);
        let seats = match game.getattr_opt("seats")? {
            None => 1,
            Some(seats) => {
                let seats = if seats.is_callable() { seats.call0()? } else { seats };
                let wrong = || PyValueError::new_err(format!("a game has 1 to {MOST_SEATS} seats"));
                let number = seats.extract::<i64>()?;
                Seat::try_from(number)
                    .ok()
                    .filter(|seats| (1..=MOST_SEATS).contains(seats))
                    .ok_or_else(wrong)?
            }
        };
        let met = Met { states: Numbered::new(py), actions: Numbered::new(py), events: Numbered::new(py) };
        let mut told = Self {
            layer,
            expand,
            passes: method(game, "passes")?,
            points: method(game, "points")?,
            start: State { layer: 0, id: 0 },
            seats,
            met: Mutex::new(met),
            has_failed: AtomicBool::new(false),
            failure: Mutex::new(None),
            calling: AtomicU64::new(0),
        };
        let first = start.bind(py).call0()?;
        told.start = told.state(&first)?;
        Ok(told)
    }

    pub(crate) fn met<T>(&self, py: Python<'_>, ask: impl FnOnce(&mut Met) -> T) -> T {
        ask(&mut self.met.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }

    /// The state that an object is.
    fn state(&self, object: &Bound<'_, PyAny>) -> PyResult<State> {
        let py = object.py();
        if let Some(known) = self.met(py, |met| met.states.known(object))? {
            return Ok(known);
        }
        let layer = self.layer.bind(py).call1((object,))?;
        let layer: u32 = layer.extract().map_err(|_| {
            let (of, shown) = (repr(object), repr(&layer));
            let most = u32::MAX;
            PyTypeError::new_err(format!(
                "layer of {of} is {shown}; a whole number from 0 to {most} is needed"
            ))
        })?;
        self.met(py, |met| met.states.add(object, |id| State { layer, id }))
    }

    fn action(&self, object: &Bound<'_, PyAny>) -> PyResult<Named> {
        self.met(object.py(), |met| match met.actions.known(object)? {
            Some(known) => Ok(known),
            None => {
                let name = name(object)?;
                met.actions.add(object, |id| Named { id, name, passes: 0, points: 0 })
            }
        })
    }

    fn event(&self, object: &Bound<'_, PyAny>) -> PyResult<Named> {
        let py = object.py();
        if let Some(known) = self.met(py, |met| met.events.known(object))? {
            return Ok(known);
        }
        let ask = |method: &Option<Py<PyAny>>, name: &str, most: i64| -> PyResult<i64> {
            let Some(method) = method else { return Ok(0) };
            let found = method.bind(py).call1((object,))?;
            found.extract().ok().filter(|number| (0..=most).contains(number)).ok_or_else(|| {
                let what = format!("{name} of the event {} is {}", repr(object), repr(&found));
                PyTypeError::new_err(format!("{what}; a whole number from 0 to {most} is needed"))
            })
        };
        let passes = ask(&self.passes, "passes", i64::from(self.seats) - 1)? as Seat;
        let points = ask(&self.points, "points", Points::MAX.into())? as Points;
        let name = name(object)?;
        self.met(py, |met| met.events.add(object, |id| Named { id, name, passes, points }))
    }

    /// The object that a state is.
    pub(crate) fn object<'py>(&self, py: Python<'py>, state: u32) -> PyResult<Bound<'py, PyAny>> {
        self.met(py, |met| met.states.object(py, state))
    }

    /// The object that an action is.
    pub(crate) fn action_object<'py>(&self, py: Python<'py>, action: u32) -> PyResult<Bound<'py, PyAny>> {
        self.met(py, |met| met.actions.object(py, action))
    }

    /// The number of a state that has come.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        Ok(self.met(object.py(), |met| met.states.known(object))?.map(|state| state.id))
    }

    /// Returns `true` if a call into Python has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Relaxed)
    }

    /// The failure, once.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        self.has_failed.store(false, Relaxed);
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Interrupts a call into Python that another thread is in, however long that would take.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let thread = self.calling.load(Relaxed);
        if thread != 0 {
            let kind = py.get_type::<PyKeyboardInterrupt>();
            // SAFETY: the lock is held, and the exception is one; a thread that is gone is not found, and nothing is done.
            unsafe { pyo3::ffi::PyThreadState_SetAsyncExc(thread as c_long, kind.as_ptr()) };
        }
    }

    /// Calls into Python, so that the call can be interrupted.
    pub(crate) fn call<T>(&self, py: Python<'_>, ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        self.calling.store(own_thread(py)?, Relaxed);
        let found = ask();
        self.calling.store(0, Relaxed);
        found
    }

    pub(crate) fn fail(&self, error: PyErr) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.has_failed.store(true, Relaxed);
    }

    /// Writes what Python says of a state: nothing or something empty at an end, a dict of actions and their events where
    /// somebody decides, else the events of chance.
    fn write(&self, py: Python<'_>, state: State, choices: &mut Choices<Told>) -> PyResult<()> {
        let object = self.object(py, state.id)?;
        let found = self.expand.bind(py).call1((&object,))?;
        if found.is_none() {
            return Ok(());
        }
        if let Ok(actions) = found.cast::<PyMapping>() {
            for pair in actions.items()?.iter() {
                let (action, events) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                let (events, _) = self.events(&object, &events)?;
                let action = self.action(&action)?;
                fill(choices.action(action), events);
            }
            return Ok(());
        }
        let (events, given) = self.events(&object, &found)?;
        // Events none of which can happen are no end: the engine says so.
        if given > 0 {
            fill(choices.chance(), events);
        }
        Ok(())
    }

    /// The events of a choice that can happen: weight, event and state; and how many were given.
    fn events(&self, of: &Bound<'_, PyAny>, found: &Bound<'_, PyAny>) -> PyResult<(Vec<Happening>, usize)> {
        let wrong = |what: String| PyTypeError::new_err(format!("expand of {} gives {what}", repr(of)));
        let Ok(all) = found.try_iter() else {
            return Err(wrong(format!(
                "{}; events (weight, event, state), or actions with them, are needed",
                repr(found)
            )));
        };
        let mut events = Vec::new();
        let mut given = 0;
        for one in all {
            let one = one?;
            given += 1;
            let Ok((weight, event, next)) =
                one.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            else {
                return Err(wrong(format!("{}; an event is (weight, event, state)", repr(&one))));
            };
            let Ok(weight) = weight.extract::<u64>() else {
                let what =
                    format!("the weight {}; a whole number from 0 to {} is needed", repr(&weight), u64::MAX);
                return Err(wrong(what));
            };
            if weight > 0 {
                events.push((weight, self.event(&event)?, self.state(&next)?));
            }
        }
        Ok((events, given))
    }
}

impl Game for Told {
    type State = State;
    type Action = Named;
    type Event = Named;

    fn start(&self) -> State {
        self.start
    }

    fn expand(&self, state: &State, choices: &mut Choices<Self>) {
        if self.has_failed() {
            return;
        }
        Python::attach(|py| {
            if let Err(error) = self.call(py, || self.write(py, *state, choices)) {
                self.fail(error);
            }
        });
    }

    fn layer(&self, state: &State) -> u32 {
        state.layer
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    fn passes(&self, event: Named) -> Seat {
        event.passes
    }

    fn points(&self, event: Named) -> Points {
        event.points
    }
}

impl Depict for Told {
    fn words(&self, state: &State, text: &mut String) {
        Python::attach(|py| {
            if let Ok(object) = self.object(py, state.id) {
                text.push_str(&repr(&object).replace('\n', " "));
            }
        });
    }
}

/// Gives a choice its events.
fn fill(choice: Events<'_, Told>, events: Vec<Happening>) {
    events.into_iter().fold(choice, |choice, (weight, event, next)| choice.event(weight, event, || next));
}

/// The number that Python has for this thread.
fn own_thread(py: Python<'_>) -> PyResult<u64> {
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    if NUMBER.get() == 0 {
        NUMBER.set(py.import("threading")?.call_method0("get_ident")?.extract()?);
    }
    Ok(NUMBER.get())
}
