//! Exploration and solution of games written in Python.

use crate::ask::{graph, refused_with};
use crate::game::PyGame;
use crate::objects::{MARK, NamedObject, repr};
use crate::payoff::PyPayoff;
use crate::value::{all_exact, exact};
use crate::work::wait;
use chancetree::cli::embed::{
    Control, EmbedError, EmbedSession, Reason, Request, Response, SessionError, session,
};
use chancetree::evaluate::{OptimalPlay, absorption_probabilities, solve_model};
use chancetree::export::ShownActions;
use chancetree::family::Spelling;
use chancetree::model::{Error, Monitor, Progress};
use chancetree::prelude::{DocumentInfo, Gain, Graph, Job, count, odds, solve};
use pyo3::exceptions::{PyKeyError, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A monitor that also stops if a call into Python has failed.
struct FailureMonitor<'a> {
    game: &'a PyGame,
    monitor: &'a dyn Monitor,
}

impl Monitor for FailureMonitor<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        if self.game.has_failed() { ControlFlow::Break(()) } else { self.monitor.tick(progress) }
    }

    fn done(&self, done: u64, of: u64) {
        self.monitor.done(done, of);
    }
}

/// The limits of a query in the syntax of the command line, and the progress bar, if it should be shown.
type QueryArgs<'py> = (Vec<String>, Option<Bound<'py, PyAny>>);

/// Runs `work` without the interpreter lock. Raises failures of Python code unchanged, and inserts the names
/// of states into errors.
fn run<T: Send + 'static>(
    py: Python<'_>,
    game: &PyGame,
    args: QueryArgs<'_>,
    work: impl FnOnce(&Job<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let found =
        run_embedded(py, game, args, false, |session, job| work(job).map_err(|error| session.explain(error)));
    found.map(|(found, _)| found)
}

/// Runs `work` with an embedded program, which can also write a graph, as tables if `tables` is `true`.
fn run_embedded<T: Send + 'static>(
    py: Python<'_>,
    game: &PyGame,
    (words, progress): QueryArgs<'_>,
    tables: bool,
    work: impl FnOnce(&EmbedSession<'_>, &Job<'_>) -> Result<T, SessionError> + Send + 'static,
) -> PyResult<(T, Response)> {
    let request = Request { words: words.into_iter().map(OsString::from).collect(), input: None, tables };
    // An earlier query that was interrupted may have left a failure.
    drop(game.take_failure());
    let control = Arc::new(Control::default());
    let (own, own_game) = (Arc::clone(&control), game.clone());
    let work = move || {
        session(request, &own, |session| {
            let job = session.job();
            let monitor = FailureMonitor { game: &own_game, monitor: job.monitor };
            work(session, &Job { monitor: &monitor, ..job })
        })
    };
    let done = wait(py, &control, progress.as_ref(), |py| game.interrupt(py), work)?.and_then(|done| done);
    // A call that a limit has interrupted is not a failure of the game.
    let limited = |refusal: &EmbedError| matches!(refusal.reason, Reason::Time | Reason::Memory);
    match (game.take_failure(), &done) {
        (Some(failure), Err(refusal))
            if limited(refusal) && failure.is_instance_of::<PyKeyboardInterrupt>(py) => {}
        (Some(failure), _) => return Err(failure),
        (None, _) => {}
    }
    done.map_err(|refusal| named(py, game, *refusal))
}

/// Converts an error to an exception, and replaces the numbers of states by their names.
fn named(py: Python<'_>, game: &PyGame, refusal: EmbedError) -> PyErr {
    let mut first = None;
    let mut what = String::new();
    let (message, _) = refusal.message(Spelling::Python);
    for (place, part) in message.split(MARK).enumerate() {
        let state = (place % 2 == 1).then(|| game.object(py, part.parse().ok()?).ok()).flatten();
        match state {
            Some(state) => {
                what.push_str(&repr(&state));
                first = first.or(Some(state));
            }
            None => what.push_str(part),
        }
    }
    let breaks = refusal.reason == Reason::Failed;
    let error = refused_with(py, refusal, what);
    let (true, Some(state)) = (breaks, first) else { return error };
    let exception = || -> PyResult<Bound<'_, PyAny>> {
        let text = error.value(py).str()?;
        py.import("chancetree._errors")?.call_method1("broken", (text, state))
    };
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// An explored game.
#[pyclass(frozen, module = "chancetree", name = "Explored")]
pub(crate) struct ExploredGame {
    graph: Arc<Graph<PyGame>>,
    /// The node of each state number.
    nodes: Arc<HashMap<u32, usize>>,
}

/// Explores a game.
#[pyfunction]
pub(crate) fn explore(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    args: QueryArgs<'_>,
) -> PyResult<ExploredGame> {
    let game = PyGame::new(game)?;
    let own = game.clone();
    // States are numbered in the order in which they occur, which is deterministic with one thread.
    let graph = run(py, &game, args, move |job| Graph::of(&own, &Job { threads: 1, ..*job }).map(Arc::new))?;
    let nodes = (0..graph.node_count()).map(|node| (graph.state(node).id, node)).collect();
    Ok(ExploredGame { graph, nodes: Arc::new(nodes) })
}

#[pymethods]
impl ExploredGame {
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

    /// Whether play can return to a state.
    #[getter]
    fn cycles(&self) -> bool {
        !self.graph.is_acyclic()
    }

    fn count<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyDict>> {
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
        let (counts, tree) = run(py, self.graph.game(), args, move |job| {
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

    /// Solves the game for a payoff.
    fn solve(&self, py: Python<'_>, payoff: &Bound<'_, PyAny>, args: QueryArgs<'_>) -> PyResult<SolvedModel> {
        let (payoff, graph) = (PyPayoff::new(payoff)?, Arc::clone(&self.graph));
        let best = run(py, self.graph.game(), args, move |job| {
            let solution = solve_model(graph.model(), payoff.table(&graph)?, job)?;
            Ok(Arc::new(OptimalPlay::new(Graph::clone(&graph), solution)))
        })?;
        Ok(SolvedModel { best, nodes: Arc::clone(&self.nodes) })
    }
}

/// Optimal play of an explored game.
#[pyclass(frozen, module = "chancetree", name = "Solved")]
#[derive(Clone)]
pub(crate) struct SolvedModel {
    best: Arc<OptimalPlay<PyGame>>,
    nodes: Arc<HashMap<u32, usize>>,
}

impl SolvedModel {
    fn game(&self) -> &PyGame {
        self.best.graph().game()
    }

    /// Returns the node of a state, or the start node for `None`.
    fn node(&self, state: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let Some(state) = state else { return Ok(self.best.graph().start()) };
        let number = self.game().number(state)?.and_then(|number| self.nodes.get(&number).copied());
        number.ok_or_else(|| PyKeyError::new_err(format!("play never reaches {}", repr(state))))
    }

    fn action<'py>(
        &self,
        py: Python<'py>,
        action: Option<NamedObject>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        action.map(|action| self.game().action_object(py, action.id)).transpose()
    }
}

#[pymethods]
impl SolvedModel {
    /// The number of states in which several actions are optimal.
    #[getter]
    fn ties(&self) -> u64 {
        self.best.ties
    }

    /// Returns the expected value of each seat in a state, the mover first.
    #[pyo3(signature = (state=None))]
    fn value<'py>(&self, py: Python<'py>, state: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, all_exact(py, &self.best.value(self.node(state)?))?)
    }

    /// Returns the optimal action in a state.
    #[pyo3(signature = (state=None))]
    fn taken<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.action(py, self.best.action(self.node(state)?))
    }

    /// Returns every action of a state with its value for each seat.
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

    /// Returns the optimal action of every state with a decision.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for node in (0..self.best.graph().node_count()).filter(|&node| self.best.graph().decides(node)) {
            if let Some(action) = self.action(py, self.best.action(node))? {
                found.set_item(self.game().object(py, self.best.graph().state(node).id)?, action)?;
            }
        }
        Ok(found)
    }

    /// Returns the odds by points: the probability that each seat has strictly the most points, and the
    /// expected points.
    fn odds<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let (outcomes, expected) = run(py, self.game(), args, move |job| {
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

    /// Returns the probability of each end under optimal play.
    fn ends<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let all = run(py, self.game(), args, move |job| {
            let graph = own.best.induced(job)?;
            let all = absorption_probabilities(graph.model(), job)?;
            let id = |node: usize| graph.state(node).id;
            Ok(all.into_iter().map(|(node, chance)| (id(node), chance)).collect::<Vec<_>>())
        })?;
        let found = PyDict::new(py);
        for (state, chance) in all {
            found.set_item(self.game().object(py, state)?, exact(py, &chance)?)?;
        }
        Ok(found)
    }

    /// Returns the graph, as tables or as the bytes of a file.
    fn graph<'py>(
        &self,
        py: Python<'py>,
        args: QueryArgs<'py>,
        title: String,
        worth: String,
        counts: bool,
        tables: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = self.clone();
        let ((), answer) = run_embedded(py, self.game(), args, tables, move |session, _| {
            let about =
                DocumentInfo { title, worth, shown: ShownActions::All, counts, ..DocumentInfo::default() };
            session.write(&own.best, about)
        })?;
        match answer.tables {
            Some(tables) => graph(py, tables),
            None => Ok(PyBytes::new(py, &answer.printed).into_any()),
        }
    }
}
