//! Exploration of games written in Python.

use crate::ask::refused_with;
use crate::game::{PyGame, broken};
use crate::objects::{MARK, repr};
use crate::payoff::PyPayoff;
use crate::solved::SolvedModel;
use crate::work::wait;
use chancetree::cli::embed::{
    Control, EmbedError, EmbedSession, Reason, Request, Response, SessionError, session,
};
use chancetree::evaluate::{OptimalPlay, bounds, solve_model, solve_rounded};
use chancetree::family::Spelling;
use chancetree::model::{Error, Monitor, Progress, StopRecord};
use chancetree::prelude::{Graph, Job, count};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A monitor that also stops if a call into Python has failed.
struct FailureMonitor<'a> {
    game: &'a PyGame,
    monitor: &'a dyn Monitor,
}

impl Monitor for FailureMonitor<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        if self.game.has_failed() { ControlFlow::Break(()) } else { self.monitor.tick(progress) }
    }

    fn part_done(&self, done: u64, of: u64) {
        self.monitor.part_done(done, of);
    }
}

/// The limits of a query in the syntax of the command line, the progress bar, if it should be shown, and the number of seconds since
/// the call began, which count against its limit of time.
pub(crate) type QueryArgs<'py> = (Vec<String>, Option<Bound<'py, PyAny>>, f64);

/// Runs `work` without the interpreter lock. Raises failures of Python code unchanged, and inserts the names
/// of states into errors.
pub(crate) fn run<T: Send + 'static>(
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
pub(crate) fn run_embedded<T: Send + 'static>(
    py: Python<'_>,
    game: &PyGame,
    (words, progress, seconds): QueryArgs<'_>,
    tables: bool,
    work: impl FnOnce(&EmbedSession<'_>, &Job<'_>) -> Result<T, SessionError> + Send + 'static,
) -> PyResult<(T, Response)> {
    let request = Request { words: words.into_iter().map(OsString::from).collect(), input: None, tables };
    game.begin_query()?;
    // An earlier query that was interrupted may have left a failure.
    drop(game.take_failure());
    let passed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let control = Instant::now().checked_sub(passed).map_or_else(Control::default, Control::since);
    let control = Arc::new(control);
    let (own, own_game) = (Arc::clone(&control), game.clone());
    let work = move || {
        session(request, &own, |session| {
            let job = session.job();
            let monitor = FailureMonitor { game: &own_game, monitor: job.monitor };
            work(session, &Job { monitor: &monitor, ..job })
        })
    };
    let is_interrupted = Cell::new(false);
    let interrupt = |py: Python<'_>| {
        is_interrupted.set(true);
        game.interrupt(py);
    };
    let done = wait(py, &control, progress.as_ref(), interrupt, work)?.and_then(|done| done);
    // A call that a limit has interrupted is not a failure of the game.
    let limited = |refusal: &EmbedError| {
        is_interrupted.get() && matches!(refusal.reason, Reason::Time | Reason::Memory)
    };
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
    let breaks = refusal.exceeds_points() || refusal.reason == Reason::Failed && first.is_some();
    let error = refused_with(py, refusal, what);
    if !breaks {
        return error;
    }
    match error.value(py).str() {
        Ok(text) => broken(py, &text.to_string_lossy(), first.as_ref()),
        Err(error) => error,
    }
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

    /// Solves the game for a payoff: in fractions, or in doubles whose bounds are at most `width` apart, or as close as doubles allow.
    /// Reuses `last` if it has the same payoffs and the same width. A payoff is called again each time, because it may have changed.
    fn solve(
        &self,
        py: Python<'_>,
        payoff: &Bound<'_, PyAny>,
        width: Option<f64>,
        last: Option<SolvedModel>,
        args: QueryArgs<'_>,
    ) -> PyResult<SolvedModel> {
        let (payoff, graph) = (Arc::new(PyPayoff::new(payoff)?), Arc::clone(&self.graph));
        let own = Arc::clone(&payoff);
        let best = run(py, self.graph.game(), args, move |job| {
            let (model, table) = (graph.model(), own.table(&graph)?);
            if let Some(last) = last
                && last.width == width
                && last.best.solution().payoff_table() == &table
            {
                return Ok(last.best);
            }
            let solution = match width {
                None => solve_model(model, table, job)?,
                Some(width) => solve_rounded(model, table, width, job)?,
            };
            Ok(Arc::new(OptimalPlay::new(Graph::clone(&graph), solution)))
        })?;
        Ok(SolvedModel { best, payoff, width, nodes: Arc::clone(&self.nodes) })
    }

    /// Returns a lower and an upper bound on the value of each seat for a payoff. The bounds are at most `width` apart, or as
    /// close as doubles allow. If a limit stops the work, its exception has the bounds found so far in `so_far`.
    fn bounds(
        &self,
        py: Python<'_>,
        payoff: &Bound<'_, PyAny>,
        width: f64,
        args: QueryArgs<'_>,
    ) -> PyResult<Vec<(f64, f64)>> {
        let (payoff, graph) = (PyPayoff::new(payoff)?, Arc::clone(&self.graph));
        let so_far = Arc::new(OnceLock::new());
        let own_bounds = Arc::clone(&so_far);
        let found = run(py, self.graph.game(), args, move |job| {
            let table = payoff.table(&graph)?;
            let record = StopRecord::default();
            let job = &job.recording(&record);
            let one = |seat| bounds(graph.model(), &table, seat, width, job);
            let bounds = (0..graph.seats()).map(|seat| one(seat).map(|found| (found.lower, found.upper)));
            let bounds: Vec<(f64, f64)> = bounds.collect::<Result<_, _>>()?;
            match record.stop() {
                None => Ok(bounds),
                Some(stop) => {
                    if bounds.iter().all(|(lower, upper)| lower.is_finite() && upper.is_finite()) {
                        own_bounds.get_or_init(|| bounds);
                    }
                    Err(stop.clone())
                }
            }
        });
        if let (Err(error), Some(bounds)) = (&found, so_far.get()) {
            error.value(py).setattr("so_far", bounds.clone())?;
        }
        found
    }
}
