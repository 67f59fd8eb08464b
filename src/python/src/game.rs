//! A game written in Python, as a [`Game`] of the engine.
//!
//! States, actions and events are any hashable objects. Each object gets a number when it first occurs, and
//! the engine only uses the numbers. The interpreter lock is held only while a state is expanded.

use crate::objects::{NamedObject, ObjectTable, StateId, name, repr};
use crate::value::fraction_of;
use chancetree::exact::{over_one_denominator, ratio, zero};
use chancetree::game::{Choices, Events, Game, MAX_POINTS, MAX_SEATS, Points, Seat};
use chancetree::prelude::{Depict, Rational};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRecursionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyMapping, PyString};
use std::cell::Cell;
use std::ffi::c_long;
use std::ops::Deref;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// An event: its weight, its name, and the next state.
type WeightedEvent = (u64, NamedObject, StateId);

/// The states, actions and events that have occurred.
pub(crate) struct Registry {
    states: ObjectTable<StateId>,
    actions: ObjectTable<NamedObject>,
    pub(crate) events: ObjectTable<NamedObject>,
}

/// A game written in Python. Clones share the same game.
#[derive(Clone)]
pub(crate) struct PyGame(Arc<Script>);

impl Deref for PyGame {
    type Target = Script;

    fn deref(&self) -> &Script {
        &self.0
    }
}

/// The methods of a Python game, and the objects that it has returned.
pub(crate) struct Script {
    layer: Option<Py<PyAny>>,
    expand: Py<PyAny>,
    passes: Option<Py<PyAny>>,
    points: Option<Py<PyAny>>,
    start: StateId,
    seats: Seat,
    registry: Mutex<Registry>,
    /// Whether a call into Python has failed, so that the work must stop.
    has_failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
    /// The thread that is calling into Python, by Python's thread number; 0 if there is none.
    calling: AtomicU64,
    /// The number of queries around a call into Python: 1, or more if the rules of another game query this game.
    depth: AtomicU32,
}

/// The greatest number of queries inside each other: the rules of a game may query smaller games.
const MAX_NESTED: u32 = 32;

thread_local! {
    /// The number of queries that wait for the call into Python on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Returns an attribute of a game, or `None` if the game does not have it.
pub(crate) fn method(game: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Py<PyAny>>> {
    let found = game.getattr_opt(name)?.filter(|found| !found.is_none());
    match found {
        Some(found) if !found.is_callable() => {
            Err(PyTypeError::new_err(format!("{name} of the game is not a method")))
        }
        found => Ok(found.map(Bound::unbind)),
    }
}

/// Returns the exception for a game that breaks its contract in a state, or in an event if there is no state.
pub(crate) fn broken(py: Python<'_>, text: &str, state: Option<&Bound<'_, PyAny>>) -> PyErr {
    let exception = || py.import("chancetree._errors")?.call_method1("broken", (text, state));
    exception().map_or_else(|error| error, PyErr::from_value)
}

impl PyGame {
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
                    "{class} is not a game: it has no method {name}; start and expand are needed"
                ))
            })
        };
        let (start, expand, layer) = (needed("start")?, needed("expand")?, method(game, "layer")?);
        let seats = match game.getattr_opt("seats")? {
            None => 1,
            Some(seats) => {
                let seats = if seats.is_callable() { seats.call0()? } else { seats };
                let wrong = || PyValueError::new_err(format!("a game has 1 to {MAX_SEATS} seats"));
                let number = seats.extract::<i64>()?;
                Seat::try_from(number)
                    .ok()
                    .filter(|seats| (1..=MAX_SEATS).contains(seats))
                    .ok_or_else(wrong)?
            }
        };
        let registry = Registry {
            states: ObjectTable::new(py),
            actions: ObjectTable::new(py),
            events: ObjectTable::new(py),
        };
        let mut script = Self {
            layer,
            expand,
            passes: method(game, "passes")?,
            points: method(game, "points")?,
            start: StateId { layer: 0, id: 0 },
            seats,
            registry: Mutex::new(registry),
            has_failed: AtomicBool::new(false),
            failure: Mutex::new(None),
            calling: AtomicU64::new(0),
            depth: AtomicU32::new(0),
        };
        let first = start.bind(py).call0()?;
        script.start = script.state(&first)?;
        Ok(script)
    }

    pub(crate) fn with_registry<T>(&self, py: Python<'_>, visit: impl FnOnce(&mut Registry) -> T) -> T {
        visit(&mut self.registry.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the state of an object, and registers it if it is new.
    fn state(&self, object: &Bound<'_, PyAny>) -> PyResult<StateId> {
        let py = object.py();
        if let Some(known) = self.with_registry(py, |registry| registry.states.known(object))? {
            return Ok(known);
        }
        let layer = self.layer.as_ref().map_or(Ok(0), |layer| self.layer_of(object, layer.bind(py)))?;
        self.with_registry(py, |registry| registry.states.add(object, |id| StateId { layer, id }))
    }

    /// Calls the method `layer` of the game with a state.
    fn layer_of(&self, state: &Bound<'_, PyAny>, layer: &Bound<'_, PyAny>) -> PyResult<u32> {
        let found = layer.call1((state,))?;
        found.extract().map_err(|_| {
            let (of, shown, most) = (repr(state), repr(&found), u32::MAX);
            let what = format!("layer of {of} is {shown}; a whole number from 0 to {most} is needed");
            broken(state.py(), &what, Some(state))
        })
    }

    fn action(&self, object: &Bound<'_, PyAny>) -> PyResult<NamedObject> {
        self.with_registry(object.py(), |registry| match registry.actions.known(object)? {
            Some(known) => Ok(known),
            None => {
                let name = name(object)?;
                registry.actions.add(object, |id| NamedObject { id, name, passes: 0, points: 0 })
            }
        })
    }

    fn event(&self, object: &Bound<'_, PyAny>) -> PyResult<NamedObject> {
        let py = object.py();
        if let Some(known) = self.with_registry(py, |registry| registry.events.known(object))? {
            return Ok(known);
        }
        let ask = |method: &Option<Py<PyAny>>, name: &str, least: i64, most: i64| -> PyResult<i64> {
            let Some(method) = method else { return Ok(0) };
            let found = method.bind(py).call1((object,))?;
            found.extract().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                let what = format!("{name} of the event {} is {}", repr(object), repr(&found));
                broken(py, &format!("{what}; a whole number from {least} to {most} is needed"), None)
            })
        };
        let passes = ask(&self.passes, "passes", 0, i64::from(self.seats) - 1)? as Seat;
        let most = i64::from(MAX_POINTS);
        let points = ask(&self.points, "points", -most, most)? as Points;
        let name = name(object)?;
        self.with_registry(py, |registry| {
            registry.events.add(object, |id| NamedObject { id, name, passes, points })
        })
    }

    /// Returns the object of a state.
    pub(crate) fn object<'py>(&self, py: Python<'py>, state: u32) -> PyResult<Bound<'py, PyAny>> {
        self.with_registry(py, |registry| registry.states.object(py, state))
    }

    /// Returns the object of an action.
    pub(crate) fn action_object<'py>(&self, py: Python<'py>, action: u32) -> PyResult<Bound<'py, PyAny>> {
        self.with_registry(py, |registry| registry.actions.object(py, action))
    }

    /// Returns the number of a state, or `None` if it has not occurred.
    pub(crate) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        Ok(self.with_registry(object.py(), |registry| registry.states.known(object))?.map(|state| state.id))
    }

    /// Returns `true` if a call into Python has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Relaxed)
    }

    /// Removes and returns the failure.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        self.has_failed.store(false, Relaxed);
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Interrupts the call into Python that another thread is in.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let thread = self.calling.load(Relaxed);
        if thread != 0 {
            let kind = py.get_type::<PyKeyboardInterrupt>();
            // SAFETY: the lock is held and `kind` is an exception type; if the thread is gone, the call does
            // nothing.
            unsafe { pyo3::ffi::PyThreadState_SetAsyncExc(thread as c_long, kind.as_ptr()) };
        }
    }

    /// Calls into Python. Another thread can interrupt the call.
    pub(crate) fn call<T>(&self, py: Python<'_>, ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        self.calling.store(own_thread(py)?, Relaxed);
        let outer = DEPTH.replace(self.depth.load(Relaxed));
        let found = ask();
        DEPTH.set(outer);
        self.calling.store(0, Relaxed);
        found
    }

    /// Begins a query of this game.
    ///
    /// # Errors
    /// If queries are nested too deeply, as in a game that queries itself.
    pub(crate) fn begin_query(&self) -> PyResult<()> {
        let depth = DEPTH.get() + 1;
        self.depth.store(depth, Relaxed);
        if depth <= MAX_NESTED {
            return Ok(());
        }
        Err(PyRecursionError::new_err(format!(
            "more than {MAX_NESTED} queries inside each other; the rules and the payoff of a game must not query the game itself"
        )))
    }

    pub(crate) fn fail(&self, error: PyErr) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.has_failed.store(true, Relaxed);
    }

    /// Adds the choices that Python returns for a state: nothing at an end, actions with events from a dict,
    /// or otherwise the events of chance.
    fn write(&self, py: Python<'_>, state: StateId, choices: &mut Choices<PyGame>) -> PyResult<()> {
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
        // If events are given but none can happen, the state is not an end; the engine reports this.
        if given > 0 {
            fill(choices.chance(), events);
        }
        Ok(())
    }

    /// Returns the possible events of a choice (weight, event and state), and the number of events that were
    /// given.
    fn events(
        &self,
        of: &Bound<'_, PyAny>,
        found: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<WeightedEvent>, usize)> {
        let wrong = |what: String| broken(of.py(), &format!("expand of {} gives {what}", repr(of)), Some(of));
        let Ok(all) = found.try_iter() else {
            return Err(wrong(format!(
                "{}; events (weight, event, state), or actions with them, are needed",
                repr(found)
            )));
        };
        let mut events = Vec::new();
        let mut given = 0;
        // The fractions among the weights, each with the place of its event.
        let mut fractions = Vec::new();
        for one in all {
            let one = one?;
            given += 1;
            let Ok((weight, event, next)) =
                one.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            else {
                return Err(wrong(format!("{}; an event is (weight, event, state)", repr(&one))));
            };
            let number = match weight.extract::<u64>() {
                Ok(number) => Some(number),
                Err(_) if weight.is_instance_of::<PyString>() => None,
                Err(_) => fraction_of(&weight).filter(|fraction| *fraction >= zero()).map(|fraction| {
                    if fraction == zero() {
                        return 0;
                    }
                    fractions.push((events.len(), fraction));
                    // `scale` replaces this weight.
                    1
                }),
            };
            let Some(weight) = number else {
                let (given, most, part) = (repr(&weight), u64::MAX, i64::MAX);
                return Err(wrong(format!(
                    "the weight {given}; a whole number from 0 to {most}, or a fraction of numbers up to {part}, is needed"
                )));
            };
            if weight > 0 {
                events.push((weight, self.event(&event)?, self.state(&next)?));
            }
        }
        if !fractions.is_empty() {
            scale(&mut events, fractions)
                .ok_or_else(|| wrong("weights that exceed 64 bits over one denominator".to_owned()))?;
        }
        Ok((events, given))
    }
}

/// Replaces weights by fractions, each with the place of its event, and multiplies all weights by their common
/// denominator. Returns `None` if a weight would exceed 64 bits.
fn scale(events: &mut [WeightedEvent], fractions: Vec<(usize, Rational)>) -> Option<()> {
    let mut weights: Vec<Rational> = events.iter().map(|(weight, ..)| ratio(*weight, 1)).collect();
    for (place, fraction) in fractions {
        weights[place] = fraction;
    }
    let (numbers, _) = over_one_denominator(weights.iter());
    for ((weight, ..), number) in events.iter_mut().zip(numbers) {
        *weight = number.try_into().ok()?;
    }
    Some(())
}

impl Game for PyGame {
    type State = StateId;
    type Action = NamedObject;
    type Event = NamedObject;

    fn start(&self) -> StateId {
        self.start
    }

    fn expand(&self, state: &StateId, choices: &mut Choices<Self>) {
        if self.has_failed() {
            return;
        }
        Python::attach(|py| {
            if let Err(error) = self.call(py, || self.write(py, *state, choices)) {
                self.fail(error);
            }
        });
    }

    fn layer(&self, state: &StateId) -> u32 {
        state.layer
    }

    fn seats(&self) -> Seat {
        self.seats
    }
}

impl Depict for PyGame {
    fn unit(&self) -> Option<&'static str> {
        self.points.as_ref().map(|_| "points")
    }

    fn words(&self, state: &StateId, text: &mut String) {
        Python::attach(|py| {
            if let Ok(object) = self.object(py, state.id) {
                text.push_str(&repr(&object).replace('\n', " "));
            }
        });
    }
}

/// Adds events to a choice.
fn fill(choice: Events<'_, PyGame>, events: Vec<WeightedEvent>) {
    events.into_iter().fold(choice, |choice, (weight, event, next)| {
        choice.event(weight, event, || next).points(event.points).pass_by(event.passes)
    });
}

/// Returns Python's number for this thread.
fn own_thread(py: Python<'_>) -> PyResult<u64> {
    thread_local! {
        static NUMBER: Cell<u64> = const { Cell::new(0) };
    }
    if NUMBER.get() == 0 {
        NUMBER.set(py.import("threading")?.call_method0("get_ident")?.extract()?);
    }
    Ok(NUMBER.get())
}
