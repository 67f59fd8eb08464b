//! A game written in Python, explored and solved.

use crate::ask::{graph, refused};
use crate::game::Told;
use crate::objects::{MARK, Named, repr};
use crate::value::{all_exact, exact};
use crate::work::wait;
use crate::worth::Worth;
use chancetree::cli::host::{Control, Desk, Mistake, Reason, Request, Response, Stop, desk};
use chancetree::evaluate::{Optimal, absorption_probabilities};
use chancetree::export::ShownActions;
use chancetree::model::{Error, Monitor, Progress};
use chancetree::prelude::{About, Gain, Graph, Job, count, odds, solve};
use pyo3::exceptions::{PyKeyError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Stops where a call into Python has failed.
struct Listening<'a> {
    told: &'a Told,
    monitor: &'a dyn Monitor,
}

impl Monitor for Listening<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        if self.told.has_failed() { ControlFlow::Break(()) } else { self.monitor.tick(progress) }
    }

    fn done(&self, done: u64, of: u64) {
        self.monitor.done(done, of);
    }
}

/// The limits of a question in words, and the progress bar, if it is to be shown.
type Asked<'py> = (Vec<String>, Option<Bound<'py, PyAny>>);

/// Works without the lock; what failed in Python comes out as it is, and states in errors have their names.
fn work<T: Send + 'static>(
    py: Python<'_>,
    told: &Told,
    asked: Asked<'_>,
    work: impl FnOnce(&Job<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let found = at_desk(py, told, asked, false, |desk, job| work(job).map_err(|error| desk.explain(error)));
    found.map(|(found, _)| found)
}

/// Does the same at a desk, which can also write a graph, as `tables` if they are wanted.
fn at_desk<T: Send + 'static>(
    py: Python<'_>,
    told: &Told,
    (words, progress): Asked<'_>,
    tables: bool,
    work: impl FnOnce(&Desk<'_>, &Job<'_>) -> Result<T, Stop> + Send + 'static,
) -> PyResult<(T, Response)> {
    let question = Request { words: words.into_iter().map(OsString::from).collect(), input: None, tables };
    // A failure may be left behind by an earlier question that was broken off.
    drop(told.take_failure());
    let control = Arc::new(Control::default());
    let (own, game) = (Arc::clone(&control), told.clone());
    let work = move || {
        desk(question, &own, |desk| {
            let job = desk.job();
            let monitor = Listening { told: &game, monitor: job.monitor };
            work(desk, &Job { monitor: &monitor, ..job })
        })
    };
    let done = wait(py, &control, progress.as_ref(), |py| told.interrupt(py), work)?.and_then(|done| done);
    // A call that a limit has interrupted is no failure of the game.
    let limited = |refusal: &Mistake| matches!(refusal.reason, Reason::Time | Reason::Memory);
    match (told.take_failure(), &done) {
        (Some(failure), Err(refusal))
            if limited(refusal) && failure.is_instance_of::<PyKeyboardInterrupt>(py) => {}
        (Some(failure), _) => return Err(failure),
        (None, _) => {}
    }
    done.map_err(|refusal| named(py, told, *refusal))
}

/// The exception for a refusal in which states are numbers.
fn named(py: Python<'_>, told: &Told, mut refusal: Mistake) -> PyErr {
    let mut first = None;
    let mut what = String::new();
    for (place, part) in refusal.what.split(MARK).enumerate() {
        let state = (place % 2 == 1).then(|| told.object(py, part.parse().ok()?).ok()).flatten();
        match state {
            Some(state) => {
                what.push_str(&repr(&state));
                first = first.or(Some(state));
            }
            None => what.push_str(part),
        }
    }
    refusal.what = what;
    let breaks = refusal.reason == Reason::Failed;
    let error = refused(py, refusal);
    let (true, Some(state)) = (breaks, first) else { return error };
    let exception = || -> PyResult<Bound<'_, PyAny>> {
        let text = error.value(py).str()?;
        py.import("chancetree._errors")?.call_method1("broken", (text, state))
    };
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// A game, explored.
#[pyclass(frozen, module = "chancetree")]
pub(crate) struct Explored {
    graph: Arc<Graph<Told>>,
    /// The node of each state, by its number.
    nodes: Arc<HashMap<u32, usize>>,
}

/// Explores a game.
#[pyfunction]
pub(crate) fn explore(py: Python<'_>, game: &Bound<'_, PyAny>, asked: Asked<'_>) -> PyResult<Explored> {
    let told = Told::new(game)?;
    let own = told.clone();
    // States have numbers in the order of coming, and one thread comes in the same order each time.
    let graph =
        work(py, &told, asked, move |job| Graph::of(&own, &Job { threads: 1, ..*job }).map(Arc::new))?;
    let nodes = (0..graph.node_count()).map(|node| (graph.state(node).id, node)).collect();
    Ok(Explored { graph, nodes: Arc::new(nodes) })
}

#[pymethods]
impl Explored {
    /// The number of states.
    #[getter]
    fn states(&self) -> usize {
        self.graph.node_count()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.graph.seats()
    }

    /// Returns `true` if play can come back.
    #[getter]
    fn cycles(&self) -> bool {
        !self.graph.is_acyclic()
    }

    fn count<'py>(&self, py: Python<'py>, asked: Asked<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        if !self.graph.is_acyclic() {
            found.set_item("states", self.graph.node_count())?;
            found.set_item("transitions", self.graph.edge_count())?;
            found.set_item(
                "ends",
                (0..self.graph.node_count()).filter(|&node| self.graph.is_end(node)).count(),
            )?;
            return Ok(found);
        }
        let graph = Arc::clone(&self.graph);
        let (counts, tree) = work(py, self.graph.game(), asked, move |job| {
            count(graph.model(), &vec![0; usize::from(graph.seats())], job)
        })?;
        found.set_item("states", counts.states)?;
        found.set_item("transitions", counts.transitions)?;
        found.set_item("merged", counts.merged())?;
        found.set_item("ends", counts.ends)?;
        found.set_item("tree_nodes", &tree.nodes)?;
        found.set_item("tree_leaves", &tree.leaves)?;
        Ok(found)
    }

    /// Best play under a payoff.
    fn solve(&self, py: Python<'_>, payoff: &Bound<'_, PyAny>, asked: Asked<'_>) -> PyResult<Solved> {
        let (worth, graph) = (Worth::new(payoff)?, Arc::clone(&self.graph));
        let best = work(py, self.graph.game(), asked, move |job| solve(&graph, &worth, job).map(Arc::new))?;
        Ok(Solved { best, nodes: Arc::clone(&self.nodes) })
    }
}

/// Best play of an explored game.
#[pyclass(frozen, module = "chancetree")]
#[derive(Clone)]
pub(crate) struct Solved {
    best: Arc<Optimal<Told>>,
    nodes: Arc<HashMap<u32, usize>>,
}

impl Solved {
    fn told(&self) -> &Told {
        self.best.graph().game()
    }

    /// The node of a state; without one, that in which play begins.
    fn node(&self, state: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let Some(state) = state else { return Ok(self.best.graph().start()) };
        let number = self.told().number(state)?.and_then(|number| self.nodes.get(&number).copied());
        number.ok_or_else(|| PyKeyError::new_err(format!("play never comes to {}", repr(state))))
    }

    fn action<'py>(&self, py: Python<'py>, action: Option<Named>) -> PyResult<Option<Bound<'py, PyAny>>> {
        action.map(|action| self.told().action_object(py, action.id)).transpose()
    }
}

#[pymethods]
impl Solved {
    /// The states in which another action is worth as much.
    #[getter]
    fn ties(&self) -> u64 {
        self.best.ties
    }

    /// Returns what each seat may expect in a state, the mover first.
    #[pyo3(signature = (state=None))]
    fn value<'py>(&self, py: Python<'py>, state: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, all_exact(py, &self.best.value(self.node(state)?))?)
    }

    /// The action that is taken in a state.
    #[pyo3(signature = (state=None))]
    fn taken<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.action(py, self.best.action(self.node(state)?))
    }

    /// Every action of a state, with what it is worth to each seat.
    #[pyo3(signature = (state=None))]
    fn actions<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let found = PyList::empty(py);
        for valued in self.best.actions(self.node(state)?) {
            let Some(action) = self.action(py, valued.action)? else { continue };
            found.append((action, all_exact(py, &valued.values)?))?;
        }
        Ok(found)
    }

    /// The action in every state in which somebody decides.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for node in (0..self.best.graph().node_count()).filter(|&node| self.best.graph().decides(node)) {
            if let Some(action) = self.action(py, self.best.action(node))? {
                found.set_item(self.told().object(py, self.best.graph().state(node).id)?, action)?;
            }
        }
        Ok(found)
    }

    /// The odds by points: who has strictly more than every other, and what each may expect.
    fn odds<'py>(&self, py: Python<'py>, asked: Asked<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let (outcomes, expected) = work(py, self.told(), asked, move |job| {
            let graph = own.best.induced(job)?;
            if graph.is_acyclic() {
                let found = odds(graph.model(), &vec![0; usize::from(graph.seats())], job)?;
                return Ok((Some(found.outcomes), found.expected));
            }
            let solved = solve(&graph, &Gain, job)?;
            Ok((None, solved.value(graph.start())))
        })?;
        let found = PyDict::new(py);
        if let Some((draw, win)) = outcomes.as_deref().and_then(<[_]>::split_last)
            && win.len() > 1
        {
            found.set_item("win", all_exact(py, win)?)?;
            found.set_item("draw", exact(py, draw)?)?;
        }
        found.set_item("expected_points", all_exact(py, &expected)?)?;
        Ok(found)
    }

    /// The probability that play ends in each end, by the policy.
    fn ends<'py>(&self, py: Python<'py>, asked: Asked<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let all = work(py, self.told(), asked, move |job| {
            let graph = own.best.induced(job)?;
            let all = absorption_probabilities(graph.model(), job)?;
            let id = |node: usize| graph.state(node).id;
            Ok(all.into_iter().map(|(node, chance)| (id(node), chance)).collect::<Vec<_>>())
        })?;
        let found = PyDict::new(py);
        for (state, chance) in all {
            found.set_item(self.told().object(py, state)?, exact(py, &chance)?)?;
        }
        Ok(found)
    }

    /// The graph: its tables, or what would be printed of it.
    fn graph<'py>(
        &self,
        py: Python<'py>,
        asked: Asked<'py>,
        title: String,
        worth: String,
        counts: bool,
        tables: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = self.clone();
        let ((), answer) = at_desk(py, self.told(), asked, tables, move |desk, _| {
            let about = About { title, worth, shown: ShownActions::All, counts, ..About::default() };
            desk.write(&own.best, about)
        })?;
        match answer.tables {
            Some(tables) => graph(py, tables),
            None => Ok(PyBytes::new(py, &answer.printed).into_any()),
        }
    }
}
